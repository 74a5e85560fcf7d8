"""Fate: the table for those who were Out of Action."""

from typing import Literal

from msgspec.structs import replace

from tallow.games.black_hack.checks.edges import Edge, doubled, edged, net
from tallow.games.black_hack.checks.luck import tempted
from tallow.games.black_hack.checks.omens import omens
from tallow.games.black_hack.checks.sways import INJURY
from tallow.games.black_hack.entries import tables
from tallow.games.black_hack.gear.burden import shed_load
from tallow.games.black_hack.harm.damage import MUST_ROLL
from tallow.games.black_hack.monsters.kin import dies, spared
from tallow.games.black_hack.state import Attribute, Effect, State, character, dead, put, score, with_score
from tallow.mechanics.conditions import has, shed
from tallow.mechanics.ids import serial
from tallow.play import Play, RuleId, Seat, Stake, rule

HALF_AN_HOUR = 2
"""Encounter Rolls in half an hour of play: one is due every quarter of an hour."""


@rule("black_hack.table.out_of_action", "black_hack.oofa.when_roll", "black_hack.adv.any_roll")
def fate(play: Play, edge: Edge, by: Seat, ask_gm: bool, doomed: bool = False) -> int:
    """The roll on the Out of Action table; for the doomed a 5 counts as a 6."""
    most = 4 if doomed else 5
    lives = Stake(most)

    def once(before: int | None) -> int:
        stake = doubled(lives, edge, None if before is None else before <= most)
        return play.roll(1, 6, by=by, why="black_hack.oofa.when_roll", stake=stake)[0]

    face: int = edged(play, once, edge, by, lambda face: -face, lambda face: face, ask_gm=ask_gm)
    return face


@rule("black_hack.table.out_of_action", "black_hack.oofa.when_roll", "black_hack.oofa.survive")
def roll_fate(play: Play, state: State, who: str) -> State:
    """A character who was Out of Action rolls on the table: an injury and 1d4 HP, or death."""
    why: RuleId = "black_hack.table.out_of_action"
    state, good, bad = omens(state, who, "fate")
    one = character(state, who)
    edge: Edge = net(len(good), len(bad) + has(one, "elixir"), state.settings)
    rolls = (edge, one.seat, state.settings.gm_choice == "ask", has(one, "doomed"))
    face = play.call(fate, *rolls)
    if face > 1 and one.luck:
        state, again = tempted(play, state, who, tables()[why].row(face).name)
        face = play.call(fate, *rolls) if again else face
        one = character(state, who)
    if has(one, "doomed"):
        face = min(6, face + 1)
    row = tables()[why].row(face)
    play.tell("fate", one.name, face, row.name, why=why)
    down = has(one, "out_of_action")
    state = put(state, shed(one, "elixir", "doomed", MUST_ROLL))
    if face == 6:
        return dies(play, put(state, dead(state, shed(character(state, who), "out_of_action"))), who)
    state = spared(state, who) if state.effects else state
    state = _left_with(play, state, who, face)
    if not down:
        return state
    one = shed(character(state, who), "out_of_action")
    (hp,) = play.roll(1, 4, by=one.seat, why="black_hack.oofa.survive")
    hp = min(one.hp_max, hp)
    play.tell("heals", one.name, hp, hp, why="black_hack.oofa.survive")
    return put(state, replace(one, hp=hp))


@rule("black_hack.table.out_of_action", "black_hack.setting.maimed_loss")
def _left_with(play: Play, state: State, who: str, row: int) -> State:
    """Apply the injury of a row: a fat head, cracked bones, disfigurement or a lower attribute."""
    one = character(state, who)
    why: RuleId = "black_hack.table.out_of_action"
    if row == 2:
        return _injured(state, who, "fat_head", "minutes", HALF_AN_HOUR * state.settings.encounter_turns)
    if row == 3:
        return _injured(state, who, "cracked_bones", "session", 0)
    if row == 4:
        return _worse(play, state, who, "CHA", play.roll(1, 4, by=one.seat, why=why)[0])
    if row == 5:
        loss = state.settings.maimed_loss
        points = play.roll(1, 4, by=one.seat, why=why)[0] if loss == "1d4" else int(loss)
        options: tuple[Attribute, ...] = ("STR", "DEX") if one.strength > one.dexterity else ("DEX", "STR")
        return _worse(play, state, who, play.choose(one.seat, "maimed", options, one.name, points, why=why), points)
    return state


def _injured(state: State, who: str, what: str, unit: Literal["minutes", "session"], left: int) -> State:
    state, id_ = serial(state, "e")
    return replace(state, effects=(*state.effects, Effect(id_, INJURY, on=(who,), left=left, unit=unit, detail=what)))


def _worse(play: Play, state: State, who: str, attribute: Attribute, points: int) -> State:
    one = with_score(character(state, who), attribute, score(character(state, who), attribute) - points)
    play.tell("attribute", one.name, attribute, score(one, attribute), why="black_hack.table.out_of_action")
    return shed_load(play, put(state, one), who)
