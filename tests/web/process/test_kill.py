"""Servers, databases, networks, clocks and disks fail under load; every table stands where its people left it.

`python -m scripts.faults` does the same for as long as one likes.
"""

import pytest
from scripts.faults.endurance import FULL, MOST, endurance
from scripts.postgresql import NoPostgresql


def test_every_table_in_a_file_stands_where_its_people_left_it() -> None:
    with endurance("sqlite") as run:
        assert run.endure(5) > 5 * MOST // 4
        assert run.faults == [*run.kinds, "server"]
        assert run.refusals <= FULL


def test_every_table_in_postgresql_stands_where_its_people_left_it() -> None:
    pytest.importorskip("psycopg", reason="no psycopg here: it is the extra `postgres`")
    try:
        with endurance("postgresql") as run:
            faults = len(run.kinds) + 1
            assert run.endure(faults) > faults * MOST // 4
            assert run.faults == [*run.kinds, "server"]
    except NoPostgresql:
        pytest.skip("no PostgreSQL here: apt-get install postgresql")
