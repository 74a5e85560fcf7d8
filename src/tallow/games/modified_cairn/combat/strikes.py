"""Strikes: all attacks of a side, thrown together, then resolved target by target."""

from collections.abc import Sequence
from functools import lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.modified_cairn.characters.boons import DRILL, DRILLED, first_to_attack
from tallow.games.modified_cairn.characters.vows import embolden
from tallow.games.modified_cairn.combat.aims import down
from tallow.games.modified_cairn.combat.attacks import (
    HONED,
    KEEN,
    LASHING,
    SUNLESS,
    THIRSTY,
    Strike,
    caught,
    dice,
    harmless,
    sunlit,
)
from tallow.games.modified_cairn.combat.bands import fight
from tallow.games.modified_cairn.combat.detachments import rout
from tallow.games.modified_cairn.combat.feats import after_feat, can_use_feats, fend, fenders
from tallow.games.modified_cairn.combat.gambits import YIELDING, bashing, names, repel, take_effect
from tallow.games.modified_cairn.combat.mounts import thrown_off
from tallow.games.modified_cairn.combat.pool import Gambit, Thrown, damage, holders, resisted, spend, throw
from tallow.games.modified_cairn.gear.inventory import with_item
from tallow.games.modified_cairn.harm.damage import Blow, Lies, fallen, guard_of, take, upon_body
from tallow.games.modified_cairn.magic.concentration import shaken
from tallow.games.modified_cairn.magic.places import DAMPENED, in_place
from tallow.games.modified_cairn.monsters.aftereffects import after_blow, calm
from tallow.games.modified_cairn.monsters.traits import armor_against, entry, past_guard
from tallow.games.modified_cairn.state import Creature, State, gain, has, shed, up
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, Stake, rule


class Upon(Struct, frozen=True, gc=False):
    """A side's attacks on one target: the strikes, and the dice of each in the same order."""

    target: str
    strikes: tuple[Strike, ...]
    thrown: tuple[Thrown, ...]


@rule(
    "modified_cairn.turn.roll_together",
    "modified_cairn.turn.simultaneous",
    "modified_cairn.phase.attack_resolution",
    "modified_cairn.dice.pool",
    "modified_cairn.attack.no_to_hit",
)
def strike_all(play: Play, state: State, strikes: Sequence[Strike]) -> tuple[State, tuple[Gambit, ...]]:
    """Resolve all attacks of a side; gives the state and the Moves bought as Gambits, which are made at the end."""
    for strike in strikes:
        state = bashing(state, strike)
    left = _thrown(play, state, strikes)
    state = _slaked(state, strikes)
    moves: tuple[Gambit, ...] = ()
    used = tuple([strike.who for strike in strikes if strike.frenzy])
    fended: tuple[tuple[str, str], ...] = ()
    while left:
        upon = left.pop(_first(play, state, left))
        state, bought, used, fended = settle(play, state, upon, used, fended)
        moves += tuple([gambit for gambit in bought if gambit.name == "move"])
    for strike in strikes:
        if strike.frenzy:
            state = after_feat(play, state, strike.who, "frenzy")
    return calm(_drilled(_sunless(state, strikes), strikes), strikes), moves


@rule("modified_cairn.relic.a_blade_called_hope")
def _sunless(state: State, strikes: Sequence[Strike]) -> State:
    """The state with the sunlight spent that a blade called Hope had caught."""
    lit = [find(state, one.who) for one in strikes if one.attack.items and sunlit(find(state, one.who), one.attack)]
    return put(state, *[replace(one, spent=(*one.spent, SUNLESS)) for one in lit]) if lit else state


@rule("modified_cairn.table.fieldwarden_1", "modified_cairn.table.fieldwarden_2")
def _slaked(state: State, strikes: Sequence[Strike]) -> State:
    """The state with weapons that were keen no longer so, because they have attacked."""
    return _requalified(state, strikes, KEEN, "")


