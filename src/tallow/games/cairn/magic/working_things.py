"""What workings do to things, to the will of creatures, and to those who are poisoned, maimed or just dead."""

from typing import TypeAlias

from msgspec.structs import replace

from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.inventory import find_item, parted, receive, with_item, without
from tallow.games.cairn.gear.things import give
from tallow.games.cairn.harm.damage import die, restore, suffer
from tallow.games.cairn.harm.deprivation import relieve
from tallow.games.cairn.magic.effects import begin, ends_in, finish, freed
from tallow.games.cairn.magic.workings import OTHER, Working, bearer_of, fiction
from tallow.games.cairn.state import Creature, Effect, State, Target, alive
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, rule

Things: TypeAlias = tuple[tuple[str, str], ...]
"""Ids of bearers, each with that of a thing."""

STUCK = frozenset(("held", "netted", "foamed"))
"""Conditions of those who are stuck fast."""


@rule("cairn.spell.push_pull")
def push_pull(play: Play, state: State, user: str, working: Working, affected: Things, _: str) -> State:
    """A thing is torn away from whoever carries it, and lies on the ground."""
    for who, which in affected:
        bearer, left = parted(find(state, who), which)
        play.tell("torn_away", bearer.name, left[0].name, why=working.of)
        state = replace(put(state, bearer), ground=(*state.ground, *left))
    return state


@rule("cairn.spell.astral_prison")
def seal(play: Play, state: State, user: str, working: Working, affected: Things, _: str) -> State:
    """A thing is sealed: nobody can use it until the spell ends."""
    for who, which in affected:
        thing = find_item(find(state, who), which)
        ends = ends_in(state, working.seconds)
        state = begin(state, Effect("", working.of, working.name, user, (), ends, world=("sealed",)))
        shut = replace(thing, sealed=state.effects[-1].id)
        play.tell("sealed", thing.name, find(state, who).name, why=working.of)
        state = put(state, with_item(find(state, who), shut))
    return state


@rule("cairn.table.aurifex_1")
def destroy(play: Play, state: State, user: str, working: Working, affected: Things, _: str) -> State:
    """A thing falls apart into what it is made of."""
    for who, which in affected:
        owner = find(state, who)
        play.tell("dissolved", owner.name, find_item(owner, which).name, why=working.of)
        state = put(state, without(owner, which))
    return state


