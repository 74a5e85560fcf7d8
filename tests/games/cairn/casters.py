"""A small party and its foes for the tests of magic, and a way to answer rules by what they ask."""

from random import Random

import msgspec
from msgspec.structs import replace

from tallow.games.cairn.gear.things import from_ref, scroll, spellbook
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Attack, Creature, Effect, Fight, Item, State
from tallow.games.deeds import Refusal
from tallow.mechanics.two_sides import find
from tallow.play import Choice, Roll, Scripted

SAFE = Settings(casting_save="never")
SWORD = Item("sword", "Sword", "cairn.weapon.medium", damage="d8", place="hands")
SHIELD = Item("shield", "Shield", "cairn.armour.shield", armor=1, bonus=True, place="hands")


def creature(id_, kind="pc", seat="player", **changes):
    made = Creature(id_, id_, kind, 5, 5, 12, 12, 12, 12, 12, 12, seat=seat)
    return replace(made, **changes)


def foe(id_, at=10, **changes):
    return creature(id_, "monster", "referee", at=at, attacks=(Attack("claw", (6,)),), **changes)


def table(*items, fight=True, settings=SAFE, foes=None, **changes):
    """A mage with these things, a pal, and two foes ten feet off, in a fight on the party's turn or before one."""
    mage = creature("mage", items=items)
    foes = (foe("f1"), foe("f2")) if foes is None else foes
    fighting = Fight(acting=("mage",), foes_at_start=len(foes)) if fight else None
    made = State(settings=settings, phase="explore", party=(mage, creature("pal")), foes=foes, fight=fighting)
    if fight:
        made = replace(made, phase="fight")
    return replace(made, **changes)


def the_fight(state: State) -> Fight:
    assert state.fight is not None
    return state.fight


def why_not(refusal: Refusal | None) -> str:
    """The code of a refusal, or nothing."""
    return refusal.code if refusal else ""


def silent(play: Scripted) -> bool:
    """Whether nothing was asked and nothing told."""
    return not play.asked and not play.told


def book(spell, id_="book"):
    return spellbook(f"cairn.spell.{spell}", id_)


def paper(spell, id_="scroll"):
    return scroll(f"cairn.spell.{spell}", id_)


def relic(name, id_="relic"):
    return from_ref(f"cairn.relic.{name}", id_)


class Told(Scripted):
    """Answers by what is asked: `d20=20` every such die, `spell_target="f1"` that choice; else the first option."""

    def __init__(self, seed=0, **answers):
        super().__init__()
        self.answers = answers
        self.random = Random(seed)

    def _answer(self, question):
        self.asked.append(question)
        if isinstance(question, Roll):
            face = self.answers.get(f"d{question.sides}")
            return tuple(face or self.random.randint(1, question.sides) for _ in range(question.n))
        assert isinstance(question, Choice)
        wanted = self.answers.get(question.what)
        if isinstance(wanted, list):
            return wanted.pop(0) if wanted else question.options[0]
        return wanted if wanted in question.options else question.options[0]

    def offered(self, what):
        """The options of the first question of that code."""
        return next(q.options for q in self.asked if isinstance(q, Choice) and q.what == what)

    def questions(self):
        return [question.what for question in self.asked if isinstance(question, Choice)]

    def dice(self):
        return [(roll.n, roll.sides) for roll in self.asked if isinstance(roll, Roll)]


class Chance(Told):
    """Answers everything at random."""

    def _answer(self, question):
        self.asked.append(question)
        if isinstance(question, Roll):
            return tuple(self.random.randint(1, question.sides) for _ in range(question.n))
        return self.random.choice(question.options)


def kept(state):
    """The state after a save to JSON and back."""
    again = msgspec.json.decode(msgspec.json.encode(state), type=State)
    assert again == state
    return again


def on(state, who):
    return find(state, who).conditions


def effect(of, **changes):
    return replace(Effect("", f"cairn.spell.{of}", of, "mage"), **changes)
