"""Every effect and every condition of the closed lists, in a place of two rooms; and what follows by itself."""

from pathlib import Path
from typing import Any, get_args

from msgspec.structs import replace

from tallow.adventures import Explored, read
from tallow.adventures.conditions import hold, seen_now
from tallow.adventures.documents import effects as h
from tallow.adventures.documents.document import Risk, Trap
from tallow.adventures.happening import happen, settle
from tallow.adventures.standing import Place
from tallow.games import game
from tallow.games.deeds import Action
from tallow.play import Live, Told, Waiting, advance, scripted
from tests.adventures.playing import ONE, at_the_table, begun, does

HUT = read("""
[adventure]
title = "A hut"
game = "cairn"
begins = "hall"
start = "A hut."

[[room]]
id = "hall"
number = 1
name = "Hall"
at = [0, 0]
seen = "A hall."
light = true

[[room]]
id = "shed"
number = 2
name = "Shed"
at = [6, 0]
seen = "A shed."
later = [
  {when = [{if = "marked", mark = "moon"}, {if = "gone", group = "rats"}], seen = "An empty shed in moonlight."},
  {when = [{if = "marked", mark = "moon"}], seen = "A shed in moonlight."},
]

[[exit]]
id = "hatch"
from = "hall"
to = "shed"
name = "A hatch"
stands = "locked"
key = "token"

[[group]]
id = "rats"
name = "the rats"
who = "Goblin"
room = "shed"
mood = "wary"
seen = "Rats."
roams = true

[[thing]]
id = "token"
name = "Token"
room = "hall"
found = "hidden"

[[clock]]
id = "tide"
name = "Tide"
when = [{if = "marked", mark = "moon"}]
[[clock.step]]
text = "It rises."
does = [{do = "mark", mark = "wet"}, {do = "mark", mark = "moon"}]
[[clock.step]]
text = "It rises again."

[[end]]
id = "drowned"
title = "Drowned"
text = "That was that."
at = "done"
""")

GAME = at_the_table(HUT)
CHAPTER = game("cairn").exploring
assert CHAPTER is not None
PLACE: Place[Any] = Place(HUT, CHAPTER)


def inside() -> Explored[Any]:
    state: Explored[Any] = does(GAME, begun(GAME), "set_out")
    return state


def after(*effects: h.Effect, state: Explored[Any] | None = None, script: tuple[Any, ...] = ()) -> Explored[Any]:
    return scripted(lambda play: happen(PLACE, play, state or inside(), effects, "pc1"), script=script)


def holds(state: Explored[Any], condition: h.Condition) -> bool:
    one = hold(PLACE, state, (condition,))
    assert hold(PLACE, state, (replace(condition, no=True),)) != one
    return one


def test_marks():
    state = after(h.Mark("moon"))
    assert holds(state, h.Marked("moon"))
    assert not holds(after(h.Unmark("moon"), state=state), h.Marked("moon"))


def test_what_is_seen_of_a_room_follows_what_has_happened():
    shed = PLACE.rooms["shed"]
    moon = after(h.Mark("moon"))
    assert [seen_now(PLACE, state, shed) for state in (inside(), moon, after(h.Remove("rats"), state=moon))] == [
        "A shed.", "A shed in moonlight.", "An empty shed in moonlight."
    ]  # fmt: skip
    assert seen_now(PLACE, after(h.Remove("rats")), shed) == "A shed."


def test_exits():
    assert not holds(inside(), h.IsOpen("hatch"))
    state = after(h.Open("hatch"))
    assert holds(state, h.IsOpen("hatch"))
    assert PLACE.stands(after(h.Shut("hatch", "barred"), state=state).place, PLACE.exits["hatch"]) == "barred"


