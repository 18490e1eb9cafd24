"""What platforms hand out finds its student and its exercise; what could do harm is refused, with a word."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from autograder.collect import Collected, collect
from autograder.errors import UsageError

SLUGS = ("polysemy", "sbo")
ROSTER = """student,name,canvas_id,moodle_id,gradescope_sid,email,git
li,李 小明,11,501,S1,li@example.org,liming
ana,Ana Sá,12,502,S2,ana@example.org,ana-s
zoe,Zoë,13,503,S3,zoe@example.org,zoe
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "course"
    (folder / "submitted").mkdir(parents=True)
    (folder / "roster.csv").write_text(ROSTER, encoding="utf-8")
    return folder


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def taken(collected: Collected) -> dict[str, bytes]:
    return {f"{one.student}/{one.slug}": one.path.read_bytes() for one in collected.taken}


def test_canvas_names_are_read_with_attempts_and_late_marks(course: Path, tmp_path: Path) -> None:
    files = {
        "lixiaoming_11_900_polysemy.ipynb": b"first",
        "lixiaoming_11_950_polysemy-1.ipynb": b"second",
        "saana_LATE_12_901_polysemy.py": b"late",
        "stranger_77_902_polysemy.ipynb": b"whose?",
    }
    collected = collect(course, zipped(tmp_path / "canvas.zip", files), SLUGS)
    assert collected.layout == "canvas"
    assert taken(collected) == {"li/polysemy": b"second", "ana/polysemy": b"late"}
    assert {one.student: one.late for one in collected.taken} == {"li": False, "ana": True}
    assert collected.doubled == ["lixiaoming_11_900_polysemy.ipynb"]
    assert collected.unmapped == ["stranger_77_902_polysemy.ipynb"]
    assert ("zoe", "polysemy") in collected.missing


@pytest.mark.parametrize("joint", ["/", ""])
def test_moodle_is_read_with_folders_and_without(course: Path, tmp_path: Path, joint: str) -> None:
    files = {
        f"李 小明_501_assignsubmission_file_{joint}polysemy.ipynb": b"li",
        f"Zoë_503_assignsubmission_file_{joint}sbo.py": b"zoe",
    }
    collected = collect(course, zipped(tmp_path / "moodle.zip", files), SLUGS)
    assert collected.layout == "moodle"
    assert taken(collected) == {"li/polysemy": b"li", "zoe/sbo": b"zoe"}


def test_gradescope_submitters_come_from_its_metadata(course: Path, tmp_path: Path) -> None:
    metadata = """submission_7:
  :submitters:
  - :name: Ana Sá
    :sid: S2
    :email: other@example.org
submission_8:
  :submitters:
  - :name: Zoë
    :email: zoe@example.org
"""
    files = {
        "assignment_export/submission_metadata.yml": metadata.encode(),
        "assignment_export/submission_7/polysemy.ipynb": b"ana",
        "assignment_export/submission_8/polysemy.py": b"zoe",
    }
    collected = collect(course, zipped(tmp_path / "gradescope.zip", files), SLUGS)
    assert collected.layout == "gradescope"
    assert taken(collected) == {"ana/polysemy": b"ana", "zoe/polysemy": b"zoe"}


def test_git_clones_are_mapped_by_their_names_ends(course: Path, tmp_path: Path) -> None:
    for name, content in (("hw1-liming", "li"), ("hw1-ana-s", "ana")):
        clone = tmp_path / "clones" / name / "sbo"
        clone.mkdir(parents=True)
        (clone / "sbo.py").write_text(content, encoding="utf-8")
        (tmp_path / "clones" / name / ".git").mkdir()
        (tmp_path / "clones" / name / ".git" / "sbo.py").write_text("not this", encoding="utf-8")
    collected = collect(course, tmp_path / "clones", SLUGS)
    assert collected.layout == "folders"
    assert taken(collected) == {"li/sbo": b"li", "ana/sbo": b"ana"}


