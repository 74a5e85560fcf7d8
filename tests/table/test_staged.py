"""The tables that are set for a question or an effect still come to it."""

import pytest

from tests.table.explorer import seen
from tests.table.staged import STAGES
from tests.table.staging import staged

ALL = [(name, wanted) for name, stages in STAGES.items() for wanted in stages]


@pytest.mark.parametrize(("name", "wanted"), ALL)
def test_a_table_that_is_set_for_something_comes_to_it(name: str, wanted: str) -> None:
    assert wanted in {*seen(staged(name, STAGES[name][wanted], wanted))}
