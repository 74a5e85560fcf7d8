"""Attempts, judged by Time, Gear and Skill before any Save; Saves that the GM calls for; contests."""

from typing import Literal, TypeAlias

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.gear.inventory import at_ease, spent
from tallow.games.modified_cairn.goods import things
from tallow.games.modified_cairn.magic.workings import tell_in_force
from tallow.games.modified_cairn.state import QUALITIES, Creature, Quality, State, alive, has
from tallow.mechanics.two_sides import everyone, find
from tallow.play import REFEREE, Play, RuleId, rule

Position: TypeAlias = Literal["normal", "good", "bad"]
POSITIONS: tuple[Position, ...] = ("normal", "good", "bad")
HELD = {
    "time_gear_skill": 3, "time_gear": 2, "time_skill": 2, "gear_skill": 2, "time": 1, "gear": 1, "skill": 1, "none": 0,
}  # fmt: skip
"""Which of the three factors somebody can have, and how many that is."""

PLATE: RuleId = "modified_cairn.armour.plate_mail"
CLUMSY: RuleId = "modified_cairn.armour.plate_clumsy"


@rule("modified_cairn.factor.count", "modified_cairn.table.factors")
def verdict(held: int) -> str:
    """What this number of factors allows: "yes", "at_risk" or "no"."""
    return {"Yes": "yes", "Yes, at risk": "at_risk", "No": "no"}[
        tables()["modified_cairn.table.factors"].row(held).name
    ]


@rule(
    "modified_cairn.action.attempt",
    "modified_cairn.action.ref_judge_factors",
    "modified_cairn.factor.count",
    "modified_cairn.play.reasonable",
    "modified_cairn.play.no_needless_rolls",
    "modified_cairn.know.no_rolls",
    "modified_cairn.save.no_risk",
    "modified_cairn.save.avoided",
)
def attempt(play: Play, state: State, who: str) -> State:
    """A player says what they try; the GM counts Time, Gear and Skill, and confirms or overrules the result.

    Both are reminded of effects that the character is under, and of things that may count as Gear. It works if there
    is no risk and fails if it is impossible; only a risky attempt takes a Save.
    """
    one = find(state, who)
    why: RuleId = "modified_cairn.action.attempt"
    aim = play.write(one.seat, "attempt", one.name, why=why).strip() or "…"
    tell_in_force(play, state, who)
    if at_hand := tools(one):
        play.tell("attempt.gear", one.name, at_hand, why="modified_cairn.factor.gear")
    held = play.choose(
        REFEREE, "factors", tuple(HELD), one.name, aim, one.life.skills, why="modified_cairn.factor.count"
    )
    counted = verdict(HELD[held])
    play.tell("attempt", one.name, aim, held, why="modified_cairn.factor.count")
    if in_plate(one):
        word = play.choose(REFEREE, "verdict_in_plate", _words(counted), one.name, HELD[held], why=CLUMSY)
    else:
        why = "modified_cairn.table.factors"
        word = play.choose(REFEREE, "verdict", _words(counted), one.name, HELD[held], why=why)
    if word in QUALITIES:
        play.tell("attempt.at_risk", one.name, why="modified_cairn.table.factors")
        stand(play, one, word)
    else:
        play.tell(f"attempt.{word}", one.name, why="modified_cairn.table.factors")
    return state


@rule("modified_cairn.factor.gear")
def tools(creature: Creature) -> tuple[str, ...]:
    """The names of the things that may count as Gear: all but arms, what is read or channelled, and what is spent."""
    known = things()
    kept = [item for item in creature.items if item.ref in known or not (item.kind or item.ref)]
    return tuple(dict.fromkeys([item.name for item in kept if not spent(item)]))


@rule("modified_cairn.armour.plate_clumsy")
def in_plate(creature: Creature) -> bool:
    """Whether the creature wears Plate Mail; the GM is reminded that it may cost a Save or a bad position."""
    return any(item.ref == PLATE and item.place == "body" for item in creature.items)


