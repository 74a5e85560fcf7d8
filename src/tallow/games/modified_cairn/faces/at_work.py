"""How far rules carry out each Runeskelf, relic, thing, row of a life and power of a monster.

That is read from what the rules read: the fields of an entry, what it is known for, the rows they ask for.
"""

from functools import cache

from tallow.games.game import AtWork, How
from tallow.games.modified_cairn.characters import boons
from tallow.games.modified_cairn.characters.boons import ELM_BOW, INSTRUMENTS, MAP, SKULL
from tallow.games.modified_cairn.characters.shapes import CHAIN
from tallow.games.modified_cairn.characters.upkeep import PETS, SNUFF, THESAURUS
from tallow.games.modified_cairn.checks.doors import KEY, PICKS, TOOLS
from tallow.games.modified_cairn.combat.gambits import BUCKLER
from tallow.games.modified_cairn.entries import Given, Row, Works, rows, tables
from tallow.games.modified_cairn.folk import Step, backgrounds, monsters
from tallow.games.modified_cairn.gear.items import ELSEWHERE
from tallow.games.modified_cairn.gear.slots import SPIRIT
from tallow.games.modified_cairn.goods import Relic, Runeskelf, Thing, relics, runeskelfs, things
from tallow.games.modified_cairn.harm.damage import BAND
from tallow.games.modified_cairn.magic.places import MASK
from tallow.games.modified_cairn.magic.relics import PASSIVE, TOOTH, has_rule
from tallow.games.modified_cairn.world.darkness import GLOWING, WISP
from tallow.games.modified_cairn.world.wilderness import ROD
from tallow.mechanics.tables import row_id
from tallow.play import RuleId

GEAR = "A tool: it is named to the GM among what may count as Gear when an attempt is judged."
TOLD = "Over at once: whoever uses it learns something, which the GM says."
BOOK = "To read from, or to write in; the GM says what stands there."
KEEPSAKE = "A keepsake or something to wear: nothing comes of it but what the story makes of it."
REASONS = {
    **dict.fromkeys(
        (
            "Amadou", "Briar Thorn", "Celestial Lute", "Everquill", "False Cuffs", "Fence Cutters", "Goosefelt Tarp",
            "Graftgrub", "Hardening Glue", "Hook", "Ladder", "Mapping Paper", "Oilskin Coat", "Pulley",
            "Retractable Wires", "Safehouse Key", "Screwdriver", "Silk Rope, 30 feet", "Spike and Cord", "Sponge",
            "Spyglass", "Tacky Stalk", "Tinker's Paste", "Drowning Rod", "Impressive Pin", "Royal Crest",
        ),
        GEAR,
    ),
    **dict.fromkeys(("Oath Compass", "Prism", "Pullstones", "Strange Compass"), TOLD),
    **dict.fromkeys(("Bark journal", "Blacked-Out Ledger", "Echo Leaf", "Sketchbook", "Storybook"), BOOK),
    "Reverse Teetotum": "The table's own undo takes back what happened; that all remember it is for the players.",
    "Stone Heart": "What it is not to be wholly dead the GM says.",
}  # fmt: skip
"""Why things of Backgrounds are text; those that are not named here are keepsakes."""

BY_THEMSELVES = frozenset(
    (
        BAND, BUCKLER, CHAIN, ELM_BOW, KEY, MAP, MASK, SKULL, SNUFF, SPIRIT, THESAURUS, TOOTH, WISP, *GLOWING, *PETS,
    )
)  # fmt: skip
"""Things that rules ask for by name."""

READ: RuleId = "modified_cairn.item.book"
OMEN: RuleId = "modified_cairn.table.omen"
STORY = "Who somebody is or whom they know; the GM says what comes of it when it is called upon."
LIVES = {
    "Omens of beasts": TOLD,
}
"""Why some lives are text that others would have act; the rest is for the story."""

JUDGED = "A wound for the story: the GM says what comes of it."
NOT_USED = frozenset(
    (
        *(f"modified_cairn.item.{name}" for name in ("scroll", "random_runeskelf", "cart", "pack_animal")),
        ROD,
        *INSTRUMENTS,
    )
)
"""Things that rules ask for without their being used."""


