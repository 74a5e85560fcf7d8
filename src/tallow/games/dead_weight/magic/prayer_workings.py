"""The effects of prayers, by their codes, apart from those shared with spells."""

from typing import Any

from msgspec.structs import replace

from tallow.games.dead_weight.combat.attack import kill, strike
from tallow.games.dead_weight.entries.gear import armours, things
from tallow.games.dead_weight.entries.magic import Prayer
from tallow.games.dead_weight.entries.monsters import monsters
from tallow.games.dead_weight.gear.inventory import lying, stow, thing
from tallow.games.dead_weight.harm.afflictions import cure
from tallow.games.dead_weight.harm.fatigue import tire
from tallow.games.dead_weight.harm.mortal import die
from tallow.games.dead_weight.harm.wounds import Hit, heal, stabilized
from tallow.games.dead_weight.magic.aiming import adventurers_of, enemies_of
from tallow.games.dead_weight.magic.workings import SHARED, Cast, Working, duration, fiction, goes_on, hurt
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    Attribute,
    Effect,
    Score,
    State,
    adventurer,
    find,
    put,
    score,
    with_score,
)
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, rule

MERCY = 3
"""Mercy kills an enemy whom so many more wounds would kill."""

EVIL = ("undead", "demon", "voidspawn", "goblin")
"""The tags of what shines as evil without the GM being asked."""


@rule("dead_weight.prayer.cure_light_wounds", "dead_weight.action.stabilize")
def heals(play: Play, state: State, cast: Cast) -> State:
    """Heal wounds on attributes that the patient chooses, end bleeding, and stabilize the mortally wounded."""
    if not isinstance(cast.entry, Prayer):
        return state
    for one in adventurers_of(state, cast.aim.on):
        state = cure(play, state, one.id, *cast.entry.removes, why=cast.entry.id)
        state = heal(play, state, one.id, cast.entry.heal_wounds, cast.entry.id)
        patient = adventurer(state, one.id)
        if "mortally_wounded" in patient.conditions or "fainted" in patient.conditions:
            state = put(state, stabilized(play, patient))
    return state


@rule("dead_weight.prayer.create_food_and_water")
def create(play: Play, state: State, cast: Cast) -> State:
    """Create food and water; what finds no room is used at once, or left."""
    if not isinstance(cast.entry, Prayer):
        return state
    for ref in cast.entry.creates:
        state, id_ = serial(state, "item")
        one, made = adventurer(state, cast.by), thing(ref, id_)
        play.tell("created", one.name, made.name, why=cast.entry.id)
        if (kept := stow(one, made)) is not None:
            state = put(state, kept)
            continue
        use = any(name in one.afflictions for name in things()[ref].removes)
        ways = ("use", "leave") if use else ("leave",)
        if play.choose(one.seat, "no_room", ways, one.name, made.name, why=cast.entry.id) == "use":
            state = cure(play, state, cast.by, *things()[ref].removes, why=cast.entry.id)
        else:
            state = replace(state, ground=(*state.ground, lying(one, made)))
    return state


@rule("dead_weight.prayer.numbness")
def numb(play: Play, state: State, cast: Cast) -> State:
    """Heal all PRE wounds, for fatigue on STR and DEX; the hungry do not heal, but get the fatigue."""
    for one in adventurers_of(state, cast.aim.on):
        if one.presence.wounds:
            state = heal(play, state, one.id, one.presence.wounds, cast.entry.id, among=("PRE",))
        for attribute in ("STR", "DEX"):
            state = tire(play, state, one.id, attribute, cast.entry.id)
    return state


@rule("dead_weight.prayer.season_of_changes")
def change(play: Play, state: State, cast: Cast) -> State:
    """One wound and one fatigue may each be moved to another attribute with a die to lose."""
    for one in adventurers_of(state, cast.aim.on):
        state = put(state, _moved(play, _moved(play, one, "wounds", cast.entry.id), "fatigue", cast.entry.id))
    return state


