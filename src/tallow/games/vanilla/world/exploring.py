"""Exploring: the part of Grit and Flesh in running an adventure's place, in Turns of ten minutes."""

from collections.abc import Mapping

from msgspec.structs import replace

from tallow.games.deeds import Refusal
from tallow.games.exploring import NOT_WON, Attitude, Explorer, Exploring, Fought, How, Verb, left_of
from tallow.games.vanilla.characters.experience import MONSTERS, monster_xp, share
from tallow.games.vanilla.characters.overcome import noted
from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.checks.saves import Vs, save
from tallow.games.vanilla.checks.tasks import TASKS, attempted, eased, possible
from tallow.games.vanilla.combat.aftermath import own, victors
from tallow.games.vanilla.combat.rounds import begin as begin_fight
from tallow.games.vanilla.entries import monsters
from tallow.games.vanilla.gear.caches import leave
from tallow.games.vanilla.harm.damage import damage, dies, wounded
from tallow.games.vanilla.harm.perils import goes_on as risks
from tallow.games.vanilla.magic.effects import pruned
from tallow.games.vanilla.monsters.bestiary import APART, opposed, parts, rolled_up, several
from tallow.games.vanilla.monsters.encounters import SURPRISING, distance, mood
from tallow.games.vanilla.referee.marshalling import unexpected
from tallow.games.vanilla.state import ATTRIBUTES, TURN, Creature, Side, State, able, alive, up
from tallow.games.vanilla.world import finds
from tallow.games.vanilla.world.gathering import gathered
from tallow.games.vanilla.world.lighting import dark, flame, lit, put_out, to_light
from tallow.games.vanilla.world.phases import settled
from tallow.games.vanilla.world.time import elapse, end_turn, set_about, spent
from tallow.mechanics.conditions import has
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, Seat, rule

TURNS: RuleId = "vanilla.time.turn"
CHECK: RuleId = "vanilla.action.check"
EXPLORE: RuleId = "vanilla.phase.explore"
HARM: RuleId = "vanilla.action.gm_damage"
FLESH = "Flesh"
LONG = 60
"""How many Turns pass at most until somebody can act again."""

SAVES: Mapping[str, Vs] = {
    "Save": "",
    "Save vs death": "death",
    "Save vs poison": "poison",
    "Save vs magic": "magic",
    "Save vs fear": "fear",
}
"""The Saving Throws that a document can name, besides tasks."""

TAKES: Mapping[str, Attitude] = {
    "violent": "hostile",
    "hostile": "wary",
    "neutral": "wary",
    "friendly": "open",
    "helpful": "friendly",
}
"""The attitude for each mood."""

SPENT: Mapping[Verb, str] = {"search": "search", "rest": "rest", "open": "check", "use": "check"}
"""What a creature does with a Turn, by what the party does; otherwise it keeps watch."""


@rule("vanilla.helper.who_adventures", "vanilla.helper.control")
def explorers(state: State) -> tuple[Explorer, ...]:
    """The living characters, and the Helpers along; nobody if there are only Helpers."""
    if not any(one.kind == "pc" and alive(one) for one in state.party):
        return ()
    people = [one for one in state.party if alive(one) and one.kind != "enemy"]
    return tuple([Explorer(one.id, one.name, one.seat, able(one)) for one in people])


def away(state: State) -> Refusal | None:
    """Why the party cannot set out; None if it can."""
    if state.combat is not None:
        return Refusal("fight_on", (), EXPLORE)
    return None if any(able(one) for one in state.party) else Refusal("nobody_up", (), EXPLORE)


@rule("vanilla.phase.explore", "vanilla.time.turn", "vanilla.light.dark")
def begin(play: Play, state: State, name: str) -> State:
    """Bring the party to the entrance of a dark place, where time is counted in Turns."""
    play.tell("place.entered", name, why=EXPLORE)
    state = replace(parted(state), phase="explore", place="dungeon", dark=True, busy=())
    return replace(state, peopled=True, loud=False)


