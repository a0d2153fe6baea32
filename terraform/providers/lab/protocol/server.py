# SPDX-License-Identifier: GPL-3.0-or-later
"""Answer Terraform's calls by asking the resources; errors become diagnostics, never tracebacks."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from .messages import tfplugin6, tfplugin6_services
from .plan import planned, replaced_by
from .problem import Problem, attribute_path, diagnostic
from .schema import Schema, fitted, schema_message
from .values import Value, pack, unpack


class Resource(Protocol):
    """What a kind of resource has to know; each call raises Problem when it cannot do its work."""

    @property
    def schema(self) -> Schema:
        """Its attributes."""

    def problems(self, config: Value) -> list[Problem]:
        """Name everything that is wrong with a configuration; parts of it may be unknown."""

    def create(self, plan: Value) -> Value:
        """Make it, or leave nothing behind; returns it as it came out."""

    def read(self, state: Value) -> Value | None:
        """Look at it now; None when it is gone."""

    def update(self, state: Value, plan: Value) -> Value:
        """Change it in place; returns it as it came out."""

    def delete(self, state: Value) -> None:
        """Remove it; fine when it is gone already."""


def dynamic(value: Any) -> Any:
    """Wrap a value for the wire."""
    return tfplugin6.DynamicValue(msgpack=pack(value))


def told(response: Any, act: Callable[[], None]) -> Any:
    """Run ``act`` and put what went wrong into the response."""
    try:
        act()
    except Problem as problem:
        response.diagnostics.append(diagnostic(problem))
    except Exception as error:
        summary = f"The lab provider failed: {type(error).__name__}: {error}"
        response.diagnostics.append(diagnostic(Problem(summary, "This is a defect of the provider; please report it.")))
    return response


class Provider(tfplugin6_services.ProviderServicer):  # type: ignore[misc]  # made at run time from the .proto
    """One provider: its own settings and its resources by type name."""

    def __init__(
        self,
        schema: Schema,
        resources: Mapping[str, Resource],
        configure: Callable[[Value], None],
        stopping: threading.Event,
    ) -> None:
        self.schema = schema
        self.resources = resources
        self.configure = configure
        self.stopping = stopping

    def GetProviderSchema(self, request: Any, context: Any) -> Any:
        schemas = {name: schema_message(resource.schema) for name, resource in self.resources.items()}
        return tfplugin6.GetProviderSchema.Response(provider=schema_message(self.schema), resource_schemas=schemas)

    def ValidateProviderConfig(self, request: Any, context: Any) -> Any:
        return tfplugin6.ValidateProviderConfig.Response()

    def ConfigureProvider(self, request: Any, context: Any) -> Any:
        return told(tfplugin6.ConfigureProvider.Response(), lambda: self.configure(unpack(request.config.msgpack)))

    def ValidateResourceConfig(self, request: Any, context: Any) -> Any:
        response = tfplugin6.ValidateResourceConfig.Response()

        def act() -> None:
            problems = self.resources[request.type_name].problems(unpack(request.config.msgpack))
            response.diagnostics.extend(map(diagnostic, problems))

        return told(response, act)

    def UpgradeResourceState(self, request: Any, context: Any) -> Any:
        response = tfplugin6.UpgradeResourceState.Response()

        def act() -> None:
            stored = json.loads(request.raw_state.json)
            response.upgraded_state.CopyFrom(dynamic(fitted(self.resources[request.type_name].schema, stored)))

        return told(response, act)

    def ReadResource(self, request: Any, context: Any) -> Any:
        response = tfplugin6.ReadResource.Response(new_state=request.current_state)

        def act() -> None:
            found = self.resources[request.type_name].read(unpack(request.current_state.msgpack))
            response.new_state.CopyFrom(dynamic(found))

        return told(response, act)

    def PlanResourceChange(self, request: Any, context: Any) -> Any:
        response = tfplugin6.PlanResourceChange.Response(planned_state=request.proposed_new_state)

        def act() -> None:
            config, prior = unpack(request.config.msgpack), unpack(request.prior_state.msgpack)
            if config is None:
                return
            schema = self.resources[request.type_name].schema
            after = planned(schema, config, prior)
            response.planned_state.CopyFrom(dynamic(after))
            names = replaced_by(schema, prior, after) if prior else []
            response.requires_replace.extend(attribute_path([name]) for name in names)

        return told(response, act)

    def ApplyResourceChange(self, request: Any, context: Any) -> Any:
        response = tfplugin6.ApplyResourceChange.Response(new_state=request.prior_state)

        def act() -> None:
            state, plan = unpack(request.prior_state.msgpack), unpack(request.planned_state.msgpack)
            response.new_state.CopyFrom(dynamic(self._applied(request.type_name, state, plan)))

        return told(response, act)

    def _applied(self, kind: str, state: Value | None, plan: Value | None) -> Value | None:
        resource = self.resources[kind]
        if plan is None:
            resource.delete(state or {})
            return None
        return resource.update(state, plan) if state else resource.create(plan)

    def StopProvider(self, request: Any, context: Any) -> Any:
        self.stopping.set()
        return tfplugin6.StopProvider.Response()
