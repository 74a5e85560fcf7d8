"""Exploring a place: the functions that an adventure needs from Dead Weight. Turns pass for all alike."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import available, dice
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.combat.rounds import begin as begin_fight
from tallow.games.dead_weight.entries.places import adventures
from tallow.games.dead_weight.gear import finds
from tallow.games.dead_weight.gear.inventory import carries
from tallow.games.dead_weight.gear.light import burning, in_dark
from tallow.games.dead_weight.gear.lighting import can_be_lit, lights_out, lit
from tallow.games.dead_weight.gear.trappings import total, use_up
from tallow.games.dead_weight.harm.afflictions import AFFLICTIONS
from tallow.games.dead_weight.harm.afflictions import afflict as give_affliction
from tallow.games.dead_weight.harm.fatigue import tire_anywhere, wound_outright
from tallow.games.dead_weight.harm.perils import goes_on
from tallow.games.dead_weight.harm.wounds import Hit, suffer
from tallow.games.dead_weight.magic.aiming import Aim
from tallow.games.dead_weight.magic.spells import cast_spell, castable, conducted
from tallow.games.dead_weight.monsters.bestiary import described, enlist, several
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    Attribute,
    Ending,
    Enemy,
    Location,
    State,
    able,
    adventurer,
    alive,
    here,
    put,
    put_location,
    scores,
)
from tallow.games.dead_weight.world.adventure import MAUSOLEUM, warded_off
from tallow.games.dead_weight.world.consequences import awaited, consequences
from tallow.games.dead_weight.world.exploration import catch_breath, nobody_recovers, pace
from tallow.games.dead_weight.world.phases import arrive, departed, forsaken, party_lost
from tallow.games.dead_weight.world.trackers import with_more_doom
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.games.deeds import Refusal
from tallow.games.exploring import Attitude, Explorer, Exploring, Fought, How, Verb, left_of
from tallow.mechanics.ids import serial
from tallow.mechanics.memory import cached_for_latest
from tallow.mechanics.roster import roster
from tallow.play import REFEREE, Play, RuleId, Seat, Stake, rule

BREATH: RuleId = "dead_weight.action.explore_catch_breath"
FREEFORM: RuleId = "dead_weight.action.explore_freeform"
FREEFORM_TURNS = 2
LOCKPICKS: RuleId = "dead_weight.item.lock_picking_tools"
KNOCK: RuleId = "dead_weight.spell.knock_lock"
OPEN_FLAMES = ("dead_weight.item.torch", "dead_weight.item.candles")
FATIGUE = "Fatigue"
LONGEST_FAINT = 40
"""So many turns pass at most until somebody who has fainted comes to."""

ENDS: Mapping[Ending, Literal["won", "fled", "lost", "talks"]] = {
    "enemies_down": "won",
    "enemies_surrendered": "won",
    "enemies_fled": "won",
    "party_down": "lost",
    "party_surrendered": "talks",
    "party_fled": "fled",
    "both_retreated": "fled",
    "called_off": "fled",
}
"""What each end of a fight means to an adventure."""


def explorers(state: State) -> tuple[Explorer, ...]:
    """The living adventurers, as an adventure sees them."""
    return _explorers(state.party)


@cached_for_latest
def _explorers(party: tuple[Adventurer, ...]) -> tuple[Explorer, ...]:
    return tuple([Explorer(one.id, one.name, one.seat, able(one)) for one in party if alive(one)])


def away(state: State) -> Refusal | None:
    """Why the party cannot set out."""
    if any(able(one) for one in state.party):
        return None
    return Refusal("nobody_able", (), "dead_weight.phase.expedition")


@rule("dead_weight.doom.location", "dead_weight.doom.events", "dead_weight.adventure.mausoleum")
def new_place(state: State, name: str) -> tuple[State, Location]:
    """The state with a new dark place, whose doom has the steps of the book's own adventure."""
    known = adventures()[MAUSOLEUM]
    state, id_ = serial(state, "place")
    steps = tuple((event.at, "") for event in known.doom_events)
    place = Location(id_, name, size=known.doom_max, events=steps, dark=True, peopled=True)
    return replace(state, locations=(*state.locations, place)), place


