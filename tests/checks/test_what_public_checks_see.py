"""Before handing in, a student sees of a value's kind whatever grading refuses, and a mistake is named as what it is."""

from __future__ import annotations

import pytest

from autograder.exercise import load
from autograder.grade import PUBLIC, Grader
from autograder.record import CheckResult, Record

TENSOR_FOR_A_NUMBER = """
def cosine_similarity(u, v):
    if u.shape != v.shape or not u.any() or not v.any():
        raise ValueError("no angle")
    return (u @ v / (u.norm() * v.norm())).clamp(-1, 1)
"""
FLOATS = {
    "gpt": ("causal_mask(n)", "torch.ones(n, n).tril()"),
    "unilm": ("attention_mask(kind, source_len, target_len)", "{before}(kind, source_len, target_len).float()"),
    "xlnet": ("permutation_masks(order)", "tuple(mask.float() for mask in {before}(order))"),
    "roberta_masking": ("static_masks(*args, **options)", "{before}(*args, **options).float()"),
}


def checked(grader: Grader, slug: str, change: str) -> Record:
    """What the public checks find in the reference with something changed at its end."""
    exercise = load(slug)
    content = exercise.reference.read_text(encoding="utf-8") + "\n\n" + change
    return grader.grade(content.encode(), f"{slug}.py", exercise, PUBLIC)


def failures(record: Record) -> dict[str, CheckResult]:
    """The failed checks of all functions."""
    return {c.id: c for function in record.functions.values() for c in function.checks if c.passed is False}


@pytest.mark.parametrize("slug", FLOATS)
def test_a_mask_of_floats_fails_before_it_is_handed_in_and_its_dtype_is_named(slug: str, grader: Grader) -> None:
    signature, value = FLOATS[slug]
    name = signature.partition("(")[0]
    change = f"_before = {name}\n\n\ndef {signature}:\n    return {value.format(before='_before')}\n"
    (failure,) = failures(checked(grader, slug, change)).values()
    assert failure.id.startswith(f"{name}.")
    assert failure.reason is not None
    assert "float32" in failure.reason.zh
    assert "应为布尔张量" in failure.reason.zh
    assert "float32, not a boolean tensor" in failure.reason.en


def test_a_tensor_without_dimensions_is_no_float(grader: Grader) -> None:
    found = failures(checked(grader, "polysemy", TENSOR_FOR_A_NUMBER))
    assert "cosine_similarity.float" in found
    reason = found["cosine_similarity.float"].reason
    assert reason is not None
    assert "Python float" in reason.en


def test_a_forgotten_least_of_one_masked_position_is_seen(grader: Grader) -> None:
    change = "_draw = draw_mask\n\n\ndef draw_mask(num_tokens, rng, mask_ratio=0.15):\n    mask = _draw(num_tokens, rng, mask_ratio)\n"
    change += "    return mask if round(mask_ratio * (num_tokens - 2)) else torch.zeros_like(mask)\n"
    found = failures(checked(grader, "roberta_masking", change))
    assert set(found) == {"static_masks.count", "dynamic_masks.count"}
    assert {failure.misconception for failure in found.values()} == {"both_none_in_short_texts"}


def test_ones_everywhere_are_not_taken_for_labels_reversed(grader: Grader) -> None:
    for value, named in (("torch.ones_like(input_ids)", None), ("(input_ids == corrupted).long()", "labels_reversed")):
        found = failures(checked(grader, "electra", f"def rtd_labels(input_ids, corrupted):\n    return {value}\n"))
        assert set(found) == {"rtd_labels.replaced", "rtd_labels.same_token"}
        assert {failure.misconception for failure in found.values()} == {named}


def test_a_mask_of_what_is_forbidden_is_named(grader: Grader) -> None:
    change = "_allowed = attention_mask\n\n\ndef attention_mask(*args):\n    return ~_allowed(*args)\n"
    found = failures(checked(grader, "unilm", change))
    assert {failure.misconception for failure in found.values()} == {"true_where_forbidden"}


def told(record: Record, check: str) -> str:
    """Why a check failed."""
    reason = failures(record)[check].reason
    assert reason is not None
    return reason.en


LABELS_EVERYWHERE = """
_made = make_collator


def make_collator(tokenizer, mlm_probability=0.15, seed=None):
    collate = _made(tokenizer, mlm_probability, seed)

    def everywhere(rows):
        batch = collate(rows)
        batch["labels"] = batch["input_ids"].clone()
        return batch

    return everywhere
"""


def test_labels_without_ignored_positions_are_said_to_be_so_and_not_called_chosen_special_tokens(
    grader: Grader,
) -> None:
    record = checked(grader, "finetune", LABELS_EVERYWHERE)
    for check in ("labels", "special_tokens", "dynamic"):
        assert told(record, f"make_collator.{check}").startswith("there is no -100 in labels")
    assert "the call: make_collator(<tokenizer fixture-bert-zh>, 0.4, seed=1)([{" in told(
        record, "make_collator.labels"
    )


def test_a_trainer_that_is_not_returned_is_asked_for_its_return(grader: Grader) -> None:
    change = "_trained = finetune_mlm\n\n\ndef finetune_mlm(*args, **options):\n    _trained(*args, **options)\n"
    reason = told(checked(grader, "finetune", change), "finetune_mlm.trainer")
    assert reason.startswith("what finetune_mlm returns is None, not a transformers.Trainer: is the `return` missing?")


def test_a_softmax_over_the_batch_is_told_by_the_sums_along_the_vocabulary(grader: Grader) -> None:
    change = "def temperature_probs(logits, temperature):\n    return torch.softmax(logits / temperature, dim=0)\n"
    reason = told(checked(grader, "sampling", change), "temperature_probs.values")
    assert "does not sum to 1 along the last dimension (the vocabulary): the sums are [" in reason


def test_a_vector_of_the_wrong_length_is_not_said_to_be_the_same_at_all_layers(grader: Grader) -> None:
    change = "_vector = word_vector\n\n\ndef word_vector(*args, **options):\n    return _vector(*args, **options)[:3]\n"
    found = checked(grader, "polysemy", change)
    assert told(found, "word_vector.every_layer").startswith("it is not hidden_size long: its shape is (3,)")
