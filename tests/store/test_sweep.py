"""Tables at which nothing was ever done can be swept; all others stay."""

from sqlalchemy import insert, select

from tallow.games.deeds import Action
from tallow.play import REFEREE
from tallow.store import Kept, NewLink, Store, schema
from tallow.table import Step, open_table
from tallow.table.seats import referee
from tests.store.keeping import keep


def test_only_tables_at_which_nothing_was_done_are_swept(where: str) -> None:
    now = [1_000_000.0]
    store = Store(where, now=lambda: now[0])

    def opened(title: str) -> Kept:
        """A table as the web opens one: with a link, and whoever opens it sits there."""
        first = open_table("cairn", title, {}, bytes(32), example=True)
        seated = first.table.sit(referee("Ann"))
        step = Step(seated.table, (*first.records, *seated.records), first.line)
        return store.create(step, (NewLink(title, "player"),))

    untouched, _, kept_open, joined, played = (
        opened(title) for title in ("untouched", "in memory", "open elsewhere", "joined", "played")
    )
    with store.engine.begin() as connection:
        connection.execute(insert(schema.processes), {"id": "another", "beat": 1})
        connection.execute(insert(schema.presence), {"process_id": "another", "table_id": kept_open.id, "seat": "p"})
    keep(store, joined, joined.table.join("Bo"))
    keep(store, played, played.table.act(REFEREE, Action("fate")))
    now[0] += 1000
    opened("new")

    def titles() -> set[str]:
        return {title for _, _, title in store.tables()}

    store.sweep(999_000).result()
    assert len(titles()) == 6
    (in_memory,) = [id_ for id_, _, title in store.tables() if title == "in memory"]
    store.sweep(1_000_500, [in_memory]).result()
    assert titles() == {"in memory", "open elsewhere", "joined", "played", "new"}
    assert store.entry("untouched") is None
    assert store.entry("joined") is not None
    with store.engine.connect() as connection:
        for table in (schema.records, schema.lines, schema.states, schema.links):
            assert not connection.execute(select(table).where(table.c.table_id == untouched.id)).all()
    store.close()
