"""What Runeskelfs, relics and uncommon things are known for: upon whom it works, what it does, how long it lasts."""

from collections.abc import Callable, Mapping
from functools import cache

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.characters.boons import PAPER_LEGS, without_fear
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.checks.tables import called, total
from tallow.games.modified_cairn.combat.bands import apart, step
from tallow.games.modified_cairn.entries import Given, Works, rows, tables
from tallow.games.modified_cairn.folk import Step, backgrounds
from tallow.games.modified_cairn.gear.inventory import at_ease
from tallow.games.modified_cairn.goods import relics, runeskelfs, things
from tallow.games.modified_cairn.harm.conditions import relieve, strain
from tallow.games.modified_cairn.harm.damage import restore, suffer
from tallow.games.modified_cairn.magic.effects import begin, release
from tallow.games.modified_cairn.magic.places import hears, smells
from tallow.games.modified_cairn.magic.working_rules import RULES
from tallow.games.modified_cairn.monsters.afflictions import afflict, in_rolled_hours, lasting
from tallow.games.modified_cairn.monsters.meeting import before_party
from tallow.games.modified_cairn.monsters.traits import entry, withstands_magic
from tallow.games.modified_cairn.state import (
    DAY,
    HOUR,
    Creature,
    Effect,
    State,
    able,
    alive,
    has,
    quality,
    quality_max,
    shed,
    side_of,
    up,
)
from tallow.games.modified_cairn.uses import SPENT
from tallow.games.modified_cairn.world.darkness import inside, shade
from tallow.mechanics.tables import entry_of, row_id
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, Seat, rule

IN_FORCE: RuleId = "modified_cairn.magic.in_force"
OTHER = "other"
"""A target that is not among those the program knows: the GM has it in mind."""

FOR_GOOD = "good"
"""How long something lasts that ends only by its maker's or the GM's word."""

STREWN = "strewn"
"""The state of a place with something in it that affects whoever comes upon it."""

SURE_FOOTED = "sure_footed"
"""The state of those whom no fall hurts."""

FEATHER: RuleId = "modified_cairn.relic.roc_feather"


@cache
def uncommon() -> Mapping[str, tuple[str, Given]]:
    """The things of Backgrounds by name, each with the code of its row and its line of gear."""
    rows = [(table, row) for one in backgrounds().values() for table in one.tables for row in tables()[table].rows]
    return {line.name: (row_id(table, row), line) for table, row in rows for line in row.gives if line.works}


def works_of(of: str) -> Works | None:
    """What the source of an effect is known for: a Runeskelf, a relic, an item, or the row that gave a thing."""
    entry = runeskelfs().get(of) or relics().get(of) or things().get(of)
    if entry is not None:
        return entry.works
    row = rows().get(of)
    given = next((line.works for code, line in uncommon().values() if code == of), None)
    return given or (row.works if row else None)


def harmful(works: Works) -> bool:
    """Whether its targets are worse off for it: it allows a Save, harms, drives them away or makes them tiny."""
    return bool(works.save or works.harm or works.push or works.does == "push_or_pull") or works.brings == "tiny"


@rule("modified_cairn.magic.known")
def in_reach(state: State, who: str, works: Works) -> tuple[str, ...]:
    """The ids of those upon whom it could work, Engaged or Nearby in a fight: enemies first if it is harmful.

    What heals is for those of the own side who have lost the most, the fallen too. It cannot be aimed at those whom the
    party has not met; in a fight, what is not aimed at one reaches those who hide there.
    """
    side, fight = side_of(state, who), state.combat
    wide = fight is not None and works.aims != "one"
    around = [one for one in everyone(state) if wide or before_party(state, who, one.id)]
    there = [one for one in around if (up(one) if fight else alive(one))]
    near = [
        one for one in there if fight is None or one.id == who or apart(fight, who, one.id) in ("engaged", "nearby")
    ]
    if works.does == "rekindle":
        return tuple([one.id for one in around if "dead" in one.states])
    if works.heals and fight:
        near += [one for one in around if not up(one) and alive(one) and side_of(state, one.id) == side]
    if works.heals or works.cures:
        told = _plain_to(state, who)
        near.sort(key=lambda one: (side_of(state, one.id) != side, _wellness(one, works) if told(one) else 0))
        return tuple([one.id for one in near])
    hostile = harmful(works)
    near = [one for one in near if one.id != who or not (hostile or works.does == "trade_wounds")]
    last = not works.brings
    near.sort(key=lambda one: ((side_of(state, one.id) == side) == hostile, last and one.id == who))
    return tuple([one.id for one in near])


