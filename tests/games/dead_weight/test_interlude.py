"""The interlude by days: events, announced actions, hunger, nights; settlements, and setting out again."""

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.faces.example import example
from tallow.games.dead_weight.gear.trappings import risk
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import Market, Omens, Purse
from tallow.games.dead_weight.town.events import BAD_EVENTS, OPPORTUNITIES, event
from tallow.games.dead_weight.town.interlude import healers, lay_low, pastimes
from tallow.games.dead_weight.town.nights import NIGHTS, beds, sleep
from tallow.games.dead_weight.town.settlement import KNOWN, inn
from tallow.games.deeds import Action
from tallow.play import distribution
from tallow.simulate.random_answers import RandomAnswers
from tallow.testing import covers
from tests.games.dead_weight.expedition import MAUSOLEUM, abroad, act, asked, have, refused
from tests.games.dead_weight.people import lying, somebody
from tests.games.dead_weight.staying import ill_will, staying
from tests.games.playing import done

TIRED = (3, 0, 2, 0)
"""A score of 3 with two fatigue."""


def one_of(state, at=0):
    return state.party[at]


def night(table, row, one=None, *script, **more):
    """A night in one of the places, with what is rolled."""
    where = table.removeprefix("sleep_").partition("_")[0]
    size = 5 if table.endswith("large") else 3
    one = one or somebody()
    if where == "inn":
        one = replace(one, purse=Purse(max(1, one.purse.silver)))
    if where == "camp":
        one = replace(one, items=(*one.items, have("camping_supply")))
    running = (("guest_room", 0),) if where == "house" else ()
    state = staying(one, step="sleep", size=size, running=running, **more)
    low = max(1, row - 6)
    pick = [where] if len(beds(state, one.id)) > 1 else []
    state, play = done(sleep, state, one.id, script=[*pick, [low, row - low], *script])
    return state, play


@covers("dead_weight.interlude.days", "dead_weight.phase.interlude_event", "dead_weight.phase.interlude_actions")
def test_a_day_has_an_event_actions_hunger_and_sleep_and_the_day_of_return_begins_at_sleep():
    state = abroad(somebody(items=(have("ration"),)), somebody("amber", seat="ann", items=(have("ration", "r2"),)))
    state, _ = act(state, "exit", "zael", "yes")
    stay = state.interlude
    assert (stay.day, stay.step, stay.settlement) == (0, "sleep", "Trinta")
    state, _ = act(state, "interlude_sleep", "zael", [6, 6])
    assert state.interlude.step == "sleep"
    state, play = act(state, "interlude_sleep", "amber", [6, 6], 4)
    assert (state.interlude.day, state.interlude.step, play.codes()[-2:]) == (1, "actions", ["day", "event.quiet"])
    state, _ = act(state, "interlude_rest", "zael", "country")
    assert state.interlude.announced == (("zael", "rest.country"),)
    assert "interlude_tend" not in {offer.action.name for offer in GAME.actions(state, "player")}
    state, play = act(state, "interlude_lay_low", "amber", [3, 4])
    assert [one.items for one in state.party] == [(), ()]
    assert (state.interlude.step, state.interlude.day) == ("sleep", 1)


@covers("dead_weight.phase.interlude_actions")
def test_announced_actions_wait_for_all_and_who_lays_low_comes_first():
    state = staying(somebody(strength=TIRED), somebody("amber"), doom=1)
    state, _ = act(state, "interlude_rest", "zael", "alone")
    assert lying(one_of(state), "STR") == (2, 0)
    state, play = act(state, "interlude_lay_low", "amber", [1, 4])
    assert lying(one_of(state), "STR") == (1, 0)
    assert play.codes()[:2] == ["announces", "settlement.doom"]


