"""Phases: the beginning and end of an expedition, the beginning of the interlude, and the players' sessions."""

from msgspec.structs import replace

from tallow.games.dead_weight.characters.allies import pets_ready
from tallow.games.dead_weight.entries.places import adventures
from tallow.games.dead_weight.gear.inventory import thing
from tallow.games.dead_weight.gear.trappings import cleaned
from tallow.games.dead_weight.gear.treasure import give_coins, give_to, share_out
from tallow.games.dead_weight.harm.afflictions import cure
from tallow.games.dead_weight.harm.fatigue import ALL, recover_each
from tallow.games.dead_weight.harm.mortal import die
from tallow.games.dead_weight.harm.wounds import can_heal, stabilized
from tallow.games.dead_weight.magic.effects import expedition_over
from tallow.games.dead_weight.magic.memorizing import memorize
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    Interlude,
    Market,
    Settlement,
    State,
    able,
    adventurer,
    alive,
    here,
    put,
    score,
    skilled,
    with_score,
)
from tallow.games.dead_weight.town.settlement import settled_in
from tallow.games.dead_weight.world.exploration import cannot, exploring
from tallow.games.dead_weight.world.omens import new_omens
from tallow.games.dead_weight.world.places import go_to, leave
from tallow.games.dead_weight.world.turns import refreshed
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, rule

EXIT = "dead_weight.action.explore_exit"
RATION = "dead_weight.item.ration"
WORN_OFF = ("hungry", "parched", "bleeding", "sleepy", "angry", "shaken", "terrified")


@rule(
    "dead_weight.phase.expedition",
    "dead_weight.structure.states",
    "dead_weight.structure.first_state",
    "dead_weight.basics.first_scene",
    "dead_weight.phase.creation",
    "dead_weight.action.expedition_memorize",
)
def set_out(play: Play, state: State, _: str) -> State:
    """An expedition begins, to a place that the GM names."""
    return departed(play, go_to(play, state, "dead_weight.phase.expedition"))


@rule("dead_weight.phase.expedition", "dead_weight.phase.exploration", "dead_weight.action.expedition_memorize")
def departed(play: Play, state: State) -> State:
    """The party arrives at a place: prayers and pleas are restored, decay is 0, omens are set, spells memorized."""
    why = "dead_weight.phase.expedition"
    state = cleaned(state, "laden")
    party = tuple(_ready(one) for one in state.party)
    state = replace(
        state,
        phase="exploration",
        party=party,
        decay=0,
        turns=0,
        camps=0,
        camp=None,
        interlude=None,
        ended=None,
        treasure=0,
        market=Market(),
        expeditions=state.expeditions + 1,
    )
    play.tell("expedition", state.expeditions, why=why)
    if not state.omens.size:
        state = new_omens(play, state)
    for one in state.party:
        if able(one):
            state = memorize(play, state, one.id)
    return pets_ready(state)


def _ready(one: Adventurer) -> Adventurer:
    magic = replace(one.magic, exhausted=(), pleaded=False, well=False)
    return replace(refreshed(one, "expedition", "camp", "turn", "combat"), mortal=0, magic=magic)


@rule("dead_weight.action.explore_exit", "dead_weight.phase.expedition", "dead_weight.affliction.hopeless")
def exit_(play: Play, state: State, who: str) -> State:
    """The party leaves, if the GM confirms that an exit is near and free; the interlude begins."""
    if play.choose(REFEREE, "exit", ("yes", "no"), adventurer(state, who).name, why=EXIT) == "no":
        play.tell("exit.blocked", why=EXIT)
        return state
    play.tell("exit", why=EXIT)
    return arrive(play, state)


@rule("dead_weight.wound.death")
def forsaken(state: State) -> bool:
    """Whether every adventurer is dead or mortally wounded, so that nobody can help anybody."""
    for one in state.party:
        if not one.conditions or (alive(one) and "mortally_wounded" not in one.conditions):
            return False
    return bool(state.party)


@rule("dead_weight.wound.death", "dead_weight.phase.expedition")
def party_lost(play: Play, state: State) -> State:
    """Nobody is left standing: the GM decides between death, capture and rescue, and the expedition is over."""
    why = "dead_weight.wound.death"
    living = [one.id for one in state.party if alive(one)]
    how = play.choose(REFEREE, "party_lost", ("death", "capture", "rescue"), why=why) if living else "death"
    play.tell(f"party_lost.{how}", why=why)
    if how == "death":
        for who in living:
            state = die(play, state, who, why)
        state = replace(state, treasure=0)
    return arrive(play, state)


