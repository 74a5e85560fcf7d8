"""Attacks: what is in hand, whom it reaches, and the dice that it throws."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.combat.aims import aim, best_aim, chosen, no_target, take_aim
from tallow.games.modified_cairn.combat.attacks import Strike, caught, dice, reaches, ways
from tallow.games.modified_cairn.combat.rounds import begin, declare, plan_move, resolve
from tallow.games.modified_cairn.combat.strikes import strike_all
from tallow.games.modified_cairn.gear.things import made
from tallow.games.modified_cairn.goods import weapon_classes, weapons
from tallow.games.modified_cairn.monsters.bestiary import lookup, spawn
from tallow.games.modified_cairn.referee.marshalling import modify
from tallow.games.modified_cairn.state import Attack, Declaration, Item, Mark, State, has
from tallow.mechanics.two_sides import find
from tallow.testing import covers
from tests.games.modified_cairn.fighters import code, fighting, foe, pc, said, thing
from tests.games.playing import done


def names(creature):
    return [way.name for way in ways(creature)]


def thrown(state, who="yan", target="goblin", at=0, frenzy=""):
    return dice(state, Strike(who, ways(find(state, who))[at], target, frenzy))


@covers("modified_cairn.weapon.*", "modified_cairn.weapon_class.*", "modified_cairn.attack.die_range")
@pytest.mark.parametrize("arm", [*weapons().values(), *weapon_classes().values()], ids=lambda arm: arm.id)
def test_every_weapon_attacks_with_its_dice(arm):
    if arm.id.endswith("unarmed"):
        assert ways(pc("yan", thing("torch", "pack")))[0].dice == (4,)
        return
    held = thing("shield") if arm.id.endswith("shield_bash") else replace(made(arm.id, "arm"), place="hands")
    way = ways(pc("yan", held))[-1 if arm.use == "ranged" else 0]
    assert way.dice == (int(arm.dice[1:]),)
    assert (way.ranged, way.reach) == (arm.use == "ranged", arm.reach)
    assert ("cramped" in way.qualities) == bool(arm.impaired_in)
    assert ("reload" in way.qualities) == arm.reload
    assert not ways(pc("yan", replace(held, place="pack")))[0].items
    pack = fighting(pc("yan", held), confined=True, band="engaged" if not way.ranged else "nearby")
    assert dice(pack, Strike("yan", way, "goblin")) == ((4,) if arm.impaired_in else way.dice)


@covers(
    "modified_cairn.attack.dual_wield",
    "modified_cairn.action.dual_wield",
    "modified_cairn.weapon.ranged_dual",
    "modified_cairn.weapon.melee_classes",
    "modified_cairn.shield.bash",
    "modified_cairn.action.shield_bash",
)
@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (("dagger", "club"), [(6, 6)]),
        (("mace", "handaxe"), [(6, 8)]),
        (("mace", "longsword"), [(8,), (8,)]),
        (("longsword", "shield"), [(8,), (4, 8)]),
        (("dagger", "shield"), [(6,), (4, 6)]),
        (("shield",), [(4,)]),
        (("greatsword",), [(10,)]),
        (("sling", "javelin"), [(4,), (4, 6)]),
        (("dagger", "sling"), [(6,), (4,)]),
        ((), [(4,)]),
    ],
)  # fmt: skip
def test_which_weapons_go_together(held, expected):
    assert [way.dice for way in ways(pc("yan", *held, thing("torch", "pack")))] == expected


@covers("modified_cairn.attack.dual_wield", "modified_cairn.weapon.ranged_dual", "modified_cairn.shield.bash")
def test_pairs_of_the_same():
    two = [replace(thing(name), id=f"{name}{at}") for name in ("sling", "javelin", "shield") for at in (1, 2)]
    assert [way.dice for way in ways(pc("yan", *two[:2]))][-1] == (4, 4)
    assert [way.dice for way in ways(pc("yan", *two[2:4]))][1:] == [(6,), (6,)]
    assert [way.dice for way in ways(pc("yan", *two[4:]))] == [(4, 4)]


@covers("modified_cairn.inventory.ready", "modified_cairn.weapon.melee_slots", "modified_cairn.enemy.one_attack")
def test_only_what_is_in_hand_strikes_and_each_listed_attack_is_one():
    assert names(pc("yan", thing("longsword", "body"), thing("dagger"))) == ["Dagger"]
    beast = foe(attacks=(Attack("claws", (8, 8)), Attack("bite", (6,))))
    assert [way.dice for way in ways(beast)] == [(8, 8), (6,)]


@covers("modified_cairn.attack.melee_range", "modified_cairn.attack.ranged_range", "modified_cairn.action.attack_melee")
@pytest.mark.parametrize(
    ("weapon", "reached"),
    [
        ("longsword", ("engaged",)),
        ("halberd", ("engaged", "nearby")),
        ("longbow", ("nearby", "far", "distant")),
        ("javelin", ("nearby", "far", "distant")),
    ],
)
def test_how_far_a_weapon_reaches(weapon, reached):
    yan = pc("yan", weapon)
    way = ways(yan)[-1]
    for band in ("engaged", "nearby", "far", "distant"):
        refusal = reaches(fighting(yan, band=band), "yan", way, "goblin")
        assert (refusal is None) == (band in reached), band


@covers("modified_cairn.attack.melee_range", "modified_cairn.turn.move_and_action")
def test_a_target_one_move_away_is_reached_with_that_move():
    state = fighting(
        pc("yan", "longsword"), foes=[foe("ork"), foe("imp")], bands=[("yan", "imp", "far")], band="nearby"
    )
    made_, play = done(take_aim, state, find(state, "yan"))
    assert (made_.move, made_.towards, made_.target) == ("before", "ork", "ork")
    assert not play.asked
    rider = fighting(pc("yan", "longsword", mounted="horse"), pc("horse", states=("mount",)), band="far")
    charge = aim(rider, "yan", ways(find(rider, "yan"))[0], "goblin")
    assert charge
    assert charge.bands == 2
    stopped = fighting(pc("yan", "longsword", states=("stopped",)), band="nearby")
    assert code(no_target(stopped, find(stopped, "yan"))) == "out_of_reach"
    thrust = aim(fighting(pc("yan", "halberd"), band="nearby"), "yan", ways(pc("yan", "halberd"))[0], "goblin")
    assert thrust
    assert not thrust.move


@covers(
    "modified_cairn.attack.ranged_not_engaged",
    "modified_cairn.weapon.ranged_not_engaged",
    "modified_cairn.action.attack_ranged",
)
def test_whoever_begins_the_turn_engaged_shoots_nobody():
    archer = pc("yan", "shortbow")
    state = fighting(archer, foes=[foe("ork"), foe("imp")], bands=[("yan", "imp", "far")], tied=("yan",))
    for target in ("ork", "imp"):
        assert code(reaches(state, "yan", ways(archer)[-1], target)) in ("engaged", "out_of_reach")
    assert code(reaches(fighting(archer, band="nearby", tied=("yan",)), "yan", ways(archer)[-1], "goblin")) == "engaged"
    begun, _ = done(begin, State(party=(archer,), foes=(foe(),)), "engaged", ("foes",))
    assert begun.combat.tied == ("yan",)
    assert no_target(begun, archer) is None, "fists are left"


@covers("modified_cairn.weapon.throwing_knives")
def test_throwing_knives_are_thrown_at_nearby_targets_only():
    knives = pc("yan", "throwing_knives")
    swung, flung = ways(knives)
    assert not swung.ranged
    assert reaches(fighting(knives, band="nearby"), "yan", flung, "goblin") is None
    assert code(reaches(fighting(knives, band="far"), "yan", flung, "goblin")) == "out_of_reach"
    assert code(reaches(fighting(knives, band="engaged"), "yan", flung, "goblin")) == "out_of_reach"


@covers(
    "modified_cairn.weapon.crossbow_reload", "modified_cairn.action.reload_crossbow", "modified_cairn.weapon.crossbow"
)
def test_a_crossbow_takes_the_move_or_the_action_to_reload():
    def bolt(state):
        return next(item for item in find(state, "yan").items).loaded

    def shoot(state, *, moves=False):
        if moves:
            state = replace(state, combat=replace(state.combat, planned=(retreat,)))
        after, _ = done(declare, state, "yan", "attack", script=[9])
        return replace(
            after, combat=replace(after.combat, side="party", acting=("yan",), declared=(), planned=(), tied=())
        )

    retreat = Declaration("yan", move="after", towards="goblin", closer=False)
    state = fighting(pc("yan", "crossbow"), foes=[foe(vig=99, guard=99)], band="nearby")
    state = shoot(state)
    assert bolt(state), "shot and reloaded without a Move"
    state = shoot(state, moves=True)
    assert not bolt(state)
    state = shoot(state)
    assert not bolt(state), "the Move went into loading before the shot"
    unloaded = find(state, "yan")
    stopped = fighting(replace(unloaded, states=("stopped",)), foes=[foe(guard=99)], band="far")
    assert code(reaches(stopped, "yan", ways(unloaded)[-1], "goblin")) == "not_loaded"
    loads, _ = done(declare, stopped, "yan", "reload")
    assert bolt(loads)
    begun, _ = done(begin, State(party=(unloaded,), foes=(foe(),)), "far", ("foes",))
    assert bolt(begun)


@covers(
    "modified_cairn.modifier.impaired",
    "modified_cairn.modifier.impaired_distant",
    "modified_cairn.modifier.impaired_confined",
    "modified_cairn.weapon.ranged_sight",
    "modified_cairn.detachment.impaired_in",
    "modified_cairn.light.too_few",
)
def test_an_impaired_attack_is_a_single_d4():
    daggers = pc("yan", "dagger", thing("dagger", id_="other"))
    assert thrown(fighting(daggers)) == (6, 6)
    assert thrown(fighting(daggers, marks=(Mark("yan", "impaired"),))) == (4,)
    assert thrown(fighting(pc("yan", "crossbow"), band="distant"), at=-1) == (4,)
    assert thrown(fighting(pc("yan", "crossbow"), band="far"), at=-1) == (10,)
    assert thrown(fighting(pc("yan", "greatsword"), confined=True)) == (4,)
    assert thrown(fighting(pc("yan", "longsword"), confined=True)) == (8,)
    assert thrown(fighting(pc("yan", "longbow"), band="far", confined=True), at=-1) == (4,)
    assert thrown(fighting(pc("yan", "longsword", states=("in_the_dark",)))) == (4,)
    assert thrown(fighting(daggers, foes=[foe(detachment=True)])) == (4,)
    assert thrown(fighting(pc("yan", "longsword"), marks=(Mark("yan", "impaired"),)), frenzy="bonus") == (4,)


@covers(
    "modified_cairn.modifier.enhanced",
    "modified_cairn.feat.frenzy_bonus",
    "modified_cairn.detachment.bonus_out",
    "modified_cairn.convert.modifiers",
)
def test_each_thing_in_favour_adds_a_die():
    state = fighting(pc("yan", "dagger"), marks=(Mark("yan", "enhanced"),))
    assert thrown(state) == (6, 8)
    assert thrown(state, frenzy="bonus") == (6, 8, 12)
    unit = fighting(pc("yan", "dagger"), foes=[foe("spearmen", (8,), detachment=True)], side="foes")
    assert thrown(unit, "spearmen", "yan") == (8, 12)
    assert thrown(
        replace(unit, combat=replace(unit.combat, marks=(Mark("spearmen", "impaired"),))), "spearmen", "yan"
    ) == (4,)
    units = fighting(foe("pikes", detachment=True), foes=[foe("spearmen", (8,), detachment=True)])
    assert thrown(units, "spearmen", "pikes") == (8,)


@covers(
    "modified_cairn.action.ref_modifier",
    "modified_cairn.modifier.enhanced_bigger",
    "modified_cairn.modifier.impaired_when",
    "modified_cairn.guard.needs_defence",
)
def test_the_gm_modifies_an_attack_before_the_dice():
    state = fighting(pc("yan", "dagger"))
    better, _ = done(modify, state, "", script=["enhanced", "d12"])
    assert thrown(better) == (6, 12)
    worse, _ = done(modify, state, "", script=["impaired"])
    assert thrown(worse) == (4,)
    wide, _ = done(modify, state, "", script=["blast"])
    assert Mark("yan", "blast") in wide.combat.marks
    helpless, _ = done(modify, state, "", script=["defenceless"])
    after, _ = done(declare, helpless, "yan", "attack", script=[5, "done", 3])
    assert (find(after, "goblin").guard, find(after, "goblin").vigour) == (3, 5)


@covers("modified_cairn.weapon.crossbow_reload")
def test_a_crossbow_is_reloaded_by_forgoing_movement_whatever_else_one_does():
    bow = thing("crossbow", loaded=False)
    state = fighting(pc("yan", bow), pc("yokel"), foes=[foe(vig=99, guard=99)], band="nearby")

    def loaded_after(*script, move=()):
        acting = done(plan_move, state, "yan", script=move)[0] if move else state
        acting, _ = done(declare, acting, "yan", script[0], script=script[1:])
        after, _ = done(declare, acting, "yokel", "pass", script=["works"] if script[1:] else [])
        return find(after, "yan").items[0].loaded

    assert loaded_after("pass")
    assert loaded_after("improvise", "kick over the table")
    assert not loaded_after("pass", move=[("closer", "goblin")])


@covers("modified_cairn.weapon.unarmed", "modified_cairn.monster.gnome", "modified_cairn.attack.ranged_not_engaged")
@pytest.mark.parametrize("name", ["Gnome", "Earth Elemental", "Water Elemental"])
def test_whoever_only_shoots_has_bare_hands_once_engaged(name):
    one = spawn(lookup(name), "beast")
    state = fighting(pc("yan"), foes=[one], side="foes", tied=("beast",))
    made = best_aim(state, "beast", state.party)
    assert made is not None
    assert made.detail == "unarmed"


@covers("modified_cairn.ammo.out", "modified_cairn.turn.action_list")
def test_an_archer_without_arrows_is_told_so():
    bow = thing("shortbow", dots=3)
    state = fighting(pc("yan", bow), foes=[foe()], band="far")
    assert code(no_target(state, find(state, "yan"))) == "out_of_ammunition"


@covers(
    "modified_cairn.modifier.blast",
    "modified_cairn.attack.one_target",
    "modified_cairn.feat.frenzy_blast",
    "modified_cairn.detachment.bonus_out",
)
def test_a_blast_takes_all_who_stand_with_its_target_each_with_its_own_dice():
    goblins = [foe(f"g{at}", guard=6) for at in (1, 2, 3)]
    state = fighting(pc("yan", "handaxe"), pc("yokel"), foes=goblins)
    axe = Strike("yan", ways(find(state, "yan"))[0], "g1")
    assert done(caught, state, axe)[0] == ("g1",)
    wide = replace(axe, frenzy="blast")
    assert done(caught, state, wide, script=["nobody"])[0] == ("g1", "g2", "g3")
    alone = fighting(pc("yan", "handaxe"), foes=goblins)
    (after, _), play = done(strike_all, alone, [wide], script=[1, 6, 3, "done", 20])
    assert [find(after, one).guard for one in ("g1", "g2", "g3")] == [5, 0, 3]
    assert said(play, "attack")[0][3] == (1,)
    assert has(find(after, "yan"), "fatigued")
    horde = fighting(pc("yan"), pc("yokel"), foes=[foe("unit", detachment=True)])
    assert done(caught, horde, Strike("unit", Attack("spears", (8,)), "yan"))[0] == ("yan", "yokel")
    big = fighting(pc("yan", "greatsword"), foes=[foe("unit", detachment=True)])
    assert thrown(big, target="unit") == (4,)
    assert thrown(big, target="unit", frenzy="blast") == (10,)


@covers("modified_cairn.dice.pool", "modified_cairn.dice.spend", "modified_cairn.turn.simultaneous")
def test_everybodys_dice_on_one_target_are_one_attack():
    state = fighting(
        pc("yan", "dagger"), pc("bow", "longbow"), pc("weak", "mace"), foes=[foe("troll", vig=15, guard=5)],
        marks=(Mark("weak", "impaired"),), bands=[("bow", "troll", "far")],
    )  # fmt: skip
    for who in ("yan", "bow"):
        state, _ = done(declare, state, who, "attack")
    after, play = done(declare, state, "weak", "attack", script=[[3], [6], [2], "done", "done", 14])
    assert [facts[3] for facts in said(play, "attack")] == [(3,), (6,), (2,)]
    assert said(play, "damage") == [("Troll", 6, 0)]
    assert find(after, "troll").vigour == 14
    assert {question.by for question in play.asked if getattr(question, "what", "") == "gambit"} == {"yan", "weak"}


@covers("modified_cairn.turn.simultaneous", "modified_cairn.attack.no_to_hit")
def test_no_action_is_lost_because_an_ally_acted():
    state = fighting(pc("yan", "dagger"), pc("yokel", "dagger"), foes=[foe(vig=1, guard=0)])
    state, _ = done(declare, state, "yan", "attack")
    after, play = done(declare, state, "yokel", "attack", script=[1, 2, "done", "done"])
    assert len(said(play, "attack")) == 2
    assert after.ended.how == "foes_down"


@covers("modified_cairn.turn.declare_first")
def test_a_weapon_dropped_since_is_no_attack():
    state = fighting(pc("yan", "dagger"), pc("yokel"))
    state, _ = done(declare, state, "yan", "attack")
    yan = find(state, "yan")
    state = replace(state, party=(replace(yan, items=(Item("x", "stone"),)), find(state, "yokel")))
    _, play = done(resolve, state)
    assert play.codes()[0] == "attack.lost"


@covers("modified_cairn.turn.declare_first")
@pytest.mark.parametrize("ranged", [False, True])
def test_a_declared_attack_is_made_with_its_own_weapon_and_thrown_if_it_was_to_be(ranged):
    one, other = [thing("dagger", "hands", id_, qualities=("thrown",)) for id_ in ("a", "b")]
    wanted = Declaration("yan", "attack", target="goblin", weapons=("b",), ranged=ranged, detail=other.name)
    for held in ((other,), (replace(one, place="pack"), other), (other, replace(one, place="pack"))):
        way = chosen(fighting(pc("yan", *held)), wanted)
        assert way is not None
        assert (way.items, way.ranged) == (("b",), ranged)
    both = [chosen(fighting(pc("yan", *held)), replace(wanted, ranged=True)) for held in ((one, other), (other, one))]
    assert [way.items for way in both if way] == [("b",), ("b",)]
    assert chosen(fighting(pc("yan")), wanted) is None, "nothing of that name"