def _moved(play: Play, one: Adventurer, what: str, why: RuleId) -> Adventurer:
    """The adventurer with one wound or fatigue moved to another attribute, or left where it is."""
    free = [a for a in ATTRIBUTES if score(one, a).score > score(one, a).wounds + score(one, a).fatigue]
    ways: list[Any] = [(a, b) for a in ATTRIBUTES for b in free if a != b and getattr(score(one, a), what)]
    way = play.choose(one.seat, f"move_{what}", ("keep", *ways), one.name, why=why)
    if way == "keep":
        return one
    return _more(_more(one, way[0], what, -1), way[1], what, 1)


def _more(one: Adventurer, attribute: Attribute, what: str, points: int) -> Adventurer:
    on = score(one, attribute)
    more: Score = replace(on, **{what: getattr(on, what) + points})
    return with_score(one, attribute, more)


@rule("dead_weight.prayer.bliss")
def forget(play: Play, state: State, cast: Cast) -> State:
    """One affliction is not felt for this expedition, and cannot be cured in that time."""
    for one in adventurers_of(state, cast.aim.on):
        if not one.afflictions:
            play.tell("magic.nothing", one.name, cast.entry.id, why=cast.entry.id)
            continue
        name = play.choose(find(state, cast.by).seat, "bliss", one.afflictions, one.name, why=cast.entry.id)
        state = put(state, replace(one, afflictions=tuple(other for other in one.afflictions if other != name)))
        effect = Effect("", cast.entry.id, cast.by, (one.id,), unit="expedition", detail=name)
        state = goes_on(play, state, effect)
    return state


@rule("dead_weight.prayer.apotheosis")
def lift(play: Play, state: State, cast: Cast) -> State:
    """Remove all fatigue of the adventurers in range, and note it, since it returns. The parched keep theirs."""
    for one in adventurers_of(state, cast.aim.on):
        tired = [(attribute, score(one, attribute).fatigue) for attribute in ATTRIBUTES]
        lifted = tuple([(attribute, points) for attribute, points in tired if points])
        if "parched" in one.afflictions or not lifted:
            continue
        left, unit = duration(play, state, cast, one.id)
        free = one
        for attribute in ATTRIBUTES:
            free = with_score(free, attribute, replace(score(free, attribute), fatigue=0))
        effect = Effect("", cast.entry.id, cast.by, (one.id,), left, unit, lifted=lifted)
        state = goes_on(play, put(state, free), effect)
    return state


@rule("dead_weight.prayer.mercy")
def mercy(play: Play, state: State, cast: Cast) -> State:
    """Kill an enemy whom 3 wounds or fewer would kill, or somebody mortally wounded."""
    for foe in enemies_of(state, cast.aim.on):
        withstands = foe.wounds - (state.settings.enemy_dies_at == "equal")
        if foe.taken + MERCY > withstands:
            return kill(play, state, foe.id, cast.by, cast.entry.id)
    for one in adventurers_of(state, cast.aim.on):
        if "mortally_wounded" in one.conditions:
            return die(play, state, one.id, cast.entry.id)
    play.tell("magic.nothing", find(state, cast.by).name, cast.entry.id, why=cast.entry.id)
    return state


@rule("dead_weight.prayer.cleansing_flames")
def burn(play: Play, state: State, cast: Cast) -> State:
    """Burn an enemy from within: an attack with its own test."""
    if cast.entry.attack is not None:
        state, _ = strike(play, state, cast.by, cast.aim.on[0], cast.entry.attack, cast.entry.id, magic=True)
    return state


@rule("dead_weight.prayer.detect_evil")
def evil(play: Play, state: State, cast: Cast) -> State:
    """Everything evil in range shines: undead, demons, goblins, and whom else the GM names."""
    fiction(play, state, cast)
    near = enemies_of(state, cast.aim.on)
    shining = [foe for foe in near if any(tag in EVIL for tag in foe.tags)]
    rest = [foe.id for foe in near if foe not in shining]
    while rest:
        also = play.choose(REFEREE, "evil", ("nobody", *rest), why=cast.entry.id)
        if also == "nobody":
            break
        rest.remove(also)
        shining += [foe for foe in near if foe.id == also]
    for foe in shining:
        play.tell("shines", foe.name, why=cast.entry.id)
    return state


