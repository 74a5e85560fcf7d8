"""Casters for tests of Grit and Flesh: a scene with friends and foes, a play that answers by rote."""

from msgspec.structs import replace

from tallow.games.vanilla.entries import spells
from tallow.games.vanilla.magic.spells import Cast, aim_options, caster_level, mode_and_targets
from tallow.games.vanilla.magic.workings import work
from tallow.games.vanilla.monsters.bestiary import lookup, spawn
from tallow.games.vanilla.state import Known
from tallow.mechanics.two_sides import everyone, find
from tallow.play import Scripted
from tests.games.vanilla.fighters import fighting, somebody, table, weapon

SPELL = "vanilla.spell."


class Auto(Scripted):
    """Every die shows the face given for its kind, every choice is the first option unless it is named."""

    def __init__(self, dice=None, **choices):
        super().__init__()
        self.dice = {6: 3, 20: 20, **(dice or {})}
        self.choices = choices
        self.rolled = []

    def roll(self, n, sides=6, **_):
        face = min(self.dice.get(sides, 1), sides)
        self.rolled.append((n, sides))
        return (face,) * n

    def choose(self, by, what, options, *facts, why):
        assert options, (by, what, facts, why)
        wanted = self.choices.get(what, options[0])
        assert wanted in options, (what, wanted, options)
        return wanted


def mage(*names, level=4, **more):
    """Mira, a Magic-User with these spells in her book."""
    book = tuple(Known(f"{SPELL}{name}") for name in names)
    base = somebody("mira", "magic_user", level, book=book, seat="mira", items=(weapon("medium_melee", "staff"),))
    return replace(base, **more)


def beast(name, id_="", **more):
    """One of the bestiary with its usual numbers."""
    one = spawn(lookup(name), id_ or name.lower().replace(" ", "_"), name)
    return replace(one, **more)


def scene(*names, foes=None, level=4, turn="mira", combat=None, **more):
    """Mira on her go with Ann beside her, against an orc, a wolf and a skeleton."""
    ann = somebody("ann", level=3, seat="ann", items=(weapon("medium_melee", "sword"),), flesh=3)
    there = foes
    if there is None:
        there = (beast("Orc", at=20), beast("Skeleton", at=25), beast("Dire Wolf", "wolf", at=30))
    party = more.pop("party", (mage(*names, level=level), ann))
    return table(*party, foes=there, combat=combat or fighting(turn), **more)


def cast(state, name, option=None, play=None, who="mira", **how):
    """A spell takes place, at the first thing that it can be aimed at unless it is said; the state, and the play."""
    play = play or Auto()
    spell = spells()[f"{SPELL}{name}"]
    one = find(state, who)
    mode, targets = mode_and_targets(state, who, spell, aim_options(state, who, spell)[0] if option is None else option)
    working = Cast(spell, who, caster_level(one), one.seat, mode, targets, **how)
    return work(play, state, working), play


def effects(state):
    """What goes on: mode, upon whom, for how long or until what, and how much of it."""
    return [
        (e.mode, e.on, e.ends - state.clock if e.ends else e.until, *([e.amount] if e.amount else ()))
        for e in state.effects
    ]


def changed(before, after):
    """What is different about whom, and who is new."""
    old = {one.id: one for one in everyone(before)}
    found = {}
    for one in everyone(after):
        if one.id not in old:
            found[one.id] = one.of.rpartition(".")[2]
            continue
        was = old[one.id]
        for field in ("grit", "flesh", "at", "conditions", "av", "ac", "name", "level"):
            if getattr(one, field) != getattr(was, field):
                found[f"{one.id}.{field}"] = getattr(one, field)
    return found
