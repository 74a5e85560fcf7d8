"""A server over a fresh store, and a table on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.people import Server, Tokens, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that can be asked without a network."""
    with serving(tmp_path) as running:
        yield running


@pytest.fixture
def table(server: Server) -> Tokens:
    """A table of Cairn, without players."""
    return server.table()