@rule("vanilla.phase.settlement", "vanilla.phase.reward", "vanilla.xp.monsters", "vanilla.xp.gold")
def home(play: Play, state: State) -> State:
    """Bring the party back to its settlement: those who were out wake, and XP are given for foes and gold."""
    state = leave(play, put_out(parted(state)))
    state = settled(play, replace(state, busy=(), peopled=False, loud=False))
    if any(has(one, "out") and alive(one) for one in state.party):
        state = elapse(play, state, TURN)
    worth = sum([monster_xp(hd) for hd in state.overcome])
    return share(play, replace(state, overcome=()), worth, MONSTERS)


@rule("vanilla.damage.wake", "vanilla.time.turn")
def left(play: Play, state: State) -> State:
    """Nobody can act: let Turns pass, without encounters, until somebody can or nobody lives."""
    for _ in range(LONG):
        if any(able(one) for one in state.party) or not any(alive(one) for one in state.party):
            break
        state = parted(elapse(play, replace(state, phase="settlement"), TURN))
    return state


def seated(state: State, who: str, seat: Seat) -> State:
    """The state with a character, and the Helpers who obey them, played by another seat."""
    one = find(state, who)
    mine = [other for other in state.party if other.pay is not None and other.pay.employer == who]
    heeding = [replace(other, seat=seat) for other in mine if other.seat == one.seat]
    return put(state, replace(one, seat=seat), *heeding)


@rule("vanilla.time.turn", "vanilla.phase.turn", "vanilla.action.rest", "vanilla.action.search", "vanilla.light.burn")
def turn(play: Play, state: State, verb: Verb, who: str, known: str) -> State:
    """Spend a Turn of the party: one works while the others keep watch, or all search or rest.

    Lighting something takes no time. Before moving on the party picks up what lies around, and leaves the rest.
    """
    if verb == "light":
        return lit(play, state)
    if verb == "go":
        state = leave(play, gathered(play, state))
    begun = state.clock
    for one in sorted(state.party, key=lambda one: one.kind == "pc"):
        if state.clock == begun and able(find(state, one.id)) and not spent(state, one.id):
            state = set_about(play, state, one.id, _share(one, verb, who))
    return state if state.clock != begun else end_turn(play, state)


@rule("vanilla.heal.blocked", "vanilla.heal.rest")
def _share(one: Creature, verb: Verb, who: str) -> str:
    """What a creature does in a Turn of the party; if wounded, or with full Grit, it watches instead of resting."""
    if verb == "rest" and (wounded(one) or one.grit >= one.grit_max):
        return "watch"
    return SPENT.get(verb, "watch") if who in ("", one.id) else "watch"


@rule("vanilla.heal.rest", "vanilla.heal.blocked")
def weary(state: State) -> bool:
    """Whether a rest would help: somebody who is not wounded has half of their Grit or less."""
    return any(_mends(one) for one in state.party)


def _mends(one: Creature) -> bool:
    low = one.grit < one.grit_max and 2 * one.grit <= one.grit_max
    return low and able(one) and not wounded(one) and not has(one, "mummy_rot")


def refuse(state: State, verb: Verb) -> Refusal | None:
    """Why a Turn cannot be spent on this; None if it can."""
    if not any(able(one) for one in state.party):
        return Refusal("nobody_up", (), TURNS)
    if verb == "light" and to_light(state) is None:
        return Refusal("nobody_has_light", (), "vanilla.action.light")
    rests = any(able(one) and not wounded(one) and one.grit < one.grit_max for one in state.party)
    return Refusal("nobody_rests", (), "vanilla.heal.blocked") if verb == "rest" and not rests else None


@rule("vanilla.time.deadly")
def goes_on(play: Play, state: State, seat: Seat) -> bool:
    """Ask whether to spend a Turn, if somebody might die meanwhile; True if nobody would."""
    return risks(play, state, seat, TURN)


@rule("vanilla.time.encounter", "vanilla.table.encounter_die")
def noise(state: State) -> State:
    """The state after a loud noise: the next encounter die is that of a busy place."""
    return replace(state, loud=True)


@rule("vanilla.time.encounter", "vanilla.phase.encounter")
def comes(state: State) -> bool:
    """Whether the encounter die has brought an encounter whose creatures the place has yet to name."""
    return state.peopled and state.phase == "encounter" and not state.foes and state.combat is None


