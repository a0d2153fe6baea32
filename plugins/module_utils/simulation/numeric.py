# SPDX-License-Identifier: GPL-3.0-or-later
"""NumPy, where it is installed: only the controller needs it, and only to simulate."""

from __future__ import annotations

try:
    import numpy
except ImportError:  # targets have none and never come here
    numpy = None  # type: ignore[assignment]

__all__ = ["MISSING", "numpy"]

MISSING = "Nothing was simulated: the controller lacks NumPy and Matplotlib (pip install numpy matplotlib)."
