"""A doctor report as JUnit XML, for CI systems that show test results."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from rna_cli.domain.checks import Verdict

if TYPE_CHECKING:
    from rna_cli.doctor.report import Report

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_junit(report: Report, *, strict: bool) -> str:
    """Return the XML: a suite a section, a case a check. With `strict` a warning is a failure."""
    failing = {Verdict.FAIL, Verdict.WARN} if strict else {Verdict.FAIL}
    root = ET.Element("testsuites", name="rna doctor")
    for section in report.sections:
        failures = [check for check in section.checks if check.verdict in failing]
        suite = ET.SubElement(
            root,
            "testsuite",
            name=section.name,
            tests=str(len(section.checks)),
            failures=str(len(failures)),
            errors="0",
        )
        for check in section.checks:
            case = ET.SubElement(suite, "testcase", classname=f"rna.doctor.{section.name}", name=check.name)
            if check.verdict in failing:
                failure = ET.SubElement(case, "failure", message=_clean(check.message))
                failure.text = _clean(check.hint)
            else:
                ET.SubElement(case, "system-out").text = _clean(f"{check.verdict.value}: {check.message}")
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
