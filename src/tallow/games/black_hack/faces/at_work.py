"""How far rules carry out each spell, prayer, thing, ability and power of a monster.

That is read from what the rules read: the `does` of a spell, the functions by which things are used, the
typed fields of a monster's special.
"""

from msgspec import Struct

from tallow.games.black_hack.entries import BOOK, Special, Spell, monsters, prayers, spells, tables, things, wonders
from tallow.games.black_hack.gear import items
from tallow.games.black_hack.gear.magic_items import CHALK, SEAL, STONES, TOAD
from tallow.games.black_hack.magic.lasting import SIDE_EFFECTS
from tallow.games.black_hack.magic.memorising import INK
from tallow.games.game import AtWork, How
from tallow.play import RuleId

QUESTIONS = "The GM is asked, and answers."
WISH = "What comes true is the GM's to say."
FOUND = "What was spoiled, and what is pure now, only the GM knows."
WHYS = {"questions": QUESTIONS, "wish": WISH, "fiction": FOUND}

FOR_A_TIME = ("fiction", "mouth", "polymorph", "quest")
"""Values of `does` of spells that last, and whose consequences the GM judges."""

WHILE_IT_LASTS: tuple[RuleId, ...] = ("black_hack.prayer.speak_with_animals",)
"""Lasting effects that no rule asks for."""

NAMED: tuple[RuleId, ...] = ("black_hack.item.holy_symbol",)
"""Goods of which it is said that they do nothing."""

HELD: tuple[RuleId, ...] = (STONES, CHALK, SEAL, TOAD)
"""Magic items with an effect that lasts, or lasts while they are held, for the GM to judge."""


def at_work() -> tuple[AtWork, ...]:
    """All of it, with whether a rule acts, an effect goes on for its time, or the text alone is told."""
    return (
        *[_cast(one, "spells") for one in spells().values()],
        *[_cast(one, "prayers") for one in prayers().values()],
        *_magic_items(),
        *_goods(),
        *_abilities(),
        *_powers(),
        *_misfires(),
    )


def _cast(one: Spell, kind: str) -> AtWork:
    how: How = "acts"
    if one.does in FOR_A_TIME and (one.does != "fiction" or one.usage_die):
        how = "in_force"
    elif one.does in WHYS:
        how = "text"
    elif one.id in WHILE_IT_LASTS:
        how = "in_force"
    return AtWork(one.id, kind, one.name, how, one.effect, WHYS[one.does] if how == "text" else "")


def _magic_items() -> tuple[AtWork, ...]:
    found = []
    for one in wonders().values():
        how: How = "in_force" if one.id in HELD else "acts"
        found.append(AtWork(one.id, "magic items", one.name, how, one.effect))
    return tuple(found)


def _goods() -> tuple[AtWork, ...]:
    """What is on the price list, as far as more is said of it than its name and its price."""
    found = []
    for one in things().values():
        if one.ref or not one.ruling or ".repair_" in one.id:
            continue
        how: How = "in_force" if one.id == items.SPIKES else "acts"
        if one.id in NAMED or one.id in items.JUDGED or (one.id in items.PLAIN and one.id != INK):
            how = "text"
        found.append(AtWork(one.id, "goods", one.name, how, one.ruling.removeprefix("No effect is given; ")))
    return tuple(found)


class _Ability(Struct, frozen=True):
    """What a class can do."""

    id: RuleId
    name: str
    effect: str
    kind: str


def _abilities() -> tuple[AtWork, ...]:
    found = BOOK.load("ability", _Ability).values()
    return tuple(
        [
            AtWork(one.id, "abilities of classes", one.name, "acts" if one.kind == "engine" else "text", one.effect)
            for one in found
        ]
    )


def _powers() -> tuple[AtWork, ...]:
    """The specials of monsters."""
    return tuple(
        [
            AtWork(one.id, "powers of monsters", f"{one.name}: {special.name}", _power(special), special.effect)
            for one in monsters().values()
            for special in one.specials
        ]
    )


def _power(special: Special) -> How:
    acts = (
        special.test or special.fail or special.does or special.resists or special.proof or special.heals
        or special.breath or special.spell or special.spell_level
    )  # fmt: skip
    return "acts" if acts else "in_force" if special.reforms else "text"


def _misfires() -> tuple[AtWork, ...]:
    """The rows of the table of Magical Side Effects."""
    return tuple(
        [
            AtWork(SIDE_EFFECTS, "side effects", row.name, "acts" if row.does else "text", row.effect)
            for row in tables()[SIDE_EFFECTS].rows
        ]
    )
