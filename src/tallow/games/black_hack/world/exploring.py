"""Exploring a place: the functions that an adventure needs from The Black Hack. Time passes in Turns of Minutes."""

from collections.abc import Mapping

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt as tested
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.combat.acting import unable
from tallow.games.black_hack.combat.rounds import begin as begin_fight
from tallow.games.black_hack.gear.items import TOOLKIT
from tallow.games.black_hack.gear.light import beams_behind, in_the_dark
from tallow.games.black_hack.harm.damage import damage, rolled
from tallow.games.black_hack.harm.fate import roll_fate
from tallow.games.black_hack.harm.hindrances import hinder, ongoing
from tallow.games.black_hack.harm.perils import DEADLY, threats
from tallow.games.black_hack.magic.lasting import LANGUAGES, finds_traps, reads_anything
from tallow.games.black_hack.magic.memorising import castable, in_mind, mute, pages
from tallow.games.black_hack.magic.spells import KNOCK
from tallow.games.black_hack.monsters.bestiary import readied, several
from tallow.games.black_hack.monsters.encounters import WORSE, drawn, encounter
from tallow.games.black_hack.monsters.reactions import reaction, told
from tallow.games.black_hack.referee.hostilities import ambushed, lurking
from tallow.games.black_hack.referee.judgements import RISKY, owed
from tallow.games.black_hack.state import (
    ATTRIBUTES,
    Attribute,
    Character,
    State,
    able,
    alive,
    character,
    everyone,
    put,
)
from tallow.games.black_hack.world import finds
from tallow.games.black_hack.world.exploration import counted_in, turn_over
from tallow.games.black_hack.world.lighting import DEEDS, bearers, casters, dark, flame, lit
from tallow.games.black_hack.world.sessions import start_session
from tallow.games.deeds import Action, Refusal
from tallow.games.exploring import NOT_WON, Attitude, Explorer, Exploring, Fought, How, Verb, left_of
from tallow.games.shared.deadly import accepts_risk
from tallow.mechanics.conditions import has
from tallow.mechanics.ids import serial
from tallow.mechanics.roster import roster
from tallow.play import REFEREE, Play, RuleId, Seat, Settled, rule

LOOP: RuleId = "black_hack.gm.loop"
CROWBAR: RuleId = "black_hack.item.crowbar_and_labourers_tools"
LEVEL: RuleId = "black_hack.xp.award_dungeon_level"
LONG = 20
"""So many Turns pass at most until somebody who sleeps is awake again."""

SUBJECTS: Mapping[Attribute, tuple[str, ...]] = {
    "STR": ("impeded",),
    "DEX": ("climbing", "sneaking", "delicate", "lock", "trap", "harm"),
    "CON": ("poison", "harm", "impeded"),
    "INT": ("languages", "magic"),
    "WIS": ("secrets", "listening", "sight"),
}
"""What tests in a place can be about, as talents, tools and magic have it."""

SCORES: Mapping[str, tuple[Attribute, str]] = {attribute: (attribute, "") for attribute in ATTRIBUTES} | {
    f"{attribute} {about}": (attribute, about) for attribute, subjects in SUBJECTS.items() for about in subjects
}
"""The tests that a document can name: an attribute, and what the test is about."""

TAKES: Mapping[int, Attitude] = {
    2: "friendly",
    3: "friendly",
    4: "open",
    5: "friendly",
    6: "open",
    7: "open",
    8: "wary",
    9: "open",
    11: "hostile",
    12: "hostile",
}
"""How those take it who are met, by the row of the Reactions table."""


def explorers(state: State) -> tuple[Explorer, ...]:
    """The living characters, as an adventure sees them."""
    return tuple([Explorer(one.id, one.name, one.seat, able(one)) for one in state.party if alive(one)])


def away(state: State) -> Refusal | None:
    """Why the party cannot set out."""
    if state.combat is not None:
        return Refusal("fighting", (), "black_hack.phase.combat_start")
    return None if any(able(one) for one in state.party) else Refusal("nobody_able", (), LOOP)


