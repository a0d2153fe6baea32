# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import subprocess
import sys
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[3]
PAIR = yaml.safe_load((ROOT / "tests/unit/nodes/pair.yml").read_text())


def state_of(document):
    """A Terraform state of version 4 with the document as its output, as Terraform 1.11 writes it."""
    outputs = {"nodes": {"value": document, "type": "dynamic"}}
    return json.dumps({"version": 4, "terraform_version": "1.11.4", "serial": 1, "outputs": outputs, "resources": []})


def without_mark(value):
    """Ansible 2.19 marks text that it will not take for a template."""
    return value.get("__ansible_unsafe", value)


@dataclass
class Cluster:
    """A cluster folder, and ansible-inventory run on its source with the repository's ansible.cfg."""

    folder: Path
    env: dict[str, str] = field(default_factory=dict)

    def write(self, path, text):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def state(self, path="terraform.tfstate", document=PAIR):
        self.write(path, state_of(document))

    def source(self, *sources, **options):
        self.write("nodes.yml", yaml.safe_dump({"plugin": "disagg.cluster.nodes", "sources": [*sources], **options}))

    def run(self, *arguments, source="nodes.yml", program="ansible-inventory"):
        env = {**os.environ, "ANSIBLE_CONFIG": str(ROOT / "ansible.cfg"), "ANSIBLE_NOCOLOR": "1", **self.env}
        command = [str(Path(sys.executable).parent / program), "-i", str(self.folder / source), *arguments]
        return subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True, timeout=120)

    def list(self, *arguments, source="nodes.yml"):
        done = self.run("--list", *arguments, source=source)
        assert done.returncode == 0, done.stderr
        assert "WARNING" not in done.stderr
        return json.loads(done.stdout, object_hook=without_mark)

    def refused(self, source="nodes.yml"):
        """What the user is told, without line breaks; the run must have failed, and without a traceback."""
        done = self.run("--list", source=source)
        assert done.returncode == 1, done.stdout
        assert "Traceback" not in done.stdout + done.stderr
        return " ".join(done.stderr.split())


@pytest.fixture
def pair():
    return deepcopy(PAIR)


@pytest.fixture
def cluster(tmp_path):
    return Cluster(tmp_path)
