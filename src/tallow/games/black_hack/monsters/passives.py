"""Passive specials of foes: those that sway tests against them, damage to them and their Morale."""

from functools import cache

from msgspec.structs import replace

from tallow.games.black_hack.checks.edges import Edge
from tallow.games.black_hack.entries import Trait, monsters
from tallow.games.black_hack.state import MARKS, Attribute, Character, Creature, State, able, with_marks
from tallow.mechanics.conditions import gain, has
from tallow.play import RuleId, rule

Reasons = tuple[str, ...]
"""Why a roll has Advantage or Disadvantage, as codes of `term` or ids of entries."""

NOTICING = ("sight", "secrets", "listening", "notice")
"""What a test is about that would notice something."""


@cache
def traits(of: RuleId) -> frozenset[Trait]:
    """The codes of everything that the specials of a kind of foe do."""
    known = monsters().get(of)
    specials = known.specials if known is not None else ()
    return frozenset([code for special in specials for code in special.does])


def has_trait(foe: Creature, *codes: Trait) -> bool:
    """Whether a foe has a special that does one of these."""
    return bool(foe.of) and not traits(foe.of).isdisjoint(codes)


@cache
def _resists(of: RuleId, tags: tuple[str, ...]) -> bool:
    """Whether a kind of foe takes damage of weapons with these tags at Disadvantage."""
    known = monsters().get(of)
    specials = [special for special in known.specials if special.resists] if known is not None else []
    return any(not any(tag in special.unless for tag in tags) for special in specials)


@rule("black_hack.bestiary.when", "black_hack.foe.powerful")
def swayed(
    state: State, one: Character, attribute: Attribute, purpose: str, about: str, foe: Creature
) -> tuple[Reasons, Reasons]:
    """What a foe's nature does to a character's test against it: reasons for Advantage, and for Disadvantage."""
    nature = traits(foe.of)
    if not nature:
        return (), ()
    good = (foe.of,) if attribute == "CHA" and "dim" in nature else ()
    bad = _hard(state, one, attribute, purpose, about, foe, nature)
    return good, (foe.of,) if bad else ()


def _hard(
    state: State,
    one: Character,
    attribute: Attribute,
    purpose: str,
    about: str,
    foe: Creature,
    nature: frozenset[Trait],
) -> bool:
    """Whether a foe's nature makes this test harder."""
    if "unseen" in nature and not has(foe, "shown") and (purpose or about in NOTICING):
        return True
    if "silent" in nature and attribute == "DEX":
        return True
    if "disguised" in nature and attribute == "WIS" and about in NOTICING:
        return True
    if "slippery" in nature and about == "magic":
        return True
    if purpose and "gazes" in nature and averted(state, one, foe):
        return True
    if "hard_to_flee" in nature and about == "flee":
        return True
    if purpose == "attack":
        return "hard_to_shoot" in nature and attribute == "DEX"
    if purpose == "defend":
        return "frenzy" in nature or ("gang_up" in nature and _ganged(state, one, foe)) or _wild(state, foe, nature)
    return False


@rule("black_hack.monster.medusa", "black_hack.monster.basilisk")
def averted(state: State, one: Character, foe: Creature) -> bool:
    """Whether somebody looks away from a foe's gaze."""
    return state.combat is not None and MARKS.mark("averted", foe.id, one.id) in state.combat.used


@rule("black_hack.monster.goblin")
def _ganged(state: State, one: Character, foe: Creature) -> bool:
    """Whether another of the foe's kind has already attacked somebody in this Moment."""
    if state.combat is None:
        return False
    kin = [other.id for other in state.foes if other.of == foe.of and other.id != foe.id]
    return any(MARKS.mark("moment", "attacked", one.id, other) in state.combat.used for other in kin)


