"""The Miscast Table: what an uncontrolled spell does."""

from msgspec.structs import replace

from tallow.games.vanilla.entries import Row, spells, tables
from tallow.games.vanilla.harm.damage import damage
from tallow.games.vanilla.magic.random_spells import draw
from tallow.games.vanilla.magic.spells import Cast, in_reach
from tallow.games.vanilla.magic.workings import work
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import State, alive
from tallow.mechanics.two_sides import find
from tallow.play import Play, RuleId, Seat, rule

TABLE: RuleId = "vanilla.table.miscast"
BACKLASH: RuleId = "vanilla.miscast.backlash"
TARGETS: RuleId = "vanilla.miscast.targets"


@rule("vanilla.table.miscast", "vanilla.cast.scroll_miscast", "vanilla.cast.book_fail_miscast", "vanilla.miscast.order")
def miscast(play: Play, state: State, cast: Cast) -> State:
    """Roll a d8 for what an uncontrolled spell does; if two spells happen, the intended one comes first."""
    (face,) = play.roll(1, 8, by=cast.seat, why=TABLE)
    row = tables()[TABLE].row(face)
    play.tell("miscast", find(state, cast.by).name, row.name, row.effect, why=TABLE)
    state = _original(play, state, cast, row)
    if not row.extra:
        return state
    drawn_ = _extra_spells(play, state, cast, row)
    target = _target(play, state, cast, row, drawn_[0])
    for spell in drawn_:
        state = _extra(play, state, cast, spell, target)
    return state


@rule("vanilla.miscast.backlash", "vanilla.miscast.opposite", "vanilla.miscast.half", "vanilla.miscast.targets")
def _original(play: Play, state: State, cast: Cast, row: Row) -> State:
    """Resolve what the row says about the intended spell."""
    if row.original == "works":
        return work(play, state, cast)
    if row.original == "opposite":
        return work(play, state, replace(cast, opposite=True))
    if row.original == "half":
        return work(play, state, replace(cast, half=True))
    if row.original == "random target":
        there = tuple([one.id for one in in_reach(state, cast.by, cast.spell, astray=True)])
        if not there:
            return state
        target = drawn(play, there, cast)
        play.tell("spell.astray", cast.spell.id, find(state, target).name, why=TARGETS)
        return work(play, state, upon(replace(cast, wild=True), target))
    return _backlash(play, state, cast) if row.original == "if no Flesh lost" else state


@rule("vanilla.miscast.backlash")
def _backlash(play: Play, state: State, cast: Cast) -> State:
    """The caster takes 1d6 damage; without Grit, or if it costs Flesh, the spell fails."""
    before = find(state, cast.by)
    (face,) = play.roll(1, 6, by=cast.seat, why=BACKLASH)
    state = damage(play, state, cast.by, face, BACKLASH)
    after = find(state, cast.by)
    if before.grit <= 0 or after.flesh < before.flesh or not alive(after):
        play.tell("fizzles", before.name, cast.spell.id, why=BACKLASH)
        return state
    return work(play, state, cast)


@rule("vanilla.miscast.pool", "vanilla.setting.miscast_different", "vanilla.spell.random_effect")
def _extra_spells(play: Play, state: State, cast: Cast, row: Row) -> tuple[RuleId, ...]:
    """The additional or substituted spells: of the whole list, on row 1 without the intended one."""
    meant = cast.spell.id if row.extra == "different" else ""
    if meant and state.settings.miscast_different == "book":
        others = tuple([known.spell for known in find(state, cast.by).book if known.spell != meant])
        if others:
            return (drawn(play, others, cast),)
    return random_effects(play, cast.seat, state.settings, meant)


@rule("vanilla.spell.random_effect", "vanilla.setting.random_six", "vanilla.table.spell_level", "vanilla.miscast.pool")
def random_effects(play: Play, by: Seat, settings: Settings, but: RuleId = "") -> tuple[RuleId, ...]:
    """Draw a random spell effect: a 6 for the level means two; a further 6 is rerolled, or by a setting two more."""
    found = _drawn_but(play, by, but)
    if found:
        return (found,)
    if settings.random_six == "explode":
        return random_effects(play, by, settings, but) + random_effects(play, by, settings, but)
    two: list[RuleId] = []
    while len(two) < 2:
        if found := _drawn_but(play, by, but):
            two.append(found)
    return tuple(two)


def _drawn_but(play: Play, by: Seat, but: RuleId) -> RuleId:
    """Draw a random spell other than `but`; "" for a 6."""
    found = draw(play, by, "vanilla.spell.random_effect")
    while found and found == but:
        found = draw(play, by, "vanilla.spell.random_effect")
    return found


@rule("vanilla.miscast.targets", "vanilla.spell.random_effect")
def _target(play: Play, state: State, cast: Cast, row: Row, id_: RuleId) -> str:
    """The target of the table's spells: the intended one, or another in reach of the first spell."""
    meant = cast.on or (cast.by,)
    if row.extra_target == "same":
        return meant[0]
    there = [one.id for one in in_reach(state, cast.by, spells()[id_], astray=True) if one.id not in meant]
    return drawn(play, tuple(there), cast) if there else cast.by


@rule("vanilla.miscast.extra_control", "vanilla.miscast.choices")
def _extra(play: Play, state: State, cast: Cast, id_: RuleId, target: str) -> State:
    """Cast a spell of the table, at the caster's level and in a random mode."""
    spell = spells()[id_]
    mode = drawn(play, spell.modes, cast) if spell.modes else ""
    play.tell("spell.astray", id_, find(state, target).name, why=TARGETS)
    return work(play, state, upon(replace(cast, spell=spell, mode=mode, on=(), wild=True), target))


@rule("vanilla.miscast.targets")
def upon(cast: Cast, who: str) -> Cast:
    """The spell with a random target; a spell on its caster takes the target as its caster."""
    return replace(cast, by=who, on=()) if cast.spell.range == "self" else replace(cast, on=(who,))


@rule("vanilla.miscast.targets")
def drawn(play: Play, options: tuple[str, ...], cast: Cast) -> str:
    """Draw one of these options, all equally likely."""
    if len(options) == 1:
        return options[0]
    (face,) = play.roll(1, len(options), by=cast.seat, why=TARGETS)
    return options[face - 1]
