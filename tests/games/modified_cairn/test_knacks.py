"""What Beast Handlers, Outriders and others can do: on the road, in town, at doors, when ambushed or afraid."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.characters.boons import (
    CONTRAPTIONS,
    GHOST_BEAST,
    JONGLEUR,
    KNOWN_LAND,
    MADE_EYE,
    METAL_FOOT,
    PERFORMANCE,
    PULSE,
    SAILORS,
    SENTRIES,
    WEREWOLF,
)
from tallow.games.modified_cairn.characters.joining import join
from tallow.games.modified_cairn.checks.doors import keyed, ways, without_risk
from tallow.games.modified_cairn.checks.tables import called
from tallow.games.modified_cairn.combat.bands import apart, paces
from tallow.games.modified_cairn.combat.mounts import beast, mount
from tallow.games.modified_cairn.combat.rounds import begin, declare
from tallow.games.modified_cairn.combat.swaps import exchanges
from tallow.games.modified_cairn.entries import Given, tables
from tallow.games.modified_cairn.folk import Step, monsters
from tallow.games.modified_cairn.gear.inventory import equipped, movable
from tallow.games.modified_cairn.gear.items import usable, used
from tallow.games.modified_cairn.gear.market import buy_service, prices
from tallow.games.modified_cairn.gear.slots import fits
from tallow.games.modified_cairn.gear.transports import acquire, feed_beasts
from tallow.games.modified_cairn.harm.tending import treated
from tallow.games.modified_cairn.magic.effects import expire
from tallow.games.modified_cairn.monsters.afflictions import afflict
from tallow.games.modified_cairn.record import DEEDS
from tallow.games.modified_cairn.state import DAY, Dungeon, Item, Journey, Life, State, Wealth, has
from tallow.games.modified_cairn.world.darkness import in_the_dark
from tallow.games.modified_cairn.world.wilderness import ground, set_out, supply
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Choice
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, thing
from tests.games.playing import asked, done, refusal_code

HANDLER, OUTRIDER = "modified_cairn.table.beast_handler_2", "modified_cairn.table.outrider_2"
RUNNER, SURGEON = "modified_cairn.table.rill_runner_2", "modified_cairn.table.barber_surgeon_1"
SERVICE = "modified_cairn.service."


def knowing(*rows, bonds=(), background=""):
    return Life(background=background, history=rows, bonds=bonds)


def odd(name, **more):
    return Item(name.casefold().replace(" ", "_"), name, place=more.pop("place", "pack"), **more)


def on_horse(name, *others, **more):
    """Yan on a horse of this name, in a fight."""
    state = fighting(pc("yan"), *others, **more)
    line = next(line for row in tables()[OUTRIDER].rows for line in row.gives if line.name == name)
    state = acquire(state, line, "yan")
    return done(mount, state, "yan", state.transports[-1].id)[0]


@covers(HANDLER, SURGEON, OUTRIDER, RUNNER, "modified_cairn.table.kettlewright_1", "modified_cairn.table.bond")
def test_every_row_that_rules_ask_for_is_there():
    codes = (PULSE, KNOWN_LAND, SENTRIES, MADE_EYE, PERFORMANCE, SAILORS, CONTRAPTIONS, GHOST_BEAST)
    assert [called(one) for one in codes] == [
        "Hunter's pulse", "Known land", "Wild sentries", "Eye", "Performance", "Sailors", "Contraptions", "Ghost beast",
    ]  # fmt: skip


@covers(HANDLER, "modified_cairn.turn.surprise")
@pytest.mark.parametrize("row", [PULSE, SENTRIES])
@pytest.mark.parametrize(("word", "surprised"), [("yes", ()), ("no", ("party",))])
def test_whoever_feels_danger_before_it_comes_is_not_surprised_if_the_gm_says_that_it_fits(row, word, surprised):
    state = State(phase="free", party=(pc("yan", life=knowing(row)), pc("yokel")), foes=(foe(),))
    saves = [1, 1] if word == "yes" else []
    after, play = done(begin, state, "nearby", ("party",), script=[word, *saves])
    assert after.combat.surprised == surprised
    assert asked(play, "sensed")[0].facts == ("Yan", called(row))


@covers(HANDLER)
def test_nobody_who_is_down_and_nobody_without_the_knack_feels_danger():
    for one in (pc("yan"), pc("yan", life=knowing(PULSE), states=("asleep",))):
        state = State(phase="free", party=(one, pc("yokel")), foes=(foe(),))
        after, _ = done(begin, state, "nearby", ("party",))
        assert after.combat.surprised == ("party",)
    foes_surprised = State(phase="free", party=(pc("yan", life=knowing(PULSE)),), foes=(foe(),))
    assert done(begin, foes_surprised, "nearby", ("foes",))[0].combat.surprised == ("foes",)


@covers(OUTRIDER, "modified_cairn.turn.surprise")
def test_a_piebald_cob_senses_danger():
    state = acquire(State(phase="free", party=(pc("yan"),), foes=(foe(),)), Given("Piebald Cob"), "yan")
    after, play = done(begin, state, "nearby", ("party",), script=["yes", 1])
    assert after.combat.surprised == ()
    assert asked(play, "sensed")[0].facts == ("Yan", "Piebald Cob")


@covers(OUTRIDER, "modified_cairn.mount.riding")
@pytest.mark.parametrize(
    ("name", "guard"),
    [("Blacklegged Dandy", 6), ("Rivertooth", 4), ("Piebald Cob", 6), ("Linden White", 4), ("Stray Fogger", 4)],
)
def test_an_outriders_horse_has_the_guard_of_its_row(name, guard):
    horse = find(on_horse(name), find(on_horse(name), "yan").mounted)
    assert (horse.name, horse.guard, horse.guard_max) == (name, guard, guard)


@covers(OUTRIDER, "modified_cairn.transport.horse")
def test_any_other_horse_has_the_guard_of_its_kind():
    state = acquire(State(), Given("Nag", "modified_cairn.transport.horse"), "yan")
    animal = beast(state.transports[0], pc("yan"))
    assert animal
    assert animal.guard == 4


@covers(OUTRIDER, "modified_cairn.action.flee")
def test_the_rider_of_a_linden_white_flees_without_a_save():
    state, play = done(declare, on_horse("Linden White", band="nearby"), "yan", "flee")
    assert not asked(play, "pursued")
    assert state.ended.how == "party_fled"
    state, _ = done(declare, on_horse("Rivertooth", band="nearby"), "yan", "flee", script=["save", 11])
    assert apart(state.combat, "yan", "goblin") == "distant"


@covers(OUTRIDER, "modified_cairn.mount.riding")
def test_a_stray_fogger_is_very_fast():
    for name, most in (("Stray Fogger", 3), ("Rivertooth", 2)):
        state = on_horse(name)
        assert paces(state, find(state, "yan"))[0][0] == most
    afoot = fighting(pc("yan"))
    assert paces(afoot, find(afoot, "yan")) == ((1, ""),)


@covers(OUTRIDER, SURGEON, "modified_cairn.wild.terrain")
@pytest.mark.parametrize(
    ("horse", "foot", "terrain", "now"),
    [
        ("Blacklegged Dandy", False, "perilous", "tough"),
        ("Blacklegged Dandy", False, "tough", "easy"),
        ("Blacklegged Dandy", False, "easy", "easy"),
        ("Rivertooth", False, "tough", "tough"),
        ("", True, "tough", "easy"),
        ("", True, "perilous", "perilous"),
    ],
)
def test_a_horse_or_a_metal_foot_makes_ground_easier(horse, foot, terrain, now):
    one = pc("yan", life=knowing(METAL_FOOT) if foot else Life())
    state = State(phase="journey", party=(one,), journey=Journey(terrain=terrain))
    state = acquire(state, Given(horse), "yan") if horse else state
    assert ground(state) == now
    with_another = replace(state, party=(*state.party, pc("yokel")))
    assert ground(with_another) == terrain, "the slowest sets the pace"


@covers(OUTRIDER, "modified_cairn.table.weather")
def test_bad_weather_makes_the_ground_of_a_sure_horse_what_it_would_be_for_others_in_good():
    state = State(phase="journey", party=(pc("yan"),), journey=Journey(terrain="tough", weather="Inclement"))
    assert ground(state) == "perilous"
    assert ground(acquire(state, Given("Blacklegged Dandy"), "yan")) == "tough"


ROAD = ["short", "trail", "plains", "spring"]


@covers("modified_cairn.wild.lost", "modified_cairn.item.compass", "modified_cairn.item.sextant")
@pytest.mark.parametrize("tool", ["compass", "sextant"])
def test_an_instrument_lowers_the_chance_of_losing_the_way(tool):
    state = State(phase="free", party=(pc("yan", thing(tool, "pack")),))
    assert not done(set_out, state, script=[*ROAD, 2, 3])[0].journey.lost
    assert done(set_out, state, script=[*ROAD, 1, 3])[0].journey.lost


@covers(RUNNER, "modified_cairn.wild.lost")
def test_a_map_of_the_next_journey_is_good_for_that_one():
    state = State(phase="free", party=(pc("yan", odd("Map")),))
    after, play = done(set_out, state, script=[*ROAD, 2, 3])
    assert not after.journey.lost
    assert not find(after, "yan").items
    assert ("journey.map", ("Yan",)) in [(told.code, told.facts) for told in play.told]
    on_a_road, _ = done(set_out, state, script=["short", "road", "plains", "spring", 3])
    assert find(on_a_road, "yan").items, "a road needs none"


@covers(HANDLER, "modified_cairn.wild.lost")
def test_whether_it_is_the_land_where_the_animals_live_the_gm_says():
    for rows, first in (((KNOWN_LAND,), "yes"), ((), "no")):
        state = State(phase="free", party=(pc("yan", life=knowing(*rows)),))
        _, play = done(set_out, state, script=[*ROAD, "yes", 2, 3])
        assert asked(play, "knows_way")[0].options[0] == first


@covers("modified_cairn.item.fishing_rod", "modified_cairn.wild.supply")
@pytest.mark.parametrize(("word", "sides"), [("yes", 6), ("no", 4)])
def test_a_fishing_rod_is_worth_a_step_where_there_is_water(word, sides):
    state = State(phase="journey", party=(pc("ann", thing("fishing_rod", "pack")),))
    _, play = done(supply, state, "ann", script=[word, 1])
    assert play.asked[-1].sides == sides


@covers(RUNNER, "modified_cairn.action.buy_service")
@pytest.mark.parametrize(("row", "free"), [(SAILORS, "ships_passage"), (PERFORMANCE, "room_board")])
def test_passage_is_free_for_some_and_bed_and_board_for_others(row, free):
    state = State(phase="town", party=(pc("ann", life=knowing(row)),))
    choice = Choice("ann", "service", (f"{SERVICE}{free}", f"{SERVICE}carriage_seat"), ("Ann",), "")
    assert prices(state, choice) == {f"{SERVICE}{free}": 0, f"{SERVICE}carriage_seat": 5}
    _, play = done(buy_service, state, "ann")
    assert ("service", ("Ann", f"{SERVICE}{free}", 0)) in [(told.code, told.facts) for told in play.told]


@covers("modified_cairn.action.buy_service")
def test_whoever_has_no_coins_and_no_such_living_gets_nothing():
    assert refusal_code(DEEDS, State(phase="town", party=(pc("ann"),)), "buy_service", "ann") == "cannot_buy"
    rich = State(phase="town", party=(pc("ann", wealth=Wealth(gold=5)),))
    _, play = done(buy_service, rich, "ann", script=[f"{SERVICE}carriage_seat"])
    assert asked(play, "service")[0].options == (f"{SERVICE}carriage_seat", f"{SERVICE}stable_feed")


@covers("modified_cairn.table.kettlewright_1", "modified_cairn.factor.count")
def test_whoever_builds_contraptions_opens_nearly_any_lock():
    one = pc("ann", odd("Gildfinger", uses=1), life=knowing(CONTRAPTIONS))
    assert ways(one, "locked") == ("pick",)
    assert without_risk(one, "pick")
    assert keyed(one) == one, "the glove is not used up"
    assert ways(pc("ann"), "locked") == ()


@covers(SURGEON, "modified_cairn.light.one_per_three")
def test_a_made_eye_sees_a_little_in_the_dark():
    state = State(phase="dungeon", party=(pc("yan", life=knowing(MADE_EYE)), pc("yokel")), dungeon=Dungeon())
    assert in_the_dark(state) == ("yokel",)


@covers(SURGEON, "modified_cairn.armour.helmet")
def test_nothing_of_metal_on_the_head_of_whoever_has_a_made_eye():
    helmet = thing("helmet", "pack")
    bracers, leather = replace(helmet, id="b", name="Iron Bracers"), replace(helmet, id="c", name="Leather Hood")
    one = pc("yan", helmet, bracers, leather, life=knowing(MADE_EYE))
    assert movable(one, "body") == ("b", "c")
    assert [fits(one, item, "body") for item in (helmet, bracers, leather)] == [False, True, True]
    assert fits(one, helmet, "hands")
    assert movable(pc("yan", helmet), "body") == ("helmet",)
    assert [item.place for item in equipped(replace(one, items=(helmet,))).items] == ["pack"]
    held = pc("yan", replace(helmet, place="hands"), life=knowing(MADE_EYE))
    assert exchanges(held) == []
    assert exchanges(replace(held, life=Life())) == [("helmet", "")]


FEAR = (Step("push", resist="SPI", bands=2),)


@covers("modified_cairn.table.bond")
def test_the_ghost_of_a_beast_keeps_its_friend_from_fear_when_alone():
    friend = pc("yan", life=knowing(bonds=(GHOST_BEAST,)))
    for others, where in (((), "engaged"), ((pc("yokel"),), "far")):
        state = fighting(friend, *others)
        after, _ = done(afflict, state, "yan", "goblin", FEAR, "modified_cairn.monster.dragon", script=[20])
        assert apart(after.combat, "yan", "goblin") == where
    asleep = fighting(friend, pc("yokel", states=("asleep",)))
    after, _ = done(afflict, asleep, "yan", "goblin", FEAR, "modified_cairn.monster.dragon", script=[20])
    assert apart(after.combat, "yan", "goblin") == "engaged", "nobody is there who could act"


@covers("modified_cairn.table.half_witch_1", "modified_cairn.action.use_item")
@pytest.mark.parametrize(
    ("life", "plays"), [(knowing(), False), (knowing(background=JONGLEUR), True), (knowing(PERFORMANCE), True)]
)
def test_the_black_rose_fiddle_holds_those_nearby_if_somebody_can_play_it(life, plays):
    fiddle = odd("Black Rose Fiddle", place="hands", size="bulky")
    state = fighting(pc("yan", fiddle, life=life), pc("yokel", states=("deafened",)), band="nearby")
    assert usable(state, find(state, "yan")) == ((fiddle.id,) if plays else ())
    if plays:
        after, _ = done(used, state, "yan", fiddle.id)
        assert [has(find(after, one), "held") for one in ("yan", "yokel", "goblin")] == [False, False, True]


@covers(OUTRIDER)
def test_an_outrider_joins_with_the_horse_of_the_row():
    state = join(State(), pc("ann", life=knowing("modified_cairn.table.outrider_2:blacklegged_dandy")))
    assert [(one.name, one.slots, one.keeper) for one in state.transports] == [
        ("Blacklegged Dandy", 4, state.party[0].id)
    ]


def test_sensed_is_the_gms_to_say():
    state = State(phase="free", party=(pc("yan", life=knowing(PULSE)),), foes=(foe(),))
    _, play = done(begin, state, "nearby", ("party",), script=["no"])
    assert asked(play, "sensed")[0].by == REFEREE


@covers("modified_cairn.item.animal_feed", "modified_cairn.wild.camp")
def test_at_a_camp_each_beast_eats_a_use_of_feed_while_there_is_any():
    feed = thing("animal_feed", "pack", dots=1)
    state = State(phase="journey", party=(pc("ann", feed),), journey=Journey())
    for horse in ("Rivertooth", "Nag", "Cart"):
        of = f"modified_cairn.transport.{'cart' if horse == 'Cart' else 'horse'}"
        state = acquire(state, Given(horse, of), "ann")
    fed, play = done(feed_beasts, state)
    assert ("feed", (2,)) in [(told.code, told.facts) for told in play.told]
    assert find(fed, "ann").items == (), "an empty sack is gone"
    _, play = done(feed_beasts, put(state, replace(find(state, "ann"), items=(replace(feed, dots=2),))))
    assert [(told.code, told.facts) for told in play.told] == [("feed.none", (1,))]
    one_horse = replace(state, transports=state.transports[:1])
    assert [item.dots for item in done(feed_beasts, one_horse)[0].party[0].items] == [2]


WOLF = "modified_cairn.monster.werewolf"


def bitten(one="ann"):
    """Ann after a Critical Wound by a werewolf, with three days until the moon."""
    state = State(phase="free", party=(pc("ann", seat="ann"),), foes=(foe("wolf", of=WOLF),))
    return done(afflict, state, one, "wolf", monsters()[WOLF].wound, WOLF, script=[3])[0]


@covers(WOLF, "modified_cairn.hurt.critical_effects", "modified_cairn.table.fieldwarden_1")
def test_whom_nobody_heals_of_a_werewolfs_wound_is_a_werewolf_within_the_month():
    state = bitten()
    assert has(find(state, "ann"), "infected")
    (wound,) = state.effects
    assert wound.ends == state.clock + 3 * DAY
    still, _ = done(expire, replace(state, effects=(replace(wound, ends=wound.ends),)), "nothing")
    assert WEREWOLF not in find(still, "ann").life.history
    after, play = done(expire, state, wound.id)
    assert find(after, "ann").life.history == (WEREWOLF,)
    assert not has(find(after, "ann"), "infected")
    assert "affliction.turned" in play.codes()
    again, _ = done(expire, put(state, replace(find(state, "ann"), life=knowing(WEREWOLF))), wound.id)
    assert find(again, "ann").life.history == (WEREWOLF,)


@covers(WOLF, "modified_cairn.service.medical_healing")
def test_a_healer_ends_the_infection():
    state = bitten()
    cured, _ = done(treated, state, "ann")
    assert not has(find(cured, "ann"), "infected")
    after, play = done(expire, cured, state.effects[0].id)
    assert find(after, "ann").life.history == ()
    assert "affliction.turned" not in play.codes()


@covers(WOLF)
def test_monsters_are_not_turned():
    state = bitten("wolf")
    after, play = done(expire, state, state.effects[0].id)
    assert "affliction.turned" not in play.codes()
    assert find(after, "wolf").life.history == ()
