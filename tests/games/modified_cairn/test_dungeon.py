from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.modified_cairn.combat.bands import apart
from tallow.games.modified_cairn.entries import BOOK, tables, triggers
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.monsters.encounters import altered, encounter, sign, treasure
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import CYCLE, DAY, HOUR, Dungeon, Foretold, State, gain
from tallow.games.modified_cairn.world.dungeon import die_of, event, proposed, status_of
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, Scripted, distribution
from tallow.testing import covers
from tests.games.modified_cairn.fighters import foe, pc, thing
from tests.games.playing import done

START = 8 * HOUR


def inside(*party, settings=None, **more):
    """A party in a lit dungeon, fed and rested."""
    people = party or (pc("ann"),)
    fresh = tuple(replace(one, fed=START, drank=START, slept=START) for one in people)
    dungeon = Dungeon("Crypt", since=START, **({"lit": True} | more))
    return State(settings=settings or Settings(), phase="dungeon", party=fresh, dungeon=dungeon)


def act(state, name, who="", *script):
    play = Scripted(*script)
    after = GAME.perform(play, state, Action(name, who))
    assert not play.left, f"{name} did not ask for {play.left}"
    return after


def told(state, name, who="", *script):
    play = Scripted(*script)
    after = GAME.perform(play, state, Action(name, who))
    assert not play.left, f"{name} did not ask for {play.left}"
    return after, play


class Ones(Scripted):
    """When the script is over, every die shows a 1."""

    def _answer(self, question):
        return super()._answer(question) if self.left else (1,) * question.n


def offered(state, seat):
    return [offer.action.name for offer in GAME.actions(state, seat)]


@covers(
    "modified_cairn.dungeon.cycle",
    "modified_cairn.event.start_size",
    "modified_cairn.table.dungeon_status",
    "modified_cairn.setting.dungeon_module",
)
def test_a_dungeon_has_the_die_of_its_status_and_keeps_it():
    state = State(phase="free", party=(pc("ann"),))
    state = act(state, "enter_dungeon", "", "Crypt", "Alert", "lit", "shallow")
    assert (state.phase, state.dungeon.die, state.dungeon.step) == ("dungeon", 10, "declare")
    assert [die_of(status) for status in ("Calm", "Alert", "Alarmed", "Crisis")] == [12, 10, 8, 6]
    assert [status_of(die) for die in (12, 10, 8, 6)] == ["Calm", "Alert", "Alarmed", "Crisis"]
    state = act(state, "step_die", "", "down")
    back = act(act(state, "to_free"), "enter_dungeon", "", "back")
    assert (back.dungeon.die, back.dungeon.name) == (8, "Crypt")
    without = State(settings=Settings(dungeon_module=False), phase="free", party=(pc("ann"),))
    assert "enter_dungeon" not in offered(without, REFEREE)


@covers(
    "modified_cairn.dungeon.step_declare",
    "modified_cairn.dungeon.step_resolve",
    "modified_cairn.action.dungeon_activity",
    "modified_cairn.phase.dungeon_declare",
    "modified_cairn.phase.dungeon_resolve",
)
def test_all_activities_are_resolved_at_once_when_everybody_has_declared():
    state = act(inside(pc("ann"), pc("bo")), "dungeon_activity", "ann", "search")
    assert (state.dungeon.step, state.dungeon.declared) == ("declare", (("ann", "search"),))
    state = act(state, "dungeon_activity", "ann", "move")
    state, play = told(state, "dungeon_activity", "bo", "watch")
    assert (state.dungeon.step, state.dungeon.declared) == ("resolve", (("ann", "move"), ("bo", "watch")))
    assert "activities" in play.codes()
    assert "dungeon_activity" not in offered(state, "ann")


@covers("modified_cairn.dungeon.step_declare", "modified_cairn.activity.watch")
def test_a_missing_answer_counts_as_keeping_watch():
    state = act(inside(pc("ann"), pc("bo")), "dungeon_activity", "ann", "search")
    state = act(state, "resolve_cycle")
    assert state.dungeon.declared == (("ann", "search"), ("bo", "watch"))


