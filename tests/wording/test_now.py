"""What matters now: the few actions that come first, each with what it costs and where it leads."""

import json
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from tallow.adventures import ready
from tallow.adventures.standing import LOST
from tallow.games import BUILT_IN
from tallow.games.cairn.state import Creature, Dungeon
from tallow.games.cairn.world.exploring import EXPLORING
from tallow.games.deeds import Action
from tallow.games.optional import archetypes_of, needed_bots
from tallow.games.vanilla.entries import FIGHTER
from tallow.mechanics.two_sides import put
from tallow.play import REFEREE, Answer, Choice, Roll, Seat, Simulated, Told, Waiting, advance, scripted
from tallow.table import Table, open_table, seen_line
from tallow.table.seats import Seated, referee
from tallow.table.step import TableRefusal
from tallow.web.phrases import web_phrases
from tallow.wording.now import Now, arrives, meanwhile, now, places_for_now
from tallow.wording.question_card import question_card
from tallow.wording.story import log_line
from tallow.wording.table_speech import TableSpeech

SEED = bytes(32)
ANN = "player1"
SHOULDER = "Put a shoulder against the stone"


def in_the_yard() -> Table:
    """Ann has the whole party before the mill."""
    opened = open_table("cairn", "The mill", {}, SEED, example=True, adventure=ready("cairn", "mill"), referee=False)
    seated = opened.table.sit(Seated(ANN, "Ann", "player")).table
    return seated.act(ANN, Action("place.set_out", ANN)).table


def shown(table: Table) -> Now:
    speech = TableSpeech(table, ANN, table.view(ANN), web_phrases("en"))
    found = now(table, ANN, table.offers(ANN), speech)
    assert found is not None
    return found


def test_buttons_say_what_they_cost_and_that_they_lead_somewhere_new() -> None:
    notes = {one.said: one.note for one in shown(in_the_yard()).actions}
    assert notes["Look: The cart"] == "no time passes"
    assert notes["Search the room"] == "a cycle · what is hidden here may be found"
    assert notes["The mill door"] == "somewhere new · a cycle"


def told(table: Table, **place: object) -> list[str]:
    """The large buttons after a change of where the adventure stands."""
    standing = replace(table.state.place, **place)
    return [one.said for one in shown(replace(table, state=replace(table.state, place=standing))).actions]


def before_the_well() -> Table:
    """Ann has the whole party in the tanner's yard."""
    well = ready("black_hack", "well")
    table = open_table("black_hack", "The well", {}, SEED, example=True, adventure=well, referee=False).table
    return table.sit(Seated(ANN, "Ann", "player")).table.act(ANN, Action("place.set_out", ANN)).table


def searched(face: int) -> tuple[Table, list[str]]:
    """The tanner's yard after a search in which every die shows this face, and what was told."""
    table = before_the_well()
    answers: tuple[Answer, ...] = ()
    search = partial(advance, table.rules.perform, table.state, Action("place.search", ANN))
    while isinstance(ran := search(answers=answers), Waiting):
        asked = ran.question
        assert isinstance(asked, Choice | Roll)
        answers = (*answers, (min(face, asked.sides),) * asked.n if isinstance(asked, Roll) else asked.options[0])
    return replace(table, state=ran.result), [one.code for one in ran.events if isinstance(one, Told)]


def test_whoever_searches_in_vain_is_not_told_that_nothing_is_there() -> None:
    after, told_ = searched(20)
    assert "place.search_unnoticed" in told_
    assert "place.search_nothing" not in told_
    assert "Search the room" in [one.said for one in shown(after).actions]
    after, told_ = searched(1)
    assert "place.search_nothing" in told_
    assert "Search the room" not in [one.said for one in shown(after).actions]


