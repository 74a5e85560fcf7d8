"""Healing: a few moments, a few hours, a night, a week with a healer; and aid for the dying."""

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import knows_healing
from tallow.games.cairn.combat.attacks import MOVE
from tallow.games.cairn.combat.manoeuvre import Manoeuvre
from tallow.games.cairn.gear.coins import GOLD, with_coins, worth
from tallow.games.cairn.gear.inventory import FULL, full, load, spend
from tallow.games.cairn.harm.damage import restore
from tallow.games.cairn.harm.deprivation import DRINKS, SLEEP, SLEPT, at_leisure, deprive, fed, marked, people, relieve
from tallow.games.cairn.harm.perils import goes_on, last_moment
from tallow.games.cairn.harm.scars import close
from tallow.games.cairn.magic.effects import in_world
from tallow.games.cairn.monsters.afflictions import held_fast, relieved_by
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import (
    ABILITIES,
    DAY,
    HOUR,
    TURN,
    WATCH,
    Creature,
    Declaration,
    State,
    able,
    alive,
    score,
    score_max,
)
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.memory import cached_by_identity, cached_for_latest
from tallow.mechanics.two_sides import find, members, put, side_of
from tallow.play import REFEREE, Play, rule

WALLOPED, MORTAL = "cairn.scar.walloped", "cairn.scar.mortal_wound"
BANDAGES, HEALER = "cairn.item.bandages", "cairn.item.medical_healing"
ROOM, PRIVATE, BED = "cairn.item.room", "cairn.item.private_room", "cairn.item.bed"
WEEK = 7
PRICES = (50, *(price for price in range(5, 505, 5) if price != 50))


@rule("cairn.heal.rest_not", "cairn.deprived.no_hp", "cairn.condition.overburdened", "cairn.condition.deprived")
def hindrance(creature: Creature, settings: Settings) -> str:
    """What keeps somebody from getting HP back; lost abilities do not."""
    if creature.dies_at:
        return "dying"
    if creature.deprived:
        return "deprived"
    return "full" if full(creature, settings) else ""


def gains_by_rest(creature: Creature, settings: Settings) -> bool:
    """Whether a few moments of rest would give somebody HP back, or set them on their feet."""
    lacks = creature.hp < creature.hp_max if able(creature) else has(creature, "stable")
    return alive(creature) and lacks and not hindrance(creature, settings)


@rule("cairn.heal.rest", "cairn.critical.aid", "cairn.condition.critical")
def recover(play: Play, creature: Creature, settings: Settings) -> Creature:
    """All HP come back, and whoever was stable is up again."""
    if not alive(creature) or (creature.hp >= creature.hp_max and not has(creature, "stable")):
        return creature
    if hindered := hindrance(creature, settings):
        play.tell("rest.hindered", creature.name, hindered, why="cairn.heal.rest_not")
        return creature
    play.tell("rest.hp", creature.name, creature.hp_max, why="cairn.heal.rest")
    return replace(shed(creature, "stable"), hp=creature.hp_max)


@rule("cairn.heal.rest", "cairn.item.waterskin")
def drink(play: Play, state: State) -> bool:
    """Whether there is something to drink: carried, or a stream that the referee knows of."""
    for one in state.party:
        if alive(one) and any(item.ref in DRINKS and (item.uses or "rations" not in item.ref) for item in one.items):
            return True
    return play.choose(REFEREE, "water_near", ("yes", "no"), why="cairn.heal.rest") == "yes"


