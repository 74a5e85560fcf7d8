"""What rules do and tell, to the letter: each line that is told, and the whole of what it says has happened."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.combat.ammo import check
from tallow.games.modified_cairn.combat.bands import apart, fight
from tallow.games.modified_cairn.combat.crossbows import loads
from tallow.games.modified_cairn.combat.gambits import BUCKLER, dismount, repel
from tallow.games.modified_cairn.combat.manoeuvres import MANOEUVRES
from tallow.games.modified_cairn.combat.mounts import thrown_off
from tallow.games.modified_cairn.combat.pool import Gambit
from tallow.games.modified_cairn.entries import scars
from tallow.games.modified_cairn.gear.inventory import mark
from tallow.games.modified_cairn.gear.items import break_free
from tallow.games.modified_cairn.gear.light import burn
from tallow.games.modified_cairn.gear.market import charge, price, prices
from tallow.games.modified_cairn.gear.transports import CART, let_go, pull, pulling
from tallow.games.modified_cairn.gear.wealth import in_copper
from tallow.games.modified_cairn.goods import runeskelfs, services
from tallow.games.modified_cairn.harm.damage import suffer
from tallow.games.modified_cairn.harm.scars import gained
from tallow.games.modified_cairn.harm.tending import tend, tended, treated
from tallow.games.modified_cairn.magic.casting import works
from tallow.games.modified_cairn.magic.relics import use
from tallow.games.modified_cairn.magic.wishes import agreed
from tallow.games.modified_cairn.magic.working_rules import RULES
from tallow.games.modified_cairn.magic.working_things import hone, mend, rekindle, repair
from tallow.games.modified_cairn.magic.workings import befall, work
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import (
    CYCLE,
    HOUR,
    Casting,
    Declaration,
    Effect,
    Item,
    Journey,
    Mark,
    Scar,
    State,
    Transport,
    Wealth,
    has,
)
from tallow.mechanics.two_sides import find
from tallow.play import Choice
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, said, thing
from tests.games.playing import done

RUNE = "modified_cairn.runeskelf."


def told(play):
    """What was told: each line as its code and facts."""
    return [(line.code, *line.facts) for line in play.told]


def worked(state, name, *script, targets=(), who="yan"):
    """What a Runeskelf of this name is known for, and the play."""
    return done(work, state, who, RUNE + name, runeskelfs()[RUNE + name].works, targets, script=script)


@covers("modified_cairn.ammo.three_dots", "modified_cairn.action.check_ammo")
@pytest.mark.parametrize(("face", "dots"), [(3, 1), (4, 0)])
def test_after_a_fight_arrows_are_kept_on_a_4_and_marked_on_a_3(face, dots):
    after, play = done(check, pc("yan", "longbow"), "longbow", True, script=[face])
    assert after.items[0].dots == dots
    assert (told(play) == [("ammo.kept", "Yan", "Longbow")]) is (dots == 0)


@covers("modified_cairn.weapon.crossbow_reload")
def test_who_makes_no_move_loads_the_crossbow_in_hand_and_nobody_else():
    empty = thing("crossbow", loaded=False)
    packed = thing("crossbow", "pack", loaded=False)

    def loaded(creature, spanned=(), **declared):
        state, play = done(loads, fighting(creature), [Declaration("yan", "pass", **declared)], spanned)
        (crossbow,) = find(state, "yan").items
        assert (told(play) == [("reloaded", "Yan", "Crossbow")]) is crossbow.loaded
        return crossbow.loaded

    assert loaded(pc("yan", empty))
    assert not loaded(pc("yan", empty), move="before")
    assert not loaded(pc("yan", empty), spanned=("crossbow",)), "one that was shot this turn"
    assert not loaded(pc("yan", packed))
    assert not loaded(pc("yan", replace(empty, dots=3))), "nothing to load it with"
    assert not loaded(pc("yan", empty, states=("critically_wounded",)))


@covers("modified_cairn.gambit.dismount", "modified_cairn.mount.riding")
@pytest.mark.parametrize(("much", "script", "fled"), [(1, [], False), (2, ["prone"], False), (2, ["bolts"], True)])
def test_an_8_lets_the_mount_bolt_or_the_rider_lie(much, script, fled):
    horse = pc("horse", kind="ally")
    state = fighting(pc("yan", mounted="horse"), horse)
    after, play = done(dismount, state, "yan", much, script=script)
    assert find(after, "yan").mounted == ""
    assert has(find(after, "horse"), "fled") is fled
    assert said(play, "mount.bolts") == ([("Horse",)] if fled else [])
    on_foot, play = done(dismount, after, "yan", much)
    assert (on_foot, told(play)) == (after, []), "nobody who walks is dismounted"


@covers("modified_cairn.table.outrider_1", "modified_cairn.gambit.repel")
def test_an_outriders_buckler_in_hand_is_not_driven_back():
    buckler = Item("b", BUCKLER, place="hands", armor=1)
    held = fighting(pc("yan", buckler))
    after, play = done(repel, held, "yan", Gambit("goblin", "repel", 8, "greater"))
    assert (after, told(play)) == (held, [("steadfast", "Yan", BUCKLER)])
    packed = fighting(pc("yan", replace(buckler, place="pack")))
    after, _ = done(repel, packed, "yan", Gambit("goblin", "repel", 5))
    assert apart(fight(after), "yan", "goblin") == "nearby"


@covers("modified_cairn.mount.riding")
@pytest.mark.parametrize(("script", "vigour"), [([10], 10), ([11, 3], 7)])
def test_whoever_rides_a_mount_that_falls_saves_with_clarity_or_loses_d4_vigour(script, vigour):
    fallen = pc("horse", kind="ally", states=("critically_wounded",))
    state = fighting(pc("yan", mounted="horse"), pc("zoe"), fallen)
    after, play = done(thrown_off, state, "horse", script=script)
    assert (find(after, "yan").vigour, find(after, "yan").mounted, find(after, "zoe").vigour) == (vigour, "", 10)
    assert said(play, "mount.thrown") == ([("Yan", 3)] if vigour < 10 else [])
    assert said(play, "mount.down") == [("Yan",)]
    up = fighting(pc("yan", mounted="horse"), pc("horse", kind="ally"))
    assert done(thrown_off, up, "horse")[0] == up


@covers("modified_cairn.monster.hydra", "modified_cairn.monster.troll")
def test_a_failed_save_costs_a_hydra_a_head_and_the_last_one_nothing_more():
    hydra = foe("hydra", vig=20, heads=2, of="modified_cairn.monster.hydra")
    state, play = done(suffer, fighting(foes=[hydra]), "hydra", "VIG", 2, "why", saves=True, script=[20])
    assert (find(state, "hydra").heads, said(play, "monster.head")) == (1, [("Hydra", 1)])
    assert has(find(state, "hydra"), "wounded")
    assert not has(find(state, "hydra"), "critically_wounded")


@covers("modified_cairn.scar.head_wound", "modified_cairn.setting.head_wound_compare")
@pytest.mark.parametrize(
    ("compare", "rolled", "clarity", "most", "code"),
    [
        ("score", [4, 4, 3], 11, 14, "scar.score"),
        ("score", [6, 5, 4], 15, 15, "scar.score"),
        ("score", [4, 3, 3], 10, 14, "scar.no_gain"),
        ("max", [5, 5, 4], 10, 14, "scar.no_gain"),
        ("max", [5, 5, 5], 11, 15, "scar.max"),
    ],
)
def test_a_head_wound_is_held_against_the_score_and_raises_the_maximum_only_above_it(
    compare, rolled, clarity, most, code
):
    one = replace(pc("yan", cla=10), clarity_max=14)
    row = next(row for row in scars().values() if row.id == "modified_cairn.scar.head_wound")
    settings = Settings(head_wound_compare=compare)
    after, play = done(gained, one, row, "CLA", settings, script=[rolled])
    assert (after.clarity, after.clarity_max) == (clarity, most)
    assert code in play.codes()


@covers("modified_cairn.hurt.tend", "modified_cairn.hurt.tend_no_vig", "modified_cairn.state.mortally_wounded")
def test_tending_saves_the_dying_and_tells_it_once_and_the_dead_stay_dead():
    hurt = pc("yan", vig=2, vig_max=10, states=("critically_wounded",), dies_at=HOUR)
    after, play = done(tended, hurt)
    assert (after.vigour, after.states, after.dies_at, told(play)) == (2, ("wounded",), 0, [("tended", "Yan")])
    mortal = pc("yan", states=("mortally_wounded", "out_of_action"), dies_at=HOUR)
    after, play = done(tended, mortal)
    assert (after.states, after.dies_at, told(play)) == (("out_of_action",), 0, [("tended", "Yan")])
    for dying in (pc("yan", states=("critically_wounded",)), pc("yan", dies_at=HOUR)):
        after, play = done(tended, dying)
        assert (after.dies_at, told(play)) == (0, [("tended", "Yan")]), "by what was set, or by a poison"
    for one in (pc("yan"), pc("yan", states=("dead", "critically_wounded"), dies_at=HOUR)):
        assert done(tended, one)[0] == one


@covers("modified_cairn.service.medical_healing")
def test_a_healer_cures_poison_and_gives_no_vigour_back():
    ill = pc("yan", vig=4, vig_max=10, states=("poisoned", "festering", "hamstrung"))
    after, play = done(treated, fighting(ill), "yan")
    assert (find(after, "yan").vigour, find(after, "yan").states) == (4, ("hamstrung",))
    assert told(play) == [("treated", "Yan")]


@covers("modified_cairn.item.net", "modified_cairn.item.snare")
def test_whoever_saves_in_a_net_is_free_and_it_is_told():
    net = Effect("n", "modified_cairn.item.net", "goblin", ("yan",), 0)
    state = State(party=(pc("yan", states=("held",)),), phase="dungeon", effects=(net,))
    stuck, play = done(break_free, state, "yan", script=[11])
    assert (stuck.effects, said(play, "item.free")) == ((net,), [])
    free, play = done(break_free, state, "yan", script=[10])
    assert (free.effects, said(play, "item.free")) == ((), [("Yan",)])


@covers("modified_cairn.light.torch_burn", "modified_cairn.light.torch_dots", "modified_cairn.setting.raised_quality")
def test_each_six_cycles_mark_a_dot_of_a_torch_and_part_hours_add_up():
    torch = thing("torch", lit=True)
    state = State(party=(pc("yan", torch),), phase="dungeon")
    dots, lines = [], []
    for _ in range(18):
        state, play = done(burn, state, CYCLE)
        (torch,) = find(state, "yan").items
        dots.append(torch.dots)
        lines += told(play)
    assert dots == [0] * 5 + [1] * 6 + [2] * 6 + [3]
    assert lines[:2] == [("light.dots", "Yan", "Torch", 1), ("light.dots", "Yan", "Torch", 2)]
    assert ("light.spent", "Yan", "Torch") in lines
    assert not torch.lit


@covers("modified_cairn.transport.cart", "modified_cairn.item.cart")
def test_a_cart_takes_both_hands_until_it_is_let_go():
    cart = Transport("cart", "Cart", CART, 4)
    state = State(party=(pc("yan"), pc("zoe")), transports=(cart,))
    state, play = done(pull, state, "yan")
    assert (told(play), pulling(state, "yan"), pulling(state, "zoe")) == ([("pulls", "Yan", "Cart")], True, False)
    (shafts,) = find(state, "yan").items
    assert (shafts.place, shafts.size, state.transports[0].keeper) == ("hands", "bulky", "yan")
    state, play = done(let_go, state, "yan")
    assert (told(play), pulling(state, "yan"), find(state, "yan").items) == ([("lets_go", "Yan", "Cart")], False, ())


@covers("modified_cairn.magic_effect.hinder_or_aid")
def test_magic_aids_a_friend_by_a_d8_this_turn():
    state = fighting(pc("yan"), pc("bo"))
    after, play = done(works, state, "yan", Casting("rune", "hinder_or_aid", targets=("bo",)))
    assert (after.combat.marks, told(play)) == ((Mark("bo", "enhanced", 8),), [("magic.aids", "Bo")])


@covers("modified_cairn.relic.phoenix_ash")
def test_phoenix_ash_raises_the_dead_with_at_least_one_of_each_quality():
    ash = thing_of_relic("phoenix_ash")
    dead = pc("bo", vig=0, vig_max=12, cla=0, spi=3, states=("dead", "unresponsive", "hamstrung"), dies_at=5)
    state = State(party=(pc("yan", ash), dead))
    after, play = done(use, state, "yan", "phoenix_ash")
    bo = find(after, "bo")
    assert (bo.vigour, bo.clarity, bo.spirit, bo.states, bo.dies_at) == (1, 1, 3, ("hamstrung",), 0)
    assert said(play, "relic.raised") == [("Bo",)]


def thing_of_relic(name):
    return Item(name, name, f"modified_cairn.relic.{name}", kind="relic", place="hands", uses=1)


@covers("modified_cairn.effort.share", "modified_cairn.effort.slots")
def test_a_partner_who_will_not_lend_leaves_the_magic_undone():
    caster, other = pc("yan", *[thing("torch", "pack", f"t{n}") for n in range(6)], "torch"), pc("zoe")
    made = Casting("rune", "aid", effort=3)
    state = State(party=(caster, other))
    agreed_, play = done(agreed, state, caster, made, script=[("share", "zoe", 1), "yes"])
    assert (agreed_.partner, agreed_.lent, said(play, "magic.alone")) == ("zoe", 1, [])
    refused_, play = done(agreed, state, caster, made, script=[("share", "zoe", 1), "no"])
    assert (refused_, said(play, "magic.alone")) == (None, [("Zoe", "Yan")])
    assert done(agreed, state, caster, made, script=["withdraw"])[0] is None
    same = replace(other, seat="yan")
    _, play = done(agreed, State(party=(caster, same)), caster, made, script=[("share", "zoe", 1)])
    assert "lend" not in [getattr(one, "what", "") for one in play.asked], "one player need not ask themselves"


@covers("modified_cairn.runeskelf.control_weather")
def test_the_weather_changes_for_the_day_of_a_journey():
    state = State(party=(pc("yan"),), phase="journey", journey=Journey(season="winter", weather="Fair"))
    after, play = worked(state, "control_weather", 5)
    assert (after.journey.weather, said(play, "working.weather")) == ("Extreme", [("Extreme",)])
    indoors = State(party=(pc("yan"),), phase="dungeon")
    after, play = worked(indoors, "control_weather")
    assert said(play, "working.weather") == []
    assert [one.ends for one in after.effects] == [after.clock + HOUR]


@covers("modified_cairn.runeskelf.filch")
def test_a_thing_in_sight_jumps_into_the_hand():
    bearer = foe(items=(thing("dagger", "hands", lit=True),))
    state = fighting(pc("yan", "torch"), foes=[bearer])
    after, play = worked(state, "filch", ("goblin", "dagger"))
    assert find(after, "goblin").items == ()
    (taken,) = [item for item in find(after, "yan").items if item.id == "dagger"]
    assert (taken.place, taken.lit) == ("hands", False)
    assert said(play, "working.filched") == [("Yan", "Dagger", "Goblin")]
    other, play = worked(state, "filch", "other")
    assert (other, said(play, "working.filched")) == (state, [])


@covers("modified_cairn.runeskelf.shuffle")
def test_two_creatures_trade_places_and_with_them_their_distances():
    state = fighting(
        pc("yan"),
        pc("bo"),
        pc("zoe"),
        foes=[foe()],
        band="nearby",
        bands=[("bo", "goblin", "engaged"), ("zoe", "goblin", "far"), ("bo", "zoe", "far")],
    )
    after, play = worked(state, "shuffle", "bo", "zoe")
    combat = fight(after)
    assert (apart(combat, "bo", "goblin"), apart(combat, "zoe", "goblin")) == ("far", "engaged")
    assert apart(combat, "bo", "zoe") == "far", "between the two nothing changes"
    assert said(play, "working.swapped") == [("Bo", "Zoe")]


@covers("modified_cairn.table.outrider_1")
def test_a_weapon_is_honed_once_and_out_of_a_fight():
    state = State(party=(pc("yan", "dagger", thing("torch", "pack")),))
    after, play = done(hone, state, "yan", "modified_cairn.table.outrider_1", None, ())
    assert "honed" in find(after, "yan").items[0].qualities
    assert told(play) == [("working.honed", "Yan", "Dagger")]
    for not_again in (after, fighting(pc("yan", "dagger")), State(party=(pc("yan", thing("torch", "pack")),))):
        same, play = done(hone, not_again, "yan", "modified_cairn.table.outrider_1", None, ())
        assert (same, said(play, "working.honed")) == (not_again, [])


@covers("modified_cairn.table.barber_surgeon_2")
def test_a_lost_limb_grows_again_and_other_scars_stay():
    lost = Scar("modified_cairn.scar.sundered", "leg")
    other = Scar("modified_cairn.scar.rattling_blow")
    state = State(party=(replace(pc("yan"), scars=(other, lost)), pc("bo")))
    after, play = done(mend, state, "yan", "modified_cairn.table.barber_surgeon_2", None, ("yan", "bo"))
    assert find(after, "yan").scars == (other,)
    assert said(play, "working.regrows") == [("Yan", "leg")]


@covers("modified_cairn.table.marchguard_2")
@pytest.mark.parametrize(("user", "other"), [("yan", "bo"), ("bo", "yan")])
def test_whoever_trades_wounds_for_worse_ones_is_left_with_one_vigour(user, other):
    state = State(party=(pc("yan", vig=3, vig_max=3), pc("bo", vig=1, vig_max=10)))
    after, _ = done(RULES["trade_wounds"], state, user, "modified_cairn.table.marchguard_2", None, (other,))
    assert [one.vigour for one in after.party] == [1, 10]


@covers("modified_cairn.runeskelf.shuffle")
def test_outside_a_fight_the_referee_says_who_trades_places():
    state = State(party=(pc("yan"), pc("bo")))
    after, play = done(RULES["swap"], state, "yan", "modified_cairn.runeskelf.shuffle", None, ())
    assert (after, len(said(play, "working.judged"))) == (state, 1)


@covers("modified_cairn.table.half_witch_2")
def test_only_the_newly_dead_come_back_and_barely():
    dead = pc("bo", vig=0, vig_max=10, guard=4, states=("dead",), dies_at=7)
    state = State(party=(pc("yan"), dead))
    of = "modified_cairn.table.half_witch_2"
    after, play = done(rekindle, state, "yan", of, None, ("bo",), script=["yes"])
    bo = find(after, "bo")
    assert (bo.vigour, bo.guard, bo.states, bo.dies_at) == (1, 0, ("wounded",), 0)
    assert [line[0] for line in said(play, "working.rekindled")] == ["Bo"]
    late, play = done(rekindle, state, "yan", of, None, ("bo",), script=["no"])
    assert (late, [line[0] for line in said(play, "working.too_late")]) == (state, ["Bo"])


@covers("modified_cairn.runeskelf.skillful_repair")
def test_armour_is_made_whole_again():
    plate = thing("plate_mail", "body")
    state = State(party=(pc("yan"), pc("bo", replace(plate, armor=1))))
    after, play = done(repair, state, "yan", f"{RUNE}skillful_repair", None, ())
    assert find(after, "bo").items == (plate,)
    assert said(play, "working.repaired") == [("Bo", plate.name)]
    whole, play = done(repair, after, "yan", f"{RUNE}skillful_repair", None, ())
    assert (whole, said(play, "working.repaired")) == (after, [])


@covers("modified_cairn.relic.roc_feather")
def test_a_feather_of_the_roc_is_spent_by_a_fall_and_saves_from_all_of_it():
    feather = Item("f", "Roc feather", "modified_cairn.relic.roc_feather", kind="relic")
    state = fighting(pc("yan", feather, "dagger"))
    pit = next(one for one in runeskelfs().values() if one.works is not None and one.works.falls)
    after, play = done(befall, state, "yan", "goblin", pit.id, pit.works, script=[20])
    assert (find(after, "yan").vigour, [item.id for item in find(after, "yan").items]) == (10, ["dagger"])
    assert said(play, "working.floats") == [("Yan",)]
    without, play = done(befall, after, "yan", "goblin", pit.id, pit.works, script=[20, 4])
    assert find(without, "yan").vigour == 6


@covers("modified_cairn.magic.known")
def test_cure_wounds_heals_d4_vigour_of_each_once_a_day():
    state = State(party=(pc("yan"), pc("bo", vig=2, vig_max=12), pc("zoe", vig=2, vig_max=4)))
    once, play = worked(state, "cure_wounds", 3, targets=("bo",))
    assert (find(once, "bo").vigour, said(play, "working.no_more_today")) == (5, [])
    again, play = worked(once, "cure_wounds", targets=("bo",))
    assert find(again, "bo").vigour == 5
    assert [line[0] for line in said(play, "working.no_more_today")] == ["Bo"]
    other, _ = worked(once, "cure_wounds", 4, targets=("zoe",))
    assert find(other, "zoe").vigour == 4, "no more than was lost"


@covers("modified_cairn.monster.troll")
def test_a_creature_that_fights_on_is_wounded_and_no_more():
    troll = foe("troll", vig=20, states=("fights_on",), of="modified_cairn.monster.troll")
    state, play = done(suffer, fighting(foes=[troll]), "troll", "VIG", 2, "why", saves=True, script=[20])
    assert (find(state, "troll").states, find(state, "troll").dies_at) == (("fights_on", "wounded"), 0)
    assert said(play, "monster.fights_on") == [("Troll",)]


@covers("modified_cairn.item.bandages", "modified_cairn.hurt.tend")
def test_the_last_bandage_is_used_up_and_others_lose_a_dot():
    hurt = pc("bo", vig=2, states=("critically_wounded",), dies_at=HOUR)
    full = thing("bandages", "pack")
    state = State(party=(pc("yan", full, "dagger"), hurt))
    after, play = done(tend, state, "yan")
    assert said(play, "bandages") == [("Yan", full.name)]
    assert not has(find(after, "bo"), "critically_wounded")
    (left,) = [item for item in find(after, "yan").items if item.id == "bandages"]
    assert left == mark(full) != full
    herbs = thing("medicinal_herbs", "pack", bundle=True, count=2)
    one_less, _ = done(tend, State(party=(pc("yan", herbs), hurt)), "yan")
    assert [item.count for item in find(one_less, "yan").items] == [1]
    last = State(party=(pc("yan", replace(herbs, count=1), "dagger"), hurt))
    gone, _ = done(tend, last, "yan")
    assert [item.id for item in find(gone, "yan").items] == ["dagger"]


@covers("modified_cairn.price.change", "modified_cairn.wealth.coins")
def test_the_gm_may_charge_any_number_of_coins_of_each_metal_that_somebody_can_pay():
    rich = replace(pc("yan"), wealth=Wealth(gold=2, silver=1, copper=3))
    state = State(party=(rich, pc("poor")), phase="town")
    rate = state.settings.coin_rate
    purse = 2 * rate * rate + rate + 3
    for metal, each in (("gold", rate * rate), ("silver", rate), ("copper", 1)):
        after, play = done(charge, state, "", script=[metal, 1])
        (much,) = [one for one in play.asked if one.what == "charge_much"]
        assert list(much.options) == list(range(1, purse // each + 1))
        assert in_copper(find(after, "yan").wealth, state.settings) == purse - each
        assert told(play) == [(f"charged.{metal}", "Yan", 1)]
    few = State(party=(replace(pc("yan"), wealth=Wealth(copper=rate)),))
    _, play = done(charge, few, "", script=["copper", rate])
    (metals,) = [one for one in play.asked if one.what == "charge_in"]
    assert tuple(metals.options) == ("silver", "copper")


@covers("modified_cairn.price.list")
def test_each_option_of_a_shop_has_its_price():
    known = services()
    by_name = prices(State(), Choice("yan", "service", tuple(known), (), "modified_cairn.action.buy_service"))
    assert by_name == {ref: service.price for ref, service in known.items()}
    ware = "modified_cairn.item.torch"
    assert prices(State(), Choice("yan", "buy_what", (ware,), (), "modified_cairn.action.buy")) == {ware: price(ware)}
    assert prices(State(), Choice("yan", "sell_what", (ware,), (), "modified_cairn.action.sell")) == {}


@covers("modified_cairn.magic_effect.damage", "modified_cairn.enemy.immunity")
def test_only_magic_that_harms_in_a_fight_is_thrown_with_the_attacks_of_its_turn():
    state = fighting(pc("yan"))
    by_kind = {}
    for kind, sides in (("damage", 8), ("damage_blast", 6), ("hinder_or_aid", 0), ("quality_loss", 4)):
        made = Declaration("yan", "channel", casting=Casting("rune", kind, targets=("goblin",), sides=sides))
        strikes, _ = done(MANOEUVRES["channel"].strikes, state, made)
        by_kind[kind] = [(one.who, one.target, one.attack.dice, one.attack.blast) for one in strikes]
    assert by_kind == {
        "damage": [("yan", "goblin", (8,), False)],
        "damage_blast": [("yan", "goblin", (6,), True)],
        "hinder_or_aid": [],
        "quality_loss": [],
    }
    assert done(MANOEUVRES["channel"].strikes, state, Declaration("yan", "channel"))[0] == ()
