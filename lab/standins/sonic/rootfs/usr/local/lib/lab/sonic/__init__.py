# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in for SONiC's management: CONFIG_DB as a file, the command line over it, the kernel under it."""
