"""Magic and things that touch what others carry, whom they attack, how they fall, breathe, wake and are healed."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.attacks import attacks, impaired, stride, throw
from tallow.games.cairn.combat.manoeuvres import no_refuge
from tallow.games.cairn.combat.rounds import begin as begin_fight
from tallow.games.cairn.combat.strikes import strike
from tallow.games.cairn.gear.inventory import armor, sealed
from tallow.games.cairn.harm.hazards import panic
from tallow.games.cairn.harm.healing import night
from tallow.games.cairn.magic.effects import finish, lapse, turn_begins
from tallow.games.cairn.magic.spells import working
from tallow.games.cairn.magic.working_effects import work
from tallow.games.cairn.magic.workings import aim
from tallow.games.cairn.monsters.afflictions import afflict, come_due
from tallow.games.cairn.monsters.bestiary import lookup, spawn
from tallow.games.cairn.monsters.powers import use as use_power
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import HOUR, MINUTE, ROUND, Attack, Cause, Effect, Hazard, Item, Life, Scar, enemies
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Action
from tallow.mechanics.two_sides import find, put
from tallow.testing import covers
from tests.games.cairn.casters import SHIELD, SWORD, Told, creature, effect, foe, on, relic, table, the_fight, why_not
from tests.games.cairn.users import hurt, item, used, using

CLUB = Item("club", "Club", "cairn.weapon.medium", damage="d8", place="hands")


def cast(name, state, play=None, *, enhanced=False):
    """The table after the mage's spell upon those who fail their saves."""
    play, made = play or Told(d20=20), working(f"cairn.spell.{name}", enhanced)
    return work(play, state, "mage", made, aim(play, state, "mage", made))


def armed(**changes):
    """A table whose first foe has a club in hand."""
    return table(foes=(replace(foe("f1"), attacks=(), items=(CLUB,)), foe("f2")), **changes)


def whom(state, who):
    return [one.id for one in enemies(state, find(state, who))]


@covers("cairn.spell.push_pull")
def test_push_pull_tears_a_thing_from_whoever_fails_a_str_save():
    torn = cast("push_pull", armed(), Told(d20=20, working_item=("f1", "club")))
    assert find(torn, "f1").items == ()
    assert [thing.name for thing in torn.ground] == ["Club"]
    assert attacks(find(torn, "f1")) == (Attack("unarmed", (4,)),)
    held = cast("push_pull", armed(), Told(d20=1, working_item=("f1", "club")))
    assert find(held, "f1").items == (CLUB,)


@covers("cairn.spell.astral_prison")
def test_what_is_in_an_astral_prison_cannot_be_used_until_the_spell_ends():
    state = cast("astral_prison", armed(), Told(working_item=("f1", "club")))
    assert sealed(find(state, "f1").items[0])
    assert attacks(find(state, "f1")) == (Attack("unarmed", (4,)),)
    after = pass_time(Told(), replace(state, fight=None, phase="town"), 10 * MINUTE)
    assert find(after, "f1").items == (CLUB,)
    assert after.effects == ()


@covers("cairn.table.aurifex_1")
def test_universal_solvent_takes_a_thing_apart():
    gone = used("Universal solvent", Told(working_item=("f1", "club")), foes=(foe("f1", items=(CLUB,)),))
    assert find(gone, "f1").items == ()
    assert gone.ground == ()


@covers("cairn.spell.greed")
def test_the_greedy_attack_only_who_bears_what_they_must_have():
    state = put(table(), creature("pal", items=(SWORD,)))
    greedy = cast("greed", state, Told(d20=20, working_target="f1", greed_for=("pal", "sword")))
    assert whom(greedy, "f1") == ["pal"]
    assert whom(greedy, "f2") == ["mage", "pal"]
    lying = put(greedy, creature("pal"))
    assert whom(lying, "f1") == []
    taken = put(lying, replace(find(lying, "f1"), items=(SWORD,)))
    assert whom(taken, "f1") == ["mage", "pal"]
    assert whom(pass_time(Told(), replace(greedy, fight=None, phase="town"), HOUR), "f1") == ["mage", "pal"]


