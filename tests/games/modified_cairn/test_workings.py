"""What Runeskelfs, relics and uncommon things are known for: a rule carries it out, or it is in force for its time."""

import runpy
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.combat.attacks import Strike, dice, harmless, kept_off, reaches, ways
from tallow.games.modified_cairn.combat.bands import apart, fight, whither
from tallow.games.modified_cairn.combat.gambits import repel
from tallow.games.modified_cairn.combat.pool import Gambit
from tallow.games.modified_cairn.combat.rounds import begin as begin_fight
from tallow.games.modified_cairn.combat.rounds import noted, resolve
from tallow.games.modified_cairn.combat.strikes import strike_all
from tallow.games.modified_cairn.entries import Works
from tallow.games.modified_cairn.faces.at_work import at_work
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.gear.items import known_for, spring, used
from tallow.games.modified_cairn.gear.slots import empty, room
from tallow.games.modified_cairn.gear.things import from_gear, made, shard
from tallow.games.modified_cairn.goods import runeskelfs
from tallow.games.modified_cairn.harm.damage import hurt
from tallow.games.modified_cairn.magic.casting import cast
from tallow.games.modified_cairn.magic.channelling import cannot_channel
from tallow.games.modified_cairn.magic.relics import use
from tallow.games.modified_cairn.magic.workings import gifts, uncommon, work, works_of
from tallow.games.modified_cairn.monsters.powers import castable, resolve_cast, resolve_power
from tallow.games.modified_cairn.record import BOTS, GAME
from tallow.games.modified_cairn.state import (
    CYCLE,
    HOUR,
    Attack,
    Casting,
    Declaration,
    Dungeon,
    Effect,
    Item,
    Journey,
    Life,
    State,
    able,
    has,
)
from tallow.games.modified_cairn.uses import SPENT
from tallow.games.modified_cairn.world.darkness import in_the_dark
from tallow.games.modified_cairn.world.dungeon import sheltered
from tallow.games.modified_cairn.world.time import pass_time
from tallow.games.view import Lines
from tallow.mechanics.two_sides import everyone, find
from tallow.play import Simulated
from tallow.testing import covers
from tests.games.modified_cairn.fighters import code, fighting, foe, pc, said
from tests.games.modified_cairn.newcomers import act, refused
from tests.games.playing import done

ROOT = Path(__file__).parents[3]
RUNE = "modified_cairn.runeskelf."
RELIC = "modified_cairn.relic."
SWORD = Attack("longsword", (8,))
KNOWN = "modified_cairn.magic.known"
IN_FORCE = "modified_cairn.magic.in_force"


def sated(*party):
    return tuple(replace(one, fed=8 * HOUR, drank=8 * HOUR, slept=8 * HOUR) for one in party)


def calm(*party, **more):
    return State(phase=more.pop("phase", "free"), party=sated(*party), **more)


def worked(state, name, *script, targets=(), who="ann"):
    """The state after somebody used what the Runeskelf of this name is known for."""
    return done(work, state, who, RUNE + name, runeskelfs()[RUNE + name].works, targets, script=list(script))[0]


def melee(**more):
    return fighting(pc("ann"), pc("bo"), foes=(foe(spi=10, cla=10),), **more)


def lines(state, seat, kind):
    return [
        line
        for panel in GAME.view(state, seat).panels
        if panel.kind == kind
        for block in panel.blocks
        if isinstance(block, Lines) and block.label == "effects"
        for line in block.lines
    ]


@covers("modified_cairn.magic.in_force")
@pytest.mark.parametrize("entry", sorted(a.of for a in at_work() if a.kind == "Runeskelfs" and a.how == "in_force"))
def test_what_is_in_force_is_shown_with_its_time_and_ends_by_itself(entry):
    state = calm(pc("ann"), pc("bo"))
    works = works_of(entry)
    assert works
    after, _ = done(
        work, state, "ann", entry, works, ("bo",) if works.aims == "one" else (), script=[20] if works.save else []
    )
    (effect,) = after.effects
    assert effect.ends > state.clock
    shown = [line.why for line in lines(after, "ann", "tracker")]
    assert shown == [entry]
    over, _ = done(pass_time, replace(after, phase="town"), effect.ends - state.clock)
    assert over.effects == ()