@rule("cairn.heal.rest_exposed")
def disturbed(play: Play, state: State, seconds: int) -> State | None:
    """Whether something comes while the party rests: then half the time has passed and nothing is restored."""
    comes = play.choose(REFEREE, "rest_exposed", ("nothing", "something"), why="cairn.heal.rest_exposed")
    if comes == "nothing":
        return None
    play.tell("rest.disturbed", why="cairn.heal.rest_exposed")
    return replace(pass_time(play, state, seconds // 2), phase="encounter")


@rule("cairn.action.rest", "cairn.heal.rest", "cairn.heal.rest_exposed")
def rest(play: Play, state: State, _: str) -> State:
    """The party rests a few moments and drinks: HP to the maximum."""
    return _rest(play, state, TURN)


@rule("cairn.action.rest_hours", "cairn.scar.walloped")
def rest_hours(play: Play, state: State, _: str) -> State:
    """The party rests a few hours: whoever was walloped gets over it."""
    return _rest(play, state, 3 * HOUR)


def _rest(play: Play, state: State, seconds: int) -> State:
    if not drink(play, state):
        play.tell("rest.no_drink", why="cairn.heal.rest")
        return state
    if (broken := disturbed(play, state, seconds)) is not None:
        return broken
    state = pass_time(play, state, seconds)
    for one in state.party:
        rested = over_it(play, one, state.settings) if seconds >= 3 * HOUR else one
        state = put(state, recover(play, rested, state.settings))
    return state


@rule("cairn.scar.condition_end", "cairn.scar.walloped")
def over_it(play: Play, creature: Creature, settings: Settings) -> Creature:
    """Hours of rest end what only hours of rest end."""
    while (at := _open(creature, WALLOPED)) is not None and alive(creature):
        creature = close(play, settings, creature, at)
    return creature


def _open(creature: Creature, scar: str) -> int | None:
    return next((at for at, one in enumerate(creature.scars) if one.open and scar in {"", one.of}), None)


@rule("cairn.fatigue.lasts", "cairn.setting.deprived_fatigue", "cairn.condition.fatigue")
def refreshed(play: Play, state: State, creature: Creature) -> Creature:
    """After a whole safe night: what it ends is gone first, then all Fatigue unless deprived, and HP are back."""
    if not alive(creature):
        return creature
    creature = over_it(play, relieve(play, creature, SLEEP), state.settings)
    wants = any(cause.name != FULL for cause in creature.deprived)
    if wants and state.settings.deprived_fatigue == "kept":
        play.tell("night.deprived", creature.name, why="cairn.fatigue.lasts")
        return creature
    if creature.fatigue:
        play.tell("night.fatigue", creature.name, creature.fatigue, why="cairn.fatigue.lasts")
        creature = shed(replace(creature, fatigue=0), "collapsed")
        creature = load(play, creature, state.settings, state.clock)
    return recover(play, creature, state.settings)


def sleep(play: Play, state: State, sleepers: tuple[str, ...], seconds: int = WATCH) -> State:
    """These sleep in safety until the time is over."""
    state = put(state, *(marked(find(state, who), SLEPT) for who in sleepers))
    state = relieved_by(play, pass_time(play, state, seconds), "night", *sleepers)
    for one in people(state):
        if one.id in sleepers:
            state = put(state, refreshed(play, state, one))
    return state


@rule("cairn.action.night", "cairn.phase.camp", "cairn.fatigue.lasts", "cairn.spell.manse", "cairn.table.half_witch_2")
def night(play: Play, state: State, _: str) -> State:
    """The party sleeps a full night: in rooms it has paid for, sheltered by magic, or as safe as the referee says."""
    state, housed = lodge(play, state)
    everybody = tuple(one.id for one in people(state))
    if housed == everybody or in_world(state, "shelter"):
        return sleep(play, state, everybody)
    how = play.choose(REFEREE, "night_safe", ("safe", "unsafe", "disturbed"), why="cairn.fatigue.lasts")
    if how == "safe":
        return sleep(play, state, everybody)
    play.tell(f"night.{how}", why="cairn.phase.camp")
    state = sleep(play, state, housed) if housed else pass_time(play, state, WATCH)
    rough = [one for one in people(state) if one.id not in housed]
    state = put(state, *(deprive(play, one, SLEEP, state.clock) for one in rough))
    return replace(state, phase="encounter") if how == "disturbed" else state


@rule("cairn.item.room", "cairn.item.private_room", "cairn.item.bed")
def lodge(play: Play, state: State) -> tuple[State, tuple[str, ...]]:
    """Who sleeps in a room or bed that is paid for; board goes with a room."""
    housed: list[str] = []
    shared = 0
    for one in people(state):
        room = next((item for item in one.items if item.ref in {ROOM, PRIVATE, BED} and item.uses), None)
        if room is None and not shared:
            continue
        if room is not None and not shared:
            state = put(state, spend(one, room.id))
            shared = 4 if room.ref == PRIVATE else 1
        shared -= 1
        housed.append(one.id)
        play.tell("night.housed", one.name, why=ROOM)
        if room is None or room.ref != BED:
            state = fed(play, state, one.id)
    return state, tuple(housed)


@cached_by_identity(2_000)
def hurt(creature: Creature) -> bool:
    """Whether a week of rest has anything to mend."""
    lost = any(score(creature, ability) < score_max(creature, ability) for ability in ABILITIES)
    return alive(creature) and (lost or _open(creature, "") is not None)


@rule("cairn.heal.ability_help", "cairn.heal.paid", "cairn.deprived.no_ability")
def in_good_hands(state: State, one: Creature) -> bool:
    """Whether a week in town would mend somebody: a friend knows how, or a healer is paid or can be."""
    if not alive(one) or one.deprived:
        return False
    skilled = any(able(other) and knows_healing(other) for other in state.party)
    return skilled or any(item.ref == HEALER for item in one.items) or worth(one) >= PRICES[0] * GOLD


@rule("cairn.heal.ability_help", "cairn.heal.free", "cairn.heal.paid", "cairn.item.medical_healing")
def treated(play: Play, state: State) -> tuple[State, tuple[str, ...]]:
    """Who of the hurt has a healer or a fitting skill for the week, and what it costs them."""
    cared: list[str] = []
    waiting = []
    skilled = any(able(one) and knows_healing(one) for one in state.party)
    for one in state.party:
        service = next((item for item in one.items if item.ref == HEALER), None)
        ails = hurt(one) or last_moment(state, one) > 0
        if ails and skilled:
            cared.append(one.id)
        elif ails and service is not None:
            state = put(state, spend(one, service.id))
            cared.append(one.id)
        elif ails:
            waiting.append(one.id)
    if not waiting:
        return state, tuple(cared)
    terms = play.choose(REFEREE, "healer", ("free", "paid", "none"), why="cairn.heal.ability_help")
    price = play.choose(REFEREE, "healing_price", PRICES, why="cairn.heal.paid") if terms == "paid" else 0
    for who in waiting if terms != "none" else ():
        one = find(state, who)
        if worth(one) < price * GOLD:
            play.tell("healer.too_dear", one.name, price, why="cairn.heal.paid")
        elif not price or _pays(play, one, price):
            paid = with_coins(one, -price * GOLD)
            state = put(state, load(play, paid, state.settings, state.clock))
            cared.append(who)
    return state, tuple(cared)


def _pays(play: Play, creature: Creature, price: int) -> bool:
    options = ("pay", "decline")
    return play.choose(creature.seat, "pay_healer", options, creature.name, price, why="cairn.heal.paid") == "pay"


@rule("cairn.action.week", "cairn.heal.ability", "cairn.deprived.no_ability")
def week(play: Play, state: State, who: str) -> State:
    """The party rests a week: abilities come back and open scars close for those in good hands and not deprived."""
    before = state
    state, cared = treated(play, state)
    days = play.choose(REFEREE, "week_days", range(WEEK, -1, -1), why="cairn.heal.ability")
    state = _saved_first(play, state, cared) if days else state
    if not goes_on(play, state, find(state, who).seat, days * DAY):
        return before
    wanting = tuple(one.id for one in state.party if one.deprived)
    state = pass_time(play, state, days * DAY)
    if state.phase == "downtime":
        state = replace(state, downtime_taken=tuple(dict.fromkeys((*state.downtime_taken, *cared))))
    if days < WEEK:
        play.tell("week.broken", days, why="cairn.heal.ability")
        return state
    state = relieved_by(play, relieved_by(play, state, "healer", *cared), "night", *cared)
    for one in state.party:
        if one.id in wanting or one.deprived:
            if one.id in cared:
                play.tell("week.deprived", one.name, why="cairn.deprived.no_ability")
            continue
        rested = mended(play, one, state.settings) if one.id in cared and alive(one) else one
        state = put(state, refreshed(play, state, rested))
    return state


@rule("cairn.critical.aid", "cairn.heal.ability_help", "cairn.time.deadly")
def _saved_first(play: Play, state: State, cared: tuple[str, ...]) -> State:
    """A healer sees to the dying before anything else: wounds that would kill, and what a healer ends."""
    for who in cared:
        one = find(state, who)
        if last_moment(state, one):
            play.tell("healer.saves", one.name, why="cairn.heal.ability_help")
            state = relieved_by(play, put(state, saved(play, one)), "healer", who)
    return state


@rule(
    "cairn.heal.ability",
    "cairn.scar.condition_end",
    "cairn.condition.paralysed",
    "cairn.condition.delirious",
    "cairn.loss.dex_zero",
    "cairn.loss.wil_zero",
)
def mended(play: Play, creature: Creature, settings: Settings) -> Creature:
    """All abilities to their maximum, but for what the referee excepts, and every open scar is over."""
    lost = [ability for ability in ABILITIES if score(creature, ability) < score_max(creature, ability)]
    if lost:
        excepted = tuple(f"not_{ability}" for ability in lost)
        heals = play.choose(REFEREE, "week_heals", ("all", *excepted), creature.name, why="cairn.heal.ability")
        for ability in lost:
            if heals != f"not_{ability}":
                creature = restore(creature, ability, score_max(creature, ability))
                play.tell("week.ability", creature.name, ability, score(creature, ability), why="cairn.heal.ability")
    while (at := _open(creature, "")) is not None:
        creature = close(play, settings, creature, at)
    return creature


def dying(state: State, creature: Creature) -> tuple[Creature, ...]:
    """Those of somebody's own side who are dying and within a move of them."""
    side = members(state, side_of(state, creature.id))
    near = [one for one in side if one.dies_at and (has(one, "critical") or has(one, "mortal"))]
    reached = [one for one in near if one.id != creature.id and abs(one.at - creature.at) <= MOVE]
    return tuple(one for one in reached if not held_fast(one))


@rule("cairn.action.aid", "cairn.critical.aid")
def nobody_dying(state: State, creature: Creature) -> Refusal | None:
    """Why no aid can be given: nobody needs any, or another of the side gives it at the same time."""
    if not dying(state, creature):
        return Refusal("nobody_dying", (creature.name,), "cairn.action.aid")
    return None if _unaided(state, creature) else Refusal("aided", (creature.name,), "cairn.critical.aid")


def _unaided(state: State, creature: Creature) -> tuple[str, ...]:
    """Those of somebody's own side who are dying, and for whom nobody else of it has declared aid."""
    declared = state.fight.declared if state.fight is not None else ()
    aided = [made.target for made in declared if made.move == "aid" and not made.detail and made.who != creature.id]
    return tuple([one.id for one in dying(state, creature) if one.id not in aided])


@rule("cairn.action.aid", "cairn.critical.aid", "cairn.item.bandages")
def offer_aid(play: Play, state: State, creature: Creature) -> Declaration:
    """Whom to aid, and with what: bandages, or means that the referee accepts."""
    near = _unaided(state, creature)
    target = play.choose(creature.seat, "aid_whom", near, creature.name, why="cairn.action.aid")
    bandages = next((item.id for item in creature.items if item.ref == BANDAGES and item.uses), "")
    if bandages:
        return Declaration(creature.id, "aid", target, item=bandages)
    accepted = play.choose(REFEREE, "aid_means", ("yes", "no"), creature.name, why="cairn.critical.aid")
    return Declaration(creature.id, "aid", target, detail="" if accepted == "yes" else "in_vain")


@rule("cairn.critical.aid", "cairn.scar.mortal_wound", "cairn.condition.critical")
def give_aid(play: Play, state: State, made: Declaration) -> State:
    """Whoever is aided is no longer dying: stable, or out of action with a wound that needs its week."""
    helper, target = find(state, made.who), find(state, made.target)
    if made.detail == "in_vain" or not target.dies_at:
        play.tell("aid.in_vain", helper.name, target.name, why="cairn.critical.aid")
        return state
    if made.item:
        helper = spend(helper, made.item)
    play.tell("aid", helper.name, target.name, why="cairn.critical.aid")
    return put(state, replace(helper, at=target.at), saved(play, target))


@rule("cairn.critical.aid", "cairn.scar.mortal_wound")
def saved(play: Play, creature: Creature) -> Creature:
    """Somebody is no longer dying."""
    if has(creature, "critical"):
        creature = gain(shed(creature, "critical"), "stable")
    return relieve(play, replace(creature, dies_at=0), MORTAL)


AID = Manoeuvre(nobody_dying, offer_aid, give_aid, "cairn.action.aid", who=("pc", "hireling"))


def aid(play: Play, state: State, who: str) -> State:
    """Somebody aids one who is dying."""
    return give_aid(play, state, offer_aid(play, state, find(state, who)))


def _quiet_place(state: State, who: str) -> bool:
    return at_leisure(state, who) and state.phase in {"town", "explore", "camp", "wilderness", "downtime"}


def _nothing_to_gain(state: State, _: str) -> Refusal | None:
    if any(alive(one) and (one.hp < one.hp_max or has(one, "stable")) for one in state.party):
        return None
    return Refusal("nothing_to_rest", (), "cairn.action.rest")


def _nobody_walloped(state: State, _: str) -> Refusal | None:
    if any(alive(one) and _open(one, WALLOPED) is not None for one in state.party):
        return None
    return Refusal("nobody_walloped", (), "cairn.action.rest_hours")


def _no_week(state: State, who: str) -> Refusal | None:
    creature = find(state, who)
    if creature.deprived:
        return Refusal("deprived", (creature.name,), "cairn.deprived.no_ability")
    ails = any(hurt(one) or last_moment(state, one) for one in state.party)
    return None if ails else Refusal("nothing_to_heal", (), "cairn.action.week")


def _cannot_aid(state: State, who: str) -> Refusal | None:
    creature = find(state, who)
    if not able(creature):
        return Refusal("cannot_act", (creature.name,), "cairn.action.aid")
    return nobody_dying(state, creature)


def _somebody_dying(state: State, who: str) -> bool:
    return _dying_in(state.party) and at_leisure(state, who)


@cached_for_latest
def _dying_in(party: tuple[Creature, ...]) -> bool:
    """Whether anybody of a party is dying; asked before and after each turn, and seldom so."""
    return any(one.dies_at and alive(one) for one in party)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "rest", rest, "cairn.action.rest", cost="ten_minutes", shown=_quiet_place, refuse=_nothing_to_gain, group="rest"
    ),
    Deed(
        "rest_hours",
        rest_hours,
        "cairn.action.rest_hours",
        cost="three_hours",
        shown=lambda state, who: _quiet_place(state, who) and _nobody_walloped(state, who) is None,
        refuse=_nobody_walloped,
        group="rest",
    ),
    Deed(
        "night",
        night,
        "cairn.action.night",
        cost="eight_hours",
        shown=lambda state, who: at_leisure(state, who) and state.phase in {"camp", "town", "downtime"},
        group="rest",
    ),
    Deed(
        "week",
        week,
        "cairn.action.week",
        cost="seven_days",
        shown=lambda state, who: at_leisure(state, who) and state.phase in {"town", "downtime"},
        refuse=_no_week,
        group="rest",
    ),
    Deed("give_aid", aid, "cairn.action.aid", cost="action", shown=_somebody_dying, refuse=_cannot_aid, group="rest"),
)
