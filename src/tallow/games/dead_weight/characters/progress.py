"""Progress between expeditions: lessons raise attributes and levels, insight buys improvements, and some retire."""

from typing import Any

from msgspec.structs import replace

from tallow.games.dead_weight.characters.allies import pets_come
from tallow.games.dead_weight.characters.attributes import MOST_PROFICIENCY
from tallow.games.dead_weight.characters.creation import prayers_of, spells_of
from tallow.games.dead_weight.entries import short
from tallow.games.dead_weight.entries.characters import skills
from tallow.games.dead_weight.harm.mortal import healed_of
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    Attribute,
    State,
    adventurer,
    alive,
    put,
    score,
    with_score,
)
from tallow.games.dead_weight.town.settlement import staying
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain
from tallow.play import Play, RuleId, rule

RAISE, INSIGHT = "dead_weight.action.interlude_raise", "dead_weight.action.interlude_insight"
RETIRE = "dead_weight.action.interlude_retire"
PRICES = "dead_weight.table.insight_prices"
MOST_LEVEL = 6
COST = {"move": 1, "skill": 1, "trauma": 1, "lowest": 2, "score": 3, "proficiency": 4}
"""What each improvement costs in insight."""


@rule("dead_weight.progress.raise_attribute", "dead_weight.setting.lesson_price")
def learned(state: State, one: Adventurer) -> tuple[Attribute, ...]:
    """The attributes with enough lessons for a point; lessons of different attributes do not add up."""
    price = state.settings.lesson_price
    return tuple(attribute for attribute in ATTRIBUTES if score(one, attribute).lessons >= price)


@rule(
    "dead_weight.action.interlude_raise",
    "dead_weight.progress.raise_attribute",
    "dead_weight.setting.lesson_price",
    "dead_weight.lesson.mark",
)
def raise_attribute(play: Play, state: State, who: str) -> State:
    """Erase the lessons of an attribute for one point of its score and one level."""
    one = adventurer(state, who)
    attribute = play.choose(one.seat, "raise_what", learned(state, one), one.name, why=RAISE)
    on = score(one, attribute)
    one = with_score(one, attribute, replace(on, lessons=on.lessons - state.settings.lesson_price))
    one = replace(one, life=replace(one.life, level=one.life.level + 1))
    play.tell("level", one.name, one.life.level, why="dead_weight.progress.level_cap")
    return put(state, grown(play, one, attribute))


@rule("dead_weight.progress.raise_attribute")
def grown(play: Play, one: Adventurer, attribute: Attribute) -> Adventurer:
    """The adventurer with a score one higher; with INT a magic user learns a spell, with PRE the called a prayer."""
    on = score(one, attribute)
    one = with_score(one, attribute, replace(on, score=on.score + 1))
    play.tell("score", one.name, attribute, on.score + 1, why=RAISE)
    why = "dead_weight.progress.raise_attribute"
    magic = one.magic
    if attribute == "INT" and "magic_user" in one.life.traits:
        unknown = tuple(spell for spell in spells_of(one.life.school) if spell not in magic.spells)
        if unknown:
            spell = play.choose(one.seat, "learn_spell", unknown, 1, why=why)
            return replace(one, magic=replace(magic, spells=(*magic.spells, spell)))
    if attribute == "PRE" and "divine_mandate" in one.life.traits:
        unknown = tuple(prayer for prayer in prayers_of(one.life.god) if prayer not in magic.prayers)
        if unknown:
            prayer = play.choose(one.seat, "learn_prayer", unknown, 1, why=why)
            return replace(one, magic=replace(magic, prayers=(*magic.prayers, prayer)))
    return one


@rule("dead_weight.progress.level_cap")
def _cannot_raise(state: State, who: str) -> Refusal | None:
    """Why no attribute can be raised: level 6 is the highest, and a point takes a full row of lessons."""
    one = adventurer(state, who)
    if one.life.level >= MOST_LEVEL:
        return Refusal("level_cap", (one.name, MOST_LEVEL), "dead_weight.progress.level_cap")
    if learned(state, one):
        return None
    return Refusal("no_lessons", (one.name, state.settings.lesson_price), RAISE)


@rule("dead_weight.table.insight_prices", "dead_weight.tragedy.insight_use", "dead_weight.setting.insight_use")
def improvements(state: State, one: Adventurer) -> dict[str, tuple[Any, ...]]:
    """What somebody can buy for insight at this table, as options by kind."""
    use, insight = state.settings.insight_use, one.life.insight
    if use == "none":
        return {}
    scores = {attribute: score(one, attribute).score for attribute in ATTRIBUTES}
    low, high = min(scores.values()), max(scores.values())
    found: dict[str, tuple[Any, ...]] = {"move": _moves(one, high)}
    if use == "full":
        found["skill"] = learnable(one)
        found["trauma"] = tuple(f"dead_weight.trauma.{name}" for name in one.life.traumas)
        found["lowest"] = tuple(attribute for attribute in ATTRIBUTES if scores[attribute] == low)
        found["score"] = ATTRIBUTES
        found["proficiency"] = tuple(a for a in ATTRIBUTES if score(one, a).proficiency < MOST_PROFICIENCY)
    return {kind: which for kind, which in found.items() if which and COST[kind] <= insight}