@covers(
    "modified_cairn.dungeon.cycle_length",
    "modified_cairn.dungeon.step_upkeep",
    "modified_cairn.phase.dungeon_upkeep",
    "modified_cairn.phase.dungeon_event",
    "modified_cairn.dungeon.step_event",
)
def test_eighteen_cycles_are_three_hours_and_torches_burn_in_them():
    state = inside(pc("ann", thing("torch", lit=True)), safe=True)
    assert (6 * CYCLE, 144 * CYCLE) == (HOUR, DAY)
    for number in range(2, 20):
        state = act(state, "dungeon_activity", "ann", "search")
        state = act(state, "events", "", "no_roll")
        assert (state.dungeon.cycle, state.dungeon.step, state.dungeon.declared) == (number, "declare", ())
    assert state.clock == START + 3 * HOUR
    assert [(item.lit, item.dots) for item in find(state, "ann").items] == [(False, 3)]


@covers("modified_cairn.activity.fight", "modified_cairn.dungeon.cycle_length")
def test_a_fight_fills_the_cycle_whatever_its_rounds():
    state = act(inside(), "dungeon_activity", "ann", "fight")
    later = replace(state, clock=state.clock + 50)
    assert act(later, "events", "", "no_roll").clock == START + CYCLE


@pytest.mark.parametrize("activity", BOOK.raw("activity"), ids=lambda activity: activity["name"])
@covers(
    "modified_cairn.activity.move",
    "modified_cairn.activity.search",
    "modified_cairn.activity.traverse",
    "modified_cairn.activity.rest",
)
def test_every_activity_takes_a_cycle_and_draws_attention_as_its_entry_says(activity):
    name = activity["id"].rpartition(".")[2]
    for safe in (False, True):
        state = act(inside(safe=safe), "dungeon_activity", "ann", name)
        drawn = bool(state.dungeon.triggers)
        assert drawn == {"yes": True, "no": False, "if unsafe": not safe}[activity["triggers_event"]]
    assert activity["cycles"] == 1


@covers("modified_cairn.rest.fatigue_cycle", "modified_cairn.rest.unsafe_roll", "modified_cairn.rest.result_at_end")
def test_a_rest_is_complete_before_anything_strikes():
    tired = gain(pc("ann"), "fatigued")
    wanting = replace(gain(pc("bo"), "fatigued"), deprived=(("hunger", START),), strained=START)
    state = inside(tired, wanting, gain(pc("cy"), "fatigued"), die=8)
    for who, what in (("ann", "rest"), ("bo", "rest"), ("cy", "watch")):
        state = act(state, "dungeon_activity", who, what)
    assert [one.states for one in state.party] == [(), ("fatigued",), ("fatigued",)]
    assert state.dungeon.triggers == ("unsafe_rest",)
    state, play = told(state, "events", "", "roll", 1, 3, 1, 3, 6, [3, 4])
    assert [foe.of for foe in state.foes] == ["modified_cairn.monster.skeleton"] * 3
    assert all(question.hidden for question in play.asked if hasattr(question, "sides"))
    assert play.codes().index("event") < play.codes().index("encounter")


@covers("modified_cairn.event.threshold", "modified_cairn.table.event")
def test_the_chances_of_the_event_die():
    rows = tables()["modified_cairn.table.event"]
    expected = {
        12: (Fraction(1, 12), Fraction(1, 6), Fraction(1, 4), Fraction(1, 2)),
        10: (Fraction(1, 10), Fraction(1, 5), Fraction(3, 10), Fraction(2, 5)),
        8: (Fraction(1, 8), Fraction(1, 4), Fraction(3, 8), Fraction(1, 4)),
        6: (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2), Fraction(0)),
    }
    happens = {12: Fraction(1, 2), 10: Fraction(3, 5), 8: Fraction(3, 4), 6: Fraction(1)}
    for die, chances in expected.items():
        odds = distribution(event, die)
        found = [
            sum((p for face, p in odds.items() if rows.row(face).name == row.name), Fraction(0)) for row in rows.rows
        ]
        assert tuple(found) == chances
        assert sum(p for face, p in odds.items() if face <= 6) == happens[die]