@covers("modified_cairn.magic.in_force")
def test_an_effect_stands_on_the_sheet_of_whoever_is_under_it_and_is_told_when_they_try_something():
    state = worked(calm(pc("ann"), pc("bo")), "spider_climb")
    assert [(line.name, line.text) for line in lines(state, "ann", "sheet")] == [
        (runeskelfs()[RUNE + "spider_climb"].name, "10 min")
    ]
    after, play = act(state, "attempt", "ann", "up the wall", "time_gear_skill", "yes")
    assert said(play, "working.still") == [("Ann", RUNE + "spider_climb")]
    gone, _ = act(after, "end_own", "ann")
    assert gone.effects == ()
    assert refused(gone, "end_own", "ann") != ""


@covers("modified_cairn.magic.known")
def test_a_listed_runeskelf_is_asked_for_what_it_is_known_for_and_paid_like_any_casting():
    lamp = replace(shard(RUNE + "illuminate", "i1"), place="hands")
    state = calm(pc("ann", lamp), phase="dungeon", dungeon=Dungeon())
    assert in_the_dark(state) == ("ann",)
    after, play = act(state, "channel_calmly", "ann", "known", ("calm", 0), 2)
    assert in_the_dark(after) == ()
    assert len(find(after, "ann").strain) == 1
    assert "working.place" in play.codes()
    over, _ = done(pass_time, after, HOUR)
    assert (in_the_dark(over), over.effects) == (("ann",), ())


@covers("modified_cairn.magic.known", "modified_cairn.modifier.impaired")
@pytest.mark.parametrize("name", ["displace", "mirror_image", "shroud"])
def test_attacks_upon_somebody_who_seems_elsewhere_are_impaired_unless_seen_truly(name):
    state = worked(melee(), name)
    assert dice(state, Strike("goblin", SWORD, "ann")) == (4,)
    assert dice(state, Strike("goblin", SWORD, "bo")) == (8,)
    seeing = worked(state, "true_sight", who="goblin")
    assert dice(seeing, Strike("goblin", SWORD, "ann")) == (8,)


@covers("modified_cairn.magic.known")
def test_whoever_is_shrouded_is_seen_again_once_they_attack():
    state = replace(worked(melee(), "shroud"))
    state = noted(state, Declaration("ann", "attack", target="goblin", detail="unarmed"))
    after, _ = done(resolve, noted(state, Declaration("bo")), script=[1, "done"])
    assert not has(find(after, "ann"), "invisible")


@covers("modified_cairn.magic.known")
def test_a_shield_holds_off_what_is_mundane_and_lasts_a_minute():
    state = worked(melee(), "shield", targets=("bo",))
    goblin, bo = find(state, "goblin"), find(state, "bo")
    assert harmless(state, Strike("goblin", SWORD, "bo"), goblin, bo)
    magic = Attack("magic", (8,), qualities=("magic",))
    assert not harmless(state, Strike("goblin", magic, "bo"), goblin, bo)
    assert [one.ends - state.clock for one in state.effects] == [60]


@covers("modified_cairn.magic.known", "modified_cairn.modifier.blast")
def test_only_blast_harms_a_swarm_and_smoke_neither_strikes_nor_is_struck():
    state = worked(melee(), "swarm")
    goblin, ann = find(state, "goblin"), find(state, "ann")
    assert harmless(state, Strike("goblin", SWORD, "ann"), goblin, ann)
    assert not harmless(state, Strike("goblin", replace(SWORD, blast=True), "ann"), goblin, ann)
    smoke = worked(melee(), "smoke_form")
    assert ways(find(smoke, "ann")) == ()
    assert harmless(smoke, Strike("goblin", SWORD, "ann"), goblin, find(smoke, "ann"))