def test_who_does_something_that_takes_a_save_is_chosen_by_how_likely_it_is() -> None:
    table = in_the_yard()
    state = replace(table.state, place=replace(table.state.place, room="floor", seen=("yard", "floor")))
    table = replace(table, state=state).act(ANN, Action("place.use", ANN)).table
    asked = table.pending[0].question
    assert isinstance(asked, Choice)
    shoulder = next(option for option in asked.options if table.rules.name(table.state, str(option)) == SHOULDER)
    table = table.answer(ANN, ANN, shoulder, number=table.pending[0].number).table
    card = question_card(table.pending[0], ANN, TableSpeech(table, ANN, table.view(ANN), web_phrases("en")))
    notes = {one.said: one.note for one in card.options}
    assert notes["Saoirse"].startswith("it works: 70.0 %")
    assert notes["Bryn"].startswith("it works: 45.0 %")
    chances = [float(one.note.removeprefix("it works: ").split()[0]) for one in card.options]
    assert chances == sorted(chances, reverse=True), "whoever is most likely to succeed stands first"
    named = [table.rules.name(table.state, json.loads(one.value)) for one in card.options]
    assert named == [one.said for one in card.options]


def test_a_roll_names_what_is_done_where_there_was_only_one_thing_to_do() -> None:
    tomb = ready("dead_weight", "mausoleum")
    table = open_table("dead_weight", "The tomb", {}, SEED, example=True, adventure=tomb, referee=False).table
    table = table.sit(Seated(ANN, "Ann", "player")).table.act(ANN, Action("place.set_out", ANN)).table
    entrance = next(one.id for one in tomb.room if one.name == "Tomb entrance")
    place = replace(table.state.place, room=entrance, seen=(*table.state.place.seen, entrance))
    table = replace(table, state=replace(table.state, place=place)).act(ANN, Action("place.use", ANN)).table
    card = question_card(table.pending[0], ANN, TableSpeech(table, ANN, table.view(ANN), web_phrases("en")))
    assert card.deed == "Take it down, bench by bench"


def test_who_plays_all_of_them_is_the_party_in_the_log_and_speaks_with_somebody() -> None:
    cellars = ready("modified_cairn", "cellars")
    table = open_table("modified_cairn", "The press", {}, SEED, example=True, adventure=cellars, referee=False).table
    table = table.sit(Seated(ANN, "Ann", "player")).table.act(ANN, Action("place.set_out", ANN)).table
    step = table.act(ANN, Action("place.let_be", ANN))
    speech = TableSpeech(step.table, ANN, step.table.view(ANN), web_phrases("en"))
    assert step.line is not None
    line = seen_line(1, False, step.line, ANN)
    assert line is not None
    assert "".join([text for text, _ in log_line(line, speech).told[0].parts]) == "The party: Let them be"
    assert "Speak: Ivo" in [one.said for one in shown(step.table).actions]


def test_an_end_is_read_before_what_comes_of_it() -> None:
    assert arrives([Told("place.leaves", ("The mill",), ""), Told("place.ended", ("Bread again", ""), "")])
    assert not arrives([Told("place.leaves", ("The mill",), "")])


def test_after_a_defeat_whoever_is_left_can_set_out_again_by_a_large_button() -> None:
    table = in_the_yard()
    lost = replace(table.state.place, room="", came="", ended=LOST)
    game = scripted(EXPLORING.home, table.state.game)
    table = replace(table, state=replace(table.state, game=game, place=lost))
    assert shown(table).actions[0].said == "Set out"
    won = replace(table.state, place=replace(lost, ended="worked"))
    assert "Set out" not in [one.said for one in shown(replace(table, state=won)).actions]


def test_a_referee_is_offered_what_the_room_holds_and_the_next_room() -> None:
    opened = open_table("cairn", "The mill", {}, SEED, example=True, adventure=ready("cairn", "mill"))
    table = opened.table.sit(referee("Ann")).table
    speech = TableSpeech(table, REFEREE, table.view(REFEREE), web_phrases("en"))
    found = now(table, REFEREE, table.offers(REFEREE), speech)
    assert found is not None
    assert found.actions[0].said == "Put the party in: Yard and step"
    state = replace(table.state, place=replace(table.state.place, room="loft", seen=("yard", "floor", "loft")))
    table = replace(table, state=replace(state, game=replace(state.game, dungeon=Dungeon(), phase="dungeon")))
    speech = TableSpeech(table, REFEREE, table.view(REFEREE), web_phrases("en"))
    found = now(table, REFEREE, table.offers(REFEREE), speech)
    assert found is not None
    assert found.actions[0].said == "They come: the goblins"
    assert "Read the room aloud" in [one.said for one in found.actions], "all have read it when they came"
    met = table.act(REFEREE, Action("place.bring_group", ""), answers={"place.bring_whom": "@goblins"}).table
    found = now(met, REFEREE, met.offers(REFEREE), TableSpeech(met, REFEREE, met.view(REFEREE), web_phrases("en")))
    assert found is not None
    assert found.actions[0].said == "Start a fight"


