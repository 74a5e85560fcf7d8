"""All that can be done with the Action of a turn: each with its refusal, declaration and resolution."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Refusal
from tallow.games.modified_cairn.characters.boons import LINDEN, rides
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.combat.aims import (
    no_frenzy,
    no_target,
    planned,
    rooted,
    strikes,
    take_aim,
    take_frenzied_aim,
)
from tallow.games.modified_cairn.combat.ammo import supplied
from tallow.games.modified_cairn.combat.bands import (
    apart,
    carried,
    fight,
    leave,
    move_of,
    step,
    stepped,
    whither,
    with_band,
)
from tallow.games.modified_cairn.combat.crossbows import loaded
from tallow.games.modified_cairn.combat.manoeuvre import Manoeuvre, never, nothing, simply
from tallow.games.modified_cairn.combat.mounts import mount, mountable
from tallow.games.modified_cairn.combat.swaps import SWAPS
from tallow.games.modified_cairn.gear.items import USES
from tallow.games.modified_cairn.gear.light import LIGHT
from tallow.games.modified_cairn.harm.scars import lame
from tallow.games.modified_cairn.magic.channelling import MAGIC
from tallow.games.modified_cairn.magic.relics import USE_RELIC
from tallow.games.modified_cairn.monsters.powers import CAST, FREE, POWER
from tallow.games.modified_cairn.state import (
    BANDS,
    ENHANCED,
    QUALITIES,
    Creature,
    Declaration,
    Item,
    Mark,
    State,
    has,
    opponents,
    side_of,
    up,
)
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, rule


def _held(_state: State, creature: Creature) -> Refusal | None:
    if rooted(creature):
        return Refusal("stopped", (creature.name,), "modified_cairn.gambit.stop")
    return None


@rule("modified_cairn.action.extra_move", "modified_cairn.distance.extra_step")
def _say_farther(play: Play, state: State, creature: Creature) -> Declaration:
    """Ask where to: a Move and one more band the same way, or one more band after a planned Move.

    The lame have no Move, only this.
    """
    move = planned(state, creature.id)
    seen = stepped(state, creature.id, move.towards, move.closer, move.bands, move.alone) if move else state
    why = "modified_cairn.action.extra_move"
    way: Any = play.choose(creature.seat, "move_whither", tuple(whither(seen, creature.id)), creature.name, why=why)
    made = move_of(creature.id, way)
    if lame(creature):
        made = Declaration(creature.id, towards=made.towards, closer=made.closer, alone=made.alone)
    how = "closer" if made.closer else "away_alone" if made.alone else "away"
    if move is not None:
        return Declaration(creature.id, "extra_move", target=made.towards, detail=how)
    return replace(made, action="extra_move", target=made.towards, detail=how)


@rule("modified_cairn.action.extra_move", "modified_cairn.distance.extra_step")
def _farther(play: Play, state: State, made: Declaration) -> State:
    """Move one more band."""
    if not up(find(state, made.who)) or not up(find(state, made.target)):
        return state
    if made.detail == "closer" and apart(fight(state), made.who, made.target) == "engaged":
        return state
    return step(play, state, made.who, made.target, made.detail == "closer", alone=made.detail == "away_alone")


@rule("modified_cairn.action.flee", "modified_cairn.distance.limits")
def _flee(play: Play, state: State, made: Declaration) -> State:
    """Move two bands from every enemy, three on a mount; beyond Distant from all of them one is out of the fight.

    The GM may ask a pursued creature for a CLA Save, unless its horse is never caught: one band less if it fails.
    """
    creature = find(state, made.who)
    bands = 3 if creature.mounted else 1 if lame(creature) else 2
    why = "modified_cairn.action.flee"
    if (
        not rides(state, creature, LINDEN)
        and play.choose(REFEREE, "pursued", ("no", "save"), creature.name, why=why) == "save"
    ):
        bands -= not save(play, creature, "CLA", why)
    combat = fight(state)
    enemies = [one.id for one in opponents(state, side_of(state, made.who))]
    far = [BANDS.index(apart(combat, made.who, one)) + bands for one in enemies]
    if all(order >= len(BANDS) for order in far):
        return leave(play, state, made.who)
    for one, order in zip(enemies, far, strict=True):
        combat = with_band(combat, made.who, one, BANDS[min(order, len(BANDS) - 1)])
    play.tell("flees", creature.name, why=why)
    return carried(replace(state, combat=combat), creature)


def _helped(state: State, creature: Creature) -> tuple[str, ...]:
    return tuple([who for who in fight(state).acting if who != creature.id])


def _nobody_to_aid(state: State, creature: Creature) -> Refusal | None:
    if _helped(state, creature):
        return None
    return Refusal("no_ally", (creature.name,), "modified_cairn.action.aid")


def _say_aid(play: Play, state: State, creature: Creature) -> Declaration:
    why = "modified_cairn.action.aid"
    whom = play.choose(creature.seat, "aid_whom", _helped(state, creature), creature.name, why=why)
    return Declaration(creature.id, "aid", target=whom)


@rule("modified_cairn.action.aid")
def _aid(play: Play, state: State, made: Declaration) -> State:
    """Help an ally: their attack is Enhanced, anything else is easier as the GM decides; only one helper counts."""
    combat, one, ally = fight(state), find(state, made.who), find(state, made.target)
    aided = [other.who for other in combat.declared if other.action == "aid" and other.target == made.target]
    if aided[0] != made.who:
        return state
    attacks = any(other.who == ally.id and other.action in ("attack", "frenzy") for other in combat.declared)
    options = ("enhanced", "milder", "no_help") if attacks else ("factor", "milder", "no_help")
    why = "modified_cairn.action.aid"
    how = play.choose(REFEREE, "aid", options, one.name, ally.name, why=why)
    play.tell(f"aid.{how}", one.name, ally.name, why=why)
    if how != "enhanced":
        return state
    return replace(state, combat=replace(combat, marks=(*combat.marks, Mark(ally.id, "enhanced", ENHANCED))))


@rule("modified_cairn.action.parley", "modified_cairn.know.no_persuasion")
def _parley(play: Play, state: State, made: Declaration) -> State:
    """Offer to talk; the others answer by their motives, without a roll."""
    one = find(state, made.who)
    why = "modified_cairn.action.parley"
    answer = play.choose(REFEREE, "parley", ("fight_on", "talk"), one.name, why=why)
    play.tell(f"parley.{answer}", one.name, why=why)
    return replace(state, combat=replace(fight(state), truce=True)) if answer == "talk" else state


def _say_anything(play: Play, state: State, creature: Creature) -> Declaration:
    text = play.write(creature.seat, "improvise", creature.name, why="modified_cairn.action.improvise")
    return Declaration(creature.id, "improvise", detail=text)


@rule("modified_cairn.action.improvise", "modified_cairn.turn.action_list", "modified_cairn.quality.save_for_risk")
def _improvise(play: Play, state: State, made: Declaration) -> State:
    """Do something else of similar weight: the GM says whether it works, fails, or takes a Save."""
    one = find(state, made.who)
    why = "modified_cairn.action.improvise"
    ruled = play.choose(REFEREE, "improvised", ("works", *QUALITIES, "fails"), one.name, made.detail, why=why)
    works = ruled == "works" or any(ruled == which and save(play, one, which, why) for which in QUALITIES)
    play.tell("improvise.works" if works else "improvise.fails", one.name, made.detail, why=why)
    return state


def _unloaded(creature: Creature) -> list[Item]:
    return [i for i in creature.items if i.place == "hands" and not i.loaded and supplied(creature, i)]


def _nothing_to_load(_state: State, creature: Creature) -> Refusal | None:
    if _unloaded(creature):
        return None
    return Refusal("nothing_to_load", (creature.name,), "modified_cairn.action.reload_crossbow")


@rule("modified_cairn.action.reload_crossbow", "modified_cairn.weapon.crossbow_reload")
def _reload(play: Play, state: State, made: Declaration) -> State:
    """Load a crossbow as the Action."""
    creature = find(state, made.who)
    for item in _unloaded(creature):
        creature = loaded(play, creature, item.id)
    return put(state, creature)


def _no_mount(state: State, creature: Creature) -> Refusal | None:
    if creature.mounted:
        return Refusal("mounted", (creature.name,), "modified_cairn.action.mount")
    if not mountable(state, creature.id):
        return Refusal("no_mount", (creature.name,), "modified_cairn.action.mount")
    return None


def _say_mount(play: Play, state: State, creature: Creature) -> Declaration:
    beasts = mountable(state, creature.id)
    what = play.choose(creature.seat, "mount_what", beasts, creature.name, why="modified_cairn.action.mount")
    return Declaration(creature.id, "mount", item=what)


@rule("modified_cairn.action.mount")
def _mount(play: Play, state: State, made: Declaration) -> State:
    """Mount a beast as the Action."""
    return mount(play, state, made.who, made.item) if made.item in mountable(state, made.who) else state


def _beasts_about(state: State, _creature: Creature) -> bool:
    return bool(state.transports) or any(has(one, "mount") for one in (*state.party, *state.foes))


MANOEUVRES: dict[str, Manoeuvre] = {
    "attack": Manoeuvre(no_target, take_aim, nothing, "modified_cairn.action.attack_melee", strikes=strikes, rank=-1),
    "frenzy": Manoeuvre(
        no_frenzy, take_frenzied_aim, nothing, "modified_cairn.action.frenzy", strikes=strikes, rank=-1
    ),
    "power": POWER,
    "cast": CAST,
    "free": FREE,
    "extra_move": Manoeuvre(_held, _say_farther, _farther, "modified_cairn.action.extra_move", rank=-1),
    "aid": Manoeuvre(_nobody_to_aid, _say_aid, _aid, "modified_cairn.action.aid", first=True),
    **USES,
    "light": LIGHT,
    **MAGIC,
    "use_relic": USE_RELIC,
    "reload": Manoeuvre(
        _nothing_to_load,
        simply("reload"),
        _reload,
        "modified_cairn.action.reload_crossbow",
        shown=lambda _, one: any("reload" in item.qualities for item in one.items),
    ),
    **SWAPS,
    "mount": Manoeuvre(_no_mount, _say_mount, _mount, "modified_cairn.action.mount", shown=_beasts_about),
    "parley": Manoeuvre(never, simply("parley"), _parley, "modified_cairn.action.parley"),
    "improvise": Manoeuvre(never, _say_anything, _improvise, "modified_cairn.action.improvise"),
    "flee": Manoeuvre(_held, simply("flee"), _flee, "modified_cairn.action.flee", cost="action_and_move"),
    "pass": Manoeuvre(never, simply("pass"), nothing, "modified_cairn.action.pass", cost="none"),
}
"""All Manoeuvres, by name."""


def refused(state: State, creature: Creature, action: str) -> Refusal | None:
    """Why a creature cannot take this action now; None if it can."""
    return MANOEUVRES[action].refuse(state, creature)


@rule("modified_cairn.turn.action_list")
def manoeuvres(state: State, creature: Creature) -> tuple[str, ...]:
    """The names of all actions that a creature could take this turn."""
    return tuple(
        [
            name
            for name, one in MANOEUVRES.items()
            if (one.shown is None or one.shown(state, creature)) and one.refuse(state, creature) is None
        ]
    )
