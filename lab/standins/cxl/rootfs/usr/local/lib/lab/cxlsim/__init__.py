# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands in for the kernel's CXL, dax and memory hotplug, and for the tools cxl and daxctl 81."""
