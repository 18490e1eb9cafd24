"""Roles, profiles and models: `registry.toml` as objects."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar

from autograder.errors import UsageError, nearest
from autograder.text import Text

Known = TypeVar("Known")
Profile = Literal["tiny", "small", "hub"]
PROFILES: tuple[Profile, ...] = ("tiny", "small", "hub")
REGISTRY = Path(__file__).with_name("registry.toml")


@dataclass(frozen=True)
class Model:
    """One model.

    Attributes:
        source: `shipped` (in this package), `package` (converted from another Python package's file) or `hub`.
        type: the `model_type` of its configuration.
        repo: where it is on a hub.
        package, version, file, sha256: the Python package, the file in it that holds the model, and that file's checksum.
        convert: the module whose `convert` makes a model's folder out of that file.
    """

    name: str
    source: Literal["shipped", "package", "hub"]
    type: str
    licence: str
    says: Text
    repo: str = ""
    package: str = ""
    version: str = ""
    file: str = ""
    sha256: str = ""
    convert: str = ""

    @property
    def origin(self) -> str:
        """Where it comes from, in a word."""
        return {"shipped": "plm-exercises", "package": f"{self.package} {self.version}", "hub": self.repo}[self.source]


@dataclass(frozen=True)
class Role:
    """What an exercise asks a model for, and which model does it in each profile."""

    name: str
    says: Text
    models: Mapping[Profile, str]

    def model(self, profile: Profile) -> str | None:
        """The model's name: the profile's own, else tiny's; None if neither has one."""
        return self.models.get(profile) or self.models.get("tiny")


@dataclass(frozen=True)
class Registry:
    """All roles and models, in the file's order."""

    roles: Mapping[str, Role]
    models: Mapping[str, Model]

    def role(self, name: str) -> Role:
        """A role by name.

        Raises:
            UsageError: if there is none.
        """
        return _known(self.roles, name, Text("用途", "role"))

    def model(self, name: str) -> Model:
        """A model by name.

        Raises:
            UsageError: if there is none.
        """
        return _known(self.models, name, Text("模型", "model"))

    def models_of(self, profile: Profile) -> list[Model]:
        """The models that a profile brings, each once."""
        names = dict.fromkeys(role.models[profile] for role in self.roles.values() if profile in role.models)
        return [self.models[name] for name in names]


@cache
def registry() -> Registry:
    """The roles and models of `registry.toml`.

    Example:
        >>> registry().role("encoder-zh").model("hub")
        'bert-base-chinese'
    """
    data = tomllib.loads(REGISTRY.read_text(encoding="utf-8"))
    return Registry(
        roles={name: _role(name, fields) for name, fields in data["roles"].items()},
        models={
            name: Model(name=name, **{**fields, "says": Text.from_json(fields["says"])})
            for name, fields in data["models"].items()
        },
    )


def profile_called(name: str) -> Profile:
    """A profile by name.

    Raises:
        UsageError: if there is none.
    """
    return _known({profile: profile for profile in PROFILES}, name, Text("档位", "profile"))


def _role(name: str, fields: dict[str, Any]) -> Role:
    return Role(name, Text.from_json(fields["says"]), {p: fields[p] for p in PROFILES if p in fields})


def _known(table: Mapping[str, Known], name: str, kind: Text) -> Known:
    if name not in table:
        known, near = ", ".join(table), nearest(name, table)
        raise UsageError(
            Text(
                f"没有名为 {name!r} 的{kind.zh}：现有 {known}{near.zh}",
                f"no {kind.en} is called {name!r}: choose one of {known}{near.en}",
            )
        )
    return table[name]
