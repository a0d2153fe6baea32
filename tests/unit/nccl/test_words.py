# SPDX-License-Identifier: GPL-3.0-or-later
"""A script's words against bash itself: where nothing is computed, bash sees the same arguments."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from plugins.module_utils.nccl.words import commands

ALIKE = [
    "a b=c 'd e' \"f g\" h\\ i",
    'a \'x\'"y"z "a\\"b\\$c\\d" \'\'',
    "a b\\\nc \"d\\\ne\" 'f\\\ng'",
    "a # a comment\nb c#d '#e'",
    "a; b && c || d | e & f",
    "a 2>&1 b",
    "a <<< 'b c' d",
    "(a b) ; { c d; }",
    "a $ b '$c' \"\\`d\"",
    "a\tb\t\tc",
]
COMPUTED = [
    "$A",
    "${A:-b c}",
    "$(b | c)",
    "`b`",
    '"$A"',
    "$((1 + 2))",
    "$'a'",
    "'never closed",
    '"never closed',
    "$1",
    "$?",
]


@pytest.mark.skipif(not shutil.which("bash"), reason="skipped: there is no bash")
@pytest.mark.parametrize("text", ALIKE)
def test_words_are_those_that_bash_sees(text):
    """Every command is a function that tells its arguments; redirections are not words to bash."""
    names = "abcdefgh"
    tell = "".join(f"{name}() {{ printf '%s\\0' {name} \"$@\"; }}; " for name in names)
    ran = subprocess.run(
        ["bash", "-c", f"{tell}\n{text}\nwait"], capture_output=True, stdin=subprocess.DEVNULL, timeout=20
    )
    seen = sorted(ran.stdout.decode().split("\0")[:-1])
    words = [word.text for command in commands(text) for word in command]
    ours = sorted(word for word in words if word not in ("{", "}") and not word.startswith(("2>", "<<<")))
    assert set(seen) <= set(ours)
    assert [word for word in ours if word not in seen and word not in names] == [] or "<<<" in text


@pytest.mark.parametrize("text", COMPUTED)
def test_what_a_shell_would_compute_is_marked(text):
    [[_, word]] = [*commands(f"echo {text}")]
    assert word.computed


def test_each_word_knows_its_line():
    text = "a \\\nb\n\n'c\nd' e\n# f\ng"
    assert [(word.text, word.line) for command in commands(text) for word in command] == [
        ("a", 1),
        ("b", 2),
        ("c\nd", 4),
        ("e", 5),
        ("g", 7),
    ]
