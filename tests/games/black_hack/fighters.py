"""Fighters for tests of The Black Hack: characters, foes, a table with them, a fight."""

from msgspec.structs import replace

from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import Character, Combat, Creature, Item, Life, State


def somebody(id_="ann", calling="warrior", *, items=(), backgrounds=(), seat="player", **more):
    """A character with 10 in everything and 10 HP, unless it says otherwise."""
    life = Life(calling=calling, backgrounds=tuple(backgrounds))
    base = Character(id_, id_.capitalize(), hp=10, hp_max=10, seat=seat, life=life, items=tuple(items))
    return replace(base, **more)


def foe(id_="orc", hd=1, hp=8, **more):
    """A foe by Hit Dice alone."""
    return Creature(id_, id_.capitalize(), hd=hd, hp=hp, hp_max=more.pop("hp_max", hp), group="foes", **more)


def held(ref, id_="w1"):
    """A weapon or a shield in hand."""
    kind = "armour" if ref in ("shield", "small_shield") else "weapon"
    return replace(made(f"black_hack.{kind}.{ref}", id_), place="hands")


def worn(ref, id_="a1"):
    """Armour or a helmet that is worn."""
    return replace(made(f"black_hack.armour.{ref}", id_), place="worn")


def carried(id_="i1", counts=1):
    return Item(id_, "sack", counts=counts)


def table(*party, foes=(), allies=(), combat=None, settings=None, **more):
    """A table in exploration, or in a fight."""
    chosen = Settings(**settings) if settings else Settings()
    base = State(settings=chosen, party=party, foes=tuple(foes), allies=tuple(allies), combat=combat)
    return replace(base, phase="combat" if combat else "exploration", **more)


def fighting(turn="", *, close=(), **more):
    """A fight in its first Moment, in somebody's Turn; `close` are pairs who are Close."""
    bands = tuple([(*sorted(pair), "close") for pair in close])
    base = Combat(turn=turn, move=bool(turn), action=bool(turn), bands=bands)
    return replace(base, **more)


def shown(deed, state, who=""):
    """Whether a deed is on the list."""
    return deed.shown is None or deed.shown(state, who)


def refused(deed, state, who=""):
    """The code of why a deed cannot be done now, or None."""
    refusal = deed.refuse(state, who) if deed.refuse is not None else None
    return refusal.code if refusal is not None else None
