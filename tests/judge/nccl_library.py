# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks NVIDIA's own libnccl, in this process, what it makes of NCCL_CONF_FILE. A CPU is enough.

The answer is JSON on stderr; on stdout is what NCCL says itself.

    NCCL_CONF_FILE=nccl.conf python tests/judge/nccl_library.py /path/to/libnccl.so.2

``ncclGetUniqueId`` reads the files and puts the variables into the C library's environment, where they are then read.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Iterator

ID_BYTES = 128  # nccl.h, NCCL_UNIQUE_ID_BYTES


def environment() -> Iterator[bytes]:
    """The C library's environment, which Python's os.environ is a copy of from before."""
    entries = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
    index = 0
    while (entry := entries[index]) is not None:
        yield entry
        index += 1


def main(path: str) -> None:
    library = ctypes.CDLL(path)
    version, unique = ctypes.c_int(), ctypes.create_string_buffer(ID_BYTES)
    library.ncclGetVersion(ctypes.byref(version))
    before = {*environment()}
    rc = library.ncclGetUniqueId(ctypes.byref(unique))
    added = [entry.decode("utf-8", "surrogateescape") for entry in environment() if entry not in before]
    result = {"version": version.value, "rc": rc, "variables": [entry.split("=", 1) for entry in added]}
    print(json.dumps(result), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
