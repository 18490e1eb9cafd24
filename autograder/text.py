"""Text that students and teaching assistants read, in Chinese and English."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Literal

Lang = Literal["zh", "en"]
LANGS: tuple[Lang, ...] = ("zh", "en")
LANG_VARIABLE = "PLM_LANG"
"""The environment variable that names the language of what is printed."""


@dataclass(frozen=True)
class Text:
    """One sentence in both languages.

    Example:
        >>> Text(zh="对", en="right").get("en")
        'right'
    """

    zh: str
    en: str

    def get(self, lang: Lang) -> str:
        """The text in the language asked for."""
        return self.zh if lang == "zh" else self.en

    def to_json(self) -> dict[str, str]:
        """As plain data, `{"zh": ..., "en": ...}`."""
        return {"zh": self.zh, "en": self.en}

    @classmethod
    def from_json(cls, data: Any) -> Text:
        """The inverse of `to_json`; also what exercise.toml's `title.zh`, `title.en` give."""
        return cls(zh=str(data["zh"]), en=str(data["en"]))


def usual_lang() -> Lang:
    """The language of what is printed where nothing else names one: what `PLM_LANG` says, else Chinese."""
    return "en" if os.environ.get(LANG_VARIABLE) == "en" else "zh"