@covers("modified_cairn.magic.known", "modified_cairn.distance.move_step")
def test_the_hastened_move_three_bands():
    state = worked(melee(band="distant"), "haste")
    assert ("rush_closer", "goblin") in whither(state, "ann")
    assert ("rush_closer", "goblin") not in whither(state, "bo")
    state, _ = act(state, "move", "ann", ("rush_closer", "goblin"))
    (planned,) = state.combat.planned
    assert planned.bands == 3


@covers("modified_cairn.magic.known", "modified_cairn.region.hands")
def test_one_more_arm_is_one_more_slot_at_hand_and_goes_again():
    state = worked(calm(pc("ann")), "multiarm")
    assert room(find(state, "ann"), "hands") == 3
    three = tuple(replace(made("modified_cairn.weapon.dagger", f"d{at}"), place="hands") for at in range(3))
    state = replace(state, party=(replace(state.party[0], items=three),))
    over, _ = done(pass_time, state, CYCLE, script=["d2"])
    assert [item.place for item in over.party[0].items] == ["hands", "hands", "pack"]
    assert empty(over.party[0], "hands") == 0


@covers("modified_cairn.magic.known", "modified_cairn.light.too_few")
def test_in_a_ball_of_night_all_attacks_are_impaired_and_no_torch_helps():
    torch = replace(made("modified_cairn.item.torch", "t"), place="hands", lit=True)
    state = fighting(pc("ann", torch), pc("bo"), foes=(foe(),))
    dark = worked(state, "night_sphere")
    assert in_the_dark(dark) == ("ann", "bo")
    assert dice(dark, Strike("goblin", SWORD, "bo")) == (4,)
    assert dice(state, Strike("goblin", SWORD, "bo")) == (8,)


@covers("modified_cairn.magic.known", "modified_cairn.item.smokebomb")
def test_fog_impairs_what_is_shot():
    state = worked(melee(band="far"), "fog_cloud")
    assert dice(state, Strike("ann", Attack("bow", (6,), ranged=True), "goblin")) == (4,)
    assert dice(state, Strike("ann", SWORD, "goblin")) == (8,)


@covers("modified_cairn.magic.known", "modified_cairn.magic_effect.damage")
def test_where_magic_is_dampened_a_7_does_3():
    held = replace(shard(RUNE + "expanding_mind", "m"), place="hands")
    state = fighting(pc("ann", held), foes=(foe(guard=10),))
    made_ = Casting("m", "damage", targets=("goblin",), sides=8, physical=False)
    plain = noted(state, Declaration("ann", "channel", item="m", casting=made_))
    after, _ = done(resolve, plain, script=[4, 7])
    assert find(after, "goblin").guard == 3
    after, _ = done(resolve, worked(plain, "magic_dampener"), script=[4, 7])
    assert find(after, "goblin").guard == 7


@covers("modified_cairn.magic.known", "modified_cairn.distance.relative")
def test_two_trade_places_and_one_is_sent_a_band_away():
    state = fighting(pc("ann"), pc("bo"), foes=(foe(),), band="far", bands=(("bo", "goblin", "engaged"),))
    after = worked(state, "shuffle", "ann", "bo")
    assert (apart(fight(after), "ann", "goblin"), apart(fight(after), "bo", "goblin")) == ("engaged", "far")
    sent = worked(state, "teleport", ("away", "goblin"), targets=("bo",))
    assert apart(fight(sent), "bo", "goblin") == "nearby"
    shoved = worked(melee(), "push_pull", "push", targets=("goblin",))
    assert apart(fight(shoved), "ann", "goblin") == "nearby"


@covers("modified_cairn.magic.known")
def test_a_thing_jumps_into_the_hand():
    armed = replace(foe(), items=(replace(made("modified_cairn.weapon.longsword", "s"), place="hands"),))
    after = worked(fighting(pc("ann"), foes=(armed,)), "filch", ("goblin", "s"))
    assert find(after, "goblin").items == ()
    assert [(item.id, item.place) for item in find(after, "ann").items] == [("s", "hands")]


