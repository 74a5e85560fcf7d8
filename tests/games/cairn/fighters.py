"""Fighters for tests: somebody of given numbers, and a fight on somebody's turn."""

from msgspec.structs import replace

from tallow.games.cairn.monsters.bestiary import lookup, spawn
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Attack, Creature, Declaration, Fight, State
from tallow.mechanics.statline import dice
from tallow.mechanics.two_sides import find
from tallow.play import Choice, Roll, Scripted


def hit(damage="d6", name="sword", **more):
    return Attack(name, dice(damage), **more)


def somebody(id_="hero", hp=4, strength=10, dexterity=10, willpower=10, *attacks, kind="pc", seat="player", **more):
    made = Creature(
        id_, id_.capitalize(), kind, hp, hp, strength, strength, dexterity, dexterity, willpower, willpower,
        attacks=attacks or (hit(),), seat=seat,
    )  # fmt: skip
    return replace(made, **more)


def foe(id_="foe1", hp=4, strength=8, dexterity=12, willpower=8, *attacks, **more):
    return somebody(id_, hp, strength, dexterity, willpower, *attacks, **{"kind": "monster", "seat": "referee", **more})


def monster(name, id_="foe1", **more):
    return replace(spawn(lookup(name), id_), at=0, **more)


def fight(party, foes, side="party", settings=None, **more):
    """A fight in its second round, on a side's turn, everybody able to act."""
    acting = tuple(one.id for one in (party if side == "party" else foes))
    fighting = Fight(round=2, side=side, acting=acting, foes_at_start=len(foes), opened=True, **more)
    return State(settings=settings or Settings(), phase="fight", party=tuple(party), foes=tuple(foes), fight=fighting)


def declaring(state, *moves):
    """The fight with everything of this turn declared; `("hero", "foe1")` is an attack."""
    made = tuple(m if isinstance(m, Declaration) else Declaration(m[0], "attack", *m[1:]) for m in moves)
    return replace(state, fight=replace(state.fight, declared=made))


def on_turn(state, side, *acting):
    """The fight on a side's turn, with these to act."""
    return replace(state, fight=replace(state.fight, side=side, acting=acting))


def one(state, id_):
    return find(state, id_)


class Answers(Scripted):
    """Answers by kind: `d20=20` for such dice, `limb="Leg"` for that choice; dice else 1, choices else the first."""

    def __init__(self, **answers):
        super().__init__()
        self.answers = answers

    def _answer(self, question):
        self.asked.append(question)
        if isinstance(question, Roll):
            return (min(question.sides, self.answers.get(f"d{question.sides}", 1)),) * question.n
        if isinstance(question, Choice):
            wanted = self.answers.get(question.what)
            return wanted if wanted in question.options else question.options[0]
        return self.answers.get(question.what, "")


def why_not(refusal):
    """The code of a refusal."""
    return refusal.code
