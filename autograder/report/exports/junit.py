"""`junit`: a test suite a submission, for continuous integration.

Format: the JUnit XML that CI systems read (`testsuites`, `testsuite`, `testcase`, `failure`, `skipped`, `error`).
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from autograder.record import CheckResult, Record
from autograder.report.class_records import ClassRecords

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_files(class_records: ClassRecords) -> dict[str, str]:
    """`junit-<slug>.xml` for each exercise."""
    files = {}
    for exercise in class_records.exercises:
        root = ET.Element("testsuites", name=exercise.slug)
        for person, record in class_records.of(exercise.slug):
            root.append(suite(record, person.student))
        files[f"junit-{exercise.slug}.xml"] = _text(root)
    return files


def suite(record: Record, student: str) -> ET.Element:
    """One Record as a test suite."""
    checks = [(name, check) for name, function in record.functions.items() for check in function.checks]
    element = ET.Element("testsuite", name=_xml(f"{student}/{record.exercise}"))
    element.set("tests", str(len(checks)))
    element.set("failures", str(sum(check.passed is False for _, check in checks)))
    element.set("skipped", str(sum(check.passed is None for _, check in checks)))
    element.set("errors", str(int(record.status == "error")))
    element.set("time", f"{record.seconds:.3f}")
    element.extend(_case(name, check) for name, check in checks)
    if record.status == "error":
        ET.SubElement(ET.SubElement(element, "testcase", name="grading"), "error", message=_xml(record.error or ""))
    return element


def _case(function: str, check: CheckResult) -> ET.Element:
    case = ET.Element("testcase", classname=function, name=_xml(check.title.en), time=f"{check.seconds:.3f}")
    reason = check.reason.en if check.reason else ""
    if check.passed is None:
        ET.SubElement(case, "skipped", message=_xml(reason))
    elif not check.passed:
        said = [check.hint.en] if check.hint else []
        failure = ET.SubElement(case, "failure", message=_xml(reason))
        failure.text = _xml("\n".join([*said, *check.student_trace]))
    return case


def _text(root: ET.Element) -> str:
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
