"""Calling upon a boon: other shapes, servants and nightmares, vows; and what is fiction, put to the referee.

A use costs its Fatigue and counts for the day where its row says so.
"""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.cairn.characters.allies import accompany, ally_of, without_ally
from tallow.games.cairn.characters.boons import (
    BLOOD_PAIL,
    CANAAS,
    CHARITY,
    GHOST_BEAST,
    HONESTY,
    MERCY,
    METAL_FOOT,
    MORTAL_WOUND,
    NIGHTMARE,
    POVERTY,
    SELFLESSNESS,
    SIGIL_CHEST,
    SPIRIT,
    STONE_HEART,
    TOURNAMENTS,
    TRAINING,
    VALOR,
    VOW_BROKEN,
    WAR,
    WEREWOLF,
    has_boon,
    row_of,
)
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.manoeuvre import Manoeuvre, simply
from tallow.games.cairn.entries import Row, monsters
from tallow.games.cairn.gear.handling import at_ease, member
from tallow.games.cairn.gear.inventory import load, spend, tire, with_item
from tallow.games.cairn.harm.damage import die, suffer
from tallow.games.cairn.magic.casting import cast_spell
from tallow.games.cairn.monsters.bestiary import natural
from tallow.games.cairn.state import MINUTE, Creature, Declaration, State, able, alive
from tallow.games.cairn.world.time import pass_time
from tallow.games.game import Deed, Refusal
from tallow.mechanics.conditions import gain
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, rule

STANDING = frozenset(
    (METAL_FOOT, SIGIL_CHEST, MORTAL_WOUND, WAR, TOURNAMENTS, TRAINING, HONESTY, POVERTY, SELFLESSNESS, MERCY, VALOR,
     SPIRIT, GHOST_BEAST, STONE_HEART)
)  # fmt: skip
"""Boons that work by themselves."""

VOWS = (HONESTY, POVERTY, SELFLESSNESS, MERCY, CHARITY, VALOR)
SERVANT, DREAM = "cairn.monster.ally_blood_servant", "cairn.monster.ally_living_nightmare"
WOLFSHAPE = {WEREWOLF: "cairn.monster.werewolf", CANAAS: "cairn.monster.wolf"}
WHETSTONE, CHAIN, PAIL = "Wyrmbone whetstone", "Quicksilver chain", "Blood pail"


def _bare(boon: str) -> str:
    return ":".join(boon.split(":")[:2])


def _standing(boon: str, row: Row) -> bool:
    return _bare(boon) in STANDING or bool(row.supply_step or row.lost_step or row.terrain_step)


def callable_boons(state: State, creature: Creature) -> dict[str, str]:
    """The boons that somebody can call upon now, by the names of their rows."""
    found = {}
    for boon in (*creature.life.boons, *creature.life.bonds):
        row = row_of(boon)
        if row.only_gives or _standing(boon, row) or f"day:{boon}" in creature.spent:
            continue
        if (ready := _READY.get(_bare(boon))) and not ready(state, creature):
            continue
        found[row.name] = boon
    return found


@rule("cairn.creation.background", "cairn.creation.bond")
def call_upon(play: Play, state: State, who: str, boon: str) -> State:
    """A boon is called upon: it does what the program knows, or what the referee says comes of it."""
    creature, row = find(state, who), row_of(boon)
    table = boon.split(":", maxsplit=1)[0]
    if row.per_day:
        creature = replace(creature, spent=(*creature.spent, f"day:{boon}"))
    state = put(state, creature)
    play.tell("boon.called", creature.name, row.name, row.effect, why=table)
    if own := _OWN.get(_bare(boon)):
        return own(play, state, who)
    if row.save and not save(play, creature, "WIL", table):
        play.tell("boon.disaster", creature.name, row.name, why=table)
    options = ("it_happens", "nothing")
    said = play.choose(REFEREE, "boon_effect", options, creature.name, row.name, row.effect, why=table)
    play.tell(f"boon.{said}", creature.name, row.name, why=table)
    if not row.fatigue:
        return state
    return tire(play, state, who, row.fatigue, table)


# ---------------------------------------------------------------- other shapes


