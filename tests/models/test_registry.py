"""The registry: every role resolves, every name is known, a notebook gets its profile's folder and grading none but tiny's."""

from __future__ import annotations

from pathlib import Path

import pytest
from transformers import AutoConfig

from autograder.errors import UsageError
from autograder.models import build, model_folder
from autograder.models.registry import PROFILES, registry
from autograder.models.store import SHIPPED


def test_every_model_that_a_role_names_is_known_and_every_model_has_a_role() -> None:
    known = registry()
    assert {name for role in known.roles.values() for name in role.models.values()} == set(known.models)
    assert not set(known.roles) & set(known.models)


def test_what_a_profile_brings_has_that_profiles_source() -> None:
    sources = [{model.source for model in registry().models_of(profile)} for profile in PROFILES]
    assert sources == [{"shipped"}, {"package"}, {"hub"}]


def test_tinys_models_are_shipped_with_the_type_that_the_registry_says() -> None:
    for model in registry().models_of("tiny"):
        assert AutoConfig.from_pretrained(SHIPPED / model.name).model_type == model.type


def test_the_chapters_own_models_are_on_the_hub() -> None:
    names = {model.name for model in registry().models_of("hub")}
    assert names == {"bert-base-chinese", "gpt2", "bert-base-uncased", "roberta-base", "albert-base-v2"}


def test_a_notebook_gets_tiny_unless_the_environment_or_the_argument_names_a_profile(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PLM_PROFILE", raising=False)
    monkeypatch.delenv("PLM_LANG", raising=False)
    assert model_folder("mlm-roberta") == str(SHIPPED / "roberta-en")
    monkeypatch.setenv("PLM_PROFILE", "small")
    monkeypatch.setenv("PLM_CACHE", str(tmp_path))
    assert model_folder("mlm-roberta") == str(SHIPPED / "roberta-en")
    with pytest.raises(UsageError, match="请运行 `plm models fetch e5-small`"):
        model_folder("encoder-zh")
    assert model_folder("encoder-zh", "tiny") == str(SHIPPED / "bert-zh")


def test_a_notebook_may_name_a_model_a_folder_or_another_model_of_a_hub(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLM_CACHE", str(tmp_path))
    monkeypatch.delenv("PLM_LANG", raising=False)
    assert model_folder("bert-en") == str(SHIPPED / "bert-en")
    assert model_folder(str(tmp_path)) == str(tmp_path)
    assert model_folder("somebody/gpt2-chinese") == "somebody/gpt2-chinese"
    with pytest.raises(UsageError, match="请运行 `plm models fetch bert-base-chinese`"):
        model_folder("bert-base-chinese")


@pytest.mark.parametrize(
    ("role", "profile", "chinese", "english"),
    [
        (
            "encoder",
            "tiny",
            "没有名为 'encoder' 的用途：现有 encoder-zh",
            "no role is called 'encoder': choose one of encoder-zh",
        ),
        (
            "encoder-zh",
            "big",
            "没有名为 'big' 的档位：现有 tiny, small, hub",
            "no profile is called 'big': choose one of tiny, small, hub",
        ),
        (
            "mlm-albert",
            "tiny",
            "档位 tiny 没有 mlm-albert 用的模型：请把 PLM_PROFILE 设为 hub",
            "profile tiny has no model for mlm-albert: set PLM_PROFILE to hub",
        ),
        (
            "e5-small",
            "tiny",
            "e5-small 不在这台机器上，或不完整",
            "e5-small is not here, or not whole: run `plm models fetch e5-small`",
        ),
    ],
)
def test_what_cannot_be_is_said_in_one_line_in_the_notebooks_language(
    role: str, profile: str, chinese: str, english: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLM_CACHE", str(tmp_path))
    monkeypatch.delenv("PLM_LANG", raising=False)
    with pytest.raises(UsageError, match=chinese):
        model_folder(role, profile)
    monkeypatch.setenv("PLM_LANG", "en")
    with pytest.raises(UsageError, match=english):
        model_folder(role, profile)


def test_checks_load_the_same_models_whatever_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLM_PROFILE", "hub")
    assert build.build("model", "bert-zh", {}).config.hidden_size == 128