def test_groups():
    assert holds(inside(), h.Present("rats", "shed"))
    assert not holds(inside(), h.Present("rats"))
    assert holds(after(h.Bring("rats")), h.Present("rats"))
    assert holds(after(h.Bring("rats"), h.Send("rats", "shed")), h.Present("rats", "shed"))
    assert holds(after(h.Calm("rats")), h.Friendly("rats"))
    gone = after(h.Remove("rats"))
    assert holds(gone, h.Gone("rats"))
    assert holds(after(h.Calm("rats"), h.Wake("rats"), state=gone), h.Gone("rats")), "who is gone stays gone"
    woken = after(h.Wake("rats"), h.Bring("rats"))
    assert PLACE.band(woken.place, "rats").temper == "hostile"


def test_those_who_mean_harm_attack_where_the_party_is():
    state = after(h.Wake("rats"), h.Bring("rats"))
    state = scripted(lambda play: settle(PLACE, play, state), script=("save", (9,)) * 3)
    assert CHAPTER is not None
    assert CHAPTER.busy(state.game)


def test_those_whom_nobody_has_found_yet_do_not_attack_before_something_reveals_them():
    assert CHAPTER is not None
    hidden = replace(PLACE.groups["rats"], found="hidden", mood="hostile", room="hall")
    lurk: Place[Any] = Place(replace(HUT, group=(hidden,)), CHAPTER)
    state = inside()
    assert scripted(lambda play: settle(lurk, play, state)) == state
    revealed = scripted(lambda play: happen(lurk, play, state, (h.Reveal("rats"),), "pc1"))
    assert CHAPTER.busy(scripted(lambda play: settle(lurk, play, revealed), script=("save", (9,)) * 3).game)


def test_what_gives_a_trap_away_is_told_once():
    assert CHAPTER is not None

    def clues(trap: Trap) -> int:
        snare: Place[Any] = Place(replace(HUT, trap=(trap,)), CHAPTER)
        start = replace(inside(), place=replace(inside().place, seen=()))
        play = Live(())
        state = settle(snare, play, start)
        happen(snare, play, state, (h.Reveal("wire"),), "pc1")
        return [one.facts for one in play.events if isinstance(one, Told)].count(("A glint.",))

    wire = Trap(id="wire", name="A wire", on="hall", clue="A glint.", text="Twang.", does=())
    assert clues(wire) == 1
    assert clues(replace(wire, on="token")) == 1, "nobody saw the thing that it is on"


def test_things():
    assert not holds(inside(), h.Carried("token"))
    state = after(h.Give("token"))
    assert holds(state, h.Carried("token"))
    assert after(h.Give("token"), state=state) == state, "nothing is given twice"
    assert not holds(after(h.Take("token"), state=state), h.Carried("token"))
    assert "token" in after(h.Reveal("token")).place.found


def test_a_key_opens_a_lock():
    state = does(GAME, after(h.Give("token")), "open", "key")
    assert holds(state, h.IsOpen("hatch"))


def test_light():
    assert CHAPTER is not None
    state = inside()
    unlit = replace(state, game=replace(state.game, party=tuple(_doused(one) for one in state.game.party)))
    assert not CHAPTER.dark(unlit.game)
    dark = after(h.Darken("hall"), state=unlit)
    assert CHAPTER.dark(dark.game)
    assert not CHAPTER.dark(after(h.Light("hall"), state=dark).game)
    assert [one.action.name for one in GAME.actions(dark, ONE) if one.action.name == "place.look"] == []
    assert holds(state, h.Flame())
    assert not holds(unlit, h.Flame())


def _doused(one):
    return replace(one, items=tuple(replace(item, lit=False) for item in one.items))


def test_harm():
    before = inside()
    state = after(h.Harm("d6"), state=before, script=((4,),))
    assert before.game.party[0].strength - state.game.party[0].strength == 4
    state = after(h.Harm("2", whom="each"), state=before)
    assert [a.strength - b.strength for a, b in zip(before.game.party, state.game.party, strict=True)] == [2, 2, 2]
    state = after(h.Harm("2", whom="others"), state=before)
    assert [a.strength - b.strength for a, b in zip(before.game.party, state.game.party, strict=True)] == [0, 2, 2]
    state = after(h.Harm("2", score="WIL"), state=before)
    assert before.game.party[0].willpower - state.game.party[0].willpower == 2
    saved = after(h.Harm("d6", save="DEX"), state=before, script=((1,),))
    assert saved.game.party == before.game.party