@rule("cairn.table.fieldwarden_1", "cairn.table.hexenbane_1")
def change_shape(creature: Creature, boon: str) -> Creature:
    """Into a wolf: the werewolf has numbers of its own and its WIL, who is of Canaas only the bite."""
    entry = monsters()[WOLFSHAPE[boon]]
    was = (
        creature.hp, creature.hp_max, creature.strength, creature.strength_max, creature.dexterity,
        creature.dexterity_max,
    )  # fmt: skip
    creature = replace(creature, was=was, attacks=natural(entry.attacks))
    if boon == CANAAS:
        return creature
    return replace(
        creature,
        hp=entry.hp,
        hp_max=entry.hp,
        strength=entry.strength,
        strength_max=entry.strength,
        dexterity=entry.dexterity,
        dexterity_max=entry.dexterity,
        of=entry.id,
        special=True,
    )


@rule("cairn.table.fieldwarden_1", "cairn.table.hexenbane_1")
def own_shape(creature: Creature) -> Creature:
    """Back: what was lost in the other shape is lost in this one."""
    hp, hp_max, strength, strength_max, dexterity, dexterity_max = creature.was
    entry = monsters().get(creature.of)
    began = (entry.hp, entry.strength, entry.dexterity) if entry else (hp, strength, dexterity)
    return replace(
        creature,
        hp=max(0, hp - (began[0] - creature.hp)),
        hp_max=hp_max,
        strength=max(1, strength - (began[1] - creature.strength)),
        strength_max=strength_max,
        dexterity=max(0, dexterity - (began[2] - creature.dexterity)),
        dexterity_max=dexterity_max,
        attacks=(),
        of="",
        special=False,
        was=(),
    )


def _into_wolf(boon: str) -> Callable[[Play, State, str], State]:
    def change(play: Play, state: State, who: str) -> State:
        creature = change_shape(find(state, who), boon)
        play.tell("shape.taken", creature.name, WOLFSHAPE[boon], why=boon.split(":", maxsplit=1)[0])
        return put(state, creature)

    return change


@rule("cairn.table.fieldwarden_1", "cairn.table.hexenbane_1")
def turn_back(play: Play, state: State, who: str) -> State:
    """To be oneself again: a werewolf with a WIL save, who is of Canaas by the chain."""
    creature = find(state, who)
    if has_boon(creature, WEREWOLF) and not save(play, creature, "WIL", "cairn.table.fieldwarden_1"):
        play.tell("shape.kept", creature.name, why="cairn.table.fieldwarden_1")
        return state
    play.tell("shape.back", creature.name, why="cairn.table.fieldwarden_1")
    return put(state, own_shape(creature))


# ---------------------------------------------------------------- servants, dreams, vows


@rule("cairn.table.bonekeeper_1", "cairn.monster.ally_blood_servant")
def _raise_servant(play: Play, state: State, who: str) -> State:
    """The pail is emptied and a servant rises."""
    creature = find(state, who)
    pail = next(item for item in creature.items if item.name == PAIL)
    play.tell("boon.servant", creature.name, why="cairn.table.bonekeeper_1")
    state = without_ally(put(state, spend(creature, pail.id)), who, SERVANT)
    return accompany(state, who, SERVANT)


def _pail_full(state: State, creature: Creature) -> bool:
    full = any(item.name == PAIL and item.charges for item in creature.items)
    return full and ally_of(state, creature.id, SERVANT) is None


@rule("cairn.table.half_witch_1", "cairn.monster.ally_living_nightmare")
def _nightmare(play: Play, state: State, who: str) -> State:
    """The nightmare comes forth, or goes back; once it has fallen not before the next full moon."""
    why = "cairn.table.half_witch_1"
    if dream := ally_of(state, who, DREAM):
        return put(state, gain(dream, "gone")) if state.fight else without_ally(state, who, DREAM)
    felled = [one for one in state.party if "critical" in one.conditions or "dead" in one.conditions]
    fallen = any(one.host == who and one.of == DREAM for one in felled)
    if fallen and play.choose(REFEREE, "full_moon", ("no", "yes"), find(state, who).name, why=why) == "no":
        play.tell("boon.no_moon", find(state, who).name, why=why)
        return state
    return accompany(without_ally(state, who, DREAM), who, DREAM)


