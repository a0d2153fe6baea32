# SPDX-License-Identifier: GPL-3.0-or-later
"""The ways in which drivers let a port's settings be read and set: one result, whichever way it came. Pure."""