def _words(counted: str) -> tuple[str, ...]:
    """The GM's options, the counted result first: a Save with a Quality, "yes" for success, "no" for failure."""
    saves = ("CLA", "VIG", "SPI")
    return (*saves, "yes", "no") if counted == "at_risk" else (counted, *saves, "no" if counted == "yes" else "yes")


@rule(
    "modified_cairn.save.purpose",
    "modified_cairn.save.good_position",
    "modified_cairn.save.bad_position",
    "modified_cairn.action.make_save",
    "modified_cairn.quality.save_for_risk",
    "modified_cairn.light.too_few",
    "modified_cairn.armour.plate_clumsy",
)
def stand(play: Play, creature: Creature, which: Quality) -> str:
    """Make a Save whose position and stakes the GM states beforehand, and give its outcome.

    Passed it is "safe", or "limited" in a bad position; failed it is "harm", or "mild" in a good position.
    """
    why: RuleId = "modified_cairn.save.good_position"
    positions = ("bad", "normal", "good") if has(creature, "in_the_dark") else POSITIONS
    if in_plate(creature):
        position = play.choose(REFEREE, "position_in_plate", positions, creature.name, which, why=CLUMSY)
    else:
        position = play.choose(REFEREE, "position", positions, creature.name, which, why=why)
    stakes = play.write(REFEREE, "stakes", creature.name, which, why=why).strip() or "…"
    play.tell("save.stakes", creature.name, which, position, stakes, why=why)
    passed = save(play, creature, which, "modified_cairn.save.roll")
    outcome = ("limited" if position == "bad" else "safe") if passed else ("mild" if position == "good" else "harm")
    of = "modified_cairn.save.bad_position" if position == "bad" else "modified_cairn.save.purpose"
    play.tell(f"save.{outcome}", creature.name, stakes, why=of)
    return outcome


@rule("modified_cairn.action.ref_call_save", "modified_cairn.save.purpose", "modified_cairn.quality.save_for_risk")
def call_save(play: Play, state: State, _: str = "") -> State:
    """The GM calls for a Save, and says whose, with which Quality, from what position and for what stakes."""
    why: RuleId = "modified_cairn.action.ref_call_save"
    who = play.choose(REFEREE, "who_saves", people(state), why=why)
    one = find(state, who)
    which = play.choose(REFEREE, "save_quality", QUALITIES, one.name, why=why)
    stand(play, one, which)
    return state


@rule("modified_cairn.action.ref_contest", "modified_cairn.save.contest")
def contest(play: Play, state: State, _: str = "") -> State:
    """Two creatures contend: only the one with the most to lose makes a Save."""
    why: RuleId = "modified_cairn.save.contest"
    first = play.choose(REFEREE, "contest_who", people(state), why=why)
    others = tuple(who for who in people(state) if who != first)
    second = play.choose(REFEREE, "contest_whom", others, find(state, first).name, why=why)
    roller = play.choose(REFEREE, "most_at_risk", (first, second), why=why)
    one = find(state, roller)
    which = play.choose(REFEREE, "save_quality", QUALITIES, one.name, why=why)
    stand(play, one, which)
    return state


def people(state: State) -> tuple[str, ...]:
    """The ids of all who could be asked for a Save."""
    return tuple(one.id for one in everyone(state) if alive(one))


def _tries(state: State, who: str) -> bool:
    return at_ease(state, who) and state.phase != "creation"


DEEDS: tuple[Deed[State], ...] = (
    Deed("attempt", attempt, "modified_cairn.action.attempt", shown=_tries, group="attempts"),
    Deed(
        "call_save",
        call_save,
        "modified_cairn.action.ref_call_save",
        by="referee",
        shown=lambda state, _: bool(people(state)),
        group="attempts",
    ),
    Deed(
        "contest",
        contest,
        "modified_cairn.action.ref_contest",
        by="referee",
        shown=lambda state, _: len(people(state)) > 1,
        group="attempts",
    ),
)
