"""Browser tests have the same dice each time; where people play nobody knows them, whatever the tests do."""

from pathlib import Path

from tallow.table.dice import commitment
from tests.web.people import serving
from tests.web.seeded import SEED
from tests.web.server_process import Process, ask_api

OPENED = {"game": "cairn", "title": "The Old Mill", "name": "Ann"}


def test_every_table_of_a_seeded_server_has_the_same_dice(tmp_path: Path) -> None:
    server = Process(tmp_path, seeded=True)
    tokens = [ask_api(server.address, "tables", given=OPENED)[1]["referee"] for _ in range(2)]
    assert ask_api(server.address, "reveal", tokens[1], {})[0] < 300
    assert {ask_api(server.address, "table", token)[1]["promise"] for token in tokens} == {commitment(SEED)}
    assert len(set(tokens)) == 2, "links are as secret as ever"
    assert server.end() == 0


def test_no_two_tables_of_any_other_server_do(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        promises = {server.table().referee.get("table").json()["promise"] for _ in range(3)}
    assert len(promises | {commitment(SEED)}) == 4
