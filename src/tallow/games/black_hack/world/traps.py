"""Traps: finding one, disarming it, and springing it."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.combat.ranges import band
from tallow.games.black_hack.entries import Row, tables
from tallow.games.black_hack.harm.damage import damage, foe_damage
from tallow.games.black_hack.harm.hindrances import hinder, ongoing
from tallow.games.black_hack.magic import effects
from tallow.games.black_hack.magic.lasting import finds_traps, lay, proof_against_poison
from tallow.games.black_hack.monsters.passives import has_trait
from tallow.games.black_hack.state import ATTRIBUTES, MARKS, Attribute, State, able, character
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, rule

TRAP: RuleId = "black_hack.trap.resolve"
GM: RuleId = "black_hack.action.gm_trap"
TABLE: RuleId = "black_hack.table.traps"
SLEEP: RuleId = "black_hack.spell.sleep"
TRAPPED = MARKS.mark("trapped_ground")


def _attribute(text: str) -> Attribute:
    return next(attribute for attribute in ATTRIBUTES if attribute == text)


@rule(
    "black_hack.trap.resolve",
    "black_hack.table.traps",
    "black_hack.foe.powerful",
    "black_hack.gm.damage_by_hd",
    "black_hack.ability.thief_nimble_expertise",
)
def spring(play: Play, state: State, who: str, row: Row) -> State:
    """Somebody springs a trap: the test that it names against its HD, and its damage and effect on a failure."""
    play.tell("trap", row.name, character(state, who).name, row.effect, why=TABLE)
    there = [who]
    if row.everyone:
        there += [one.id for one in state.party if one.id != who and able(one) and _close(state, who, one.id)]
    for victim in there:
        about = "poison" if row.poison == "sleep" else "trap"
        state, result = attempt(
            play, state, victim, _attribute(row.test), TRAP, about=about, against=row.hd, resists="trap"
        )
        if not result.success:
            state = _caught(play, state, victim, row)
    return state


def _close(state: State, who: str, other: str) -> bool:
    """Whether two are Close; outside a fight the party goes together."""
    return state.combat is None or band(state, who, other) == "close"


def _caught(play: Play, state: State, who: str, row: Row) -> State:
    """Apply a trap to somebody who has not avoided it."""
    if row.harms:
        amount = foe_damage(play, row.hd, state.settings)
        state = damage(play, state, who, amount, TRAP)[0]
    if row.hindrance:
        return hinder(play, state, who, row.hindrance, TRAP, ends=row.ends or None, hd=row.hd)
    if row.poison == "ongoing" and not proof_against_poison(state, who):
        state, result = attempt(play, state, who, "CON", TRAP, about="poison", against=row.hd, resists="trap")
        return state if result.success else ongoing(play, state, who, TRAP, poison=True)
    if row.poison == "sleep":
        state, effect = lay(state, SLEEP, row.lasts, die=row.usage_die, on=(who,))
        return effects.begin(play, state, effect)
    return state


@rule("black_hack.trap.resolve", "black_hack.prayer.find_traps")
def found(play: Play, state: State, who: str, row: Row) -> tuple[State, bool]:
    """Whether somebody finds a trap in time: a WIS test, or none where a prayer shows it."""
    if finds_traps(state):
        play.tell("trap.found", character(state, who).name, row.name, why="black_hack.prayer.find_traps")
        return state, True
    state, result = attempt(play, state, who, "WIS", TRAP, about="secrets")
    if result.success:
        play.tell("trap.found", character(state, who).name, row.name, why=TRAP)
    return state, result.success


@rule("black_hack.trap.resolve", "black_hack.ability.thief_talent_delicate", "black_hack.item.thieves_toolkit")
def disarm(play: Play, state: State, who: str, row: Row) -> State:
    """Somebody disarms a trap with a DEX test against its HD, for which they want tools; a failure springs it."""
    state, result = attempt(play, state, who, "DEX", TRAP, about="disarm", against=row.hd)
    if result.success:
        play.tell("trap.disarmed", character(state, who).name, row.name, why=TRAP)
        return state
    return spring(play, state, who, row)


@rule("black_hack.monster.kobold")
def on_their_ground(play: Play, state: State, who: str, whom: str) -> State:
    """The first character to come Close to kobolds on their own ground springs a trap of theirs, if the GM says so."""
    combat = state.combat
    foe = next((foe for foe in state.foes if foe.id == whom), None)
    if combat is None or foe is None or not has_trait(foe, "traps") or TRAPPED in combat.used:
        return state
    if band(state, who, whom) != "close":
        return state
    state = replace(state, combat=replace(combat, used=(*combat.used, TRAPPED)))
    name = character(state, who).name
    if play.choose(REFEREE, "own_ground", ("no", "yes"), name, foe.name, why=foe.of) == "no":
        return state
    return spring(play, state, who, tables()[TABLE].row(play.roll(1, 8, by=REFEREE, why=TABLE, hidden=True)[0]))


@rule("black_hack.action.gm_trap", "black_hack.trap.resolve", "black_hack.table.traps")
def gm_trap(play: Play, state: State, _: str) -> State:
    """The GM has somebody meet a trap: they spring it, search for it first, or try to disarm it."""
    rows = {row.name: row for row in tables()[TABLE].rows}
    which = play.choose(REFEREE, "which_trap", ("roll", *rows), why=GM)
    row = rows.get(which) or tables()[TABLE].row(play.roll(1, 8, by=REFEREE, why=TABLE, hidden=True)[0])
    present = tuple([one.id for one in state.party if able(one)])
    who = play.choose(REFEREE, "trap_whom", present, row.name, why=GM)
    how = play.choose(REFEREE, "trap_how", ("spring", "search", "disarm"), character(state, who).name, row.name, why=GM)
    if how == "disarm":
        return disarm(play, state, who, row)
    if how == "search":
        state, seen = found(play, state, who, row)
        if seen:
            return state
    return spring(play, state, who, row)


def _calm(state: State, _: str) -> bool:
    return state.phase != "creation"


def _nobody(state: State, _: str) -> Refusal | None:
    return None if any(able(one) for one in state.party) else Refusal("no_party", (), GM)


DEEDS: tuple[Deed[State], ...] = (
    Deed("gm_trap", gm_trap, GM, by="referee", shown=_calm, refuse=_nobody, group="tests", rank=1),
)
