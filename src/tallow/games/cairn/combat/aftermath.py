"""Aftermath: what boons and odd weapons do once an attack is made and its dice have fallen."""

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import GUARDED, TRAINING, VALOR, has_boon
from tallow.games.cairn.combat.strikes import Struck
from tallow.games.cairn.gear.inventory import find_item, spend, with_item
from tallow.games.cairn.state import Attack, Creature, State
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, rule

HEARTENED = "heartened"
PRIMING = ("thirsting", "lashing")


def _without(creature: Creature, item: str, quality: str) -> Creature:
    """Somebody whose weapon has lost a quality."""
    thing = find_item(creature, item)
    return with_item(creature, replace(thing, qualities=tuple(q for q in thing.qualities if q != quality)))


@rule("cairn.action.use_item", "cairn.item.fire_oil", "cairn.table.fletchwind_1")
def loosed(attacker: Creature, attack: Attack, *, first: bool) -> Creature:
    """What an attack takes: a use of what is thrown, the one shot of a gun. `first`: no foe has had a turn yet."""
    for item in attack.items:
        thing = find_item(attacker, item)
        if "primed" in thing.qualities:
            attacker = _without(attacker, item, "primed")
        if thing.uses or "reload" in thing.qualities:
            attacker = spend(attacker, item)
    if first and attacker.life.boons and has_boon(attacker, TRAINING):
        return gain(attacker, GUARDED)
    return attacker


@rule("cairn.table.fieldwarden_1", "cairn.table.fieldwarden_2", "cairn.table.outrider_1", "cairn.table.hexenbane_2")
def after_strike(play: Play, state: State, struck: Struck) -> State:
    """What the attacker gains or uses up by what the blow has done."""
    if struck.by is None or struck.outcome not in {"wounded", "critical", "dead"}:
        return state
    attacker, attack = find(state, struck.by[0].id), struck.by[1]
    carried = {item.id for item in attacker.items}
    for item in attack.items:
        if item not in carried:
            continue
        attacker = _without(attacker, item, "whetted")
        thing = find_item(attacker, item)
        if struck.outcome == "critical" and any(quality in thing.qualities for quality in PRIMING):
            play.tell("weapon.primed", thing.name, why="cairn.table.fieldwarden_1")
            attacker = with_item(attacker, replace(thing, qualities=(*thing.qualities, "primed")))
    if struck.outcome == "critical" and has_boon(attacker, VALOR) and not has(attacker, HEARTENED):
        (face,) = play.roll(1, 4, by=attacker.seat, why="cairn.table.hexenbane_2")
        play.tell("boon.valor", attacker.name, face, why="cairn.table.hexenbane_2")
        attacker = gain(replace(attacker, hp=attacker.hp + face), HEARTENED)
    return put(state, attacker)


@rule("cairn.table.hexenbane_2", "cairn.combat.end")
def calmed(creature: Creature) -> Creature:
    """After a fight: guard and the HP of valor are gone."""
    if not creature.conditions:
        return creature
    if has(creature, HEARTENED):
        creature = replace(creature, hp=min(creature.hp, creature.hp_max))
    return shed(creature, HEARTENED, GUARDED)
