"""Hindrances and Ongoing Damage: how they begin, what they cost, and the tests that end them."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.entries import impediments
from tallow.games.black_hack.harm.damage import AFIRE, CLINGING, POISONED, damage
from tallow.games.black_hack.state import (
    ATTRIBUTES,
    MARKS,
    Attribute,
    Being,
    Character,
    Creature,
    Hindrance,
    State,
    alive,
    character,
    everyone,
    find,
    put,
    without_marks,
)
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import Play, RuleId, rule

ONGOING: RuleId = "black_hack.ongoing.loss"
ENDS: RuleId = "black_hack.hindrance.until_test"
PETRIFYING = "petrifying"
AILING = {"disease": "diseased", "curse": "cursed"}
"""What keeps a hindrance going that no test ends, and the condition of whoever has it."""


@rule(
    "black_hack.hindrance.until_test",
    "black_hack.action.gm_hinder",
    "black_hack.hindrance.weakened",
    "black_hack.hindrance.distracted",
    "black_hack.hindrance.stuck",
    "black_hack.hindrance.paralysed",
)
def hinder(
    play: Play,
    state: State,
    who: str,
    name: str,
    why: RuleId,
    *,
    ends: Attribute | None = None,
    by: str = "",
    left: int = 0,
    hd: int = 0,
    action: bool = False,
    evil: bool = False,
    poison: bool = False,
) -> State:
    """Hinder somebody until a test (for an opponent a test of `by`), or for some Moments; the same one never twice.

    `evil` and `poison` say what it comes from, for prayers against them.
    """
    one = find(state, who)
    if not alive(one) or any(old.name == name for old in one.hindrances):
        return state
    usual = impediments()[name]
    new = Hindrance(name, ends or usual.ends, by, left, hd, action and usual.action, evil, poison)
    if left:
        play.tell("hindered.moments", one.name, name, left, why=why)
    elif by in AILING:
        play.tell("hindered.lasts", one.name, name, why=why)
    else:
        play.tell("hindered", one.name, name, new.ends, why=why)
    return put(state, replace(one, hindrances=(*one.hindrances, new)))


def lifted(play: Play, state: State, who: str, by: str) -> State:
    """End the hindrances of a "disease" or "curse", which no test ends, and the condition itself."""
    held = [hindrance.name for hindrance in find(state, who).hindrances if hindrance.by == by]
    for name in held:
        state = freed(play, state, who, name)
    return put(state, shed(find(state, who), AILING[by])) if held else state


def freed(play: Play, state: State, who: str, name: str, why: RuleId = ENDS) -> State:
    """End a hindrance; with it ends that the first failed test turns to stone, or that somebody follows a song."""
    one = find(state, who)
    if all(old.name != name for old in one.hindrances):
        return state
    play.tell("freed", one.name, name, why=why)
    one = replace(one, hindrances=tuple([old for old in one.hindrances if old.name != name]))
    if name == "paralysed":
        one = shed(one, PETRIFYING)
    elif name == "distracted":
        one = replace(one, marks=MARKS.without(one.marks, "lured"))
    return put(state, one)


@rule("black_hack.ongoing.source")
def ongoing(
    play: Play,
    state: State,
    who: str,
    why: RuleId,
    *,
    ends: Attribute = "CON",
    by: str = "",
    action: bool = False,
    poison: bool = False,
) -> State:
    """Begin Ongoing Damage; several sources count as one. `by` is the character whose test keeps it up in a foe."""
    one = find(state, who)
    if not alive(one) or one.ongoing:
        return state
    play.tell("ongoing", one.name, ends, why=why)
    held: Being = replace(one, ongoing=ends)
    if isinstance(held, Creature):
        held = replace(held, ongoing_by=by)
    held = gain(held, POISONED) if poison else held
    return put(state, gain(held, CLINGING) if action else held)


@rule("black_hack.ongoing.loss", "black_hack.setting.ongoing_armour")
def suffer(play: Play, state: State, who: str) -> State:
    """At the start of somebody's Turn Ongoing Damage costs as many HP as the Level."""
    one = find(state, who)
    if not one.ongoing:
        return state
    level = one.level if isinstance(one, Character) else one.hd
    kind = "fire" if AFIRE in one.marks else ""
    return damage(play, state, who, level, ONGOING, kind=kind, armour=state.settings.ongoing_armour)[0]