@rule("dead_weight.doom.location", "dead_weight.phase.expedition")
def begin(play: Play, state: State, name: str) -> State:
    """The party arrives at a place; one visited before keeps its doom."""
    place = next((one for one in state.locations if one.peopled and one.name == name), None)
    if place is None:
        state, place = new_place(state, name)
    play.tell("location", place.name, why="dead_weight.doom.location")
    return departed(play, replace(state, here=place.id))


def home(play: Play, state: State) -> State:
    """The party returns to its settlement; an expedition of which no turn has passed does not count."""
    if not state.turns:
        state = replace(state, expeditions=max(0, state.expeditions - 1))
    return consequences(play, arrive(play, parted(state)))


def there(state: State) -> bool:
    """Whether the party is in a place described by a document."""
    place = here(state)
    return place is not None and place.peopled


@rule("dead_weight.mortal.faint", "dead_weight.wound.death")
def left(play: Play, state: State) -> State:
    """Let turns pass while somebody may wake; if all are dead or mortally wounded, the expedition is over."""
    for _ in range(LONGEST_FAINT):
        if forsaken(state) or any(able(one) for one in state.party):
            break
        state = pass_turns(play, state, 1)
    if any(able(one) for one in state.party) or not any(alive(one) for one in state.party):
        return state
    return party_lost(play, state)


def seated(state: State, who: str, seat: Seat) -> State:
    """The state in which another seat plays somebody and their allies."""
    allies = tuple([replace(ally, seat=seat) if ally.owner == who else ally for ally in state.allies])
    return replace(put(state, replace(adventurer(state, who), seat=seat)), allies=allies)


@rule(
    "dead_weight.exploration.turn_passes",
    "dead_weight.action.explore_move",
    "dead_weight.action.explore_loot",
    "dead_weight.action.explore_catch_breath",
    "dead_weight.inventory.encumbered_move",
)
def turn(play: Play, state: State, verb: Verb, who: str, known: str) -> State:
    """A turn for the whole party, whatever it is spent on; walking takes two if somebody carries too much.

    Lighting a light is free, unless a lantern has to be filled.
    """
    if verb == "light":
        state = lit(play, state)
    elif verb == "rest":
        state = catch_breath(play, state, "")
    else:
        state = pass_turns(play, state, pace(state) if verb == "go" else 1)
    return consequences(play, state)


def refuse(state: State, verb: Verb) -> Refusal | None:
    """Why a turn cannot be spent like this."""
    if not any(able(one) for one in state.party):
        return Refusal("nobody_able", (), "dead_weight.exploration.turn_passes")
    if verb == "light" and not can_be_lit(state):
        return Refusal("nobody_has_light", (), "dead_weight.light.dark_turn")
    return nobody_recovers(state) if verb == "rest" else None


@rule("dead_weight.action.explore_catch_breath")
def winded(state: State) -> bool:
    """Whether fatigue has taken at least a third of the dice of those who can act."""
    party = [one for one in state.party if able(one)]
    return sum([2 * fatigue_of(one) - dice_of(one) for one in party]) >= 0


def dice_of(one: Adventurer) -> int:
    """The dice that somebody has left, on all attributes."""
    return sum([dice(one, on) for on in scores(one)])


def fatigue_of(one: Adventurer) -> int:
    """The fatigue of somebody, on all attributes."""
    return sum([on.fatigue for on in scores(one)])


def weary(state: State) -> bool:
    """Whether the party should catch its breath, and can."""
    return winded(state) and nobody_recovers(state) is None


def warned(play: Play, state: State, seat: Seat) -> bool:
    """Ask whether to spend a turn in which somebody would die; gives the answer."""
    return goes_on(play, state, seat, 1)