@rule("modified_cairn.table.fieldwarden_1", "modified_cairn.table.fieldwarden_2", "modified_cairn.table.outrider_1")
def _whetted(state: State, counts: Strike, done: Blow) -> State:
    """The state with a weapon keen that has dealt a Critical Wound, or blunt again that has cost somebody VIG."""
    if done.score:
        state = _requalified(state, (counts,), HONED, "")
    return _requalified(state, (counts,), "", KEEN) if done.outcome == "critically_wounded" else state


def _requalified(state: State, strikes: Sequence[Strike], old: str, new: str) -> State:
    """The state with a quality taken from the weapons of attacks, or given to those that thirst or lash."""
    for strike in strikes if any(one.attack.items for one in strikes) else ():
        one = find(state, strike.who)
        for item in one.items:
            if item.id not in strike.attack.items:
                continue
            kept = tuple([quality for quality in item.qualities if quality != old])
            if new and not {THIRSTY, LASHING}.isdisjoint(kept):
                kept = (*kept, new)
            if kept != item.qualities:
                one = with_item(one, replace(item, qualities=kept))
        state = put(state, one)
    return state


@rule("modified_cairn.table.fletchwind_1")
def _drilled(state: State, strikes: Sequence[Strike]) -> State:
    """The state with drilled archers who were the first to attack `DRILLED`, until they are wounded."""
    first = dict.fromkeys([strike.who for strike in strikes if DRILL in find(state, strike.who).life.history])
    ready = [find(state, who) for who in first if first_to_attack(state, who)]
    return put(state, *[gain(one, DRILLED) for one in ready if up(one)]) if ready else state


@rule("modified_cairn.dice.pool", "modified_cairn.turn.roll_together", "modified_cairn.setting.focus_ranged")
def _thrown(play: Play, state: State, strikes: Sequence[Strike]) -> list[Upon]:
    """Throw the dice of all attacks; gives them by target, each attacker's apart."""
    pools: dict[str, list[Strike]] = {}
    for strike in strikes:
        for target in caught(play, state, strike):
            pools.setdefault(target, []).append(replace(strike, target=target))
    found = []
    for target, upon in pools.items():
        victim = find(state, target)
        guard = guard_of(victim)
        dice_of = []
        for strike in upon:
            one, attack = find(state, strike.who), strike.attack
            stake = _needed(_armor(state, target, (strike,)) + guard + 1, victim.seat == REFEREE)
            faces = throw(play, dice(state, strike), one.seat, stake=stake)
            melee = not attack.ranged and "magic" not in attack.qualities
            may_focus = melee or (state.settings.focus_ranged and attack.ranged)
            focus = may_focus and not strike.frenzy and can_use_feats(one, state.settings)
            idle = harmless(state, strike, one, victim)
            dice_of.append(Thrown(one.id, one.seat, () if idle else faces, melee, focus and not idle, one.name))
            play.tell("attack", one.name, attack.name, victim.name, faces, why="modified_cairn.dice.pool")
        found.append(Upon(target, tuple(upon), tuple(dice_of)))
    return found


@lru_cache(1_000)
def _needed(least: int, secret: bool) -> Stake:
    """The stake of an attack roll: the least face that goes through all Guard; `secret` for opponents."""
    return Stake(least, above=True, compared="highest", means="blow", amount=True, secret=secret)


@rule("modified_cairn.turn.roll_together", "modified_cairn.feat.save_after")
def _first(play: Play, state: State, left: Sequence[Upon]) -> int:
    """The index of the target to resolve first; asked of a player who could Fend for more than one target."""
    if len(left) == 1:
        return 0
    hurt = [_hurts(state, upon) for upon in left]
    if sum(hurt) < 2:
        return 0
    might = [fenders(state, upon.target, ()) if hurts else () for hurts, upon in zip(hurt, left, strict=True)]
    for at, some in enumerate(might):
        for who in some:
            if any(who in others for others in might[at + 1 :]):
                targets = tuple([upon.target for upon in left])
                seat = find(state, who).seat
                return targets.index(
                    play.choose(seat, "settle_first", targets, why="modified_cairn.turn.roll_together")
                )
    return 0


