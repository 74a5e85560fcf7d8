"""How far rules carry out each spell, prayer, thing, skill, trait and action of an enemy."""

from collections.abc import Mapping

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.gear.tools import MAP
from tallow.games.dead_weight.magic.effects import MIND_FOG, MYSTIC_INK
from tallow.games.game import AtWork, How
from tallow.play import RuleId

KINDS: Mapping[str, str] = {
    "spell": "spells",
    "prayer": "prayers",
    "item": "things",
    "skill": "skills",
    "trait": "traits",
    "monster_trait": "traits of enemies",
    "enemy_action": "actions of enemies",
}
"""The kinds of entries that are for casting, using or having, and what they are called."""

NO_THING: tuple[RuleId, ...] = (
    "dead_weight.item.magical_item_or_scroll",
    "dead_weight.item.gold_coin",
    "dead_weight.item.silver_coin",
)
"""A class of things, and money."""

IN_FORCE: tuple[RuleId, ...] = (
    MIND_FOG,
    MYSTIC_INK,
    "dead_weight.spell.magic_mouth",
    "dead_weight.prayer.eyes_of_the_forest",
    MAP,
)
"""Effects that last for their time and that no rule reads."""

CHALK: RuleId = "dead_weight.item.chalk"
"""Its entry says only that it takes no slot."""


def at_work() -> tuple[AtWork, ...]:
    """All of it, with whether a rule acts, an effect goes on for its time, or the text alone is told."""
    entries = BOOK.entries()
    return tuple(
        [
            AtWork(raw["id"], called, entries[raw["id"]].title, _how(raw["id"]), entries[raw["id"]].text)
            for kind, called in KINDS.items()
            for raw in BOOK.raw(kind)
            if raw["id"] not in NO_THING
        ]
    )


def _how(id_: RuleId) -> How:
    if id_ in IN_FORCE:
        return "in_force"
    return "acts" if BOOK.entries()[id_].kind == "engine" and id_ != CHALK else "text"
