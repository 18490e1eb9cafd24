"""Draws a check's picture as SVG: a few lines or groups of bars, whose words are the page's own text, so any font will do."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from autograder.record import Picture

_WIDTH, _HEIGHT = 640, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 12, 26, 30
_COLOURS = ("#0b57d0", "#c2410c", "#1a7f37", "#7c3aed")
_MOST_LABELS = 16


def picture_svg(picture: Picture) -> Markup:
    """The picture as an SVG element.

    Args:
        picture: series of the same length, drawn over `picture.x`.
    """
    low, high = _range([value for values in picture.series.values() for value in values])
    marks = _bars if picture.kind == "bars" else _line
    drawn = Markup("").join(
        marks(values, index, len(picture.series), low, high) for index, values in enumerate(picture.series.values())
    )
    frame = f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" xmlns="http://www.w3.org/2000/svg" font-size="12" fill="currentColor">'
    return Markup(frame) + _axes(picture.x, low, high) + drawn + _legend(tuple(picture.series)) + Markup("</svg>")


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(0.0, *values), max(0.0, *values)
    return (low, high) if high > low else (low, low + 1.0)


def _y(value: float, low: float, high: float) -> float:
    return _HEIGHT - _BOTTOM - (value - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)


def _slot(count: int) -> float:
    return (_WIDTH - _LEFT - _RIGHT) / count


def _line(values: Sequence[float], index: int, count: int, low: float, high: float) -> Markup:
    slot, colour = _slot(len(values)), _COLOURS[index % len(_COLOURS)]
    places = [(_LEFT + slot * (i + 0.5), _y(value, low, high)) for i, value in enumerate(values)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places)
    return Markup(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>{dots}')


def _bars(values: Sequence[float], index: int, count: int, low: float, high: float) -> Markup:
    slot, colour = _slot(len(values)), _COLOURS[index % len(_COLOURS)]
    width, base = slot * 0.8 / count, _y(0.0, low, high)
    parts = []
    for i, value in enumerate(values):
        top = min(base, _y(value, low, high))
        height = abs(base - _y(value, low, high))
        x = _LEFT + slot * (i + 0.1) + index * width
        parts.append(f'<rect x="{x:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>')
    return Markup("".join(parts))


def _axes(labels: Sequence[str], low: float, high: float) -> Markup:
    parts = [_grid_line(low + (high - low) * step / 4, low, high) for step in range(5)]
    slot, every = _slot(len(labels)), -(-len(labels) // _MOST_LABELS)
    for index in range(0, len(labels), every):
        text = Markup('<text x="{}" y="{}" text-anchor="middle">{}</text>')
        parts.append(text.format(f"{_LEFT + slot * (index + 0.5):.1f}", _HEIGHT - 10, labels[index]))
    return Markup("").join(parts)


def _grid_line(value: float, low: float, high: float) -> Markup:
    y = f"{_y(value, low, high):.1f}"
    line = f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y}" y2="{y}" stroke="currentColor" stroke-opacity=".15"/>'
    return Markup(f'{line}<text x="{_LEFT - 6}" y="{y}" dy="4" text-anchor="end">{value:.3g}</text>')


def _legend(names: Sequence[str]) -> Markup:
    parts = []
    for index, name in enumerate(names):
        x = _LEFT + index * 150
        parts.append(
            Markup('<rect x="{}" y="6" width="10" height="10" fill="{}"/>').format(x, _COLOURS[index % len(_COLOURS)])
        )
        parts.append(Markup('<text x="{}" y="15">{}</text>').format(x + 15, name))
    return Markup("").join(parts)