def _hurts(state: State, upon: Upon) -> bool:
    """Whether the dice against a target would hurt it as thrown."""
    return damage(upon.thrown, (), 0) > _armor(state, upon.target, _highest(upon, upon.thrown))


@rule(
    "modified_cairn.phase.attack_resolution",
    "modified_cairn.hurt.order",
    "modified_cairn.feat.one_per_attack",
)
def settle(
    play: Play, state: State, upon: Upon, used: tuple[str, ...], fended: tuple[tuple[str, str], ...]
) -> tuple[State, tuple[Gambit, ...], tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Resolve one target: Focus and Gambits, Saves, Fend, Armor, Guard, Scar or VIG, then Repel.

    `used`: who has used a Feat on their attack; `fended`: who Fended off which of these attacks before, as part of a
    Blast. Gives the state, the Gambits that work, and both of these brought up to date.
    """
    target = find(state, upon.target)
    if not up(target) and not down(target):
        return state, (), used, fended
    state, thrown, works, used = _gambits(play, state, upon, used)
    highest = _highest(upon, thrown)
    stopped = _armor(state, upon.target, highest)
    against = [strike.who for strike in upon.strikes]
    barred = (*used, *[who for who, whom in fended if whom in against])
    lies = partial(_lies, state, upon, works)
    state, thrown, done_so = fend(play, state, target.id, thrown, works, stopped, barred, lies)
    if done_so:
        fended += tuple([(who, whom) for who in done_so for whom in against])
        highest = _highest(upon, thrown)
        stopped = _armor(state, upon.target, highest)
    dealt = _dampened(state, highest, damage(thrown, works, 0))
    state, done = _hit(play, state, upon, highest, dealt, stopped)
    for gambit in works:
        if gambit.name == "repel":
            state = repel(play, state, target.id, gambit)
    for strike in upon.strikes:
        if strike.frenzy == "mark" and done.score:
            state = _leave_mark(play, state, strike)
    return state, works, used, fended


@rule("modified_cairn.gambit.timing", "modified_cairn.action.gambit", "modified_cairn.action.focus")
def _gambits(
    play: Play, state: State, upon: Upon, used: tuple[str, ...]
) -> tuple[State, tuple[Thrown, ...], tuple[Gambit, ...], tuple[str, ...]]:
    """Buy, resist and apply Gambits; gives the state, the dice left, the Gambits that work, and `used` updated."""
    target = find(state, upon.target)
    thrown = tuple([replace(one, focus=False) if one.who in used else one for one in upon.thrown])
    thrown, bought = play.call(spend, thrown, (), names(target, state.settings), 0)
    for gambit in bought:
        name = find(state, gambit.who).name
        if gambit.die:
            play.tell("gambit", name, gambit.name, gambit.die, why="modified_cairn.gambit.cost")
        else:
            play.tell("gambit.focus", name, gambit.name, why="modified_cairn.feat.focus")
            used = (*used, gambit.who)
            state = after_feat(play, state, gambit.who, "focus")
    works = resisted(play, bought, target.vigour, target.seat, has(target, YIELDING))
    for gambit in bought:
        if gambit not in works:
            play.tell("gambit.resisted", target.name, gambit.name, why="modified_cairn.gambit.save")
    return take_effect(play, state, target.id, works), thrown, works, used


@rule("modified_cairn.armour.deduct", "modified_cairn.armour.physical_only", "modified_cairn.hurt.armour")
def _armor(state: State, target: str, highest: Sequence[Strike]) -> int:
    """The Armor that counts against the highest die: 0 if its attack is not physical, or ignores Armor."""
    if not highest or highest[0].attack.ignores_armor or not highest[0].attack.physical:
        return 0
    return armor_against(find(state, highest[0].who), find(state, target), state.settings)


def _highest(upon: Upon, thrown: tuple[Thrown, ...]) -> Sequence[Strike]:
    """The strikes with the highest die; of equals those that ignore Armor come first."""
    best = holders(thrown)
    counting = [strike for strike in upon.strikes if strike.who in best]
    return sorted(counting, key=_stopped) if len(counting) > 1 else counting


def _stopped(strike: Strike) -> bool:
    return strike.attack.physical and not strike.attack.ignores_armor


@rule("modified_cairn.runeskelf.magic_dampener", "modified_cairn.magic.known")
def _dampened(state: State, highest: Sequence[Strike], dealt: int) -> int:
    """The damage before Armor: that of magic is halved where magic is dampened."""
    magic = bool(highest) and "magic" in highest[0].attack.qualities
    return dealt // 2 if magic and in_place(state, DAMPENED) else dealt


def _lies(state: State, upon: Upon, works: tuple[Gambit, ...], thrown: tuple[Thrown, ...]) -> Lies:
    """The arguments for `blow` if these dice are dealt as they are."""
    target, highest = find(state, upon.target), _highest(upon, thrown)
    counts = highest[0] if highest else None
    left = max(0, _dampened(state, highest, damage(thrown, works, 0)) - _armor(state, upon.target, highest))
    return upon_body(target, left, counts.attack.quality if counts else "VIG", _guarded(state, target, counts))


@rule("modified_cairn.guard.needs_defence")
def _guarded(state: State, target: Creature, counts: Strike | None) -> bool:
    """Whether Guard protects the target against the strike that counts."""
    marks = [mark.who for mark in fight(state).marks if mark.kind == "defenceless"]
    return target.id not in marks and not (counts and past_guard(find(state, counts.who)))


@rule("modified_cairn.hurt.critical_effects")
def _whose_wound(play: Play, state: State, target: Creature, highest: Sequence[Strike]) -> Strike | None:
    """The strike that caused a Critical Wound; of equal ones by different kinds of monsters the GM chooses."""
    kinds = dict.fromkeys([find(state, strike.who).of for strike in highest])
    if len(kinds) < 2 or not any((one := entry(of)) and one.wound for of in kinds):
        return highest[0] if highest else None
    why = "modified_cairn.hurt.critical_effects"
    whose = play.choose(REFEREE, "whose_wound", tuple([strike.who for strike in highest]), target.name, why=why)
    return next(strike for strike in highest if strike.who == whose)


@rule("modified_cairn.hurt.order", "modified_cairn.guard.needs_defence", "modified_cairn.hurt.armour")
def _hit(
    play: Play, state: State, upon: Upon, highest: Sequence[Strike], before: int, stopped: int
) -> tuple[State, Blow]:
    """Deal the highest die's damage, `before` less what Armor `stopped`, and apply all that follows from it."""
    target = find(state, upon.target)
    counts = highest[0] if highest else None
    which = counts.attack.quality if counts else "VIG"
    play.tell("damage", target.name, before, stopped, why="modified_cairn.hurt.armour")
    guarded = _guarded(state, target, counts)
    after, done = take(
        play, target, max(0, before - stopped), "modified_cairn.hurt.order", which=which, guarded=guarded
    )
    state = put(state, fallen(play, after, done, state.settings, state.clock))
    if done.score and has(target, DRILLED):
        state = put(state, shed(find(state, target.id), DRILLED))
    if done.outcome == "critically_wounded":
        state = shaken(play, state, target.id) if state.effects else state
        counts = _whose_wound(play, state, target, highest)
        if counts and find(state, counts.who).life.history:
            state = put(state, embolden(play, find(state, counts.who)))
    if counts and done.score and counts.attack.items:
        state = _whetted(state, counts, done)
    state = after_blow(play, state, target, upon.strikes, counts, done)
    if target.detachment:
        state = rout(play, state, target.id, target.vigour)
    return thrown_off(play, state, target.id), done


@rule("modified_cairn.feat.frenzy_mark")
def _leave_mark(play: Play, state: State, strike: Strike) -> State:
    """A Frenzy for the sake of a mark leaves it if the target was wounded; the attacker says which."""
    one, target = find(state, strike.who), find(state, strike.target)
    mark = play.write(one.seat, "frenzy_mark", one.name, target.name, why="modified_cairn.feat.frenzy_mark")
    play.tell("feat.marked", one.name, target.name, mark, why="modified_cairn.feat.frenzy_mark")
    return put(state, gain(target, "marked"))