def at_work() -> tuple[AtWork, ...]:
    """All of it, with whether a rule acts, an effect goes on for its time, or the text alone is told."""
    return (*_magic(), *_things(), *_lives(), *_powers())


def _how(works: Works | None) -> How:
    if works is None:
        return "text"
    return "acts" if works.acts else "in_force"


def _magic() -> tuple[AtWork, ...]:
    listed: list[tuple[Runeskelf | Relic, str, How]] = []
    listed += [(one, "Runeskelfs", _how(one.works)) for one in runeskelfs().values()]
    listed += [(one, "relics", _of_relic(one)) for one in relics().values()]
    return tuple(
        [AtWork(one.id, kind, one.name, how, one.effect, TOLD if how == "text" else "") for one, kind, how in listed]
    )


def _of_relic(relic: Relic) -> How:
    acts = relic.dice or relic.armour or relic.id in PASSIVE or has_rule(relic.id)
    return "acts" if acts else _how(relic.works)


def _things() -> tuple[AtWork, ...]:
    """What is on the price list, and what the rows of Backgrounds give."""
    found: list[AtWork] = []
    for one in things().values():
        how = _of_thing(one)
        found.append(AtWork(one.id, "goods", one.name, how, one.effect, GEAR if how == "text" else ""))
    for table, row in _rows():
        for line in row.gives:
            how = _of_line(line)
            why = _why(line) if how == "text" else ""
            found.append(AtWork(table, "things of Backgrounds", line.name, how, row.effect, why))
    return tuple(found)


def _of_thing(thing: Thing) -> How:
    used = thing.dice or thing.aims or thing.harm or thing.brings or thing.heals or thing.cures or thing.rounds
    asked_for = thing.mirror or thing.id in ELSEWHERE or thing.id in NOT_USED or thing.id in (PICKS, *TOOLS)
    return "acts" if used or asked_for else _how(thing.works)


def _of_line(line: Given) -> How:
    if line.works is not None:
        return _how(line.works)
    if line.name in BY_THEMSELVES or line.dice or line.armour or line.slots_added:
        return "acts"
    if line.of in things():
        return _of_thing(things()[line.of])
    return "acts" if line.of or line.price else "text"


def _why(line: Given) -> str:
    """Why a thing is text."""
    return REASONS.get(line.name, BOOK if line.of == READ else KEEPSAKE)


def _rows() -> list[tuple[RuleId, Row]]:
    """Every row of the tables of Backgrounds, with its table."""
    listed = dict.fromkeys(table for one in backgrounds().values() for table in one.tables)
    return [(table, row) for table in listed for row in tables()[table].rows]


@cache
def _asked_for() -> frozenset[str]:
    """The rows that rules ask for by their code."""
    return frozenset(value for value in vars(boons).values() if isinstance(value, str) and value in rows())


def _lives() -> tuple[AtWork, ...]:
    """The rows of Backgrounds that give no thing: what they say of a character."""
    found = []
    for table, row in _rows():
        if row.gives or table == OMEN:
            continue
        numbers = row.coins or row.max_gd or row.rolls or row.wares or row.goods
        acts = bool(numbers) or row_id(table, row) in _asked_for()
        how: How = "acts" if acts else _how(row.works)
        found.append(
            AtWork(table, "lives", row.name, how, row.effect, LIVES.get(row.name, STORY) if how == "text" else "")
        )
    return tuple(found)


def _powers() -> tuple[AtWork, ...]:
    """The powers of monsters, and what their Critical Wounds do."""
    found = []
    for one in monsters().values():
        for power in one.powers:
            how = _how(runeskelfs()[power.rune].works) if power.rune else _of_steps(power.does)
            found.append(AtWork(one.id, "powers of monsters", f"{one.name}: {power.name}", how, one.effect))
        if one.wound:
            how = _of_steps(one.wound)
            why = JUDGED if how == "text" else ""
            found.append(AtWork(one.id, "Critical Wounds of monsters", one.name, how, one.effect, why))
    return tuple(found)


def _of_steps(steps: tuple[Step, ...]) -> How:
    return "text" if all(step.does == "judged" for step in steps) else "acts"
