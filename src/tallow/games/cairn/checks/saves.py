"""Saves: a d20 not above the score; 1 always passes and 20 always fails."""

from tallow.games.cairn.state import Ability, Creature, score
from tallow.mechanics.conditions import has
from tallow.play import REFEREE, Play, RuleId, Seat, Stake, rule


@rule("cairn.save.roll", "cairn.save.pass", "cairn.save.fail", "cairn.save.one", "cairn.save.twenty")
def passes(
    play: Play,
    value: int,
    by: Seat,
    why: RuleId = "cairn.save.roll",
    ability: str = "",
    who: str = "",
) -> bool:
    """Whether a save against this score is passed. `ability` and `who`, an id, are for the words of the stake."""
    stake = Stake(min(max(value, 1), 19), score=ability, who=who)
    (face,) = play.roll(1, 20, by=by, why=why, stake=stake)
    return face == 1 or (face <= value and face != 20)


@rule("cairn.save.npcs", "cairn.save.no_modifiers", "cairn.ability.three", "cairn.combat.information")
def save(play: Play, creature: Creature, ability: Ability, why: RuleId = "cairn.save.roll") -> bool:
    """A creature's save on its current score, told to the table; a foe's score is the referee's."""
    if ability == "WIL" and creature.conditions and has(creature, "quick"):
        play.tell("save.quick", creature.name, why="cairn.table.barber_surgeon_2")
        return True
    value = score(creature, ability)
    passed = play.call(passes, value, creature.seat, why, ability, creature.id)
    if creature.seat == REFEREE:
        play.tell("save.foe_passed" if passed else "save.foe_failed", creature.name, ability, why=why)
    else:
        play.tell("save.passed" if passed else "save.failed", creature.name, ability, value, why=why)
    return passed


@rule("cairn.save.willing")
def save_if_willing(play: Play, creature: Creature, ability: Ability, why: RuleId, *, friendly: bool = False) -> bool:
    """A save that its maker may also choose to fail, as one would of something `friendly`."""
    options = ("yield", "save") if friendly else ("save", "yield")
    if play.choose(creature.seat, "save_or_yield", options, creature.name, ability, why=why) == "yield":
        play.tell("save.yielded", creature.name, ability, why="cairn.save.willing")
        return False
    return save(play, creature, ability, why)
