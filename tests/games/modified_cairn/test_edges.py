"""Edges of the rules: where a number, a place or a moment decides, on both sides of it."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.combat.aims import aim, best_aim
from tallow.games.modified_cairn.combat.ammo import check
from tallow.games.modified_cairn.combat.attacks import Strike, mean, ways
from tallow.games.modified_cairn.combat.bands import apart, arrayed, fight
from tallow.games.modified_cairn.combat.detachments import rout
from tallow.games.modified_cairn.combat.feats import fend
from tallow.games.modified_cairn.combat.gambits import impair
from tallow.games.modified_cairn.combat.pool import Thrown
from tallow.games.modified_cairn.combat.rounds import plan_move
from tallow.games.modified_cairn.combat.strikes import strike_all
from tallow.games.modified_cairn.entries import Works, tables
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.gear.inventory import moved_into
from tallow.games.modified_cairn.gear.items import break_free
from tallow.games.modified_cairn.gear.things import from_gear
from tallow.games.modified_cairn.gear.wealth import in_copper
from tallow.games.modified_cairn.harm.conditions import expose
from tallow.games.modified_cairn.harm.damage import take
from tallow.games.modified_cairn.harm.perils import helps, last_moment, threats
from tallow.games.modified_cairn.harm.tending import tended
from tallow.games.modified_cairn.magic.casting import works
from tallow.games.modified_cairn.magic.effects import begin, expire, release
from tallow.games.modified_cairn.magic.wishes import suggested
from tallow.games.modified_cairn.magic.workings import befall, work, works_of
from tallow.games.modified_cairn.monsters.bestiary import lookup, spawn
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import (
    DAY,
    HOUR,
    Attack,
    Casting,
    Combat,
    Effect,
    Life,
    State,
    Wealth,
    has,
)
from tallow.mechanics.two_sides import find, put
from tallow.play import Roll, Span, distribution
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, said, thing
from tests.games.modified_cairn.newcomers import act, refused
from tests.games.playing import asked, done


def stakes(play):
    """What the dice of a play had to show: the number, and whether to roll over it."""
    return [(one.stake.need, one.stake.above) for one in play.asked if isinstance(one, Roll) and one.stake]


@covers("modified_cairn.turn.no_split_move", "modified_cairn.attack.melee_range")
def test_a_move_that_comes_after_the_attack_brings_nobody_into_reach_of_it():
    near = fighting(pc("ann", "longsword"), band="nearby")
    sword = ways(find(near, "ann"))[0]
    before, _ = done(plan_move, near, "ann", script=[("closer", "goblin")])
    after, _ = done(plan_move, near, "ann", script=[("then_closer", "goblin")])
    assert aim(before, "ann", sword, "goblin") is not None
    assert aim(after, "ann", sword, "goblin") is None
    beside = fighting(pc("ann", "longsword"))
    leaving, _ = done(plan_move, beside, "ann", script=[("then_away", "goblin")])
    gone, _ = done(plan_move, beside, "ann", script=[("away", "goblin")])
    assert aim(leaving, "ann", sword, "goblin") is not None
    assert aim(gone, "ann", sword, "goblin") is None


@covers("modified_cairn.ammo.three_dots", "modified_cairn.action.check_ammo")
def test_after_combat_a_d6_of_four_or_more_keeps_the_dot():
    archer = pc("ann", thing("shortbow", "hands", "bow"))
    _, play = done(check, archer, "bow", True, script=[4])
    assert stakes(play) == [(4, True)]
    chances = distribution(lambda play: check(play, archer, "bow", True).items[0].dots)
    assert chances == {0: Fraction(1, 2), 1: Fraction(1, 2)}


@covers("modified_cairn.phase.combat_setup", "modified_cairn.distance.close")
def test_only_those_who_are_all_bunched_stand_at_arms_length():
    state = State(phase="combat", party=(pc("ann"), pc("bo"), pc("cy")), foes=(foe(),), combat=Combat())
    combat = fight(arrayed(state, "far", ("ann", "bo")))
    assert [apart(combat, *pair) for pair in (("ann", "bo"), ("ann", "cy"), ("bo", "cy"))] == [
        "engaged",
        "nearby",
        "nearby",
    ]


@covers("modified_cairn.detachment.rout", "modified_cairn.setting.detachment_rout")
@pytest.mark.parametrize(("before", "after", "rolls"), [(7, 6, 1), (12, 6, 1), (6, 5, 0), (12, 7, 0), (6, 6, 0)])
def test_the_first_drop_to_half_forces_the_save_and_no_later_one(before, after, rolls):
    state = fighting(pc("ann"), foes=[foe("unit", vig=after, vig_max=12, detachment=True)])
    routed, _ = done(rout, state, "unit", before, script=[11] * rolls)
    assert has(find(routed, "unit"), "routed") == bool(rolls)
    each = replace(state, settings=Settings(detachment_rout="each_loss"))
    again, _ = done(rout, each, "unit", before, script=[11] if after < before and after <= 6 else [])
    assert has(find(again, "unit"), "routed") == (after < before and after <= 6)


@covers("modified_cairn.feat.fend", "modified_cairn.hurt.see_dice")
def test_who_fends_is_told_the_damage_before_armor_and_the_table_what_is_left():
    state = fighting(pc("ann", guard=4), foes=[foe()], side="foes")
    thrown = (Thrown("goblin", "referee", (3, 6)),)
    (_, left, who), play = done(
        fend, state, "ann", thrown, (), 1, (), lambda _: (0, 0, 0, "VIG", True, True), script=[6, 10]
    )
    assert asked(play, "fend")[0].facts[:4] == ("Ann", (6, 3), "Ann", 6)
    assert said(play, "feat.fended_self") == [("Ann", 3)]
    assert (left[0].faces, who) == ((3,), ("ann",))


@covers("modified_cairn.gambit.impair", "modified_cairn.gambit.strong")
def test_a_strong_impair_of_somebody_with_one_weapon_lasts_two_turns_unasked():
    one, play = done(impair, fighting(pc("ann"), foes=[foe()]), "goblin", "ann", 2)
    assert not asked(play, "impair_greater")
    assert [each.left for each in one.combat.lasting] == [2]
    armed = foe(items=(thing("dagger", "hands", "d1"), thing("handaxe", "hands", "d2")))
    two, play = done(impair, fighting(pc("ann"), foes=[armed]), "goblin", "ann", 2, script=["two_weapons", "d1", "d2"])
    assert [(each.state, each.what, each.left) for each in two.combat.lasting] == [
        ("impaired", "d1", 1),
        ("impaired", "d2", 1),
    ]


@covers("modified_cairn.gambit.impair")
def test_of_a_monster_with_powers_the_gm_says_which_is_impaired():
    basilisk = spawn(lookup("Basilisk"), "b")
    state = fighting(pc("ann"), foes=[basilisk])
    _, play = done(impair, state, "b", "ann", 1, script=["power", "power"])
    assert asked(play, "impair_power")[0].options == (*[one.name for one in lookup("Basilisk").powers], "power")


@covers("modified_cairn.dice.pool", "modified_cairn.attack.result")
def test_the_stake_of_an_attack_is_the_face_that_goes_through_armor_and_guard():
    state = fighting(pc("ann", "longsword"), foes=[foe(guard=3, armor=2, vig=18)])
    (sword,) = ways(find(state, "ann"))
    _, play = done(strike_all, state, [Strike("ann", sword, "goblin")], script=[5, "done"])
    stake = next(one.stake for one in play.asked if isinstance(one, Roll) and one.stake)
    assert (stake.need, stake.above, stake.amount, stake.secret) == (6, True, True, True)
    foes_turn = fighting(pc("ann", guard=2), foes=[foe()], side="foes")
    _, play = done(strike_all, foes_turn, [Strike("goblin", Attack("club", (6,)), "ann")], script=[1, "no"])
    assert next(one.stake for one in play.asked if isinstance(one, Roll) and one.stake).secret is False


@covers("modified_cairn.light.one_per_three", "modified_cairn.action.place_gear")
def test_a_light_burns_on_in_the_hand_and_goes_out_in_the_pack():
    torch = thing("torch", "pack", "t", lit=True)
    one, _ = done(moved_into, pc("ann", torch), torch, "hands")
    assert one.items[0].lit
    held = replace(torch, place="hands")
    two, _ = done(moved_into, pc("ann", held), held, "pack")
    assert not two.items[0].lit


@covers("modified_cairn.item.net", "modified_cairn.gear.effects")
def test_whoever_is_in_a_net_breaks_free_out_of_a_fight_only_and_nobody_else_can():
    netted = put(fighting(pc("ann"), pc("bo")), pc("ann", states=("held",)))
    bound = begin(netted, Effect("", "modified_cairn.item.net", "goblin", ("ann",), 0, "VIG", "hold", "held"))
    assert "break_free" not in [offer.action.name for offer in GAME.actions(bound, "ann")]
    calm = replace(bound, combat=None, phase="free", foes=())
    free, _ = done(break_free, calm, "ann", script=[10])
    assert not has(find(free, "ann"), "held")
    assert has(find(done(break_free, calm, "ann", script=[11])[0], "ann"), "held")


@covers("modified_cairn.convert.weapons")
def test_a_weapon_with_blast_is_a_weapon_and_what_bursts_is_thrown():
    rows = {
        line.name: line
        for table in ("modified_cairn.table.aurifex_1", "modified_cairn.table.aurifex_2")
        for row in tables()[table].rows
        for line in row.gives
    }
    gun, sphere = from_gear(rows["Blunderbuss"], "x"), from_gear(rows["Blast Sphere"], "x")
    assert (gun.kind, gun.blast, sphere.kind, sphere.blast, sphere.ranged) == ("crossbow", True, "bomb", True, True)


@covers("modified_cairn.detachment.no_critical", "modified_cairn.monster.hydra")
def test_a_detachment_makes_no_save_unless_it_has_a_head_to_lose():
    plain = foe(guard=0, vig=10, detachment=True)
    _, blow = done(take, plain, 3, "modified_cairn.hurt.order")[0]
    assert blow.outcome == "wounded"
    headed = replace(plain, heads=1)
    _, blow = done(take, headed, 3, "modified_cairn.hurt.order", script=[20])[0]
    assert blow.outcome == "critically_wounded"


@covers("modified_cairn.time.deadly", "modified_cairn.hurt.bleed_out", "modified_cairn.hurt.tend")
def test_who_would_die_when_and_what_would_help():
    dying = replace(pc("ann"), states=("critically_wounded",), dies_at=9 * HOUR)
    helper = pc("bo", thing("bandages", "pack"))
    state = State(phase="free", clock=8 * HOUR, party=(dying, helper))
    doomed = begin(
        state, Effect("", "modified_cairn.monster.giant_centipede", "", ("ann",), 8 * HOUR + 60, does="doom")
    )
    assert (last_moment(state, dying), last_moment(doomed, dying), last_moment(doomed, helper)) == (
        9 * HOUR,
        8 * HOUR + 60,
        0,
    )
    assert helps(state, dying) == ("help.tend",)
    assert helps(replace(state, party=(dying, pc("bo"))), dying) == ()
    assert helps(replace(state, phase="town"), dying) == ("help.tend", "help.healer")
    assert helps(doomed, dying) == ("help.tend", "help.cure")
    assert helps(state, helper) == ()
    assert [one.who for one in threats(state, HOUR)] == ["Ann"] or len(threats(state, HOUR)) == 1
    assert threats(state, HOUR - 1) == ()


@covers("modified_cairn.hurt.tend", "modified_cairn.hurt.tend_no_vig")
def test_whoever_is_not_dying_is_not_tended():
    for one in (pc("ann"), pc("ann", states=("dead", "critically_wounded"))):
        same, play = done(tended, one)
        assert same == one
        assert not play.told
    down = replace(pc("ann", states=("critically_wounded",)), dies_at=9, vigour=3)
    up_, _ = done(tended, down)
    assert (up_.states, up_.dies_at, up_.vigour) == (("wounded",), 0, 3)


@covers("modified_cairn.runeskelf.magic_dampener", "modified_cairn.magic_effect.quality_loss")
@pytest.mark.parametrize(("face", "lost"), [(4, 2), (3, 1), (1, 0)])
def test_dampened_magic_takes_half_a_quality(face, lost):
    state = begin(
        fighting(pc("ann")), Effect("", "modified_cairn.runeskelf.magic_dampener", does="hold", state="dampened")
    )
    drain = Casting("r", "quality_loss", targets=("goblin",), sides=4, quality="CLA")
    after, _ = done(works, state, "ann", drain, script=[11, face])
    assert find(after, "goblin").clarity == 10 - lost


@covers("modified_cairn.magic.in_force")
def test_the_same_effect_upon_the_same_creatures_does_not_pile_up():
    first = begin(
        State(), Effect("", "modified_cairn.runeskelf.haste", "ann", ("ann",), 5, does="hold", state="hasted")
    )
    again = begin(first, Effect("", "modified_cairn.runeskelf.haste", "bo", ("ann",), 9, does="hold", state="hasted"))
    other = begin(again, Effect("", "modified_cairn.runeskelf.haste", "bo", ("bo",), 9, does="hold", state="hasted"))
    assert [(one.on, one.ends) for one in other.effects] == [(("ann",), 9), (("bo",), 9)]


@covers("modified_cairn.effort.when", "modified_cairn.magic.later_version")
def test_what_effort_a_wish_should_cost():
    state = fighting(pc("ann"), foes=[foe("g1"), foe("g2")], bands=[("ann", "g2", "far")])
    ann = find(state, "ann")
    for casting, effort in (
        (Casting("r", "damage", targets=("g1",), sides=8), 0),
        (Casting("r", "damage", targets=("g1",), sides=10), 1),
        (Casting("r", "damage", targets=("g2",), sides=8), 1),
        (Casting("r", "damage", targets=("g1", "g2"), sides=8), 2),
        (Casting("r", "damage", targets=("g1", "g2"), sides=12), 3),
        (Casting("r", "damage_blast", targets=("g1", "g2"), sides=6), 1),
        (Casting("r", "damage", sides=8), 0),
        (Casting("r", "circumstance"), 0),
        (Casting("r", "gambit", targets=("g1",), gambit="stop"), 0),
        (Casting("r", "gambit", targets=("g1",), gambit="stop", denied=True), 1),
    ):
        assert suggested(state, ann, casting) == effort, casting
    later = replace(state, settings=Settings(magic_version="later"))
    assert suggested(later, ann, Casting("r", "gambit", targets=("g1",), gambit="stop", denied=True)) == 2
    assert suggested(later, ann, Casting("r", "circumstance")) == 1


@covers("modified_cairn.runeskelf.ward", "modified_cairn.runeskelf.raise_dead")
def test_a_ward_is_about_the_living_of_ones_own_side_and_the_risen_is_named():
    rune, dead = "modified_cairn.runeskelf.ward", pc("bo", states=("dead",))
    state = fighting(pc("ann"), dead, pc("cy"), foes=[foe(of="modified_cairn.monster.goblin")])
    warded, _ = done(work, state, "ann", rune, works_of(rune), (), script=["modified_cairn.monster.goblin"])
    assert warded.effects[0].on == ("ann", "cy")
    skeleton = "modified_cairn.runeskelf.raise_dead"
    risen, play = done(work, state, "ann", skeleton, works_of(skeleton), ())
    assert said(play, "relic.servant") == [(risen.party[-1].name,)]


@covers("modified_cairn.magic.known")
def test_the_gm_names_one_after_another_until_done():
    of = "modified_cairn.relic.whistle_rope"
    state = fighting(pc("ann"), foes=[foe("g1"), foe("g2"), foe("g3")])
    after, play = done(work, state, "ann", of, works_of(of), (), script=["g2", "g1", "done"])
    assert [one.options for one in asked(play, "work_upon_some")] == [
        ("g1", "g2", "g3", "done"),
        ("g1", "g3", "done"),
        ("g3", "done"),
    ]
    assert [apart(after.combat, "ann", who) for who in ("g1", "g2", "g3")] == ["nearby", "nearby", "engaged"]


@covers("modified_cairn.magic.known")
def test_whoever_slips_on_what_is_strewn_lies_for_a_round_and_whoever_sticks_stays_longer():
    oil = works_of("modified_cairn.table.mountebank_2:miracle_oil")
    state = State(phase="free", party=(pc("ann"),), clock=8 * HOUR)
    slipped, _ = done(befall, state, "ann", "", "modified_cairn.table.mountebank_2:miracle_oil", oil, script=[11])
    assert [(one.state, one.ends - state.clock) for one in slipped.effects] == [("prone", 10)]
    slime = works_of("modified_cairn.runeskelf.adhere")
    stuck, _ = done(befall, state, "ann", "", "modified_cairn.runeskelf.adhere", slime)
    assert stuck.effects[0].ends == 0


@covers("modified_cairn.recover.week", "modified_cairn.condition.deprived_no_quality")
def test_the_hungry_rest_a_week_in_town_only():
    hungry = replace(pc("ann", deprived=(("hunger", 0),)), seat="anna", fed=0, drank=DAY, slept=DAY)
    assert refused(State(phase="free", clock=DAY, party=(hungry,)), "week_rest", "ann") == "deprived"
    rested, _ = act(State(phase="town", clock=DAY, party=(replace(hungry, vigour=4),)), "week_rest", "ann", 7)
    assert find(rested, "ann").vigour == 10


@covers("modified_cairn.action.flee", "modified_cairn.state.hamstrung", "modified_cairn.mount.riding")
@pytest.mark.parametrize(("more", "band"), [({}, "far"), ({"states": ("hamstrung",)}, "nearby")])
def test_who_flees_gets_two_bands_away_and_the_lame_one(more, band):
    state = fighting(pc("ann", **more), pc("bo"))
    state, _ = act(state, "flee", "ann")
    after, _ = act(state, "pass", "bo", "no")
    assert apart(after.combat, "ann", "goblin") == band


@covers("modified_cairn.ammo.three_dots")
def test_what_is_thrown_or_lost_takes_no_check_after_the_fight():
    for one in (pc("ann", thing("dagger", "hands", "bow")), pc("ann")):
        same, play = done(check, one, "bow", True)
        assert same == one
        assert not play.asked


@covers("modified_cairn.action.give_item")
def test_what_is_no_longer_in_hand_is_not_given():
    state = fighting(pc("ann", thing("dagger", "hands", "d")), pc("bo"))
    state, _ = act(state, "give_item", "ann")
    lost = put(state, replace(find(state, "ann"), items=()))
    after, play = act(lost, "pass", "bo")
    assert find(after, "bo").items == ()
    assert not said(play, "given")


@covers("modified_cairn.price.change")
def test_what_the_gm_charges_is_told_and_paid_and_no_more_can_be_asked_than_there_is():
    rich = replace(pc("ann"), wealth=Wealth(copper=7, silver=3, gold=2))
    state = State(phase="town", party=(rich,))
    paid, play = act(state, "charge", "", "silver", 4)
    assert said(play, "charged.silver") == [("Ann", 4)]
    assert in_copper(find(paid, "ann").wealth, Settings()) == 237 - 40
    assert asked(play, "charge_much")[0].options == Span(1, 23)


@covers("modified_cairn.condition.exposed")
def test_the_same_source_exposes_once():
    one, play = done(expose, pc("ann"), "bound")
    assert (one.exposed, len(play.told)) == (("bound",), 1)
    again, play = done(expose, one, "bound")
    assert (again.exposed, play.told) == (("bound",), [])


@covers("modified_cairn.magic_effect.damage", "modified_cairn.runeskelf.magic_dampener")
@pytest.mark.parametrize(("dampened", "left"), [(False, 3), (True, 7)])
def test_magic_outside_a_fight_is_halved_where_it_is_dampened(dampened, left):
    state = State(phase="free", party=(pc("ann"), pc("bo", guard=0)))
    if dampened:
        state = begin(state, Effect("", "modified_cairn.runeskelf.magic_dampener", does="hold", state="dampened"))
    blast = Casting("r", "damage", targets=("bo",), sides=8)
    after, _ = done(works, state, "ann", blast, script=[7, 1])
    assert find(after, "bo").vigour == left


@covers("modified_cairn.enemy.immunity", "modified_cairn.magic.known")
def test_some_are_immune_to_relics_of_their_enemies_and_not_to_those_of_friends():
    proof = next(one for one in monsters().values() if "magic" in one.immune)
    of = "modified_cairn.relic.falconers_friend"
    state = fighting(pc("ann"), foes=[spawn(proof, "m")])
    after, play = done(work, state, "ann", of, works_of(of), ("m",))
    assert said(play, "trait.immune")
    assert not has(find(after, "m"), "hasted")
    ally = replace(state, party=(*state.party, replace(spawn(proof, "friend"), side="party")))
    helped, _ = done(work, ally, "ann", of, works_of(of), ("friend",))
    assert has(find(helped, "friend"), "hasted")


@covers("modified_cairn.table.half_witch_1", "modified_cairn.magic.known")
def test_it_is_told_that_paper_legs_fall_unhurt():
    light = replace(pc("ann"), life=Life(history=("modified_cairn.table.half_witch_1:paper_legs",)))
    pit = Works(falls="1d6")
    after, play = done(befall, State(party=(light,)), "ann", "ann", "modified_cairn.runeskelf.pit", pit)
    assert said(play, "trait.immune") == [("Ann",)]
    assert find(after, "ann").vigour == 10


@covers("modified_cairn.table.hexenbane_2", "modified_cairn.hurt.critical_effects")
def test_a_keeper_of_valor_who_deals_a_critical_wound_gains_guard():
    sworn = replace(pc("ann", "longsword"), life=Life(history=("modified_cairn.table.hexenbane_2:valor",)))
    state = fighting(sworn, foes=[foe(guard=0)])
    (sword,) = ways(sworn)
    (after, _), _ = done(strike_all, state, [Strike("ann", sword, "goblin")], script=[3, "done", 20, 4])
    assert find(after, "ann").guard == 8
    plain = fighting(pc("ann", "longsword"), foes=[foe(guard=0)])
    (after, _), _ = done(strike_all, plain, [Strike("ann", sword, "goblin")], script=[3, "done", 20])
    assert find(after, "ann").guard == 4


@covers("modified_cairn.item.repellent", "modified_cairn.item.quiver")
def test_a_name_that_is_written_on_a_repellent_is_cut_to_forty_letters():
    state = State(phase="town", party=(replace(pc("ann"), wealth=Wealth(gold=500)),))
    after, _ = act(state, "buy", "ann", "modified_cairn.item.repellent", "x" * 50)
    assert find(after, "ann").items[0].name == f"Repellent: {'x' * 40}"


@covers("modified_cairn.quality.loss_by_cause", "modified_cairn.hurt.excess")
@pytest.mark.parametrize(("which", "scores"), [("VIG", (7, 10, 10)), ("CLA", (10, 7, 10)), ("SPI", (10, 10, 7))])
def test_an_attack_lowers_the_quality_that_it_is_upon(which, scores):
    state = fighting(pc("ann", guard=2), foes=[foe()], side="foes")
    chill = Attack("chill", (6,), quality=which, physical=False)
    script = [5, "done", "no", *([1] if which == "VIG" else [])]
    (after, _), _ = done(strike_all, state, [Strike("goblin", chill, "ann")], script=script)
    ann = find(after, "ann")
    assert (ann.vigour, ann.clarity, ann.spirit) == scores


@covers("modified_cairn.turn.simultaneous")
def test_of_two_ways_the_stronger_is_taken_and_a_d6_is_three_and_a_half():
    both = (Attack("bite", (4,)), Attack("claws", (8,)))
    state = fighting(pc("ann"), foes=[foe(attacks=both)], side="foes")
    made_ = best_aim(state, "goblin", state.party)
    assert made_ is not None
    assert made_.detail == "claws"
    assert (mean((6,)), mean((4,)), round(mean((6, 6)), 4)) == (3.5, 2.5, 4.4722)


@covers("modified_cairn.magic.in_force")
def test_what_has_ended_already_cannot_expire():
    state = State(party=(pc("ann"),))
    assert done(expire, state, "e9")[0] == state
    assert done(release, state, "e9")[0] == state
