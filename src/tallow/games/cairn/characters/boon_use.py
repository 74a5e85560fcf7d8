"""Using a boon: those with a rule of their own, those that are fiction and put to the referee, and trinkets.

A use costs its Fatigue, and counts for the day where the row of the boon says so.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.cairn.characters.allies import accompany, ally_of, without_ally
from tallow.games.cairn.characters.boons import (
    BLOOD_PAIL,
    CANAAS,
    CHARITY,
    MADE_EARS,
    NIGHTMARE,
    WEREWOLF,
    has_boon,
)
from tallow.games.cairn.characters.shapes import become_wolf
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.manoeuvre import Manoeuvre
from tallow.games.cairn.entries import rows
from tallow.games.cairn.gear.handling import at_ease
from tallow.games.cairn.gear.inventory import load, spend, tire
from tallow.games.cairn.magic.casting import cast_spell
from tallow.games.cairn.magic.effects import begin
from tallow.games.cairn.magic.spells import span
from tallow.games.cairn.state import MINUTE, Creature, Declaration, Effect, State, use_today, used_today
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain
from tallow.mechanics.tables import entry_of
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, rule

SERVANT, DREAM = "cairn.monster.ally_blood_servant", "cairn.monster.ally_living_nightmare"
PAIL = "Blood pail"
DIN = "Sudden din"
"""What a din brings upon those who hear too well."""


@rule("cairn.table.bonekeeper_1", "cairn.monster.ally_blood_servant")
def _raise_servant(play: Play, state: State, who: str) -> State:
    """The pail is emptied and a servant rises, in place of an earlier one."""
    creature = find(state, who)
    pail = next(item for item in creature.items if item.name == PAIL)
    play.tell("boon.servant", creature.name, why="cairn.table.bonekeeper_1")
    state = without_ally(put(state, spend(creature, pail.id)), who, SERVANT)
    return accompany(state, who, SERVANT)


def _pail_is_full(state: State, creature: Creature) -> bool:
    full = any(item.name == PAIL and item.charges for item in creature.items)
    return full and ally_of(state, creature.id, SERVANT) is None


@rule("cairn.table.half_witch_1", "cairn.monster.ally_living_nightmare")
def _nightmare(play: Play, state: State, who: str) -> State:
    """The nightmare comes forth, or goes back; once it has fallen not before the next full moon."""
    why = "cairn.table.half_witch_1"
    if dream := ally_of(state, who, DREAM):
        return put(state, gain(dream, "gone")) if state.fight else without_ally(state, who, DREAM)
    down = [one for one in state.party if "critical" in one.conditions or "dead" in one.conditions]
    fallen = any(one.host == who and one.of == DREAM for one in down)
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


class BoonRule(Struct, frozen=True):
    """The rule of one boon: what using it does, and whether somebody who has it can use it now."""

    use: Callable[[Play, State, str], State]
    ready: Callable[[State, Creature], bool]


RULES: dict[str, BoonRule] = {
    WEREWOLF: BoonRule(become_wolf(WEREWOLF), lambda _, one: not one.was),
    CANAAS: BoonRule(become_wolf(CANAAS), lambda _, one: not one.was),
    BLOOD_PAIL: BoonRule(_raise_servant, _pail_is_full),
    NIGHTMARE: BoonRule(_nightmare, lambda *_: True),
    CHARITY: BoonRule(_charity, lambda _, one: has_boon(one, CHARITY) and one.fatigue > 0),
}
"""Boons that the program works out; of all others the referee says what comes."""


def usable_boons(state: State, creature: Creature) -> dict[str, str]:
    """The boons and bonds that somebody can use now: their rows by name."""
    found = {}
    for id_ in (*creature.life.boons, *creature.life.bonds):
        row, own = rows()[id_], RULES.get(id_)
        if row.only_gives or row.passive or used_today(creature, id_):
            continue
        if own is None or own.ready(state, creature):
            found[row.name] = id_
    return found


@rule("cairn.creation.background", "cairn.creation.bond")
def use_boon(play: Play, state: State, who: str, boon: str) -> State:
    """A boon is used: it does what its rule says, or what the referee says comes of it."""
    creature, row, table = find(state, who), rows()[boon], entry_of(boon)
    if row.per_day:
        creature = use_today(creature, boon)
    state = put(state, creature)
    play.tell("boon.called", creature.name, row.name, row.effect, why=table)
    if own := RULES.get(boon):
        return own.use(play, state, who)
    hears = boon == MADE_EARS
    if row.save and not hears and not save(play, creature, "WIL", table):
        play.tell("boon.disaster", creature.name, row.name, why=table)
    options = ("it_happens", "din", "nothing") if hears else ("it_happens", "nothing")
    said = play.choose(REFEREE, "boon_effect", options, creature.name, row.name, row.effect, why=table)
    play.tell(f"boon.{said}", creature.name, row.name, why=table)
    if said == "din":
        return _din(play, state, who)
    if said == "it_happens" and row.duration:
        ends = state.clock + span(row.duration)[0]
        state = begin(state, Effect("", table, row.name, who, (who,), ends))
    if not row.fatigue:
        return state
    return tire(play, state, who, row.fatigue, table)


@rule("cairn.table.barber_surgeon_1")
def _din(play: Play, state: State, who: str) -> State:
    """A sudden din in ears that hear too well: a WIL save, or unable to act for a minute."""
    creature, why = find(state, who), "cairn.table.barber_surgeon_1"
    if save(play, creature, "WIL", why):
        return state
    play.tell("boon.deafening", creature.name, why=why)
    return begin(state, Effect("", why, DIN, who, (who,), state.clock + MINUTE, conditions=("stunned",)))


def _trinkets(creature: Creature) -> tuple[str, ...]:
    """The ids of things that cast a spell by a charge of their own."""
    return tuple(item.id for item in creature.items if item.spell and item.charges)


@rule("cairn.background.greenwise")
def cast_from_trinket(play: Play, state: State, who: str, which: str) -> State:
    """A trinket casts its spell, at no cost but its charge."""
    creature = find(state, who)
    spell = next(item.spell for item in creature.items if item.id == which)
    return cast_spell(play, put(state, spend(creature, which)), who, spell)


@rule("cairn.creation.background", "cairn.creation.bond")
def no_boon(state: State, creature: Creature) -> Refusal | None:
    """Why somebody has neither a boon nor a trinket to use."""
    if usable_boons(state, creature) or _trinkets(creature):
        return None
    return Refusal("nothing_to_call", (creature.name,), "cairn.creation.background")


def declare(play: Play, state: State, creature: Creature) -> Declaration:
    """What to use: a boon by the name of its row, or a trinket by its id."""
    boons = usable_boons(state, creature)
    why = "cairn.creation.background"
    name = play.choose(creature.seat, "call_upon", (*boons, *_trinkets(creature)), creature.name, why=why)
    return Declaration(creature.id, "call_boon", item="" if name in boons else name, detail=boons.get(name, ""))


def resolve(play: Play, state: State, made: Declaration) -> State:
    """The trinket or boon that was declared is used."""
    if made.item:
        return cast_from_trinket(play, state, made.who, made.item)
    return use_boon(play, state, made.who, made.detail)


USE_BOON = Manoeuvre(no_boon, declare, resolve, "cairn.creation.background", who=("pc",))


def _use(play: Play, state: State, who: str) -> State:
    return resolve(play, state, declare(play, state, find(state, who)))


def _has_boons(state: State, who: str) -> bool:
    if not at_ease(state, who):
        return False
    life = find(state, who).life
    return bool(life.boons or life.bonds)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "use_boon",
        _use,
        "cairn.creation.background",
        shown=_has_boons,
        refuse=lambda state, who: no_boon(state, find(state, who)),
        group="magic",
        rank=1,
    ),
)
