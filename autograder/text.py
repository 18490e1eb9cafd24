"""Text that students and teaching assistants read, in Chinese and English."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Lang = Literal["zh", "en"]
LANGS: tuple[Lang, ...] = ("zh", "en")


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
