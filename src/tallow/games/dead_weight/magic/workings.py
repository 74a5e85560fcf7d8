"""The effects of spells, by their codes: each entry of spell.toml lists its codes; prayers share some of them."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import available, wounds_of
from tallow.games.dead_weight.combat.attack import wound_enemy
from tallow.games.dead_weight.combat.chart import distance
from tallow.games.dead_weight.entries.gear import armours
from tallow.games.dead_weight.gear.trappings import total
from tallow.games.dead_weight.harm.afflictions import afflict
from tallow.games.dead_weight.harm.conditions import stun
from tallow.games.dead_weight.harm.wounds import Hit, suffer
from tallow.games.dead_weight.magic.aftereffects import TINY_BAG
from tallow.games.dead_weight.magic.aiming import SOMETHING, Aim, Entry, adventurers_of, enemies_of
from tallow.games.dead_weight.magic.channelling import TIGHT
from tallow.games.dead_weight.magic.effects import (
    SECRET,
    WEAVE_FATE,
    begin,
    counted,
    finish,
    invulnerable,
    room_here,
    seen_by,
    shadows,
)
from tallow.games.dead_weight.state import (
    OFF_CHART,
    Adventurer,
    Corpse,
    Creature,
    Effect,
    State,
    Unit,
    adventurer,
    alive,
    everyone,
    find,
    put,
)
from tallow.games.dead_weight.world.trackers import advance_doom
from tallow.play import REFEREE, Play, rule


class Cast(Struct, frozen=True):
    """A spell or prayer being cast: by whom, which, and its target."""

    by: str
    entry: Entry
    aim: Aim


Working: TypeAlias = Callable[[Play, State, Cast], State]
"""What one code of a spell or prayer does."""


_UNITS: dict[str, Unit] = {"combat": "combat", "expedition": "expedition"}


@rule("dead_weight.spell.turns", "dead_weight.spell.duration_roll")
def duration(play: Play, state: State, cast: Cast, who: str) -> tuple[int, Unit]:
    """How long it lasts on `who`: the turns after this one, and their unit; the GM rolls secret durations."""
    entry = cast.entry
    if entry.lasts not in {"turns", "exploration_turns"}:
        return 0, _UNITS.get(entry.lasts, "")
    unit: Unit = "turn" if entry.lasts == "exploration_turns" or state.combat is None else "round"
    turns = entry.turns
    if entry.dice:
        secret = entry.id in SECRET
        by = REFEREE if secret else find(state, cast.by).seat
        turns = total(play, entry.dice, by, entry.id, hidden=secret)
    return counted(state, turns, unit, who), unit


def lasts(play: Play, state: State, cast: Cast) -> State:
    """A lasting effect on the targets, for the duration of the spell."""
    on = cast.aim.on
    left, unit = duration(play, state, cast, on[0] if on else cast.by)
    if not on and cast.entry.aims != "thing":
        fiction(play, state, cast)
    return goes_on(play, state, Effect("", cast.entry.id, cast.by, on, left, unit))


def goes_on(play: Play, state: State, effect: Effect) -> State:
    """Begin an effect and tell of it."""
    names = tuple([find(state, who).name for who in effect.on])
    code = "effect.begins" if names else "effect.goes_on"
    play.tell(code, effect.of, names, why=effect.of, seen_by=seen_by(effect))
    return begin(state, effect)


def fiction(play: Play, state: State, cast: Cast) -> State:
    """For effects that no rule decides: tell the text, and the GM says what happens."""
    play.tell("magic.fiction", find(state, cast.by).name, cast.entry.id, cast.entry.effect, why=cast.entry.id)
    return state


@rule("dead_weight.spell.light", "dead_weight.prayer.light")
def light(play: Play, state: State, cast: Cast) -> State:
    """The room is lit; the light stays in it."""
    left, unit = duration(play, state, cast, cast.by)
    effect = Effect("", cast.entry.id, cast.by, (), left, unit, room_here(state))
    return goes_on(play, state, effect)


@rule("dead_weight.spell.pain")
def pain(play: Play, state: State, cast: Cast) -> State:
    """An enemy in pain makes a test at the start of each turn, one for each such spell on it."""
    for foe in enemies_of(state, cast.aim.on):
        play.tell("effect.begins", cast.entry.id, (foe.name,), why=cast.entry.id)
        state = put(state, replace(foe, pains=foe.pains + 1))
    return state


@rule("dead_weight.spell.pain_of_yadar")
def stuns(play: Play, state: State, cast: Cast) -> State:
    """Put stun tokens on the targets, as many as the entry says."""
    for who in cast.aim.on:
        state = stun(play, state, who, cast.entry.stun, cast.entry.id)
    return state


@rule("dead_weight.spell.command_undead")
def command(play: Play, state: State, cast: Cast) -> State:
    """An undead obeys: in combat it acts for the party, outside it carries out one simple order."""
    state = lasts(play, state, cast)
    one = adventurer(state, cast.by)
    taken = tuple(replace(foe, owner=cast.by, seat=one.seat) for foe in enemies_of(state, cast.aim.on))
    left = tuple(foe for foe in state.enemies if foe.id not in cast.aim.on)
    return replace(state, enemies=left, allies=(*state.allies, *taken))


@rule("dead_weight.spell.explode_corpse")
def explode(play: Play, state: State, cast: Cast) -> State:
    """A corpse bursts: 2 wounds for everyone Close to it, which may be reduced."""
    corpse = next(one for one in state.corpses if one.id == cast.aim.thing)
    state = replace(state, corpses=tuple(one for one in state.corpses if one.id != corpse.id))
    play.tell("corpse.explodes", corpse.name, why=cast.entry.id)
    if state.combat is not None:
        near = [one.id for one in everyone(state) if alive(one) and _beside(state, one, corpse)]
        return hurt(play, state, cast, tuple(near), Hit(2))
    there = tuple(one.id for one in state.party if alive(one))
    caught = play.choose(REFEREE, "caught", ("nobody", "everyone", *there), corpse.name, why=cast.entry.id)
    return hurt(play, state, cast, there if caught == "everyone" else () if caught == "nobody" else (caught,), Hit(2))


def _beside(state: State, one: Creature, corpse: Corpse) -> bool:
    return one.at != OFF_CHART and distance(one.at, corpse.at, state.settings.diagonals) <= 1


def hurt(play: Play, state: State, cast: Cast, on: tuple[str, ...], hit: Hit) -> State:
    """The same wounds for each of some creatures, of either side."""
    for one in (find(state, who) for who in on):
        if not alive(one) or invulnerable(state, one.id):
            continue
        if isinstance(one, Adventurer):
            state, _ = suffer(play, state, one.id, hit, cast.entry.id)
        else:
            state, _ = wound_enemy(play, state, one.id, hit, cast.by, cast.entry.id, magic=True)
    return state


@rule("dead_weight.spell.phobia")
def dread(play: Play, state: State, cast: Cast) -> State:
    """Somebody dreads a person or thing of the caster's choice."""
    if not cast.aim.on:
        return lasts(play, state, cast)
    whom = tuple(one.id for one in everyone(state) if alive(one) and one.id not in cast.aim.on)
    seat = find(state, cast.by).seat
    dreaded = play.choose(
        seat, "dread", (cast.by, *[who for who in whom if who != cast.by], SOMETHING), why=cast.entry.id
    )
    left, unit = duration(play, state, cast, cast.aim.on[0])
    effect = Effect("", cast.entry.id, cast.by, cast.aim.on, left, unit, dreaded)
    return goes_on(play, state, effect)