@rule(
    "dead_weight.phase.interlude",
    "dead_weight.affliction.nauseated",
    "dead_weight.affliction.hopeless",
    "dead_weight.setting.interlude_mode",
)
def arrive(play: Play, state: State) -> State:
    """The interlude begins: the expedition's effects end, skills bring silver and rations, the guild takes a share."""
    why = "dead_weight.phase.interlude"
    place = here(state)
    name = adventures()[place.adventure].settlement if place and place.adventure else Settlement().name
    state = cleaned(expedition_over(play, state), "ashes", "poison")
    state = replace(
        leave(state),
        phase="interlude",
        party=tuple(refreshed(one, "camp") for one in state.party),
        interlude=Interlude(settlement=name, step="actions" if state.settings.interlude_mode == "simple" else "sleep"),
        combat=None,
        camp=None,
        enemies=(),
    )
    state = settled_in(cared_for(play, state), name)
    play.tell("interlude", name, why=why)
    for one in state.party:
        if alive(one):
            state = cure(play, state, one.id, "nauseated", "hopeless", why=why)
    state = share_out(play, _rations(play, _pilfered(play, state)))
    return _recovered(play, state) if state.settings.interlude_mode == "simple" else state


@rule("dead_weight.phase.interlude")
def cared_for(play: Play, state: State) -> State:
    """In a settlement whoever is down is cared for at once."""
    for one in state.party:
        if one.conditions and alive(one) and ("mortally_wounded" in one.conditions or "fainted" in one.conditions):
            state = put(state, stabilized(play, one))
    return state


@rule("dead_weight.skill.pilfer")
def _pilfered(play: Play, state: State) -> State:
    """Each pilferer begins the interlude with 1d6 silver."""
    for one in state.party:
        if alive(one) and skilled(one, "pilfer"):
            (coins,) = play.roll(1, by=one.seat, why="dead_weight.skill.pilfer")
            state = give_coins(play, state, one.id, coins)
    return state


@rule("dead_weight.skill.cooking", "dead_weight.skill.master_chef", "dead_weight.skill.same_skill_party")
def _rations(play: Play, state: State) -> State:
    """Each cook begins the interlude with a free ration, each master chef with three."""
    for one in state.party:
        if alive(one):
            for _ in range(3 if skilled(one, "master_chef") else int(skilled(one, "cooking"))):
                state, id_ = serial(state, "item")
                state = give_to(play, state, one.id, thing(RATION, id_))
    return state


@rule("dead_weight.phase.interlude", "dead_weight.affliction.cursed")
def _recovered(play: Play, state: State) -> State:
    """The simple interlude: fatigue and temporary afflictions end, and wounds heal, except those of the cursed."""
    why = "dead_weight.phase.interlude"
    for one in state.party:
        if not alive(one):
            continue
        state = cure(play, state, one.id, *WORN_OFF, why=why)
        rested = recover_each(adventurer(state, one.id), ALL)
        if can_heal(rested, resting=True):
            for attribute in ATTRIBUTES:
                rested = with_score(rested, attribute, replace(score(rested, attribute), wounds=0))
        state = put(state, rested)
    play.tell("recovered", why=why)
    return state


@rule("dead_weight.action.gm_session", "dead_weight.basics.session", "dead_weight.tragedy.invoke")
def session(play: Play, state: State, _: str) -> State:
    """A session ends or begins; at the beginning all uses per session are restored."""
    if state.session:
        play.tell("session.ends", why="dead_weight.basics.session")
        return replace(state, session=False)
    play.tell("session.begins", why="dead_weight.basics.session")
    return replace(state, session=True, party=tuple(refreshed(one, "session") for one in state.party))


def _at_home(state: State, _: str) -> bool:
    return state.phase in {"creation", "interlude"} and state.combat is None


def _cannot_set_out(state: State, _: str) -> Refusal | None:
    return None if any(alive(one) for one in state.party) else Refusal("no_party", (), "dead_weight.phase.expedition")


DEEDS: tuple[Deed[State], ...] = (
    Deed("exit", exit_, EXIT, cost="free", shown=exploring, refuse=cannot(EXIT), group="exploring", rank=1),
    Deed(
        "begin_expedition",
        set_out,
        "dead_weight.phase.expedition",
        by="referee",
        shown=_at_home,
        refuse=_cannot_set_out,
        group="where",
        rank=-1,
    ),
    Deed("session", session, "dead_weight.action.gm_session", by="referee", group="where"),
)
