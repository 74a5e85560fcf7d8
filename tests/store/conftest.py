"""Where tables are kept: SQLite in a file, and PostgreSQL in a server of its own, if there is one to be had."""

from collections.abc import Callable

import pytest


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request, tmp_path) -> str:
    """The address of a fresh database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    fresh: Callable[[], str] = request.getfixturevalue("postgresql")
    return fresh()
