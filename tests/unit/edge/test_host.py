# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine's edge, on a tree of its own and with small programs for tools; nothing is mocked."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plugins.module_utils.edge.host import ActionFailed, Host
from plugins.module_utils.edge.process import run
from plugins.module_utils.subject import Read, Remove, Run, Seen, Write

ROOT = Path(__file__).parents[3]


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(run, {"/etc": f"{tmp_path}/etc", "/sys": f"{tmp_path}/sys"}, {})


def tool(tmp_path: Path, text: str) -> str:
    path = tmp_path / "tool"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_a_file_is_read_with_its_bytes_and_its_mode(host: Host, tmp_path: Path) -> None:
    host.act(Write("/etc/deep/x.conf", "a=\udcff\r\n", "0600"))
    assert (tmp_path / "etc/deep/x.conf").read_bytes() == b"a=\xff\r\n"
    assert host.look({"x": Read(path="/etc/deep/x.conf")})["x"] == Seen(text="a=\udcff\r\n", mode="0600")
    assert [path.name for path in (tmp_path / "etc/deep").iterdir()] == ["x.conf"]


def test_a_missing_file_is_missing_and_a_folder_is_its_names(host: Host, tmp_path: Path) -> None:
    (tmp_path / "sys/module/mlx5_ib").mkdir(parents=True)
    seen = host.look({name: Read(path=f"/sys/module{name}") for name in ("", "/nosuch", "/mlx5_ib/a")})
    assert seen[""].text == "mlx5_ib\n"
    assert seen["/nosuch"].missing
    assert seen["/mlx5_ib/a"].missing


def test_a_glob_gives_each_files_text_by_its_path(host: Host, tmp_path: Path) -> None:
    (tmp_path / "sys/gids").mkdir(parents=True)
    (tmp_path / "sys/gids/0").write_text("fe80\n")
    (tmp_path / "sys/gids/1").symlink_to("nowhere")
    assert host.look({"g": Read(glob="/sys/gids/*")})["g"].files == {"/sys/gids/0": "fe80\n", "/sys/gids/1": ""}


def test_a_removed_file_is_gone_and_may_be_gone_already(host: Host, tmp_path: Path) -> None:
    host.act(Write("/etc/x", "", "0644"))
    host.act(Remove("/etc/x"))
    host.act(Remove("/etc/x"))
    assert not (tmp_path / "etc/x").exists()


def test_a_tool_that_is_not_installed_is_named(host: Host) -> None:
    seen = host.look({"x": Read(("nosuchtool", "-j"))})["x"]
    assert (seen.missing, seen.tool, seen.error) == (True, "nosuchtool", "command nosuchtool is not installed")
    with pytest.raises(ActionFailed, match="nosuchtool -j: command nosuchtool is not installed"):
        host.act(Run(("nosuchtool", "-j")))


def test_an_action_that_fails_says_what_came_back(tmp_path: Path) -> None:
    host = Host(run, {}, {"dcb": tool(tmp_path, "echo 'Attribute write: File exists' >&2; exit 1")})
    with pytest.raises(ActionFailed, match=r"dcb app add: Attribute write: File exists \(exit code 1\)"):
        host.act(Run(("dcb", "app", "add")))


def test_a_file_that_cannot_be_written_says_why(host: Host, tmp_path: Path) -> None:
    (tmp_path / "etc").write_text("a file where a folder must be")
    with pytest.raises(ActionFailed, match="install -m 0644 /dev/stdin /etc/x: "):
        host.act(Write("/etc/x", "", "0644"))


def test_a_command_gets_its_words_as_they_are(tmp_path: Path) -> None:
    host = Host(run, {}, {"echo": tool(tmp_path, 'printf "%s|" "$@"')})
    assert host.look({"x": Read(("echo", "$HOME", "~", "a b"))})["x"].text == "$HOME|~|a b|"


def test_looks_wait_beside_each_other(tmp_path: Path) -> None:
    host = Host(run, {}, {"ping": tool(tmp_path, "sleep 1; echo $1")})
    start = time.monotonic()
    seen = host.look({str(number): Read(("ping", str(number))) for number in range(12)})
    assert [look.text for look in seen.values()] == [f"{number}\n" for number in range(12)]
    assert time.monotonic() - start < 8


def test_the_sessions_variable_is_found_below_a_shell_that_cleared_it() -> None:
    """As sudo does: the process has an empty environment, its parent's parent has the variable."""
    code = (
        "from plugins.module_utils.edge.session import variable; print(variable('SSH_CONNECTION'), variable('NO_SUCH'))"
    )
    # the shell in between must stay, so it has more to do after
    command = f'env -i {sys.executable} -c "{code}"; true'
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        env={**os.environ, "SSH_CONNECTION": "192.0.2.7 5 192.0.2.1 22"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "192.0.2.7 5 192.0.2.1 22 \n"