@covers("dead_weight.phase.interlude_actions", "dead_weight.action.interlude_shop")
def test_the_market_is_open_until_the_day_is_ended():
    state = staying(somebody(purse=Purse(9)), somebody("amber"), size=5)
    state, _ = act(state, "interlude_shop", "zael")
    names = {offer.action.name for offer in GAME.actions(state, "player")}
    assert not names & {"buy", "end_day"}
    state, _ = act(state, "interlude_other", "amber")
    state, _ = act(state, "buy", "zael", "dead_weight.item.ration", 3, 2)
    assert state.interlude.step == "actions"
    state, _ = act(state, "end_day", "amber", "yes")
    assert (state.interlude.step, one_of(state).items) == ("sleep", ())


def test_the_gm_waits_no_longer():
    state = staying(somebody(items=(have("ration"),)), somebody("amber", items=(have("ration", "r2"),)))
    state, _ = act(state, "interlude_other", "zael")
    state, _ = act(state, "wait_no_longer", "")
    assert state.interlude.step == "sleep"
    state, _ = act(state, "wait_no_longer", "", 5)
    assert (state.interlude.step, state.interlude.day) == ("actions", 2)


@covers("dead_weight.action.interlude_return", "dead_weight.phase.interlude")
def test_going_back_takes_the_whole_day_of_everybody():
    state = staying(somebody(), somebody("amber"))
    assert refused(replace(state, interlude=replace(state.interlude, step="sleep")), "interlude_return", "zael")
    busy, _ = act(state, "interlude_other", "amber")
    assert refused(busy, "interlude_return", "zael") == "day_given_away"
    state, _ = act(state, "interlude_return", "zael", MAUSOLEUM)
    assert (state.phase, state.interlude, state.expeditions) == ("exploration", None, 2)


@covers("dead_weight.setting.interlude_mode", "dead_weight.phase.interlude")
def test_the_simple_interlude_has_no_days_but_a_market():
    one = somebody(items=(have("rope"),), purse=Purse(5))
    state = staying(one, settings={"interlude_mode": "simple"}, size=5)
    names = {offer.action.name for offer in GAME.actions(state, "player")}
    assert names >= {"buy", "sell", "raise_attribute", "interlude_return"}
    assert not names & {"interlude_rest", "interlude_sleep", "end_day"}
    assert act(state, "interlude_return", "zael", MAUSOLEUM)[0].phase == "exploration"


@covers("dead_weight.structure.states", "dead_weight.structure.first_state")
def test_play_begins_in_the_expedition_and_is_in_one_of_two_states():
    new = replace(staying(somebody()), phase="creation", interlude=None, settlements=(), expeditions=0)
    begun, _ = act(new, "begin_expedition", "", MAUSOLEUM)
    assert (begun.phase, begun.interlude, bool(begun.here)) == ("exploration", None, True)
    over, _ = act(begun, "exit", "zael", "yes")
    assert (over.phase, over.interlude is None, bool(over.here)) == ("interlude", False, False)
    assert example(Settings()).phase == "exploration"


@covers("dead_weight.interlude.days")
@pytest.mark.parametrize("seed", range(3))
def test_a_campaign_goes_from_expedition_to_interlude_to_expedition(seed):
    play = RandomAnswers(Random(seed))
    state = abroad(somebody(), somebody("amber"))
    for number in (2, 3):
        state, _ = act(state, "exit", "zael", "yes")
        assert state.phase == "interlude"
        for who in ("zael", "amber"):
            state = GAME.perform(play, state, Action("interlude_sleep", who))
        for who in ("zael", "amber"):
            state = GAME.perform(play, state, Action("interlude_tend", who))
        state = GAME.perform(play, state, Action("wait_no_longer"))
        state = GAME.perform(play, state, Action("interlude_return", "zael"))
        assert (state.phase, state.expeditions, state.interlude) == ("exploration", number, None)


@covers("dead_weight.phase.interlude_event", "dead_weight.table.interlude_event")
@pytest.mark.parametrize(("face", "more"), [(1, [6]), (3, [6]), (4, []), (5, []), (6, [3])])
def test_half_of_all_days_bring_something_bad(face, more):
    state, play = done(event, staying(somebody()), script=[face, *more])
    assert ill_will(state) == (face <= 3)
    assert play.told[0].code == ("event" if more else "event.quiet")
    assert dict(state.interlude.running) == ({"naive_investor": 1} if face == 6 else {})


