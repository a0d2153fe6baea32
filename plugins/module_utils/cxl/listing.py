# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads ``cxl list -vvv``: a tree of buses, ports and endpoints, in several shapes. Pure.

With one kind of object at the top the array holds it directly, with several it holds wrappers such as
``anon memdevs`` (pmem/ndctl v81, cxl/list.c). So everything is found by walking, wherever it lies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .topology import Decoder, Device, Region


@dataclass(frozen=True)
class Place:
    """Where the walk is: the host bridge it went through, and how many ports lie behind it."""

    bridge: str = ""
    depth: int = 0
    decoder: str = ""


def devices(tree: Any) -> list[Device]:
    """Every memory device, by PCI address; one without an endpoint has no host bridge."""
    found: dict[str, Device] = {}
    for told, place in _walk(tree, Place()):
        if isinstance(told.get("memdev"), str) and "position" not in told:  # an endpoint embeds its device by that key
            device = _device(told, place)
            if device.memdev not in found or device.ready:
                found[device.memdev] = device
    return sorted(found.values(), key=lambda device: (device.pci, device.memdev))


def decoders(tree: Any) -> list[Decoder]:
    """Every root decoder: only they tell what they are capable of."""
    found = [_decoder(told) for told, _place in _walk(tree, Place()) if "decoder" in told and "nr_targets" in told]
    roots = [decoder for decoder in found if decoder is not None]
    return sorted({decoder.name: decoder for decoder in roots}.values(), key=lambda decoder: decoder.name)


def regions(tree: Any) -> list[Region]:
    """Every region, by address; ``mappings`` come in any order and are put in that of their positions."""
    names = {device.memdev: device.member for device in devices(tree)}
    found = {
        str(told["region"]): _region(told, place, names)
        for told, place in _walk(tree, Place())
        if "region" in told and "decoder" not in told
    }
    return sorted(found.values(), key=lambda region: (region.resource, region.name))


def _walk(node: Any, place: Place) -> Iterator[tuple[dict[str, Any], Place]]:
    """Every object of the tree with its place."""
    for entry in node if isinstance(node, list) else [node]:
        if not isinstance(entry, dict):
            continue
        inner = _inside(entry, place)
        yield entry, inner
        for value in entry.values():
            if isinstance(value, (dict, list)):
                yield from _walk(value, inner)


def _inside(entry: dict[str, Any], place: Place) -> Place:
    """The place of what lies below ``entry``."""
    if "port" in entry and "depth" in entry:
        bridge = str(entry.get("host", "")) if entry["depth"] == 1 else place.bridge
        return Place(bridge, int(entry["depth"]), place.decoder)
    if "endpoint" in entry:
        return Place(place.bridge or _bridge_of(entry), int(entry.get("depth") or 0), place.decoder)
    return Place(place.bridge, place.depth, str(entry.get("decoder", place.decoder)))


def _bridge_of(endpoint: dict[str, Any]) -> str:
    """Where ports are not listed: an endpoint at depth 1 hangs on its host bridge, one at depth 2 tells its bus."""
    dport = str(endpoint.get("parent_dport", ""))
    if dport.startswith("pci"):
        return dport
    return f"pci{dport.rpartition(':')[0]}" if endpoint.get("depth") == 2 and dport.count(":") == 2 else ""


def _device(told: dict[str, Any], place: Place) -> Device:
    node = told.get("numa_node")
    return Device(
        str(told["memdev"]),
        _whole(told.get("serial")),
        str(told.get("host", "")),
        _whole(told.get("ram_size")),
        place.bridge,
        place.depth,
        bool(place.depth) and told.get("state") != "disabled",
        node if isinstance(node, int) else None,
        told,
    )


def _decoder(told: dict[str, Any]) -> Decoder | None:
    """A root decoder; a switch's or a device's tells of no capability."""
    if not any(f"{kind}_capable" in told for kind in ("pmem", "volatile", "accelmem")):
        return None
    targets = sorted(
        (target for target in told.get("targets") or [] if isinstance(target, dict)),
        key=lambda target: _whole(target.get("position")),
    )
    return Decoder(
        str(told["decoder"]),
        _whole(told.get("max_available_extent")),
        _whole(told.get("interleave_ways")) or 1,
        _whole(told.get("interleave_granularity")),
        tuple(str(target.get("target", "")) for target in targets),
        told.get("volatile_capable") is True,
    )


def _region(told: dict[str, Any], place: Place, names: dict[str, str]) -> Region:
    mappings = sorted(
        (mapping for mapping in told.get("mappings") or [] if isinstance(mapping, dict)),
        key=lambda mapping: _whole(mapping.get("position")),
    )
    members = tuple(names.get(str(mapping.get("memdev")), str(mapping.get("memdev"))) for mapping in mappings)
    return Region(
        str(told["region"]),
        place.decoder,
        _whole(told.get("resource")),
        _whole(told.get("size")),
        _whole(told.get("interleave_ways")) or 1,
        _whole(told.get("interleave_granularity")),
        str(told.get("type", "")),
        members,
        told.get("decode_state") == "commit" and told.get("state") != "disabled",
    )


def _whole(value: Any) -> int:
    """A number of the listing; 0 where there is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
