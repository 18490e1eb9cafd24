"""The chapter's own snippets, corrected, on the tiny models; what each prints is compared with the same thing by another route."""

from __future__ import annotations

import math

import pytest
import torch
from transformers import (
    AlbertConfig,
    AlbertModel,
    AutoModel,
    AutoTokenizer,
    BertConfig,
    BertForMaskedLM,
    BertForNextSentencePrediction,
    BertModel,
    BertTokenizer,
    GPT2LMHeadModel,
    RobertaConfig,
    RobertaForMaskedLM,
    RobertaModel,
    RobertaTokenizer,
)

from autograder.models import model_folder

BERT_ZH, BERT_EN = model_folder("mlm-zh", "tiny"), model_folder("encoder-en", "tiny")
ROBERTA = model_folder("mlm-roberta", "tiny")


def test_3_1_one_word_in_two_contexts_has_one_embedding_and_two_vectors() -> None:
    """Without the asterisks of the chapter's texts, which would be read as words; and the model is run, which the chapter forgets."""
    tokenizer, model = AutoTokenizer.from_pretrained(BERT_EN), AutoModel.from_pretrained(BERT_EN).eval()
    vectors = []
    for text in ("I like apple juice", "I bought an apple phone"):
        inputs = tokenizer(text, return_tensors="pt")
        place = inputs.char_to_token(text.index("apple"))
        with torch.no_grad():
            outputs = model(**inputs, output_hidden_states=True)
        word = model.embeddings.word_embeddings(inputs["input_ids"])[0, place]
        vectors.append((word, outputs.last_hidden_state[0, place]))
    (word_a, context_a), (word_b, context_b) = vectors
    assert torch.equal(word_a, word_b)
    assert torch.cosine_similarity(context_a, context_b, dim=0) < 0.99


def test_3_2_2_the_most_probable_word_for_the_mask() -> None:
    tokenizer, model = BertTokenizer.from_pretrained(BERT_ZH), BertForMaskedLM.from_pretrained(BERT_ZH)
    inputs = tokenizer("我[MASK]自然语言处理", return_tensors="pt")
    with torch.no_grad():
        logits = model(**inputs).logits
    masked_index = inputs["input_ids"][0].tolist().index(tokenizer.mask_token_id)
    predicted = tokenizer.decode([logits[0, masked_index].argmax(dim=-1).item()])
    hidden = model.bert(**inputs).last_hidden_state[0, masked_index]
    scores = model.cls.predictions.transform(hidden) @ model.bert.embeddings.word_embeddings.weight.T
    by_hand = (scores + model.cls.predictions.decoder.bias).argmax()
    assert predicted == tokenizer.decode([by_hand.item()])
    assert len(predicted) == 1


def next_probability(first: str, second: str) -> float:
    """Label 0 is the true next sentence."""
    tokenizer, model = AutoTokenizer.from_pretrained(BERT_ZH), BertForNextSentencePrediction.from_pretrained(BERT_ZH)
    with torch.no_grad():
        logits = model.eval()(**tokenizer(first, second, return_tensors="pt")).logits
    return torch.softmax(logits, dim=-1)[0, 0].item()


def test_3_2_3_label_0_is_the_next_sentence() -> None:
    """The chapter's own pair, and three more: one true next sentence and one of another subject each."""
    pairs = (
        ("我爱自然语言处理。", "自然语言处理很有趣。", "北京是首都。"),
        ("请先安装这个软件包。", "安装完成后，请重新启动系统。", "士兵们在森林里遇见了兽人。"),
        ("兽人向村庄发起了进攻。", "村民们拿起武器，和兽人战斗。", "要打开对话框，请选择菜单中的命令。"),
        ("选择要打印的单元格区域。", "然后单击“打印”按钮。", "精灵的国王死在了战场上。"),
    )
    gaps = [next_probability(first, true) - next_probability(first, other) for first, true, other in pairs]
    assert sum(gap > 0 for gap in gaps) >= 3, gaps