@covers("dead_weight.table.bad_event", "dead_weight.table.opportunity")
def test_every_row_of_both_tables_has_its_rule():
    for table, rows in (("bad_event", BAD_EVENTS), ("opportunity", OPPORTUNITIES)):
        assert [int(row.on) for row in tables()[f"dead_weight.table.{table}"].rows] == list(range(1, len(rows) + 1))


def bad(row, *script, party=(), **more):
    return done(event, staying(*(party or (somebody(),)), **more), script=[2, row, *script])[0]


def good(row, *script, party=(), **more):
    return done(event, staying(*(party or (somebody(),)), **more), script=[6, row, *script])[0]


@covers("dead_weight.table.bad_event")
def test_bad_events_that_go_on_or_grow():
    signs = bad(1)
    assert (ill_will(signs), signs.omens.filled) == (1, 1)
    assert dict(bad(2, 4).interlude.running) == {"bad_harvest": 4}
    assert dict(bad(2, 2, running=(("bad_harvest", 5),)).interlude.running) == {"bad_harvest": 5}
    assert dict(bad(5, 3).interlude.running) == {"overcrowded": 3}
    assert ill_will(bad(6)) == 1


def test_full_omens_come_of_signs():
    state = staying(somebody(items=(have("ration"),)), step="sleep", omens=Omens(3, 2))
    state, _ = act(state, "interlude_sleep", "zael", [6, 6], 1, 1, 4, 1, [3, 3])
    assert (state.omens, one_of(state).items) == (Omens(6, 0), ())


@covers("dead_weight.table.bad_event", "dead_weight.skill.street_wise")
def test_thugs_take_what_the_group_shares_out_but_spare_the_street_wise():
    party = (
        somebody(purse=Purse(4)),
        somebody("amber", purse=Purse(10)),
        somebody("cy", skills=("street_wise",), purse=Purse(9)),
    )
    shares = ["zael", "amber", "amber", [3, 4], "no", "STR", "no", "STR"]
    state = bad(3, *shares, "amber", 5, "zael", 2, party=party)
    assert [one.purse.silver for one in state.party] == [2, 5, 9]
    assert [lying(one, "STR") for one in state.party] == [(0, 1), (0, 2), (0, 0)]
    poor = bad(3, [6, 6], "no", "STR", party=(somebody(purse=Purse(4)),))
    assert one_of(poor).purse.silver == 0
    wise = bad(3, party=(somebody(skills=("street_wise",), purse=Purse(4)),))
    assert one_of(wise).purse.silver == 4


@covers("dead_weight.table.bad_event")
def test_without_a_sunrise_everyone_despairs_in_their_own_way():
    state = bad(4, "hopeless", party=(somebody(), somebody("amber", afflictions=("hopeless",))))
    assert [one.afflictions for one in state.party] == [("hopeless",), ("hopeless", "terrified")]


@covers("dead_weight.table.opportunity")
def test_opportunities():
    assert ill_will(good(1, doom=2)) == 1
    assert dict(good(2, running=(("bad_harvest", 5),)).interlude.running) == {"good_harvest": 1}
    assert dict(good(5, running=(("overcrowded", 5),)).interlude.running) == {"empty_streets": 1}
    calm = good(4, "angry", party=(somebody(afflictions=("terrified", "angry", "hungry")),))
    assert one_of(calm).afflictions == ("terrified", "hungry")
    hurt = (somebody(strength=(3, 0, 0, 2), afflictions=("shaken",)), somebody("amber", afflictions=("angry",)))
    winds = good(6, "heal", party=hurt)
    assert (lying(one_of(winds), "STR"), one_of(winds).afflictions) == ((0, 1), ("shaken",))
    assert one_of(winds, 1).afflictions == ()


