"""Enemies for tests of Dead Weight: a play whose dice are rigged, and a chart with somebody to fight on it."""

from msgspec.structs import replace

from tallow.games.dead_weight.monsters.bestiary import spawn
from tallow.games.dead_weight.state import ATTRIBUTES, score
from tallow.play import Scripted
from tests.games.dead_weight.people import fighting, somebody, table

NEXT_TO = (4, 3)
HERE = (5, 3)


class Rigged(Scripted):
    """Dice in their order (a number: every die of that roll shows it); answers by the name of the question.

    A reroll is made as often as it can be.
    """

    def __init__(self, *dice, **answers):
        super().__init__(*dice)
        self.answers = answers

    def roll(self, n, sides=6, *, by, why, hidden=False, stake=None):
        if n and self.left and isinstance(self.left[0], int):
            self.left[0] = [self.left[0]] * n
        return super().roll(n, sides, by=by, why=why, hidden=hidden, stake=stake)

    def choose(self, by, what, options, *facts, why):  # noqa: ARG002
        answer = self.answers.get(what, options[0])
        if what == "reroll" and answer not in options:
            return "pass"
        assert answer in options, (what, answer, options)
        return answer


def tough(id_="zael", score_=9, at=NEXT_TO, **more):
    """Somebody with room for many wounds."""
    return somebody(id_, score_, score_, score_, score_, at=at, **more)


def foe(name, id_="foe", at=HERE, **more):
    """One of the bestiary, on the chart."""
    return replace(spawn(f"dead_weight.monster.{name}", id_, at=at), **more)


def arena(*party, enemies=(), allies=(), settings=None, step="enemies", turn="", actions=2, **more):
    """A fight in the enemies' turn."""
    due = tuple(one.id for one in enemies if one.id != turn) if step == "enemies" else ()
    combat = fighting(step=step, turn=turn, actions=actions if turn else 0, due=due, **more)
    return replace(table(*party, settings=settings, combat=combat, enemies=enemies), allies=tuple(allies))


def rigged(rule, state, *args, dice=(), **answers):
    """A rule upon rigged dice, all of which must be used; what it gives, and the play."""
    play = Rigged(*dice, **{"toughen_up": "no", **answers})
    result = rule(play, state, *args)
    assert not play.left, f"the rule did not roll {play.left}"
    return result, play


def wounds(one):
    """All wounds of an adventurer."""
    return sum(score(one, attribute).wounds for attribute in ATTRIBUTES)


def why_not(deed, state, who):
    """The code for which a deed is refused, "" if it is not."""
    refusal = deed.refuse(state, who) if deed.refuse else None
    return refusal.code if refusal else ""


def shown(deed, state, who):
    """Whether a deed is on somebody's list."""
    return deed.shown(state, who)