@rule("cairn.table.hexenbane_2")
def _charity(play: Play, state: State, who: str) -> State:
    """Once a day one Fatigue is gone."""
    creature = find(state, who)
    creature = replace(creature, fatigue=max(0, creature.fatigue - 1))
    play.tell("boon.charity", creature.name, creature.fatigue, why="cairn.table.hexenbane_2")
    return put(state, load(play, creature, state.settings, state.clock))


_OWN: dict[str, Callable[[Play, State, str], State]] = {
    WEREWOLF: _into_wolf(WEREWOLF),
    CANAAS: _into_wolf(CANAAS),
    BLOOD_PAIL: _raise_servant,
    NIGHTMARE: _nightmare,
    CHARITY: _charity,
}

_READY: dict[str, Callable[[State, Creature], bool]] = {
    WEREWOLF: lambda _, one: not one.was,
    CANAAS: lambda _, one: not one.was,
    BLOOD_PAIL: _pail_full,
    CHARITY: lambda _, one: has_boon(one, CHARITY) and one.fatigue > 0,
}
"""When a boon of its own kind can be called upon."""


def sworn(state: State) -> tuple[str, ...]:
    """Those of the party who keep a vow."""
    return tuple(one.id for one in state.party if alive(one) and _vowed(one))


@cached_by_identity(2_000)
def _vowed(creature: Creature) -> bool:
    return any(has_boon(creature, vow) for vow in VOWS)


@rule("cairn.table.hexenbane_2")
def break_vow(play: Play, state: State, _: str) -> State:
    """The referee says that a vow is broken: what it gave ends, and what it threatened comes."""
    why = "cairn.table.hexenbane_2"
    who = play.choose(REFEREE, "vow_broken", sworn(state), why=why)
    creature = find(state, who)
    vow = next(vow for vow in VOWS if has_boon(creature, vow))
    play.tell("vow.broken", creature.name, row_of(vow).name, why=why)
    creature = gain(creature, VOW_BROKEN)
    if vow == POVERTY:
        kept = tuple(item for item in creature.items if item.spell != "cairn.spell.disassemble")
        creature = replace(creature, items=kept)
    if vow == CHARITY:
        creature = load(play, replace(creature, burden=creature.burden + 1), state.settings, state.clock)
    if vow == VALOR:
        creature = die(play, creature)
    state = put(state, creature)
    if vow in {HONESTY, SELFLESSNESS}:
        sides = 4 if vow == HONESTY else 6
        return suffer(play, state, who, "WIL", play.roll(1, sides, by=creature.seat, why=why)[0])
    if vow == POVERTY:
        return suffer(play, state, who, "STR", play.roll(1, 12, by=creature.seat, why=why)[0])
    return state


# ---------------------------------------------------------------- things with a way of their own


def _to_whet(creature: Creature) -> tuple[str, ...]:
    return tuple(i.id for i in creature.items if i.damage and i.range == "melee" and "whetted" not in i.qualities)


@rule("cairn.table.outrider_1")
def whet(play: Play, state: State, who: str) -> State:
    """Half an hour at the whetstone: that weapon's attacks are enhanced until it has dealt STR damage."""
    why = "cairn.table.outrider_1"
    creature = find(state, who)
    which = play.choose(creature.seat, "whet_what", _to_whet(creature), creature.name, why=why)
    state = pass_time(play, state, 30 * MINUTE)
    creature = find(state, who)
    weapon = next(item for item in creature.items if item.id == which)
    play.tell("whetted", creature.name, weapon.name, why=why)
    return put(state, with_item(creature, replace(weapon, qualities=(*weapon.qualities, "whetted"))))


@rule("cairn.table.aurifex_1")
def nothing_to_reload(_: State, creature: Creature) -> Refusal | None:
    """Why there is nothing to reload."""
    if any("reload" in item.qualities and not item.charges for item in creature.items):
        return None
    return Refusal("nothing_to_reload", (creature.name,), "cairn.table.aurifex_1")


