"""Where the party is: settlements, the wilds and dungeons, what it brings home, and how busy a place is."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.characters.experience import brought_home
from tallow.games.vanilla.gear.caches import come_back, leave, ways_back
from tallow.games.vanilla.magic.effects import pruned
from tallow.games.vanilla.state import TERRAINS, Place, State, able
from tallow.play import REFEREE, Play, RuleId, rule

SETTLEMENT: RuleId = "vanilla.phase.settlement"
EXPLORE: RuleId = "vanilla.phase.explore"
DIE: RuleId = "vanilla.table.encounter_die"
DEPTHS = tuple(range(1, 11))
PLACES: tuple[Place, ...] = ("dungeon", "wilds", "settlement")
CROWDS = ("usual", "empty", "busy")


@rule("vanilla.phase.settlement", "vanilla.phase.explore", "vanilla.phase.reward", "vanilla.xp.gold")
def go_to(play: Play, state: State, _: str) -> State:
    """The party goes to a settlement with what it has found, to the wilds, or into a dungeon, where it is dark.

    It may return to a place where it left something.
    """
    places = tuple([place for place in PLACES if place != state.place])
    back = ways_back(state)
    where = play.choose(REFEREE, "go_where", (*places, *back), why=EXPLORE)
    state = replace(leave(play, state), busy=(), ended=None, peopled=False, loud=False)
    state = come_back(state, back[where]) if where in back else _new_place(play, state, where)
    state = replace(state, dark=state.place == "dungeon")
    if state.place == "settlement":
        return settled(play, state)
    play.tell(f"place.{state.place}", state.depth if state.place == "dungeon" else state.terrain, why=EXPLORE)
    return replace(state, phase="explore")


@rule("vanilla.phase.settlement", "vanilla.phase.reward", "vanilla.heal.surgeon_varies")
def settled(play: Play, state: State) -> State:
    """The state with the party in a settlement with a surgeon; what it brings counts for XP."""
    play.tell("place.settlement", why=SETTLEMENT)
    state = replace(state, phase="settlement", place="settlement", dark=False, surgeon=True, surgeon_gp=50)
    return brought_home(play, state)


@rule("vanilla.phase.explore", "vanilla.encounter.tables")
def _new_place(play: Play, state: State, place: Place) -> State:
    """The party is in a new place: the GM says how deep a dungeon is, or which terrain the wilds have."""
    if place == "dungeon":
        depth = play.choose(REFEREE, "depth", DEPTHS, why="vanilla.encounter.tables")
        return replace(state, place=place, depth=depth)
    if place == "wilds":
        terrain = play.choose(REFEREE, "terrain", TERRAINS, why="vanilla.encounter.tables")
        return replace(state, place=place, terrain=terrain)
    return replace(state, place=place)


@rule("vanilla.encounter.tables", "vanilla.table.encounter_die", "vanilla.time.encounter")
def set_place(play: Play, state: State, _: str) -> State:
    """The GM says how deep or on which terrain the party is, and how busy the place is."""
    options: list[Any] = [("crowd", crowd) for crowd in CROWDS if crowd != state.die]
    options += [("depth", depth) for depth in DEPTHS if depth != state.depth and state.place == "dungeon"]
    options += [("terrain", ground) for ground in TERRAINS if ground != state.terrain and state.place == "wilds"]
    what, value = play.choose(REFEREE, "set_place", tuple(options), why=DIE)
    play.tell(f"place.{what}", value, why=DIE, seen_by=(REFEREE,))
    return replace(state, **{"die" if what == "crowd" else what: value})


@rule("vanilla.phase.encounter", "vanilla.phase.explore")
def part(play: Play, state: State, _: str) -> State:
    """A meeting ends without a fight."""
    play.tell("parted", why="vanilla.phase.encounter")
    phase = "settlement" if state.place == "settlement" else "explore"
    return pruned(replace(state, phase=phase, foes=()))


def _calm(state: State, _: str) -> bool:
    return state.phase in ("settlement", "explore")


def _nobody(state: State, _: str) -> Refusal | None:
    return None if any(able(one) for one in state.party) else Refusal("nobody_up", (), EXPLORE)


DEEDS: tuple[Deed[State], ...] = (
    Deed("go_to", go_to, EXPLORE, by="referee", shown=_calm, refuse=_nobody, group="watches"),
    Deed("set_place", set_place, DIE, by="referee", shown=lambda state, _: state.phase != "creation", group="watches"),
    Deed(
        "part",
        part,
        "vanilla.phase.encounter",
        by="referee",
        shown=lambda state, _: state.phase == "encounter",
        group="muster",
        rank=1,
    ),
)
