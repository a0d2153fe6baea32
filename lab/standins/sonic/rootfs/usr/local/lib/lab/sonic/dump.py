# SPDX-License-Identifier: GPL-3.0-or-later
"""``sonic-db-dump``: the keys of one of redis' databases that match a pattern, as JSON."""

from __future__ import annotations

import argparse
import json
import time
from fnmatch import fnmatchcase

from . import database

PLACES = {"APPL_DB": database.APPL, "STATE_DB": database.STATE}


def main() -> None:
    """One object for each key, ``-y`` prints it for people; a lifetime of -0.001 s is none."""
    parser = argparse.ArgumentParser(prog="sonic-db-dump")
    parser.add_argument("-n", "--dbname", choices=sorted(PLACES), required=True)
    parser.add_argument("-k", "--keys", default="*")
    parser.add_argument("-y", "--pretty", action="store_true")
    words = parser.parse_args()
    place = PLACES[words.dbname]
    hashes = database.load(place) if place.exists() else {}
    shown = {
        key: {"expireat": time.time(), "ttl": -0.001, "type": "hash", "value": hashes[key]}
        for key in sorted(hashes)
        if fnmatchcase(key, words.keys)
    }
    print(json.dumps(shown, indent=2 if words.pretty else None))
