"""The released notebook in JupyterLab, as a student has it: run all, write a solution, check it, validate, save, be graded."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import element_to_be_clickable
from selenium.webdriver.support.wait import WebDriverWait

from autograder.demo.compose import split_program
from autograder.exercise import Exercise
from autograder.grade import Grader
from autograder.nbgrader_bridge.course import build_course
from autograder.notebook import notebook_bytes, release_notebook
from tests.browsers import start_chromium

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.timeout(600)]
TOKEN = "lab-test"
_PATIENCE = 240
_CELLS = """
const cells = window.jupyterapp.shell.currentWidget.content.widgets;
return cells.map(cell => ({id: cell.model.id, state: cell.prompt ?? null,
    outputs: cell.model.type === 'code' ? cell.model.outputs.toJSON() : []}));
"""
_WRITE = """
const cells = window.jupyterapp.shell.currentWidget.content.widgets;
for (const cell of cells) { if (cell.model.id in arguments[0]) cell.model.sharedModel.setSource(arguments[0][cell.model.id]); }
"""
_READY = """
const panel = window.jupyterapp?.shell?.currentWidget;
return panel?.sessionContext?.session?.kernel?.status === 'idle' && panel.content.widgets.length > 3;
"""


@dataclass(frozen=True)
class Lab:
    """JupyterLab open on the notebook in a browser."""

    browser: Chrome
    notebook: Path

    def command(self, name: str) -> None:
        """Run one of JupyterLab's commands and wait for its end."""
        self.browser.execute_async_script(
            "const done = arguments[1]; window.jupyterapp.commands.execute(arguments[0]).then(() => done(), () => done());",
            name,
        )

    def outputs(self) -> dict[str, str]:
        """What stands below each code cell, by the cell's id."""
        return {cell["id"]: _text(cell["outputs"]) for cell in self.browser.execute_script(_CELLS)}

    def write(self, sources: dict[str, str]) -> None:
        """Put text into cells, by id."""
        self.browser.execute_script(_WRITE, sources)

    def press(self, word: str) -> None:
        """Press the button that says this."""
        place = (By.XPATH, f"//*[self::button or self::jp-button][normalize-space(.)='{word}']")
        WebDriverWait(self.browser, 30).until(element_to_be_clickable(place)).click()

    def dialog(self) -> str:
        """What the dialog says that comes up."""
        place = (By.CSS_SELECTOR, ".jp-Dialog-content")
        text = WebDriverWait(self.browser, _PATIENCE).until(lambda browser: browser.find_element(*place)).text
        self.browser.find_element(By.CSS_SELECTOR, ".jp-Dialog-button.jp-mod-accept").click()
        return str(text)


def _text(outputs: list[dict[str, Any]]) -> str:
    parts = []
    for output in outputs:
        parts.append(output.get("text", ""))
        parts += output.get("traceback", [])
    return "\n".join("".join(part) for part in parts)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, polysemy: Exercise) -> Path:
    """A folder as a student has it: the released notebook and its data, in a place with a name that needs quoting."""
    course = tmp_path_factory.mktemp("course") / "course"
    build_course(course, ["polysemy"])
    home = tmp_path_factory.mktemp("我的 作业") / "polysemy"
    source = course / "source" / "polysemy"
    for path in (path for path in source.rglob("*") if path.is_file()):
        target = home / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    (home / "polysemy.ipynb").write_bytes(notebook_bytes(release_notebook(polysemy)))
    return home


@pytest.fixture(scope="module")
def lab(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab with nbgrader's extension on that folder."""
    browser = start_chromium()
    home = tmp_path_factory.mktemp("home")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--expose-app-in-browser"),
        *("--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", f"--IdentityProvider.token={TOKEN}"),
        *(["--allow-root"] if os.getuid() == 0 else []),
    ]
    environment = {**os.environ, "HOME": str(home), "JUPYTER_PREFER_ENV_PATH": "1"}
    log = (home / "log").open("w", encoding="utf-8")
    server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_for(url, server, home / "log")
        browser.set_script_timeout(_PATIENCE)
        browser.get(f"{url}/lab/tree/polysemy.ipynb?token={TOKEN}")
        WebDriverWait(browser, _PATIENCE).until(lambda browser: browser.execute_script(_READY))
        yield Lab(browser, folder / "polysemy.ipynb")
    finally:
        browser.quit()
        server.terminate()
        server.wait(timeout=30)
        log.close()


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(f"{url}/api/status?token={TOKEN}", timeout=10).close()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
        else:
            return
    pytest.fail(log.read_text(encoding="utf-8")[-2000:])


def test_a_notebook_goes_from_the_stub_to_full_points_in_jupyterlab(
    lab: Lab, polysemy: Exercise, grader: Grader
) -> None:
    lab.command("notebook:run-all-cells")
    said = lab.outputs()["check-parse_marked"]
    assert "parse_marked 还没有写" in said and "公开检查通过 0/" in said
    assert "Traceback" not in said and "cell.py" not in said and "NotImplementedError" not in said

    program = polysemy.reference.read_text(encoding="utf-8")
    solution = {f"{key}": text for key, text in split_program(polysemy, program).items() if key != "ANALYSIS"}
    lab.write(solution)
    lab.command("notebook:run-all-cells")
    outputs = lab.outputs()
    for function in polysemy.functions:
        assert "✗" not in outputs[f"check-{function.cell}"] and "✓" in outputs[f"check-{function.cell}"]

    lab.press("Validate")
    assert "passes all the tests" in lab.dialog()

    lab.command("docmanager:save")
    handed_in = lab.notebook.read_bytes()
    assert json.loads(handed_in)["nbformat"] == 4
    record = grader.grade(handed_in, "polysemy.ipynb", polysemy)
    assert sum(result.points for result in record.functions.values()) == 17.0
    assert [entry for entry in lab.browser.get_log("browser") if "SyntaxError" in entry["message"]] == []
