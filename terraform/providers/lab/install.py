# SPDX-License-Identifier: GPL-3.0-or-later
"""Install the provider as a filesystem mirror, so that plain ``terraform init`` finds it without a network.

``python terraform/providers/lab/install.py MIRROR [PYTHON]`` prints the path of a Terraform CLI configuration
file; with TF_CLI_CONFIG_FILE set to it, ``terraform init && terraform apply`` work offline.
"""

from __future__ import annotations

import argparse
import platform
import shlex
import sys
from pathlib import Path

SOURCE = "disagg.internal/disagg/lab"  # as in required_providers; the host is only a name, nothing is asked there
VERSION = "0.1.0"
ROOT = Path(__file__).resolve().parents[3]
# One of the names that every environment has: the lock file remembers the launcher, and so its words.
PYTHON = Path(sys.prefix) / "bin/python3"
# Go's names, which Terraform uses in its folders, for what uname calls the machine.
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def launcher(python: Path, root: Path) -> str:
    """Write the script that Terraform starts; stable, because the lock file holds its hash."""
    folder, program = shlex.quote(str(root)), shlex.quote(str(python))
    return f"#!/bin/sh\nPYTHONPATH={folder} exec {program} -m terraform.providers.lab\n"


def settings(mirror: Path) -> str:
    """Write the CLI configuration: this provider comes from the mirror, all others from where they always come."""
    return (
        "provider_installation {\n"
        f'  filesystem_mirror {{\n    path    = "{mirror}"\n    include = ["{SOURCE}"]\n  }}\n'
        f'  direct {{\n    exclude = ["{SOURCE}"]\n  }}\n'
        "}\n"
        "disable_checkpoint = true\n"
    )


def install(mirror: Path, python: Path = PYTHON) -> Path:
    """Fill the mirror and return the path of the CLI configuration file beside the provider's folder."""
    mirror = mirror.absolute()
    machine = platform.machine()
    target = f"{platform.system().lower()}_{ARCHITECTURES.get(machine, machine)}"
    folder = mirror / SOURCE / VERSION / target
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / f"terraform-provider-lab_v{VERSION}"
    write(program, launcher(python.absolute(), ROOT), 0o755)
    config = mirror / "terraformrc"
    write(config, settings(mirror), 0o644)
    return config


def write(path: Path, content: str, mode: int) -> None:
    """Write a file in one step, so that a Terraform that runs meanwhile sees the old or the new one."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(content)
    fresh.chmod(mode)
    fresh.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description="Install the lab's Terraform provider as a filesystem mirror.")
    parser.add_argument("mirror", type=Path, help="folder of the mirror, made if it is not there")
    parser.add_argument("python", type=Path, nargs="?", default=PYTHON, help="Python of the provider")
    chosen = parser.parse_args()
    print(install(chosen.mirror, chosen.python))


if __name__ == "__main__":
    main()
