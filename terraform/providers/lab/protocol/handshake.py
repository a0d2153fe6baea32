# SPDX-License-Identifier: GPL-3.0-or-later
"""Start as a plugin of Terraform: the cookie, the one-run certificate, the socket and the line that names them."""

from __future__ import annotations

import base64
import datetime
import os
import signal
import sys
import tempfile
import threading
from concurrent import futures
from typing import Any

import grpc
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from .messages import controller, controller_services, tfplugin6_services
from .server import Provider

# Both words are the protocol's; they keep people from starting a plugin by hand.
COOKIE = ("TF_PLUGIN_MAGIC_COOKIE", "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2")
# Terraform works on 10 resources at a time unless told otherwise (-parallelism); more only wait in its queue.
WORKERS = 32
# How often the provider looks whether the Terraform that started it is still there, in seconds.
WATCH_INTERVAL = 5.0


class Controller(controller_services.GRPCControllerServicer):  # type: ignore[misc]  # made from the .proto
    """Terraform's way to say that it is done."""

    def __init__(self, done: threading.Event) -> None:
        self.done = done

    def Shutdown(self, request: Any, context: Any) -> Any:
        self.done.set()
        return controller.Empty()


def certificate() -> tuple[bytes, bytes, bytes]:
    """Make a certificate for this run: private key as PEM, certificate as PEM, certificate as DER."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    pem, der = (made.public_bytes(form) for form in (serialization.Encoding.PEM, serialization.Encoding.DER))
    return private, pem, der


def listening(provider: Provider, done: threading.Event, socket: str) -> tuple[grpc.Server, str]:
    """Serve on a Unix socket; returns the server and the line that tells Terraform about it."""
    private, pem, der = certificate()
    server = grpc.server(futures.ThreadPoolExecutor(WORKERS))
    tfplugin6_services.add_ProviderServicer_to_server(provider, server)
    controller_services.add_GRPCControllerServicer_to_server(Controller(done), server)
    server.add_secure_port(f"unix://{socket}", grpc.ssl_server_credentials([(private, pem)]))
    server.start()
    # Core protocol 1, plugin protocol 6; Terraform wants the certificate without base64 padding.
    return server, f"1|6|unix|{socket}|grpc|{base64.b64encode(der).decode().rstrip('=')}"


def serve(provider: Provider) -> None:
    """Serve one Terraform until it says so or is gone."""
    name, word = COOKIE
    if os.environ.get(name) != word:
        sys.exit("terraform-provider-lab is a plugin: Terraform starts it. Run terraform init and apply instead.")
    # Ctrl-C reaches the whole process group; Terraform then asks with StopProvider, so that work can end in order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    done, parent = threading.Event(), os.getppid()
    with tempfile.TemporaryDirectory(prefix="tflab") as folder:
        server, line = listening(provider, done, f"{folder}/plugin")
        print(line, flush=True)
        while not done.wait(WATCH_INTERVAL) and os.getppid() == parent:
            pass
        server.stop(0.5).wait()
