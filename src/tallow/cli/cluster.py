"""The cluster that a simulation is sent to."""

import logging
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from tallow.cli.faults import Wrong
from tallow.extras import need

CONNECT_SECONDS = 10


def takes_cluster(parser: ArgumentParser) -> None:
    """Add `--dask`."""
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="simulate on the Dask cluster whose scheduler is there: tcp://host:8786"
    )


@contextmanager
def executor_of(given: Namespace) -> Iterator[Executor | None]:
    """A context manager for what does the chunks of a simulation, where `--dask` names a cluster; else None."""
    if not given.dask:
        yield None
        return
    need("--dask", "distributed")
    from distributed import Client  # noqa: PLC0415  (an extra)

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is said below
    try:
        client = Client(given.dask, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as fault:
        said = str(fault).splitlines()[0].rstrip(".")
        raise Wrong(f'No Dask scheduler answers at "{given.dask}": {said}. Start one with: dask scheduler') from None
    with client, client.get_executor() as executor:
        yield executor