def _plain_to(state: State, who: str) -> Callable[[Creature], bool]:
    """Whose numbers are known to whoever plays somebody: the party's, their own, and those of revealed foes."""
    seat, party = find(state, who).seat, {one.id for one in state.party}
    return lambda one: seat in {REFEREE, one.seat} or one.revealed or one.id in party


def _wellness(one: Creature, works: Works) -> int:
    """How little somebody needs what heals or cures: less than 0 if it would help."""
    which = works.heals_in
    lost = quality(one, which) - quality_max(one, which) if works.heals and not one.deprived else 0
    return lost - sum([has(one, ill) for ill in works.cures])


@rule("modified_cairn.magic.known")
def aim(play: Play, state: State, who: str, of: RuleId, works: Works) -> tuple[str, ...]:
    """Ask upon which one it works; nobody if it is not aimed at one, or at something the program does not know."""
    if works.aims != "one":
        return ()
    user = find(state, who)
    whom = play.choose(
        user.seat, "work_whom", (*in_reach(state, who, works), OTHER), user.name, called(of), why=entry_of(of)
    )
    return () if whom == OTHER else (whom,)


def _all_of(play: Play, state: State, who: str, of: RuleId, works: Works) -> tuple[str, ...]:
    """The ids of those upon whom it works without being aimed; the GM names them if the entry leaves it open."""
    if works.aims == "self":
        return (who,)
    others = tuple([one for one in in_reach(state, who, works) if one != who])
    if works.aims == "foes":
        return tuple([one for one in others if side_of(state, one) != side_of(state, who)])
    if works.aims == "some":
        return _named(play, of, others)
    return others if works.aims == "near" else (who, *others) if works.aims == "all" else ()


def _named(play: Play, of: RuleId, others: tuple[str, ...]) -> tuple[str, ...]:
    """Those whom the GM names, one after another."""
    named: tuple[str, ...] = ()
    while left := tuple([one for one in others if one not in named]):
        one = play.choose(REFEREE, "work_upon_some", (*left, "done"), called(of), why=entry_of(of))
        if one == "done":
            break
        named = (*named, one)
    return named


@rule("modified_cairn.magic.known", "modified_cairn.magic.in_force")
def work(play: Play, state: State, who: str, of: RuleId, works: Works, targets: tuple[str, ...]) -> State:
    """Carry out what something is known for upon these targets, or upon all whom it reaches unless it is aimed."""
    if works.strain:
        state = strain(play, state, who, works.strain)
    if works.craves:
        state = _dosed(play, state, who, of, works)
    upon = targets if works.aims == "one" else _all_of(play, state, who, of, works)
    if works.fits:
        upon = tuple([one for one in upon if _fits(play, state, one, of)])
        if not upon and works.aims != "place":
            return state
    if works.does:
        return RULES[works.does](play, state, who, of, works, upon)
    if works.noise:
        play.tell("working.heard", called(of), why=entry_of(of))
        state = _heard(state)
    if works.place or works.strewn or (works.lasts and not upon and not works.brings):
        return _in_place(play, state, who, of, works)
    struck = [one for one in upon if one == who or _takes(play, state, who, of, one)]
    if works.lasts and not (works.at_once and not works.push):
        struck = [one for one in struck if not (works.save and save(play, find(state, one), works.save, entry_of(of)))]
        for one in struck if works.push else ():
            state = _driven(play, state, one, who, works)
        return _goes_on(play, state, who, of, works, tuple(struck))
    for one in struck:
        state = befall(play, state, one, who, of, works)
    return state


@rule("modified_cairn.table.barber_surgeon_2")
def _dosed(play: Play, state: State, who: str, of: RuleId, works: Works) -> State:
    """A dose ends what the lack of one had done; a day later the next is due."""
    state = put(state, relieve(play, find(state, who), entry_of(of)))
    return begin(state, Effect("", of, who, (who,), state.clock + DAY, works.craves, "crave"))


@rule("modified_cairn.magic.known")
def _fits(play: Play, state: State, who: str, of: RuleId) -> bool:
    """Whether something is meant for a creature: its kind, its size or its plight, which the GM sees."""
    return (
        play.choose(REFEREE, "work_fits", ("yes", "no"), find(state, who).name, called(of), why=entry_of(of)) == "yes"
    )


@rule("modified_cairn.trigger.disturbance")
def _heard(state: State) -> State:
    """The state after a noise: in a dungeon a disturbance, for which the Event Die is rolled in this Cycle."""
    if state.dungeon is None or not inside(state):
        return state
    triggers = tuple(dict.fromkeys((*state.dungeon.triggers, "disturbance")))
    return replace(state, dungeon=replace(state.dungeon, triggers=triggers))


