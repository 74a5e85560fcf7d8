"""Magic, prayers and hits in narrow cases: whose effect it is, what it leaves alone, and what is told of it."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.combat.actions import reload
from tallow.games.dead_weight.combat.attack import land
from tallow.games.dead_weight.combat.chart import Way, nearest
from tallow.games.dead_weight.combat.rounds import placed
from tallow.games.dead_weight.combat.skill_actions import intimidate
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.gear.handling import give
from tallow.games.dead_weight.gear.inventory import CURSES, without
from tallow.games.dead_weight.gear.items import IN_TURN, usable
from tallow.games.dead_weight.gear.market import sell
from tallow.games.dead_weight.gear.tools import build_trap
from tallow.games.dead_weight.harm.wounds import place
from tallow.games.dead_weight.magic.channelling import turn_begins
from tallow.games.dead_weight.magic.effects import expedition_over, tick_round
from tallow.games.dead_weight.state import OFF_CHART, Effect, Item, Purse, adventurer, enemy
from tallow.testing import covers
from tests.games.dead_weight.casters import (
    SPELL,
    answered,
    calm,
    cleric,
    foe,
    fray,
    friend,
    options,
    running,
    thing_of,
    wizard,
    worked,
)
from tests.games.dead_weight.people import corpse, fighting, lying, somebody, table
from tests.games.playing import done

WHY = "dead_weight.test.when"


@covers("dead_weight.wound.non_lethal")
def test_what_cannot_kill_does_nothing_to_whoever_has_no_room_for_a_wound():
    full = somebody("zael", (1, 0, 0, 1), (1, 0, 0, 1), 0, 0)
    state = table(full)
    assert done(place, state, "zael", 1, WHY, lethal=False)[0] == state
    roomy = table(somebody("zael", (1, 0, 0, 1), 2, 1, 2))
    after, play = done(place, roomy, "zael", 3, WHY, lethal=False, script=["PRE"])
    assert (options(play, "place"), lying(after.party[0], "PRE")) == (("DEX", "PRE"), (0, 2))


@covers("dead_weight.spell.smoke_form")
@pytest.mark.parametrize(("dead_there", "dies"), [(False, True), (True, False)])
def test_smoke_that_takes_shape_where_one_of_the_enemies_stands_is_death(dead_there, dies):
    there = foe("there", at=(2, 2), conditions=("dead",) if dead_there else ())
    state, _ = worked(fray(wizard("smoke_form"), enemies=(foe(), there)), "smoke_form")
    solid, _ = done(turn_begins, state, "mira")
    assert ("dead" in adventurer(solid, "mira").conditions) is dies


@covers("dead_weight.action.combat_intimidate", "dead_weight.combat.attack_tokens", "dead_weight.token.dodge")
def test_tokens_against_intimidation_are_taken_from_one_enemy_after_another():
    def near(id_, **tokens):
        return corpse(id_, at=(1, 0), armour=0, **tokens)

    one = somebody(presence=3, at=(0, 0), skills=("intimidate",))
    foes = [near("a", dodge=1), near("b", dodge=3), near("c", shield=2)]
    state = table(one, enemies=foes, combat=fighting(turn="zael", actions=2))
    script = ["roll", [4, 4, 4], ("foe_dodge", 4), 4, ("foe_dodge", 4), 4, ("foe_shield", 4), 4, "pass"]
    after, _ = done(intimidate, state, "zael", script=script)
    assert [(foe.shield, foe.dodge) for foe in after.enemies] == [(0, 0), (0, 2), (1, 0)]


@covers("dead_weight.action.combat_intimidate", "dead_weight.monster_trait.ethereal")
def test_the_ethereal_can_be_frightened_and_burnt_from_within():
    one = somebody(presence=1, at=(0, 0), skills=("intimidate",))
    ghost = corpse(at=(1, 0), armour=0, traits=("ethereal",))
    state = table(one, enemies=[ghost], combat=fighting(turn="zael", actions=2))
    assert enemy(done(intimidate, state, "zael", script=["roll", [5]])[0], "foe").taken == 1
    ghoul = foe(at=(3, 2), armour=0, traits=("ethereal",))
    burnt, _ = answered(fray(cleric("cleansing_flames"), enemies=(ghoul,)), "cleansing_flames", ["roll", [5, 2]])
    assert enemy(burnt, "ghoul").taken > 0


@covers("dead_weight.spell.weave_fate")
def test_weaving_again_unravels_ones_own_dice_and_nobody_elses():
    other = Effect("other", f"{SPELL}weave_fate", "tam", unit="expedition")
    state = calm(wizard("weave_fate"), friend(), effects=(other,))
    once, _ = worked(state, "weave_fate", [2, [3, 6], [1, 1]])
    (first,) = [effect for effect in running(once, "weave_fate") if effect.by == "mira"]
    again, _ = worked(once, "weave_fate", [[5], [1, 1]])
    assert [effect.by for effect in running(again, "weave_fate")] == ["tam", "mira"]
    assert first.id not in [effect.id for effect in again.effects]
    one = adventurer(again, "mira")
    assert (one.magic.fate, lying(one, "INT")) == ((5,), (0, 2)), "two unused dice are two wounds"


@covers("dead_weight.exploration.free_equip", "dead_weight.light.usage")
def test_one_of_a_lit_bundle_is_handed_over_unlit():
    torches = thing_of("item.torch", "torches", place="right", count=2, lit=True)
    state, _ = done(give, table(somebody(items=(torches,)), somebody("ann")), "zael", "torches", "ann", 1)
    assert [(item.count, item.lit) for one in state.party for item in one.items] == [(1, True), (1, False)]


@covers("dead_weight.prayer.apotheosis", "dead_weight.spell.turns")
@pytest.mark.parametrize(("conditions", "goes_on"), [((), True), (("fainted",), False), (("asleep",), False)])
def test_apotheosis_ends_with_the_round_for_those_who_have_no_turn(conditions, goes_on):
    lifted = Effect("e", "dead_weight.prayer.apotheosis", "odo", ("tam",), unit="round", lifted=(("STR", 1),))
    state = fray(cleric(), friend(conditions=conditions), effects=(lifted,))
    after, _ = done(tick_round, state)
    assert (bool(after.effects), lying(adventurer(after, "tam"), "STR")) == (goes_on, (0 if goes_on else 1, 0))


@covers("dead_weight.setting.undead_immune_to_presence")
def test_that_presence_does_nothing_to_the_mindless_is_told_where_it_is_so():
    state = fray(somebody(at=(2, 2)), enemies=(foe(),), settings={"undead_immune_to_presence": True})
    (after, taken), play = done(land, state, "zael", "ghoul", Attack("PRE", 1), WHY)
    assert (after, taken) == (state, 0)
    assert [(line.code, line.facts) for line in play.told] == [("immune", (enemy(state, "ghoul").name,))]


@covers("dead_weight.spell.machine_spirit")
def test_the_machine_spirit_makes_broken_metal_whole_and_that_is_told():
    mail = thing_of("armour.scale_armor", "mail", place="worn", ap=0, broken=True)
    state = calm(wizard("machine_spirit"), friend(items=(mail,)))
    after, play = worked(state, "machine_spirit", ["mail"])
    (whole,) = adventurer(after, "tam").items
    assert (whole.ap, whole.broken) == (3, False)
    assert [(line.code, line.facts) for line in play.told] == [("mended", ("Tam", mail.name, 3))]


@covers("dead_weight.action.interlude_sell", "dead_weight.price.coins")
def test_the_gm_may_value_a_thing_at_two_hundred_and_what_brings_nothing_is_kept():
    state = table(somebody(presence=1, purse=Purse(1), items=(Item("tooth", "Tooth"),)))
    after, play = done(sell, state, "zael", script=[200, "roll", [5]])
    assert tuple(options(play, "worth")) == tuple(range(201))
    assert (after.party[0].purse.silver, after.party[0].items) == (201, ())
    after, play = done(sell, state, "zael", script=[1, "roll", [3]])
    assert (after.party[0].purse.silver, len(after.party[0].items), play.codes()[-1]) == (1, 1, "market.no_buyer")
    after, _ = done(sell, state, "zael", script=[1, "roll", [5]])
    assert after.party[0].purse.silver == 2


@covers("dead_weight.spell.pocket_reality")
def test_only_who_made_the_tiny_bag_loses_what_is_in_it():
    state, _ = worked(calm(wizard("pocket_reality"), friend(containers=("tiny_bag",))), "pocket_reality")
    over, _ = done(expedition_over, state)
    assert ["tiny_bag" in one.containers for one in over.party] == [False, True]


@covers("dead_weight.action.combat_reload", "dead_weight.weapon.crossbow")
def test_without_a_crossbow_that_wants_loading_there_is_nothing_to_reload():
    loaded = replace(thing_of("weapon.crossbow", "bow", place="both"), loaded=True)
    state = table(somebody(items=(loaded,)), combat=fighting())
    after, play = done(reload, state, "zael")
    assert (after, play.told) == (state, [])


@covers("dead_weight.item.trapping_kit")
def test_a_snare_lies_in_the_room_where_it_was_set_and_nowhere_without_a_place():
    kit = thing_of("item.trapping_kit", "kit", place="back")
    state = table(somebody(items=(kit,)))
    after, _ = done(build_trap, state, "zael", kit, "")
    assert [(trap.room, trap.known) for trap in after.locations[0].traps] == [(state.locations[0].room, True)]
    nowhere = replace(state, locations=(), here="")
    after, play = done(build_trap, nowhere, "zael", kit, "")
    assert (after, play.codes()) == (nowhere, ["trap.built"])


@covers("dead_weight.combat.setup_place")
def test_those_for_whom_a_column_has_no_row_stand_in_the_next_one_behind():
    party = tuple(somebody(f"p{n}") for n in range(9))
    foes = [corpse(f"f{n}") for n in range(9)]
    state = table(*party, enemies=foes, combat=fighting())
    height = fighting().height
    after, _ = done(placed, state, script=["nearby"])
    for side, column, behind, facing in ((after.party, 3, 2, 2), (after.enemies, 8, 9, 6)):
        assert [one.at[0] for one in side] == [column] * height + [behind] * (9 - height)
        assert sorted(one.at[1] for one in side[:height]) == list(range(height))
        assert {one.facing for one in side} == {facing}


@covers("dead_weight.action.enemy_move", "dead_weight.enemy.move_leave")
def test_the_nearest_square_is_the_cheapest_of_those_that_are_nearest_and_safe_ones_leave_no_reach():
    ways = {
        (1, 0): Way(((1, 0),), 1, 0),
        (3, 0): Way(((2, 0), (3, 0)), 2, 1),
        (3, 2): Way(((2, 1), (3, 2)), 3, 0),
        OFF_CHART: Way((OFF_CHART,), 1, 0),
    }
    near = nearest.__wrapped__
    assert near(ways, ((4, 1),), True, False) == (ways[3, 0], 1)
    assert near(ways, ((4, 1),), True, True) == (ways[3, 2], 1)
    assert near({OFF_CHART: ways[OFF_CHART]}, ((4, 1),), True, False) is None


@covers("dead_weight.action.interlude_sell", "dead_weight.price.coins")
@pytest.mark.parametrize(
    ("kind", "more", "price", "silver"),
    [
        ("item.torch", {"count": 1}, [1], 1),
        ("item.torch", {"count": 1}, [5], 2),
        ("item.torch", {"count": 2}, [5], 5),
        ("weapon.battle_axe", {}, [2, 6], 24),
    ],
)
def test_part_of_a_pack_brings_its_part_and_at_least_one_coin(kind, more, price, silver):
    state = table(somebody(presence=1, items=(thing_of(kind, "it", **more),)))
    after, _ = done(sell, state, "zael", script=["roll", [5], price])
    assert after.party[0].purse.silver == silver


@covers("dead_weight.item.oil", "dead_weight.item.lantern")
def test_oil_fills_a_lantern_that_is_not_full():
    oil, lantern = thing_of("item.oil", "oil", place="back"), thing_of("item.lantern", "lantern", place="belt")
    for left, fills in ((lantern.usage, False), (lantern.usage - 2, True), (0, True)):
        state = table(somebody(items=(oil, replace(lantern, usage=left))))
        assert ("oil" in tuple(usable(state, "zael", *IN_TURN))) is fills
    broken = table(somebody(items=(oil, replace(lantern, usage=0, broken=True))))
    assert "oil" not in tuple(usable(broken, "zael", *IN_TURN))


@covers("dead_weight.item.cursed_ring_of_plague_protection")
def test_the_curse_ends_with_the_ring_among_other_things_and_with_nothing_else():
    ring = thing_of("item.cursed_ring_of_plague_protection", "ring", place="worn", marks=(CURSES,))
    worn = somebody(items=(Item("cup", "Cup"), ring), afflictions=("cursed", "angry"))
    assert without(worn, "ring").afflictions == ("angry",)
    assert without(worn, "cup").afflictions == ("cursed", "angry")
    plain = replace(worn, items=(worn.items[0], replace(ring, marks=())))
    assert without(plain, "ring").afflictions == ("cursed", "angry")
