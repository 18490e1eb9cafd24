"""Tiny random models and their tokenizers, built in code: the same weights everywhere, from a seed.

Checks compare a student's numbers with the reference's on these. Weights are drawn wide (`initializer_range` 0.3 and more):
with the default width every cosine in context is above 0.99999 and a check could tell nothing apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import torch
from transformers import (
    AddedToken,
    BertConfig,
    BertForPreTraining,
    BertTokenizerFast,
    GPT2Config,
    GPT2LMHeadModel,
    GPT2TokenizerFast,
    PreTrainedModel,
    PreTrainedTokenizerBase,
    RobertaConfig,
    RobertaForMaskedLM,
    RobertaTokenizerFast,
)

from autograder.models.copies import Template

HANZI = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方"
    "多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情"
    "明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给"
    "世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太"
    "量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象"
    "完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔银行存钱散步苹果手机吃买杜鹃"
    "花包袱米语言模型词向量预训练掩码苏打店铺河岸春鸟叫红树枝甜香脆屏幕价格讲相声抖响背旅李箱酱油电球伞毛衣饭能智人工未来"
)
WORDS = (
    "the a an of to in on at and is was are were be by for with from that this it as he she they we you I his her their not no "
    "bank river money boat water deposit loan opened account walked along sat near bat ball flew hit cave spring season metal coil "
    "apple juice phone bought like ate new red sweet company light heavy lamp feather right left answer hand turn fair weather "
    "city park capital France Paris London cat dog mat sky blue sun moon star day night time year good bad big small man woman "
    "child book read write word letter page computer program file data system server network memory key board screen print "
    "run runs running walk play played game music song sing singer dance school teacher student learn science language model "
    "predict next token mask sentence meaning context vector space hello world"
).split()
SUFFIXES = ("s", "ed", "ing", "er", "ly", "est", "ness", "ful")


def _unique(pieces: Iterable[str]) -> dict[str, int]:
    return {piece: index for index, piece in enumerate(dict.fromkeys(pieces))}


def _wordpiece_vocab(words: Iterable[str]) -> dict[str, int]:
    characters = [chr(code) for code in range(33, 127)]
    digits_and_marks = list("，。！？：；、（）《》“”")
    continuations = [f"##{piece}" for piece in [*characters, *SUFFIXES]]
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    return _unique([*special, *characters, *digits_and_marks, *words, *continuations])


def _byte_alphabet() -> list[str]:
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = [code for code in range(256) if code not in printable]
    return [chr(code) for code in printable] + [chr(256 + index) for index in range(len(rest))]


def _byte_bpe(special: list[str]) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """A byte-level BPE in which the known words are one token, with and without a space before."""
    merges: dict[tuple[str, str], None] = {}
    for word in [*(f"Ġ{w}" for w in WORDS), *WORDS]:
        for cut in range(1, len(word)):
            merges.setdefault((word[:cut], word[cut]))
    vocab = _unique([*special, *_byte_alphabet(), *("".join(pair) for pair in merges)])
    return vocab, list(merges)


def _bert_zh_tokenizer() -> PreTrainedTokenizerBase:
    return BertTokenizerFast(vocab=_wordpiece_vocab(HANZI), do_lower_case=True, model_max_length=64)


def _bert_en_tokenizer() -> PreTrainedTokenizerBase:
    return BertTokenizerFast(vocab=_wordpiece_vocab(w.lower() for w in WORDS), do_lower_case=True, model_max_length=64)


def _roberta_en_tokenizer() -> PreTrainedTokenizerBase:
    vocab, merges = _byte_bpe(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    mask = AddedToken("<mask>", lstrip=True, special=True, normalized=False)
    return RobertaTokenizerFast(vocab=vocab, merges=merges, mask_token=mask, model_max_length=64)


def _gpt2_zh_tokenizer() -> PreTrainedTokenizerBase:
    """As Chinese GPT-2 models have it: BERT's tokenizer, which puts [CLS] before and [SEP] after a text."""
    vocab = _wordpiece_vocab(HANZI)
    return BertTokenizerFast(vocab={**vocab, "[EOS]": len(vocab)}, eos_token="[EOS]", model_max_length=64)


def _gpt2_en_tokenizer() -> PreTrainedTokenizerBase:
    vocab, merges = _byte_bpe(["<|endoftext|>"])
    return GPT2TokenizerFast(vocab=vocab, merges=merges, model_max_length=64)