def _takes(play: Play, state: State, who: str, of: RuleId, target: str) -> bool:
    """Whether this affects a target: an enemy may be immune or resist, which Runeskelfs have tested before."""
    if side_of(state, who) == side_of(state, target) or of.startswith(
        ("modified_cairn.runeskelf.", "modified_cairn.item.")
    ):
        return True
    return not withstands_magic(play, find(state, who), find(state, target), why=entry_of(of))


def _in_place(play: Play, state: State, who: str, of: RuleId, works: Works) -> State:
    """Begin an effect upon the place."""
    ends = _until(play, state, of, works)
    play.tell("working.place", called(of), why=entry_of(of))
    if works.place == "smoke":
        return begin(state, Effect("", of, who, (), ends, does="smoke"))
    what = works.place or (STREWN if works.strewn else "")
    return shade(begin(state, Effect("", of, who, (), ends, does="hold" if what else "", state=what)))


def _until(play: Play, state: State, of: RuleId, works: Works) -> int:
    """The moment when it ends; 0 if it lasts for good, until its maker or the GM ends it."""
    return 0 if works.lasts == FOR_GOOD else state.clock + lasting(play, works.lasts, entry_of(of))


@rule("modified_cairn.magic.in_force")
def _goes_on(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """Begin an effect whose consequences the GM says; each target has one of its own."""
    ends = _until(play, state, of, works) if upon else 0
    if upon and in_rolled_hours(works.lasts):
        play.tell("relic.hours", (ends - state.clock) // HOUR, why=entry_of(of))
    for one in upon:
        play.tell("working.upon", find(state, one).name, called(of), why=entry_of(of))
        left = Effect("", of, who, (one,), ends, wearies=works.wearies, deprives=works.deprives)
        state = begin(state, left)
    return state


@rule("modified_cairn.magic.known", "modified_cairn.relic.roc_feather")
def befall(play: Play, state: State, target: str, who: str, of: RuleId, works: Works) -> State:
    """Let it work upon one creature: healing, or what a failed Save brings."""
    one = find(state, target)
    if works.sound and not hears(state, one):
        play.tell("working.unheard", one.name, called(of), why=entry_of(of))
        return state
    if works.foul and not smells(one):
        play.tell("working.unsmelled", one.name, called(of), why=entry_of(of))
        return state
    if works.only == "plants" and not _plant(one):
        play.tell("trait.immune", one.name, why=entry_of(of))
        return state
    if works.heals:
        state = _healed(play, state, one, of, works)
    for ill in works.cures:
        state = cured(play, state, target, ill)
    if works.push and works.save == "SPI" and without_fear(state, one):
        play.tell("trait.immune", one.name, why=entry_of(of))
        return state
    if works.save and save(play, one, works.save, entry_of(of)):
        return state
    if works.falls:
        if PAPER_LEGS in one.life.history or has(one, SURE_FOOTED):
            play.tell("trait.immune", one.name, why=entry_of(PAPER_LEGS))
            return state
        if any(item.ref == FEATHER for item in one.items):
            play.tell("working.floats", one.name, why=FEATHER)
            return put(state, replace(one, items=tuple([item for item in one.items if item.ref != FEATHER])))
        state = suffer(play, state, target, "VIG", total(play, works.falls, REFEREE, entry_of(of)), entry_of(of))
    if works.harm:
        state = suffer(play, state, target, "VIG", total(play, works.harm, REFEREE, entry_of(of)), entry_of(of))
    state = _driven(play, state, target, who, works)
    if works.brings and up(find(state, target)):
        held = "" if works.strewn else works.lasts
        brief = works.strewn and works.brings == "prone"
        step_ = Step("hold", state=works.brings, lasts="1r" if brief else held, save=works.free)
        state = _wearing(afflict(play, state, target, who, (step_,), of), target, of, works)
    return state


def _wearing(state: State, target: str, of: RuleId, works: Works) -> State:
    """The state with what the end of an effect will cost noted in it."""
    if not works.wearies and not works.deprives:
        return state
    mine = [one.of == of and target in one.on and one.does == "hold" for one in state.effects]
    noted = [
        replace(one, wearies=works.wearies, deprives=works.deprives) if own else one
        for one, own in zip(state.effects, mine, strict=True)
    ]
    return replace(state, effects=tuple(noted))


def cured(play: Play, state: State, who: str, ill: str) -> State:
    """End a state of a creature, and the effect that caused it."""
    for effect in state.effects:
        if effect.does == "hold" and effect.state == ill and who in effect.on:
            state = release(play, state, effect.id)
    return put(state, shed(find(state, who), ill))


def _plant(creature: Creature) -> bool:
    monster = entry(creature.of)
    return monster is not None and monster.plant


def _driven(play: Play, state: State, target: str, who: str, works: Works) -> State:
    """In a fight, drive a creature away from whoever made it flee."""
    if not works.push or state.combat is None or target == who or not up(find(state, target)):
        return state
    return step(play, state, target, who, closer=False, bands=works.push)


@rule("modified_cairn.magic.known", "modified_cairn.condition.deprived_no_quality")
def _healed(play: Play, state: State, one: Creature, of: RuleId, works: Works) -> State:
    """Restore a lost score, VIG unless it is said, but not of the Deprived; by some entries once a day for each."""
    mark, which = SPENT.mark("day", of), works.heals_in
    if one.deprived:
        play.tell("night.deprived", one.name, why="modified_cairn.condition.deprived_no_quality")
        return state
    if works.daily and mark in one.spent:
        play.tell("working.no_more_today", one.name, called(of), why=entry_of(of))
        return state
    lost = max(0, quality_max(one, which) - quality(one, which))
    healed = lost if works.heals == "all" else min(total(play, works.heals, one.seat, entry_of(of)), lost)
    if which == "VIG":
        play.tell("item.heals", one.name, healed, why=entry_of(of))
    else:
        play.tell("working.heals", one.name, healed, which, why=entry_of(of))
    one = replace(one, spent=(*one.spent, mark)) if works.daily else one
    return put(state, restore(one, which, quality(one, which) + healed))


def lying_in_wait(state: State) -> tuple[str, ...]:
    """The ids of effects in this place that wait for whoever comes upon them."""
    return tuple([one.id for one in state.effects if one.state == STREWN and not one.on])


def own(state: State, who: str) -> tuple[str, ...]:
    """The ids of effects that somebody made and can let go: no wounds, bonds or poisons."""
    return tuple([one.id for one in state.effects if one.by == who and one.of.startswith(MADE) and not one.save])


MADE = ("modified_cairn.runeskelf.", "modified_cairn.relic.", "modified_cairn.table.")
"""How the ids of sources begin whose effects their makers can end."""


@rule("modified_cairn.magic.in_force", "modified_cairn.magic.known")
def end_own(play: Play, state: State, who: str) -> State:
    """End an effect that one has made."""
    names = tuple(
        [
            (one.id, called(one.of), *[c.name for c in everyone(state) if c.id in one.on])
            for one in state.effects
            if one.id in own(state, who)
        ]
    )
    seat: Seat = find(state, who).seat
    which = play.choose(seat, "end_own", names, find(state, who).name, why=IN_FORCE)
    return shade(release(play, state, which[0]))


def gifts(creature: Creature) -> tuple[str, ...]:
    """The codes of the rows of a character's history that can be used now."""
    past = [(code, rows().get(code)) for code in creature.life.history]
    found = [(code, row.works) for code, row in past if row is not None and row.works is not None]
    return tuple([code for code, works in found if not works.daily or SPENT.mark("day", code) not in creature.spent])


@rule("modified_cairn.table.aurifex_1", "modified_cairn.table.beast_handler_2")
def call_upon(play: Play, state: State, who: str) -> State:
    """Use what a row of one's history gives; some rows once a day, or for Strain."""
    one = find(state, who)
    of = play.choose(one.seat, "call_upon", gifts(one), one.name, why="modified_cairn.background.oddities")
    works = works_of(of)
    if works is None:
        return state
    play.tell("called_upon", one.name, called(of), why=entry_of(of))
    if works.daily:
        state = put(state, replace(one, spent=(*one.spent, SPENT.mark("day", of))))
    return work(play, state, who, of, works, ())


@rule("modified_cairn.magic.known")
def unveil(play: Play, state: State, who: str) -> State:
    """End the effects that make somebody invisible, because they have moved or attacked."""
    for one in state.effects:
        if one.state == "invisible" and one.on == (who,):
            state = release(play, state, one.id)
    return state


def tell_in_force(play: Play, state: State, who: str) -> None:
    """Remind the table of the effects on somebody that the GM judges: those that cause no state."""
    for one in state.effects:
        if who in one.on and not one.state:
            play.tell("working.still", find(state, who).name, called(one.of), why=IN_FORCE)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "call_upon",
        call_upon,
        "modified_cairn.background.oddities",
        shown=lambda state, who: (
            at_ease(state, who) and bool(find(state, who).life.history and gifts(find(state, who)))
        ),
        group="magic",
        rank=1,
    ),
    Deed(
        "end_own",
        end_own,
        IN_FORCE,
        cost="none",
        shown=lambda state, who: bool(state.effects) and bool(own(state, who)) and _awake(state, who),
        group="magic",
        rank=1,
    ),
)


def _awake(state: State, who: str) -> bool:
    one = find(state, who)
    return alive(one) and (able(one) or any(e.by == who and who in e.on for e in state.effects))