@rule("dead_weight.prayer.seal")
def seal(play: Play, state: State, cast: Cast) -> State:
    """Draw a line that no undead can cross in this expedition."""
    if not cast.aim.squares:
        fiction(play, state, cast)
    effect = Effect("", cast.entry.id, cast.by, unit="expedition", squares=cast.aim.squares)
    return goes_on(play, state, effect)


@rule("dead_weight.prayer.silence")
def silence(play: Play, state: State, cast: Cast) -> State:
    """An area without sound or spells: for this combat, or outside one for 1d6 turns."""
    if state.combat is not None:
        effect = Effect("", cast.entry.id, cast.by, unit="combat", squares=cast.aim.squares)
    else:
        (turns,) = play.roll(1, by=find(state, cast.by).seat, why=cast.entry.id)
        effect = Effect("", cast.entry.id, cast.by, left=turns, unit="turn")
    return goes_on(play, state, effect)


@rule("dead_weight.prayer.prayer_of_summer")
def summer(play: Play, state: State, cast: Cast) -> State:
    """Restore one armour point of everyone, up to the full number."""
    for one in adventurers_of(state, cast.aim.on):
        worn = {item.id: item for item in one.items if item.place == "worn" and item.ref in armours()}
        dented = tuple(id_ for id_, item in worn.items() if item.ap < armours()[item.ref].ap and not item.broken)
        if dented:
            item = worn[play.choose(one.seat, "summer", dented, one.name, why=cast.entry.id)]
            better = replace(item, ap=item.ap + 1)
            play.tell("mended", one.name, item.name, better.ap, why=cast.entry.id)
            state = put(state, replace(one, items=tuple(better if old is item else old for old in one.items)))
    for foe in enemies_of(state, cast.aim.on):
        if foe.of in monsters() and foe.armour < monsters()[foe.of].armour:
            play.tell("enemy.mended", foe.name, why=cast.entry.id)
            state = put(state, replace(foe, armour=foe.armour + 1))
    return state


@rule("dead_weight.prayer.prayer_of_spring")
def spring(play: Play, state: State, cast: Cast) -> State:
    """One wound heals on everyone."""
    for one in adventurers_of(state, cast.aim.on):
        if any(score(one, attribute).wounds for attribute in ATTRIBUTES):
            state = heal(play, state, one.id, 1, cast.entry.id)
    for foe in enemies_of(state, cast.aim.on):
        if foe.taken:
            play.tell("enemy.healed", foe.name, 1, why=cast.entry.id)
            state = put(state, replace(foe, taken=foe.taken - 1))
    return state


@rule("dead_weight.prayer.prayer_of_winter")
def winter(play: Play, state: State, cast: Cast) -> State:
    """One wound that nothing reduces on everyone."""
    return hurt(play, state, cast, cast.aim.on, Hit(1, pierces=True, irresistible=True))


@rule("dead_weight.prayer.prayer_of_autumn")
def autumn(play: Play, state: State, cast: Cast) -> State:
    """Remove all shield and dodge tokens."""
    play.tell("autumn", why=cast.entry.id)
    for one in adventurers_of(state, cast.aim.on):
        state = put(state, replace(one, shield=0, dodge=0, late=0))
    for foe in enemies_of(state, cast.aim.on):
        state = put(state, replace(foe, shield=0, dodge=0))
    return state


PRAYER_EFFECTS: dict[str, Working] = {
    **SHARED,
    "heal": heals,
    "create": create,
    "numb": numb,
    "change": change,
    "forget": forget,
    "lift": lift,
    "mercy": mercy,
    "burn": burn,
    "evil": evil,
    "seal": seal,
    "silence": silence,
    "summer": summer,
    "spring": spring,
    "winter": winter,
    "autumn": autumn,
}
"""What prayers do, by code."""