@covers("dead_weight.interlude.days")
def test_what_goes_on_ends_with_its_last_day_and_goods_are_looked_for_anew():
    running = (("bad_harvest", 2), ("naive_investor", 1), ("guest_room", 0))
    rope = "dead_weight.item.rope"
    state = staying(somebody(), step="sleep", running=running, market=Market(((rope, 3),), ((rope, False),)))
    state, _ = act(state, "interlude_sleep", "zael", "house", [6, 6], 4)
    assert state.interlude.running == (("bad_harvest", 1), ("guest_room", 0))
    assert (state.market.prices, state.market.stock) == (((rope, 3),), ())


@covers("dead_weight.action.interlude_rest")
def test_what_rest_can_be_spent_with_depends_on_the_place_and_the_purse():
    one = somebody(purse=Purse(2))
    offered = [pastimes(staying(one, size=size), one) for size in range(1, 6)]
    assert offered == [
        ("country", "alone"),
        ("country", "alone"),
        ("country", "tavern", "alone"),
        ("tavern", "show", "alone"),
        ("tavern", "show", "alone"),
    ]
    poor = somebody(purse=Purse(1))
    assert pastimes(staying(poor, size=5), poor) == ("tavern", "alone")
    assert pastimes(staying(one, size=5, doom=6), one) == ("alone",)


def rested(one, *script, size=3):
    """A day of rest, and the evening after it with a ration."""
    one = replace(one, items=(*one.items, have("ration")))
    state, _ = act(staying(one, size=size), "interlude_rest", "zael", *script)
    return one_of(state)


@covers("dead_weight.action.interlude_rest")
def test_rest():
    tired = {"strength": TIRED, "dexterity": TIRED, "purse": Purse(3)}
    hurt = {"intelligence": (3, 0, 0, 3), "presence": (3, 0, 1, 2)}
    bad = ("angry", "hopeless", "terrified")
    alone = rested(somebody(**tired, **hurt, afflictions=bad), "alone")
    assert [lying(alone, a) for a in ("STR", "DEX", "INT", "PRE")] == [(1, 0), (1, 0), (0, 3), (0, 2)]
    assert (alone.afflictions, alone.purse.silver) == (bad, 3)
    show = rested(somebody(**tired, **hurt, afflictions=bad), "show", size=5)
    assert (lying(show, "STR"), show.afflictions, show.purse.silver) == ((0, 0), ("terrified",), 1)
    tavern = rested(somebody(**tired, **hurt, afflictions=bad), "tavern", [1, 5])
    assert (lying(tavern, "PRE"), lying(tavern, "STR")) == ((0, 0), (1, 0))
    assert (tavern.afflictions, tavern.purse.silver) == (("angry", "nauseated"), 2)
    sober = rested(somebody(**tired), "tavern", [2, 5])
    assert sober.afflictions == ()
    country = rested(somebody(**tired, **hurt), "country")
    assert (lying(country, "INT"), lying(country, "PRE"), country.purse.silver) == ((0, 0), (0, 2), 3)


@covers("dead_weight.interlude.days", "dead_weight.affliction.parched", "dead_weight.affliction.cursed")
@pytest.mark.parametrize("affliction", ["hungry", "cursed"])
def test_hunger_and_curses_block_healing_and_thirst_blocks_rest(affliction):
    still = rested(somebody(intelligence=(3, 0, 0, 3), afflictions=(affliction,)), "country")
    assert lying(still, "INT") == (0, 3)
    dry = rested(somebody(strength=TIRED, afflictions=("parched",)), "country")
    assert lying(dry, "STR") == (2, 0)


@covers("dead_weight.action.interlude_tend_wounds")
def test_who_tends_wounds_depends_on_the_place_and_the_purse():
    one = somebody(purse=Purse(4), items=(have("first_aid_kit"),))
    offered = [healers(staying(one, size=size), one)[1:] for size in range(1, 6)]
    assert offered == [
        ("time",),
        ("witch_doctor", "time"),
        ("witch_doctor", "time"),
        ("surgeon", "witch_doctor", "time"),
        ("surgeon", "time"),
    ]
    assert healers(staying(one, size=4, doom=6), one) == ("first_aid", "time")
    poor = somebody(purse=Purse(3))
    assert healers(staying(poor, size=4), poor) == ("witch_doctor", "time")