@covers("cairn.spell.hatred")
def test_the_hating_want_a_creature_or_group_destroyed():
    state = cast("hatred", table(), Told(d20=20, working_target="f1", hatred_of="f"))
    assert whom(state, "f1") == ["f2"]
    after = put(state, replace(find(state, "f2"), conditions=("dead",)))
    assert whom(after, "f1") == ["mage", "pal"]
    assert whom(cast("hatred", table(), Told(d20=1, working_target="f1")), "f1") == ["mage", "pal"]


@covers("cairn.spell.hatred")
def test_a_whole_side_that_attacks_lets_the_hating_attack_their_own():
    state = cast("hatred", table(), Told(d20=20, working_target="f1", hatred_of="f"))
    turned = replace(state, fight=replace(the_fight(state), side="foes", acting=("f1",)))
    after = GAME.perform(Told(d6=4), turned, Action("all_attack", "foes"))
    assert (find(after, "f2").hp, find(after, "mage").hp) == (1, 5)


@covers("cairn.spell.befuddle")
def test_the_befuddled_begin_a_fight_unaware_for_they_keep_nothing_in_mind():
    state = cast("befuddle", table(fight=False, phase="encounter"), Told(d20=20, working_target="f1"))
    assert "forgetful" in on(state, "f1")
    assert the_fight(begin_fight(Told(readiness="ready"), state)).unaware == ("f1",)


@covers("cairn.table.fieldwarden_2", "cairn.morale.flee")
def test_a_clatter_keeper_scares_those_off_who_fail_and_never_the_fearless():
    foes = (foe("f1"), foe("f2", conditions=("fearless",)))
    state = used("Clatter keeper", Told(d20=20), foes=foes)
    assert "fled" in on(state, "f1")
    assert "fled" not in on(state, "f2")
    assert "fled" not in on(used("Clatter keeper", Told(d20=1)), "f1")


@covers("cairn.item.repellent")
@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("repellent", "warded"),
        ("Wolfsbane", "warded"),
        ("Whiskerwort", "pacified"),
        ("Warming stone", "entranced"),
        ("Pan flute", "entranced"),
        ("Root tether", "held"),
        ("Greenwhistle", "pacified"),
        ("Manacles", "held"),
    ],
)
def test_what_is_for_one_kind_works_where_the_referee_says_that_it_is_such(name, condition):
    assert condition in on(used(name, Told(fits="yes")), "f1")
    assert condition not in on(used(name, Told(fits="no")), "f1")


@covers("cairn.relic.whistle_rope")
def test_a_whistle_rope_drives_wild_animals_off():
    before = table(relic("whistle_rope"), fight=False, phase="encounter")
    state = GAME.perform(Told(fits="yes"), before, Action("activate_relic", "mage"))
    assert "phobic" in on(state, "f1")


@covers("cairn.table.rill_runner_1")
def test_the_reed_whistle_stops_violence_until_the_save_is_passed():
    state = used("Reed whistle", Told(d20=20))
    assert whom(state, "f1") == []
    free, _ = turn_begins(Told(d20=1), state, "foes")
    assert whom(free, "f1") == ["mage", "pal"]


@covers("cairn.table.jongleur_1")
def test_a_rabbit_skull_guards_against_charms():
    skull = replace(item("Rabbit skull"), id="skull")
    charmed = cast("charm", table(), Told(d20=20, working_target="pal"))
    assert "charmed" in on(charmed, "pal")
    guarded = cast("charm", put(table(), creature("pal", items=(skull,))), Told(d20=20, working_target="pal"))
    assert "charmed" not in on(guarded, "pal")


