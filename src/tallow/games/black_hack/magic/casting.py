"""Carrying out a spell or prayer, however it is cast: aiming it, applying it, and noting it."""

from msgspec.structs import replace

from tallow.games.black_hack.entries import Spell, spell
from tallow.games.black_hack.magic.aiming import Cast, aimed, hit_dice, possible
from tallow.games.black_hack.magic.lasting import ARCANE as ARCANE_ID
from tallow.games.black_hack.magic.lasting import SHELL, shelled
from tallow.games.black_hack.magic.prayers import DIVINE
from tallow.games.black_hack.magic.servants import SUMMONS
from tallow.games.black_hack.magic.spells import ARCANE
from tallow.games.black_hack.magic.workings import COMMON, Working
from tallow.games.black_hack.state import Character, State, find
from tallow.play import Play, RuleId, rule

WORKINGS: dict[str, Working] = COMMON | SUMMONS | ARCANE | DIVINE
"""The function of every spell and prayer, by the code in `does` of its entry."""


def prepared(state: State, by: str, ref: RuleId) -> Cast:
    """Somebody about to cast a spell or prayer, with their Level or Hit Dice."""
    return Cast(by, spell(ref), hit_dice(find(state, by)))


def can_work(state: State, by: str, ref: RuleId) -> bool:
    """Whether there is a target for it, if it needs one."""
    return possible(state, prepared(state, by, ref))


@rule("black_hack.magic.cast", "black_hack.magic.targets", "black_hack.spell.anti_magic_shell")
def work(play: Play, state: State, by: str, ref: RuleId, on: tuple[str, ...] | None = None) -> State:
    """Apply a spell or prayer, to the targets aimed at or to those that chance has chosen (`on`).

    Inside an anti-magic shell nothing Arcane works, nor does Arcane magic from outside affect those in it.
    """
    cast = prepared(state, by, ref)
    astray = on is not None
    there = aimed(play, state, cast) if on is None else on
    if _smothered(state, cast.spell, by):
        play.tell("magic.smothered", find(state, by).name, ref, why=SHELL)
        return state
    names = tuple([find(state, who).name for who in there])
    play.tell("casts" if not names else "casts.on", find(state, by).name, ref, names, why=ref)
    safe = [who for who in there if _smothered(state, cast.spell, who)]
    for who in safe:
        play.tell("magic.proof", find(state, who).name, ref, why=SHELL)
    reached = tuple([who for who in there if who not in safe])
    if safe and not reached:
        return state
    return WORKINGS[cast.spell.does](play, state, replace(cast, on=reached, astray=astray))


@rule("black_hack.spell.anti_magic_shell")
def _smothered(state: State, one: Spell, who: str) -> bool:
    """Whether this is Arcane, and somebody is where nothing Arcane works."""
    return one.id.startswith(ARCANE_ID) and shelled(state, who)


def noted(one: Character, ref: RuleId) -> Character:
    """The caster with this noted as cast in this session."""
    if ref in one.magic.cast:
        return one
    return replace(one, magic=replace(one.magic, cast=(*one.magic.cast, ref)))
