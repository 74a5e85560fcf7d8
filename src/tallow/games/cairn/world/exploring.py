"""Exploring a place: how Cairn does what an adventure needs of it. Time passes in cycles of declared actions."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import contrives
from tallow.games.cairn.characters.joining import party_complete
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.rounds import begin as begin_fight
from tallow.games.cairn.entries import Armour, Relic, Thing, Weapon, armours, relics, things, weapons
from tallow.games.cairn.gear.coins import GOLD, receive_coins, room_for_coins
from tallow.games.cairn.gear.inventory import free_slots, load, spend, with_item, without
from tallow.games.cairn.gear.light import dark, flame, nothing_to_light
from tallow.games.cairn.gear.things import from_ref, scroll, worn
from tallow.games.cairn.harm import hazards
from tallow.games.cairn.harm.deprivation import people
from tallow.games.cairn.harm.healing import gains_by_rest
from tallow.games.cairn.harm.perils import goes_on
from tallow.games.cairn.magic.spells import random_spell
from tallow.games.cairn.monsters.bestiary import several
from tallow.games.cairn.monsters.encounters import arrive, part, takes_it
from tallow.games.cairn.referee.controls import fate
from tallow.games.cairn.state import ABILITIES, HOUR, TURN, Ability, Creature, Dungeon, Item, State, able, up
from tallow.games.cairn.world import dungeon
from tallow.games.cairn.world.phases import enter
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Refusal
from tallow.games.exploring import Attitude, Explorer, Exploring, Fought, Goods, How, Verb, left_of, standing_of
from tallow.mechanics.conditions import gain
from tallow.mechanics.ids import serial
from tallow.mechanics.memory import cached_for_latest
from tallow.mechanics.suggestions import find_by_name
from tallow.mechanics.two_sides import find, put
from tallow.play import EVERYONE, REFEREE, Audience, Fact, Option, Play, RuleId, Seat, Through, rule

T = TypeVar("T", bound=Option)

COINS_ID = "coins"
"""What is given as the id of coins, which nobody can tell from others."""

RANDOM_SCROLL = "Scroll of a random spell"
LOCKPICKS = "lockpick"
DISTANCE = 10
"""How far away those are who are met in a room, in feet."""

ACTS: Mapping[Verb, str] = {
    "go": "dungeon_move",
    "search": "search",
    "listen": "listen",
    "open": "force_door",
    "use": "look_out",
    "rest": "dungeon_rest",
    "light": "dungeon_light",
    "wait": "look_out",
}
"""What is declared for each thing that a turn is spent on."""

TOGETHER: tuple[Verb, ...] = ("go", "rest")
"""What all do alike; while one does anything else, the others keep watch."""

TAKES: Mapping[str, Attitude] = {
    "Hostile": "hostile",
    "Wary": "wary",
    "Curious": "open",
    "Kind": "friendly",
    "Helpful": "friendly",
}
"""How those take it who are met, by the row of the reaction table."""


def explorers(state: State) -> tuple[Explorer, ...]:
    """The characters and hirelings who live."""
    return _explorers(people(state))


@cached_for_latest
def _explorers(living: tuple[Creature, ...]) -> tuple[Explorer, ...]:
    return tuple([Explorer(one.id, one.name, one.seat, able(one)) for one in living])


def away(state: State) -> Refusal | None:
    """Why the party cannot set out."""
    if state.fight is not None:
        return Refusal("fighting", (), "cairn.phase.first_round")
    if not any(one.kind == "pc" for one in dungeon.actors(state)):
        return Refusal("nobody_able", (), "cairn.phase.dungeon")
    return None


@rule("cairn.phase.dungeon")
def begin(play: Play, state: State, name: str) -> State:
    """The party is at the door of a dangerous place; the first party is complete with it."""
    if state.phase == "creation" and not state.omen:
        state = party_complete(play, state, "")
    return enter(play, replace(state, dungeon=Dungeon(name=name), foes=(), ended=None), "dungeon")


def home(play: Play, state: State) -> State:
    """The party is back in town."""
    return enter(play, replace(state, foes=(), ended=None), "town")


def left(play: Play, state: State) -> State:
    """Nobody comes, and the hour of the dying passes."""
    return pass_time(play, state, HOUR)


def seated(state: State, who: str, seat: Seat) -> State:
    """Somebody, and whoever goes with them, is played by another."""
    mine = [one for one in state.party if who in {one.id, one.host, one.pay.employer if one.pay else ""}]
    return put(state, *(replace(one, seat=seat) for one in mine))


class _Turn(Through):
    """A cycle in a place that is known to the program: it answers what the rules would ask of the referee.

    What each one does is not told one by one: all know it.
    """

    def __init__(self, play: Play, answers: Mapping[str, Option]) -> None:
        super().__init__(play)
        self._answers = {"also_move": "stay", "rest_exposed": "nothing", **answers}

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        for option in options:
            if option == self._answers.get(what):
                return option
        return self.play.choose(by, what, options, *facts, why=why)

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        if not code.startswith(("does.", "search.", "listen.")):
            self.play.tell(code, *facts, why=why, seen_by=seen_by)


@rule("cairn.dungeon.cycle", "cairn.dungeon.turn", "cairn.dungeon.search", "cairn.dungeon.event_when")
def turn(play: Play, state: State, verb: Verb, who: str, known: str) -> State:
    """A cycle: whoever has said nothing else goes along, or keeps watch while one is at work.

    Where nothing is `known` of the place, play answers for it.
    """
    if not known:
        return declared(play, state, verb, who)
    went = "same_place" if verb != "go" else "new_area" if known == "new" else "moved_on"
    answers: dict[str, Option] = {"where": went}
    if verb in {"search", "listen"}:
        answers[verb] = known
    if verb == "open":
        answers["door_risk"] = known
    return declared(_Turn(play, answers), state, verb, who)


def declared(play: Play, state: State, verb: Verb, who: str) -> State:
    """All who are waited for say what they do, and the cycle is worked out."""
    due = dungeon.awaited(state, dungeon.here(state).declared)
    if verb == "light":
        who = next((one.id for one in bearers(state) if one.id in due), who)
    for one in sorted(due, key=lambda id_: id_ != who):
        alike = verb in TOGETHER or one == who or (not who and one == due[0])
        state = dungeon.said(play, state, one, ACTS[verb] if alike else ACTS["wait"])
    return dungeon.cycle(play, state) if due else state


@rule("cairn.dungeon.light")
def bearers(state: State) -> list[Creature]:
    """Who could make light and carry it, first those who fight with one hand."""
    ready = [one for one in dungeon.actors(state) if nothing_to_light(state, one) is None]
    return sorted(ready, key=lambda one: any(item.damage and item.hands > 1 for item in one.items))


@rule("cairn.dungeon.light")
def kindled(play: Play, state: State) -> State:
    """Where it is dark, one of them makes light in this cycle, whatever the others do in it."""
    due = dungeon.awaited(state, dungeon.here(state).declared)
    who = next((one.id for one in bearers(state) if one.id in due), "") if dark(state) else ""
    return dungeon.declare(play, state, who, ACTS["light"]) if who else state


@rule("cairn.dungeon.rest")
def refuse(state: State, verb: Verb) -> Refusal | None:
    """Why a cycle cannot be spent so."""
    if not dungeon.actors(state):
        return Refusal("nobody_able", (), "cairn.dungeon.turn")
    if verb == "rest" and dark(state):
        return Refusal("too_dark", (), "cairn.dungeon.rest")
    if verb == "light" and not bearers(state):
        return Refusal("nobody_has_light", (), "cairn.action.light")
    return None


def weary(state: State) -> bool:
    """Whether somebody would gain by resting, who can rest."""
    return any(gains_by_rest(one, state.settings) for one in people(state))


def warned(play: Play, state: State, seat: Seat) -> bool:
    """Whether a cycle is spent though somebody would die of it."""
    return goes_on(play, state, seat, TURN)


@rule("cairn.dungeon.event_when")
def noise(state: State) -> State:
    """A loud noise draws an event at the end of the cycle."""
    return dungeon.triggered(state, "noise")


@rule("cairn.dungeon.light")
def shine(state: State, lit: bool) -> State:
    """Where the party is there is light, or none but its own."""
    return replace(state, dungeon=replace(dungeon.here(state), lit=lit))


def comes(state: State) -> bool:
    """Whether a cycle has brought somebody upon the party who is not known yet."""
    return state.phase == "encounter" and not state.foes


@rule("cairn.phase.encounter")
def meet(play: Play, state: State, who: str) -> State:
    """These stand before the party, across the room."""
    return arrive(_Turn(play, {"encounter_distance": DISTANCE}), replace(state, foes=(), ended=None), several(who, ""))


@rule("cairn.table.reaction", "cairn.reaction.when")
def attitude(play: Play, state: State, who: str) -> tuple[State, Attitude, str]:
    """How they take it: 2d6."""
    return state, TAKES[takes_it(play)], who


@rule("cairn.combat.no_save_needed", "cairn.phase.first_round")
def fight(play: Play, state: State, unaware: bool) -> State:
    """It comes to blows; those who are fallen upon unaware do not act at first, and nobody needs a save for that."""
    if unaware:
        state = put(state, *(gain(foe, "unaware") for foe in state.foes if up(foe)))
        state = put(state, *(gain(one, "ready") for one in state.party if up(one)))
    return begin_fight(play, state)


def fought(state: State, who: str) -> Fought | None:
    """How the last fight ended."""
    if state.ended is None:
        return None
    if state.ended.how in {"foes_down", "foes_fled"} or not any(up(foe) for foe in state.foes):
        return Fought("won")
    standing = standing_of(who, lambda text: several(text, ""), [up(foe) for foe in state.foes])
    return Fought("lost" if state.ended.how == "party_down" else "fled", left_of(who, standing))


@rule("cairn.save.which", "cairn.save.purpose")
def tries(play: Play, state: State, who: str, score: str, stake: str) -> tuple[State, bool]:
    """A save, for which everybody knows what is at stake, if it is more than what is tried."""
    creature = find(state, who)
    if stake:
        play.tell("save.stake", creature.name, score, stake, why="cairn.save.which")
    return state, save(play, creature, _ability(score), "cairn.save.which")


def _ability(score: str) -> Ability:
    return next(ability for ability in ABILITIES if ability == score)


@rule("cairn.dungeon.trap_damage", "cairn.loss.outside")
def harm(play: Play, state: State, who: str, dice: str, score: str) -> State:
    """Harm outside a fight comes off STR, or off another score."""
    return hazards.hazard(play, state, who, _ability(score or "STR"), dice, False, "cairn.dungeon.trap_damage")


def springs(play: Play, state: State, who: str) -> tuple[State, bool]:
    """Whether an unwary passer sets off a trap."""
    return state, hazards.springs(play, hidden=True)


@rule("cairn.dungeon.doors", "cairn.item.lockpicks", "cairn.table.kettlewright_1")
def ways(state: State, who: str, stands: str) -> tuple[How, ...]:
    """Strength against any door; tools against a lock, or what is any key, for who has them."""
    one = find(state, who)
    picks = any(LOCKPICKS in item.name.casefold() for item in one.items) or any_key(one) or contrives(one)
    return ("pick", "force") if stands == "locked" and picks else ("force",)


KEY = "Gildfinger"
"""The glove of a Cutpurse that is any ordinary key."""


@rule("cairn.table.cutpurse_2")
def any_key(creature: Creature) -> str:
    """The id of the glove that is any key, if somebody has it with its charge left; else nothing."""
    return next((item.id for item in creature.items if item.name == KEY and item.charges), "")


@rule("cairn.dungeon.doors", "cairn.action.force_door", "cairn.table.kettlewright_1")
def open_(play: Play, state: State, who: str, how: How, score: str) -> tuple[State, bool]:
    """A cycle at a door: STR and a loud noise, or tools and DEX in silence."""
    contriver = contrives(find(state, who))
    if how == "pick" and not score and not contriver and (glove := any_key(find(state, who))):
        play.tell("door.any_key", find(state, who).name, KEY, why="cairn.table.cutpurse_2")
        return turn(play, put(state, spend(find(state, who), glove)), "use", who, "known"), True
    if how == "pick" and contriver:
        play.tell("door.contrived", find(state, who).name, why="cairn.table.kettlewright_1")
        return turn(play, state, "use", who, "known"), True
    ability = _ability(score or ("DEX" if how == "pick" else "STR"))
    passed = save(play, find(state, who), ability, "cairn.dungeon.doors")
    if how == "pick":
        return turn(play, state, "use", who, "known"), passed
    return turn(play, state, "open", who, "no_risk" if passed else "in_vain"), passed


@rule("cairn.action.stunt", "cairn.save.purpose", "cairn.fate.die")
def attempt(play: Play, state: State, who: str) -> tuple[State, bool]:
    """An idea of one's own: a save on the score that fits, or the Die of Fate where it is down to luck."""
    creature = find(state, who)
    how = play.choose(creature.seat, "idea_how", (*ABILITIES, "fate"), creature.name, why="cairn.save.which")
    return state, fate(play) if how == "fate" else save(play, creature, _ability(how), "cairn.action.stunt")