@rule("vanilla.monster.grit", "vanilla.encounter.distance", "vanilla.phase.encounter")
def meet(play: Play, state: State, who: str) -> State:
    """Put these creatures before the party at a rolled distance, with Grit and Flesh rolled."""
    state = facing(state, who)
    feet = distance(play, state)
    return replace(state, foes=tuple([_rolled(play, foe, feet) for foe in state.foes]))


def facing(state: State, who: str) -> State:
    """The state with these creatures before the party, with average numbers."""
    state, id_ = serial(parted(state), "f")
    foes = tuple([replace(opposed(one), at=APART) for one in several(who, f"{id_}.")])
    return replace(state, phase="encounter", foes=foes)


def _rolled(play: Play, foe: Creature, feet: int) -> Creature:
    kind = monsters().get(foe.of)
    return replace(foe, at=feet) if kind is None else rolled_up(play, kind, foe.id, foe.name, at=feet)


@rule("vanilla.encounter.reaction", "vanilla.table.reaction")
def attitude(play: Play, state: State, who: str) -> tuple[State, Attitude, str]:
    """Roll the creatures' mood by 2d6 in secret; gives the state, the attitude, and the mood in words."""
    row = mood(play, state, monsters().get(state.foes[0].of))
    play.tell("mood", state.foes[0].name, row.name, row.effect, why="vanilla.encounter.reaction", seen_by=(REFEREE,))
    return state, TAKES[row.mood], who


@rule("vanilla.phase.round_start", "vanilla.combat.surprise", "vanilla.special.unaware")
def fight(play: Play, state: State, unaware: bool) -> State:
    """Begin a fight; the foes are surprised if `unaware`, or the party if they have a chance to surprise it."""
    surprised: tuple[Side, ...] = ("foes",) if unaware else ()
    if not unaware:
        state = unexpected(play, state)
        surprised = ("party",) if any(SURPRISING in foe.traits for foe in state.foes) else ()
    feet = min([foe.at for foe in state.foes if up(foe)], default=APART)
    return begin_fight(play, replace(state, busy=()), distance=feet, surprised=surprised)


def fought(state: State, who: str) -> Fought | None:
    """How the last fight ended, and who of the list still stands; None if there was no fight."""
    if state.ended is None:
        return None
    if state.ended.won:
        return Fought("won")
    standing = {foe.id.rpartition(".")[2] for foe in state.foes if alive(foe)}
    listed = "; ".join([f"{part.text} x{part.number}" for part in parts(who)])
    return Fought(NOT_WON[state.ended.how], left_of(listed, [one.id in standing for one in several(who, "")]))


@rule("vanilla.combat.end", "vanilla.damage.finish", "vanilla.action.pick_up")
def part(play: Play, state: State) -> State:
    """End the meeting: after a lost fight those who are out are killed; the others pick up what lies around."""
    beaten = victors(state) and state.ended is not None and state.ended.how == "party_down"
    for one in state.party if beaten else ():
        state = dies(play, state, one.id) if alive(one) else state
    return gathered(play, parted(state))


def parted(state: State) -> State:
    """The state without anybody before the party."""
    return pruned(replace(state, phase="explore", party=tuple(own(state)), foes=(), ended=None))


@rule("vanilla.xp.monsters")
def avoided(play: Play, state: State, who: str) -> State:
    """The creatures of a list are no obstacle any more, without being beaten; they count for XP like the dead."""
    those = several(who, "")
    play.tell("avoided", tuple([one.name for one in those]), why=MONSTERS)
    return noted(state, *those)


@rule("vanilla.save.roll", "vanilla.save.kinds", "vanilla.action.check")
def tries(play: Play, state: State, who: str, score: str, stake: str) -> tuple[State, bool]:
    """Make a Saving Throw, or a task by skill and tools, for known stakes; gives the state and the success."""
    if stake:
        asked = TASKS[score].attribute if score in TASKS else score
        play.tell("stake", find(state, who).name, asked, stake, why=CHECK)
    if score in SAVES:
        return state, save(play, state, who, SAVES[score], "vanilla.action.gm_call_save")
    return attempted(play, state, who, TASKS[score])


@rule("vanilla.damage.grit_first", "vanilla.damage.direct", "vanilla.action.gm_damage")
def harm(play: Play, state: State, who: str, dice: str, score: str) -> State:
    """Deal damage to Grit and then Flesh, or directly to Flesh if the document says so."""
    return damage(play, state, who, rolled(play, dice, REFEREE, HARM), HARM, direct=score == FLESH)


