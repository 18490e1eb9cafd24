"""A check's picture: what is drawn is in proportion to the numbers, inside its frame, and holds no markup of anybody's."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import pytest

from autograder.record import Picture
from autograder.report.picture_svg import picture_svg
from autograder.text import Text

SVG = "{http://www.w3.org/2000/svg}"


def drawn(kind: str, x: tuple[str, ...], **series: tuple[float, ...]) -> ElementTree.Element:
    return ElementTree.fromstring(picture_svg(Picture(kind, Text("图", "picture"), x, series)))  # type: ignore[arg-type]


def numbers(element: ElementTree.Element, *names: str) -> tuple[float, ...]:
    return tuple(float(element.attrib[name]) for name in names)


def test_bars_are_as_high_as_their_numbers_and_stand_on_zero() -> None:
    picture = drawn("bars", ("a", "b", "c"), mine=(0.5, -0.25, 1.0), yours=(0.25, 0.0, -0.5))
    bars = [numbers(bar, "y", "height") for bar in picture.iter(f"{SVG}rect")][:6]
    unit = bars[2][1]
    assert [height / unit for _, height in bars] == pytest.approx([0.5, 0.25, 1.0, 0.25, 0.0, 0.5], abs=0.01)
    zero = bars[2][0] + unit
    assert [bars[i][0] + bars[i][1] for i in (0, 3)] == pytest.approx([zero, zero], abs=0.2)
    assert [bars[i][0] for i in (1, 5)] == pytest.approx([zero, zero], abs=0.2)


def test_bars_of_one_label_stand_side_by_side_before_those_of_the_next() -> None:
    picture = drawn("bars", ("a", "b"), first=(1.0, 1.0), second=(1.0, 1.0))
    bars = [numbers(bar, "x", "width") for bar in picture.iter(f"{SVG}rect")][:4]
    in_order = [bars[0], bars[2], bars[1], bars[3]]
    assert all(left + width <= right + 0.2 for (left, width), (right, _) in itertools.pairwise(in_order))
    assert in_order[-1][0] + in_order[-1][1] <= float(picture.attrib["viewBox"].split()[2])


def test_a_line_goes_up_with_its_numbers() -> None:
    points = next(drawn("line", ("0", "1", "2"), one=(0.0, 1.0, 0.5)).iter(f"{SVG}polyline")).attrib["points"].split()
    heights = [float(point.split(",")[1]) for point in points]
    assert heights[1] < heights[2] < heights[0]
    assert heights[2] == pytest.approx((heights[0] + heights[1]) / 2, abs=0.1)


@pytest.mark.parametrize("kind", ["bars", "line"])
def test_nothing_but_zeros_can_be_drawn(kind: str) -> None:
    assert drawn(kind, ("a",), one=(0.0,)) is not None


def test_labels_and_names_are_text() -> None:
    picture = drawn("bars", ("<b>",), **{"<i>&": (1.0,)})
    assert {"<b>", "<i>&"} <= {element.text for element in picture.iter(f"{SVG}text")}