def test_sleepers_are_left_asleep_by_the_next_step_and_woken_by_another() -> None:
    opened = open_table("cairn", "The mill", {}, SEED, example=True, adventure=ready("cairn", "mill"))
    table = opened.table.sit(referee("Ann")).table
    table = table.act(REFEREE, Action("place.lead", ""), answers={"place.lead_where": "@floor"}).table
    found = places(table)[0]
    assert [one.said for one in found.actions[:2]] == [
        "Put the party in: Yard and step",
        "They wake: the beetles in the flour",
    ]
    woken = table.act(REFEREE, Action("place.wake_group", ""), answers={"place.wake_whom": "@beetles"}).table
    state = woken.state
    assert (state.place.meeting, len(state.game.foes)) == ("beetles", 2)
    assert [one.said for one in places(woken)[0].actions[:2]] == ["Start a fight", "Roll a reaction"]
    assert not any(one.action.name == "place.wake_group" for one in woken.offers(REFEREE))


def test_a_party_led_where_it_sees_nothing_is_told_to_go_into_the_dark() -> None:
    opened = open_table("vanilla", "The stair", {}, SEED, example=True, adventure=ready("vanilla", "salt_stair"))
    table = opened.table.sit(referee("Ann")).table
    said = {}
    for room in ("chapel", "wash"):
        step = table.act(REFEREE, Action("place.lead", ""), answers={"place.lead_where": f"@{room}"})
        assert step.line is not None
        table, said[room] = step.table, [one.code for one in step.line.events if isinstance(one, Told)]
    assert "place.in_the_dark" not in said["chapel"]
    assert "place.in_the_dark" in said["wash"]


def test_who_is_friendly_is_not_fought_by_the_next_step() -> None:
    opened = open_table("cairn", "The mill", {}, SEED, example=True, adventure=ready("cairn", "mill"))
    table = opened.table.sit(referee("Ann")).table
    table = table.act(REFEREE, Action("place.lead", ""), answers={"place.lead_where": "@floor"}).table
    table = table.act(REFEREE, Action("place.wake_group", ""), answers={"place.wake_whom": "@beetles"}).table
    place = table.state.place
    calm = tuple([replace(one, temper="friendly") if one.id == "beetles" else one for one in place.bands])
    table = replace(table, state=replace(table.state, place=replace(place, bands=calm)))
    assert [one.said for one in places(table)[0].actions[:2]] == ["Put the party in: Yard and step", "Start a fight"]


def test_a_way_without_a_risk_comes_before_one_that_says_what_it_risks() -> None:
    well = before_the_well()
    notes = {one.said: one.note for one in shown(well).actions}
    assert notes["The rungs, down into the well"] == "somewhere new · a Turn · a roll: DEX climbing"
    assert "The rope, down into the well" in told(well, found=("line",))


def test_all_that_lies_there_is_taken_with_one_tap() -> None:
    well = before_the_well()
    assert "Take: Everything" in told(well)
    assert "Take: Tanner's crowbar" in told(well, taken=(("rope", "x"),))


def test_in_the_dark_the_party_makes_light_and_nobody_declares_that_alone() -> None:
    table = in_the_yard()
    game = replace(table.state.game, dungeon=replace(table.state.game.dungeon, lit=False))
    unlit = [replace(one, items=tuple(replace(item, lit=False) for item in one.items)) for one in game.party]
    dark = replace(table, state=replace(table.state, game=replace(game, party=tuple(unlit))))
    assert shown(dark).actions[0].said == "Make light"
    assert "dungeon_light" not in {offer.action.name for offer in dark.offers(ANN)}


def test_in_town_the_place_comes_first_and_then_the_shops_by_name_of_who_buys() -> None:
    table = in_the_yard()
    home = table.act(ANN, Action("place.leave", ANN)).table
    said = [one.said for one in shown(home).actions]
    assert said[0] == "Set out"
    assert "Saoirse: Buy" in said