@rule("dead_weight.spell.black_night")
def night(play: Play, state: State, cast: Cast) -> State:
    """Darkness over some squares blinds whoever is in it, but for its caster."""
    if not cast.aim.squares:
        return lasts(play, state, cast)
    left, unit = duration(play, state, cast, cast.by)
    effect = Effect("", cast.entry.id, cast.by, (), left, unit, squares=cast.aim.squares)
    return shadows(goes_on(play, state, effect))


@rule("dead_weight.spell.shackles")
def shackle(play: Play, state: State, cast: Cast) -> State:
    """2 stun tokens now, and 2 more in each turn that the caster spends on it; it takes the rest of this turn."""
    for who in cast.aim.on:
        state = stun(play, state, who, TIGHT, cast.entry.id)
    one = adventurer(state, cast.by)
    effect = Effect("", cast.entry.id, cast.by, cast.aim.on, unit="combat", stood=one.at, wounded=wounds_of(one))
    state = goes_on(play, state, effect)
    return replace(state, combat=replace(state.combat, actions=0)) if state.combat is not None else state


@rule("dead_weight.spell.nether_swap", "dead_weight.combat.move_shields")
def swap(play: Play, state: State, cast: Cast) -> State:
    """Caster and target swap places and lose their shield tokens, as when moving."""
    if not cast.aim.on:
        return fiction(play, state, cast)
    one, other = find(state, cast.by), find(state, cast.aim.on[0])
    play.tell("swap", one.name, other.name, why=cast.entry.id)
    state = put(put(state, replace(one, at=other.at, shield=0)), replace(other, at=one.at, shield=0))
    return shadows(state)