def _gpt2_micro_tokenizer() -> PreTrainedTokenizerBase:
    """Ten tokens, so that every next-token distribution can be enumerated."""
    vocab = _unique(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[EOS]", *"甲乙丙丁"])
    return BertTokenizerFast(vocab=vocab, eos_token="[EOS]", model_max_length=8)


TOKENIZERS: dict[str, Callable[[], PreTrainedTokenizerBase]] = {
    "fixture-bert-zh": _bert_zh_tokenizer,
    "fixture-bert-en": _bert_en_tokenizer,
    "fixture-roberta-en": _roberta_en_tokenizer,
    "fixture-gpt2-zh": _gpt2_zh_tokenizer,
    "fixture-gpt2-en": _gpt2_en_tokenizer,
    "fixture-gpt2-micro": _gpt2_micro_tokenizer,
}


def _bert(tokenizer: PreTrainedTokenizerBase) -> PreTrainedModel:
    return BertForPreTraining(
        BertConfig(
            vocab_size=len(tokenizer),
            hidden_size=32,
            num_hidden_layers=3,
            num_attention_heads=4,
            intermediate_size=64,
            max_position_embeddings=64,
            initializer_range=0.3,
        )
    )


def _roberta(tokenizer: PreTrainedTokenizerBase) -> PreTrainedModel:
    return RobertaForMaskedLM(
        RobertaConfig(
            vocab_size=len(tokenizer),
            hidden_size=32,
            num_hidden_layers=3,
            num_attention_heads=4,
            intermediate_size=64,
            max_position_embeddings=66,
            initializer_range=0.3,
            type_vocab_size=1,
            pad_token_id=tokenizer.pad_token_id,
            bos_token_id=tokenizer.bos_token_id,
            eos_token_id=tokenizer.eos_token_id,
        )
    )


def _gpt2(tokenizer: PreTrainedTokenizerBase, positions: int = 64) -> PreTrainedModel:
    return GPT2LMHeadModel(
        GPT2Config(
            vocab_size=len(tokenizer),
            n_embd=32,
            n_layer=2,
            n_head=4,
            n_positions=positions,
            initializer_range=0.3,
            bos_token_id=tokenizer.eos_token_id,
            eos_token_id=tokenizer.eos_token_id,
        )
    )


def _gpt2_micro(tokenizer: PreTrainedTokenizerBase) -> PreTrainedModel:
    return _gpt2(tokenizer, positions=8)


MODELS: dict[str, Callable[[PreTrainedTokenizerBase], PreTrainedModel]] = {
    "fixture-bert-zh": _bert,
    "fixture-bert-en": _bert,
    "fixture-roberta-en": _roberta,
    "fixture-gpt2-zh": _gpt2,
    "fixture-gpt2-en": _gpt2,
    "fixture-gpt2-micro": _gpt2_micro,
}


@cache
def _tokenizer_template(name: str) -> Template[PreTrainedTokenizerBase]:
    return Template(TOKENIZERS[name]())


@cache
def _model_with_all_heads(name: str) -> PreTrainedModel:
    tokenizer = _tokenizer_template(name).copy()
    with torch.random.fork_rng():
        torch.manual_seed(20181011)
        model = MODELS[name](tokenizer)
    model.config.pad_token_id = tokenizer.pad_token_id
    return model.eval()


def build_tokenizer(name: str) -> PreTrainedTokenizerBase:
    """A fresh copy of a fixture's tokenizer.

    Args:
        name: a key of `TOKENIZERS`.
    """
    return _spare(name, "tokenizer") or _tokenizer_template(name).copy()


def build_model(name: str, head: str | None = None) -> PreTrainedModel:
    """A fresh copy of a fixture's model, in eval mode.

    Args:
        name: a key of `MODELS`.
        head: a transformers class name such as `BertModel` or `BertForMaskedLM` with the fixture's weights; None for the class
            with all heads.

    Example:
        >>> build_model("fixture-bert-zh", "BertModel").config.hidden_size
        32
    """
    return _spare(name, head) or _model_template(name, head).copy()


@cache
def _model_template(name: str, head: str | None) -> Template[PreTrainedModel]:
    return Template(with_head(_model_with_all_heads(name), head))


def with_head(model: PreTrainedModel, head: str | None) -> PreTrainedModel:
    """The same weights as another transformers class (`BertModel` out of `BertForPreTraining`, say); what they lack is always alike."""
    if head is None or type(model).__name__ == head:
        return model
    import transformers

    cls: Any = getattr(transformers, head)
    with torch.random.fork_rng():
        torch.manual_seed(0)  # RobertaForMaskedLM has no pooler for a RobertaModel
        other = cls(model.config)
    state = model.state_dict()
    prefix = "" if any(key in state for key in other.state_dict()) else f"{model.base_model_prefix}."
    other.load_state_dict({key.removeprefix(prefix): value for key, value in state.items()}, strict=False)
    return other.eval()


_spares: dict[tuple[str, str | None], list[Any]] = {}
_HEADS: dict[str, tuple[str | None, ...]] = {
    "fixture-bert-zh": ("BertModel", "BertForMaskedLM"),
    "fixture-bert-en": ("BertModel", "BertForMaskedLM"),
    "fixture-roberta-en": ("RobertaModel", None),
    "fixture-gpt2-zh": (None,),
    "fixture-gpt2-en": (None,),
    "fixture-gpt2-micro": (None,),
}


def _spare(name: str, head: str | None) -> Any:
    """A copy that was made in advance, if one is left; each is given out once."""
    left = _spares.get((name, head))
    return left.pop() if left else None


def warm(copies: int) -> None:
    """Make copies in advance, so that a process forked from this one finds them ready: a copy takes longer than most calls.

    Args:
        copies: how many of each model and tokenizer.
    """
    for name, heads in _HEADS.items():
        for head in heads:
            _spares[name, head] = [_model_template(name, head).copy() for _ in range(copies)]
        _spares[name, "tokenizer"] = [_tokenizer_template(name).copy() for _ in range(copies)]
