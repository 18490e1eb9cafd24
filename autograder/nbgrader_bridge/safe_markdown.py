"""Markdown to HTML without anything that a browser would run.

nbgrader shows what students write to teaching assistants inside the Jupyter server, where a script could do all that the assistant
can; its templates let raw HTML and `javascript:` links through, and nbconvert's `sanitize_html` has no say in them.
"""

from __future__ import annotations

from bleach import clean  # type: ignore[import-untyped]  # comes with nbconvert
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

_TAGS = frozenset(
    "a abbr b blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img kbd li ol p pre q s small span strong sub sup table "
    "tbody td th thead tr u ul".split()
)
_ATTRIBUTES = {"*": ["class", "title", "align"], "a": ["href"], "img": ["src", "alt", "width", "height"]}
_PROTOCOLS = frozenset(("http", "https", "mailto"))


def safe_markdown2html(source: str) -> str:
    """Render markdown; HTML in it is shown as it was typed, so that `a<b` in an answer swallows nothing.

    Args:
        source: markdown, from whomever.

    Example:
        >>> safe_markdown2html("a<b <script>x</script>")
        '<p>a&lt;b &lt;script&gt;x&lt;/script&gt;</p>'
    """
    html = MarkdownWithMath(renderer=IPythonRenderer(escape=True)).render(source)
    return str(clean(html, tags=_TAGS, attributes=_ATTRIBUTES, protocols=_PROTOCOLS)).strip()
