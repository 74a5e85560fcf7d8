"""docs/hosting.md followed on this machine: its service and its nginx, with other ports, names and folders."""

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.web.server_process import PATIENCE, Process

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "hosting.md"
UNPACKED = ROOT / ".venv/nginx/usr/sbin/nginx"

WHOLE = """
daemon off;
{user}
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""
"""What Debian's nginx.conf is round a site, for a server of one test."""


def file_of_page(path: str) -> str:
    """What the page says stands in a file."""
    found = re.search(rf"^```\w+\n# {re.escape(path)}\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found, f"{PAGE} has no {path}"
    return found[1]


def service_options() -> list[str]:
    """What the page's service says to `tallow serve`."""
    (line,) = [
        line for line in file_of_page("/etc/systemd/system/tallow.service").splitlines() if line.startswith("ExecStart")
    ]
    return line.partition(" serve ")[2].split()


class Hosted:
    """A server behind nginx; `address` is that of nginx, with TLS."""

    def __init__(self, server: Process, address: str, access_log: Path) -> None:
        self.server = server
        self.address = address
        self.access_log = access_log


@contextmanager
def hosted(folder: Path, database: str) -> Iterator[Hosted]:
    """The service and nginx, as the page has them."""
    nginx = shutil.which("nginx") or (str(UNPACKED) if UNPACKED.exists() else "")
    if not nginx or not shutil.which("openssl"):
        pytest.skip("no nginx here: apt-get install nginx")
    port, plain = _free(), _free()
    address = f"https://127.0.0.1:{port}"
    options = service_options()
    options[options.index("--address") + 1] = address
    server = Process(folder, database=database, more=options)
    key, certificate, log = folder / "key.pem", folder / "certificate.pem", folder / "tallow.log"
    made = ["openssl", "req", "-x509", "-nodes", "-newkey", "rsa:2048", "-subj", "/CN=127.0.0.1", "-days", "2"]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)  # noqa: S603
    site = file_of_page("/etc/nginx/conf.d/tallow.conf")
    for said, instead in {
        "server 127.0.0.1:8000;": f"server {server.address.removeprefix('http://')};",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "/etc/letsencrypt/live/tallow.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/tallow.example.org/privkey.pem": str(key),
        "/var/log/nginx/tallow.log": str(log),
    }.items():
        assert said in site
        site = site.replace(said, instead)
    config = folder / "nginx.conf"
    user = "user root;" if os.getuid() == 0 else ""  # whose folder it is
    config.write_text(WHOLE.format(user=user, folder=folder, site=site))
    running = subprocess.Popen([nginx, "-p", folder, "-c", config], stderr=subprocess.PIPE)  # noqa: S603
    try:
        until = monotonic() + PATIENCE
        while not _listens(port):
            if running.poll() is not None or monotonic() > until:
                raise AssertionError((folder / "error.log").read_text() if running.stderr else "")
            sleep(0.01)
        yield Hosted(server, address, log)
    finally:
        running.terminate()
        running.communicate()
        assert server.end() == 0


def _free() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        return int(found.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
