"""Sessions and Days: what is restored when one begins, and what ends with it."""

from msgspec.structs import replace

from tallow.games.black_hack.characters.creation import past
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.checks.temporary import lend, lent_by
from tallow.games.black_hack.gear.burden import shed_load
from tallow.games.black_hack.gear.food import session_meal
from tallow.games.black_hack.harm.curses import moon
from tallow.games.black_hack.harm.hindrances import lifted
from tallow.games.black_hack.magic.effects import day_passes, session_passes
from tallow.games.black_hack.state import MARKS, Character, Effect, State, able, alive, character, put
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import shed
from tallow.play import REFEREE, Play, RuleId, Stake, rule

START: RuleId = "black_hack.phase.session_start"
END: RuleId = "black_hack.phase.session_end"
MURKY: RuleId = "black_hack.ability.thief_deep_and_murky_past"
TONIC: RuleId = "black_hack.magic_item.tonic_of_power"
FOR_A_SESSION = ("famous", "marked")
"""Conditions that end with a session."""


@rule("black_hack.phase.session_start", "black_hack.phase.exploration", "black_hack.phase.downtime")
def start_session(play: Play, state: State, _: str) -> State:
    """The table meets: what is once per session can be done again, and what lasted for the last one is over."""
    play.tell("session", state.session + 1, why=START)
    state = replace(_over(play, state), session=state.session + 1)
    for one in state.party:
        if alive(one):
            state = lifted(play, put(state, _fresh(character(state, one.id))), one.id, "curse")
            state = session_meal(play, moon(play, state, one.id), one.id)
            state = murky_past(play, state, one.id)
    if state.phase != "creation":
        return state
    where = play.choose(REFEREE, "first_scene", ("exploration", "downtime", "travel"), why=START)
    if where == "travel":
        return replace(state, phase="travel", unit="days")
    if where == "downtime":
        return replace(state, phase="downtime", unit="hours")
    return replace(state, phase="exploration", unit="minutes")


@rule("black_hack.phase.session_start", "black_hack.table.carousing")
def _fresh(one: Character) -> Character:
    """The character at the start of a session: uses restored, nothing cast, and the bruises of a brawl healed."""
    spent = MARKS.without(one.spent, "session")
    one = shed(one, *FOR_A_SESSION)
    life = replace(one.life, bruises=0)
    return replace(one, spent=spent, hp_max=one.hp_max + one.life.bruises, life=life, magic=replace(one.magic, cast=()))


@rule("black_hack.magic_item.tonic_of_power", "black_hack.phase.session_end", "black_hack.phase.session_start")
def _over(play: Play, state: State) -> State:
    """What lasts for a session ends; what a Tonic of Power gave is taken off for the one that follows."""
    drunk = [effect for effect in lent_by(state, TONIC) if effect.points > 0]
    state = session_passes(play, state)
    for effect in drunk:
        who = effect.on[0]
        if effect.attribute and any(one.id == who for one in state.party):
            lower = Effect("", TONIC, unit="session")
            state = shed_load(play, lend(state, who, effect.attribute, -effect.points, lower), who)
    return state


@rule("black_hack.ability.thief_deep_and_murky_past")
def murky_past(play: Play, state: State, who: str) -> State:
    """A Thief rolls 1d10 as a session begins; below the Level, one Background may be another."""
    one = character(state, who)
    if calling(one) != "thief" or one.level < 2:
        return state
    (face,) = play.roll(1, 10, by=one.seat, why=MURKY, stake=Stake(one.level - 1, who=who))
    if face >= one.level:
        return state
    return rewritten(play, state, who, MURKY)


def rewritten(play: Play, state: State, who: str, why: RuleId) -> State:
    """A player may change one Background of theirs."""
    one = character(state, who)
    old = play.choose(one.seat, "which_background", ("none", *one.life.backgrounds), one.name, why=why)
    if old == "none":
        return state
    new = past(play, one.seat, why)
    play.tell("background.new", one.name, new, why=why)
    changed = tuple([new if own == old else own for own in one.life.backgrounds])
    return put(state, replace(one, life=replace(one.life, backgrounds=changed)))


@rule("black_hack.phase.session_end")
def end_session(play: Play, state: State, _: str) -> State:
    """The GM closes a session; what lasts for it ends when the next one begins."""
    play.tell("session.ends", state.session, why=END)
    return replace(state, foes=(), acted=(), shopping=())


@rule("black_hack.price.by_rarity", "black_hack.magic.memorise", "black_hack.setting.rest_hour")
def new_day(play: Play, state: State) -> State:
    """A Day is over: prices are rolled anew, study and rest are possible again, and what lasts for a Day ends."""
    state = day_passes(play, state)
    party = []
    for one in state.party:
        spent = MARKS.without(one.spent, "day")
        party.append(replace(one, spent=spent, magic=replace(one.magic, studied=False)))
    return replace(state, party=tuple(party), prices=(), day=state.day + 1)


def _nobody_yet(state: State, _: str) -> Refusal | None:
    return None if any(able(one) for one in state.party) else Refusal("nobody_yet", (), START)


def _peace(state: State, _: str) -> bool:
    return state.combat is None


DEEDS: tuple[Deed[State], ...] = (
    Deed("start_session", start_session, START, "referee", shown=_peace, refuse=_nobody_yet, group="where", rank=-1),
    Deed(
        "end_session",
        end_session,
        END,
        "referee",
        shown=lambda state, _: state.combat is None and state.phase != "creation",
        group="where",
        rank=-1,
    ),
)
