"""`plm models list`, `fetch` and `show`: which models there are, which are here, and how they come here."""

from __future__ import annotations

import json
import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from autograder.cli.main import app
from autograder.cli.options import Json, Lang, LangOption
from autograder.cli.progress import with_bytes
from autograder.errors import UsageError
from autograder.models.fetch import PROFILE, fetch
from autograder.models.registry import PROFILES, Model, Registry, registry
from autograder.models.store import State, damaged_files, folder_of, read_manifest, size_of, state_of
from autograder.report.terminal import wide_console
from autograder.text import Text

models_app = typer.Typer(no_args_is_help=True, help="Models: which there are, which are here.")
app.add_typer(models_app, name="models")


class ProfileOption(StrEnum):
    """The profiles, as an option's values."""

    tiny = "tiny"
    small = "small"
    hub = "hub"


_STATES = {
    State.shipped: Text("随包附带", "shipped"),
    State.ready: Text("已就绪", "ready"),
    State.partial: Text("未取完", "partial"),
    State.damaged: Text("有损坏", "damaged"),
    State.absent: Text("未取", "absent"),
}
_SAYS = Text("说明", "what it is")
_COLUMNS = (Text("模型", "model"), Text("状态", "state"), Text("MB", "MB"), Text("来源", "from"), _SAYS)
_ROLE = Text("用途", "role")
_IN_USE = Text("笔记本现在用的档位：{profile}（环境变量 PLM_PROFILE）", "notebooks use profile {profile} (PLM_PROFILE)")
_HERE = Text("{name}：{folder}（{megabytes:.0f} MB）", "{name}: {folder} ({megabytes:.0f} MB)")
_FACTS = {
    "state": Text("状态", "state"),
    "folder": Text("文件夹", "folder"),
    "megabytes": Text("MB", "MB"),
    "licence": Text("许可", "licence"),
    "origin": Text("来源", "from"),
    "roles": Text("用途", "roles"),
    "damaged": Text("损坏或缺少的文件", "damaged or missing files"),
}
_MEND = Text("重新取：plm models fetch {name}", "to mend it: plm models fetch {name}")


@models_app.command("list", epilog="Example: plm models list --profile small")
def list_models(
    profile: Annotated[ProfileOption | None, typer.Option(help="Only this profile's models.")] = None,
    as_json: Json = False,
    lang: Lang = LangOption.zh,
) -> None:
    """List the roles and the models: what each profile uses, and what is on this machine."""
    known = registry()
    models = known.models_of(profile.value) if profile else list(known.models.values())
    if as_json:
        roles = {name: dict(role.models) for name, role in known.roles.items()}
        print(json.dumps({"roles": roles, "models": [_facts(model) for model in models]}, ensure_ascii=True, indent=1))
        return
    console = wide_console()
    console.print(_role_table(known, lang))
    console.print(_model_table(models, lang))
    console.print(_IN_USE.get(lang.value).format(profile=os.environ.get(PROFILE) or "tiny"))


@models_app.command("fetch", epilog="Example: plm models fetch --profile hub --from /media/usb/models")
def fetch_models(
    name: Annotated[list[str] | None, typer.Argument(help="Models; all of --profile if left out.")] = None,
    profile: Annotated[ProfileOption | None, typer.Option(help="Fetch all of this profile's models.")] = None,
    source: Annotated[
        Path | None, typer.Option("--from", help="A folder that has them, instead of the network.")
    ] = None,
    as_json: Json = False,
    lang: Lang = LangOption.zh,
) -> None:
    """Fetch models and compare their checksums; goes on where it was interrupted, and mends what is damaged."""
    models = _chosen(name, profile)
    if source is not None and not source.is_dir():
        raise UsageError(
            Text(
                f"{source}：不是文件夹；请给出有模型的文件夹",
                f"{source}: is no folder; give the one that has the models",
            )
        )
    errors = {model.name: error for model in models if (error := _try_to_fetch(model, source))}
    failed = {name: error.get(lang.value) for name, error in errors.items()}
    if as_json:
        print(json.dumps({"models": [_facts(m) for m in models], "failed": failed}, ensure_ascii=True, indent=1))
    else:
        _say_what_came(models, failed, lang)
    raise typer.Exit(2 if failed else 0)