@rule(
    "black_hack.hindrance.until_test",
    "black_hack.action.end_hindrance",
    "black_hack.setting.hindrance_timing",
)
def shake_off(play: Play, state: State, who: str, *, action: bool = False) -> State:
    """A character tests once against each hindrance, free or with the Action, as the hindrance requires."""
    for hindrance in character(state, who).hindrances:
        if hindrance.left == 0 and hindrance.action == action and not hindrance.by:
            about = hindrance.name
            play.tell("struggles", character(state, who).name, about, why=ENDS)
            state, result = attempt(
                play,
                state,
                who,
                hindrance.ends,
                ENDS,
                about=about,
                against=hindrance.hd or None,
                resists="foe",
                evil=hindrance.evil,
            )
            if result.success:
                state = freed(play, state, who, hindrance.name)
            elif has(character(state, who), PETRIFYING) and hindrance.name == "paralysed":
                state = _stone(play, state, who)
    return state


@rule("black_hack.spell.flesh_to_stone")
def _stone(play: Play, state: State, who: str) -> State:
    """The first failed test against a petrifying paralysis turns somebody to stone."""
    one = character(state, who)
    play.tell("stone", one.name, why="black_hack.spell.flesh_to_stone")
    left = tuple([old for old in one.hindrances if old.name != "paralysed"])
    return put(state, gain(shed(replace(one, hindrances=left), PETRIFYING), "stone"))


@rule("black_hack.ongoing.end_test", "black_hack.action.end_ongoing")
def staunch(play: Play, state: State, who: str) -> State:
    """At the end of the victim's Turn a test ends Ongoing Damage: the victim succeeds, or the inflictor fails."""
    one = find(state, who)
    if not one.ongoing:
        return state
    why: RuleId = "black_hack.ongoing.end_test"
    attribute = _attribute(one.ongoing)
    if isinstance(one, Character):
        state, result = attempt(play, state, who, attribute, why, about="harm")
        over = result.success
    else:
        over = True
        if any(other.id == one.ongoing_by and alive(other) for other in state.party):
            state, result = attempt(play, state, one.ongoing_by, attribute, why, against=one, means="holds")
            over = not result.success
    if not over:
        return state
    one = find(state, who)
    play.tell("ongoing.ends", one.name, why=why)
    return put(state, shed(without_marks(replace(one, ongoing=""), AFIRE), CLINGING, POISONED))


def _attribute(text: str) -> Attribute:
    return next(attribute for attribute in ATTRIBUTES if attribute == text)


@rule("black_hack.hindrance.until_test")
def keep_up(play: Play, state: State, who: str) -> State:
    """At the end of a character's Turn: a test for each hindrance they inflicted on a foe; a failure ends it."""
    for foe in (*state.foes, *state.allies):
        for hindrance in foe.hindrances:
            if hindrance.by == who and not hindrance.left and alive(foe):
                play.tell("keeps_up", character(state, who).name, foe.name, hindrance.name, why=ENDS)
                state, result = attempt(play, state, who, hindrance.ends, ENDS, against=foe, means="holds")
                if not result.success:
                    state = freed(play, state, foe.id, hindrance.name)
    return state


def tick(play: Play, state: State) -> State:
    """At the end of a Moment: fixed hindrances run down by one, except those of the frozen in time."""
    for one in everyone(state):
        fixed = [hindrance for hindrance in one.hindrances if hindrance.left and not has(one, "frozen")]
        for hindrance in fixed:
            if hindrance.left == 1:
                state = freed(play, state, one.id, hindrance.name)
            else:
                now = find(state, one.id)
                less = replace(hindrance, left=hindrance.left - 1)
                left = tuple([less if old == hindrance else old for old in now.hindrances])
                state = put(state, replace(now, hindrances=left))
    return state