@rule("black_hack.phase.exploration", "black_hack.time.minutes", "black_hack.encounter.when_time")
def begin(play: Play, state: State, name: str) -> State:
    """The party is at the entrance of a dangerous place, where Turns are of Minutes; a first session begins with it."""
    if not state.session:
        state = start_session(Settled(play, {"first_scene": "exploration"}), state, "")
    play.tell("place.entered", name, why="black_hack.phase.exploration")
    state = counted_in(play, parted(state), "minutes")
    return replace(state, phase="exploration", unit="minutes", dangerous=True, dark=True, linger=0, encounter=0)


@rule("black_hack.phase.downtime", "black_hack.oofa.when_roll", "black_hack.time.gm_chooses_unit")
def home(play: Play, state: State) -> State:
    """The party is back in town, in safety and daylight, and counts in Hours; danger has passed for the fallen."""
    state = put_out(danger_passes(play, counted_in(play, parted(state), "hours")))
    return replace(state, phase="downtime", unit="hours", dangerous=False, dark=False, linger=0, encounter=0)


def put_out(state: State) -> State:
    """The state with all carried lights put out."""
    for one in state.party:
        if any(item.lit for item in one.items):
            state = put(state, replace(one, items=tuple([replace(item, lit=False) for item in one.items])))
    return state


@rule("black_hack.oofa.when_roll")
def danger_passes(play: Play, state: State) -> State:
    """Those Out of Action roll on the table."""
    for one in state.party:
        if has(character(state, one.id), "out_of_action"):
            state = roll_fate(play, state, one.id)
    return state


@rule("black_hack.oofa.when_roll", "black_hack.time.minutes")
def left(play: Play, state: State) -> State:
    """Nobody can act, and nobody threatens them: the fallen roll on the table, and time passes for sleepers."""
    state = danger_passes(play, state)
    for _ in range(LONG):
        if any(able(one) for one in state.party) or not any(has(one, "asleep") for one in state.party):
            break
        state = turn_over(play, state, known=True)
    return state


def seated(state: State, who: str, seat: Seat) -> State:
    """The state in which another seat plays somebody and those who obey them."""
    allies = tuple([replace(one, seat=seat) if one.commander == who else one for one in state.allies])
    return replace(put(state, replace(character(state, who), seat=seat)), allies=allies)


def turn(play: Play, state: State, verb: Verb, who: str, known: str) -> State:
    """A Turn of Minutes, whatever it is spent on; a rest is an Hour, and a light is one Action in the present Turn."""
    if verb == "light":
        return lit(play, state)
    return hour(play, state) if verb == "rest" else turn_over(play, state, known=True)


@rule("black_hack.time.hours", "black_hack.rest.hour_heal", "black_hack.encounter.when_linger")
def hour(play: Play, state: State) -> State:
    """An Hour in one place: an Encounter Roll, for they linger, then each rests or studies, unless somebody comes."""
    state = encounter(play, counted_in(play, state, "hours"), known=True)
    for one in () if state.comes else state.party:
        if able(character(state, one.id)):
            state = DEEDS.perform(play, state, Action(_spends_hour(play, state, one.id), one.id))
    if not state.comes and any(able(one) for one in state.party):
        state = turn_over(play, state, known=True)
    return counted_in(play, state, "minutes")


@rule("black_hack.magic.memorise", "black_hack.rest.hour_heal")
def _spends_hour(play: Play, state: State, who: str) -> str:
    """What somebody does with an Hour: who could memorise something chooses, all others rest."""
    one = character(state, who)
    if not pages(one) or one.magic.studied or in_the_dark(state, one):
        return "rest_hour"
    forgot = len(in_mind(one)) < min(one.level, len(pages(one)))
    options = ("memorise", "rest_hour") if forgot and not badly_hurt(one) else ("rest_hour", "memorise")
    return play.choose(one.seat, "spend_hour", options, one.name, why="black_hack.magic.memorise")