@covers("cairn.spell.spider_climb", "cairn.spell.gravity_shift", "cairn.table.cutpurse_2")
@pytest.mark.parametrize("name", ["spider_climb", "gravity_shift"])
def test_whoever_walks_on_walls_falls_into_no_pit(name):
    safe = cast(name, table())
    assert "sure_footed" in on(safe, "mage")
    pit = working("cairn.spell.pit")
    assert find(work(Told(d20=20, d6=4), safe, "f1", pit, ("mage",)), "mage").strength == 12
    assert find(work(Told(d20=20, d6=4), table(), "f1", pit, ("mage",)), "mage").strength == 8
    lies = replace(safe, effects=(*safe.effects, effect("pit", id="p", hazards=(Hazard("harm", "DEX"),), dice="1d6")))
    met = GAME.perform(Told(d20=20, d6=4, meet_who="mage"), lies, Action("meet_effect"))
    assert find(met, "mage").strength == 12


@covers("cairn.table.half_witch_1", "cairn.table.cutpurse_2")
def test_paper_legs_and_a_catring_keep_their_footing():
    light = creature("pal", life=Life(boons=("cairn.table.half_witch_1:paper_legs",)))
    quake = working("cairn.spell.earthquake")
    state = work(Told(d20=20, collapse="no"), put(table(), light), "mage", quake, ("pal", "f1"))
    assert "stunned" not in on(state, "pal")
    assert "stunned" in on(state, "f1")
    assert "sure_footed" in on(used("Catring"), "mage")


@covers("cairn.spell.fish_lung", "cairn.item.air_bladder", "cairn.table.greenwise_2", "cairn.monster.water_elemental")
@pytest.mark.parametrize("how", ["fish_lung", "air_bladder", "Delphinium", "none"])
def test_whoever_breathes_under_water_does_not_drown_in_a_water_elemental(how):
    state = table(item("air_bladder" if how in {"none", "fish_lung"} else how))
    if how == "fish_lung":
        state = cast("fish_lung", state, Told(working_target="mage"))
    elif how != "none":
        state = using(state)
    drowned = ("cairn.monster.water_elemental", "Enveloped", "enveloped")
    held = afflict(Told(), state, "mage", "f1", *drowned, lasts="3 rounds", until=("wrenched",), then="dead")
    after = come_due(Told(), replace(held, clock=held.clock + 3 * ROUND))
    assert ("dead" in on(after, "mage")) == (how == "none")


@covers("cairn.spell.true_sight")
def test_true_sight_sees_through_displacement_and_images():
    state = cast("true_sight", table())
    sees, other = find(state, "mage"), find(state, "pal")
    shifted = foe("f1", conditions=("displaced",))
    assert not impaired(state, sees, Attack("claw", (6,)), shifted)
    assert impaired(state, other, Attack("claw", (6,)), shifted)
    doubled = foe("f1", at=0, conditions=("image",))
    assert strike(Told(d6=3), state, doubled, [(sees, Attack("claw", (6,)))]).target.hp == 2
    assert strike(Told(d6=3), state, doubled, [(other, Attack("claw", (6,)))]).target.hp == 5


@covers("cairn.relic.parliaments_promise")
def test_the_owl_helm_sees_in_the_dark_and_does_not_panic_there():
    helm = replace(relic("parliaments_promise"), place="worn")
    state = replace(table(fight=False), party=(creature("mage", items=(helm,)), creature("pal")))
    after = GAME.perform(Told(d20=20, panic_cause="dark", panic_whom="party"), state, Action("call_panic"))
    assert ("panicked" in on(after, "mage"), "panicked" in on(after, "pal")) == (False, True)


@covers("cairn.table.fungal_forager_2", "cairn.panic.save")
def test_milkflower_lets_nobody_panic_for_an_hour():
    calm = used("Milkflower", Told(working_target="mage"))
    assert "panicked" not in panic(Told(d20=20), find(calm, "mage")).conditions
    over = pass_time(Told(), replace(calm, fight=None, phase="town"), HOUR)
    assert "panicked" in panic(Told(d20=20), find(over, "mage")).conditions


