"""The mark of a test that holds entries of a rulebook: `@covers("cairn.save.one")`, or `@covers("cairn.spell.*")`.

A star stands for every entry of that kind, and is honest only on a test that goes through each of them.
"""

import pytest


def covers(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.covers(ids)