def test_the_zip_of_plm_pack_is_opened_and_one_inside_it_is_not(course: Path, tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("polysemy.py", b"packed")
        archive.writestr("receipt.json", b"{}")
        archive.writestr("more.zip", b"PK")
    files = {"lixiaoming_11_900_polysemy.zip": inner.getvalue(), "zoe_13_901_polysemy.py": b"zoe"}
    collected = collect(course, zipped(tmp_path / "canvas.zip", files), SLUGS)
    assert taken(collected) == {"li/polysemy": b"packed", "zoe/polysemy": b"zoe"}
    assert [refused.path for refused in collected.refused] == ["lixiaoming_11_900_polysemy.zip/more.zip"]


def test_paths_that_lead_outside_are_refused(course: Path, tmp_path: Path) -> None:
    files = {"../../evil_11_1_polysemy.py": b"x", "/tmp/evil_11_2_polysemy.py": b"x", "li_11_3_polysemy.py": b"good"}
    collected = collect(course, zipped(tmp_path / "bad.zip", files), SLUGS)
    assert taken(collected) == {"li/polysemy": b"good"}
    assert len(collected.refused) == 2
    assert not list(tmp_path.glob("evil*"))


def test_links_are_refused(course: Path, tmp_path: Path) -> None:
    source = tmp_path / "folder" / "li" / "polysemy"
    source.mkdir(parents=True)
    (source / "polysemy.py").symlink_to("/etc/passwd")
    collected = collect(course, tmp_path / "folder", SLUGS)
    assert not collected.taken
    assert len(collected.refused) == 1


def test_what_unpacks_to_too_much_is_refused(course: Path, tmp_path: Path) -> None:
    bomb = zipped(tmp_path / "bomb.zip", {"li_11_1_polysemy.py": b"0" * 20_000_000})
    collected = collect(course, bomb, SLUGS)
    assert not collected.taken
    assert len(collected.refused) == 1


def test_names_in_gbk_are_read(course: Path, tmp_path: Path) -> None:
    path = tmp_path / "gbk.zip"
    name = "李 小明_501_assignsubmission_file_polysemy.py"
    disguised = name.encode("gb18030").decode("cp437")
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo("placeholder")
        info.filename = disguised
        archive.writestr(info, b"li")
    content = path.read_bytes()
    raw = name.encode("gb18030")
    utf8 = disguised.encode("utf-8")
    if (
        utf8 in content
    ):  # zipfile writes what is not ASCII as UTF-8 and says so: put the raw name there, without the flag
        pytest.skip("this zipfile cannot write a name in another code page")
    assert raw in content
    assert taken(collect(course, path, SLUGS)) == {"li/polysemy": b"li"}


def test_a_later_script_takes_the_place_of_an_earlier_notebook(course: Path, tmp_path: Path) -> None:
    collect(course, zipped(tmp_path / "one.zip", {"li_11_1_polysemy.ipynb": b"old"}), SLUGS)
    collected = collect(course, zipped(tmp_path / "two.zip", {"li_11_2_polysemy.py": b"new"}), SLUGS)
    folder = course / "submitted" / "li" / "polysemy"
    assert [path.name for path in folder.iterdir()] == ["polysemy.py"]
    assert taken(collected) == {"li/polysemy": b"new"}


def test_without_a_roster_the_platforms_names_are_used_and_made_safe(tmp_path: Path) -> None:
    course = tmp_path / "bare"
    (course / "submitted").mkdir(parents=True)
    collected = collect(course, zipped(tmp_path / "z.zip", {"Zoë_503_assignsubmission_file_/polysemy.py": b"z"}), SLUGS)
    assert [one.student for one in collected.taken] == ["Zoë"]


def test_what_is_neither_folder_nor_zip_is_one_clear_line(course: Path, tmp_path: Path) -> None:
    (tmp_path / "x.rar").write_bytes(b"Rar!")
    with pytest.raises(UsageError, match="neither a folder nor a zip"):
        collect(course, tmp_path / "x.rar", SLUGS)