@covers("modified_cairn.magic.known")
def test_a_touch_gives_back_vigour_once_a_day_for_each():
    state = calm(pc("ann"), replace(pc("bo"), vigour=3))
    once = worked(state, "cure_wounds", 4, targets=("bo",))
    assert find(once, "bo").vigour == 7
    twice = worked(once, "cure_wounds", targets=("bo",))
    assert find(twice, "bo").vigour == 7
    tomorrow, _ = done(pass_time, replace(twice, phase="town"), 24 * HOUR)
    assert find(worked(tomorrow, "cure_wounds", 1, targets=("bo",)), "bo").vigour == 8


@covers("modified_cairn.magic.known", "modified_cairn.enemy.save_each_round")
def test_a_web_holds_until_a_vig_save():
    state = worked(melee(), "web", 11, targets=("goblin",))
    assert not able(find(state, "goblin"))
    assert able(find(worked(melee(), "web", 10, targets=("goblin",)), "goblin"))
    (effect,) = state.effects
    assert (effect.save, effect.ends) == ("VIG", 0)


@covers("modified_cairn.magic.known", "modified_cairn.relic.roc_feather")
def test_whoever_falls_into_the_pit_loses_vigour_unless_a_feather_bears_them():
    fell = worked(melee(), "pit", 11, 5, targets=("goblin",))
    assert (find(fell, "goblin").vigour, able(find(fell, "goblin"))) == (5, False)
    state = fighting(pc("ann", replace(made(f"{RELIC}roc_feather", "f"), place="body")), foes=(foe(),))
    floats = worked(state, "pit", 11, targets=("ann",), who="goblin")
    assert (find(floats, "ann").vigour, find(floats, "ann").items, able(find(floats, "ann"))) == (10, (), True)


@covers("modified_cairn.magic.known", "modified_cairn.gear.effects")
def test_slime_waits_in_the_place_and_holds_whoever_comes_upon_it():
    state = worked(calm(pc("ann"), pc("bo")), "adhere")
    after, play = done(spring, state, "", script=["bo"])
    assert has(find(after, "bo"), "held")
    assert [facts[0] for facts in said(play, "item.sprung")] == [find(state, "bo").name]
    assert len(after.effects) == 2
    wall = worked(calm(pc("ann"), pc("bo")), "elemental_wall")
    burnt, _ = done(spring, wall, "", script=["bo", 4])
    assert find(burnt, "bo").vigour == 6


@covers("modified_cairn.magic.known", "modified_cairn.trigger.disturbance")
def test_a_lock_springs_open_with_a_bang():
    state = calm(pc("ann"), phase="dungeon", dungeon=Dungeon())
    assert worked(state, "knock").dungeon.triggers == ("disturbance",)
    assert worked(calm(pc("ann")), "knock").dungeon is None


@covers("modified_cairn.magic.known", "modified_cairn.rest.unsafe_roll")
def test_a_cottage_is_a_safe_place_to_rest():
    state = calm(pc("ann"), phase="dungeon", dungeon=Dungeon())
    assert not sheltered(state)
    assert sheltered(worked(state, "manse"))


@covers("modified_cairn.magic.known")
def test_the_weather_changes_by_the_table_of_the_season():
    state = calm(pc("ann"), phase="journey", journey=Journey(weather="Extreme"))
    after = worked(state, "control_weather", 3)
    assert after.journey.weather != "Extreme"


@covers("modified_cairn.magic.known", "modified_cairn.monster.acolyte")
def test_those_of_one_kind_cannot_come_at_the_warded():
    skeleton = "modified_cairn.monster.skeleton"
    foes = (foe(of=skeleton), foe("orc"))
    state = worked(fighting(pc("ann"), pc("bo"), foes=foes), "ward", skeleton)
    assert code(reaches(state, "goblin", SWORD, "bo")) == "warded"
    assert reaches(state, "orc", SWORD, "bo") is None
    assert reaches(state, "goblin", replace(SWORD, ranged=True), "bo", band="nearby") is None
    acolyte = foe("acolyte", of="modified_cairn.monster.acolyte")
    state = fighting(pc("ann"), foes=(acolyte,))
    told = Declaration("acolyte", "power", detail="Warding Circle")
    after, _ = done(resolve_power, state, told, script=["people"])
    assert kept_off(after, "ann", "acolyte")