def goods(name: str) -> None:
    """Refuse a name that no thing has."""
    if name != RANDOM_SCROLL:
        _entry(name)


@lru_cache(1_000)
def _entry(name: str) -> RuleId:
    listed: tuple[Thing | Weapon | Armour | Relic, ...] = (
        *things().values(),
        *weapons().values(),
        *armours().values(),
        *relics().values(),
    )
    return find_by_name(name, listed, "thing", "Cairn", also=(RANDOM_SCROLL,)).id


def _creatures(who: str) -> None:
    several(who, "")


@rule("cairn.inventory.ten", "cairn.inventory.full", "cairn.inventory.coins")
def give(play: Play, state: State, who: str, given: Goods) -> tuple[State, str]:
    """It goes to that one, or to whoever has room and a slot to spare; what nobody has room for stays."""
    bearers = sorted(dungeon.actors(state) or people(state), key=lambda one: one.id != who)
    if given.coins:
        for one in bearers:
            if given.coins <= room_for_coins(one, state.settings):
                play.tell("coins.found", one.name, given.coins, why="cairn.inventory.coins")
                return receive_coins(play, state, one.id, given.coins * GOLD), COINS_ID
        return state, ""
    after, thing = _made(play, state, given)
    for one in bearers:
        if not thing.slots or free_slots(one, state.settings) > thing.slots:
            play.tell("item.taken", one.name, thing.name, why="cairn.action.take")
            return put(after, load(play, with_item(one, worn(thing)), state.settings, state.clock)), thing.id
    return state, ""