def test_3_2_4_the_input_is_the_sum_of_three_embeddings() -> None:
    tokenizer, model = BertTokenizer.from_pretrained(BERT_ZH), BertModel.from_pretrained(BERT_ZH).eval()
    inputs = tokenizer("我爱自然语言处理", "NLP很有趣", return_tensors="pt", padding=True, truncation=True)
    ids, kinds = inputs["input_ids"][0], inputs["token_type_ids"][0]
    ends = (ids == tokenizer.sep_token_id).nonzero().flatten().tolist()
    assert kinds.tolist() == [0] * (ends[0] + 1) + [1] * (ends[1] - ends[0])
    assert inputs["attention_mask"].min() == 1
    parts = model.embeddings
    words, segments = parts.word_embeddings.weight[ids], parts.token_type_embeddings.weight[kinds]
    total = words + segments + parts.position_embeddings.weight[: len(ids)]
    centred = total - total.mean(-1, keepdim=True)
    normed = centred / (centred.square().mean(-1, keepdim=True) + 1e-12).sqrt()
    expected = normed * parts.LayerNorm.weight + parts.LayerNorm.bias
    with torch.no_grad():
        torch.testing.assert_close(model(**inputs, output_hidden_states=True).hidden_states[0][0], expected)


@pytest.mark.parametrize(
    ("role", "text"), [("causal-en", "Natural language processing is"), ("causal-zh", "自然语言处理是")]
)
def test_3_3_the_next_token_and_the_loss_over_the_text(role: str, text: str) -> None:
    """The chapter's text, and its Chinese: each with a model that knows the language."""
    folder = model_folder(role, "tiny")
    tokenizer, model = AutoTokenizer.from_pretrained(folder), GPT2LMHeadModel.from_pretrained(folder).eval()
    inputs = tokenizer(text, return_tensors="pt")
    with torch.no_grad():
        outputs = model(**inputs, labels=inputs["input_ids"])
    next_token = outputs.logits[0, -1, :].argmax(dim=-1).item()
    generated = model.generate(**inputs, max_new_tokens=1, do_sample=False)
    assert next_token == generated[0, -1].item()
    ids, log_probs = inputs["input_ids"][0], outputs.logits[0].log_softmax(-1)
    by_hand = -sum(log_probs[t, ids[t + 1]].item() for t in range(len(ids) - 1)) / (len(ids) - 1)
    assert math.isclose(outputs.loss.item(), by_hand, rel_tol=1e-4)


def test_3_4_1_roberta_fills_the_gap_with_a_word_and_its_space() -> None:
    tokenizer, model = RobertaTokenizer.from_pretrained(ROBERTA), RobertaForMaskedLM.from_pretrained(ROBERTA).eval()
    inputs = tokenizer("She opened the <mask>.", return_tensors="pt")
    with torch.no_grad():
        logits = model(**inputs).logits
    place = inputs["input_ids"][0].tolist().index(tokenizer.mask_token_id)
    best = tokenizer.convert_ids_to_tokens([logits[0, place].argmax().item()])[0]
    assert best.startswith("Ġ")


@pytest.mark.parametrize(
    ("build", "millions"),
    [
        (lambda: BertModel(BertConfig(vocab_size=21_128)), 102.3),
        (lambda: BertModel(BertConfig()), 109.5),
        (lambda: RobertaModel(RobertaConfig(vocab_size=50_265, max_position_embeddings=514, type_vocab_size=1)), 124.6),
        (lambda: AlbertModel(AlbertConfig(hidden_size=768, num_attention_heads=12, intermediate_size=3072)), 11.7),
        (lambda: AlbertModel(AlbertConfig()), 222.6),
    ],
    ids=["bert-base-chinese", "bert-base-uncased", "roberta-base", "albert-base-v2", "albert-xxlarge-v2"],
)
def test_3_4_2_the_tables_numbers_of_parameters_counted(build, millions: float) -> None:
    with torch.device("meta"):
        count = sum(p.numel() for p in build().parameters())
    assert round(count / 1e6, 1) == millions
