# SPDX-License-Identifier: GPL-3.0-or-later
"""The wish, cluster.yml: how it is read, what may stand in it, and what is wrong with it."""
