"""What a spell does when cast: by its own function, or told in words and kept running."""

from collections.abc import Mapping

from tallow.games.vanilla.checks.tasks import UNLOCKING
from tallow.games.vanilla.magic import (
    effects,
    spells_binding,
    spells_calling,
    spells_changing,
    spells_harming,
    spells_moving,
)
from tallow.games.vanilla.magic.lasting import begin
from tallow.games.vanilla.magic.spells import Cast, Working, is_friendly
from tallow.games.vanilla.magic.spells_binding import lay
from tallow.games.vanilla.magic.spells_harming import other_mode
from tallow.games.vanilla.state import TURN, State, alive
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import everyone, find, side_of
from tallow.play import REFEREE, Play, RuleId, rule

WORKS: Mapping[RuleId, Working] = {
    **spells_binding.WORKS,
    **spells_changing.WORKS,
    **spells_calling.WORKS,
    **spells_moving.WORKS,
    **spells_harming.WORKS,
}
"""What each spell does that changes a number, a condition or a place, by its id; the others are told only."""

AT_ONCE = ("instant", "permanent")


def text_of(cast: Cast) -> str:
    """The words of a spell as cast: as intended, reversed, or half as strong."""
    if cast.opposite:
        return cast.spell.opposite
    return f"{cast.spell.effect} ({cast.spell.half})" if cast.half else cast.spell.effect


@rule(
    "vanilla.spell.list",
    "vanilla.cast.success",
    "vanilla.miscast.opposite",
    "vanilla.miscast.half",
    "vanilla.spell.invisibility",
    "vanilla.spell.charm",
)
def work(play: Play, state: State, cast: Cast) -> State:
    """Apply a spell. A harmful one counts as an attack by its caster, on all whom it hurt."""
    found, before = WORKS.get(cast.spell.id), state
    _named(play, find(state, cast.by).name, cast, found is not None)
    state = found(play, state, cast) if found is not None else fiction(play, state, cast)
    if not state.effects:
        return state
    hurt = _hurt(before, state, cast)
    if hurt or _against(state, cast):
        state = effects.attacked(play, state, cast.by)
    for who in hurt:
        state = effects.attacked(play, state, cast.by, who)
    return state


def _named(play: Play, name: str, cast: Cast, works: bool) -> None:
    """Tell that a spell is cast; if `works` (it has its own function), also how it is reversed or halved."""
    if works and cast.opposite:
        play.tell("spell.reversed", name, cast.spell.id, cast.spell.opposite, why=cast.spell.id)
    elif works and cast.half:
        play.tell("spell.halved", name, cast.spell.id, cast.spell.half, why=cast.spell.id)
    else:
        play.tell("spell", name, cast.spell.id, why=cast.spell.id)


def _hurt(before: State, after: State, cast: Cast) -> tuple[str, ...]:
    """The ids of those, other than the caster, who lost Grit, Flesh or life by a spell."""
    was = {one.id: one.grit + one.flesh for one in everyone(before) if alive(one) and one.id != cast.by}
    there = [one for one in everyone(after) if one.id in was]
    return tuple([one.id for one in there if one.grit + one.flesh < was[one.id] or has(one, "dead")])


def _against(state: State, cast: Cast) -> bool:
    """Whether a spell is meant to harm the other side."""
    if is_friendly(cast.spell, cast.mode) or cast.spell.hostile == "never":
        return False
    mine = side_of(state, cast.by)
    return cast.spell.hostile == "always" or any(side_of(state, who) != mine for who in cast.on)


@rule(
    "vanilla.spell.detect_magic",
    "vanilla.spell.hold_portal",
    "vanilla.spell.purify_food_and_drink",
    "vanilla.spell.wizard_mark",
    "vanilla.spell.locate_object",
    "vanilla.spell.lock_unlock",
    "vanilla.spell.create_food_and_drink",
    "vanilla.spell.wizard_eye",
    "vanilla.spell.passwall",
)
def fiction(play: Play, state: State, cast: Cast) -> State:
    """Tell what a spell does, and keep it as an effect for its duration; some need the GM's ruling."""
    name = find(state, cast.by).name
    play.tell("spell.does", name, cast.spell.id, text_of(cast), why=cast.spell.id)
    if cast.spell.kind == "referee":
        options = ("as_written", "no_effect")
        if (
            play.choose(REFEREE, "spell_judged", options, name, cast.spell.id, text_of(cast), why=cast.spell.id)
            != options[0]
        ):
            play.tell("spell.nothing", name, cast.spell.id, why=cast.spell.id)
            return state
    mode = (other_mode(cast) if cast.spell.opposite_mode else cast.mode) or cast.spell.lays or "fiction"
    if cast.spell.duration_unit in AT_ONCE:
        return state
    if mode == UNLOCKING:
        return begin(play, state, cast.spell.id, mode, cast.by, (), ends=state.clock + TURN, level=cast.spell.level)
    if cast.opposite and not cast.spell.opposite_mode:
        mode = _reversed(cast)
    whom = cast.on or (cast.by,)
    at = find(state, whom[0]).at
    return lay(play, state, cast, mode, () if cast.spell.on_place else whom, at=at)


def _reversed(cast: Cast) -> str:
    """The mode of a reversed spell's effect, given for each mode of the spell."""
    spell = cast.spell
    if not spell.opposite_as:
        return "reversed"
    return spell.opposite_as[spell.modes.index(cast.mode) if spell.modes else 0]