def test_conditions_of_the_game_and_lights_that_go_out():
    """In a game that has rules for them."""

    def tired(play, state, who, condition):
        party = tuple(replace(one, conditions=(condition,)) if one.id == who else one for one in state.party)
        return replace(state, party=party)

    def doused(play, state):
        return replace(state, party=tuple(_doused(one) for one in state.party))

    place: Place[Any] = Place(HUT, replace(PLACE.chapter, conditions=("tired",), afflict=tired, snuff=doused))
    effects = (h.Afflict("tired", whom="others"), h.Snuff())
    state = scripted(lambda play: happen(place, play, inside(), effects, "pc1"))
    assert [one.conditions for one in state.game.party] == [(), ("tired",), ("tired",)]
    assert holds(inside(), h.Flame())
    assert not holds(state, h.Flame())


def test_a_clock_moves_on_while_its_conditions_hold():
    assert after(h.Advance("tide")).place.clocks == ()
    state = after(h.Mark("moon"), h.Advance("tide", steps=9))
    assert state.place.clocks == (("tide", 2),)
    assert holds(state, h.Marked("wet"))


def test_a_clock_can_begin_anew():
    tide = replace(PLACE.clocks["tide"], again=True)
    place: Place[Any] = Place(replace(HUT, clock=(tide,)), PLACE.chapter)
    effects = (h.Mark("moon"), h.Advance("tide", steps=3))
    state = scripted(lambda play: happen(place, play, inside(), effects, "pc1"))
    assert state.place.clocks == (("tide", 1),)


def test_where_and_when():
    state = inside()
    assert holds(state, h.Here("hall"))
    assert holds(state, h.Visited("hall"))
    assert not holds(state, h.Visited("shed"))
    assert not holds(state, h.Turns(least=1))
    assert holds(does(GAME, state, "wait"), h.Turns(least=1))


def test_noise_draws_an_event():
    state = after(h.Noise())
    assert state.game.dungeon.triggers == ("noise",)


def test_an_end_leads_home():
    state = after(h.Finish("drowned"))
    assert (state.place.ended, state.place.room, state.game.phase) == ("drowned", "", "town")
    assert after(h.Finish("drowned"), state=state) == state


def test_every_effect_and_condition_is_tried_here():
    source = Path(__file__).read_text("utf-8")
    for kind in (*get_args(h.Effect), *get_args(h.Condition)):
        assert f"h.{kind.__name__}(" in source or kind is h.Tell, kind


def test_others_are_barred_by_the_state_of_the_whole_table_while_a_turn_is_worked_out():
    """What a rule of the game names as the state meanwhile reaches those outside as a state of theirs."""
    state = GAME.new_state(GAME.settings())
    state = does(GAME, state, "set_out", "agree", "agree")
    waits = None
    for _ in range(3):
        ran = advance(GAME.perform, state, Action("place.wait", ONE), answers=["agree", "agree"])
        if isinstance(ran, Waiting):
            waits = ran
            break
        state = ran.result
    assert waits is not None
    assert isinstance(waits.meanwhile, Explored)
    assert waits.meanwhile.game.phase == "encounter"
    offered = [one.action.name for one in GAME.actions(waits.meanwhile, "player2")]
    assert "place.wait" not in offered


def test_the_party_says_that_it_is_done():
    state = does(GAME, does(GAME, inside(), "leave"), "be_done")
    assert state.place.ended == "drowned"


def test_what_ends_on_the_way_does_not_go_on():
    risk = Risk(save="DEX", text="The floor gives.", fails=(h.Finish("drowned"),))
    (hatch,) = HUT.exit
    fragile = replace(HUT, exit=(replace(hatch, stands="open", key="", risk=risk),))
    played = at_the_table(fragile)
    state = does(played, does(played, begun(played), "set_out"), "go", [20])
    assert (state.place.ended, state.place.room, state.game.dungeon) == ("drowned", "", None)
