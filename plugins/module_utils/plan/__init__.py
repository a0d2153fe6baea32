# SPDX-License-Identifier: GPL-3.0-or-later
"""What shall be: from the wish and the nodes to one plan per host, one file per subject. docs/fabric.md says why."""
