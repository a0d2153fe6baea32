#!/usr/bin/python
# SPDX-License-Identifier: GPL-3.0-or-later
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_report
short_description: Judge a cluster by its plans, and write the report
version_added: 0.1.0
description:
  - Compares the plans of all hosts and switches with what M(disagg.cluster.host_state) saw on them, at both ends of
    every link, and says of each thing whether it passed, failed, was skipped (with the reason) or was not readable.
  - One fault is told once. What follows from it is skipped and names it.
  - Writes C(report.json), C(report.md) and C(report.html), one page without any other file, that draws the topology.
  - Shows what each kind of switch does under the incast it is planned for, simulated with the plan's thresholds and
    with the nearest published ones. This needs NumPy and, for the pictures, Matplotlib on the controller; the report
    says so where they are missing.
  - Runs on the controller and needs PyYAML and Jinja2 there, which ansible-core brings.
  - Proven on golden plans of three clusters, and in the lab, where a drill breaks one thing at a time; the simulation
    against the fixed points of DCQCN.
author: The disagg founders (@disagg)
attributes:
  check_mode: {support: full, description: Judges and writes nothing.}
  diff_mode: {support: none, description: The report is no setting.}
options:
  cluster:
    description: Name of the cluster.
    type: str
    required: true
  plans_folder:
    description: Where the plans lie, one file C(<host>.yml) for each host and switch.
    type: path
    required: true
  added:
    description: By host, subjects that its plan's file does not have, such as the boot unit.
    type: dict
    default: {}
  looks:
    description:
      - Results of M(disagg.cluster.host_state) by host, as they were registered, also where the host was unreachable
        or the module failed.
      - Left out, the findings of the last C(report.json) are set in type again.
    type: dict
  racks:
    description: The rack of each host, for the drawing.
    type: dict
    default: {}
  when:
    description: What to write as the time of the look. Left out, that of the last report.
    type: str
  folder:
    description: Where to write the report.
    type: path
    required: true
  template:
    description: The page as a Jinja2 template, which takes the variable C(view).
    type: path
    required: true
"""

EXAMPLES = r"""
- name: Judge the lab
  disagg.cluster.cluster_report:
    cluster: lab
    plans_folder: inventories/lab/plan
    looks: "{{ dict(groups.all | zip(groups.all | map('extract', hostvars, 'look'))) }}"
    when: "{{ now(utc=true, fmt='%Y-%m-%d %H:%M UTC') }}"
    folder: inventories/lab/report
    template: playbooks/templates/report.html.j2
  register: report
# report.summary: {passed: 312, failed: 1, skipped: 2, unreadable: 0}
# report.findings[0]: {check: pfc, host: compute-1, where: rail0 lossless, wanted: "3", found: none, status: failed,
#   remedy: "run apply.yml, which sets it as planned"}
"""

RETURN = r"""
findings:
  description: All findings that are not passed, the worst first. The passed ones are in C(report.json).
  returned: always
  type: list
  elements: dict
summary: {description: "How many findings there are of each status.", returned: always, type: dict}
good:
  description: Whether nothing failed and nothing was unreadable, for what cannot be read is not proven.
  returned: always
  type: bool
text: {description: "The counts and all that failed or was unreadable, for a terminal.", returned: always, type: str}
files: {description: "The files of the report.", returned: always, type: list, elements: str}
changed: {description: "Whether the findings differ from those of the last report.", returned: always, type: bool}
"""

from pathlib import Path
from typing import Any

from ansible.module_utils.basic import AnsibleModule

from ..module_utils.checks.judge import judge
from ..module_utils.checks.looks import looks_of
from ..module_utils.edge import drawing, report_file
from ..module_utils.findings import Finding, from_report, to_report
from ..module_utils.report import incast
from ..module_utils.report.document import document, in_order, is_good, with_subjects
from ..module_utils.report.markdown import markdown
from ..module_utils.report.reasons import warnings
from ..module_utils.report.terminal import terminal
from ..module_utils.report.view import view

ARGUMENT_SPEC = {
    "cluster": {"type": "str", "required": True},
    "plans_folder": {"type": "path", "required": True},
    "added": {"type": "dict", "default": {}},
    "looks": {"type": "dict"},
    "racks": {"type": "dict", "default": {}},
    "when": {"type": "str"},
    "folder": {"type": "path", "required": True},
    "template": {"type": "path", "required": True},
}


def main() -> None:
    module = AnsibleModule(ARGUMENT_SPEC, supports_check_mode=True)
    try:
        module.exit_json(**_result(module.params, module.check_mode))
    except (OSError, ValueError) as error:
        module.fail_json(msg=str(error))


def _result(wish: dict[str, Any], pretend: bool) -> dict[str, Any]:
    plans = in_order(with_subjects(report_file.read_plans(wish["plans_folder"]), wish["added"]))
    last = report_file.read_report(wish["folder"])
    findings = _findings(wish, plans, last)
    kinds = incast.kinds(plans)
    told = [incast.document(kind) for kind in kinds]
    report = document(wish["cluster"], wish["when"] or last.get("when", ""), findings, told)
    texts = _texts(wish, plans, report, findings, _simulated(plans, kinds))
    files = [str(Path(wish["folder"]) / name) for name in texts]
    if not pretend:
        report_file.write_all(wish["folder"], texts)
    return {
        "changed": report["findings"] != last.get("findings"),
        "findings": to_report(finding for finding in findings if finding.status != "passed"),
        "summary": report["summary"],
        "good": is_good(findings),
        "text": terminal(wish["cluster"], findings),
        "files": files,
    }


def _findings(wish: dict[str, Any], plans: dict[str, Any], last: dict[str, Any]) -> list[Finding]:
    if wish["looks"] is not None:
        return judge(plans, looks_of(wish["looks"]))
    if not last:
        raise ValueError(f"looks: missing, and {wish['folder']} has no report.json yet; run verify.yml")
    return from_report(last["findings"])


def _simulated(plans: dict[str, Any], kinds: list[incast.Kind]) -> dict[str, Any]:
    """What the page says of the incast, with pictures where they can be drawn."""
    pictures = [drawing.drawing(incast.lines(kind), incast.title(kind)) for kind in kinds]
    return incast.section(kinds, pictures, [incast.missing(plans), drawing.missing() if kinds else ""])


def _texts(
    wish: dict[str, Any],
    plans: dict[str, Any],
    report: dict[str, Any],
    findings: list[Finding],
    simulated: dict[str, Any],
) -> dict[str, str]:
    seen = view(wish["cluster"], report["when"], plans, wish["racks"], findings, simulated)
    return {
        report_file.JSON: report_file.json_text(report),
        report_file.MARKDOWN: markdown(wish["cluster"], report["when"], findings, warnings(plans), simulated),
        report_file.HTML: report_file.page(wish["template"], seen),
    }


if __name__ == "__main__":
    main()
