"""What is read of a table does not grow with what there was to choose from, in new tables and in old ones."""

import lzma

import msgspec
from sqlalchemy import update

from tallow.store import import_table, schema
from tallow.store.store import NewLink
from tests.store.archives import LONG_LISTS
from tests.web.people import Person


def test_a_treasure_divided_again_and_again_leaves_a_short_log(server):
    table = server.table()
    bo = table.join("Bo")
    bo.act("make_character", "player1")
    bo.answer_all()
    for _ in range(20):
        assert table.referee.act("divide_treasure", "", 100_000).status_code == 200
    log = table.referee.get("log?limit=200")
    divided = [line for line in log.json() if line["deed"]["name"] == "divide_treasure"]
    assert len(divided) == 20
    assert len(log.content) < 20 * 2_000
    assert table.referee.act("divide_treasure").status_code == 200
    (asked,) = table.referee.questions()
    assert asked["question"]["options"] == {"least": 1, "most": 100_000, "step": 1}
    assert len(table.referee.get("questions").content) < 2_000


def test_a_log_of_an_earlier_version_is_cut_down_when_it_is_read(server, tmp_path):
    path = tmp_path / "long.tallow"
    path.write_bytes(lzma.decompress(LONG_LISTS.read_bytes()))
    kept = import_table(server.store, path)
    (old,) = [row for row in path.read_bytes().splitlines() if b'{"line":[5,' in row]
    (body,) = msgspec.json.decode(old.partition(b" ")[2], type=dict[str, tuple[int, bool, msgspec.Raw]]).values()
    assert len(body[2]) > 500_000
    with server.store.engine.begin() as connection:
        lines = schema.lines.c
        as_it_was = update(schema.lines).where(lines.table_id == kept.id, lines.number == 5)
        connection.execute(as_it_was.values(body=bytes(body[2]), format=1, schema=1))
    server.store.add_links(kept.id, [NewLink("a-token-of-the-referee", "referee", "referee")]).result()
    ann = Person(server, "a-token-of-the-referee")
    newest = ann.get("log?limit=200")
    assert (newest.status_code, newest.json()[0]["number"]) == (200, 6), "what is kept there is too long for one answer"
    log = ann.get("log?limit=200&before=6")
    assert log.status_code == 200
    assert "divide_treasure" in log.text
    assert len(newest.content) + len(log.content) < 10_000