@covers("modified_cairn.trigger.linger", "modified_cairn.event.triggers")
def test_lingering_counts_from_the_second_cycle_in_one_unsafe_place():
    state = act(inside(), "dungeon_activity", "ann", "search")
    assert state.dungeon.triggers == ()
    state = act(state, "events", "", "no_roll")
    state = act(state, "dungeon_activity", "ann", "search")
    assert state.dungeon.triggers == ("linger",)
    state = act(state, "events", "", "no_roll")
    state = act(state, "dungeon_activity", "ann", "move")
    assert state.dungeon.triggers == ()
    safe = inside(safe=True)
    for _ in range(2):
        safe = act(act(safe, "dungeon_activity", "ann", "search"), "events", "", "no_roll")
    assert safe.dungeon.lingering == 0


@covers(
    "modified_cairn.trigger.traverse",
    "modified_cairn.trigger.unsafe_rest",
    "modified_cairn.trigger.new_zone",
    "modified_cairn.trigger.disturbance",
    "modified_cairn.dungeon.step_event",
    "modified_cairn.action.ref_roll_event",
)
def test_however_many_triggers_there_is_one_roll_a_cycle():
    dungeon = Dungeon(declared=(("ann", "traverse"), ("bo", "rest")), lingering=3)
    assert proposed(dungeon, safe=False) == ("traverse", "unsafe_rest", "linger")
    assert proposed(dungeon, safe=True) == ("traverse", "linger")
    state = act(inside(pc("ann")), "dungeon_activity", "ann", "traverse")
    state, play = told(state, "events", "", "roll", 7)
    assert [question.sides for question in play.asked if hasattr(question, "sides")] == [12]
    quiet = act(inside(), "dungeon_activity", "ann", "move")
    for word in ("new_zone", "disturbance"):
        after = act(quiet, "events", "", word, 12)
        assert (after.dungeon.die, after.dungeon.cycle) == (12, 2)
        assert "events" not in offered(after, REFEREE)
    assert {id_.rpartition(".")[2] for id_ in triggers()} >= {"new_zone", "disturbance", "linger"}


@covers("modified_cairn.event.step_down", "modified_cairn.trigger.disturbance")
def test_unrest_steps_the_die_down_before_the_roll_and_never_below_a_d6():
    state = act(inside(die=10), "dungeon_activity", "ann", "move")
    state, play = told(state, "events", "", "unrest", 8)
    assert (state.dungeon.die, [q.sides for q in play.asked if hasattr(q, "sides")]) == (8, [8])
    crisis = act(inside(die=6), "dungeon_activity", "ann", "move")
    after, play = told(crisis, "events", "", "unrest", 4, 5, 3, 4)
    assert (after.dungeon.die, play.asked[1].sides) == (6, 6)


@covers("modified_cairn.event.area_step", "modified_cairn.action.ref_step_die")
def test_the_gm_steps_the_die_for_a_busier_area_and_back():
    state = act(inside(die=10), "step_die", "", "down")
    assert state.dungeon.die == 8
    assert act(state, "step_die", "", "up").dungeon.die == 10
    assert act(inside(die=12), "step_die").dungeon.die == 10
    assert act(inside(die=6), "step_die").dungeon.die == 8


@covers("modified_cairn.event.step_up")
def test_three_quiet_cycles_in_a_safe_place_step_the_die_up_at_most_to_d12():
    state = inside(die=8, safe=True)
    dice = []
    for number in range(1, 10):
        state = act(state, "dungeon_activity", "ann", "rest" if number % 2 else "watch")
        script = ["yes"] if number in (3, 6) else []
        state = act(state, "events", "", "no_roll", *script)
        dice.append(state.dungeon.die)
    assert dice == [8, 8, 10, 10, 10, 12, 12, 12, 12]
    loud = inside(die=8, safe=True, quiet=2)
    assert act(act(loud, "dungeon_activity", "ann", "search"), "events", "", "no_roll").dungeon.quiet == 0


