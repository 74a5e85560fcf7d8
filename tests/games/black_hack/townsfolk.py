"""Characters in a safe place, where Hours pass and things are for sale."""

from msgspec.structs import replace

from tests.games.black_hack.fighters import table


def town(*party, **more):
    """A table in downtime."""
    return replace(table(*party, settings=more.pop("settings", None)), phase="downtime", unit="hours", **more)