@rule("dead_weight.spell.magic_mouth")
def mouth(play: Play, state: State, cast: Cast) -> State:
    """A mouth repeats a phrase in this room, for the expedition; if it is loud, the GM may advance the doom."""
    fiction(play, state, cast)
    left, unit = duration(play, state, cast, cast.by)
    state = goes_on(play, state, Effect("", cast.entry.id, cast.by, (), left, unit, room_here(state)))
    if play.choose(find(state, cast.by).seat, "mouth", ("quiet", "loud"), why=cast.entry.id) == "quiet":
        return state
    if play.choose(REFEREE, "mouth_doom", ("no", "yes"), why=cast.entry.id) == "no":
        return state
    return advance_doom(play, state, cast.entry.id)


@rule("dead_weight.spell.knock_lock")
def door(play: Play, state: State, cast: Cast) -> State:
    """A door near by is opened or locked, as the caster says, unless it was aimed at one to open it."""
    one = find(state, cast.by)
    which = cast.aim.thing or play.choose(one.seat, "door", ("open", "lock"), why=cast.entry.id)
    play.tell(f"door.{which}", one.name, why=cast.entry.id)
    return state


@rule("dead_weight.spell.machine_spirit")
def mend(play: Play, state: State, cast: Cast) -> State:
    """Restore all points of metal armour; for a machine the GM says what happens."""
    for one in state.party:
        for item in one.items:
            if item.id == cast.aim.thing:
                play.tell("mended", one.name, item.name, armours()[item.ref].ap, why=cast.entry.id)
                whole = replace(item, ap=armours()[item.ref].ap, broken=False)
                return put(state, replace(one, items=tuple(whole if old is item else old for old in one.items)))
    return fiction(play, state, cast)


@rule("dead_weight.spell.pocket_reality", "dead_weight.container.tiny_bag")
def bag(play: Play, state: State, cast: Cast) -> State:
    """Create a tiny bag that weighs nothing; there is at most one."""
    one = adventurer(state, cast.by)
    if TINY_BAG not in one.containers:
        state = put(state, replace(one, containers=(*one.containers, TINY_BAG)))
    return lasts(play, state, cast)


@rule("dead_weight.spell.weave_fate")
def weave(play: Play, state: State, cast: Cast) -> State:
    """Roll up to as many dice as INT has available and keep them for later; earlier woven dice unravel."""
    for effect in state.effects:
        if effect.of == WEAVE_FATE and effect.by == cast.by:
            state = finish(play, state, effect.id)
    one = adventurer(state, cast.by)
    most = available(one, "INT")
    if not most:
        play.tell("magic.nothing", one.name, cast.entry.id, why=cast.entry.id)
        return state
    dice = play.choose(one.seat, "weave", range(most, 0, -1), one.name, why=cast.entry.id)
    fate = play.roll(dice, by=one.seat, why=cast.entry.id)
    play.tell("woven", one.name, fate, why=cast.entry.id)
    state = put(state, replace(one, magic=replace(one.magic, fate=fate)))
    return lasts(play, state, cast)


def afflicts(play: Play, state: State, cast: Cast) -> State:
    """The affliction of the entry for the adventurers aimed at."""
    for one in adventurers_of(state, cast.aim.on):
        state = afflict(play, state, one.id, cast.entry.afflicts, cast.entry.id)
    return state


SHARED: dict[str, Working] = {
    "lasts": lasts,
    "fiction": fiction,
    "light": light,
    "stun": stuns,
    "afflict": afflicts,
}
"""What spells and prayers can both do, by code."""

SPELL_EFFECTS: dict[str, Working] = {
    **SHARED,
    "pain": pain,
    "command": command,
    "explode": explode,
    "dread": dread,
    "night": night,
    "shackle": shackle,
    "swap": swap,
    "mouth": mouth,
    "door": door,
    "mend": mend,
    "bag": bag,
    "weave": weave,
}
"""What spells do, by code."""


def work(play: Play, state: State, cast: Cast, effects: Mapping[str, Working] = SPELL_EFFECTS) -> State:
    """Apply all effects of a spell or prayer, code by code, without a test."""
    for code in cast.entry.does:
        state = effects[code](play, state, cast)
    return state