@covers("modified_cairn.setting.event_roll", "modified_cairn.dungeon.step_event")
def test_the_event_die_is_the_gms_secret_or_open():
    for settings, hidden, seen in (
        (Settings(), True, (REFEREE,)),
        (Settings(event_roll="open"), False, ("everyone",)),
    ):
        state = act(inside(settings=settings), "dungeon_activity", "ann", "traverse")
        _, play = told(state, "events", "", "roll", 9)
        (roll,) = [question for question in play.asked if hasattr(question, "sides")]
        (line,) = [line for line in play.told if line.code == "event"]
        assert (roll.hidden, line.seen_by) == (hidden, seen)


@covers("modified_cairn.action.ref_safe_flag", "modified_cairn.event.encounter_depth")
def test_the_gm_says_what_a_place_is_like():
    state = act(inside(), "set_place", "", "safe")
    assert state.dungeon.safe
    state = act(act(state, "set_place", "", "unsafe"), "set_place", "", "dark")
    assert (state.dungeon.safe, state.dungeon.lit, find(state, "ann").states) == (False, False, ("in_the_dark",))
    state = act(act(state, "set_place", "", "deeper"), "set_place", "", "deeper")
    assert state.dungeon.depth == "deep"
    assert act(state, "set_place", "", "shallower").dungeon.depth == "middle"


@covers("modified_cairn.event.encounter_depth", "modified_cairn.event.mood", "modified_cairn.action.ref_encounter")
def test_an_encounter_has_a_number_a_distance_surprise_and_a_mood():
    state = act(inside(), "dungeon_activity", "ann", "move")
    state, play = told(state, "events", "", "new_zone", 1, 2, [1, 2], 3, 1, [1, 2])
    assert [(foe.of, foe.name) for foe in state.foes] == [
        ("modified_cairn.monster.goblin", "Goblin 1"),
        ("modified_cairn.monster.goblin", "Goblin 2"),
        ("modified_cairn.monster.goblin", "Goblin 3"),
    ]
    assert state.dungeon.met == ("nearby", "party")
    (details,) = [line for line in play.told if line.code == "encounter.details"]
    assert (details.facts[1:4], details.seen_by) == (("nearby", "party", "Hostile"), (REFEREE,))
    assert (state.dungeon.step, state.clock) == ("event", START)
    assert act(state, "end_cycle").clock == START + CYCLE
    fought, play = told(state, "start_combat", "", "open")
    assert [question.what for question in play.asked if question.by == REFEREE] == ["place"], "the rest was rolled"
    assert fought.combat.surprised == ("party",)
    assert {apart(fought.combat, "ann", foe.id) for foe in fought.foes} == {"nearby"}


@covers("modified_cairn.event.encounter_depth", "modified_cairn.activity.watch")
def test_a_watch_prevents_surprise_and_the_dark_brings_them_closer():
    watched = inside(declared=(("ann", "watch"),))
    assert done(encounter, watched, script=[20, 2, 1, [3, 4]])[0].dungeon.met == ("far", "nobody")
    assert done(encounter, inside(), script=[20, 2, 6, [3, 4]])[0].dungeon.met == ("far", "foes")
    dark = inside(gain(pc("ann"), "in_the_dark"), lit=False)
    assert done(encounter, dark, script=[20, 2, 3, [3, 4]])[0].dungeon.met == ("nearby", "nobody")
    assert done(encounter, dark, script=[20, 1, 3, [3, 4]])[0].dungeon.met == ("engaged", "nobody")


@covers("modified_cairn.event.mood", "modified_cairn.table.mood")
def test_moods_on_two_dice():
    def mood(play):
        return tables()["modified_cairn.table.mood"].row(sum(play.roll(2, by=REFEREE, why="x"))).name

    odds = distribution(mood)
    assert (odds["Hostile"], odds["Friendly"]) == (Fraction(1, 6), Fraction(1, 36))


