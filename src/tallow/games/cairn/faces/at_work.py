"""What becomes of spells and relics when they are used, for `tallow rules --coverage`."""

from tallow.games.cairn.entries import relics, spells
from tallow.games.cairn.magic import relics as used
from tallow.games.cairn.magic.effects import FEATHER
from tallow.games.cairn.magic.spells import working
from tallow.games.cairn.magic.workings import Working
from tallow.games.game import AtWork, How


def at_work() -> tuple[AtWork, ...]:
    """All of it, with whether a rule acts, an effect goes on for its time, or the text alone is told."""
    cast = [AtWork(one.id, "spells", one.name, _how(working(one.id)), one.effect) for one in spells().values()]
    for one in relics().values():
        acts = one.id == FEATHER or one.damage or one.armor
        how: How = "acts" if acts else _how(used.working(one.id))
        cast.append(AtWork(one.id, "relics", one.name, how, one.effect))
    return tuple(cast)


def _how(made: Working) -> How:
    if made.does:
        return "acts"
    return "in_force" if made.seconds or made.hours or made.until else "text"
