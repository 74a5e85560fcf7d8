"""The Warden's own controls: whatever the rules leave to the referee, and a last word on every number."""

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import breathes_nothing, eats_nothing
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.rounds import decided, end, resolve, undeclared
from tallow.games.cairn.entries import tables
from tallow.games.cairn.gear.inventory import load, tire
from tallow.games.cairn.gear.light import goes_out, lights
from tallow.games.cairn.harm import hazards
from tallow.games.cairn.harm.deprivation import FOOD, NEEDS, at_leisure, deprive, relieve
from tallow.games.cairn.harm.hazards import somebody, whom
from tallow.games.cairn.harm.perils import goes_on
from tallow.games.cairn.harm.scars import close
from tallow.games.cairn.magic.effects import lapse
from tallow.games.cairn.state import (
    ABILITIES,
    DAY,
    HOUR,
    MINUTE,
    Ability,
    Creature,
    Scar,
    State,
    able,
    alive,
    score,
    up,
)
from tallow.games.cairn.world.dungeon import event as dungeon_event
from tallow.games.cairn.world.dungeon import roll_event
from tallow.games.cairn.world.time import pass_time
from tallow.games.cairn.world.weather import weather
from tallow.games.cairn.world.wilderness import event as road_event
from tallow.games.deeds import Deed, Refusal
from tallow.games.shared.refereeing import (
    Does,
    any_table,
    changed_settings,
    choose_time,
    deed,
    followed_by,
    note,
    secret_roll,
    with_note,
)
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, Stake, rule

WORD: RuleId = "cairn.meta.scope"
"""The entry by which the referee's word on anything is recorded."""

UNITS = {"minutes": MINUTE, "hours": HOUR, "days": DAY}
SEASONS = ("spring", "summer", "fall", "winter")


def _stake(play: Play, ability: Ability) -> str:
    return play.write(REFEREE, "save_stake", ability, why="cairn.save.which").strip() or "unsaid"


@rule("cairn.action.warden_save", "cairn.save.purpose", "cairn.save.which", "cairn.ability.three")
def call_save(play: Play, state: State, _: str) -> State:
    """The referee names who saves, the ability and what a failure costs; then whoever saves may hold back."""
    why = "cairn.action.warden_save"
    how = play.choose(REFEREE, "save_how", ("one", "each", "together", "opposed"), why=why)
    ability: Ability = play.choose(REFEREE, "save_ability", ABILITIES, why="cairn.save.which")
    stake = _stake(play, ability)
    for who in _savers(play, state, how, ability):
        risk(play, find(state, who), ability, stake)
    return state


@rule("cairn.save.opposed", "cairn.save.together")
def _savers(play: Play, state: State, how: str, ability: Ability) -> tuple[str, ...]:
    """One, each of the party, the one most at risk of all who act together, or of two who strive with each other."""
    if how == "each":
        return tuple(one.id for one in state.party if up(one))
    if how == "together":
        least = sorted((one for one in state.party if up(one)), key=lambda one: score(one, ability))
        listed = tuple(one.id for one in least)
        return (play.choose(REFEREE, "most_at_risk", listed, why="cairn.save.together"),) if listed else ()
    first = whom(play, state, "who_saves", "cairn.action.warden_save").id
    if how == "one":
        return (first,)
    second = whom(play, state, "against_whom", "cairn.save.opposed").id
    both = tuple(dict.fromkeys((first, second)))
    return (play.choose(REFEREE, "most_at_risk", both, why="cairn.save.opposed"),)


@rule("cairn.save.which", "cairn.save.willing", "cairn.save.purpose")
def risk(play: Play, creature: Creature, ability: Ability, stake: str) -> str:
    """Somebody hears what is at stake, and saves, holds back, or lets it happen."""
    play.tell("save.stake", creature.name, ability, stake, why="cairn.save.which")
    options = ("save", "hold_back", "yield")
    chosen = play.choose(creature.seat, "save_or_hold", options, creature.name, ability, stake, why="cairn.save.which")
    if chosen == "hold_back":
        play.tell("save.held_back", creature.name, why="cairn.save.which")
        return "held_back"
    if chosen == "yield":
        play.tell("save.yielded", creature.name, ability, why="cairn.save.willing")
        return "failed"
    return "passed" if save(play, creature, ability) else "failed"


@rule("cairn.action.stunt", "cairn.save.purpose", "cairn.armor.extra", "cairn.relic.learn")
def dare(play: Play, state: State, who: str) -> State:
    """Somebody tries something risky: the referee names ability and stake, or lets it simply happen."""
    creature = find(state, who)
    options = (*ABILITIES, "no_risk", "impossible")
    asked = play.choose(REFEREE, "dare", options, creature.name, why="cairn.action.stunt")
    if asked in {"no_risk", "impossible"}:
        play.tell(f"dare.{asked}", creature.name, why="cairn.save.purpose")
        return state
    ability: Ability = asked  # type: ignore[assignment]
    risk(play, creature, ability, _stake(play, ability))
    return state


