"""Open the web table: people join with their phones and browsers, and everything is kept in a file."""

import signal
import socket
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from contextlib import closing
from errno import EADDRINUSE
from functools import partial
from io import StringIO
from ipaddress import ip_network
from typing import TYPE_CHECKING

from tallow.cli.faults import Wrong
from tallow.cli.options import number, takes_database, takes_house
from tallow.cli.tables import alone, must_be_shared, open_store
from tallow.cli.workers import Supervisor
from tallow.logs import log_json
from tallow.terminal.pen import pen_for

if TYPE_CHECKING:
    from tallow.store import Store

EXAMPLES = """\
  tallow serve
  tallow serve --host 127.0.0.1 --port 9000
  tallow serve --database /var/lib/tallow/tables.sqlite --address https://tallow.example.org
  tallow serve --host 127.0.0.1 --proxy 127.0.0.1 --address https://tallow.example.org
  tallow serve --database postgresql://tallow:secret@localhost/tallow --workers 4
"""

EVERYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104  (phones round the table must reach it)

BARE = "The scripts and fonts of the pages are missing. In a checkout, fetch them: npm ci && sh scripts/vendor.sh"
"""A package has them; in a checkout they must be fetched first."""


MOST_WORKERS = 64


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("--host", default="0.0.0.0", help="where to listen; 127.0.0.1 for this machine alone (all)")  # noqa: S104
    parser.add_argument("--port", type=number(0, 65535), default=8000, help="where to listen; 0 for any (8000)")
    takes_database(parser)
    takes_house(parser)
    parser.add_argument("--address", default="", metavar="URL", help="the address of links, when a proxy stands before")
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        type=_proxy,
        metavar="ADDRESS",
        help="a proxy that stands before, which is believed for whom it asks; may be given again (none)",
    )
    parser.add_argument(
        "--workers",
        type=number(1, MOST_WORKERS),
        default=1,
        metavar="N",
        help="how many processes serve together; more than one needs PostgreSQL (1)",
    )
    parser.add_argument(
        "--sweep",
        type=number(0),
        default=0,
        metavar="DAYS",
        help="remove tables at which nothing was done for so long after they were opened; all others stay (0: never)",
    )
    parser.add_argument("--log-json", action="store_true", help="log each answer and event as a line of JSON")
    parser.add_argument("--no-qr", action="store_true", help="draw no QR code")


def run(given: Namespace) -> int:
    """Serve until interrupted."""
    from tallow.web.assets import STATIC  # noqa: PLC0415  (an extra: only those who serve have it)

    if given.log_json:
        log_json()
    if given.workers > 1:
        must_be_shared(given.database)
    if not (STATIC / "vendor" / "ready").is_file():
        print(BARE, file=sys.stderr)
    listening = _listen(given.host, given.port)
    port = listening.getsockname()[1]
    here = f"http://{'127.0.0.1' if given.host in EVERYWHERE else given.host}:{port}"
    tell = partial(_tell, here, given.address or _network(given.host, port), qr=not given.no_qr)
    with closing(listening), alone(given.database, here):
        if given.workers > 1:
            with open_store(given.database, new=True):
                pass  # whatever is wrong with it is said once, and one process migrates it
            supervisor = Supervisor(given, listening)
            supervisor.handle_signals()
            supervisor.start()
            tell()
            supervisor.run()
            stopped_by = supervisor.stopped_by
        else:
            with open_store(given.database, new=True) as store:
                stopped_by = serve_store(given, store, listening, tell)
    return 130 if stopped_by == signal.SIGINT else 0


def serve_store(
    given: Namespace,
    store: "Store",
    listening: socket.socket,
    tell: Callable[[], None] | None = None,
    *,
    loads_first: bool = False,
) -> int:
    """Serve a store in this process until a signal comes, and return its number; `tell` is called once it can stop.

    It `loads_first` where others serve meanwhile.
    """
    from tallow.web.app import make_app  # noqa: PLC0415
    from tallow.web.process.server import Server  # noqa: PLC0415

    network = partial(_network, given.host, listening.getsockname()[1])
    app = make_app(store, address=given.address, network=network, sweep_days=given.sweep)
    rooms = app.state.services.rooms
    server = Server(app, rooms, tuple(given.proxy), log_answers=given.log_json, loads_first=loads_first)
    server.handle_signals()
    if tell:
        tell()
    server.run(sockets=[listening])
    return server.stopped_by


def _proxy(said: str) -> str:
    """An argument type: the address of a proxy, or a network of them."""
    try:
        ip_network(said)
    except ValueError:
        raise ArgumentTypeError(f'"{said}" is not the address of a proxy, such as 127.0.0.1 or 10.0.0.0/8') from None
    return said


def _network(host: str, port: int) -> str:
    """A function that returns the address at which others reach a server that listens everywhere; "" for any other.

    It looks again each time, because machines change networks.
    """
    lan = _lan() if host in EVERYWHERE else ""
    return f"http://{lan}:{port}" if lan else ""


def _listen(host: str, port: int) -> socket.socket:
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(kind, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except (OSError, OverflowError) as fault:
        listening.close()
        why, how = getattr(fault, "strerror", None) or fault, "Name an address of this machine, or leave out --host."
        if isinstance(fault, OSError) and fault.errno == EADDRINUSE:
            how = "Close what listens there, perhaps another Tallow, or take any free port: tallow serve --port 0"
        elif isinstance(fault, PermissionError):
            how = "Ports from 1024 on are free to all: tallow serve --port 8000"
        raise Wrong(f"Cannot listen at {host}, port {port}: {why}. {how}") from None
    return listening


def _lan() -> str:
    """The address of this machine in the local network, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        found = str(probe.getsockname()[0])
    return "" if found.startswith("127.") else found


def _tell(here: str, others: str, *, qr: bool) -> None:
    print(f"Tallow is at {here}")
    if others:
        print(f"For phones round the table: {others}")
        if qr and sys.stdout.isatty():
            _draw(others)
    print("Ctrl+C closes it.", flush=True)


def _draw(link: str) -> None:
    """Print a QR code, dark on light whatever the terminal's colours are: not every phone reads inverted codes."""
    import segno  # noqa: PLC0415

    pen, drawn = pen_for(sys.stdout), StringIO()
    segno.make(link, error="m").terminal(drawn, compact=True)
    for line in drawn.getvalue().splitlines() if pen.shapes else ():
        print(f"\x1b[97;40m{line}\x1b[0m" if pen.colour else line)
