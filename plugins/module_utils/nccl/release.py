# SPDX-License-Identifier: GPL-3.0-or-later
"""Releases of NCCL, and which of two is newer."""

from __future__ import annotations

import re

Release = tuple[int, int, int]
PATTERN = r"2\.[0-9]{1,3}(\.[0-9]{1,3})?"
NEWEST: Release = (2, 32, 3)  # the newest one whose library was looked at


def release(text: str) -> Release:
    """The release in ``2.27`` or ``2.27.5``; without a third number the first of its series. Raises ``ValueError``."""
    if not re.fullmatch(PATTERN, text):
        raise ValueError(f"{text!r} found; allowed: a release of NCCL such as 2.27 or 2.27.5")
    major, minor, patch = [*(int(part) for part in text.split(".")), 0][:3]
    return major, minor, patch


def release_or_newest(text: str | None) -> Release:
    """The release in ``text``; the newest known where it is not said."""
    return release(text) if text else NEWEST


def told(version: Release) -> str:
    """``2.27`` for the first of a series, else ``2.27.5``."""
    return ".".join(str(part) for part in (version if version[2] else version[:2]))
