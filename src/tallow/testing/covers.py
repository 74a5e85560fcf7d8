"""The mark of a test that holds entries of a rulebook: `@covers("cairn.save.one")`, or `@covers("cairn.spell.*")`.

A star stands for every entry of that kind, and is honest only on a test that goes through each of them.
`tallow.games.coverage` counts what is covered.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def covers(*ids: str) -> "pytest.MarkDecorator":
    """Mark a test with the entries that it holds; it needs pytest, which the rest of `tallow.testing` does not."""
    import pytest  # noqa: PLC0415  (only tests have it)

    return pytest.mark.covers(ids)
