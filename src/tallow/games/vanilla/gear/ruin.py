"""Rust, acid and slime: how they ruin arms and armour."""

from msgspec.structs import replace

from tallow.games.vanilla.combat.armour import shield, worn
from tallow.games.vanilla.entries import armour, weapons
from tallow.games.vanilla.gear.inventory import with_item, without
from tallow.games.vanilla.state import Creature, Item, State
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

METAL: tuple[RuleId, ...] = ("vanilla.armour.medium", "vanilla.armour.heavy")


@rule("vanilla.monster.rust_monster")
def rusted(play: Play, state: State, who: str, what: str, why: RuleId) -> State:
    """Metal that touched a rust monster is gone: the armour or else the shield, or the weapon that hit it.

    Magic things lose their magic at the first touch, and rust at the second. Leather and wood are safe.
    """
    one = find(state, who)
    if what == "armour":
        suit = worn(one)
        touched = suit if suit is not None and suit.ref in METAL else shield(one)
        if touched is None and one.kind == "enemy" and one.worn and one.ac:
            play.tell("rust.gone", one.name, "armour", why=why)
            return put(state, replace(one, ac=0, worn=False))
    else:
        touched = next((item for item in one.items if item.id == what and item.ref in weapons()), None)
    if touched is None:
        return state
    if touched.magic:
        play.tell("rust.plain", one.name, touched.name, why=why)
        return put(state, with_item(one, _plain(touched)))
    play.tell("rust.gone", one.name, touched.name, why=why)
    return put(state, without(one, touched.id))


def _plain(item: Item) -> Item:
    """A magic thing without its magic."""
    ac = armour()[item.ref].ac if item.ref in armour() else 0
    return replace(item, magic=False, power="", ac=min(item.ac, ac), ac_start=ac)


@rule("vanilla.monster.gray_ooze")
def corroded(play: Play, one: Creature, why: RuleId) -> Creature:
    """The creature with the armour that it wears ruined for good."""
    for item in one.items:
        if item.place == "worn" and item.ac:
            play.tell("wear.broken", one.name, item.name, why=why)
            one = with_item(one, replace(item, ac=0))
    return one