def tended(one, *script, size=3):
    one = replace(one, items=(*one.items, have("ration")))
    state, play = act(staying(one, size=size), "interlude_tend", "zael", *script)
    return one_of(state), play


HURT = {"strength": (3, 0, 0, 2), "intelligence": (3, 0, 0, 2), "presence": (3, 0, 0, 1)}


@covers("dead_weight.action.interlude_tend_wounds")
def test_time_heals_a_wound_of_the_body_and_perhaps_another():
    one, _ = tended(somebody(**HURT, afflictions=("bleeding",)), [2, 3, 4])
    assert (lying(one, "STR"), lying(one, "PRE"), one.afflictions) == ((0, 1), (0, 1), ())
    one, _ = tended(somebody(**HURT), [1, 3, 4], "PRE")
    assert (lying(one, "STR"), lying(one, "PRE")) == ((0, 1), (0, 0))
    assert distribution(risk, 3, "player", "", "risk.healing")[True] == Fraction(91, 216)


@covers("dead_weight.action.interlude_tend_wounds")
def test_a_kit_heals_one_more_and_is_used():
    kit = have("first_aid_kit", usage=4)
    one, _ = tended(somebody(**HURT, items=(kit,)), "first_aid", 1, [2, 3, 4])
    assert (lying(one, "STR"), [item.ref for item in one.items]) == ((0, 0), [])


@covers("dead_weight.action.interlude_tend_wounds")
def test_surgeons_and_witch_doctors_heal_two_more_and_may_lift_plague_or_curse():
    purse = Purse(4)
    one, _ = tended(somebody(**HURT, purse=purse, afflictions=("plagued",)), "surgeon", 1, "STR", size=5)
    assert (lying(one, "STR"), lying(one, "INT"), one.afflictions, one.purse.silver) == ((0, 0), (0, 1), (), 0)
    one, _ = tended(somebody(**HURT, purse=purse, afflictions=("cursed",)), "witch_doctor", 2)
    assert (lying(one, "STR"), one.afflictions, one.purse.silver) == ((0, 2), ("cursed",), 2)
    one, _ = tended(somebody(**HURT, purse=purse, afflictions=("cursed",)), "witch_doctor", 1, "INT", "INT")
    assert (lying(one, "STR"), lying(one, "INT"), one.afflictions) == ((0, 1), (0, 0), ())


@covers("dead_weight.action.interlude_lay_low", "dead_weight.interlude.settlement_doom")
def test_laying_low_lowers_ill_will_on_one_in_two_dice():
    state = staying(somebody(), doom=2)
    chances = distribution(lambda play: ill_will(lay_low(play, state, "zael")))
    assert chances == {1: Fraction(11, 36), 2: Fraction(25, 36)}
    assert ill_will(done(lay_low, staying(somebody()), "zael", script=[[1, 1]])[0]) == 0


@covers("dead_weight.phase.interlude_hunger")
def test_everyone_eats_or_becomes_hungry_and_parched():
    fed = somebody(items=(have("ration"),), afflictions=("hungry", "parched"))
    state, _ = act(staying(fed, somebody("amber")), "wait_no_longer", "")
    assert [one.afflictions for one in state.party] == [(), ("hungry", "parched")]
    assert one_of(state).items == ()


@covers("dead_weight.phase.interlude_hunger", "dead_weight.setting.inn_meals")
def test_whoever_has_no_ration_can_eat_at_the_inn():
    paying = somebody(purse=Purse(3), afflictions=("hungry", "parched"))
    state, _ = act(staying(paying), "wait_no_longer", "", "yes")
    assert (one_of(state).afflictions, one_of(state).purse.silver) == ((), 2)
    state, _ = act(staying(somebody(purse=Purse(3))), "wait_no_longer", "", "no")
    assert (one_of(state).afflictions, one_of(state).purse.silver) == (("hungry", "parched"), 3)
    for away in ({"size": 2}, {"doom": 4}, {"settings": {"inn_meals": False}}):
        _, play = act(staying(somebody(purse=Purse(3)), **away), "wait_no_longer", "")
        assert "eat_at_inn" not in asked(play)