def springs(play: Play, state: State, who: str) -> tuple[State, bool]:
    """An incautious character always sets off a trap: only a search finds it, and a Save avoids it."""
    return state, True


@rule("vanilla.check.skill", "vanilla.check.tools", "vanilla.check.tools_from_bubble")
def ways(state: State, who: str, stands: str) -> tuple[How, ...]:
    """The ways to open a door: force, or lockpicks for a lock, if one has skill, tools, or an empty Gear Bubble."""
    found: list[How] = []
    if stands == "locked" and possible(state, who, TASKS["Dexterity locks"]):
        found.append("pick")
    if possible(state, who, TASKS["Strength doors"]):
        found.append("force")
    return tuple(found)


@rule("vanilla.action.check", "vanilla.check.time", "vanilla.time.encounter")
def open_(play: Play, state: State, who: str, how: How, score: str) -> tuple[State, bool]:
    """Spend a Turn to open a door: silently with lockpicks or by a spell, or loudly by force."""
    name = "Dexterity locks" if how == "pick" else "Strength doors"
    task = TASKS[score if score in TASKS else name]
    by_magic = eased(state, who, task) is not None
    state, done = attempted(play, state, who, task)
    if how == "force" and not by_magic:
        play.tell("door.forced" if done else "door.holds", find(state, who).name, why=CHECK)
        state = noise(state)
    return turn(play, state, "open", who, "known"), done


@rule("vanilla.action.check", "vanilla.check.either", "vanilla.check.attribute", "vanilla.check.time")
def attempt(play: Play, state: State, who: str) -> tuple[State, bool]:
    """A player's own idea: it takes a Turn, and a check of the attribute that the player names."""
    one = find(state, who)
    attribute = play.choose(one.seat, "idea_attribute", ATTRIBUTES, one.name, why="vanilla.check.attribute")
    state, done = attempted(play, state, who, TASKS[attribute])
    return turn(play, state, "use", who, "known"), done


def creatures(who: str) -> None:
    """Raise an error if a list names an unknown creature."""
    several(who, "")


EXPLORING: Exploring[State] = Exploring(
    people=explorers,
    away=away,
    begin=begin,
    home=home,
    there=lambda state: state.peopled,
    left=left,
    seated=seated,
    turn=turn,
    refuse=refuse,
    goes_on=goes_on,
    noise=noise,
    shine=lambda state, light: replace(state, dark=not light),
    dark=dark,
    flame=flame,
    weary=weary,
    busy=lambda state: state.combat is not None,
    comes=comes,
    meet=meet,
    attitude=attitude,
    fight=fight,
    fought=fought,
    part=part,
    avoided=avoided,
    save=tries,
    harm=harm,
    harms=(FLESH,),
    snuff=lambda _, state: put_out(state),
    springs=springs,
    ways=ways,
    open=open_,
    attempt=attempt,
    give=finds.give,
    held=finds.held,
    has=finds.owned,
    fetch=finds.fetched,
    take=finds.take,
    reward=finds.reward,
    creatures=creatures,
    goods=finds.goods,
    scores=(*TASKS, *SAVES),
    signals={
        "met.near": "encounter",
        "combat.begins": "fight",
        "light.gone": "light",
        "door.forced": "noise",
        "door.holds": "noise",
    },
    replaced=("rest", "search", "keep_watch", "check", "sleep"),
    replaced_in_town=("visit",),
    urgent=("pull_off",),
    whys={
        "light": "vanilla.action.light",
        "go": TURNS,
        "search": "vanilla.action.search",
        "listen": TURNS,
        "open": CHECK,
        "rest": "vanilla.action.rest",
        "wait": TURNS,
        "use": CHECK,
        "take": "vanilla.action.pick_up",
        "speak": "vanilla.encounter.reaction",
        "attack": "vanilla.phase.round_start",
        "own_idea": CHECK,
        "leave": "vanilla.phase.settlement",
        "set_out": EXPLORE,
    },
    costs=dict.fromkeys(("go", "go_back", "search", "listen", "open", "rest", "wait", "own_idea"), "turn"),
    counts_xp=True,
    instant=("light",),
)
