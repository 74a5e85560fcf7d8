"""Memorizing spells and prayers, at the start of an expedition and in camp."""

from msgspec.structs import replace

from tallow.games.dead_weight.gear.inventory import with_role
from tallow.games.dead_weight.state import Adventurer, State, adventurer, put
from tallow.play import Play, RuleId, rule


@rule(
    "dead_weight.spell.memorize",
    "dead_weight.prayer.memorize",
    "dead_weight.action.expedition_memorize",
    "dead_weight.action.camp_memorize",
    "dead_weight.trait.magic_user",
    "dead_weight.trait.divine_mandate",
)
def memorize(play: Play, state: State, who: str) -> State:
    """A caster chooses the spells and prayers to memorize: as many as the INT score, and as the PRE score."""
    one = adventurer(state, who)
    magic = one.magic
    if "magic_user" in one.life.traits:
        known = learnable(one)
        chosen = _chosen(play, one, "memorize_spell", known, one.intelligence.score, "dead_weight.spell.memorize")
        magic = replace(magic, memorized=chosen)
    if "divine_mandate" in one.life.traits:
        why = "dead_weight.prayer.memorize"
        magic = replace(magic, ready=_chosen(play, one, "memorize_prayer", magic.prayers, one.presence.score, why))
    if magic == one.magic:
        return state
    play.tell("memorized", one.name, (*magic.memorized, *magic.ready), why="dead_weight.action.expedition_memorize")
    return put(state, replace(one, magic=magic))


@rule("dead_weight.spell.failure", "dead_weight.action.camp_memorize")
def learnable(one: Adventurer) -> tuple[RuleId, ...]:
    """The spells that can be memorized: all known ones with the grimoire at hand, else those still memorized."""
    return one.magic.spells if with_role(one, "grimoire") is not None else one.magic.memorized


def _chosen(
    play: Play, one: Adventurer, what: str, known: tuple[RuleId, ...], most: int, why: RuleId
) -> tuple[RuleId, ...]:
    """The player's choice of up to `most` entries, none twice; all of them if there is room for all."""
    if len(known) <= most:
        return known
    chosen: list[RuleId] = []
    while len(chosen) < most:
        left = tuple(each for each in known if each not in chosen)
        chosen.append(play.choose(one.seat, what, left, one.name, most - len(chosen), why=why))
    return tuple(each for each in known if each in chosen)


@rule("dead_weight.action.camp_memorize")
def memorize_all(play: Play, state: State, _: str) -> State:
    """One camp action for all casters: each who can changes what they have memorized."""
    for one in state.party:
        if _caster(one):
            state = memorize(play, state, one.id)
    return state


def casters(state: State) -> bool:
    """Whether anybody in the party has something to memorize."""
    return any(_caster(one) for one in state.party)


def _caster(one: Adventurer) -> bool:
    return not one.conditions and bool(one.magic.spells or one.magic.prayers)
