"""What becomes of a spell or relic when it is used, for `tallow rules --coverage`."""

from tallow.games.cairn.entries import relics, spells
from tallow.games.cairn.magic import relics as used
from tallow.games.cairn.magic.effects import FEATHER
from tallow.games.cairn.magic.spells import working
from tallow.games.game import AtWork
from tallow.play import RuleId


def at_work(entry: RuleId) -> AtWork:
    """Whether a rule acts, an effect goes on for its time, or the text alone is told."""
    relic = relics().get(entry)
    if entry not in spells() and relic is None:
        return ""
    made = working(entry) if relic is None else used.working(entry)
    if made.does or entry == FEATHER or (relic is not None and (relic.damage or relic.armor)):
        return "acts"
    return "in_force" if made.seconds or made.hours or made.until else "text"
