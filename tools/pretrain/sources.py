"""Where the text comes from: Debian packages, their licences, and which files in them are read how."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """Files of one Debian package that are read in one way.

    Attributes:
        package: name of the Debian package.
        licence: as its copyright file has it.
        language: `zh` or `en`.
        reader: name of a function in `readers.READERS`.
        pattern: glob below the unpacked package.
    """

    package: str
    licence: str
    language: str
    reader: str
    pattern: str


WESNOTH = "usr/share/games/wesnoth/1.16/locale/zh_CN/LC_MESSAGES/*.mo"
CAMPAIGNS = "httt low dm ei utbs thot trow nr did dw l sof sota sotbe tsg ttb data".split()
HANDBOOK_LICENCE = "GPL-2+ or CC-BY-SA-3.0"


def _wesnoth(language: str, reader: str) -> tuple[Source, ...]:
    """The story texts of Battle for Wesnoth: English originals and their Chinese translation."""
    return tuple(Source(f"wesnoth-1.16-{name}", "GPL-2+", language, reader, WESNOTH) for name in CAMPAIGNS)


SOURCES = (
    Source("debian-handbook", HANDBOOK_LICENCE, "zh", "html", "usr/share/doc/debian-handbook/html/zh-CN/*.html"),
    Source("debian-reference-zh-cn", "GPL-2+", "zh", "html", "usr/share/debian-reference/*.zh-cn.html"),
    Source("maint-guide-zh-cn", "GPL-2+", "zh", "html", "usr/share/doc/**/*.zh-cn.html"),
    Source("debian-edu-doc-zh-cn", "GPL-2+", "zh", "html", "usr/share/doc/debian-edu-doc-zh-cn/*.html"),
    Source("libreoffice-help-zh-cn", "MPL-2.0", "zh", "html", "usr/share/libreoffice/help/zh-CN/text/**/*.html"),
    Source("gnome-user-docs", "CC-BY-SA-3.0", "zh", "mallard", "usr/share/help/zh_CN/**/*.page"),
    Source("manpages-zh", "GPL-2+, GFDL and other free licences", "zh", "man", "usr/share/man/zh_CN/**/*.gz"),
    *_wesnoth("zh", "gettext"),
    Source("debian-handbook", HANDBOOK_LICENCE, "en", "html", "usr/share/doc/debian-handbook/html/en-US/*.html"),
    Source("debian-faq", "GPL-2+", "en", "html", "usr/share/doc/debian/FAQ/*.en.html"),
    Source("gnome-user-docs", "CC-BY-SA-3.0", "en", "mallard", "usr/share/help/C/**/*.page"),
    Source("wordnet-base", "WordNet licence", "en", "wordnet", "usr/share/wordnet/data.*"),
    *_wesnoth("en", "gettext-ids"),
)