@rule("black_hack.monster.orc")
def _wild(state: State, foe: Creature, nature: frozenset[Trait]) -> bool:
    """Whether the band of an orc has taken a character Out of Action in this Moment or the last."""
    combat = state.combat
    if combat is None or "blood_up" not in nature:
        return False
    return any(
        MARKS.mark("blood_up", moment, foe.group) in combat.used for moment in (combat.moment, combat.moment - 1)
    )


@rule("black_hack.monster.wererat")
def wary(state: State) -> bool:
    """Whether there is a foe on whom nobody can sneak with Advantage."""
    return any(able(foe) and has_trait(foe, "wary") for foe in state.foes)


@rule("black_hack.monster.bugbear")
def looming(state: State) -> Reasons:
    """Why Initiative is harder: something big and silent is among the foes."""
    return tuple(dict.fromkeys([foe.of for foe in state.foes if able(foe) and has_trait(foe, "silent")]))


@rule("black_hack.bestiary.resist_weapons")
def toughness(foe: Creature, tags: tuple[str, ...]) -> tuple[Reasons, Reasons]:
    """Reasons for Advantage and for Disadvantage on damage to a foe, by the tags of the weapon or of the magic.

    Magical is what is tagged "magic"; fire is rolled with Advantage against those who live in the cold.
    """
    good = (foe.of,) if has_trait(foe, "burns_worse") and "fire" in tags else ()
    if "spell" in tags:
        return good, ()
    return good, (foe.of,) if _resists(foe.of, tags) else ()


@rule("black_hack.bestiary.when", "black_hack.monster.daemon_fly_choir", "black_hack.monster.djinni")
def capped(foe: Creature, tags: tuple[str, ...], amount: int) -> int:
    """The damage that a weapon really deals: at most 1 to a swarm, none to mist."""
    if "spell" in tags:
        return amount
    if has(foe, "mist"):
        return 0
    return min(1, amount) if has_trait(foe, "swarm") and "fire" not in tags else amount


def melts(state: State, who: str) -> bool:
    """Whether this is a foe that eats metal."""
    return any(foe.id == who and has_trait(foe, "melts_metal") for foe in state.foes) if who else False


def proof(foe: Creature, what: str) -> bool:
    """Whether something does nothing at all to a foe: "cold", "lightning", "sleep", "charm", "poison" or "magic"."""
    known = monsters().get(foe.of)
    return known is not None and any(what in special.proof for special in known.specials)


@rule("black_hack.monster.zombie", "black_hack.monster.troll")
def marked(foe: Creature, kind: str) -> Creature:
    """The foe with a note of what hurt it last, for those who rise again, and whether it was burnt."""
    if not has_trait(foe, "gets_up", "regenerates"):
        return foe
    foe = replace(foe, marks=MARKS.without(foe.marks, "last"))
    foe = with_marks(foe, MARKS.mark("last", kind)) if kind else foe
    return gain(foe, "burnt") if kind == "fire" else foe


@rule("black_hack.morale.test", "black_hack.monster.guard_captain")
def steadied(state: State, group: tuple[Creature, ...]) -> tuple[int, Edge]:
    """The highest HD among those of a group who stand, by which they test Morale, and the edge of that test.

    While a captain stands who holds the line, its followers, and not itself alone, test on its HD with Advantage.
    """
    highest = max(foe.hd for foe in group)
    holding = [foe for foe in state.foes if able(foe) and has_trait(foe, "steadies")]
    captains = [foe.hd for foe in holding if any(other.id != foe.id for other in group)]
    return (max(highest, *captains), "advantage") if captains else (highest, "")


def shines(foe: Creature) -> bool:
    """Whether a foe lights what is Nearby."""
    return able(foe) and has_trait(foe, "shines")


@rule("black_hack.monster.zombie")
def slow(state: State) -> bool:
    """Whether all opponents are of a kind that never acts before the characters."""
    standing = [foe for foe in state.foes if able(foe)]
    return bool(standing) and all(has_trait(foe, "slow") for foe in standing)