@covers("modified_cairn.magic.known")
def test_a_skeleton_rises_and_a_saw_cuts_plants_alone():
    after = worked(calm(pc("ann")), "raise_dead")
    assert [one.name for one in after.party] == ["Ann", "Skeleton"]
    vines = foe("vines", of="modified_cairn.monster.creeping_vines")
    state = fighting(pc("ann"), foes=(vines, foe()))
    assert find(worked(state, "spellsaw", 6, targets=("vines",)), "vines").vigour == 4
    assert find(worked(state, "spellsaw", targets=("goblin",)), "goblin").vigour == 10


@covers("modified_cairn.magic.known")
def test_every_light_goes_out():
    torch = replace(made("modified_cairn.item.torch", "t"), place="hands", lit=True)
    after = worked(calm(pc("ann", torch)), "snuff")
    assert [item.lit for item in find(after, "ann").items] == [False]


@covers("modified_cairn.magic.known")
def test_the_tiny_attack_impaired_and_the_pacified_not_at_all():
    state = worked(melee(), "miniaturize", targets=("goblin",))
    assert dice(state, Strike("goblin", SWORD, "ann")) == (4,)
    state = worked(melee(), "pacify", 11, targets=("goblin",))
    assert ways(find(state, "goblin")) == ()
    assert able(find(state, "goblin"))


@covers("modified_cairn.state.deafened", "modified_cairn.monster.harpy")
def test_the_deaf_do_not_hear_the_song():
    harpy = foe("harpy", of="modified_cairn.monster.harpy")
    state = fighting(pc("ann", states=("deafened",)), pc("bo"), foes=(harpy,))
    told = Declaration("harpy", "power", detail="Song")
    after, play = done(resolve_power, state, told, script=[11])
    assert [has(one, "held") for one in after.party] == [False, True]
    assert said(play, "working.unheard")[0][0] == "Ann"
    quiet = replace(
        state, effects=(Effect("e", f"{RELIC}muffle_dust", "ann", (), 9 * HOUR, does="hold", state="silent"),)
    )
    after, _ = done(resolve_power, quiet, told)
    assert not any(has(one, "held") for one in after.party)


@covers("modified_cairn.relic.staff_of_silence")
def test_no_magic_works_near_the_staff_of_silence():
    staff = replace(made(f"{RELIC}staff_of_silence", "staff"), place="hands")
    rune = replace(shard(RUNE + "sleep", "r"), place="hands")
    state = calm(pc("ann", staff, rune))
    assert cannot_channel(state, find(state, "ann")) is None
    after, _ = done(use, state, "ann", "staff")
    assert code(cannot_channel(after, find(after, "ann"))) == "magicless"
    witch = foe("witch", of="modified_cairn.monster.rune_witch")
    fight_ = replace(fighting(pc("ann"), foes=(witch,)), effects=after.effects)
    cast_, play = done(resolve_cast, fight_, Declaration("witch", "cast", target="ann", detail=RUNE + "sleep"))
    assert able(find(cast_, "ann"))
    assert "magic.stifled" in play.codes()


@covers("modified_cairn.relic.harbingers_bell", "modified_cairn.turn.surprise")
def test_the_bell_rings_before_danger_once_a_charge():
    bell = replace(made(f"{RELIC}harbingers_bell", "bell"), place="pack")
    state = replace(calm(pc("ann", bell)), foes=(foe(),))
    after, play = done(begin_fight, state, "nearby", ("party",), script=[10])
    assert after.combat.surprised == ()
    assert (find(after, "ann").items[0].dots, "relic.rings" in play.codes()) == (1, True)
    again, play = done(begin_fight, replace(after, combat=None, phase="free"), "nearby", ("party",))
    assert again.combat.surprised == ("party",)


@covers("modified_cairn.relic.parliaments_promise", "modified_cairn.light.too_few")
def test_who_wears_the_promise_sees_in_the_dark():
    promise = replace(made(f"{RELIC}parliaments_promise", "p"), place="body")
    state = calm(pc("ann", promise), pc("bo"), phase="dungeon", dungeon=Dungeon())
    assert in_the_dark(state) == ("bo",)


