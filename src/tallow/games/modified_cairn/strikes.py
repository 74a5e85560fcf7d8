"""Strikes: all attacks of a side, thrown together, then worked out target by target."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.modified_cairn.aftereffects import after_blow, calm
from tallow.games.modified_cairn.attacks import Strike, caught, dice
from tallow.games.modified_cairn.bands import fight
from tallow.games.modified_cairn.concentration import shaken
from tallow.games.modified_cairn.detachments import rout
from tallow.games.modified_cairn.feats import after_feat, feats, fend, fenders
from tallow.games.modified_cairn.gambits import bashing, names, repel, take_effect
from tallow.games.modified_cairn.harm import Blow, fallen, take
from tallow.games.modified_cairn.mounts import thrown_off
from tallow.games.modified_cairn.pool import Gambit, Thrown, damage, holders, resisted, spend, throw
from tallow.games.modified_cairn.state import State, find, gain, put, up
from tallow.games.modified_cairn.traits import armor_against, lean, past_guard
from tallow.play import Play, rule


class Upon(Struct, frozen=True, gc=False):
    """All that a side throws at one target: the strikes, and the dice of each in the same order."""

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
    """All attacks of a side at once; gives the Moves that were bought as well, which come when all else is done."""
    for strike in strikes:
        state = bashing(state, strike)
    left = _thrown(play, state, strikes)
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
    return calm(state, strikes), moves


@rule("modified_cairn.dice.pool", "modified_cairn.turn.roll_together", "modified_cairn.setting.focus_ranged")
def _thrown(play: Play, state: State, strikes: Sequence[Strike]) -> list[Upon]:
    """The dice of all attacks, target by target, each attacker's apart."""
    pools: dict[str, list[Strike]] = {}
    for strike in strikes:
        for target in caught(state, strike):
            pools.setdefault(target, []).append(replace(strike, target=target))
    found = []
    for target, upon in pools.items():
        dice_of = []
        for strike in upon:
            one = find(state, strike.who)
            faces = throw(play, dice(state, strike), one.seat)
            melee = not strike.attack.ranged and "magic" not in strike.attack.qualities
            may_focus = melee or (state.settings.focus_ranged and strike.attack.ranged)
            focus = may_focus and not strike.frenzy and feats(one, state.settings)
            harmless = lean(one, strike.attack, find(state, target)).immune
            counting = Thrown(one.id, one.seat, () if harmless else faces, melee, focus and not harmless, one.name)
            dice_of.append(counting)
            play.tell(
                "attack", one.name, strike.attack.name, find(state, target).name, faces, why="modified_cairn.dice.pool"
            )
        found.append(Upon(target, tuple(upon), tuple(dice_of)))
    return found


@rule("modified_cairn.turn.roll_together", "modified_cairn.feat.save_after")
def _first(play: Play, state: State, left: Sequence[Upon]) -> int:
    """Which target is settled first; asked only where somebody might Fend for more than one, of whoever that is."""
    if len(left) == 1:
        return 0
    might = [fenders(state, upon.target, ()) for upon in left]
    for at, some in enumerate(might):
        for who in some:
            if any(who in others for others in might[at + 1 :]):
                targets = tuple([upon.target for upon in left])
                seat = find(state, who).seat
                return targets.index(
                    play.choose(seat, "settle_first", targets, why="modified_cairn.turn.roll_together")
                )
    return 0


@rule(
    "modified_cairn.phase.attack_resolution",
    "modified_cairn.hurt.order",
    "modified_cairn.gambit.timing",
    "modified_cairn.feat.one_per_attack",
    "modified_cairn.action.gambit",
    "modified_cairn.action.focus",
)
def settle(
    play: Play, state: State, upon: Upon, used: tuple[str, ...], fended: tuple[tuple[str, str], ...]
) -> tuple[State, tuple[Gambit, ...], tuple[str, ...], tuple[tuple[str, str], ...]]:
    """One target: Focus and Gambits, Saves, Fend, Armor, Guard, Scar or Vigour, then Repel.

    `used`: who has used a Feat on their attack; `fended`: who Fended off which of these before, as part of a Blast.
    """
    target = find(state, upon.target)
    if not up(target):
        return state, (), used, fended
    thrown = tuple([replace(one, focus=one.focus and one.who not in used) for one in upon.thrown])
    thrown, bought = play.call(spend, thrown, (), names(target, state.settings), 0)
    for gambit in bought:
        name = find(state, gambit.who).name
        if gambit.die:
            play.tell("gambit", name, gambit.name, gambit.die, why="modified_cairn.gambit.cost")
        else:
            play.tell("gambit.focus", name, gambit.name, why="modified_cairn.feat.focus")
            used = (*used, gambit.who)
            state = after_feat(play, state, gambit.who, "focus")
    works = resisted(play, bought, target.vigour, target.seat)
    for gambit in bought:
        if gambit not in works:
            play.tell("gambit.resisted", target.name, gambit.name, why="modified_cairn.gambit.save")
    state = take_effect(play, state, target.id, works)
    stopped = _armor(state, upon, thrown)
    against = [strike.who for strike in upon.strikes]
    barred = (*used, *[who for who, whom in fended if whom in against])
    state, thrown, done_so = fend(play, state, target.id, thrown, works, stopped, barred)
    fended += tuple([(who, whom) for who in done_so for whom in against])
    stopped = _armor(state, upon, thrown)
    state, done = _hit(play, state, upon, thrown, works, stopped)
    for gambit in works:
        if gambit.name == "repel":
            state = repel(play, state, target.id, gambit)
    for strike in upon.strikes:
        if strike.frenzy == "mark" and done.score:
            state = _leave_mark(play, state, strike)
    return state, works, used, fended


@rule("modified_cairn.armour.deduct", "modified_cairn.armour.physical_only", "modified_cairn.hurt.armour")
def _armor(state: State, upon: Upon, thrown: tuple[Thrown, ...]) -> int:
    """The Armor that counts against the highest die: none if what threw it is not physical, or goes through."""
    counts = _of(upon, thrown)
    if counts is None or counts.attack.ignores_armor or not counts.attack.physical:
        return 0
    return armor_against(find(state, counts.who), find(state, upon.target), state.settings)


def _of(upon: Upon, thrown: tuple[Thrown, ...]) -> Strike | None:
    """The strike whose die is the highest; of equals one that Armor does not stop."""
    best = holders(thrown)
    counting = [strike for strike in upon.strikes if strike.who in best]
    return min(counting, key=lambda strike: not strike.attack.ignores_armor) if counting else None


@rule("modified_cairn.hurt.order", "modified_cairn.guard.needs_defence", "modified_cairn.hurt.armour")
def _hit(
    play: Play, state: State, upon: Upon, thrown: tuple[Thrown, ...], works: tuple[Gambit, ...], stopped: int
) -> tuple[State, Blow]:
    """What the highest die does to the target, and what comes of that."""
    target, counts = find(state, upon.target), _of(upon, thrown)
    which = counts.attack.quality if counts else "VIG"
    dealt = damage(thrown, works, stopped)
    play.tell("damage", target.name, damage(thrown, works, 0), stopped, why="modified_cairn.hurt.armour")
    marks = fight(state).marks
    guarded = not any(mark.who == target.id and mark.kind == "defenceless" for mark in marks)
    guarded = guarded and not (counts and past_guard(find(state, counts.who)))
    after, done = take(play, target, dealt, "modified_cairn.hurt.order", which=which, guarded=guarded)
    state = put(state, fallen(play, after, done, state.settings, state.clock))
    if done.outcome == "critically_wounded" and state.effects:
        state = shaken(play, state, target.id)
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