def _made(play: Play, state: State, given: Goods) -> tuple[State, Item]:
    state, id_ = serial(state, "i")
    if given.like == RANDOM_SCROLL:
        return state, scroll(random_spell(play, REFEREE), id_)
    if given.like:
        return state, replace(from_ref(_entry(given.like), id_), name=given.name)
    return state, Item(id_, given.name, slots=given.size, value_gp=given.worth)


def _bearers(state: State, fits: Callable[[Item], bool]) -> list[tuple[Creature, Item]]:
    return [(one, item) for one in people(state) for item in one.items if fits(item)]


def held(state: State, id_: str) -> bool:
    """Whether somebody still has it; coins are told from no others."""
    return id_ == COINS_ID or bool(_bearers(state, lambda item: item.id == id_))


def has(state: State, name: str) -> str:
    """The id of such a thing that somebody has."""
    ref = _entry(name)
    found = _bearers(state, lambda item: item.ref == ref or item.name.casefold() == name.casefold())
    return found[0][1].id if found else ""


def take(play: Play, state: State, id_: str) -> State:
    """A use of it is gone, or the thing itself."""
    for one, item in _bearers(state, lambda item: item.id == id_):
        after = spend(one, id_) if item.uses else without(one, id_)
        play.tell("item.parted", one.name, item.name, why="cairn.action.drop")
        return put(state, load(play, after, state.settings, state.clock))
    return state


