"""Tables in a store, step by step."""

from msgspec.structs import replace

from tallow.store import Kept, Store
from tallow.table import Step


def keep(store: Store, kept: Kept, step: Step) -> Kept:
    """The table after a step, once that is durable."""
    kept, durable = store.keep(kept, step)
    durable.result()
    return kept


def alike(one: Kept, other: Kept) -> bool:
    """The same table but for its place and its dice."""
    tables = [replace(kept.table, past=(), dice=one.table.dice) for kept in (one, other)]
    return tables[0] == tables[1]
