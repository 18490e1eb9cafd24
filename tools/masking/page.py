"""The page in Markdown, in both languages: its words stand in `page.<lang>.md`, its numbers come from `measures`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tools.masking.measures import DRAWS, LENGTH, LOSS_DRAWS, MANY, ROWS, SOME, TEXTS, Detection, Loss, Page, Sight

NAMES = {
    "causal": ("causal LM (GPT), for reference", "因果语言模型（GPT），作参照"),
    "mlm": ("MLM (BERT)", "MLM（BERT）"),
    "spans": ("spans (SpanBERT)", "片段（SpanBERT）"),
    "permutation": ("permutation (XLNet), the whole order", "排列（XLNet），整个次序"),
    "permutation-end": ("permutation (XLNet), last sixth, as trained", "排列（XLNet），次序的最后六分之一（实际训练）"),
    "unilm": ("UniLM, its mixture", "UniLM，四种按比例混合"),
    "unilm-bidirectional": ("— bidirectional (1/3)", "—— 双向（1/3）"),
    "unilm-seq2seq": ("— seq2seq (1/3)", "—— 序列到序列（1/3）"),
    "unilm-left-to-right": ("— left-to-right (1/6)", "—— 从左到右（1/6）"),
    "unilm-right-to-left": ("— right-to-left (1/6)", "—— 从右到左（1/6）"),
    "electra-generator": ("ELECTRA, generator", "ELECTRA，生成器"),
    "electra-discriminator": ("ELECTRA, discriminator", "ELECTRA，判别器"),
}
LANGUAGES = ("en", "zh")


@dataclass(frozen=True)
class Numbers:
    """All that the page says of numbers.

    Args:
        sights: by objective.
        losses: of the shipped BERT by objective, ELECTRA's discriminator left out.
        gpt: of the shipped GPT-2.
        detection: what ELECTRA's discriminator is given.
    """

    sights: dict[str, Sight]
    losses: dict[str, Loss]
    gpt: Loss
    detection: Detection

    @classmethod
    def measured(cls, page: Page) -> Numbers:
        """Measure everything."""
        return cls(
            {name: page.sight(name) for name in ROWS},
            {name: page.loss(name) for name in ROWS if name != "electra-discriminator"},
            page.gpt_loss(),
            page.detection(),
        )


def markdown(numbers: Numbers, lang: str) -> str:
    """The page in one language, `en` or `zh`."""
    names = {objective: pair[LANGUAGES.index(lang)] for objective, pair in NAMES.items()}
    sights = [f"| {names[key]} | {_sight(sight)} |" for key, sight in numbers.sights.items()]
    losses = [f"| {names[key]} | `bert-zh` | {_loss(loss)} |" for key, loss in numbers.losses.items()]
    losses.insert(1, f"| {names['causal']} | `gpt2-zh` | {_loss(numbers.gpt)} |")
    template = (Path(__file__).parent / f"page.{lang}.md").read_text(encoding="utf-8")
    return template.format(
        length=LENGTH,
        others=LENGTH - 1,
        half=(LENGTH - 1) / 2,
        texts="\n>\n".join(f"> {text}" for text in TEXTS),
        counts={"many": MANY, "some": SOME, "seen": DRAWS, "losses": LOSS_DRAWS},
        sight_rows="\n".join(sights),
        loss_rows="\n".join(losses),
        sights=numbers.sights,
        losses=numbers.losses,
        gpt=numbers.gpt,
        detection=numbers.detection,
    )


def _sight(sight: Sight) -> str:
    cells = (
        f"{sight.share.mean:.1%} ({sight.share.low:.1%}–{sight.share.high:.1%})",
        f"{sight.visible.mean:.1f} ({sight.visible.low:.0f}–{sight.visible.high:.0f})",
        f"{sight.left:.1f}",
        f"{sight.right:.1f}",
        f"{sight.neighbours:.0%}",
        f"{sight.itself:.0%}",
    )
    return " | ".join(cells)


def _loss(loss: Loss) -> str:
    return f"{loss.nats:.2f} | {loss.by_text.low:.2f}–{loss.by_text.high:.2f} | {loss.predictions:,}"
