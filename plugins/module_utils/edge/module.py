# SPDX-License-Identifier: GPL-3.0-or-later
"""An Ansible module around a subject: the interface that all modules of one subject have in common."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Callable

from ansible.module_utils.basic import AnsibleModule

from ..backends.choice import AUTO
from ..reconcile import Rows, config_by
from ..subject import Options, Subject
from .converge import converge
from .host import ActionFailed, Host
from .process import LONGEST, run

PLACES = {"roots": {"type": "dict", "default": {}}, "tools": {"type": "dict", "default": {}}}


def backend_option(backends: Iterable[str]) -> dict[str, Any]:
    """The option by which a user says what ports are read and set by."""
    ways = [*backends]
    return {"backend": {"type": "str", "choices": [*ways, AUTO], "default": ways[0]}}


def host_of(module: AnsibleModule, longest: int = LONGEST) -> Host:
    """The machine the module runs on, where a command may take ``longest`` seconds."""
    return Host(partial(run, longest=longest), module.params["roots"], module.params["tools"])


def run_subject(
    subject: Subject,
    row: dict[str, Any],
    states: Iterable[str],
    options: dict[str, Any] | None = None,
    tells: Callable[[Rows], dict[str, Any]] = lambda rows: {},
) -> None:
    """Run ``subject`` as a module: ``row`` are the options of one entry of ``config``, ``options`` those beside it.

    ``tells`` adds to the result what follows from the rows as they are at the end.
    """
    spec = {
        "config": {"type": "list", "elements": "dict", "required": True, "options": row},
        "state": {"type": "str", "choices": [*states], "default": next(iter(states))},
        **PLACES,
        **(options or {}),
    }
    module = AnsibleModule(spec, supports_check_mode=True)
    beside = {name: module.params[name] for name in options or {}}
    module.exit_json(**_result(module, subject, beside, tells))


def _result(
    module: AnsibleModule, subject: Subject, options: Options, tells: Callable[[Rows], dict[str, Any]]
) -> dict[str, Any]:
    state = module.params["state"]
    try:
        outcome = converge(subject, host_of(module), state, module.params["config"], options, module.check_mode)
    except (ActionFailed, OSError, ValueError) as error:
        module.fail_json(msg=str(error))
    return {
        "changed": bool(outcome.actions) and state not in ("rendered", "gathered"),
        "before": config_by(subject.KEY, outcome.before),
        "after": config_by(subject.KEY, outcome.after),
        "commands": [action.shown() for action in outcome.actions],
        "diff": {"before": outcome.before, "after": outcome.after},
        **tells(outcome.found),
    }