@covers("cairn.spell.passage", "cairn.spell.gate", "cairn.spell.mirrorwalk", "cairn.relic.gate_chalk")
@pytest.mark.parametrize("name", ["passage", "gate", "mirrorwalk", "gate_chalk"])
def test_a_way_that_opens_is_somewhere_to_retreat_to(name):
    shut = table(relic("gate_chalk"))
    shut = replace(shut, fight=replace(the_fight(shut), refuge=False))
    assert why_not(no_refuge(shut, find(shut, "mage"))) == "no_refuge"
    if name == "gate_chalk":
        opened = GAME.perform(Told(), shut, Action("use_relic", "mage"))
        opened = replace(opened, fight=replace(the_fight(opened), refuge=False))
    else:
        opened = cast(name, shut)
    assert no_refuge(opened, find(opened, "mage")) is None


@covers("cairn.table.cutpurse_1")
def test_in_smoke_whoever_retreats_needs_no_save():
    state = used("Smoke pellets", Told())
    state = replace(state, fight=replace(the_fight(state), acting=("mage", "pal")))
    play = Told(d20=20)
    after = GAME.perform(play, state, Action("retreat", "mage"))
    after = GAME.perform(play, after, Action("wait", "pal"))
    assert "fled" in on(after, "mage")
    assert (1, 20) not in play.dice()
    assert impaired(state, find(state, "pal"), Attack("bow", (6,), ranged=True), find(state, "f1"))


@covers("cairn.spell.manse", "cairn.table.half_witch_2")
@pytest.mark.parametrize("shelter", [True, False])
def test_a_night_in_a_manse_is_safe_without_asking(shelter):
    state = hurt(replace(table(fight=False, foes=()), phase="explore"), fatigue=2)
    if shelter:
        state = cast("manse", state)
    play = Told(night_safe="unsafe")
    after = night(play, state, "")
    assert ("night_safe" in play.questions()) is not shelter
    assert (find(after, "mage").fatigue == 0) is shelter
    assert "shelter" in used("Hawthorn seed").effects[0].world


@covers("cairn.spell.upwell", "cairn.monster.fire_elemental")
def test_a_spring_is_water_to_throw_on_fire():
    blaze = spawn(lookup("Fire Elemental"), "f1")
    state = cast("upwell", table(foes=(blaze,)))
    play = Told(d12=5)
    after = GAME.perform(play, state, Action("douse", "mage"))
    assert find(after, "f1").strength == blaze.strength - 5
    assert "water" not in play.questions()


@covers("cairn.table.marchguard_2")
def test_a_fireflask_leaves_a_wall_of_flame():
    state = used("Fireflask")
    burnt = GAME.perform(Told(d6=3, meet_who="f1"), state, Action("meet_effect"))
    assert find(burnt, "f1").strength == 9


@covers("cairn.relic.harbingers_bell", "cairn.table.prowler_1", "cairn.table.beast_handler_2")
@pytest.mark.parametrize("how", ["bell", "tooth", "boon", "none"])
def test_whoever_is_warned_is_never_unaware(how):
    state = table(relic("harbingers_bell"), fight=False)
    if how == "bell":
        state = GAME.perform(Told(), state, Action("activate_relic", "mage"))
    if how == "tooth":
        state = hurt(state, items=(item("Crawler tooth"),))
    if how == "boon":
        state = hurt(state, life=Life(boons=("cairn.table.beast_handler_2:the_hunt",)))
    play = Told(readiness="unaware", d20=1)
    after = begin_fight(play, state)
    assert ("mage" in the_fight(after).acting) is (how != "none")
    assert not after.effects


@covers("cairn.table.outrider_1", "cairn.monster.roc")
def test_whoever_holds_a_steadymade_buckler_is_not_carried_off():
    buckler = replace(item("Steadymade buckler"), place="hands")
    state = table(foes=(spawn(lookup("Roc"), "f1"),))
    grab = lookup("Roc").powers[0]
    assert "carried_off" in on(use_power(Told(d20=20), state, "f1", grab, ("mage",)), "mage")
    firm = hurt(state, items=(buckler,))
    assert "carried_off" not in on(use_power(Told(d20=20), firm, "f1", grab, ("mage",)), "mage")


