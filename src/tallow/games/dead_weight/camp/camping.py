"""Camp: setting it, what the party does with its camp actions, and breaking it."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.dead_weight.gear.inventory import SPOILED, find_item
from tallow.games.dead_weight.gear.tools import wedged
from tallow.games.dead_weight.gear.trappings import use_up
from tallow.games.dead_weight.harm.afflictions import cure
from tallow.games.dead_weight.harm.fatigue import ALL, recover_each
from tallow.games.dead_weight.magic.effects import camp_made
from tallow.games.dead_weight.state import (
    Adventurer,
    Camp,
    State,
    able,
    adventurer,
    alive,
    put,
    skilled,
    speaker,
)
from tallow.games.dead_weight.world.exploration import cannot, exploring
from tallow.games.dead_weight.world.trackers import advance_doom
from tallow.games.dead_weight.world.turns import refreshed
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, rule

SUPPLY = "dead_weight.item.camping_supply"

UNSAFE = "unsafe"


class Site(Struct, frozen=True):
    """What a place to camp in is like."""

    dry: bool
    exposed: bool = False
    filthy: bool = False


SITES: dict[str, Site] = {
    "dry": Site(dry=True),
    "dry_exposed": Site(dry=True, exposed=True),
    "dry_filthy": Site(dry=True, filthy=True),
    "dry_exposed_filthy": Site(dry=True, exposed=True, filthy=True),
    "wet": Site(dry=False),
    "wet_exposed": Site(dry=False, exposed=True),
    "wet_filthy": Site(dry=False, filthy=True),
    "wet_exposed_filthy": Site(dry=False, exposed=True, filthy=True),
}
"""What the GM may say of a place to camp in, if it is safe."""


@rule("dead_weight.action.explore_set_up_camp", "dead_weight.phase.camp", "dead_weight.phase.camp_setup")
def set_up(play: Play, state: State, __: str) -> State:
    """The GM says what the place is like; if it is safe, the party decides on fire, supplies and a long rest."""
    why = "dead_weight.action.explore_set_up_camp"
    place = play.choose(REFEREE, "camp_place", (*SITES, UNSAFE), why=why)
    if place == UNSAFE:
        play.tell("camp.unsafe", why=why)
        return state
    site = SITES[place]
    by = speaker(state)
    fire = play.choose(by, "camp_fire", ("yes", "no"), why="dead_weight.camp.setup_fire") == "yes"
    resting = play.choose(by, "camp_long_rest", ("no", "yes"), why="dead_weight.camp.setup_long_rest") == "yes"
    supplies = play.choose(by, "camp_supplies", range(owned(state, SUPPLY) + 1), why="dead_weight.camp.setup_supply")
    for _ in range(supplies):
        state = spend_one(play, state, SUPPLY, "dead_weight.camp.setup_supply")
    barred = -1 if wedged(state) else 0
    camp = Camp("actions", fire=fire, long_rest=resting, supplies=supplies, exposed=site.exposed, more_dice=barred)
    actions = camp_actions(state, camp, dry=site.dry, filthy=site.filthy)
    play.tell("camp.set", actions, why="dead_weight.phase.camp_setup")
    party = tuple(refreshed(one, "camp") for one in state.party)
    state = replace(state, phase="camp", party=party, camps=state.camps + 1, camp=replace(camp, actions=actions))
    if resting:
        state = advance_doom(play, state, "dead_weight.camp.setup_long_rest")
    return camp_made(play, state)


@rule(
    "dead_weight.camp.setup_dry",
    "dead_weight.camp.setup_supply",
    "dead_weight.camp.setup_survivalist",
    "dead_weight.camp.setup_fire",
    "dead_weight.camp.setup_long_rest",
    "dead_weight.camp.setup_filthy",
    "dead_weight.skill.survivalist",
    "dead_weight.skill.same_skill_party",
)
def camp_actions(state: State, camp: Camp, *, dry: bool, filthy: bool) -> int:
    """How many camp actions: dry ground, each supply, each survivalist, a fire; 2 for a long rest; 1 less in filth."""
    hardy = sum(able(one) and skilled(one, "survivalist") for one in state.party)
    return max(0, dry + camp.supplies + hardy + camp.fire + 2 * camp.long_rest - filthy)


def holders(state: State, ref: RuleId) -> tuple[tuple[str, str], ...]:
    """Who has a usable thing of this kind, each with the id of the thing."""
    return tuple(
        (one.id, item.id)
        for one in state.party
        if alive(one)
        for item in one.items
        if item.ref == ref and not item.broken and SPOILED not in item.marks
    )


def owned(state: State, ref: RuleId) -> int:
    """How many usable pieces of this kind the party has."""
    return sum([find_item(adventurer(state, who), item).count for who, item in holders(state, ref)])


def spend_one(play: Play, state: State, ref: RuleId, why: RuleId) -> State:
    """Use up one piece of this kind, of the first adventurer who has one."""
    who, item = holders(state, ref)[0]
    return use_up(play, state, who, item, why)


@rule("dead_weight.action.camp_lookout")
def _lookout(play: Play, state: State, who: str) -> State:
    """Somebody keeps watch: one ambush die less."""
    play.tell("camp.lookout", adventurer(state, who).name, why="dead_weight.action.camp_lookout")
    camp = the_camp(state)
    return replace(state, camp=replace(camp, lookouts=camp.lookouts + 1))


@rule("dead_weight.action.camp_rest", "dead_weight.affliction.shaken", "dead_weight.affliction.parched")
def _rest(play: Play, state: State, _: str) -> State:
    """The whole party recovers all fatigue, nobody is shaken any more, and no prayer is exhausted."""
    why = "dead_weight.action.camp_rest"
    state = _at_rest(play, state, why, "shaken")
    fresh = [replace(one, magic=replace(one.magic, exhausted=())) for one in state.party]
    return replace(state, party=tuple(fresh))


@rule("dead_weight.action.camp_sleep", "dead_weight.affliction.sleepy", "dead_weight.affliction.shaken")
def _sleep(play: Play, state: State, _: str) -> State:
    """The whole party recovers all fatigue, nobody is sleepy or shaken any more; one more ambush die."""
    state = _at_rest(play, state, "dead_weight.action.camp_sleep", "shaken", "sleepy")
    camp = the_camp(state)
    return replace(state, camp=replace(camp, more_dice=camp.more_dice + 1))


def _at_rest(play: Play, state: State, why: RuleId, *ends: str) -> State:
    play.tell("camp.rests", why=why)
    for one in state.party:
        if alive(one):
            state = cure(play, put(state, recover_each(one, ALL)), one.id, *ends, why=why)
    return state


@rule(
    "dead_weight.phase.camp_break",
    "dead_weight.camp.break_doom",
    "dead_weight.setting.long_rest_doom_total",
    "dead_weight.setting.sleepy_cure",
)
def break_camp(play: Play, state: State) -> State:
    """The fire is put out and doom advances, twice after a long rest; exploration goes on."""
    camp = the_camp(state)
    why = "dead_weight.camp.break_doom"
    play.tell("camp.broken", why="dead_weight.phase.camp_break")
    times = 2 if camp.long_rest and state.settings.long_rest_doom_total == 3 else 1
    for _ in range(times):
        state = advance_doom(play, state, why)
    if state.settings.sleepy_cure == "any_camp":
        for one in state.party:
            state = cure(play, state, one.id, "sleepy", why="dead_weight.affliction.sleepy")
    party = tuple(refreshed(one, "camp") for one in state.party)
    return replace(state, phase="exploration", camp=None, party=party)


def the_camp(state: State) -> Camp:
    """The camp of the state; there must be one."""
    if state.camp is None:
        raise ValueError("there is no camp")
    return state.camp


def camping(state: State, who: str) -> bool:
    """Whether somebody can spend camp actions now."""
    return (
        state.phase == "camp"
        and state.combat is None
        and state.camp is not None
        and state.camp.step == "actions"
        and any(one.id == who for one in state.party)
    )


def paid(do: Callable[[Play, State, str], State], actions: int) -> Callable[[Play, State, str], State]:
    """A deed that spends this many camp actions of the party."""

    def done(play: Play, state: State, who: str) -> State:
        camp = the_camp(state)
        return do(play, replace(state, camp=replace(camp, actions=camp.actions - actions)), who)

    return done


def afford(
    actions: int, also: Callable[[State, Adventurer], Refusal | None] | None = None
) -> Callable[[State, str], Refusal | None]:
    """A refusal for when there are fewer camp actions left than this, or `also` refuses."""

    def refuse(state: State, who: str) -> Refusal | None:
        one = adventurer(state, who)
        if not able(one):
            return Refusal("cannot_act", (one.name,), "dead_weight.phase.camp_actions")
        if also is not None and (refusal := also(state, one)):
            return refusal
        left = the_camp(state).actions
        return None if left >= actions else Refusal("camp_actions", (actions, left), "dead_weight.phase.camp_actions")

    return refuse


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "set_up_camp",
        set_up,
        "dead_weight.action.explore_set_up_camp",
        cost="free",
        shown=exploring,
        refuse=cannot("dead_weight.action.explore_set_up_camp"),
        group="exploring",
        rank=1,
    ),
    Deed(
        "rest",
        paid(_rest, 1),
        "dead_weight.action.camp_rest",
        cost="1 camp",
        shown=camping,
        refuse=afford(1),
        group="camp",
        rank=-1,
    ),
    Deed(
        "sleep",
        paid(_sleep, 2),
        "dead_weight.action.camp_sleep",
        cost="2 camp",
        shown=camping,
        refuse=afford(2),
        group="camp",
        rank=-1,
    ),
    Deed(
        "lookout",
        paid(_lookout, 1),
        "dead_weight.action.camp_lookout",
        cost="1 camp",
        shown=camping,
        refuse=afford(1),
        group="camp",
        rank=-1,
    ),
)
