# SPDX-License-Identifier: GPL-3.0-or-later
"""Where Terraform starts the provider: ``python -m terraform.providers.lab``."""

from __future__ import annotations

from .protocol.handshake import serve
from .provider import lab_provider

if __name__ == "__main__":
    serve(lab_provider())
