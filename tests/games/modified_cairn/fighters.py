"""Fighters for tests of Modified Cairn: people with things in hand, foes of given numbers, and a fight that is on."""

from msgspec.structs import replace

from tallow.games.modified_cairn.combat.bands import arrayed, fight, with_band
from tallow.games.modified_cairn.gear.things import made
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Attack, Combat, Creature, Item, State, able


def thing(name, place="hands", id_="", **more):
    """A weapon, a piece of armour or an item by the last word of its id."""
    for kind in ("weapon", "armour", "item"):
        try:
            item = made(f"modified_cairn.{kind}.{name}", id_ or name)
        except KeyError:
            continue
        return replace(item, place=place, **more)
    raise KeyError(name)


def pc(id_, *things, vig=10, cla=10, spi=10, guard=4, kind="pc", **more):
    """Somebody of the party, with things (names, or items)."""
    items = tuple(one if isinstance(one, Item) else thing(one) for one in things)
    seat = more.pop("seat", id_)
    return Creature(
        id_, id_.capitalize(), kind, vig, more.pop("vig_max", vig), cla, cla, spi, spi, guard, guard,
        items=items, seat=seat, **more,
    )  # fmt: skip


def foe(id_="goblin", dice=(6,), vig=10, guard=3, armor=0, spi=10, cla=10, **more):
    """An opponent with one attack of these dice."""
    attacks = more.pop("attacks", (Attack("club", dice),))
    return Creature(
        id_, id_.capitalize(), "monster", vig, more.pop("vig_max", vig), cla, cla, spi, spi, guard, guard, armor,
        attacks, **more,
    )  # fmt: skip


def fighting(*party, foes=(), band="engaged", side="party", settings=None, bands=(), **more):
    """A fight that is on, everyone of one side to declare; `bands` has pairs that stand otherwise."""
    chosen = Settings(**settings) if settings else Settings()
    state = State(settings=chosen, phase="combat", party=party, foes=tuple(foes) or (foe(),), combat=Combat())
    state = arrayed(state, band)
    combat = fight(state)
    for one, other, how in bands:
        combat = with_band(combat, one, other, how)
    acting = tuple(one.id for one in (state.party if side == "party" else state.foes) if able(one))
    tied = more.pop("tied", ())
    return replace(state, combat=replace(combat, side=side, acting=acting, tied=tied, round=2, **more))


def said(play, code):
    """The facts of what was told under a code."""
    return [told.facts for told in play.told if told.code == code]


def code(refusal):
    """The code of a refusal; "" where nothing was refused."""
    return refusal.code if refusal else ""