@covers("modified_cairn.relic.ward_stone", "modified_cairn.relic.skull_whistle", "modified_cairn.relic.moth_mirror")
def test_relics_that_keep_people_from_acting():
    stone = replace(made(f"{RELIC}ward_stone", "w"), place="hands")
    after, _ = done(use, fighting(pc("ann", stone), foes=(foe(),)), "ann", "w")
    assert [ways(one) for one in everyone(after)] == [(), ()]
    mirror = replace(made(f"{RELIC}moth_mirror", "m"), place="hands")
    after, _ = done(use, calm(pc("ann", mirror)), "ann", "m", script=[11])
    assert has(find(after, "ann"), "paralysed")
    free, _ = done(pass_time, after, CYCLE)
    assert able(find(free, "ann"))


@covers("modified_cairn.relic.a_blade_called_hope", "modified_cairn.modifier.enhanced")
def test_the_first_attack_after_sunlight_is_enhanced():
    hope = replace(made(f"{RELIC}a_blade_called_hope", "h"), place="hands")
    state = fighting(pc("ann", hope), foes=(foe(vig=18, guard=12),))
    strike = Strike("ann", ways(find(state, "ann"))[0], "goblin")
    assert dice(state, strike) == (6, 8)
    (after, _), _ = done(strike_all, state, [strike], script=[1, 2, "done"])
    assert dice(after, strike) == (6,)
    over = replace(after, combat=None, phase="town", dungeon=Dungeon())
    morning, _ = done(pass_time, over, 24 * HOUR)
    assert find(morning, "ann").spent == ()
    below, _ = done(pass_time, replace(over, phase="dungeon", party=sated(*over.party)), 23 * HOUR)
    assert find(below, "ann").spent == (SPENT.mark("day", "hope"),)


@covers("modified_cairn.relic.sponge_army")
def test_an_army_of_sponges_falls_apart_after_ten_minutes():
    state, _ = done(use, calm(pc("ann", made(f"{RELIC}sponge_army", "s"))), "ann", "s")
    assert state.party[1].states == ()
    over, _ = done(pass_time, state, CYCLE)
    assert over.party[1].states == ("dead",)


APART = ("Hex Stone", "Rebirth Ash", "Regrowth Salve", "Wyrmbone Whetstone")
"""Things that want something besides a fight; test_uncommon_things.py has them."""


@covers("modified_cairn.magic.known", "modified_cairn.background.oddities")
@pytest.mark.parametrize("name", sorted(uncommon()))
def test_things_of_backgrounds_do_what_they_are_known_for(name):
    of, line = uncommon()[name]
    item = replace(from_gear(line, "x"), place="hands")
    known = known_for(item)
    assert known == (of, line.works)
    if name in APART:
        return
    hurt = replace(pc("ann", item), vigour=7, spirit=4, states=("poisoned",))
    state = fighting(hurt, replace(pc("bo"), vigour=5), foes=(foe(of="modified_cairn.monster.creeping_vines"),))
    state = replace(state, dungeon=Dungeon(), combat=replace(fight(state), back_to="dungeon"))
    afters = [used(Simulated(Random(seed), BOTS.answer), state, "ann", "x") for seed in range(30)]
    unused = replace(state, party=tuple(replace(one, items=()) for one in state.party))
    assert any(replace(one, party=tuple(replace(c, items=()) for c in one.party)) != unused for one in afters)


@covers("modified_cairn.table.barber_surgeon_2", "modified_cairn.turn.first_round_save")
def test_under_quicksilver_one_acts_in_the_first_round_without_a_save():
    _, line = uncommon()["Quicksilver"]
    state = replace(calm(pc("ann", replace(from_gear(line, "q"), place="pack"))), foes=(foe(),))
    state, _ = done(used, state, "ann", "q")
    after, _ = done(begin_fight, state)
    assert after.combat.acting == ("ann",)


