"""What uncommon things do by a rule of their own: to things, to magic at work, to the just dead, with deadly poison."""

from typing import Any

from msgspec.structs import replace

from tallow.games.modified_cairn.characters.boons import safe_from_poison
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.checks.tables import called
from tallow.games.modified_cairn.combat.attacks import HONED
from tallow.games.modified_cairn.entries import Works
from tallow.games.modified_cairn.gear.inventory import laid_down, receive, weighed, with_item, without
from tallow.games.modified_cairn.gear.slots import settle
from tallow.games.modified_cairn.gear.things import RATIONS, fresh, made
from tallow.games.modified_cairn.goods import armours
from tallow.games.modified_cairn.magic.effects import begin, killed, release
from tallow.games.modified_cairn.monsters.afflictions import lasting
from tallow.games.modified_cairn.monsters.meeting import before_party
from tallow.games.modified_cairn.state import Effect, Item, State, gain, shed
from tallow.games.modified_cairn.world.darkness import shade
from tallow.mechanics.tables import entry_of
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

MAGIC = ("modified_cairn.runeskelf.", "modified_cairn.relic.")


def _judged(play: Play, state: State, of: RuleId) -> State:
    play.tell("working.judged", called(of), why=entry_of(of))
    return state


@rule("modified_cairn.table.half_witch_2")
def absorb(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """End one effect of a Runeskelf or relic, which the user picks."""
    magic = [
        (one.id, called(one.of), *[c.name for c in everyone(state) if c.id in one.on])
        for one in state.effects
        if one.of.startswith(MAGIC)
    ]
    if not magic:
        return _judged(play, state, of)
    which: Any = play.choose(find(state, who).seat, "absorb", tuple(magic), find(state, who).name, why=entry_of(of))
    return release(play, state, which[0])


@rule("modified_cairn.table.rill_runner_1")
def catch(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """A sure catch: a day's food, unless the GM says that it is nothing welcome."""
    if play.choose(REFEREE, "catch", ("food", "unwelcome"), called(of), why=entry_of(of)) == "unwelcome":
        return _judged(play, state, of)
    state, food = fresh(state, RATIONS)
    play.tell("working.caught", find(state, who).name, why=entry_of(of))
    one = find(state, who)
    return put(state, weighed(play, one, receive(one, replace(food, count=1))))


@rule("modified_cairn.table.aurifex_1")
def dissolve(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """A thing that somebody carries in sight falls apart into what it is made of."""
    there = [one for one in everyone(state) if before_party(state, who, one.id)]
    things = [(one.id, item.id) for one in there for item in one.items]
    options: tuple[Any, ...] = (*things, "other")
    which: Any = play.choose(find(state, who).seat, "dissolve", options, find(state, who).name, why=entry_of(of))
    if which == "other":
        return _judged(play, state, of)
    bearer = find(state, which[0])
    item = next(one for one in bearer.items if one.id == which[1])
    play.tell("working.dissolved", bearer.name, item.name, why=entry_of(of))
    return shade(put(state, settle(without(bearer, item.id))))


@rule("modified_cairn.table.outrider_1")
def hone(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """A weapon is honed: its attacks are Enhanced until it has cost somebody VIG."""
    one = find(state, who)
    arms = tuple([item.id for item in one.items if item.dice and item.kind != "bomb" and HONED not in item.qualities])
    if state.combat is not None or not arms:
        return _judged(play, state, of)
    which = play.choose(one.seat, "hone", arms, one.name, why=entry_of(of))
    item = next(item for item in one.items if item.id == which)
    play.tell("working.honed", one.name, item.name, why=entry_of(of))
    return put(state, with_item(one, replace(item, qualities=(*item.qualities, HONED))))


@rule("modified_cairn.table.barber_surgeon_2")
def mend(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """A part of the body that was lost is back within a day: the Scar that took it is gone."""
    for target in upon:
        one = find(state, target)
        lost = [scar for scar in one.scars if scar.part in ("hand", "arm", "foot", "leg", "eye", "ear", "nose")]
        if not lost:
            state = _judged(play, state, of)
            continue
        play.tell("working.regrows", one.name, lost[0].part, why=entry_of(of))
        state = put(state, replace(one, scars=tuple([scar for scar in one.scars if scar is not lost[0]])))
    return state


@rule("modified_cairn.table.half_witch_2")
def rekindle(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """Whoever has been dead for moments only lives again, barely; how long it has been the GM says."""
    if not upon:
        return _judged(play, state, of)
    for target in upon:
        one = find(state, target)
        if play.choose(REFEREE, "just_dead", ("yes", "no"), one.name, why=entry_of(of)) == "no":
            play.tell("working.too_late", one.name, called(of), why=entry_of(of))
            continue
        play.tell("working.rekindled", one.name, called(of), why=entry_of(of))
        risen = replace(shed(one, "dead"), guard=0, vigour=max(1, one.vigour), dies_at=0)
        state = put(state, gain(risen, "wounded"))
    return state


@rule("modified_cairn.runeskelf.skillful_repair")
def repair(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """Armour that has lost some of its Armor has all of it again; other damage the GM judges."""
    worn = [(one.id, item) for one in state.party for item in one.items if item.ref and item.armor < _whole(item)]
    if not worn:
        return _judged(play, state, of)
    options = tuple([(owner, item.id) for owner, item in worn])
    which: Any = play.choose(find(state, who).seat, "repair", options, find(state, who).name, why=entry_of(of))
    item = next(item for owner, item in worn if (owner, item.id) == which)
    play.tell("working.repaired", find(state, which[0]).name, item.name, why=entry_of(of))
    return put(state, with_item(find(state, which[0]), replace(item, armor=_whole(item))))


def _whole(item: Item) -> int:
    """The Armor of a thing as its entry has it."""
    return made(item.ref, item.id).armor if item.ref in armours() else item.armor


@rule("modified_cairn.table.fungal_forager_1")
def shrink(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """The eater shrinks, and all belongings lie on the ground."""
    one = find(state, who)
    play.tell("working.shrinks", one.name, why=entry_of(of))
    state = laid_down(put(state, gain(replace(one, items=()), "tiny")), *one.items)
    ends = state.clock + lasting(play, works.lasts, entry_of(of))
    return shade(begin(state, Effect("", of, who, (who,), ends, does="hold", state="tiny")))


@rule("modified_cairn.table.fungal_forager_1")
def slay(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """A deadly poison: whoever takes it resists it by a VIG Save, or dies."""
    for target in upon:
        one = find(state, target)
        if safe_from_poison(one):
            play.tell("trait.immune", one.name, why=entry_of(of))
        elif not save(play, one, "VIG", entry_of(of)):
            state = put(state, killed(play, one, entry_of(of)))
    return state
