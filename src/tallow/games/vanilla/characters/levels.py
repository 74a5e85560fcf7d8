"""Levels: the numbers of a class at each level, and gaining one."""

from msgspec.structs import replace

from tallow.games.vanilla.entries import MAGIC_USER, SCROLL, callings
from tallow.games.vanilla.magic.random_spells import learned
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Creature, Known
from tallow.play import Play, RuleId, rule

LEARN: RuleId = "vanilla.action.learn"
RANDOM = "random"


@rule("vanilla.class.fighter", "vanilla.class.magic_user", "vanilla.class.leader")
def at_level(one: Creature, level: int) -> Creature:
    """The creature with its class's numbers at a level; current Grit and Flesh stay."""
    line = callings()[one.of].at(level)
    return replace(one, level=line.level, av=line.av, st=line.st, grit_max=line.grit, flesh_max=line.flesh)


@rule("vanilla.xp.level_gain", "vanilla.xp.level", "vanilla.learn.level")
def gain_level(play: Play, one: Creature, settings: Settings) -> Creature:
    """Gain a level: its numbers, Grit and Flesh raised as much as their maximums, and a spell for a caster."""
    before = one
    one = at_level(one, one.level + 1)
    grit = before.grit + one.grit_max - before.grit_max
    flesh = before.flesh + one.flesh_max - before.flesh_max
    one = replace(one, grit=grit, flesh=flesh)
    play.tell("level", one.name, one.level, why="vanilla.xp.level")
    return new_spell(play, one, settings) if one.of == MAGIC_USER else one


@rule("vanilla.learn.level", "vanilla.learn.level_scroll", "vanilla.action.learn", "vanilla.setting.scroll_copy")
def new_spell(play: Play, one: Creature, settings: Settings) -> Creature:
    """Add a new level's spell: random, or from a scroll that one has, which is chosen before anything is rolled."""
    known = tuple([entry.spell for entry in one.book])
    scrolls = [item for item in one.items if item.ref == SCROLL and item.spell not in known]
    options = (RANDOM, *dict.fromkeys([item.spell for item in scrolls]))
    ref = play.choose(one.seat, "new_spell", options, one.name, why=LEARN)
    if ref == RANDOM:
        ref = learned(play, one.seat, known, "vanilla.learn.level")
    elif settings.scroll_copy == "consumed":
        used = next(item.id for item in scrolls if item.spell == ref)
        one = replace(one, items=tuple([item for item in one.items if item.id != used]))
    if not ref:
        return one
    play.tell("learns", one.name, ref, why="vanilla.learn.level")
    life = replace(one.life, spells_gained=(*one.life.spells_gained, ref))
    return replace(one, book=(*one.book, Known(ref)), life=life)