@covers("modified_cairn.convert.charges")
def test_a_thing_whose_row_says_what_renews_it_can_be_renewed():
    _, line = uncommon()["Sun Stick"]
    spent = replace(from_gear(line, "s"), place="pack", dots=1)
    after, _ = act(calm(pc("ann", spent)), "recharge", "ann", "done")
    assert find(after, "ann").items[0].dots == 0
    assert spent.recharge == "a day in full sun"


@covers("modified_cairn.table.fieldwarden_2", "modified_cairn.hurt.critical")
def test_the_band_takes_one_failed_save_upon_itself():
    band = Item("e", "Everbloom Band", place="body")
    state = calm(pc("ann", band, guard=0))
    spared, play = done(hurt, state, "ann", 4, "modified_cairn.hurt.order", script=[20])
    assert (find(spared, "ann").vigour, find(spared, "ann").states, find(spared, "ann").items) == (6, ("wounded",), ())
    assert "spared" in play.codes()
    down, _ = done(hurt, spared, "ann", 1, "modified_cairn.hurt.order", script=[20])
    assert has(find(down, "ann"), "critically_wounded")


@covers("modified_cairn.table.fieldwarden_2", "modified_cairn.scar.doomed")
@pytest.mark.parametrize("worn", [True, False])
def test_the_save_that_decides_a_doom_counts_as_passed_by_the_band(worn):
    band = Item("e", "Everbloom Band", place="body")
    state = calm(pc("ann", *([band] if worn else []), guard=0, states=("doomed",)))
    after, _ = done(hurt, state, "ann", 4, "modified_cairn.hurt.order", script=[20, [4, 4, 4]] if worn else [20])
    one = find(after, "ann")
    assert (one.states, one.guard_max, one.vigour) == ((("wounded",), 12, 6) if worn else (("dead",), 0, 6))


@covers("modified_cairn.table.outrider_1", "modified_cairn.gambit.repel")
def test_whoever_holds_the_buckler_is_not_repelled():
    buckler = replace(made("modified_cairn.armour.shield", "s", "Steadymade Buckler"), place="hands")
    state = fighting(pc("ann", buckler), pc("bo"), foes=(foe(),))
    held, _ = done(repel, state, "ann", Gambit("goblin", "repel", 4))
    assert apart(fight(held), "ann", "goblin") == "engaged"
    moved, _ = done(repel, state, "bo", Gambit("goblin", "repel", 4))
    assert apart(fight(moved), "bo", "goblin") == "nearby"


@covers("modified_cairn.table.beast_handler_2", "modified_cairn.table.aurifex_1")
def test_a_gift_is_called_upon_for_strain_and_once_a_day():
    feature = "modified_cairn.table.beast_handler_2:borrowed_feature"
    pet = "modified_cairn.table.aurifex_1:vanished_pet"
    state = calm(pc("ann", life=Life(history=(feature, pet))))
    state, play = act(state, "call_upon", "ann", feature)
    assert (len(find(state, "ann").strain), [one.of for one in state.effects]) == (1, [feature])
    assert said(play, "called_upon") == [("Ann", "Borrowed feature")]
    assert [line.name for line in lines(state, "ann", "sheet")] == ["Borrowed feature"]
    assert gifts(find(state, "ann")) == (pet,)
    state, _ = act(state, "call_upon", "ann")
    assert (len(find(state, "ann").strain), gifts(find(state, "ann"))) == (2, (pet,))


@covers("modified_cairn.table.mountebank_2")
def test_the_beast_of_a_tattoo_is_off_the_skin_until_its_bearer_calls_it_back():
    tattoo = "modified_cairn.table.mountebank_2:alchemical_tattoo"
    state, _ = act(calm(pc("ann", life=Life(history=(tattoo,)))), "call_upon", "ann")
    assert [(one.of, one.on, one.ends) for one in state.effects] == [(tattoo, ("ann",), 0)]
    assert [line.name for line in lines(state, "ann", "sheet")] == ["Alchemical Tattoo"]
    again, _ = act(state, "call_upon", "ann")
    assert len(again.effects) == 1, "one beast"
    later, _ = done(pass_time, state, 3 * HOUR)
    assert later.effects == state.effects
    back, _ = act(later, "end_own", "ann")
    assert back.effects == ()