def test_a_second_way_to_somewhere_new_comes_before_leaving() -> None:
    table = in_the_yard()
    place = replace(
        table.state.place, found=("hatch", "bolted"), stands=(("hatch", "open"),), taken=(("crust", "crust"),)
    )
    said = [one.said for one in shown(replace(table, state=replace(table.state, place=place))).actions]
    assert said[2:] == ["The mill door", "The hatch under the race"]


def test_a_score_beside_a_deed_says_that_it_is_rolled_on() -> None:
    table = in_the_yard()
    place = replace(table.state.place, room="floor", seen=("yard", "floor"))
    notes = [one.note for one in shown(replace(table, state=replace(table.state, place=place))).actions]
    assert "somewhere new · a cycle · a roll: DEX" in notes


def test_nobody_goes_to_town_out_of_the_middle_of_a_place() -> None:
    table = in_the_yard()
    names = {offer.action.name for offer in table.offers(ANN)}
    assert "place.leave" in names
    assert names.isdisjoint({"to_town", "to_downtime"})
    with pytest.raises(TableRefusal):
        table.act(ANN, Action("to_town"))
    home = table.act(ANN, Action("place.leave", ANN)).table
    assert "to_downtime" in {offer.action.name for offer in home.offers(ANN)}


def test_no_more_than_four_come_first() -> None:
    found = shown(in_the_yard())
    assert len(found.actions) == 4
    assert found.more == len([one for one in in_the_yard().offers(ANN) if not one.refusal]) - 4


def at_a_table(game: str = "cairn", players: int = 3) -> Table:
    """Ann is the referee of a table that is ready to play; so many of its characters have players."""
    table = open_table(game, "The mill", {}, SEED, example=True).table.sit(referee("Ann")).table
    for at, seat in enumerate(table.free_seats()[:players], 1):
        table = table.sit(Seated(seat, f"Player {at}", "player")).table
    return table


def places(table: Table, seat: Seat = REFEREE) -> tuple[Now, ...]:
    return places_for_now(table, seat, table.offers, TableSpeech(table, seat, table.view(seat), web_phrases("en")))


@pytest.mark.parametrize("game", BUILT_IN)
def test_whoever_sits_at_a_table_of_any_game_has_a_place_with_at_most_four_actions(game: str) -> None:
    table = at_a_table(game, 2)
    for seat in (REFEREE, *(one.seat for one in table.seats if one.role == "player")):
        for one in places(table, seat):
            assert one.asked
            assert 1 <= len(one.actions) <= 4
            assert all(action.said for action in one.actions)
            assert one.more >= len(one.rest)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_referee_alone_acts_for_everybody_whom_nobody_plays(game: str) -> None:
    table = at_a_table(game, 1)
    assert {one.seat for one in places(table)} == {"", *table.free_seats()}


def test_the_referee_is_told_who_has_still_to_act_and_then_what_comes_next() -> None:
    table = at_a_table()
    (own,) = places(table)
    assert (own.asked, own.filled) == ("Still to act: Saoirse, Bryn, Sparrow", False)
    table = replace(table, state=replace(table.state, phase="explore"))
    (own,) = places(table)
    assert (own.asked, own.filled) == ("What comes next?", True)


def test_whoever_has_declared_is_told_for_whom_the_table_waits() -> None:
    table = at_a_table()
    step = table.act("player1", Action("listen", "pc1"), answers=("stay",))
    (mine,) = places(step.table, "player1")
    assert (mine.asked, mine.filled) == ("Still to act: Bryn, Sparrow", False)
    assert [one.filled for one in places(step.table, "player2")] == [True]


def unlit(party: tuple[Creature, ...]) -> tuple[Creature, ...]:
    """The same people with their lights out."""
    return tuple(
        replace(one, items=tuple(replace(item, lit=False) if item.lit else item for item in one.items)) for one in party
    )


def test_light_comes_first_in_the_dark() -> None:
    table = at_a_table()
    lit = places(table, "player2")[0].actions[0].name
    dark = replace(table.state, dungeon=replace(table.state.dungeon, lit=False))
    dark = replace(table, state=replace(dark, party=unlit(dark.party)))
    assert lit == "search"
    assert places(dark, "player2")[0].actions[0].name == "dungeon_light"


