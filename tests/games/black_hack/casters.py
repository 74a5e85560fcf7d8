"""Casters for tests of magic: a Wizard and a Cleric of any Level, foes round about, and a spell at work."""

from msgspec.structs import replace

from tallow.games.black_hack.entries import spell
from tallow.games.black_hack.magic.casting import work
from tallow.games.black_hack.state import MARKS, Item, Magic, creature, find
from tests.games.black_hack.fighters import fighting, foe, somebody, table
from tests.games.playing import done


def caster(ref, id_="wiz", **more):
    """Whoever can cast this: of its class, of its level at least, with it in mind and in a book."""
    one = spell(ref)
    calling = "wizard" if one.attribute == "INT" else "cleric"
    page = Item("book", "book", spells=(ref,), marks=(MARKS.mark("own_book"),))
    base = {"level": max(one.level, 1), "intelligence": 14, "wisdom": 14, "magic": Magic(memorised=(ref,))}
    return somebody(id_, calling, items=more.pop("items", (page,)), **{**base, **more})


def scene(ref, *foes, friends=(), combat=None, settings=None, far=(), close=(), **more):
    """A fight in the caster's Turn, against these foes; `far` are those Faraway from the caster."""
    one = caster(ref, **more)
    fight = combat or fighting(one.id, close=close)
    bands = tuple([(*sorted((one.id, who)), "faraway") for who in far])
    fight = replace(fight, bands=(*fight.bands, *bands), started=(("foes", len(foes)),), tested=("foes",))
    return table(one, *friends, foes=foes or (foe(),), combat=fight, settings=settings)


def worked(ref, state, *script, by="wiz", on=None):
    """The state after a spell or prayer at work upon a script, and the play."""
    return done(work, state, by, ref, on, script=script)


def hindrances(state, who):
    return {hindrance.name for hindrance in find(state, who).hindrances}


def effect(state, ref):
    """The only effect of this kind."""
    (found,) = [one for one in state.effects if one.of == ref]
    return found


def hp(state, who):
    return find(state, who).hp


def gone(state, who):
    return "removed" in creature(state, who).conditions
