"""A table that cannot be read: a fault of the program, with a number that stands in the log with the cause."""

import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.run import tallow
from tests.web.people import Person, serving

BREAK = {
    "unknown field `mood`": "UPDATE tables SET snapshot = CAST('{\"mood\":1,' || substr(snapshot, 2) AS BLOB)",
    "written by a newer Cairn (schema 99": "UPDATE tables SET schema = 99",
    "written by a newer Tallow (format 99": "UPDATE tables SET format = 99",
    "incorrect header check": "UPDATE states SET body = x'00112233'",
}
"""What the log says, and what was done to the database."""


def dumped(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return list(connection.iterdump())


@pytest.mark.parametrize("cause", BREAK)
def test_the_page_has_a_number_and_the_log_has_the_cause_under_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, cause: str
) -> None:
    database = tmp_path / "tables.sqlite"
    with serving(tmp_path) as server:
        token = server.table().referee.token
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(BREAK[cause])
        connection.commit()
    before = dumped(database)
    with serving(tmp_path) as server, caplog.at_level(logging.ERROR):
        referee = Person(server, token)
        page, api = referee.page(), referee.get("table")
        said = referee.post("say", text="Is anybody there?")
        acted = referee.form("act", name="fate")
    assert [one.status_code for one in (page, api, said, acted)] == [500] * 4
    assert api.json()["code"] == "unreadable"
    (number,) = api.json()["facts"]
    for one in (*re.findall(r"in the log under ([0-9a-f]{8})\.", page.text), number):
        (record,) = [record for record in caplog.records if one in record.getMessage()]
        assert cause in record.getMessage()
        assert record.exc_info
        assert token not in caplog.text
    assert re.search(r"in the log under [0-9a-f]{8}\.", page.text)
    assert number in api.json()["message"]
    assert cause not in page.text
    assert cause not in api.text
    assert dumped(database) == before, "the table is left as it is"
    out = tmp_path / "mill.jsonl"
    ran = tallow("export", "The Old Mill", str(out), "--raw", "--database", f"sqlite:///{database}")
    assert ran.code == 0, ran.err
    assert '"table":"tables"' in out.read_text("utf-8").replace(" ", "")
