"""What the rules of Cairn tell of harm, healing, magic and gear: each line with its facts, and who hears it."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.characters.boons import HELM
from tallow.games.cairn.combat.rounds import begin
from tallow.games.cairn.combat.strikes import strike
from tallow.games.cairn.entries import relics, spells
from tallow.games.cairn.gear.light import light_up
from tallow.games.cairn.gear.market import sell
from tallow.games.cairn.gear.things import from_ref
from tallow.games.cairn.gear.transports import dismount, ride
from tallow.games.cairn.gear.weapon_care import reload
from tallow.games.cairn.harm.damage import blow, die, hurt
from tallow.games.cairn.harm.deprivation import feed_beasts, lose_ration
from tallow.games.cairn.harm.hazards import call_panic, trap
from tallow.games.cairn.harm.healing import mended, night, refreshed
from tallow.games.cairn.magic import working_effects
from tallow.games.cairn.magic.effects import finish, meet
from tallow.games.cairn.magic.relics import working as relic_working
from tallow.games.cairn.magic.spells import working
from tallow.games.cairn.magic.working_things import rekindle
from tallow.games.cairn.magic.workings import taken
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Cause, Declaration, Effect, Hazard, Item
from tallow.mechanics.two_sides import find
from tallow.play import EVERYONE, REFEREE
from tallow.testing import covers
from tests.games.cairn.casters import the_fight
from tests.games.cairn.fighters import fight, foe, hit, somebody
from tests.games.cairn.travellers import on_road, person, table, thing
from tests.games.playing import done


def told(play):
    return [(line.code, *line.facts) for line in play.told]


@covers("cairn.action.night", "cairn.phase.camp")
@pytest.mark.parametrize(("how", "phase"), [("unsafe", "explore"), ("disturbed", "encounter")])
def test_a_night_that_is_not_safe_is_told_and_leaves_all_without_sleep(how, phase):
    after, play = done(night, table(person("ada")), "", script=[how])
    assert (told(play)[0], after.phase) == ((f"night.{how}",), phase)
    assert [cause.name for cause in find(after, "ada").deprived] == ["sleep"]


@covers("cairn.fatigue.lasts", "cairn.setting.deprived_fatigue")
def test_a_night_takes_away_fatigue_but_not_that_of_the_deprived():
    tired = person("ada", fatigue=2, hp=1)
    after, play = done(refreshed, table(tired), tired)
    assert (after.fatigue, after.hp, told(play)[0]) == (0, 5, ("night.fatigue", "Ada", 2))
    hungry = replace(tired, deprived=(Cause("food", 0),))
    kept, play = done(refreshed, table(hungry), hungry)
    assert (kept.fatigue, kept.hp, told(play)) == (2, 1, [("night.deprived", "Ada")])


@covers("cairn.heal.ability")
def test_a_week_gives_each_ability_back_but_for_what_the_warden_excepts():
    hurt_one = person("ada", strength=5, willpower=3)
    healed, play = done(mended, hurt_one, Settings(), script=["not_WIL"])
    assert play.asked[0].options == ("all", "not_STR", "not_WIL")
    assert (healed.strength, healed.willpower, told(play)) == (12, 3, [("week.ability", "Ada", "STR", 12)])
    _, play = done(mended, hurt_one, Settings(), script=["all"])
    assert told(play) == [("week.ability", "Ada", "STR", 12), ("week.ability", "Ada", "WIL", 10)]


@covers("cairn.table.wilderness_event", "cairn.item.rations")
def test_a_lost_ration_is_told_and_where_there_is_none_nothing_is():
    state = table(person("bo"), person("ada", items=(thing("rations", uses=2),)))
    after, play = done(lose_ration, state)
    assert (find(after, "ada").items[0].uses, told(play)) == (1, [("ration.lost", "Ada", state.party[1].items[0].name)])
    bare = table(person("bo"))
    assert done(lose_ration, bare)[0] == bare


@covers("cairn.wild.camp", "cairn.item.animal_feed")
def test_how_many_beasts_get_no_feed_is_told():
    state = on_road(person("ada", items=(thing("mule"), thing("horse"), thing("animal_feed", uses=1))))
    _, play = done(feed_beasts, state)
    assert told(play) == [("feed.none", 1)]


@covers("cairn.monster.hydra", "cairn.critical.npc")
def test_each_critical_blow_takes_a_head_and_the_last_one_its_life():
    hydra = foe(hp=2, strength=10, heads=2)
    struck, _ = done(blow, 4, 2, 10, False, REFEREE, script=[20])
    (one_left, outcome), play = done(hurt, hydra, struck, 4, Settings(), 0)
    assert (one_left.heads, outcome) == (1, "wounded")
    assert ("harm.head", "Foe1", 1) in told(play)
    (dead, outcome), play = done(hurt, replace(hydra, heads=1), struck, 4, Settings(), 0)
    assert (dead.conditions, outcome, ("harm.head", "Foe1", 0) in told(play)) == (("dead",), "critical", True)


@covers("cairn.detachment.critical", "cairn.detachment.zero")
@pytest.mark.parametrize(("fate", "conditions", "together"), [("routed", ("routed",), True), ("weakened", (), False)])
def test_a_detachment_is_routed_or_weakened_as_the_warden_says_and_destroyed_at_no_str(fate, conditions, together):
    band = foe(hp=2, strength=10, detachment=True)
    struck, _ = done(blow, 4, 2, 10, False, REFEREE, script=[20])
    (after, outcome), play = done(hurt, band, struck, 4, Settings(), 0, script=[fate])
    assert (after.conditions, after.detachment, outcome) == (conditions, together, "critical")
    assert told(play)[-1] == (f"harm.{fate}", "Foe1")
    assert told(done(die, band)[1]) == [("harm.destroyed", "Foe1")]
    assert told(done(die, foe())[1]) == [("harm.dead", "Foe1")]


@covers("cairn.table.bond")
def test_a_stone_heart_only_lies_as_dead():
    after, play = done(die, somebody(strength=0, conditions=("stone_heart",)))
    assert (after.conditions, told(play)) == (("stone_heart", "unconscious"), [("harm.as_dead", "Hero")])


@covers("cairn.dungeon.traps")
@pytest.mark.parametrize(("script", "code"), [(["careful"], "trap.careful"), (["unwary", 3], "trap.unwary")])
def test_who_avoids_a_trap_is_told_how(script, code):
    state = table(person("ada"))
    after, play = done(trap, state, "", script=script)
    assert (after, told(play)) == (state, [(code, "Ada")])


@covers("cairn.action.warden_panic", "cairn.dungeon.dark")
def test_whoever_sees_in_the_dark_does_not_panic_in_it_and_that_is_told():
    helm = Item("helm", "Owl helm", HELM, place="worn")
    state = table(person("ada", items=(helm,)), person("bo"))
    after, play = done(call_panic, state, "", script=["dark", "ada"])
    assert (after, told(play)) == (state, [("panic.sees", "Ada")])
    scared, play = done(call_panic, state, "", script=["dark", "party", 11])
    assert [one.conditions for one in scared.party] == [(), ("panicked",)]
    assert [line[0] for line in told(play) if line[0].startswith("panic")] == ["panic.sees", "panic"]


@covers("cairn.phase.first_round", "cairn.combat.first_round")
def test_who_acts_in_the_first_round_is_told():
    state = table(person("ada"), person("bo"))
    after, play = done(begin, replace(state, foes=(foe(),)), script=["save", 12, "save", 11])
    assert told(play)[-1] == ("fight.first_round", ("bo",))
    assert the_fight(after).acting == ("bo",)


@covers("cairn.spell.mirror_image")
def test_an_image_takes_a_blow_and_that_is_told():
    target = foe(conditions=("image",))
    ann = somebody("ann")
    after, play = done(strike, fight((ann,), (target,)), target, [(ann, hit())])
    assert (after.target.conditions, after.target.hp) == ((), 4)
    assert ("attack.image", "Ann", "Foe1") in told(play)


@covers("cairn.dungeon.light")
def test_what_costs_nothing_to_light_glows():
    stick = from_ref("cairn.relic.lightsucker_candle", "it")
    torch = thing("torch", "torch")
    for item, code in ((torch, "light"), (replace(stick, uses=0), "light.glows")):
        after, play = done(light_up, person("ada", items=(item,)), item.id)
        assert (after.items[0].lit, told(play)[-1][0]) == (True, code)


@covers("cairn.market.prices")
def test_a_sale_is_told_with_what_it_brings():
    state = table(person("ada", items=(thing("rope", "r"),)), phase="town")
    after, play = done(sell, state, "ada", script=["sell"])
    assert find(after, "ada").items == ()
    assert [line[:3] for line in told(play) if line[0] == "market.sold"] == [("market.sold", "Ada", thing("rope").name)]
    kept, play = done(sell, state, "ada", script=["keep"])
    assert (kept, told(play)) == (state, [])


@covers("cairn.table.outrider_2")
def test_getting_up_and_down_is_told():
    state = table(person("ada", items=(thing("horse"),)))
    up, play = done(ride, state, "ada")
    assert (find(up, "ada").rides, told(play)) == ("horse", [("rides", "Ada", "horse")])
    down, play = done(dismount, up, "ada")
    assert (down, told(play)) == (state, [("dismounts", "Ada")])


@covers("cairn.table.aurifex_1")
def test_reloading_is_told_and_fills_what_wants_reloading_alone():
    gun = Item("gun", "Gun", qualities=("reload",), charges=0, charges_max=2)
    wand = Item("wand", "Wand", charges=0, charges_max=3)
    state = fight((somebody("ann", items=(gun, wand)),), (foe(),))
    after, play = done(reload, state, Declaration("ann", "reload"))
    assert [item.charges for item in find(after, "ann").items] == [2, 0]
    assert told(play) == [("reloaded", "Ann")]


@covers("cairn.spell.duration", "cairn.spell.control_weather")
def test_the_weather_that_was_returns_and_that_is_told():
    effect = Effect("e", "cairn.spell.control_weather", "Control Weather", "ada", was="fair")
    after, play = done(finish, table(person("ada"), effects=(effect,), weather="extreme"), "e")
    assert (after.weather, after.effects, told(play)[-1]) == ("fair", (), ("weather.returns", "fair"))


@covers("cairn.spell.adhere", "cairn.item.trap")
def test_whoever_is_caught_by_what_lies_there_is_told():
    glue = Effect("e", "cairn.spell.adhere", "Adhere", "ada", hazards=(Hazard("held", "DEX"),))
    after, play = done(meet, table(person("ada"), person("bo"), effects=(glue,)), "e", "bo")
    assert ("held" in find(after, "bo").conditions, told(play)[-1][:2]) == (True, ("effect.caught", "Bo"))


@covers("cairn.spell.cure_wounds", "cairn.deprived.no_ability")
def test_the_healing_of_a_foe_is_told_without_its_numbers_and_the_deprived_get_none():
    cure = working(spells()["cairn.spell.cure_wounds"].id)
    wolf = foe("wolf", strength=3, strength_max=8)
    healed, play = done(working_effects.recover, wolf, "STR", 2, cure)
    assert (healed.strength, [(line.code, line.seen_by) for line in play.told]) == (
        5, [("heal", (REFEREE,)), ("heal.foe", EVERYONE)],
    )  # fmt: skip
    hungry = table(person("ada"), person("bo", strength=1, deprived=(Cause("food", 0),)))
    after, play = done(working_effects.heal, hungry, "ada", cure, ("bo",), "STR")
    assert (after, told(play)) == (hungry, [("heal.deprived", "Bo")])


@covers("cairn.relic.phoenix_ash")
def test_the_dead_return_whole_and_without_memory():
    ash = relic_working(relics()["cairn.relic.phoenix_ash"].id)
    dead = person("bo", conditions=("dead",), hp=0, strength=0, fatigue=2)
    after, play = done(working_effects.revive, table(person("ada"), dead), "ada", ash, ("bo",), "")
    assert find(after, "bo") == person("bo", conditions=("forgetful",))
    assert told(play) == [("revived", "Bo", ash.of)]


@covers("cairn.relic.leycap")
@pytest.mark.parametrize(("face", "addicted"), [(10, False), (11, True)])
def test_leycap_takes_a_fatigue_and_addicts_who_fails_the_save(face, addicted):
    cap = relic_working(relics()["cairn.relic.leycap"].id)
    state = table(person("ada", fatigue=2))
    after, play = done(working_effects.leycap, state, "ada", cap, ("ada",), "", script=[face])
    one = find(after, "ada")
    assert (one.fatigue, bool(one.deprived), ("addicted", "Ada", cap.of) in told(play)) == (1, addicted, addicted)


@covers("cairn.table.half_witch_2")
def test_who_is_rekindled_in_time_lives_barely_and_that_is_told():
    spark = working(spells()["cairn.spell.cure_wounds"].id)
    dead = person("bo", conditions=("dead",), strength=0, dies_at=9)
    state = table(person("ada"), dead)
    after, play = done(rekindle, state, "ada", spark, ("bo",), "", script=["yes"])
    one = find(after, "bo")
    assert (one.conditions, one.hp, one.strength, one.dies_at) == ((), 0, 1, 0)
    assert told(play) == [("rekindled", "Bo", spark.of)]


@covers("cairn.condition.deaf", "cairn.cast.resist")
def test_what_is_heard_does_nothing_to_the_deaf_and_what_smells_nothing_to_those_without_a_nose():
    song = replace(working(spells()["cairn.spell.sleep"].id), kinds=("magic", "sound"))
    state = fight((somebody("ann"),), (foe("f", conditions=("deaf",)),))
    (after, affected), play = done(taken, state, "ann", song, "f")
    assert (after, affected, told(play)) == (state, False, [("working.unheard", "F", song.of)])