@covers("dead_weight.phase.interlude_hunger", "dead_weight.trauma.paranoid")
def test_a_ration_to_spare_can_be_shared_but_not_by_the_paranoid():
    two = (have("ration"), have("ration", "r2"))
    state, _ = act(staying(somebody(items=two), somebody("amber")), "wait_no_longer", "", "yes")
    assert [one.afflictions for one in state.party] == [(), ()]
    kept, _ = act(staying(somebody(items=two), somebody("amber")), "wait_no_longer", "", "no")
    assert (len(one_of(kept).items), one_of(kept, 1).afflictions) == (1, ("hungry", "parched"))
    _, play = act(staying(somebody(items=two, traumas=("paranoid",)), somebody("amber")), "wait_no_longer", "")
    assert "share_ration" not in asked(play)


@covers("dead_weight.phase.interlude_hunger", "dead_weight.table.decay", "dead_weight.tracker.settlement_doom")
def test_the_hungry_roll_for_decay_which_may_raise_ill_will():
    state, _ = act(staying(somebody(afflictions=("hungry",))), "wait_no_longer", "", [3, 4])
    assert (ill_will(state), one_of(state).afflictions) == (1, ("hungry",))


@covers("dead_weight.phase.interlude_sleep", "dead_weight.table.sleep_inn", "dead_weight.table.settlement_doom")
def test_where_somebody_can_sleep():
    one = somebody(purse=Purse(1), items=(have("camping_supply"),))
    assert beds(staying(one, size=3), "zael") == ("inn", "camp", "streets")
    assert beds(staying(one, size=2), "zael") == ("camp", "streets")
    assert beds(staying(somebody(), size=3, running=(("guest_room", 0),)), "zael") == ("house", "streets")
    assert beds(staying(somebody(), size=3, doom=7, running=(("guest_room", 0),)), "zael") == ("streets",)
    assert [inn(staying(one, doom=doom)) for doom in range(6)] == [1, 1, 2, 2, None, None]
    crowded, empty = (staying(one, doom=2, running=((code, 1),)) for code in ("overcrowded", "empty_streets"))
    assert (inn(crowded), inn(empty), inn(staying(one, running=(("empty_streets", 1),)))) == (4, 1, 1)


BAD_NIGHT = {"afflictions": ("sleepy", "shaken", "angry"), "strength": (3, 0, 1, 1), "dexterity": TIRED}


