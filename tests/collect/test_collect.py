"""What platforms hand out finds its student and its exercise; what could do harm is refused, with a word."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from autograder import archive
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


def test_a_folder_without_submitted_is_no_course(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder `submitted` in it; build a course with"):
        collect(tmp_path, tmp_path, SLUGS)


def test_of_two_files_in_one_attempt_the_notebook_is_taken(course: Path, tmp_path: Path) -> None:
    folder = "Zoë_503_assignsubmission_file_"
    files = {f"{folder}/polysemy.py": b"script", f"{folder}/polysemy.ipynb": b"notebook", f"{folder}/notes.txt": b"x"}
    collected = collect(course, zipped(tmp_path / "moodle.zip", files), SLUGS)
    assert taken(collected) == {"zoe/polysemy": b"notebook"}
    assert collected.doubled == [f"{folder}/polysemy.py"]


def test_the_exercise_is_said_by_a_folder_or_by_whoever_collects_or_else_asked_for(
    course: Path, tmp_path: Path
) -> None:
    files = {"li/sbo/final.py": b"li", "ana/final.py": b"ana"}
    source = zipped(tmp_path / "plain.zip", files)
    collected = collect(course, source, SLUGS)
    assert taken(collected) == {"li/sbo": b"li"}
    assert [(one.path, "--slug" in one.reason.en) for one in collected.refused] == [("ana/final.py", True)]
    assert taken(collect(course, source, SLUGS, only="polysemy")) == {"li/polysemy": b"li", "ana/polysemy": b"ana"}


def test_the_longest_of_several_names_is_meant(course: Path, tmp_path: Path) -> None:
    files = {"li/polysemy_2.py": b"li"}
    collected = collect(course, zipped(tmp_path / "z.zip", files), ("polysemy", "polysemy_2"))
    assert taken(collected) == {"li/polysemy_2": b"li"}


def test_two_students_of_one_name_are_nobody(course: Path, tmp_path: Path) -> None:
    (course / "roster.csv").write_text("student,name\na,Li Ming\nb,li ming\n", encoding="utf-8")
    collected = collect(course, zipped(tmp_path / "z.zip", {"LI MING/polysemy.py": b"x"}), SLUGS)
    assert collected.unmapped == ["LI MING/polysemy.py"]
    (course / "roster.csv").write_text("student,name\na,Li Ming\n", encoding="utf-8")
    assert taken(collect(course, tmp_path / "z.zip", SLUGS)) == {"a/polysemy": b"x"}


def test_a_file_beside_all_folders_is_nobodys(course: Path, tmp_path: Path) -> None:
    files = {"polysemy.py": b"x", "li/polysemy.py": b"li", ".hidden.py": b"x"}
    collected = collect(course, zipped(tmp_path / "z.zip", files), SLUGS)
    assert collected.unmapped == ["polysemy.py"]


def test_a_name_without_a_letter_is_nobody_where_there_is_no_roster(tmp_path: Path) -> None:
    course = tmp_path / "bare"
    (course / "submitted").mkdir(parents=True)
    files = {"..._503_assignsubmission_file_/polysemy.py": b"x"}
    collected = collect(course, zipped(tmp_path / "z.zip", files), SLUGS)
    assert [one.student for one in collected.taken] == []
    collected = collect(course, zipped(tmp_path / "y.zip", {"a*b_504_assignsubmission_file_/sbo.py": b"y"}), SLUGS)
    assert [one.student for one in collected.taken] == ["a-b"]


@pytest.mark.parametrize(
    "metadata",
    [
        b"\xff",
        b"a: [",
        b"- a list",
        b"submission_7: none",
        b"submission_7:\n  :submitters: none",
        b"submission_7:\n  :submitters: []",
        b"submission_7:\n  :submitters: [ana]",
        b"submission_7:\n  :submitters: [{':sid': }]",
    ],
)
def test_gradescope_metadata_that_names_nobody_takes_nothing(course: Path, tmp_path: Path, metadata: bytes) -> None:
    files = {"submission_metadata.yml": metadata, "submission_7/polysemy.py": b"x", "elsewhere/polysemy.py": b"y"}
    collected = collect(course, zipped(tmp_path / "gradescope.zip", files), SLUGS)
    assert collected.layout == "gradescope"
    assert not collected.taken
    assert set(collected.unmapped) == {"elsewhere/polysemy.py", "submission_7/polysemy.py"}


def test_what_is_damaged_or_locked_in_a_zip_is_refused_alone(course: Path, tmp_path: Path) -> None:
    path = zipped(tmp_path / "z.zip", {"li/polysemy.py": b"x = 1\n" * 50, "ana/polysemy.py": b"good"})
    content = bytearray(path.read_bytes())
    start = content.index(b"li/polysemy.py") + len(b"li/polysemy.py")
    content[start : start + 4] = b"\xff\xff\xff\xff"
    path.write_bytes(content)
    collected = collect(course, path, SLUGS)
    assert taken(collected) == {"ana/polysemy": b"good"}
    assert [(one.path, "cannot be unpacked" in one.reason.en) for one in collected.refused] == [
        ("li/polysemy.py", True)
    ]


def test_a_link_in_a_zip_is_refused(course: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as archive:
        link = zipfile.ZipInfo("li/polysemy.py")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    collected = collect(course, tmp_path / "z.zip", SLUGS)
    assert (collected.taken, len(collected.refused)) == ([], 1)


def test_an_archive_that_is_not_opened_is_said_to_be_none(course: Path, tmp_path: Path) -> None:
    files = {"li/polysemy.rar": b"Rar!", "ana/polysemy.zip": b"no zip", "zoe/polysemy.py": b"z"}
    collected = collect(course, zipped(tmp_path / "z.zip", files), SLUGS)
    assert taken(collected) == {"zoe/polysemy": b"z"}
    assert sorted(one.path for one in collected.refused) == ["ana/polysemy.zip", "li/polysemy.rar"]


def test_there_are_bounds_on_files_bytes_and_all_bytes(
    course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    for student, size in (("li", 10), ("ana", 30)):
        (folder / student).mkdir(parents=True)
        (folder / student / "sbo.py").write_bytes(bytes(size))
    monkeypatch.setattr("autograder.collect.source.MOST_BYTES", 20)
    collected = collect(course, folder, SLUGS)
    assert taken(collected) == {"li/sbo": bytes(10)}
    assert [one.path for one in collected.refused] == ["ana/sbo.py"]
    monkeypatch.setattr("autograder.collect.source.MOST_BYTES_IN_ALL", 9)
    with pytest.raises(UsageError, match="give a smaller part of it"):
        collect(course, folder, SLUGS)
    monkeypatch.setattr("autograder.collect.source.MOST_FILES", 1)
    with pytest.raises(UsageError, match="more than 1 files"):
        collect(course, folder, SLUGS)


def test_a_name_that_is_in_no_known_code_page_is_read_as_the_format_says(course: Path) -> None:
    info = zipfile.ZipInfo("\u00ff\u00ff.py")
    info.flag_bits = 0
    assert archive._name(info).endswith(".py")
    info.filename = "作业.py"
    info.flag_bits = 0x800
    assert archive._name(info) == "作业.py"


@pytest.mark.parametrize(
    ("roster", "said"),
    [
        (b"\xff\xfe", "cannot be read as a CSV table in UTF-8"),
        (b"name\nLi\n", "no column `student`"),
        (b"student\na/b\n", "row 2 has no usable name"),
        (b"student,name\n,Li\n", "row 2 has no usable name"),
    ],
)
def test_a_roster_that_is_no_table_of_students_is_one_clear_line(
    course: Path, tmp_path: Path, roster: bytes, said: str
) -> None:
    (course / "roster.csv").write_bytes(roster)
    with pytest.raises(UsageError, match=said):
        collect(course, zipped(tmp_path / "z.zip", {"li/sbo.py": b"x"}), SLUGS)
