"""Characters in a safe place, where Hours pass and things are for sale."""

from msgspec.structs import replace

from tallow.games.black_hack.gear.market import listing
from tallow.games.black_hack.state import State
from tests.games.black_hack.fighters import table


def town(*party, **more):
    """A table in downtime."""
    return replace(table(*party, settings=more.pop("settings", None)), phase="downtime", unit="hours", **more)


def asked_for(ref, state=State()):  # noqa: B008
    """How a buyer asks for something of the list; a state in which it has been priced knows what it costs today."""
    return listing(state, ref)