@rule("cairn.table.aurifex_1")
def reload(play: Play, state: State, made: Declaration) -> State:
    """A round of reloading, and the gun can be fired again."""
    creature = find(state, made.who)
    play.tell("reloaded", creature.name, why="cairn.table.aurifex_1")
    items = tuple(replace(i, charges=i.charges_max) if "reload" in i.qualities else i for i in creature.items)
    return put(state, replace(creature, items=items))


RELOAD = Manoeuvre(nothing_to_reload, simply("reload"), reload, "cairn.table.aurifex_1", who=("pc", "hireling"))


def _trinkets(creature: Creature) -> tuple[str, ...]:
    return tuple(item.id for item in creature.items if item.spell and item.charges)


@rule("cairn.background.greenwise")
def cast_trinket(play: Play, state: State, who: str, which: str) -> State:
    """A trinket casts its spell, at no cost but its charge."""
    creature = find(state, who)
    spell = next(item.spell for item in creature.items if item.id == which)
    return cast_spell(play, put(state, spend(creature, which)), who, spell)


# ---------------------------------------------------------------- what can be done


@rule("cairn.creation.background", "cairn.creation.bond")
def nothing_to_call(state: State, creature: Creature) -> Refusal | None:
    """Why nothing can be called upon."""
    if callable_boons(state, creature) or _trinkets(creature):
        return None
    return Refusal("nothing_to_call", (creature.name,), "cairn.creation.background")


def choose_boon(play: Play, state: State, creature: Creature) -> Declaration:
    """What to call upon: a boon by its name, or a trinket by its id."""
    boons = callable_boons(state, creature)
    why = "cairn.creation.background"
    name = play.choose(creature.seat, "call_upon", (*boons, *_trinkets(creature)), creature.name, why=why)
    return Declaration(creature.id, "call_boon", item="" if name in boons else name, detail=boons.get(name, ""))


def called(play: Play, state: State, made: Declaration) -> State:
    """It is called upon, if it is still there to be."""
    if made.item:
        return cast_trinket(play, state, made.who, made.item)
    return call_upon(play, state, made.who, made.detail)


CALL_BOON = Manoeuvre(nothing_to_call, choose_boon, called, "cairn.creation.background", who=("pc",))


def _call(play: Play, state: State, who: str) -> State:
    return called(play, state, choose_boon(play, state, find(state, who)))


def _has_boons(state: State, who: str) -> bool:
    if not at_ease(state, who):
        return False
    life = find(state, who).life
    return bool(life.boons or life.bonds)


def _refuse(state: State, who: str) -> Refusal | None:
    return nothing_to_call(state, find(state, who))


def _changed(state: State, who: str) -> bool:
    one = member(state, who)
    return state.fight is None and one is not None and able(one) and bool(one.was)


def _no_chain(state: State, who: str) -> Refusal | None:
    creature = find(state, who)
    if has_boon(creature, CANAAS) and not any(item.name == CHAIN for item in creature.items):
        return Refusal("no_chain", (creature.name,), "cairn.table.hexenbane_1")
    return None


def _has_whetstone(state: State, who: str) -> bool:
    return at_ease(state, who) and any(item.name == WHETSTONE for item in find(state, who).items)


def _nothing_to_whet(state: State, who: str) -> Refusal | None:
    creature = find(state, who)
    return None if _to_whet(creature) else Refusal("nothing_to_whet", (creature.name,), "cairn.table.outrider_1")


def _unloaded(state: State, who: str) -> bool:
    return at_ease(state, who) and nothing_to_reload(state, find(state, who)) is None


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "use_boon",
        _call,
        "cairn.creation.background",
        shown=_has_boons,
        refuse=_refuse,
    ),
    Deed("turn_back", turn_back, "cairn.table.fieldwarden_1", shown=_changed, refuse=_no_chain),
    Deed("whet", whet, "cairn.table.outrider_1", cost="half_an_hour", shown=_has_whetstone, refuse=_nothing_to_whet),
    Deed(
        "reload_gun",
        lambda play, state, who: reload(play, state, Declaration(who, "reload")),
        "cairn.table.aurifex_1",
        shown=_unloaded,
    ),
    Deed("break_vow", break_vow, "cairn.table.hexenbane_2", "referee", shown=lambda state, _: bool(sworn(state))),
)