@covers("modified_cairn.event.sign_of", "modified_cairn.action.ref_sign")
def test_a_sign_foretells_the_encounter_that_comes_next():
    state, play = done(sign, inside(), script=[1, 4, 3])
    assert state.dungeon.foretold == (Foretold("shallow", "4", 3),)
    assert all(line.seen_by == (REFEREE,) for line in play.told)
    again, _ = done(sign, state, script=[2])
    assert again.dungeon.foretold == state.dungeon.foretold
    met, _ = done(encounter, again, script=[1, 3, [3, 4]])
    assert [foe.of for foe in met.foes] == ["modified_cairn.monster.zombie"] * 3
    assert met.dungeon.foretold == ()
    elsewhere = replace(again, dungeon=replace(again.dungeon, depth="deep"))
    other, _ = done(encounter, elsewhere, script=[1, 1, 3, [3, 4]])
    assert (other.foes[0].of, other.dungeon.foretold) == (
        "modified_cairn.monster.troll",
        (Foretold("shallow", "4", 3),),
    )


@pytest.mark.parametrize("depth", ["shallow", "middle", "deep"])
@covers(
    "modified_cairn.table.encounter_shallow",
    "modified_cairn.table.encounter_middle",
    "modified_cairn.table.encounter_deep",
)
def test_every_row_of_every_encounter_table_is_a_creature_with_a_number(depth):
    rows = tables()[f"modified_cairn.table.encounter_{depth}"].rows
    assert [row.on for row in rows] == [str(n) for n in range(1, 21)]
    assert all(row.ref in monsters() and row.number and row.effect for row in rows)


@covers("modified_cairn.action.ref_altered", "modified_cairn.table.altered")
def test_a_draught_puts_out_torches_and_an_alarm_steps_the_die():
    state = inside(pc("ann", thing("torch", lit=True)), lit=False)
    out, _ = done(altered, state, script=[1])
    assert ([item.lit for item in find(out, "ann").items], find(out, "ann").states) == ([False], ("in_the_dark",))
    assert done(altered, state, script=[9])[0].dungeon.die == 10
    assert done(altered, state, script=[15])[0] == state


@covers("modified_cairn.action.ref_treasure", "modified_cairn.table.treasure")
def test_treasure_lies_on_the_ground_and_coins_are_taken():
    state, _ = done(treasure, inside(), script=["one", 16])
    (crown,) = state.ground
    assert (crown.name, crown.price, crown.size) == ("Crown", 200, "normal")
    gem, _ = done(treasure, inside(), script=["one", 13, [3, 4]])
    assert (gem.ground[0].price, gem.ground[0].size) == (70, "petty")
    purse, _ = done(treasure, inside(), script=["one", 2, [1, 2, 3, 4], "ann"])
    assert find(purse, "ann").wealth.silver == 10
    relic, _ = done(treasure, inside(), script=["one", 19, 37])
    assert relic.ground[0].name == "Jar of Ants"
    hoard, _ = done(treasure, inside(depth="deep"), script=["hoard", 3, 4, 5, 6])
    assert [item.name for item in hoard.ground] == ["Silver cup", "Fine cloth", "Carved idol"]


@covers("modified_cairn.table.treasure")
def test_every_row_of_treasure_can_be_found():
    more: dict[int, list[object]] = {
        1: [[1, 1, 1], "nobody"],
        2: [[1] * 4, "nobody"],
        3: [[1, 1], "nobody"],
        13: [[1, 1]],
        19: [1],
    }
    for row in tables()["modified_cairn.table.treasure"].rows:
        play = Ones("one", int(row.on), *more.get(int(row.on), []))
        state = treasure(play, inside())
        assert not play.left
        assert bool(state.ground) == (int(row.on) > 3)


def test_nobody_is_waited_for_while_it_is_open_whether_those_met_fight():
    state, due = inside(pc("ann"), pc("bo")), GAME.ui.due
    assert due is not None
    assert due(state) == ("ann", "bo")
    met = replace(state, foes=(foe(),))
    assert due(met) is None
    assert due(replace(met, foes=(gain(foe(), "dead"),))) == ("ann", "bo")