@covers("cairn.table.marchguard_2")
def test_the_pain_band_takes_on_what_another_has_lost():
    state = hurt(table(item("Pain band")), "pal", strength=5)
    after = using(state, Told(working_target="pal"))
    assert (find(after, "mage").strength, find(after, "pal").strength) == (5, 12)
    unhurt = using(table(item("Pain band")), play := Told(working_target="pal"))
    assert (find(unhurt, "mage").strength, find(unhurt, "pal").strength) == (12, 12)
    assert ("heal.in_vain" in play.codes(), "pain_taken" in play.codes()) == (True, False)


@covers("cairn.table.marchguard_2", "cairn.deprived.no_ability")
def test_a_deprived_pc_recovers_no_ability_by_the_pain_band_either():
    hungry = hurt(table(item("Pain band")), "pal", strength=5, deprived=(Cause("food", 0),))
    after = using(hungry, play := Told(working_target="pal"))
    assert (find(after, "mage").strength, find(after, "pal").strength) == (12, 5)
    assert [told.facts for told in play.told if told.code == "heal.deprived"] == [("pal",)]


@covers("cairn.table.fungal_forager_1")
def test_a_murderous_truffle_kills_who_eats_it_and_fails_a_str_save():
    assert "dead" in on(used("Murderous truffle", Told(d20=20, fits="yes")), "f1")
    assert "dead" not in on(used("Murderous truffle", Told(d20=1, fits="yes")), "f1")
    assert "dead" not in on(used("Murderous truffle", Told(d20=20, fits="no")), "f1")


@covers("cairn.table.half_witch_2")
def test_rebirth_ash_brings_those_back_who_have_just_died():
    dead = table(item("Rebirth ash"), foes=(foe("f1", conditions=("dead",), strength=0, hp=0),))
    back = using(dead, Told(working_target="f1", just_dead="yes"))
    assert (on(back, "f1"), find(back, "f1").strength, find(back, "f1").hp) == ((), 1, 0)
    assert "dead" in on(using(dead, play := Told(working_target="f1", just_dead="no")), "f1")
    assert "rekindle.too_late" in play.codes()


@covers("cairn.table.half_witch_2")
def test_a_hex_stone_takes_up_one_magic_and_nightdust_makes_night():
    charmed = cast("charm", table(item("Hex stone")), Told(d20=20, working_target="f1"))
    assert using(charmed).effects == ()
    assert "charmed" not in on(using(charmed), "f1")
    assert "dark" in used("Nightdust powder").effects[0].world


@covers("cairn.table.half_witch_2", "cairn.table.fungal_forager_2", "cairn.armor.cap")
def test_sap_and_a_tarp_harden_by_one_up_to_three():
    hard = used("Stonetree sap", Told(working_target="mage"))
    assert armor(find(hard, "mage")) == 1
    assert armor(replace(find(hard, "mage"), items=(SHIELD,))) == 2
    assert armor(replace(find(hard, "mage"), armor=3)) == 3
    tarp = used("Sloth-tarp")
    assert armor(find(tarp, "mage")) == 1
    assert [thing.name for thing in find(tarp, "mage").items] == ["Sloth-tarp"]
    stepped = GAME.perform(Told(), tarp, Action("move", "mage"))
    assert armor(find(stepped, "mage")) == 0


@covers("cairn.table.fieldwarden_1")
def test_gale_seed_is_four_times_the_speed_and_then_two_fatigue():
    state = used("Gale seed extract")
    assert stride(find(state, "mage")) == 160
    over = pass_time(Told(), replace(state, fight=None, phase="town"), 10 * MINUTE)
    assert (stride(find(over, "mage")), find(over, "mage").fatigue) == (40, 2)


