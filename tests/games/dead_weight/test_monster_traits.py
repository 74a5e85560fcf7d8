"""Every trait of the bestiary does what its entry says."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.camp.camping import holders
from tallow.games.dead_weight.camp.carcass import DEEDS as CARCASS
from tallow.games.dead_weight.combat.attack import kill, land, wound_enemy
from tallow.games.dead_weight.combat.chart import behind
from tallow.games.dead_weight.combat.morale import edge, enemy_morale, minds
from tallow.games.dead_weight.combat.rounds import start_turn
from tallow.games.dead_weight.combat.weapon_attacks import attack, manners
from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.entries.monsters import enemy_actions, monsters
from tallow.games.dead_weight.gear.items import AT_LEISURE, IN_FIGHT, usable, use
from tallow.games.dead_weight.harm.wounds import Hit
from tallow.games.dead_weight.monsters import enemies
from tallow.games.dead_weight.monsters.bestiary import spawn
from tallow.games.dead_weight.monsters.enemy_choices import next_step
from tallow.games.dead_weight.monsters.enemy_movement import points, price, reach
from tallow.games.dead_weight.monsters.enemy_turns import enemy_turn_round, refuse_action, refuse_move
from tallow.games.dead_weight.monsters.monster_traits import actions, foul_air, to_hit
from tallow.games.dead_weight.state import Camp, Corpse, Item, adventurer, enemy
from tallow.testing import covers
from tests.games.dead_weight.foes import HERE, NEXT_TO, arena, foe, rigged, shown, tough, why_not, wounds
from tests.games.dead_weight.people import code, somebody

FALCHION = Attack("STR", 3, 1, (), ("B",))
SWORD = Item("sword", "Falchion", "dead_weight.weapon.falchion", place="right")
WHY = "dead_weight.action.combat_attack"


def hit(state, who="zael", profile=FALCHION, *, dice=(), melee=True, magic=False, **answers):
    """A plain hit upon the enemy; the state afterwards, the wounds taken, and the play."""

    def rule(play, state):
        return land(play, state, who, "foe", profile, WHY, melee=melee, magic=magic)

    (state, taken), play = rigged(rule, state, dice=dice, **answers)
    return state, taken, play


def test_every_trait_of_a_monster_has_an_entry():
    known = {raw["id"] for raw in BOOK.raw("monster_trait")}
    for monster in monsters().values():
        assert set(monster.traits) <= known


@covers("dead_weight.monster_trait.mindless", "dead_weight.enemy.ignores_morale")
def test_the_mindless_have_no_morale():
    goblins = tuple(foe("goblin_scrapper", f"g{n}") for n in range(3))
    husks = tuple(foe("reanimated_husk", f"h{n}") for n in range(2))
    state = arena(tough(), enemies=(*goblins, *husks))
    assert enemy_morale(state) == 4
    assert enemy_morale(arena(tough(), enemies=husks)) is None
    assert [minds(one) for one in (goblins[0], husks[0])] == [True, False]
    state, _ = rigged(kill, state, "h0")
    assert state.combat.enemy_morale == 4
    state, _ = rigged(kill, state, "g0")
    assert state.combat.enemy_morale == 3
    broken = replace(state, combat=replace(state.combat, broken=("enemies",)))
    assert (edge(broken, goblins[1]), edge(broken, husks[1])) == ((1, 0), (0, 0))


@covers("dead_weight.monster_trait.frenzied")
def test_the_frenzied_have_three_actions():
    goblin = foe("bloodshot_goblin")
    assert actions(goblin) == goblin.actions == 3
    assert actions(replace(goblin, actions=2)) == 3
    state, _ = rigged(start_turn, arena(tough(), enemies=(goblin,)), "foe")
    assert state.combat.actions == 3


@covers("dead_weight.monster_trait.nimble", "dead_weight.monster_trait.wall_climber", "dead_weight.enemy.move_leave")
def test_leaving_a_square_next_to_somebody_costs_two_points():
    plain = foe("slumbering_corpse")
    far = {square for square, way in reach(arena(tough(), enemies=(plain,)), plain).items() if way.cost <= 3}
    assert (7, 3) in far
    assert (8, 3) not in far
    for name in ("shrunken_corpse", "bloodshot_goblin"):
        quick = replace(foe(name), movement=3)
        assert (8, 3) in reach(arena(tough(), enemies=(quick,)), quick)
    penned = replace(plain, movement=1)
    assert reach(arena(tough(), enemies=(penned,)), penned) == {}


@covers("dead_weight.monster_trait.hard_to_hit")
def test_the_small_and_quick_are_hit_with_disadvantage():
    assert [to_hit(foe(name)) for name in ("plagued_rat", "lesser_demon", "shrunken_corpse", "gnoll")] == [1, 1, 1, 0]
    state = arena(
        somebody("zael", 1, at=NEXT_TO, items=(SWORD,)), enemies=(foe("plagued_rat"),), step="fast", turn="zael"
    )
    manner = manners(state, adventurer(state, "zael"))[0]
    state, _ = rigged(attack, state, "zael", "foe", manner, dice=(5, 2), reroll=("disadvantage", 5), keep_face=2)
    assert enemy(state, "foe").taken == 0


@covers("dead_weight.monster_trait.terrifying")
def test_hits_of_the_terrifying_terrify_even_without_a_wound():
    demon = foe("void_demon")
    state = arena(tough(), enemies=(demon,), turn="foe")
    whip = replace(enemy_actions()["dead_weight.enemy_action.void_whip"], wounds=0)
    state, _ = rigged(enemies.carry_out, state, "foe", whip, "zael", dice=(2,))
    assert (wounds(state.party[0]), "terrified" in state.party[0].afflictions) == (0, True)


@covers(
    "dead_weight.monster_trait.flies", "dead_weight.monster_trait.immaterial", "dead_weight.monster_trait.incorporeal"
)
def test_walls_stop_all_but_the_immaterial():
    walls = tuple((6, y) for y in range(8))
    alone = tough(at=(0, 0))
    for name, passes in (("void_demon", False), ("gnoll", False), ("ectoplasmic_worm", True)):
        one = replace(foe(name), movement=3)
        state = arena(alone, enemies=(one,), walls=walls)
        assert ((7, 3) in reach(state, one)) is passes
        assert (6, 3) not in reach(state, one)
    flier = foe("vault_weaver")
    assert "flies" in flier.traits
    assert (8, 3) in reach(arena(alone, enemies=(flier,)), flier)


@covers("dead_weight.monster_trait.cap_one", "dead_weight.monster_trait.cap_two")
def test_many_as_one_take_little_at_a_time():
    for name, most in (("rat_king", 2), ("rotworm_swarm", 1)):
        state = arena(tough(), enemies=(foe(name, wounds=9),))
        assert hit(state)[1] == most
        assert hit(state, profile=replace(FALCHION, wounds=1))[1] == 1


@covers("dead_weight.monster_trait.jumpy", "dead_weight.monster_trait.scatter")
def test_who_is_hit_may_jump_aside():
    rat = foe("giant_rat", armour=0)
    state, _, _ = hit(arena(tough(), enemies=(rat,)), jump_where=(7, 3))
    assert enemy(state, "foe").at == (7, 3)
    spider = foe("dire_spider", armour=0, dodge=0)
    state, _, _ = hit(arena(tough(), enemies=(spider,)), jump_where=(6, 4))
    assert enemy(state, "foe").at == (6, 4)
    _, _, play = hit(arena(tough(), enemies=(replace(spider, stun=1),)))
    assert "enemy.moves" not in play.codes()
    _, _, play = hit(arena(tough(), enemies=(replace(rat, taken=5),)))
    assert "enemy.dies" in play.codes()


@covers("dead_weight.monster_trait.bursts")
def test_a_bloated_rat_bursts_over_everyone_close():
    party = (tough(), tough("amber", at=(6, 4)), tough("brice", at=(8, 8)))
    rat = foe("bloated_plague_rat")
    others = (rat, foe("gnoll", "gnoll", (5, 4), armour=0), foe("gnoll", "far", (9, 3)))
    state = arena(*party, enemies=others)
    state, _ = rigged(kill, state, "foe", dice=([1, 4], [2, 3]))
    assert [wounds(one) for one in state.party] == [2, 2, 0]
    assert [one.afflictions for one in state.party] == [("plagued",), (), ()]
    assert (enemy(state, "gnoll").taken, enemy(state, "far").taken) == (2, 0)


@covers("dead_weight.monster_trait.foul_presence")
def test_foul_air_sickens_and_spoils_while_it_is_there():
    food = (Item("r", "Ration", "dead_weight.item.ration"), Item("w", "Water", "dead_weight.item.water"), SWORD)
    party = (tough(items=food), tough("amber", at=(11, 7), afflictions=("nauseated",)), tough("brice", at=(11, 0)))
    weaver = foe("red_weaver", at=(5, 3))
    state, _ = rigged(foul_air, arena(*party, enemies=(weaver,)))
    near, had, far = state.party
    assert [(item.id, item.marks) for item in near.items] == [("r", ("spoiled",)), ("w", ("spoiled",)), ("sword", ())]
    assert (near.afflictions, far.afflictions) == (("nauseated",), ("nauseated",))
    gone = replace(
        state, party=(replace(near, at=(11, 3)), had, replace(far, at=(11, 3))), enemies=(replace(weaver, at=(0, 3)),)
    )
    state2, _ = rigged(foul_air, gone)
    assert [one.afflictions for one in state2.party] == [(), ("nauseated",), ()]
    state3, _ = rigged(kill, state, "foe")
    assert [one.afflictions for one in state3.party] == [(), ("nauseated",), ()]


@covers("dead_weight.monster_trait.foul_presence", "dead_weight.item.scroll_of_purify_food")
def test_nobody_eats_what_foul_air_has_spoiled_until_it_is_purified():
    ration = Item("r", "Ration", "dead_weight.item.ration")
    scroll = Item("s", "Scroll", "dead_weight.item.scroll_of_purify_food")
    hungry = tough(items=(ration, scroll), afflictions=("hungry",), traits=("magic_user",))
    far = tough("amber", at=(0, 0), items=(replace(ration, id="other", marks=("spoiled",)),))
    state = arena(hungry, far, enemies=(foe("red_weaver"),))
    assert not [told for told in rigged(foul_air, rigged(foul_air, state)[0])[1].told if told.code == "spoils"]
    state, _ = rigged(foul_air, state)
    assert list(usable(state, "zael", *AT_LEISURE)) == ["s"]
    assert not holders(state, ration.ref)
    state, play = rigged(use, state, "zael", "s", *IN_FIGHT)
    assert [item.marks for one in state.party for item in one.items] == [(), ("spoiled",)]
    assert [told.facts for told in play.told if told.code == "purified"] == [("Zael", ("Ration",))]
    assert holders(state, ration.ref) == (("zael", "r"),)


@covers("dead_weight.monster_trait.slow_turning")
def test_the_crab_needs_an_action_to_turn():
    crab = foe("giant_crab", facing=2)
    state = arena(tough(), enemies=(crab,), turn="foe")
    assert behind(crab, NEXT_TO)
    assert code(refuse_action(state, "foe")) == "nothing_in_reach"
    assert next_step(state, crab, 2) == ("turn", 6)
    state, _ = rigged(enemy_turn_round, state, "foe", face=6)
    assert (state.combat.actions, refuse_action(state, "foe")) == (1, None)


@covers("dead_weight.monster_trait.crawls", "dead_weight.monster_trait.heavy")
def test_crawlers_and_the_heavy_are_slow():
    husk, screamer = foe("reanimated_husk"), foe("bloated_screamer")
    state = arena(tough(at=(0, 0)), enemies=(husk,), turn="foe", actions=1)
    assert price(husk) == 2
    assert code(refuse_move(state, "foe")) == "actions"
    assert points(state, replace(screamer, movement=5)) == 1


@covers("dead_weight.monster_trait.no_personal_space")
def test_other_undead_may_share_the_tile_of_a_husk():
    husk, dead = foe("reanimated_husk", "husk"), foe("slumbering_corpse", "dead", (6, 3))
    state = arena(tough(at=(0, 0)), enemies=(husk, dead))
    assert husk.at in reach(state, dead)


@covers("dead_weight.monster_trait.quick_dodge")
def test_the_quick_get_a_dodge_token_each_turn():
    state, _ = rigged(start_turn, arena(tough(), enemies=(foe("spiderling"),)), "foe")
    assert enemy(state, "foe").dodge == 1


@covers("dead_weight.monster_trait.acid_pustules")
def test_each_wound_sprays_acid_on_all_close():
    party = (tough(), tough("amber", at=(6, 2)), tough("brice", at=(8, 3)))
    ally = foe("medium_ally", "dog", (5, 4), owner="zael", seat="player")
    screamer = foe("bloated_screamer", armour=0)
    state = arena(*party, enemies=(screamer,), allies=(ally,))
    state, taken, _ = hit(state, dice=(2, 5, 2))
    assert taken == 3
    assert [wounds(one) for one in state.party] == [1, 0, 0]
    assert enemy(state, "dog").taken == 1
    unhurt = arena(*party, enemies=(replace(screamer, resistance=9),))
    assert hit(unhurt)[1] == 0
    bleeding = arena(*party, enemies=(replace(screamer, bleeding=True),))
    state, _ = rigged(start_turn, bleeding, "foe", dice=(3, 2, 2))
    assert [wounds(one) for one in state.party] == [1, 1, 0]


@covers("dead_weight.monster_trait.ethereal")
def test_only_magic_hurts_the_ethereal():
    state = arena(tough(), enemies=(foe("shadow"),))
    assert hit(state)[1] == 0
    assert hit(state, magic=True)[1] == 3


@covers("dead_weight.monster_trait.acid_blood")
def test_acid_blood_ruins_weapons():
    spider = foe("giant_spider", armour=0, resistance=0)
    state = arena(tough(items=(SWORD,)), enemies=(spider,))
    ruined, _, _ = hit(state, dice=(1,))
    assert (ruined.party[0].items[0].broken, ruined.party[0].items[0].marks) == (True, ("ruined",))
    spared, _, _ = hit(state, dice=(2,))
    assert not spared.party[0].items[0].broken
    hit(state, melee=False)


@covers("dead_weight.monster_trait.man_eater")
def test_a_gremlin_that_eats_a_human_becomes_a_bugbear():
    gremlin = foe("gremlin", taken=1)
    state = arena(tough(at=(9, 9)), enemies=(gremlin,), turn="foe")
    pig = Corpse("pig", "Pig", at=NEXT_TO)
    assert enemies.targets(replace(state, corpses=(pig,)), gremlin, enemies.EATING) == ()
    state = replace(state, corpses=(pig, replace(pig, id="man", human=True)))
    assert enemies.targets(state, gremlin, enemies.EATING) == ("man",)
    state, _ = rigged(enemies.carry_out, state, "foe", enemies.EATING, "man")
    grown = enemy(state, "foe")
    assert (grown.of, grown.name, grown.taken) == ("dead_weight.monster.bugbear", "Bugbear", 0)
    assert "man_eater" not in grown.traits


@covers("dead_weight.monster_trait.edible")
def test_a_leech_feeds_the_hungry_and_sickens_them():
    leech = foe("giant_leech")
    hungry = (tough(afflictions=("hungry",)), tough("amber", afflictions=("hungry",)), tough("brice"))
    fought = arena(*hungry, enemies=(leech, foe("gnoll", "other")))
    state, _ = rigged(kill, fought, "foe")
    camped = replace(state, combat=None, phase="camp", camp=Camp("actions", 2, fire=True, supplies=1))
    cook = CARCASS[0]
    assert shown(cook, camped, "zael")
    assert why_not(cook, camped, "zael") == ""
    assert why_not(cook, replace(camped, camp=replace(camped.camp, fire=False)), "zael") == "no_fire"
    state, _ = rigged(cook.do, camped, "zael")
    assert [one.afflictions for one in state.party] == [("nauseated",), ("nauseated",), ()]
    assert state.camp.actions == 1
    assert not shown(cook, state, "zael")


@pytest.mark.parametrize("name", [id_.rpartition(".")[2] for id_ in monsters()])
def test_traits_bend_nothing_that_is_not_theirs(name):
    one = spawn(f"dead_weight.monster.{name}", "foe", at=HERE)
    state = arena(tough(), enemies=(replace(one, traits=(), armour=0, resistance=0, wounds=9),))
    assert hit(state)[1] == 3
    (_, taken), _ = rigged(wound_enemy, state, "foe", Hit(2))
    assert taken == 2
