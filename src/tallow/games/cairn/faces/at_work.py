"""How far rules carry out each spell, relic, thing, trait and power of a monster.

That is read from what the rules read: the fields of an entry, its `does`, the traits that they ask for.
"""

from functools import cache

from tallow.games.cairn.characters import boons
from tallow.games.cairn.characters.boon_use import RULES
from tallow.games.cairn.entries import Gear, Relic, Row, Spell, Thing, relics, rows, spells, tables, things
from tallow.games.cairn.folk import Monster, backgrounds, monsters, named_gear
from tallow.games.cairn.gear.things import from_gear, from_ref
from tallow.games.cairn.gear.uses import ELSEWHERE, working_of
from tallow.games.cairn.magic import relics as used
from tallow.games.cairn.magic.spells import working
from tallow.games.cairn.magic.workings import Working
from tallow.games.cairn.world.exploring import KEY
from tallow.games.game import AtWork, How
from tallow.mechanics.tables import row_id
from tallow.play import RuleId

ASKED_FOR = frozenset(("cairn.item.waterskin", "cairn.item.spellbook", "cairn.item.scroll"))
"""Things that rules ask for without their being used."""

NAMED = "As its name says."
GEAR = "A tool: it is there or not when the Warden asks what somebody has for a task."
TOLD = "Over at once: whoever uses it learns something, which the Warden says."
BOOK = "To read from; the Warden says what stands there."
KEEPSAKE = "A keepsake or something to wear: nothing comes of it but what the story makes of it."
REASONS = {
    **dict.fromkeys(
        (
            "Amadou", "Briar thorn", "Drowning rod", "Everquill", "False cuffs", "Goosefelt tarp",
            "Pulley", "Spike and cord", "Sponge",
        ),
        GEAR,
    ),
    **dict.fromkeys(("Heirloom amulet", "Oath compass", "Pullstones", "Echo leaf"), TOLD),
    **dict.fromkeys(
        (
            "A Treatise on the Abyss", "Garden of Glass", "The Cathedral and the Canopy", "The Silent Symphony",
            "The Star Waltz", "The Wild Tongue (scrolls)", "Tragic tales",
        ),
        BOOK,
    ),
    "Cursed sapphire": "It can be sold for its price; when it is back in the pocket the Warden says.",
    "Reverse teetotum": "The table's own undo takes back what happened; that all remember it is for the players.",
}  # fmt: skip
"""Why things of backgrounds are text; those that are not named here are keepsakes."""

BOND: RuleId = "cairn.table.bond"
STORY = "Who somebody is or what they can bring up; the Warden says what comes of it when it is called upon."
LIVES = {"Signs": TOLD}
"""Why some traits are text that others would have act; the rest is for the story."""

JUDGED = "A wound for the fiction: the Warden says what comes of it."


def at_work() -> tuple[AtWork, ...]:
    """All of it, with whether a rule acts, an effect goes on for its time, or the text alone is told."""
    return (*_magic(), *_things(), *_traits(), *_powers())


def _magic() -> tuple[AtWork, ...]:
    listed: list[tuple[Spell | Relic, str, How]] = []
    listed += [(one, "spells", _how(working(one.id))) for one in spells().values()]
    for one in relics().values():
        acts = one.passive or one.damage or one.armor
        listed.append((one, "relics", "acts" if acts else _how(used.working(one.id))))
    return tuple(
        [AtWork(one.id, kind, one.name, how, one.effect, TOLD if how == "text" else "") for one, kind, how in listed]
    )


def _how(made: Working) -> How:
    if made.does:
        return "acts"
    return "in_force" if made.seconds or made.hours or made.until else "text"


def _things() -> tuple[AtWork, ...]:
    """What is on the price list, and what backgrounds and their tables give, as far as it says more than its name."""
    goods = [(one, _of_thing(one)) for one in things().values() if one.effect != NAMED or one.does]
    listed = [AtWork(one.id, "goods", one.name, how, one.effect, GEAR if how == "text" else "") for one, how in goods]
    owners = {gear.name: of for of, gear in _given()}
    carried = [gear for gear in named_gear().values() if gear.name in owners and (gear.effect or gear.heals)]
    return (*listed, *[_carried(owners[gear.name], gear) for gear in carried])


def _carried(of: RuleId, gear: Gear) -> AtWork:
    how = _of_gear(gear)
    why = REASONS.get(gear.name, KEEPSAKE) if how == "text" else ""
    return AtWork(of, "things of backgrounds", gear.name, how, gear.effect or gear.heals, why)


def _given() -> list[tuple[RuleId, Gear]]:
    """Every line of gear of a background, with the entry that it stands in."""
    lines = [(one.id, gear) for one in backgrounds().values() for gear in one.gear]
    return lines + [(one.id, gear) for one in tables().values() for row in one.rows for gear in row.gives]


def _of_thing(thing: Thing) -> How:
    if thing.damage or thing.light or thing.room or thing.supply_step or thing.lost_step or thing.mirror:
        return "acts"
    if thing.id in ELSEWHERE or thing.id in ASKED_FOR or thing.service or thing.needs_beast:
        return "acts"
    return _how(working_of(from_ref(thing.id, "")))


def _of_gear(gear: Gear) -> How:
    if gear.damage or gear.armor or gear.heals or gear.light or gear.room or gear.eats_every or gear.passive:
        return "acts"
    if gear.ref or gear.qualities or gear.name in ELSEWHERE or gear.name == KEY:
        return "acts"
    return _how(working_of(from_gear(gear, "")))


@cache
def _asked_for() -> frozenset[str]:
    """The traits that rules ask for by name."""
    return frozenset(value for value in vars(boons).values() if isinstance(value, str) and value in rows())


_NUMBERS = (
    "creature", "gp", "max_hp_bonus", "supply_step", "lost_step", "terrain_step", "armor", "damage", "gear_gp",
    "one_item_gp", "extra_bonds", "private_omen", "slots_taken", "fatigue", "passive",
)  # fmt: skip


def _traits() -> tuple[AtWork, ...]:
    """What the rows of backgrounds and the bonds say of a character besides the things that they give."""
    sources = [id_ for one in backgrounds().values() for id_ in one.tables]
    return tuple(_trait(table, row) for table in (*sources, BOND) for row in tables()[table].rows if not row.only_gives)


def _trait(table: RuleId, row: Row) -> AtWork:
    key = row_id(table, row)
    acts = key in RULES or key in _asked_for() or any(getattr(row, field) for field in _NUMBERS)
    kind = "bonds" if table == BOND else "traits of backgrounds"
    how: How = "acts" if acts else "in_force" if row.duration else "text"
    return AtWork(table, kind, row.name, how, row.effect, LIVES.get(row.name, STORY) if how == "text" else "")


def _powers() -> tuple[AtWork, ...]:
    """The powers of monsters, and what their critical damage does."""
    found: list[AtWork] = []
    for one in monsters().values():
        found += [AtWork(one.id, "powers of monsters", f"{one.name}: {p.name}", "acts", p.effect) for p in one.powers]
        if one.critical != "none":
            how = _critical(one)
            why = JUDGED if how == "text" else ""
            found.append(AtWork(one.id, "critical damage of monsters", one.name, how, one.critical, why))
    return tuple(found)


def _critical(monster: Monster) -> How:
    judged = monster.aftermath is None or monster.aftermath.judged
    return "text" if judged and monster.critical_dice is None else "acts"