def broken(one: Character) -> bool:
    """Whether somebody has Broken Armour Dice."""
    return able(one) and any("broken" in item.dice for item in one.items)


def badly_hurt(one: Character) -> bool:
    """Whether somebody has lost at least half of their HP."""
    return alive(one) and 2 * one.hp <= one.hp_max


def weary(state: State) -> bool:
    """Whether somebody is badly hurt, or has Armour Dice to mend."""
    return any(badly_hurt(one) or broken(one) for one in state.party)


def refuse(state: State, verb: Verb) -> Refusal | None:
    """Why a Turn cannot be spent like this."""
    if not any(able(one) for one in state.party):
        return Refusal("nobody_able", (), LOOP)
    if verb == "light" and not bearers(state) and not casters(state):
        return Refusal("nobody_has_light", (), "black_hack.action.light")
    ailing = next((one for one in state.party if able(one) and one.ongoing), None)
    if verb == "rest" and ailing is not None:
        return Refusal("bleeding", (ailing.name,), "black_hack.ongoing.loss")
    return None


@rule("black_hack.time.deadly")
def goes_on(play: Play, state: State, seat: Seat) -> bool:
    """Ask whether to spend a Turn in which Ongoing Damage may bring somebody down; gives the answer."""
    return accepts_risk(play, seat, threats(state, 1), DEADLY)


@rule("black_hack.xp.award_dungeon_level")
def level(play: Play, state: State) -> State:
    """Everybody gets an Experience for beginning to explore a new level of a place."""
    return finds.experience(play, state, LEVEL)


@rule("black_hack.bestiary.form", "black_hack.hp.npc_d8")
def meet(play: Play, state: State, who: str) -> State:
    """The party meets these creatures, Nearby, with their HP rolled."""
    state = facing(state, who)
    return replace(state, foes=tuple([readied(play, foe) for foe in state.foes]))


def facing(state: State, who: str) -> State:
    """The state with these creatures met by the party; their HP are still to be rolled."""
    state, id_ = serial(parted(state), "foe")
    return replace(state, foes=several(who, f"{id_}."))


@rule("black_hack.reaction.roll", "black_hack.table.reactions")
def attitude(play: Play, state: State, who: str) -> tuple[State, Attitude, str]:
    """How those met react: 2d6 in secret. Those who call for reinforcements wait with as many more of their kind."""
    state, worse = owed(state, "mood")
    found = reaction(Settled(play, {"they_withdraw": "yes"}), WORSE if worse else 0)
    told(play, found)
    return state, TAKES[found.row], _with_more(who, found.reinforcements)


def _with_more(who: str, more: int) -> str:
    """The list with this many more of the kind that it names first."""
    parts = [(part.text, part.number + (0 if at else more)) for at, part in enumerate(roster(who, "somebody"))]
    return "; ".join(f"{text} x{number}" if number > 1 else text for text, number in parts)


@rule("black_hack.phase.combat_start", "black_hack.init.surprise", "black_hack.range.nearby")
def fight(play: Play, state: State, unaware: bool) -> State:
    """A fight begins, Nearby: with unaware foes, or with those in ambush."""
    surprised: tuple[str, ...] = ()
    if not unaware and lurking(state):
        state, surprised = ambushed(play, state)
    asleep = tuple([foe.id for foe in state.foes if able(foe)]) if unaware else ()
    return begin_fight(play, state, distance="nearby", surprised=surprised, unaware=asleep)


def fought(state: State, who: str) -> Fought | None:
    """How the last fight ended."""
    ended = state.ended
    if ended is None:
        return None
    standing = {foe.id.rpartition(".")[2] for foe in state.foes if alive(foe) and not has(foe, "out_of_action")}
    if ended.won or not standing:
        return Fought("won")
    each = [foe.id for foe in several(who, "")]
    return Fought(NOT_WON[ended.how], left_of(who, [id_ in standing for id_ in each]))