@rule("cairn.fate.die", "cairn.action.warden_fate")
def fate(play: Play) -> bool:
    """Whether chance favours the party: 4 or more on a die."""
    (face,) = play.roll(1, 6, by=REFEREE, why="cairn.fate.die", stake=Stake(4, above=True))
    play.tell("fate.kind" if face >= 4 else "fate.unkind", face, why="cairn.fate.die")
    return face >= 4


def _fate(play: Play, state: State, _: str) -> State:
    fate(play)
    return state


def _roll_table(play: Play, state: State, _: str) -> State:
    """Any table; seen by all, or by the referee alone."""
    of, total, seen_by = any_table(play, tables(), "cairn.fate.die")
    row = of.row(total)
    play.tell("table" if row.effect else "table.name", of.id, total, row.name, row.effect, why=of.id, seen_by=seen_by)
    return state


def _secret_roll(play: Play, state: State, _: str) -> State:
    secret_roll(play, "cairn.fate.die")
    return state


@rule("cairn.action.warden_event", "cairn.table.wilderness_event", "cairn.table.dungeon_event")
def _event(play: Play, state: State, _: str) -> State:
    """An event of the road or of the dangerous place; elsewhere one is only rolled and told."""
    if state.journey is not None:
        return road_event(play, state)
    if state.dungeon is not None:
        return dungeon_event(play, state)
    listed = ("cairn.table.wilderness_event", "cairn.table.dungeon_event")
    table = play.choose(REFEREE, "table", listed, why="cairn.action.warden_event")
    play.tell(f"event.{roll_event(play, table)}", why=table)
    return state


def _give_fatigue(play: Play, state: State, _: str) -> State:
    why = "cairn.action.warden_fatigue"
    return tire(play, state, whom(play, state, "fatigue_whom", why).id, why=why)


def _deprive(play: Play, state: State, _: str) -> State:
    why = "cairn.action.warden_deprive"
    creature = whom(play, state, "deprive_whom", why)
    never = [FOOD] if eats_nothing(creature) else []
    never += ["air"] if breathes_nothing(creature) else []
    listed = tuple(need for need in NEEDS if need not in never)
    return put(
        state, deprive(play, creature, play.choose(REFEREE, "need", listed, creature.name, why=why), state.clock)
    )


def _relieve(play: Play, state: State, _: str) -> State:
    why = "cairn.action.warden_deprive"
    wanting = tuple(one.id for one in everyone(state) if one.deprived)
    creature = find(state, play.choose(REFEREE, "relieve_whom", wanting, why=why))
    causes = tuple(dict.fromkeys(cause.name for cause in creature.deprived))
    return put(state, relieve(play, creature, play.choose(REFEREE, "need", causes, creature.name, why=why)))


@rule("cairn.action.warden_scar_end", "cairn.scar.condition_end", "cairn.scar.timing")
def _end_scar(play: Play, state: State, _: str) -> State:
    """A scar's condition is over, by the referee's word: its open roll is made."""
    why = "cairn.action.warden_scar_end"
    scarred = tuple(one.id for one in everyone(state) if alive(one) and any(scar.open for scar in one.scars))
    creature = find(state, play.choose(REFEREE, "scar_whom", scarred, why=why))
    still_open = tuple(dict.fromkeys([_named(scar) for scar in creature.scars if scar.open]))
    which = play.choose(REFEREE, "scar_which", still_open, creature.name, why=why)
    at = next(at for at, scar in enumerate(creature.scars) if scar.open and _named(scar) == which)
    return put(state, close(play, state.settings, creature, at))


def _named(scar: Scar) -> tuple[str, ...]:
    """A scar by its entry, and where it struck if that matters; of two alike the earlier heals first."""
    return ("scar_at", scar.of, scar.part) if scar.part else ("scar", scar.of)


def _snuff(play: Play, state: State, _: str) -> State:
    burning = {item: who for who, item in lights(state)}
    which = play.choose(REFEREE, "put_out_what", tuple(burning), "", why="cairn.wild.light")
    return put(state, goes_out(play, find(state, burning[which]), which))


def _let_time_pass(play: Play, state: State, _: str) -> State:
    seconds = choose_time(play, UNITS, "cairn.phase.explore", lambda seconds: goes_on(play, state, REFEREE, seconds))
    return pass_time(play, state, seconds) if seconds else state


def _roll_weather(play: Play, state: State, _: str) -> State:
    return weather(play, state)


def _set_season(play: Play, state: State, _: str) -> State:
    season = play.choose(REFEREE, "season", SEASONS, why="cairn.wild.weather")
    return replace(state, season=season)