@rule("dead_weight.doom.meaning")
def noise(state: State) -> State:
    """Noise advances the doom of the place."""
    return with_more_doom(state)


@rule("dead_weight.light.dark_turn")
def shine(state: State, light: bool) -> State:
    """The state in which the place has light, or only the light that the party carries."""
    place = here(state)
    return state if place is None else put_location(state, replace(place, dark=not light))


@rule("dead_weight.light.dark_turn")
def dark(state: State) -> bool:
    """Whether nobody who can act sees anything."""
    party = [one for one in state.party if able(one)]
    return bool(party) and all(in_dark(state, one.id) for one in party)


def flame(state: State) -> bool:
    """Whether somebody carries an open flame: torches and candles, not lanterns."""
    return any(item.ref in OPEN_FLAMES for one in state.party if alive(one) for item in burning(one))


def busy(state: State) -> bool:
    """Whether there is a fight, or a camp that was not disturbed and in which somebody can act or an ambush is due."""
    if state.combat is not None or state.phase != "camp" or awaited(state):
        return state.combat is not None
    return any(able(one) for one in state.party) or (state.camp is not None and state.camp.step == "ambush")


_named = lru_cache(100)(several)
"""Enemies by their names, the last of them kept."""


@rule("dead_weight.enemy.bestiary", "dead_weight.exploration.move_encounter")
def meet(play: Play, state: State, who: str) -> State:
    """The party meets these creatures."""
    return facing(state, _named(who))


def facing(state: State, foes: tuple[Enemy, ...]) -> State:
    """The state with these creatures met by the party, each with an id of its own."""
    state = replace(state, enemies=(), ended=None)
    for foe in foes:
        state, id_ = serial(state, "foe")
        state = enlist(state, replace(foe, id=id_))
    return state


@rule("dead_weight.action.explore_parley", "dead_weight.exploration.parley_heated")
def attitude(play: Play, state: State, who: str) -> tuple[State, Attitude, str]:
    """How those met react: a PRE test of the best speaker, which costs no turn of its own."""
    speakers = [one for one in state.party if able(one)]
    best = max(speakers, key=lambda one: available(one, "PRE"))
    play.tell("parley", best.name, why="dead_weight.action.explore_parley")
    state, reading = attempt(play, state, best.id, "PRE", "dead_weight.exploration.parley_heated")
    if reading.success:
        return state, "friendly" if reading.great else "open", who
    return state, "hostile" if reading.critical else "wary", who


@rule("dead_weight.combat.start", "dead_weight.exploration.upper_hand", "dead_weight.camp.ambush_roll")
def fight(play: Play, state: State, unaware: bool) -> State:
    """A fight begins: with the upper hand if the enemies are unaware, or surprised in camp."""
    place = here(state)
    surprised = place is not None and place.comes == "surprise"
    back_to: Literal["camp", "exploration"] = "camp" if state.camp is not None else "exploration"
    return begin_fight(play, uncalled(state), upper_hand=unaware, surprised=surprised, back_to=back_to)


def uncalled(state: State) -> State:
    """The state without an ambush on the camp."""
    place = here(state)
    return put_location(state, replace(place, comes="")) if place is not None and place.comes else state


def fought(state: State, who: str) -> Fought | None:
    """How the last fight ended, and which of the list are still alive; None while there is no result."""
    if state.ended is None:
        return None
    how = ENDS[state.ended.how]
    return Fought(how) if how == "won" else Fought(how, left_of(who, _standing(who, state.ended.left)))


def _standing(who: str, left: tuple[str, ...]) -> list[bool]:
    """For each creature of a list, whether it is still alive; those of one kind are only counted."""
    standing, kinds = [], list(left)
    for part in roster(who, ""):
        kind = described(part.text, "")
        for _ in range(part.number):
            lives = (kind.of or kind.name) in kinds
            standing.append(lives)
            if lives:
                kinds.remove(kind.of or kind.name)
    return standing


