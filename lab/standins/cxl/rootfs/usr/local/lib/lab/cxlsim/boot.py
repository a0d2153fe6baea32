# SPDX-License-Identifier: GPL-3.0-or-later
"""Show the machine as it is after a boot."""

from __future__ import annotations

from cxlsim import hardware, kernel
from cxlsim.sysfs import Sysfs


def main() -> None:
    machine = hardware.read()
    if machine:
        Sysfs(machine).boot()
        with kernel.locked(machine):
            pass


if __name__ == "__main__":
    main()