def _note(play: Play, state: State, _: str) -> State:
    return replace(state, notes=note(play, state.notes, REFEREE, "cairn.growth.how"))


@rule("cairn.growth.how")
def _growth(play: Play, state: State, _: str) -> State:
    """How somebody has changed by what they lived through: recorded, no more."""
    creature = whom(play, state, "growth_whom", "cairn.growth.how")
    text = play.write(REFEREE, "growth", creature.name, why="cairn.growth.how").strip()
    if not text:
        return state
    play.tell("growth", creature.name, text, why="cairn.growth.how")
    life = replace(creature.life, notes=with_note(creature.life.notes, text))
    return put(state, replace(creature, life=life))


def _own_note(play: Play, state: State, who: str) -> State:
    creature = find(state, who)
    notes = note(play, creature.life.notes, creature.seat, "cairn.growth.how")
    return put(state, replace(creature, life=replace(creature.life, notes=notes)))


def _switch_setting(play: Play, state: State, _: str) -> State:
    """The table reads a rule the other way from now on."""
    settings = changed_settings(play, state.settings, "cairn", WORD)
    party = tuple(load(play, one, settings, state.clock) for one in state.party)
    return replace(state, settings=settings, party=party)


@rule("cairn.combat.end")
def settled(play: Play, state: State) -> State:
    """After the referee's word in a fight: whoever can no longer act is not waited for, and it may be over."""
    state, fight = lapse(play, state), state.fight
    if fight is None:
        return state
    if how := decided(state):
        return end(play, state, how)
    there = {one.id: one for one in everyone(state)}
    acting = tuple(who for who in fight.acting if who in there and able(there[who]))
    said = tuple(made for made in fight.declared if made.who in acting and (not made.target or made.target in there))
    state = replace(state, fight=replace(fight, acting=acting, declared=said))
    return state if undeclared(state) else resolve(play, state)


def by_word(do: Does[State]) -> Does[State]:
    """A deed of the referee's that may reach into a fight."""
    return followed_by(do, settled)


def _free(state: State, who: str) -> bool:
    return at_leisure(state, who) and state.phase != "creation"


def _cannot(state: State, who: str) -> Refusal | None:
    creature = find(state, who)
    return None if able(creature) else Refusal("cannot_act", (creature.name,), "cairn.action.stunt")


def _no_fight(state: State, _: str) -> bool:
    return state.fight is None and state.phase != "creation"


DEEDS: tuple[Deed[State], ...] = (
    Deed("dare", dare, "cairn.action.stunt", cost="none", shown=_free, refuse=_cannot, group="dungeon", rank=1),
    Deed("own_note", _own_note, "cairn.growth.how", cost="none", shown=at_leisure, group="notes"),
    deed("call_save", call_save, "cairn.action.warden_save", somebody, group="saves"),
    deed("call_panic", hazards.call_panic, "cairn.action.warden_panic", hazards.anybody_calm, group="saves"),
    deed("harm", by_word(hazards.harm), "cairn.action.warden_harm", somebody, group="saves"),
    deed("trap", by_word(hazards.trap), "cairn.dungeon.traps", somebody, group="dungeon", rank=1),
    deed("give_fatigue", by_word(_give_fatigue), "cairn.action.warden_fatigue", somebody, group="saves"),
    deed("deprive", _deprive, "cairn.action.warden_deprive", somebody, group="saves"),
    deed(
        "relieve",
        _relieve,
        "cairn.action.warden_deprive",
        lambda state, _: any(one.deprived for one in everyone(state)),
        group="saves",
    ),
    deed(
        "end_scar",
        by_word(_end_scar),
        "cairn.action.warden_scar_end",
        lambda state, _: any(alive(one) and scar.open for one in everyone(state) for scar in one.scars),
        group="saves",
    ),
    deed("snuff", _snuff, "cairn.wild.light", lambda state, _: bool(lights(state)), group="time", rank=1),
    deed("fate", _fate, "cairn.action.warden_fate", group="chance"),
    deed("roll_table", _roll_table, "cairn.fate.die", group="chance"),
    deed("secret_roll", _secret_roll, "cairn.fate.die", group="chance"),
    deed("roll_event", _event, "cairn.action.warden_event", _no_fight, group="dungeon"),
    deed("roll_weather", _roll_weather, "cairn.action.warden_weather", _no_fight, group="time"),
    deed("set_season", _set_season, "cairn.wild.weather", group="time"),
    deed("let_time_pass", _let_time_pass, "cairn.phase.explore", _no_fight, group="time", rank=-1),
    deed("note", _note, "cairn.growth.how", group="notes"),
    deed("growth", _growth, "cairn.growth.how", somebody, group="notes"),
    deed("switch_setting", _switch_setting, WORD, group="notes"),
)