def test_in_a_dark_room_the_first_button_makes_light_for_the_party_and_leads_on() -> None:
    table = in_the_yard()
    game = replace(table.state.game, party=unlit(table.state.game.party))
    game = replace(game, dungeon=replace(game.dungeon, lit=False))
    state = replace(table.state, game=game, place=replace(table.state.place, room="floor"))
    table = replace(table, state=state)
    names = [one.name for one in shown(table).actions]
    assert names[0] == "place.light"
    assert all(name.startswith("place.") for name in names)
    lit = table.act(ANN, Action("place.light", ANN)).table
    assert not lit.pending
    assert shown(lit).actions[0].name != "place.light"


def test_while_somebody_else_rolls_the_place_says_for_whom_the_table_waits() -> None:
    found = places(at_a_table(), "player1")
    assert [one.asked for one in meanwhile(found)] == ["What do you do?"]
    waiting = meanwhile(found, "The table waits for Bryn.")
    assert [(one.asked, one.filled) for one in waiting] == [("The table waits for Bryn.", False)]


def test_nothing_is_the_next_step_for_a_character_who_waits_for_the_others_to_be_made() -> None:
    table = at_a_table()
    (mine,) = places(replace(table, state=replace(table.state, phase="creation", dungeon=None)), "player1")
    assert mine.actions
    assert not mine.filled


def fighting(game: str, deed: str) -> Table:
    """A fight of the ready party, whose first has a player, up to where that player may begin this deed."""
    table = at_a_table(game, 1)
    rules = table.rules
    bots, those = needed_bots(rules), archetypes_of(rules)
    assert those is not None
    state = bots.fight(those.party(1), f"{those.foe} x3", rules.settings())
    state = replace(state, party=tuple([replace(one, seat=f"player{at}") for at, one in enumerate(state.party, 1)]))
    play = Simulated(Random(3), bots.answer)
    for _ in range(60):
        table = replace(table, state=state)
        if any(one.action.name == deed and not one.refusal for one in table.offers("player1")):
            return table
        state = rules.perform(play, state, bots.action(state, rules.waiting(state)[0]))
    raise AssertionError(deed)


def test_nobody_who_plays_is_told_first_to_have_the_turn_played() -> None:
    table = fighting("dead_weight", "act_alone")
    assert "act_alone" not in [one.name for one in places(table, "player1")[0].actions]
    alone = replace(table, seats=tuple([one for one in table.seats if one.role == "referee"]))
    first = [one.actions[0].name for one in places(alone) if one.seat == "player1"]
    assert first == ["act_alone"]


def test_in_grit_and_flesh_one_closes_in_and_is_done_after_the_blow() -> None:
    table = fighting("vanilla", "close_in")
    state = table.state
    who = next(one for one in state.party if one.seat == "player1")
    swordsman = replace(table, state=put(state, replace(who, of=FIGHTER, items=())))
    assert places(swordsman, "player1")[0].actions[0].name == "close_in"
    spent = replace(state, combat=replace(state.combat, turn=who.id, action=False, move=True))
    assert places(replace(table, state=spent), "player1")[0].actions[0].name == "wait"


def test_at_a_table_with_an_adventure_the_game_says_what_comes_first_in_a_fight() -> None:
    stair = ready("vanilla", "salt_stair")
    table = open_table("vanilla", "The stair", {}, SEED, example=True, adventure=stair).table.sit(referee("Di")).table
    table = table.sit(Seated(ANN, "Ann", "player")).table
    begun = table.act(REFEREE, Action("add_foes", ""), answers=("vanilla.monster.goblin", 3)).table
    table = begun.act(REFEREE, Action("start_combat", "")).table
    hints = table.rules.ui
    assert hints.first is not None
    for _ in range(20):
        while table.pending:
            one = table.pending[0]
            assert isinstance(one.question, Choice)
            table = table.answer(one.question.by, one.starter, one.question.options[0], number=one.number).table
        who = next(one.id for one in table.state.game.party if one.seat == ANN)
        if hints.due and who in (hints.due(table.state) or ()):
            break
        foes = [one.action for one in table.offers(REFEREE) if one.action.name == "wait" and not one.refusal]
        table = table.act(REFEREE, foes[0]).table
    assert [one.action for one in hints.first(table.state, ANN)] == ["close_in"]
    assert shown(table).actions[0].said == "Close in and strike"
