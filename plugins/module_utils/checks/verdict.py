# SPDX-License-Identifier: GPL-3.0-or-later
"""The four verdicts, each with its remedy. Pure."""

from __future__ import annotations

from ..findings import Finding
from .remedies import remedy

ALL = "all"  # the place of a verdict over a whole subject


def passed(check: str, host: str, where: str, wanted: str, found: str = "") -> Finding:
    """It is as wanted; ``found`` only where it is told in other words."""
    return Finding(check, host, where, wanted, found or wanted, "passed")


def failed(check: str, host: str, where: str, wanted: str, found: str, cause: str = "") -> Finding:
    """It is not as wanted; ``cause`` picks a remedy of its own."""
    return Finding(check, host, where, wanted, found, "failed", remedy(cause or check, "failed"))


def skipped(check: str, host: str, where: str, wanted: str, reason: str) -> Finding:
    """It was not judged, for ``reason``."""
    return Finding(check, host, where, wanted, reason, "skipped")


def unreadable(check: str, host: str, where: str, wanted: str, error: str) -> Finding:
    """It could not be read: ``error`` came back."""
    return Finding(check, host, where, wanted, error, "unreadable", remedy(check, "unreadable"))
