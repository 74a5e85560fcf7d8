"""Casting as deeds: spells and prayers in combat and exploration, sacrifices, and ending lasting effects."""

from typing import Any

from tallow.games.dead_weight.camp.camping import afford, camping, paid
from tallow.games.dead_weight.combat.acting import combat_deed
from tallow.games.dead_weight.combat.rounds import begin, spend
from tallow.games.dead_weight.entries.magic import prayers, spells
from tallow.games.dead_weight.gear.inventory import with_role
from tallow.games.dead_weight.harm.fatigue import wound_outright
from tallow.games.dead_weight.magic.effects import ARCANE_EYE, finish, silenced
from tallow.games.dead_weight.magic.memorizing import casters, memorize_all
from tallow.games.dead_weight.magic.prayers import open_prayers, pleas, pray
from tallow.games.dead_weight.magic.sacrifices import SACRIFICE, lacks, offerings, sacrifice
from tallow.games.dead_weight.magic.spells import NO_CONDUCTOR, cast_spell, castable, conducted
from tallow.games.dead_weight.state import Adventurer, State, adventurer, alive
from tallow.games.dead_weight.world.exploration import cannot, exploring
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, rule

COMBAT: RuleId = "dead_weight.action.combat_cast"
EXPLORE: RuleId = "dead_weight.action.explore_cast"


def choices(state: State, one: Adventurer) -> tuple[Any, ...]:
    """The options for casting here and now: spells, prayers, and exhausted prayers by a desperate plea."""
    left = state.combat.actions if state.combat is not None and state.combat.turn == one.id else 2
    ways: list[Any] = [spell for spell in castable(state, one) if spells()[spell].actions <= left]
    ways += [prayer for prayer in open_prayers(state, one) if prayers()[prayer].actions <= left]
    ways += [("plea", prayer) for prayer in pleas(state, one) if prayers()[prayer].actions <= left]
    return tuple(ways)


@rule("dead_weight.spell.no_conductor", "dead_weight.action.desperate_plea")
def cast(play: Play, state: State, who: str) -> tuple[State, RuleId]:
    """Cast a memorized spell or prayer; gives its id. Without a conductor the player is warned first."""
    one = adventurer(state, who)
    which = play.choose(
        one.seat, "cast", choices(state, one), one.name, why=EXPLORE if state.combat is None else COMBAT
    )
    if isinstance(which, tuple):
        return pray(play, state, who, which[1], plea=True), which[1]
    if which in prayers():
        return pray(play, state, who, which), which
    safe = conducted(play, state, one)
    if (
        not safe
        and play.choose(one.seat, "no_conductor", ("cast", "stop"), one.name, which, why=NO_CONDUCTOR) == "stop"
    ):
        return state, ""
    return cast_spell(play, state, who, which, safe=safe), which


@rule("dead_weight.action.combat_cast")
def _in_combat(play: Play, state: State, who: str) -> State:
    """A spell or prayer for the actions that its entry says; the deed itself takes one of them."""
    state, which = cast(play, state, who)
    if state.combat is None:
        return state
    if not which:
        return spend(state, -1)
    return spend(state, (spells().get(which) or prayers()[which]).actions - 1)


@rule("dead_weight.action.explore_cast", "dead_weight.exploration.cast_cost", "dead_weight.table.spell_mishap")
def _exploring(play: Play, state: State, who: str) -> State:
    """A spell or prayer for one turn; if it has summoned something hostile, a combat begins."""
    state, which = cast(play, state, who)
    if not which:
        return state
    state = pass_turns(play, state, 1)
    called_up = state.combat is None and state.phase == "exploration" and any(alive(foe) for foe in state.enemies)
    return begin(play, state) if called_up else state


def _caster(state: State, who: str) -> bool:
    one = adventurer(state, who)
    return bool(one.magic.memorized or one.magic.ready)


@rule("dead_weight.prayer.holy_symbol", "dead_weight.prayer.critical_failure", "dead_weight.prayer.silence")
def nothing_to_cast(state: State, one: Adventurer) -> Refusal | None:
    """Why somebody can cast nothing just now."""
    if choices(state, one):
        return None
    if one.magic.memorized and silenced(state, one):
        return Refusal("silenced", (one.name,), "dead_weight.prayer.silence")
    if one.magic.ready and one.magic.angered:
        return Refusal("god_angry", (one.name,), "dead_weight.prayer.critical_failure")
    if one.magic.ready and with_role(one, "holy_symbol") is None:
        return Refusal("no_symbol", (one.name,), "dead_weight.prayer.holy_symbol")
    return Refusal("nothing_to_cast", (one.name,), EXPLORE)