@covers(
    "dead_weight.table.sleep_inn",
    "dead_weight.table.sleep_house",
    "dead_weight.table.sleep_camp",
    "dead_weight.table.sleep_streets_large",
    "dead_weight.table.sleep_streets_small",
)
@pytest.mark.parametrize(
    ("table", "row", "afflictions", "fatigue", "wounds"),
    [
        ("sleep_inn", 4, "shaken angry", 3, 1), ("sleep_inn", 5, "shaken angry", 3, 1),
        ("sleep_inn", 6, "shaken angry", 0, 1), ("sleep_inn", 7, "angry", 0, 1), ("sleep_inn", 8, "", 0, 1),
        ("sleep_inn", 10, "", 0, 1), ("sleep_inn", 11, "", 0, 0), ("sleep_inn", 12, "", 0, 0),
        ("sleep_house", 2, "shaken angry", 0, 1), ("sleep_house", 5, "shaken angry", 0, 1),
        ("sleep_house", 6, "angry", 0, 1), ("sleep_house", 7, "angry", 0, 1), ("sleep_house", 8, "", 0, 1),
        ("sleep_house", 9, "", 0, 1), ("sleep_house", 10, "", 0, 0), ("sleep_house", 12, "", 0, 0),
        ("sleep_camp", 6, "shaken angry", 3, 1), ("sleep_camp", 7, "shaken angry", 0, 1),
        ("sleep_camp", 8, "angry", 0, 1), ("sleep_camp", 10, "angry", 0, 1), ("sleep_camp", 11, "", 0, 1),
        ("sleep_camp", 12, "", 0, 1),
        ("sleep_streets_large", 9, "shaken angry", 2, 1), ("sleep_streets_large", 10, "shaken angry", 2, 1),
        ("sleep_streets_large", 11, "angry", 0, 1), ("sleep_streets_large", 12, "angry", 0, 1),
        ("sleep_streets_small", 9, "shaken angry", 2, 1), ("sleep_streets_small", 10, "shaken angry", 2, 1),
        ("sleep_streets_small", 11, "angry", 0, 1), ("sleep_streets_small", 12, "angry", 0, 1),
    ],
)  # fmt: skip
def test_nights_that_do_some_good(table, row, afflictions, fatigue, wounds):
    script = ["DEX"] if "streets" in table and row in {9, 10} else []
    one_ends = (table, row) in {("sleep_inn", 6), ("sleep_camp", 7)} or (table == "sleep_house" and row <= 5)
    script += ["sleepy"] if one_ends or script else []
    state, _ = night(table, row, somebody(**BAD_NIGHT), *script)
    one = one_of(state)
    assert one.afflictions == tuple(afflictions.split())
    assert (lying(one, "STR")[0] + lying(one, "DEX")[0], lying(one, "STR")[1]) == (fatigue, wounds)
    assert state.interlude.done == ("zael",)
    assert one.purse.silver == 0


@covers("dead_weight.table.sleep_streets_large", "dead_weight.table.sleep_streets_small", "dead_weight.table.sleep_inn")
@pytest.mark.parametrize(
    ("table", "row", "gets"),
    [
        ("sleep_inn", 2, "sleepy"), ("sleep_inn", 3, "sleepy"),
        ("sleep_streets_large", 4, "shaken"), ("sleep_streets_large", 5, "shaken"),
        ("sleep_streets_large", 7, "sleepy"),
        ("sleep_streets_small", 2, "angry"), ("sleep_streets_small", 3, "angry"), ("sleep_streets_small", 4, "shaken"),
        ("sleep_streets_small", 5, "shaken"), ("sleep_streets_small", 7, "sleepy"),
    ],
)  # fmt: skip
def test_nights_that_do_harm(table, row, gets):
    assert one_of(night(table, row)[0]).afflictions == (gets,)
    again, _ = night(table, row, somebody(afflictions=(gets,)), "parched")
    assert one_of(again).afflictions == (gets, "parched")


@covers("dead_weight.table.sleep_streets_large", "dead_weight.skill.street_wise")
@pytest.mark.parametrize(("row", "wounds"), [(6, 2), (8, 1)])
def test_who_is_mugged_pays_or_is_hurt(row, wounds):
    one = somebody(purse=Purse(9))
    assert one_of(night("sleep_streets_large", row, one, [3, 4], "pay")[0]).purse.silver == 2
    hurt, _ = night("sleep_streets_large", row, one, [3, 4], "wounds", "no", "STR")
    assert (one_of(hurt).purse.silver, lying(one_of(hurt), "STR")) == (9, (0, wounds))
    short, _ = night("sleep_streets_large", row, one, [6, 6], "no", "STR")
    assert lying(one_of(short), "STR") == (0, wounds)
    wise, _ = night("sleep_streets_large", row, somebody(purse=Purse(9), skills=("street_wise",)))
    assert one_of(wise).purse.silver == 9


@covers("dead_weight.table.sleep_streets_large")
@pytest.mark.parametrize("row", [2, 3])
def test_who_is_beaten_is_hurt_and_angry_or_hopeless(row):
    state, _ = night("sleep_streets_large", row, None, "no", "STR", "hopeless")
    assert (lying(one_of(state), "STR"), one_of(state).afflictions) == ((0, 2), ("hopeless",))