def _moves(one: Adventurer, high: int) -> tuple[Any, ...]:
    """Every way to move a point from a highest score, one whose loss displaces no wound, to a lower score."""
    return tuple(
        ("move", source, target)
        for source in ATTRIBUTES
        if score(one, source).score == high and score(one, source).wounds < high
        for target in ATTRIBUTES
        if score(one, target).score < high
    )


@rule("dead_weight.skill.upgrade", "dead_weight.table.insight_prices")
def learnable(one: Adventurer) -> tuple[RuleId, ...]:
    """The skills that somebody can learn: those not known yet whose basic form, if there is one, is known."""
    known = one.life.skills
    return tuple(
        ref
        for ref, skill in skills().items()
        if short(ref) not in known
        and (not skill.upgrades_from or short(skill.upgrades_from) in known)
        and (not skill.upgrades_to or short(skill.upgrades_to) not in known)
    )


@rule("dead_weight.action.interlude_insight", "dead_weight.table.insight_prices", "dead_weight.trauma.general")
def spend_insight(play: Play, state: State, who: str) -> State:
    """Buy an improvement for insight; a score bought this way does not raise the level."""
    one = adventurer(state, who)
    open_ = improvements(state, one)
    options = tuple((kind, COST[kind]) for kind in open_)
    kind, _ = play.choose(one.seat, "insight_for", options, one.name, one.life.insight, why=INSIGHT)
    which = play.choose(one.seat, f"insight_{kind}", open_[kind], one.name, why=PRICES)
    one = replace(one, life=replace(one.life, insight=one.life.insight - COST[kind]))
    play.tell("insight.spent", one.name, COST[kind], why=PRICES)
    return pets_come(put(state, _improved(play, one, kind, which)))


def _improved(play: Play, one: Adventurer, kind: str, which: Any) -> Adventurer:
    life = one.life
    if kind == "move":
        return _moved(play, one, which[1], which[2])
    if kind == "skill":
        basic = short(skills()[which].upgrades_from) if skills()[which].upgrades_from else ""
        play.tell("skill", one.name, which, why=PRICES)
        kept = tuple(skill for skill in life.skills if skill != basic)
        return replace(one, life=replace(life, skills=(*kept, short(which))))
    if kind == "trauma":
        play.tell("trauma.healed", one.name, which, why="dead_weight.trauma.general")
        return healed_of(one, short(which))
    if kind == "proficiency":
        on = score(one, which)
        play.tell("proficiency", one.name, which, on.proficiency + 1, why=PRICES)
        return with_score(one, which, replace(on, proficiency=on.proficiency + 1))
    return grown(play, one, which)


def _moved(play: Play, one: Adventurer, source: Attribute, target: Attribute) -> Adventurer:
    """The adventurer with a point moved from one score to another; fatigue that no longer fits is removed."""
    less, more = score(one, source), score(one, target)
    fatigue = min(less.fatigue, less.score - 1 - less.wounds)
    play.tell("score.moved", one.name, source, target, why=PRICES)
    one = with_score(one, source, replace(less, score=less.score - 1, fatigue=fatigue))
    return with_score(one, target, replace(more, score=more.score + 1))


@rule("dead_weight.setting.insight_use")
def _cannot_spend(state: State, who: str) -> Refusal | None:
    """Why insight cannot be spent: the table does not allow it, or there is too little."""
    one = adventurer(state, who)
    return None if improvements(state, one) else Refusal("no_insight", (one.name, one.life.insight), INSIGHT)


@rule("dead_weight.action.interlude_retire", "dead_weight.progress.guild", "dead_weight.progress.level_cap")
def retire(play: Play, state: State, who: str) -> State:
    """An adventurer leaves play for good and joins the guild's list; their allies leave too."""
    one = adventurer(state, who)
    if play.choose(one.seat, "retire", ("no", "yes"), one.name, why=RETIRE) == "no":
        return state
    play.tell("retires", one.name, why="dead_weight.progress.guild")
    state = put(state, gain(one, "retired"))
    allies = tuple(ally for ally in state.allies if ally.owner != who)
    return replace(state, allies=allies, guild=(*state.guild, one.name))


def _resting(state: State, who: str) -> bool:
    return staying(state, who) and any(one.id == who and alive(one) for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "raise_attribute",
        raise_attribute,
        RAISE,
        cost="free",
        shown=_resting,
        refuse=_cannot_raise,
        group="interlude",
        rank=1,
    ),
    Deed(
        "spend_insight",
        spend_insight,
        INSIGHT,
        cost="free",
        shown=_resting,
        refuse=_cannot_spend,
        group="interlude",
        rank=1,
    ),
    Deed("retire", retire, RETIRE, cost="free", shown=_resting, group="interlude", rank=1),
)
