# SPDX-License-Identifier: GPL-3.0-or-later
"""CXL memory of a host: what the tools tell of it, and how a wish becomes regions. Pure."""
