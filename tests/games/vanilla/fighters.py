"""Fighters for tests of Grit and Flesh: characters, foes, a table with them, a fight."""

from msgspec.structs import replace

from tallow.games.vanilla.entries import FIGHTER, MAGIC_USER, callings
from tallow.games.vanilla.gear.inventory import made
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Combat, Creature, Life, State
from tests.games.playing import done


def somebody(id_="ann", calling="fighter", level=1, *, items=(), seat="player", attributes=(10,) * 6, **more):
    """A character with the numbers of the class at a level, whole, unless it says otherwise."""
    ref = {"fighter": FIGHTER, "magic_user": MAGIC_USER}[calling]
    line = callings()[ref].at(level)
    life = more.pop("life", Life(attributes=tuple(attributes), xp=line.xp))
    base = Creature(
        id_,
        id_.capitalize(),
        "pc",
        level=level,
        av=line.av,
        st=line.st,
        grit=line.grit,
        grit_max=line.grit,
        flesh=line.flesh,
        flesh_max=line.flesh,
        seat=seat,
        of=ref,
        items=tuple(items),
        bubbles_max=5,
        life=life,
    )
    return replace(base, **more)


def foe(id_="orc", hd=1, *, grit=4, flesh=3, ac=2, at=5, **more):
    """An enemy of so many Hit Dice."""
    base = Creature(
        id_,
        id_.capitalize(),
        "enemy",
        level=hd,
        av=10 + hd,
        st=5 + hd,
        ac=ac,
        grit=grit,
        grit_max=grit,
        flesh=flesh,
        flesh_max=flesh,
        at=at,
    )
    return replace(base, **more)


def weapon(name, id_="w1", place="hands", **more):
    """A weapon in hand: "medium_melee"."""
    return replace(made(f"vanilla.weapon.{name}", id_, place), **more)


def armour(name, id_="a1", **more):
    """Armour that is worn, or a shield in hand."""
    return replace(made(f"vanilla.armour.{name}", id_, "hands" if name == "shield" else "worn"), **more)


def table(*party, foes=(), combat=None, settings=None, place="dungeon", **more):
    """A table in a dungeon, or in a fight."""
    chosen = Settings(**settings) if settings else Settings()
    town = "settlement" if place == "settlement" else "explore"
    base = State(settings=chosen, party=party, foes=tuple(foes), combat=combat, place=place)
    return replace(base, phase="combat" if combat else town, **more)


def fighting(turn="", side="party", **more):
    """A fight in its second Round, on somebody's go."""
    base = Combat(round=2, turn=turn, side=side, first=side, move=bool(turn), action=bool(turn))
    return replace(base, **more)


def perform(deeds, name, state, who, script=()):
    """A deed of a chapter, refused or done."""
    deed = next(deed for deed in deeds if deed.name == name)
    assert deed.shown is None or deed.shown(state, who), f"{name} is not shown"
    refusal = deed.refuse(state, who) if deed.refuse else None
    assert refusal is None, refusal
    return done(deed.do, state, who, script=script)


def refusal(deeds, name, state, who):
    """Why a deed is refused: its code, "" if it is not, None if it is not even shown."""
    deed = next(deed for deed in deeds if deed.name == name)
    if deed.shown is not None and not deed.shown(state, who):
        return None
    refused = deed.refuse(state, who) if deed.refuse else None
    return refused.code if refused else ""
