# SPDX-License-Identifier: GPL-3.0-or-later
"""What NCCL makes of its variables: their table, its files, job scripts, and what is wrong with them. Pure."""