@covers("dead_weight.table.sleep_streets_small", "dead_weight.skill.street_wise")
def test_small_places_dislike_strangers_and_rob_them():
    assert ill_will(night("sleep_streets_small", 6)[0]) == 1
    one = somebody(purse=Purse(20))
    robbed, _ = night("sleep_streets_small", 8, one, [2, 3, 4])
    assert one_of(robbed).purse.silver == 11
    assert one_of(night("sleep_streets_small", 8, somebody(purse=Purse(5)), [2, 3, 4])[0]).purse.silver == 0
    wise, _ = night("sleep_streets_small", 8, somebody(purse=Purse(20), skills=("street_wise",)))
    assert one_of(wise).purse.silver == 20


@covers("dead_weight.table.sleep_camp")
def test_a_camp_costs_a_supply_only_if_the_tent_is_torn():
    for row in (4, 5):
        assert one_of(night("sleep_camp", row)[0]).items == ()
    for row in (2, 3):
        bitten, _ = night("sleep_camp", row, None, "no", "STR")
        assert (lying(one_of(bitten), "STR"), len(one_of(bitten).items)) == ((0, 1), 1)


@covers("dead_weight.phase.interlude_sleep")
def test_every_row_of_every_night_has_its_rule():
    for table, rows in NIGHTS.items():
        listed = tables()[f"dead_weight.table.{table}"]
        assert len(rows) == 11
        groups = {listed.row(row).on for row in range(2, 13)}
        assert groups == {row.on for row in listed.rows}
        for row in range(2, 12):
            if listed.row(row) == listed.row(row + 1):
                assert rows[row - 2] is rows[row - 1], (table, row)


@covers("dead_weight.table.settlement_size")
def test_the_gm_says_in_which_settlement_the_party_is():
    state, _ = act(staying(somebody()), "change_settlement", "", ("town", "Yoros", 5))
    assert state.interlude.settlement == "Yoros"
    assert [(town.name, town.size) for town in state.settlements] == [("Home", 3), ("Yoros", 5)]
    state, _ = act(state, "change_settlement", "", ("another", "", 0), "Mud", ("size", 1, "Small camp"))
    assert [(town.name, town.size) for town in state.settlements][-1] == ("Mud", 1)
    again, _ = act(state, "change_settlement", "", ("town", "Yoros", 5))
    assert len(again.settlements) == 3
    assert (KNOWN["Trinta"], KNOWN["Cefit"], "Fallen Agnar" in KNOWN) == (3, 2, False)
    assert len(tables()["dead_weight.table.settlement_size"].rows) == 5


@covers("dead_weight.table.sleep_house")
def test_the_gm_gives_a_room_and_takes_it_away():
    state, _ = act(staying(somebody()), "guest_room", "")
    assert state.interlude.running == (("guest_room", 0),)
    assert act(state, "guest_room", "")[0].interlude.running == ()


@covers("dead_weight.table.settlement_doom", "dead_weight.tracker.settlement_doom")
def test_at_seven_the_people_hunt_the_party_and_more_is_not_counted():
    state, play = act(staying(somebody(), doom=6), "move_tracker", "", "settlement_doom", 1)
    assert (ill_will(state), "settlement.hunted" in play.codes()) == (7, True)
    state, play = act(state, "move_tracker", "", "settlement_doom", 1)
    assert (ill_will(state), "settlement.hunted" in play.codes()) == (7, False)
    assert BOOK.entries()["dead_weight.table.settlement_doom"].kind == "engine"


@covers("dead_weight.interlude.days", "dead_weight.phase.interlude")
def test_people_can_die_here_but_who_lies_down_is_cared_for():
    frail = somebody(strength=1, dexterity=0, intelligence=0, presence=0)
    state, _ = act(staying(frail, step="sleep", size=5), "interlude_sleep", "zael", [1, 1], "no", 1, "angry", 4)
    assert one_of(state).conditions == ()
    assert state.interlude.step == "actions"