@models_app.command("show", epilog="Example: plm models show bert-zh")
def show(
    name: Annotated[str, typer.Argument(help="The model.")], as_json: Json = False, lang: Lang = LangOption.zh
) -> None:
    """Show what a model is and where it is, compare its checksums, and print its card."""
    model = registry().model(name)
    facts = _facts(model, thorough=True)
    if as_json:
        print(json.dumps(facts, ensure_ascii=True, indent=1))
    else:
        _print_facts(model, facts, lang)
    raise typer.Exit(1 if facts["state"] == State.damaged else 0)


def _role_table(known: Registry, lang: LangOption) -> Table:
    table = Table()
    for title in (_ROLE.get(lang.value), *PROFILES, _SAYS.get(lang.value)):
        table.add_column(title, overflow="fold")
    for role in known.roles.values():
        own = (role.models.get(profile) for profile in PROFILES)
        fallback = f"({role.model('tiny')})" if "tiny" in role.models else "-"
        table.add_row(role.name, *(name or fallback for name in own), role.says.get(lang.value))
    return table


def _model_table(models: list[Model], lang: LangOption) -> Table:
    table = Table()
    for title in _COLUMNS:
        table.add_column(title.get(lang.value), overflow="fold")
    for model in models:
        state = state_of(model)
        size = f"{size_of(model) / 1e6:.1f}" if state is not State.absent else "-"
        table.add_row(model.name, _STATES[state].get(lang.value), size, model.origin, model.says.get(lang.value))
    return table


def _chosen(names: list[str] | None, profile: ProfileOption | None) -> list[Model]:
    if bool(names) == bool(profile):
        raise UsageError(
            Text(
                "请写出模型的名字，或用 --profile small 或 --profile hub，两者选一",
                "give models by name, or --profile small or --profile hub, one of the two",
            )
        )
    return registry().models_of(profile.value) if profile else [registry().model(name) for name in names or []]


def _try_to_fetch(model: Model, source: Path | None) -> Text | None:
    try:
        with with_bytes() as report:
            fetch(model, source, report)
    except UsageError as error:
        return error.text
    return None


def _say_what_came(models: list[Model], failed: dict[str, str], lang: LangOption) -> None:
    for model in models:
        if model.name not in failed:
            parts = {"name": model.name, "folder": folder_of(model), "megabytes": size_of(model) / 1e6}
            print(_HERE.get(lang.value).format(**parts))
    for error in failed.values():
        typer.echo(f"plm: {error}", err=True)


def _facts(model: Model, *, thorough: bool = False) -> dict[str, Any]:
    state = state_of(model, thorough=thorough)
    manifest = read_manifest(model)
    facts = {
        "name": model.name,
        "state": state.value,
        "folder": str(folder_of(model)),
        "bytes": size_of(model),
        "licence": model.licence,
        "origin": manifest.origin if manifest else model.origin,
        "roles": _roles(model),
        "says": model.says.to_json(),
    }
    return {**facts, "damaged": damaged_files(model)} if state is State.damaged else facts


def _roles(model: Model) -> list[str]:
    roles = registry().roles.values()
    return [f"{role.name} ({profile})" for role in roles for profile, name in role.models.items() if name == model.name]


def _print_facts(model: Model, facts: dict[str, Any], lang: LangOption) -> None:
    console = wide_console()
    console.print(f"{model.name}: {model.says.get(lang.value)}", markup=False)
    shown = {
        **facts,
        "state": _STATES[State(facts["state"])].get(lang.value),
        "megabytes": f"{facts['bytes'] / 1e6:.1f}",
    }
    for key, title in _FACTS.items():
        if key in shown:
            value = ", ".join(shown[key]) if isinstance(shown[key], list) else shown[key]
            console.print(f"  {title.get(lang.value)}: {value}", markup=False, soft_wrap=True)
    if facts["state"] == State.damaged:
        console.print(_MEND.get(lang.value).format(name=model.name), markup=False)
    card = folder_of(model) / "README.md"
    if card.is_file():
        print(f"\n{card.read_text(encoding='utf-8')}", end="")