def _offered(play: Play, state: State, who: str) -> State:
    return pass_turns(play, sacrifice(play, state, who), 1)


def _must_offer(state: State, who: str) -> bool:
    return exploring(state, who) and adventurer(state, who).magic.angered


def _must_offer_in_camp(state: State, who: str) -> bool:
    return camping(state, who) and adventurer(state, who).magic.angered


def _nothing_to_offer(state: State, one: Adventurer) -> Refusal | None:
    if offerings(state, one):
        return None
    return lacks(state, one) or Refusal("elsewhere", (one.name, one.life.god), SACRIFICE)


def _eyes(state: State, who: str) -> tuple[str, ...]:
    return tuple(effect.id for effect in state.effects if effect.of == ARCANE_EYE and effect.by == who)


@rule("dead_weight.spell.arcane_eye")
def dismiss(play: Play, state: State, who: str) -> State:
    """A wizard dismisses the floating eye."""
    return finish(play, state, _eyes(state, who)[0])


@rule("dead_weight.spell.arcane_eye")
def destroy_eye(play: Play, state: State, _: str) -> State:
    """A floating eye is hit: it is destroyed, and its wizard takes a wound on INT."""
    eyes = tuple(effect for effect in state.effects if effect.of == ARCANE_EYE)
    which = play.choose(REFEREE, "eye", tuple(effect.by for effect in eyes), why=ARCANE_EYE)
    effect = next(effect for effect in eyes if effect.by == which)
    return wound_outright(play, finish(play, state, effect.id), which, "INT", ARCANE_EYE)


@rule("dead_weight.spell.turns")
def end_effect(play: Play, state: State, _: str) -> State:
    """The GM ends a lasting effect: a tree was felled, a sleeper shaken, an order carried out."""
    which = play.choose(
        REFEREE, "end_effect", tuple(effect.id for effect in state.effects), why="dead_weight.spell.turns"
    )
    return finish(play, state, which)


DEEDS: tuple[Deed[State], ...] = (
    combat_deed(
        "cast",
        1,
        _in_combat,
        COMBAT,
        shown=_caster,
        refuse=lambda state, who: nothing_to_cast(state, adventurer(state, who)),
    ),
    Deed(
        "cast_exploring",
        _exploring,
        EXPLORE,
        cost="1 turn",
        shown=lambda state, who: exploring(state, who) and _caster(state, who),
        refuse=cannot(EXPLORE, nothing_to_cast),
        group="exploring",
    ),
    Deed(
        "memorize",
        paid(memorize_all, 1),
        "dead_weight.action.camp_memorize",
        cost="1 camp",
        shown=lambda state, who: camping(state, who) and casters(state),
        refuse=afford(1),
        group="camp",
    ),
    Deed(
        "sacrifice",
        _offered,
        SACRIFICE,
        cost="1 turn",
        shown=_must_offer,
        refuse=cannot(SACRIFICE, _nothing_to_offer),
        group="exploring",
        rank=1,
    ),
    Deed(
        "sacrifice_in_camp",
        paid(sacrifice, 1),
        SACRIFICE,
        cost="1 camp",
        shown=_must_offer_in_camp,
        refuse=afford(1, _nothing_to_offer),
        group="camp",
        rank=1,
    ),
    Deed(
        "dismiss_eye",
        dismiss,
        ARCANE_EYE,
        cost="free",
        shown=lambda state, who: bool(_eyes(state, who)),
        group="slots",
        rank=1,
    ),
    Deed(
        "destroy_eye",
        destroy_eye,
        ARCANE_EYE,
        by="referee",
        shown=lambda state, _: any(effect.of == ARCANE_EYE for effect in state.effects),
        group="giving",
        rank=1,
    ),
    Deed(
        "end_effect",
        end_effect,
        "dead_weight.spell.turns",
        by="referee",
        shown=lambda state, _: bool(state.effects),
        group="giving",
        rank=1,
    ),
)
