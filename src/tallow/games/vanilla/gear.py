"""What rust, acid and slime do to arms and armour."""

from msgspec.structs import replace

from tallow.games.vanilla.content import weapons
from tallow.games.vanilla.state import Creature, Item, State
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

METAL: tuple[RuleId, ...] = ("vanilla.armour.medium", "vanilla.armour.heavy")
SHIELD: RuleId = "vanilla.armour.shield"


@rule("vanilla.monster.rust_monster")
def rusted(play: Play, state: State, who: str, what: str, why: RuleId) -> State:
    """Metal that touched a rust monster is gone: the armour or else the shield, or the weapon that hit it.

    Magic things lose their power at the first touch, and rust at the second. Leather and wood are safe.
    """
    one = find(state, who)
    if what == "armour":
        worn = [item for item in one.items if item.place == "worn" and item.ref in METAL and item.ac]
        held = [item for item in one.items if item.place == "hands" and item.ref == SHIELD and item.ac]
        touched = next(iter((*worn, *held)), None)
        if touched is None and one.kind == "enemy" and one.worn and one.ac:
            play.tell("rust.gone", one.name, "armour", why=why)
            return put(state, replace(one, ac=0, worn=False))
    else:
        touched = next((item for item in one.items if item.id == what and item.ref in weapons()), None)
    if touched is None:
        return state
    if touched.magic:
        play.tell("rust.plain", one.name, touched.name, why=why)
        return put(state, _with(one, _plain(touched)))
    play.tell("rust.gone", one.name, touched.name, why=why)
    return put(state, replace(one, items=tuple([item for item in one.items if item.id != touched.id])))


def _plain(item: Item) -> Item:
    """A magic thing without its magic."""
    ac = {"vanilla.armour.light": 2, "vanilla.armour.medium": 4, "vanilla.armour.heavy": 6, SHIELD: 1}.get(item.ref, 0)
    return replace(item, magic=False, power="", ac=min(item.ac, ac), ac_start=ac)


def _with(one: Creature, thing: Item) -> Creature:
    return replace(one, items=tuple([thing if item.id == thing.id else item for item in one.items]))


@rule("vanilla.monster.gray_ooze")
def corroded(play: Play, one: Creature, why: RuleId) -> Creature:
    """The armour worn is ruined for good."""
    for item in one.items:
        if item.place == "worn" and item.ac:
            play.tell("wear.broken", one.name, item.name, why=why)
            one = _with(one, replace(item, ac=0))
    return one
