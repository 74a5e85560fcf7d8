"""Progress: lessons raise attributes and levels, insight buys improvements, and the old retire into the guild."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.characters.progress import COST, improvements, learnable
from tallow.games.dead_weight.entries.characters import skills
from tallow.games.dead_weight.entries.magic import spells
from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.harm.mortal import suffer_trauma
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.state import Magic, Score
from tallow.testing import covers
from tests.games.dead_weight.expedition import act, refused
from tests.games.dead_weight.people import lying, somebody, table
from tests.games.dead_weight.staying import staying
from tests.games.playing import done

MISSILE, CURE = "dead_weight.spell.magic_missile", "dead_weight.prayer.cure_light_wounds"
RITUALIST, STALKER = "dead_weight.skill.ritualist", "dead_weight.skill.stalker"


def bought(one, *script, **more):
    state, play = act(staying(one, **more), "spend_insight", "zael", *script)
    return state.party[0], play


@covers("dead_weight.progress.raise_attribute", "dead_weight.action.interlude_raise")
def test_a_full_row_of_lessons_is_a_point_of_score_and_a_level():
    state = staying(somebody(dexterity=(2, 1, 1, 0, 5), strength=(3, 0, 0, 0, 4)))
    state, _ = act(state, "raise_attribute", "zael")
    one = state.party[0]
    assert (one.dexterity, one.life.level) == (Score(3, 1, 1, 0, 0), 2)
    assert one.strength.lessons == 4
    assert refused(state, "raise_attribute", "zael") == "no_lessons"
    abroad = {offer.action.name for offer in GAME.actions(table(somebody(dexterity=(2, 0, 0, 0, 5))), "player")}
    assert not abroad & {"raise_attribute", "spend_insight", "retire"}


@covers("dead_weight.setting.lesson_price")
@pytest.mark.parametrize(("price", "left"), [(5, None), (4, 0), (3, 1)])
def test_the_table_says_how_many_lessons_a_point_takes(price, left):
    state = staying(somebody(dexterity=(2, 0, 0, 0, 4)), settings={"lesson_price": price})
    if left is None:
        assert refused(state, "raise_attribute", "zael") == "no_lessons"
    else:
        assert act(state, "raise_attribute", "zael")[0].party[0].dexterity.lessons == left


@covers("dead_weight.progress.level_cap")
def test_nobody_goes_beyond_level_six():
    one = somebody(dexterity=(2, 0, 0, 0, 5))
    five = replace(one, life=replace(one.life, level=5))
    state, _ = act(staying(five), "raise_attribute", "zael")
    assert state.party[0].life.level == 6
    ready = replace(state.party[0], dexterity=Score(3, lessons=5))
    assert refused(staying(ready), "raise_attribute", "zael") == "level_cap"


@covers("dead_weight.progress.raise_attribute")
def test_with_intelligence_and_presence_a_spell_or_prayer_is_learned():
    wizard = somebody(
        intelligence=(2, 0, 0, 0, 5),
        presence=(2, 0, 0, 0, 5),
        traits=("magic_user", "divine_mandate"),
        school="dead_weight.school.necromancers",
        magic=Magic(spells=(MISSILE,)),
    )
    state, play = act(staying(wizard), "raise_attribute", "zael", "INT", "dead_weight.spell.pain")
    assert state.party[0].magic.spells == (MISSILE, "dead_weight.spell.pain")
    assert MISSILE not in play.asked[1].options
    assert set(play.asked[1].options) <= set(spells())
    state, _ = act(state, "raise_attribute", "zael", CURE)
    assert (state.party[0].magic.prayers, state.party[0].presence.score, state.party[0].life.level) == ((CURE,), 3, 3)


@covers("dead_weight.table.insight_prices")
def test_the_prices_are_those_of_the_table():
    assert [COST[kind] for kind in ("move", "skill", "trauma", "lowest", "score", "proficiency")] == [1, 1, 1, 2, 3, 4]
    assert [int(row.on) for row in tables()["dead_weight.table.insight_prices"].rows] == [1, 1, 1, 2, 3, 4]


@covers("dead_weight.table.insight_prices", "dead_weight.tragedy.insight_use")
@pytest.mark.parametrize(
    ("insight", "kinds"),
    [(0, ""), (1, "move skill"), (2, "move skill lowest"), (3, "move skill lowest score"),
     (4, "move skill lowest score proficiency")],
)  # fmt: skip
def test_what_insight_is_enough_for(insight, kinds):
    one = somebody(insight=insight)
    assert tuple(improvements(staying(one), one)) == tuple(kinds.split())


@covers("dead_weight.action.interlude_insight", "dead_weight.table.insight_prices")
def test_scores_and_proficiencies_are_bought_without_a_level():
    one, _ = bought(somebody(presence=1, insight=4), ("lowest", 2))
    assert (one.presence.score, one.life.insight, one.life.level) == (2, 2, 1)
    one, _ = bought(somebody(insight=3), ("score", 3), "STR")
    assert (one.strength.score, one.life.insight) == (4, 0)
    one, play = bought(somebody(strength=(3, 2), insight=5), ("proficiency", 4), "DEX")
    assert (one.dexterity.proficiency, one.life.insight) == (1, 1)
    assert "STR" not in play.asked[-1].options


@covers("dead_weight.action.interlude_insight")
def test_insight_three_buys_a_score_or_a_skill_and_the_lowest_score():
    one, _ = bought(somebody(presence=1, insight=3), ("skill", 1), RITUALIST)
    one, _ = bought(one, ("lowest", 2))
    assert (one.life.skills, one.presence.score, one.life.insight) == (("ritualist",), 2, 0)
    assert refused(staying(one), "spend_insight", "zael") == "no_insight"


@covers("dead_weight.table.insight_prices")
def test_a_point_moves_from_the_highest_score_to_a_lower_one():
    one, play = bought(somebody(strength=(3, 0, 2, 1), dexterity=3, insight=1), ("move", 1), ("move", "STR", "PRE"))
    assert (one.strength.score, one.presence.score, lying(one, "STR")) == (2, 3, (1, 1))
    ways = {option[1:] for option in play.asked[1].options}
    assert ways == {("STR", "INT"), ("STR", "PRE"), ("DEX", "INT"), ("DEX", "PRE")}
    full = somebody(strength=(3, 0, 0, 3), dexterity=2, insight=1)
    assert "move" not in improvements(staying(full), full)


@covers("dead_weight.table.insight_prices", "dead_weight.skill.upgrade")
def test_advanced_skills_need_their_basic_form_and_take_its_place():
    advanced = [skill for skill in skills().values() if skill.upgrades_from]
    assert advanced
    for skill in advanced:
        basic = skill.upgrades_from.rpartition(".")[2]
        assert skill.id not in learnable(somebody())
        assert skill.id in learnable(somebody(skills=(basic,)))
        one, _ = bought(somebody(skills=(basic, "pilfer"), insight=1), ("skill", 1), skill.id)
        assert one.life.skills == ("pilfer", skill.id.rpartition(".")[2])
        assert skill.upgrades_from not in learnable(one)
    assert {RITUALIST, STALKER, "dead_weight.skill.veteran"} <= set(learnable(somebody()))


def test_a_pet_comes_with_the_skill():
    state, _ = act(
        staying(somebody(insight=1)), "spend_insight", "zael", ("skill", 1), "dead_weight.skill.animal_affinity"
    )
    assert [ally.owner for ally in state.allies] == ["zael"]


@covers("dead_weight.trauma.general", "dead_weight.table.insight_prices")
def test_a_trauma_is_healed_for_one_insight():
    one, _ = bought(somebody(traumas=("paranoid", "visions"), insight=1), ("trauma", 1), "dead_weight.trauma.visions")
    assert (one.life.traumas, one.life.insight) == (("paranoid",), 0)


@covers("dead_weight.trauma.general", "dead_weight.trauma.chronic_pain", "dead_weight.trauma.brain_damage")
def test_with_a_trauma_the_point_that_it_took_comes_back():
    one = somebody(dexterity=(3, 1), traumas=("visions",), insight=2)
    state, _ = done(suffer_trauma, table(one), "zael", "chronic_pain", script=["STR"])
    state, _ = done(suffer_trauma, state, "zael", "brain_damage")
    hurt = state.party[0]
    assert (hurt.strength.score, hurt.dexterity.proficiency) == (2, 0)
    half, _ = bought(hurt, ("trauma", 1), "dead_weight.trauma.chronic_pain")
    assert (half.strength.score, half.dexterity.proficiency) == (3, 0)
    whole, _ = bought(half, ("trauma", 1), "dead_weight.trauma.brain_damage")
    assert whole == replace(one, life=replace(one.life, insight=0))
    untrained, _ = done(suffer_trauma, table(somebody(insight=1)), "zael", "brain_damage")
    healed, _ = bought(untrained.party[0], ("trauma", 1))
    assert healed == somebody()


@covers("dead_weight.setting.insight_use")
def test_the_table_says_what_insight_buys():
    one = somebody(insight=6)
    assert tuple(improvements(staying(one, settings={"insight_use": "move_only"}), one)) == ("move",)
    assert refused(staying(one, settings={"insight_use": "none"}), "spend_insight", "zael") == "no_insight"


@covers("dead_weight.action.interlude_retire", "dead_weight.progress.guild")
def test_who_retires_joins_the_guild_and_another_may_be_made():
    state = staying(somebody(), somebody("amber", seat="ann"))
    assert act(state, "retire", "zael", "no")[0] == state
    state, _ = act(state, "retire", "zael", "yes")
    assert (state.guild, state.party[0].conditions) == (("Zael",), ("retired",))
    names = {offer.action.name for offer in GAME.actions(state, "player")}
    assert names == {"make_character", "bring_character"}
    state, _ = act(state, "interlude_other", "amber")
    assert state.interlude.step == "sleep"