@covers("cairn.table.jongleur_2")
def test_the_mythos_mask_costs_a_fatigue_when_it_comes_off():
    state = used("Mythos mask")
    assert find(state, "mage").fatigue == 0
    assert find(finish(Told(), state, state.effects[0].id), "mage").fatigue == 1


@covers("cairn.table.hexenbane_1", "cairn.deprived.state")
def test_voidglass_blinds_an_eye_for_an_hour_and_deprives_so_long():
    state = used("Voidglass shard")
    assert [cause.name for cause in find(state, "mage").deprived] == ["Voidglass shard"]
    over = pass_time(Told(), replace(state, fight=None, phase="town"), HOUR)
    assert find(over, "mage").deprived == ()


@covers("cairn.table.barber_surgeon_2")
def test_regrowth_salve_gives_a_lost_part_back_within_a_day():
    lost = hurt(table(item("Regrowth salve"), fight=False), scars=(Scar("cairn.scar.sundered", "hand"),))
    state = using(lost, Told(working_target="mage"))
    assert find(state, "mage").scars
    (growing,) = [one for one in state.effects if "regrows" in one.world]
    assert growing.ends == state.clock + 24 * HOUR
    whole = lapse(play := Told(), replace(state, clock=growing.ends))
    assert find(whole, "mage").scars == ()
    assert "regrown" in play.codes()


@covers("cairn.table.rill_runner_1")
def test_river_twine_catches_food_or_something_unpleasant():
    assert [thing.name for thing in find(used("River twine", Told(catch="food")), "mage").items][-1] == "Rations"
    assert len(find(used("River twine", Told(catch="unpleasant")), "mage").items) == 1


@covers("cairn.table.cutpurse_1", "cairn.table.fungal_forager_1", "cairn.table.prowler_2", "cairn.table.marchguard_1")
@pytest.mark.parametrize(
    ("name", "condition"),
    [("Blinding powder", "impaired"), ("Hellcap (bottled)", "phobic"), ("Drowse balm", "asleep")],
)
def test_powders_caps_and_balms(name, condition):
    assert condition in on(used(name), "f1")


@covers("cairn.table.marchguard_1")
def test_a_snare_holds_who_steps_in_once():
    state = used("Snare trap")
    caught = GAME.perform(Told(meet_who="f1"), state, Action("meet_effect"))
    assert "held" in on(caught, "f1")
    assert [one.on for one in caught.effects] == [("f1",)]


@covers("cairn.relic.a_blade_called_hope", "cairn.combat.enhanced")
@pytest.mark.parametrize(("weather", "hour", "sides"), [("fair", 12, 12), ("fair", 23, 6), ("inclement", 12, 6)])
def test_a_blade_called_hope_enhances_its_first_attack_in_strong_sun(weather, hour, sides):
    blade = replace(relic("a_blade_called_hope"), place="hands")
    state = replace(table(blade, fight=False), weather=weather, clock=hour * HOUR)
    state = begin_fight(Told(readiness="ready"), state)
    bearer = find(state, "mage")
    (way,) = [attack for attack in attacks(bearer) if attack.items == ("relic",)]
    assert throw(state, bearer, way, find(state, "f1"), 0) == (sides,)
    after = GAME.perform(Told(attack_whom="f1"), state, Action("attack", "mage"))
    after = GAME.perform(Told(), after, Action("wait", "pal"))
    assert throw(after, find(after, "mage"), way, find(after, "f2"), 0) == (6,)


def test_effects_with_nothing_to_come_leave_nothing():
    state = replace(table(), effects=(Effect("e", "cairn.spell.sniff", "Sniff", "mage", ("mage",)),))
    assert finish(Told(), state, "e") == table()


def test_the_end_of_a_thing_without_an_entry_is_told_by_its_name():
    play, state = Told(), used("Milkflower", Told(working_target="mage"))
    finish(play, state, state.effects[0].id)
    (ends,) = [told for told in play.told if told.code == "effect.ends"]
    assert GAME.words.say("told", ends.code, *ends.facts) == "Milkflower ends for mage."