@rule("black_hack.treasure.coins")
def part(play: Play, state: State) -> State:
    """End the meeting; the winners get the purses of the fallen."""
    won = state.ended is not None and state.ended.won
    return parted(finds.loot(play, state) if won else state)


def parted(state: State) -> State:
    """The state without anybody met, and without the effects on them."""
    state = replace(state, foes=(), ended=None, comes=False, called=())
    there = [one.id for one in everyone(state)]
    kept = [effect for effect in state.effects if not effect.on or any(who in there for who in effect.on)]
    return replace(state, effects=tuple(kept))


@rule(
    "black_hack.test.when",
    "black_hack.gm.attribute_guidance",
    "black_hack.test.gm_never_rolls",
    "black_hack.spell.read_languages_magic",
)
def tries(play: Play, state: State, who: str, score: str, stake: str) -> tuple[State, bool]:
    """An Attribute Test with its stake known to all; gives whether it succeeded."""
    attribute, about = SCORES[score]
    if about == "languages" and reads_anything(state, who):
        play.tell("reads_anything", character(state, who).name, why=LANGUAGES)
        return state, True
    if stake:
        play.tell("test.stake", character(state, who).name, attribute, stake, why="black_hack.test.when")
    state, result = tested(play, state, who, attribute, RISKY, about=about)
    return state, result.success


@rule("black_hack.gm.damage_by_hd", "black_hack.test.gm_never_rolls", "black_hack.armour.break_to_ignore")
def harm(play: Play, state: State, who: str, dice: str, score: str) -> State:
    """Damage, which an Armour Die can take."""
    why: RuleId = "black_hack.trap.resolve"
    return damage(play, state, who, rolled(play, dice, REFEREE, why), why)[0]


CONDITIONS = ("weakened", "distracted", "stuck", "paralysed", "ongoing")


@rule("black_hack.hindrance.until_test", "black_hack.ongoing.loss")
def afflict(play: Play, state: State, who: str, name: str) -> State:
    """Somebody is hindered until a CON test, or STR where they are Stuck; or takes Ongoing Damage."""
    why: RuleId = "black_hack.hindrance.until_test"
    if name == "ongoing":
        return ongoing(play, state, who, "black_hack.ongoing.loss")
    return hinder(play, state, who, name, why, ends="STR" if name == "stuck" else "CON")


@rule("black_hack.trap.resolve", "black_hack.prayer.find_traps")
def springs(play: Play, state: State, who: str) -> tuple[State, bool]:
    """Whether the party sets off an unknown trap: always, unless a prayer shows it."""
    return state, not finds_traps(state)


@rule("black_hack.ability.thief_talent_secrets", "black_hack.ability.thief_talent_listening")
def notices(play: Play, state: State, verb: Verb, who: str) -> tuple[State, bool]:
    """Whether a search or a listener notices something: WIS, of one who searches after another until somebody has."""
    about = "listening" if verb == "listen" else "secrets"
    for one in [one.id for one in state.party if able(one) and who in ("", one.id)]:
        state, result = tested(
            play, state, one, "WIS", "black_hack.gm.attribute_guidance", about=about, means="notices"
        )
        if result.success:
            return state, True
    return state, False


@rule("black_hack.spell.knock_lock")
def _knocks(state: State, who: str) -> bool:
    """Whether somebody has an Action, and a Knock in mind that can be cast."""
    one = character(state, who)
    return unable(state, who, "action") is None and mute(state, one) is None and KNOCK in castable(state, one)


@rule("black_hack.ability.thief_talent_delicate", "black_hack.item.thieves_toolkit", "black_hack.spell.knock_lock")
def ways(state: State, who: str, stands: str) -> tuple[How, ...]:
    """The ways for somebody to open a door: STR for any door; a lock by DEX with tools or the talent, or by Knock."""
    one = character(state, who)
    picks = calling(one) == "thief" or any(item.ref == TOOLKIT for item in one.items) or _knocks(state, who)
    return ("pick", "force") if stands == "locked" and picks else ("force",)