@rule("cairn.growth.how")
def reward(play: Play, state: State, each: int, xp: int) -> State:
    """Coins for each character who lives; in Cairn there is no other reward than what one has and has become."""
    for one in people(state) if each else ():
        if one.kind == "pc":
            play.tell("coins.found", one.name, each, why="cairn.growth.how")
            state = receive_coins(play, state, one.id, each * GOLD)
    return state


EXPLORING: Exploring[State] = Exploring(
    people=explorers,
    away=away,
    begin=begin,
    home=home,
    there=lambda state: state.dungeon is not None and state.journey is None,
    left=left,
    seated=seated,
    turn=turn,
    refuse=refuse,
    goes_on=warned,
    noise=noise,
    shine=shine,
    dark=dark,
    flame=flame,
    weary=weary,
    busy=lambda state: state.fight is not None,
    comes=comes,
    meet=meet,
    attitude=attitude,
    fight=fight,
    fought=fought,
    part=lambda play, state: part(play, state, ""),
    save=tries,
    harm=harm,
    springs=springs,
    ways=ways,
    open=open_,
    attempt=attempt,
    give=give,
    held=held,
    has=has,
    take=take,
    reward=reward,
    creatures=_creatures,
    goods=goods,
    scores=ABILITIES,
    harms=ABILITIES,
    signals={
        "event.encounter": "encounter",
        "event.sign": "sign",
        "event.environment": "environment",
        "event.loss": "loss",
        "event.quiet": "quiet",
        "door.force_door": "noise",
        "door.in_vain": "noise",
    },
    replaced=(
        "dungeon_move", "dungeon_rush", "search", "dungeon_rest", "dungeon_light", "force_door", "wedge_door", "listen",
        "look_out",
    ),
    urgent=("give_aid", "master_panic", "get_free"),
    whys={
        "light": "cairn.action.light",
        "go": "cairn.action.dungeon_move",
        "search": "cairn.action.search",
        "listen": "cairn.dungeon.doors",
        "open": "cairn.action.force_door",
        "rest": "cairn.action.dungeon_rest",
        "wait": "cairn.dungeon.turn",
        "use": "cairn.dungeon.turn",
        "take": "cairn.action.take",
        "speak": "cairn.reaction.when",
        "attack": "cairn.phase.first_round",
        "own_idea": "cairn.action.stunt",
        "leave": "cairn.phase.town",
        "set_out": "cairn.phase.dungeon",
    },
    costs=dict.fromkeys(("go", "go_back", "search", "listen", "open", "rest", "light", "wait"), "a_cycle"),
)  # fmt: skip