@rule("cairn.table.rill_runner_1")
def catch(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """A sure catch: a day's food, unless the referee says that it is nothing pleasant."""
    if play.choose(REFEREE, "catch", ("food", "unpleasant"), working.name, why=working.of) == "unpleasant":
        fiction(play, working, working.text)
        return state
    state, food = give(state, "cairn.item.rations", uses=1)
    play.tell("caught_food", find(state, user).name, why=working.of)
    return receive(play, state, user, food)


@rule("cairn.table.half_witch_2")
def absorb(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """End one effect of a spell or relic, which the user picks."""
    magic = tuple(e.id for e in state.effects if e.of.startswith(("cairn.spell.", "cairn.relic.")))
    if not magic:
        fiction(play, working, working.text)
        return state
    which = play.choose(find(state, user).seat, "end_which", magic, why=working.of)
    return finish(play, state, which)


@rule("cairn.spell.greed")
def greed(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """Those affected must have a thing in sight: they attack its bearer alone, or nobody while it lies about."""
    if not affected:
        return state
    seen = tuple(
        (one.id, item.id) for one in everyone(state) if one.id not in affected and alive(one) for item in one.items
    )
    options: tuple[tuple[str, ...], ...] = (*seen, (OTHER,))
    wanted = play.choose(find(state, user).seat, "greed_for", options, working.of, why=working.of)
    ends = ends_in(state, working.seconds)
    return begin(state, Effect("", working.of, working.name, user, affected, ends, ("greedy",), wants=wanted[-1]))


@rule("cairn.spell.hatred")
def hatred(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """Those affected want a creature or a group destroyed, and attack it before all others."""
    if not affected:
        return state
    groups: dict[str, list[str]] = {}
    for one in everyone(state):
        if alive(one) and one.id not in affected:
            groups.setdefault(species(one), []).append(one.id)
    options = (*groups, OTHER)
    name = play.choose(find(state, user).seat, "hatred_of", options, working.of, why=working.of)
    hated = tuple(groups.get(name, ()))
    ends = ends_in(state, working.seconds)
    return begin(state, Effect("", working.of, working.name, user, affected, ends, ("hating",), hates=hated))


def species(creature: Creature) -> str:
    """The kind of a creature: its entry's name, or its own without a number behind it."""
    entry = monsters().get(creature.of)
    return entry.name if entry is not None else creature.name.rstrip(" 0123456789")


@rule("cairn.table.fieldwarden_2", "cairn.morale.flee")
def scare(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """Those affected make a morale save, a WIL save, or flee; the fearless do not."""
    for who in affected:
        one = find(state, who)
        if not has(one, "fearless") and not save(play, one, "WIL", working.of):
            play.tell("morale.flees", one.name, why="cairn.morale.flee")
            state = put(state, gain(one, "fled"))
    return state


@rule("cairn.item.antitoxin")
def cure(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """One poisoning ends."""
    for who in affected:
        for effect in state.effects:
            if who in effect.on and "poisoned" in effect.conditions:
                state = finish(play, state, effect.id)
                break
        one = find(state, who)
        play.tell("poison.ends", one.name, why=working.of)
        state = put(state, shed(one, "poisoned"))
    return state


@rule("cairn.table.fungal_forager_2")
def loosen(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """Free those who are stuck in a net, in foam or in something else that holds them."""
    for who in affected:
        caught = [e.id for e in state.effects if who in e.on and not STUCK.isdisjoint(e.conditions)]
        for which in caught:
            state = freed(play, state, which, who)
        if not caught:
            play.tell("not_stuck", find(state, who).name, why=working.of)
    return state


@rule("cairn.table.prowler_2", "cairn.deprived.state")
def warm(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """Those affected are no longer deprived of warmth."""
    return put(state, *(relieve(play, find(state, who), "warmth") for who in affected))


@rule("cairn.table.fungal_forager_1", "cairn.ability.str")
def slay(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """A deadly poison: whoever takes it resists it with a STR save, or dies."""
    for who in affected:
        one = find(state, who)
        if not save(play, one, "STR", working.of):
            state = put(state, die(play, one))
    return state


@rule("cairn.table.marchguard_2", "cairn.deprived.no_ability")
def take_pain(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """Restore the STR that another has lost, who is not deprived, and deduct it from the user's."""
    for who in affected:
        one = find(state, who)
        lost = one.strength_max - one.strength
        if who == user or not lost:
            play.tell("heal.in_vain", one.name, "STR", why=working.of)
            continue
        if one.deprived:
            play.tell("heal.deprived", one.name, why="cairn.deprived.no_ability")
            continue
        state = put(state, restore(one, "STR", lost))
        play.tell("pain_taken", find(state, user).name, lost, one.name, why=working.of)
        state = suffer(play, state, user, "STR", lost)
    return state


@rule("cairn.table.half_witch_2")
def rekindle(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """One who has been dead for moments only lives again, barely; how long it is the referee says."""
    for who in affected:
        one = find(state, who)
        if play.choose(REFEREE, "just_dead", ("yes", "no"), one.name, why=working.of) == "no":
            play.tell("rekindle.too_late", one.name, working.of, why=working.of)
            continue
        play.tell("rekindled", one.name, working.of, why=working.of)
        state = put(state, shed(replace(one, hp=0, strength=max(1, one.strength), dies_at=0), "dead"))
    return state


def fitting(play: Play, state: State, working: Working, affected: list[Target]) -> list[Target]:
    """Those targets for whom a thing is meant: the referee says it of each, by its kind, size or situation."""
    options = ("yes", "no")
    return [
        who
        for who in affected
        if play.choose(
            REFEREE, "fits", options, find(state, bearer_of(who)).name, working.name, working.text, why=working.of
        )
        == "yes"
    ]