def part(play: Play, state: State) -> State:
    """End the meeting; a camp that was disturbed is broken."""
    return consequences(play, parted(state))


def parted(state: State) -> State:
    """The state without anybody met, and without an ambush."""
    return replace(uncalled(state), combat=None, enemies=(), ended=None)


def _attribute(name: str) -> Attribute:
    return next(attribute for attribute in ATTRIBUTES if attribute == name)


@rule("dead_weight.test.when", "dead_weight.action.explore_freeform")
def tries(play: Play, state: State, who: str, score: str, stake: str) -> tuple[State, bool]:
    """A test with its stake known to all; gives whether it succeeded."""
    if stake:
        play.tell("test.stake", adventurer(state, who).name, score, stake, why=FREEFORM)
    state, reading = attempt(play, state, who, _attribute(score), FREEFORM)
    return state, reading.success


def avoids(play: Play, state: State, who: str, score: str, stake: str) -> tuple[State, bool]:
    """A check to avoid something, with a shield if one is held; gives whether it succeeded."""
    if stake:
        play.tell("test.stake", adventurer(state, who).name, score, stake, why="dead_weight.exploration.loot_trap")
    return warded_off(play, state, who, _attribute(score), "dead_weight.exploration.loot_trap")


@rule("dead_weight.exploration.hazard", "dead_weight.exploration.loot_trap", "dead_weight.wound.order")
def harm(play: Play, state: State, who: str, dice: str, score: str) -> State:
    """Wounds, which armour and toughening up reduce; those on a given attribute are not reduced."""
    seat = adventurer(state, who).seat
    why: RuleId = "dead_weight.exploration.hazard" if score else "dead_weight.exploration.loot_trap"
    wounds = int(dice) if dice.isdigit() else total(play, dice, seat, why)
    if not score:
        return consequences(play, suffer(play, state, who, Hit(wounds), why)[0])
    for _ in range(wounds):
        if alive(adventurer(state, who)):
            state = wound_outright(play, state, who, _attribute(score), why)
    return consequences(play, state)


@rule("dead_weight.affliction.general", "dead_weight.exploration.hazard")
def afflict(play: Play, state: State, who: str, condition: str) -> State:
    """Give an affliction, or one fatigue."""
    why: RuleId = "dead_weight.exploration.hazard"
    if condition == FATIGUE:
        return tire_anywhere(play, state, who, why)
    return give_affliction(play, state, who, condition.casefold(), why)


@rule("dead_weight.exploration.loot_trap", "dead_weight.dice.risk")
def springs(play: Play, state: State, who: str) -> tuple[State, bool]:
    """Whether the party sets off an unknown trap: a risk die for each adventurer who can act."""
    dice = sum([able(one) for one in state.party])
    stake = Stake(2, above=True, compared="lowest")
    return state, 1 in play.roll(dice, by=REFEREE, why="dead_weight.exploration.loot_trap", hidden=True, stake=stake)


@rule("dead_weight.item.lock_picking_tools", "dead_weight.spell.knock_lock")
def ways(state: State, who: str, stands: str) -> tuple[How, ...]:
    """The ways for somebody to open a door: strength for any door; for a lock tools or the spell, if they have them."""
    one = adventurer(state, who)
    skill = carries(one, LOCKPICKS) is not None or KNOCK in castable(state, one)
    return ("pick", "force") if stands == "locked" and skill else ("force",)


