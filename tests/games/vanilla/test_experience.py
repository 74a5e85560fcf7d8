"""Experience: monsters, gold, the split, levels."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.characters.experience import (
    DEEDS,
    avoided,
    award,
    brought_home,
    earned,
    find_gold,
    found_here,
    monster_xp,
    share,
)
from tallow.games.vanilla.characters.levels import gain_level, new_spell
from tallow.games.vanilla.combat.aftermath import finish
from tallow.games.vanilla.combat.free_attacks import allowed
from tallow.games.vanilla.entries import FIGHTER, MAGIC_USER, callings
from tallow.games.vanilla.gear.inventory import scroll, treasure
from tallow.games.vanilla.harm.damage import dies
from tallow.games.vanilla.magic.lasting import begin
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import MARKS, Known, Life
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.fighters import fighting, foe, refusal, somebody, table


def four(*more):
    return table(*[somebody(name) for name in ("ann", "bob", "cat", "dan")], *more)


@covers("vanilla.xp.monsters", "vanilla.xp.sources")
def test_fifty_for_each_hit_die():
    assert 3 * monster_xp(1) + monster_xp(4) == 350
    assert monster_xp(3) == 150
    assert monster_xp(0) == 0


@covers("vanilla.xp.split", "vanilla.xp.helpers", "vanilla.phase.reward")
def test_split_among_the_living_characters_rounded_down():
    state, _ = done(share, four(), 350, "x")
    assert [one.life.xp for one in state.party] == [87] * 4
    state, _ = done(share, four(somebody("hal", kind="helper", of="vanilla.helper.man_at_arms", life=Life())), 350, "x")
    assert [one.life.xp for one in state.party] == [87] * 4 + [0]
    fewer = table(somebody(), somebody("bob", conditions=("dead",)), somebody("cat", conditions=("stone",)))
    state, _ = done(share, fewer, 350, "x")
    assert [one.life.xp for one in state.party] == [350, 0, 0]


@covers("vanilla.xp.gold", "vanilla.xp.sources", "vanilla.item.treasure")
def test_gold_brought_home_counts_once():
    party = [somebody(name, coins=95) for name in ("ann", "bob", "cat")]
    rich = somebody("dan", coins=400, items=[treasure("cup", 60, "t"), scroll("vanilla.spell.sleep", "Sleep", "s")])
    state = find_gold(table(*party, rich), 340)
    home, _ = done(brought_home, state)
    assert [one.life.xp for one in home.party] == [100] * 4
    again, _ = done(brought_home, home)
    assert again.party == home.party
    town = find_gold(table(somebody(), place="settlement"), 500)
    assert town.brought == 0, "trade and theft in settlements give none"
    spent = replace(find_gold(table(somebody(coins=10)), 340), place="dungeon")
    assert done(brought_home, spent)[0].party[0].life.xp == 10, "only what is brought"


@covers("vanilla.creation.gold")
def test_starting_gold_earns_nothing():
    assert done(brought_home, table(somebody(coins=90)))[0].party[0].life.xp == 0


@covers("vanilla.xp.level", "vanilla.xp.level_gain")
def test_levels():
    one = somebody(grit=3, life=Life(attributes=(10,) * 6, xp=1950))
    after, _ = done(earned, one, 87, Settings())
    assert (after.level, after.life.xp) == (2, 2037)
    assert (after.grit, after.grit_max, after.flesh, after.flesh_max) == (5, 7, 7, 7)
    assert allowed(after) == 2
    high, _ = done(earned, somebody(), 10_000_000, Settings())
    assert high.level == 10
    for ref in (FIGHTER,):
        for line in callings()[ref].levels[1:]:
            short, _ = done(earned, somebody(), line.xp - 1, Settings())
            assert short.level == line.level - 1
            there, _ = done(earned, somebody(), line.xp, Settings())
            assert (there.level, there.av, there.st) == (line.level, line.av, line.st)


@covers("vanilla.learn.level", "vanilla.action.learn", "vanilla.class.magic_user")
def test_a_caster_gains_a_spell_with_each_level():
    one = somebody(calling="magic_user", book=(Known("vanilla.spell.charm"),))
    after, play = done(
        earned, one, callings()[MAGIC_USER].at(3).xp, Settings(), script=[1, 1, 1, 9, 6, "vanilla.spell.fly"]
    )
    assert after.level == 3
    names = [known.spell.rpartition(".")[2] for known in after.book]
    assert names == ["charm", "sleep", "fly"], "a known one is rolled again, a 6 is a free choice"
    assert after.life.spells_gained == ("vanilla.spell.sleep", "vanilla.spell.fly")
    _, play = done(gain_level, somebody(), Settings())
    assert not play.asked


@covers("vanilla.learn.level_scroll", "vanilla.learn.scroll_kept", "vanilla.setting.scroll_copy")
@pytest.mark.parametrize(("how", "left"), [("kept", 1), ("consumed", 0)])
def test_or_one_from_a_scroll(how, left):
    one = somebody(calling="magic_user", items=[scroll("vanilla.spell.web", "Web", "s")])
    after, play = done(new_spell, one, Settings(scroll_copy=how), script=["vanilla.spell.web"])
    assert after.book == (Known("vanilla.spell.web"),)
    assert len(after.items) == left
    assert len(play.asked) == 1, "said before anything is rolled"


@covers("vanilla.action.gm_award", "vanilla.xp.monsters")
def test_the_gm_confirms():
    state = replace(four(), overcome=(1, 1, 1, 4))
    after, _ = done(award, state, "", script=[350])
    assert [one.life.xp for one in after.party] == [87] * 4
    assert after.overcome == ()
    none, _ = done(award, state, "", script=["none"])
    assert none.party == state.party
    assert none.overcome == ()
    extra, _ = done(award, four(), "", script=[200])
    assert extra.party[0].life.xp == 50
    assert refusal(DEEDS, "award", table(somebody(conditions=("dead",))), "") == "no_party"


@covers("vanilla.xp.monsters")
def test_whoever_is_got_past_counts_too():
    state = replace(table(somebody(), foes=[foe(hd=4), foe("rat", traits=("no_xp",))]), phase="encounter")
    after, _ = done(avoided, state, "")
    assert after.overcome == (4,)
    assert (after.foes, after.phase) == ((), "explore")
    fray = table(somebody(), foes=[foe()], combat=fighting("ann"))
    assert refusal(DEEDS, "avoided", fray, "") is None


@covers("vanilla.xp.monsters", "vanilla.monster.split")
def test_the_first_part_of_what_has_split_counts_as_the_whole():
    parts = [foe(hd=5, marks=(MARKS.mark("xp", 10),)), foe("part", hd=5, traits=("no_xp",))]
    after, _ = done(avoided, table(somebody(), foes=parts), "")
    assert after.overcome == (10,)


@covers("vanilla.xp.monsters", "vanilla.damage.finish")
def test_whoever_dies_outside_a_fight_counts_too():
    state = table(somebody(), somebody("bob"), foes=[foe(hd=3, conditions=("asleep",))])
    killed, _ = done(dies, state, "orc")
    assert killed.overcome == (3,)
    assert done(avoided, killed, "")[0].overcome == (3,), "once for each"
    assert done(dies, state, "bob")[0].overcome == ()
    fray = replace(state, combat=fighting("ann"))
    assert done(dies, fray, "orc")[0].overcome == (), "that is counted when the fight is over"


@covers("vanilla.xp.monsters", "vanilla.combat.end")
def test_whom_poison_kills_as_a_fight_ends_counts_too():
    state = table(somebody(), foes=[foe(hd=3)], combat=fighting("ann", began=480), clock=482)
    state, _ = done(begin, state, "x", "dying", "ann", ("orc",), ends=485)
    after, _ = done(finish, state, "called_off")
    assert (after.foes, after.overcome) == ((), (3,))


@covers("vanilla.xp.gold", "vanilla.item.treasure")
def test_treasure_from_a_settlement_never_counts():
    cup = treasure("cup", 60, "t")
    assert not found_here(table(somebody()), cup).counted
    assert found_here(table(somebody(), place="settlement"), cup).counted
