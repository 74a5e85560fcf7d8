"""Banishing: a Cleric drives undead away, group by group."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import Addition, attempt
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.combat.acting import turn_deed
from tallow.games.black_hack.combat.ranges import within
from tallow.games.black_hack.harm.damage import damage
from tallow.games.black_hack.monsters.meeting import before_party
from tallow.games.black_hack.state import Creature, State, able, alive, character, creature, put
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, rule

BANISH: RuleId = "black_hack.action.banish"
TEST: RuleId = "black_hack.banish.test"
GROUPS: RuleId = "black_hack.banish.groups"


@rule("black_hack.banish.action", "black_hack.daemon.common")
def undead(state: State, who: str) -> tuple[Creature, ...]:
    """The undead Monsters Nearby that the party has before it; daemons do not count."""
    return tuple([foe for foe in state.foes if "undead" in foe.tags and able(foe) and _near(state, who, foe)])


def _near(state: State, who: str, foe: Creature) -> bool:
    return before_party(state, who, foe.id) and (state.combat is None or within(state, who, foe.id, "nearby"))


@rule("black_hack.banish.groups", "black_hack.action.gm_group_undead")
def grouped(play: Play, there: tuple[Creature, ...]) -> tuple[tuple[str, ...], ...]:
    """The groups of undead: one for each kind; if there are several, the GM may treat all as one, or each alone."""
    kinds: dict[str, list[str]] = {}
    for foe in there:
        kinds.setdefault(foe.of or foe.group, []).append(foe.id)
    names = tuple([foe.name for foe in there])
    options = ("by_kind", "as_one", "each") if len(kinds) > 1 else ("by_kind",)
    how = play.choose(REFEREE, "group_undead", options, names, why=GROUPS)
    if how == "as_one":
        return (tuple([foe.id for foe in there]),)
    return tuple([(foe.id,) for foe in there]) if how == "each" else tuple([tuple(ids) for ids in kinds.values()])


@rule(
    "black_hack.banish.action",
    "black_hack.action.banish",
    "black_hack.ability.cleric_banish_undead",
)
def banish(play: Play, state: State, who: str) -> State:
    """A WIS test for each group of undead Nearby."""
    for group in grouped(play, undead(state, who)):
        state = banish_group(play, state, who, group)
    return state


@rule("black_hack.banish.test", "black_hack.action.banish")
def banish_group(play: Play, state: State, who: str, group: tuple[str, ...]) -> State:
    """A WIS test against a group, with its highest Hit Dice added in place of Powerful Foe."""
    highest = max([creature(state, foe).hd for foe in group])
    added = (Addition("undead_hd", highest),)
    state, result = attempt(play, state, who, "WIS", TEST, additions=added, about="banish")
    return driven(play, state, who, group) if result.success else state


@rule("black_hack.banish.damage", "black_hack.banish.flee", "black_hack.banish.duration")
def driven(play: Play, state: State, who: str, group: tuple[str, ...]) -> State:
    """Each of a group takes the Cleric's Level as damage, and the rest flee for 1d4 + Level Moments."""
    one = character(state, who)
    (face,) = play.roll(1, 4, by=one.seat, why="black_hack.banish.duration")
    moments = face + one.level
    counted = 0 if state.combat is None else 1  # the Moment of banishing ends too, and is none of them
    play.tell("banished", one.name, tuple([creature(state, foe).name for foe in group]), moments, why=TEST)
    for id_ in group:
        state, _ = damage(play, state, id_, one.level, "black_hack.banish.damage", by=who, kind="banish")
        foe = creature(state, id_)
        if alive(foe):
            state = put(state, replace(foe, banished=moments + counted, banished_by=who))
    return state


def _cleric(state: State, who: str) -> bool:
    return any(one.id == who and calling(one) == "cleric" for one in state.party)


def _no_undead(state: State, who: str) -> Refusal | None:
    """Why nobody is banished: no undead that the party has met are Nearby."""
    return None if undead(state, who) else Refusal("no_undead", (character(state, who).name,), BANISH)


DEEDS: tuple[Deed[State], ...] = (
    turn_deed("banish", "action", banish, BANISH, shown=_cleric, refuse=_no_undead, outside=True, group="magic"),
)
