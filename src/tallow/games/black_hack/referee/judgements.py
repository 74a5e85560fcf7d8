"""Actions that only people can judge: what a player tries, whether it is risky, and what a failure costs."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.checks.sways import Sway, sway
from tallow.games.black_hack.checks.usage import drop_step
from tallow.games.black_hack.combat.acting import turn_deed, unable
from tallow.games.black_hack.entries import concepts, tables
from tallow.games.black_hack.gear.tools import FINE_WORK
from tallow.games.black_hack.harm.damage import damage
from tallow.games.black_hack.magic.lasting import LANGUAGES, dropped, lay, reads_anything
from tallow.games.black_hack.state import (
    ATTRIBUTES,
    Attribute,
    Character,
    Creature,
    State,
    able,
    character,
    creature,
    put,
)
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain
from tallow.play import REFEREE, Play, RuleId, rule

SIMPLE: RuleId = "black_hack.action.simple"
RISKY: RuleId = "black_hack.action.risky"
FORWARD: RuleId = "black_hack.table.fail_forward"
SUBJECTS = (
    "sight", "harm", "impeded", "trap", "magic", "delicate", "lock", "sneaking", "climbing", "listening", "secrets",
    "languages", "song", "flee",
)  # fmt: skip
"""What a test can be about, for talents, tools, magic and the nature of foes that sway it."""


@rule("black_hack.resolve.simple", "black_hack.resolve.risky", "black_hack.turn.what_is_action")
def improvise(play: Play, state: State, who: str) -> State:
    """A player says what their character tries; the GM lets it succeed, calls for a test, or finds it too long."""
    one = character(state, who)
    text = play.write(one.seat, "improvise", one.name, why=SIMPLE).strip()
    options = ("simple", *ATTRIBUTES, "too_long")
    ruling = play.choose(REFEREE, "ruling", options, one.name, text, state.unit, why="black_hack.gm.attribute_guidance")
    play.tell("tries", one.name, text, why=SIMPLE)
    if ruling == "too_long":
        play.tell("too_long", one.name, state.unit, why="black_hack.turn.fit_time")
        return state

    def settle(play: Play, state: State, who: str) -> State:
        return resolved(play, state, who, ruling)

    return turn_deed("improvise", "action", settle, RISKY, outside=True).do(play, state, who)


@rule("black_hack.action.simple", "black_hack.action.risky", "black_hack.test.when")
def resolved(play: Play, state: State, who: str, ruling: str) -> State:
    """A simple Action succeeds without dice; a risky one is resolved by a test."""
    attribute = next((attribute for attribute in ATTRIBUTES if attribute == ruling), None)
    if attribute is None:
        play.tell("simple", character(state, who).name, why=SIMPLE)
        return state
    return ruled(play, state, who, attribute)


@rule(
    "black_hack.gm.attribute_guidance",
    "black_hack.test.gm_never_rolls",
    "black_hack.action.gm_call_test",
    "black_hack.foe.powerful",
    "black_hack.spell.read_languages_magic",
)
def ruled(play: Play, state: State, who: str, attribute: Attribute) -> State:
    """A test that the GM called for: against whom, what it is about where that matters, and the player's Background.

    Whoever reads all languages by magic needs none to read one.
    """
    one = character(state, who)
    foes = tuple([foe.id for foe in state.foes if able(foe)])
    against = play.choose(REFEREE, "test_against", ("nobody", *foes), one.name, why="black_hack.foe.powerful")
    foe = creature(state, against) if against != "nobody" else None
    guide = concepts()[attribute].gm_tests
    subjects = ("nothing", *telling(state, one, attribute, foe))
    about = play.choose(
        REFEREE, "test_about", subjects, one.name, attribute, guide, why="black_hack.gm.attribute_guidance"
    )
    subject = "" if about == "nothing" else about
    if subject == "languages" and reads_anything(state, who):
        play.tell("reads_anything", one.name, why=LANGUAGES)
        return state
    state, result = attempt(play, state, who, attribute, RISKY, about=subject, against=foe, offer=True)
    return state if result.success else at_a_cost(play, state, who)


def telling(state: State, one: Character, attribute: Attribute, foe: Creature | None) -> tuple[str, ...]:
    """The subjects that change this test, one for each different result; delicate work is only for DEX."""
    plain = sway(state, one, attribute, "", "", foe)
    found: dict[Sway, str] = {}
    for subject in SUBJECTS:
        if subject not in FINE_WORK or attribute == "DEX":
            found.setdefault(sway(state, one, attribute, "", subject, foe), subject)
    return tuple([subject for swayed, subject in found.items() if swayed != plain])


@rule("black_hack.option.fail_forward", "black_hack.setting.fail_forward", "black_hack.table.fail_forward")
def at_a_cost(play: Play, state: State, who: str) -> State:
    """Where the table has it so the GM may offer success at a cost, and the player may refuse."""
    if not state.settings.fail_forward:
        return state
    one = character(state, who)
    rows = {row.on: row for row in tables()[FORWARD].rows}
    payable = [
        on for on in rows if not (on == "item" and not one.items) and not (on == "usage" and not _lowest(state, who))
    ]
    cost = play.choose(REFEREE, "fail_forward", ("no", *payable), one.name, why=FORWARD)
    if cost == "no":
        return state
    row = rows[cost]
    if play.choose(one.seat, "pay_cost", ("yes", "no"), one.name, row.effect, why=FORWARD) == "no":
        return state
    play.tell("fail_forward", one.name, row.effect, why=FORWARD)
    return _paid(play, state, who, cost)


def _lowest(state: State, who: str) -> str:
    """The id of the carried thing with the lowest Usage Die."""
    mine = [item for item in character(state, who).items if item.usage]
    return min(mine, key=lambda item: item.usage).id if mine else ""


@rule("black_hack.table.fail_forward")
def _paid(play: Play, state: State, who: str, cost: str) -> State:
    """Apply the price of success at a cost."""
    one = character(state, who)
    if cost == "item":
        at = play.roll(1, len(one.items), by=one.seat, why=FORWARD)[0] - 1 if len(one.items) > 1 else 0
        play.tell("gm_takes", one.name, one.items[at].name, why=FORWARD)
        return put(state, replace(one, items=tuple([item for item in one.items if item.id != one.items[at].id])))
    if cost == "usage":
        return drop_step(play, state, who, _lowest(state, who), FORWARD)
    if cost == "harm":
        near = tuple([other.id for other in state.party if able(other)])
        whom = play.choose(REFEREE, "cost_whom", near, why=FORWARD)
        return damage(play, state, whom, play.roll(1, 6, by=REFEREE, why=FORWARD)[0], FORWARD)[0]
    if cost in ("mood", "coins"):
        return lay(state, FORWARD, "session", detail=cost)[0]
    return put(state, gain(one, "doomed" if cost == "doom" else "disfavoured"))


def owed(state: State, what: str) -> tuple[State, bool]:
    """Whether a postponed cost of this kind is due, which is then removed: a worse mood, or partly false coins."""
    for effect in state.effects:
        if effect.of == FORWARD and effect.detail == what:
            return dropped(state, effect.id), True
    return state, False


def _can(state: State, who: str) -> bool:
    if state.phase == "creation":
        return False
    combat = state.combat
    mine = combat is None or (combat.turn == who if combat.turn else who in combat.due)
    return mine and any(one.id == who and able(one) for one in state.party)


def _no_action(state: State, who: str) -> Refusal | None:
    return unable(state, who, "action")


DEEDS: tuple[Deed[State], ...] = (
    Deed("improvise", improvise, RISKY, cost="action", shown=_can, refuse=_no_action, group="the_turn", rank=-1),
)