@rule("black_hack.resolve.risky", "black_hack.item.crowbar_and_labourers_tools", "black_hack.encounter.when_linger")
def open_(play: Play, state: State, who: str, how: How, score: str) -> tuple[State, bool]:
    """A Turn at a door: DEX in silence, or STR and a noise, with Advantage for a crowbar; a Knock needs neither."""
    one = character(state, who)
    if how == "pick" and _knocks(state, who):
        state = DEEDS.perform(Settled(play, {"cast_what": KNOCK, "knock": "open"}), state, Action("cast", who))
        return turn_over(play, state, known=True), True
    attribute, about = SCORES[score or ("DEX lock" if how == "pick" else "STR")]
    tools = (CROWBAR,) if how == "force" and any(item.ref == CROWBAR for item in one.items) else ()
    state, result = tested(play, state, who, attribute, RISKY, about=about, advantages=tools)
    if how == "force":
        play.tell("door.forced" if result.success else "door.holds", one.name, why=RISKY)
        state = drawn(state)
    return turn_over(play, state, known=True), result.success


@rule("black_hack.action.risky", "black_hack.resolve.risky", "black_hack.background.once")
def attempt(play: Play, state: State, who: str) -> tuple[State, bool]:
    """A player's own idea: a test of the attribute that the player names, perhaps with a Background."""
    one = character(state, who)
    attribute = play.choose(one.seat, "idea_attribute", ATTRIBUTES, one.name, why="black_hack.gm.attribute_guidance")
    state, result = tested(play, state, who, attribute, RISKY, offer=True)
    return state, result.success


def creatures(who: str) -> None:
    """Raise an error for a list that names an unknown creature."""
    several(who)


EXPLORING: Exploring[State] = Exploring(
    people=explorers,
    away=away,
    begin=begin,
    home=home,
    there=lambda state: state.dangerous,
    left=left,
    seated=seated,
    turn=turn,
    refuse=refuse,
    goes_on=goes_on,
    noise=drawn,
    shine=lambda state, light: replace(beams_behind(state), dark=not light),
    dark=dark,
    flame=flame,
    weary=weary,
    busy=lambda state: state.combat is not None,
    comes=lambda state: state.comes,
    meet=meet,
    attitude=attitude,
    fight=fight,
    fought=fought,
    part=part,
    save=tries,
    harm=harm,
    springs=springs,
    ways=ways,
    open=open_,
    attempt=attempt,
    give=finds.give,
    held=finds.held,
    has=finds.owned,
    take=finds.take,
    reward=finds.reward,
    creatures=creatures,
    goods=finds.goods,
    scores=tuple(SCORES),
    signals={
        "encounter.comes": "encounter",
        "encounter.sign": "sign",
        "encounter.stress": "stress",
        "encounter.hunger": "hunger",
        "combat.begins": "fight",
        "door.forced": "noise",
        "door.holds": "noise",
    },
    replaced=("improvise", "rest_hour"),
    urgent=("aid",),
    whys={
        "light": "black_hack.action.light",
        "go": LOOP,
        "search": "black_hack.gm.attribute_guidance",
        "listen": "black_hack.gm.attribute_guidance",
        "open": RISKY,
        "rest": "black_hack.action.rest_hour",
        "wait": LOOP,
        "use": RISKY,
        "take": "black_hack.action.handle_item",
        "speak": "black_hack.reaction.roll",
        "attack": "black_hack.phase.combat_start",
        "own_idea": RISKY,
        "leave": "black_hack.phase.downtime",
        "set_out": "black_hack.phase.exploration",
    },
    costs=dict.fromkeys(("go", "go_back", "search", "listen", "open", "wait"), "one_turn") | {"rest": "hour"},
    counts_xp=True,
    instant=("light",),
    level=level,
    notices=notices,
    conditions=CONDITIONS,
    afflict=afflict,
    snuff=lambda _, state: put_out(state),
)
