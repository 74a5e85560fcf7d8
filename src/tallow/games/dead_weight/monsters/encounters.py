"""Encounters: whom the party meets, who begins the fight, and who is unaware."""

from msgspec.structs import replace

from tallow.games.dead_weight.combat.chart import free_squares
from tallow.games.dead_weight.combat.rounds import begin, fighting
from tallow.games.dead_weight.entries.monsters import monsters
from tallow.games.dead_weight.entries.places import Foes, adventures
from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.monsters.bestiary import arrive, enlist, several
from tallow.games.dead_weight.state import State, able, adventurer, here, put_location
from tallow.games.dead_weight.world.exploration import cannot, exploring
from tallow.games.dead_weight.world.places import room_of
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import serial
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.play import REFEREE, Play, RuleId, rule

WHY = "dead_weight.action.explore_start_combat"
MOST = 12


@rule("dead_weight.adventure.mausoleum")
def listed(state: State) -> tuple[Foes, ...]:
    """The enemies that the adventure lists in this room, if they have not been fought yet."""
    place = here(state)
    room = room_of(place) if place else None
    return room.enemies if room and place and place.room not in place.met else ()


def met(state: State) -> State:
    """The state in which the enemies of this room have been met."""
    place = here(state)
    return put_location(state, replace(place, met=(*place.met, place.room))) if place else state


@rule("dead_weight.camp.ambush_monsters", "dead_weight.table.wandering_mausoleum")
def wandering(play: Play, state: State) -> tuple[Foes, ...]:
    """The wandering monsters of the adventure, rolled on its table; none if it has no table."""
    table = wandering_table(state)
    if not table:
        return ()
    (face,) = play.roll(1, by=REFEREE, why=table)
    row = tables()[table].row(face)
    play.tell("wandering", row.name, row.effect, why=table, seen_by=(REFEREE,))
    return row.enemies


def wandering_table(state: State) -> RuleId:
    """The id of the table of wandering monsters here, "" for none."""
    place = here(state)
    return adventures()[place.adventure].wandering if place and place.adventure else ""


@rule("dead_weight.action.explore_start_combat", "dead_weight.need.gm_secret")
def gather(play: Play, state: State) -> State:
    """The GM says who the enemies are: those of the room, wandering ones, any of the bestiary, or by a written line."""
    sources = [*(["room"] if listed(state) else []), "bestiary", *(["wandering"] if wandering_table(state) else [])]
    source = play.choose(REFEREE, "foes_from", (*sources, "written"), why=WHY)
    if source == "room":
        return _arrive(met(state), listed(state))
    if source == "wandering":
        return _arrive(state, wandering(play, state))
    if source == "written":
        return _written(play, state)
    while True:
        ref = play.choose(REFEREE, "which_monster", tuple(monsters()), why="dead_weight.enemy.bestiary")
        number = play.choose(REFEREE, "how_many_foes", range(1, MOST + 1), ref, why="dead_weight.enemy.bestiary")
        state = arrive(state, ref, number)
        if play.choose(REFEREE, "more_foes", ("no", "yes"), why=WHY) == "no":
            return state


def _arrive(state: State, foes: tuple[Foes, ...]) -> State:
    for some in foes:
        state = arrive(state, some.ref, some.count)
    return state


@rule("dead_weight.enemy.bestiary", "dead_weight.need.books")
def _written(play: Play, state: State) -> State:
    """Enemies from a line such as `Goblin Scrapper x3; Hobgoblin`, or from a sheet of the GM's own."""
    text = play.write(REFEREE, "foes", why="dead_weight.enemy.bestiary")
    try:
        foes = several(text)
    except (Unknown, Malformed, ValueError):
        play.tell("foes.unknown", text, why="dead_weight.enemy.bestiary", seen_by=(REFEREE,))
        return state
    for foe in foes[:MOST]:
        state, id_ = serial(state, "foe")
        state = enlist(state, replace(foe, id=id_))
    return state


@rule("dead_weight.exploration.upper_hand", "dead_weight.combat.start", "dead_weight.exploration.move_encounter")
def meet(play: Play, state: State, *hows: str) -> State:
    """A fight in the open or with one side unaware: with those before the party, or else with those whom the GM names.

    No fight if nobody is named.
    """
    state = state if state.enemies else gather(play, state)
    if not state.enemies:
        return state
    how = play.choose(REFEREE, "fight_how", hows, why="dead_weight.exploration.upper_hand")
    return begin(play, state, upper_hand=how == "upper_hand", surprised=how == "surprised")


@rule("dead_weight.action.explore_start_combat")
def _attack(play: Play, state: State, who: str) -> State:
    """An adventurer begins a fight."""
    play.tell("attacks_first", adventurer(state, who).name, why=WHY)
    return meet(play, state, "open", "upper_hand")


@rule("dead_weight.action.explore_start_combat", "dead_weight.combat.start")
def _start_fight(play: Play, state: State, _: str) -> State:
    """The GM begins a fight."""
    return meet(play, state, "open", "surprised", "upper_hand")


@rule("dead_weight.need.gm_secret")
def _reinforce(play: Play, state: State, _: str) -> State:
    """The GM brings more enemies into a fight, and places each on the chart."""
    before = {foe.id for foe in state.enemies}
    state = gather(play, state)
    for foe in state.enemies:
        if foe.id not in before:
            at = play.choose(REFEREE, "place_at", free_squares(state, foe), foe.name, foe.id, why=WHY)
            joined = replace(foe, at=at, facing=6)
            state = replace(state, enemies=tuple(joined if old.id == foe.id else old for old in state.enemies))
    return state


def _peace(state: State, _: str) -> bool:
    return state.phase in {"exploration", "interlude"} and state.combat is None


def _nobody(state: State, _: str) -> Refusal | None:
    return None if any(able(one) for one in state.party) else Refusal("nobody_able", (), WHY)


DEEDS: tuple[Deed[State], ...] = (
    Deed("start_combat", _attack, WHY, cost="1 turn", shown=exploring, refuse=cannot(WHY), group="exploring", rank=1),
    Deed("start_fight", _start_fight, WHY, by="referee", shown=_peace, refuse=_nobody, group="muster"),
    Deed("reinforce", _reinforce, WHY, by="referee", shown=fighting, group="muster"),
)