@rule(
    "dead_weight.action.explore_freeform",
    "dead_weight.item.lock_picking_tools",
    "dead_weight.spell.knock_lock",
    "dead_weight.doom.meaning",
)
def open_(play: Play, state: State, who: str, how: How, score: str) -> tuple[State, bool]:
    """Spend two turns on a door: by strength, which the whole place hears, or silently with tools and a DEX test.

    Who has no tools but Knock in mind opens a lock by the spell, for one turn.
    """
    one = adventurer(state, who)
    if how == "pick" and carries(one, LOCKPICKS) is None:
        state = cast_spell(play, state, who, KNOCK, safe=conducted(play, state, one), at=Aim(thing="open"))
        return consequences(play, pass_turns(play, state, 1)), True
    attribute = _attribute(score or ("DEX" if how == "pick" else "STR"))
    state, reading = attempt(play, state, who, attribute, FREEFORM)
    tools = carries(one, LOCKPICKS)
    if how == "pick" and tools is not None:
        state = use_up(play, state, who, tools.id, LOCKPICKS)
    elif how == "force":
        play.tell("door.crashes", one.name, why="dead_weight.doom.meaning")
        state = with_more_doom(state)
    return consequences(play, pass_turns(play, state, FREEFORM_TURNS)), reading.success


@rule("dead_weight.action.explore_freeform", "dead_weight.exploration.scope")
def idea(play: Play, state: State, who: str) -> tuple[State, bool]:
    """A player's own idea: two turns, and a test of the attribute that the player names."""
    one = adventurer(state, who)
    if not goes_on(play, state, one.seat, FREEFORM_TURNS):
        return state, False
    attribute = play.choose(one.seat, "idea_attribute", ATTRIBUTES, one.name, why=FREEFORM)
    state, reading = attempt(play, state, who, attribute, FREEFORM)
    return consequences(play, pass_turns(play, state, FREEFORM_TURNS)), reading.success


def creatures(who: str) -> None:
    """Raise an error for a list that names an unknown creature."""
    several(who)


def goods(name: str) -> None:
    """Raise an error for a name that no thing has."""
    finds.goods(name)


EXPLORING: Exploring[State] = Exploring(
    people=explorers,
    away=away,
    begin=begin,
    home=home,
    there=there,
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
    busy=busy,
    comes=awaited,
    meet=meet,
    attitude=attitude,
    fight=fight,
    fought=fought,
    part=part,
    save=tries,
    avoid=avoids,
    harm=harm,
    harms=ATTRIBUTES,
    conditions=(FATIGUE, *[name.capitalize() for name in AFFLICTIONS]),
    afflict=afflict,
    snuff=lights_out,
    springs=springs,
    ways=ways,
    open=open_,
    attempt=idea,
    give=finds.give,
    held=finds.held,
    has=finds.owned,
    take=finds.take,
    reward=finds.reward,
    creatures=creatures,
    goods=goods,
    scores=ATTRIBUTES,
    signals={
        "turn": "turn",
        "doom.step": "doom",
        "decay": "decay",
        "omens.full": "omen",
        "camp.set": "camp",
        "combat.begins": "fight",
        "door.crashes": "noise",
    },
    replaced=(
        "move_on", "loot", "parley", "catch_breath_all", "look_for_traps", "freeform", "start_combat", "exit",
    ),
    replaced_in_town=("interlude_return",),
    urgent=("stabilize", "improvise_first_aid"),
    whys={
        "light": "dead_weight.action.explore_free",
        "go": "dead_weight.action.explore_move",
        "search": "dead_weight.action.explore_loot",
        "listen": "dead_weight.exploration.turn_passes",
        "open": FREEFORM,
        "rest": BREATH,
        "wait": "dead_weight.exploration.turn_passes",
        "use": FREEFORM,
        "take": "dead_weight.action.explore_loot",
        "speak": "dead_weight.action.explore_parley",
        "attack": "dead_weight.action.explore_start_combat",
        "own_idea": FREEFORM,
        "leave": "dead_weight.action.explore_exit",
        "set_out": "dead_weight.phase.expedition",
    },
    costs={
        **dict.fromkeys(("go", "go_back", "search", "listen", "rest", "wait"), "1 turn"),
        **dict.fromkeys(("open", "own_idea"), "2 turns"),
    },
    instant=("light",),
)  # fmt: skip
