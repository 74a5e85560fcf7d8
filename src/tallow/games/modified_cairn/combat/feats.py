"""Feats (Frenzy, Focus and Fend): who may use them, and the Save after each."""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.combat.bands import comrades
from tallow.games.modified_cairn.combat.pool import Gambit, Thrown, damage, fended, without_die
from tallow.games.modified_cairn.harm.damage import Lies
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Creature, Quality, State, able, gain, has, members, side_of
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, rule

Feat: TypeAlias = Literal["frenzy", "focus", "fend"]

SAVE: dict[Feat, Quality] = {"frenzy": "VIG", "focus": "CLA", "fend": "SPI"}
"""The Save that follows each Feat."""

Frenzy: TypeAlias = Literal["", "bonus", "blast", "mark"]

FRENZIES: tuple[Frenzy, ...] = ("bonus", "blast", "mark")
"""What a Frenzy may be for."""


@rule(
    "modified_cairn.feat.everyone",
    "modified_cairn.feat.fatigued_lock",
    "modified_cairn.condition.fatigued_no_feats",
    "modified_cairn.condition.fatigued",
    "modified_cairn.setting.npc_feats",
    "modified_cairn.unit.detachment",
)
def can_use_feats(creature: Creature, settings: Settings) -> bool:
    """Whether a creature can use Feats: not if Fatigued, helpless, a Detachment or a mount; opponents by a setting."""
    if creature.detachment:
        return False
    if creature.states and (has(creature, "fatigued") or has(creature, "mount") or not able(creature)):
        return False
    if creature.kind != "monster":
        return True
    return settings.npc_feats == "all" or (settings.npc_feats == "stat_block" and creature.feats)


@rule("modified_cairn.feat.save_after", "modified_cairn.condition.fatigued_source")
def after_feat(play: Play, state: State, who: str, feat: Feat) -> State:
    """Make the Save after a Feat; whoever fails it is Fatigued."""
    creature = find(state, who)
    if save(play, creature, SAVE[feat], f"modified_cairn.feat.{feat}"):
        return state
    play.tell("feat.fatigued", creature.name, why="modified_cairn.feat.save_after")
    return put(state, gain(creature, "fatigued"))


@rule("modified_cairn.feat.fend", "modified_cairn.hurt.fend", "modified_cairn.action.fend")
def fenders(state: State, target: str, used: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of those who may Fend for a target: itself, then close allies, without those in `used`."""
    allies = [one for one in members(state, side_of(state, target)) if one.id not in used]
    ready = [one.id for one in allies if can_use_feats(one, state.settings)]
    if not ready or ready == [target]:
        return tuple(ready)
    near = comrades(state, target)
    return (*(one for one in ready if one == target), *(one for one in ready if one in near))


@rule(
    "modified_cairn.feat.fend",
    "modified_cairn.feat.one_per_attack",
    "modified_cairn.hurt.fend",
    "modified_cairn.hurt.see_dice",
    "modified_cairn.turn.surprise",
)
def fend(
    play: Play, state: State, target: str, thrown: tuple[Thrown, ...], works: tuple[Gambit, ...], armor: int,
    used: tuple[str, ...], lies: Callable[[tuple[Thrown, ...]], Lies],
) -> tuple[State, tuple[Thrown, ...], tuple[str, ...]]:  # fmt: skip
    """Let each possible fender discard one die, until Armor stops the rest.

    Gives the state, the dice left, and the ids of those who Fended. `lies` gives the arguments of the blow that some
    dice would deal; they are shown, with all dice and without each, to whoever decides.
    """
    dealt = damage(thrown, works, 0)
    if dealt <= armor:
        return state, thrown, ()
    name = find(state, target).name
    done: list[str] = []
    ready = list(fenders(state, target, used))
    while ready and dealt > armor:
        mine = [who for who in ready if find(state, who).seat == find(state, ready[0]).seat]
        who = _steps_in(play, state, mine, name, thrown, dealt)
        ready = [one for one in ready if (one != who if who else one not in mine)]
        fender = find(state, who or mine[0])
        if not who:
            continue
        faces = dict.fromkeys(sorted([face for one in thrown for face in one.faces], reverse=True))
        blows = (lies(thrown), *[lies(without_die(thrown, face)) for face in faces])
        left = fended(play, thrown, fender.seat, name, fender.name, dealt, blows, fender.spirit)
        if left is None:
            continue
        thrown = left
        done.append(who)
        dealt = damage(thrown, works, 0)
        if fender.name == name:
            play.tell("feat.fended_self", name, dealt, why="modified_cairn.feat.fend")
        else:
            play.tell("feat.fended", fender.name, name, dealt, why="modified_cairn.feat.fend")
        state = after_feat(play, state, who, "fend")
    return state, thrown, tuple(done)


def _steps_in(play: Play, state: State, mine: Sequence[str], name: str, thrown: tuple[Thrown, ...], dealt: int) -> str:
    """Which of one player's characters may Fend: the only one, or the player's choice; "" for none."""
    if len(mine) == 1:
        return mine[0]
    faces = tuple(sorted([face for one in thrown for face in one.faces], reverse=True))
    seat, why = find(state, mine[0]).seat, "modified_cairn.feat.fend"
    who = play.choose(seat, "fend_who", ("nobody", *mine), name, faces, dealt, why=why)
    return "" if who == "nobody" else who