@covers("modified_cairn.table.mountebank_1", "modified_cairn.table.half_witch_1")
def test_a_hedge_curse_makes_all_magic_risky_and_legs_of_paper_bear_a_fall():
    curse = Life(history=("modified_cairn.table.mountebank_1:hedge_curse",))
    lamp = replace(shard(RUNE + "illuminate", "i1"), place="hands")
    _, play = act(calm(pc("ann", lamp, life=curse)), "channel_calmly", "ann", "known", ("SPI", 0), "alone", 10, 6)
    (price,) = [one for one in play.asked if getattr(one, "what", "") == "price_magic"]
    assert not any(option[0] == "calm" for option in price.options if isinstance(option, tuple))
    light = pc("ann", life=Life(history=("modified_cairn.table.half_witch_1:paper_legs",)))
    after = worked(fighting(light, foes=(foe(),)), "pit", 11, targets=("ann",), who="goblin")
    assert (find(after, "ann").vigour, able(find(after, "ann"))) == (10, True)


@covers("modified_cairn.item.wolfsbane")
def test_wolfsbane_keeps_wolves_off():
    bane = replace(made("modified_cairn.item.wolfsbane", "b"), place="hands")
    wolf = foe("wolf", of="modified_cairn.monster.wolf")
    after, _ = done(used, fighting(pc("ann", bane), pc("bo"), foes=(wolf, foe())), "ann", "b")
    assert (kept_off(after, "wolf", "bo"), kept_off(after, "goblin", "bo")) == (True, False)


@covers("modified_cairn.enemy.casting")
def test_what_opponents_channel_does_what_it_is_known_for():
    hooded = foe("hood", of="modified_cairn.monster.hooded_men")
    state = fighting(pc("ann"), foes=(hooded,))
    assert RUNE + "shield" in castable(hooded)
    after, _ = done(resolve_cast, state, Declaration("hood", "cast", detail=RUNE + "shield"), script=[6])
    assert has(find(after, "hood"), "shielded")
    witch = foe("witch", of="modified_cairn.monster.rune_witch")
    told = Declaration("witch", "cast", target="ann", detail=RUNE + "web")
    after, _ = done(resolve_cast, fighting(pc("ann"), foes=(witch,)), told, script=[11, 6])
    assert has(find(after, "ann"), "held")


@covers("modified_cairn.magic.known")
def test_rounds_outside_of_a_fight_go_by_the_clock():
    state = worked(calm(pc("ann"), pc("bo")), "command", 11, targets=("bo",))
    assert has(find(state, "bo"), "held")
    over, _ = done(pass_time, state, 10)
    assert able(find(over, "bo"))


@covers("modified_cairn.magic.known")
def test_a_casting_resolves_upon_the_one_it_was_declared_for():
    rune = replace(shard(RUNE + "sleep", "r"), place="hands")
    state = fighting(pc("ann", rune), foes=(foe(), foe("orc")))
    made_ = Casting("r", "known", targets=("orc",), of=RUNE + "sleep")
    after, _ = done(cast, state, "ann", made_, script=[11, 6])
    assert [has(one, "asleep") for one in after.foes] == [False, True]


def test_what_is_known_names_states_and_creatures_that_there_are():
    for one in at_work():
        works = works_of(one.of)
        if isinstance(works, Works):
            assert not works.creature or works.creature in monsters()
            assert all(kind in monsters() for kind in works.keeps_off)


def test_most_magic_acts_and_little_is_text():
    counts = {(kind, how): 0 for kind in ("Runeskelfs", "relics") for how in ("acts", "in_force", "text")}
    for one in at_work():
        if (one.kind, one.how) in counts:
            counts[one.kind, one.how] += 1
    assert list(counts.values()) == [49, 51, 1, 26, 19, 5]


def test_the_page_is_current():
    made_ = runpy.run_path(str(ROOT / "scripts" / "at_work.py"))
    assert made_["PAGE"].read_text("utf-8") == made_["page"](), "run scripts/at_work.py"
