"""Exploring the cellars at Hollow Ash, die for die, by the rules of Modified Cairn."""

from msgspec.structs import replace

from tallow.adventures import ready
from tallow.adventures.standing import Band
from tallow.games.deeds import Action
from tallow.play import scripted
from tallow.testing import covers
from tests.adventures.playing import ONE, at_the_table, begun, does

GAME = at_the_table(ready("modified_cairn", "cellars"))
QUIET = (10,)
"""The Event Die of an Alert place when nothing happens."""

DEAD = "Skeleton x3"

PASSED = ((1,), (1,), (1,))
"""Each of the party makes the CLA Save of the first round."""


def offered(state):
    return [one.action.name for one in GAME.actions(state, ONE) if one.action.who == ONE]


def names(state):
    return [item.name for one in state.game.party for item in one.items]


def test_an_idea_of_ones_own_is_possible_before_whoever_is_met():
    met = does(GAME, begun(GAME), "set_out")
    assert met.place.meeting
    assert "place.own_idea" in offered(met)
    who = met.game.party[0].id
    after = does(GAME, met, "own_idea", who, "Sing the song of the press", "time_gear_skill")
    assert after.place == met.place


def at_the_stairs():
    state = does(GAME, begun(GAME), "set_out")
    return does(GAME, state, "let_be")


def equipped():
    """With all that lies at the head of the stairs, the apple too, and the ninth step marked."""
    state = does(GAME, does(GAME, at_the_stairs(), "take", "all"), "search")
    return does(GAME, does(GAME, state, "take"), "use")


def on_the_press_floor():
    """Down the stairs: a new level, so the Event Die is rolled."""
    return does(GAME, equipped(), "go", QUIET)


def past_the_kobolds():
    state = does(GAME, on_the_press_floor(), "speak", ("give", "@cup"))
    state = does(GAME, state, "speak", "@kobolds/0")
    return does(GAME, state, "let_be")


def in_the_vault():
    return does(GAME, past_the_kobolds(), "go", "@arch")


def in_the_searched_vault():
    """Whoever has looked keeps clear of the third row."""
    return does(GAME, in_the_vault(), "search")


def with_maren():
    state = does(GAME, in_the_searched_vault(), "use", "@bog_oak/0")
    return does(GAME, state, "go", "@door")


def told_by_maren():
    return does(GAME, does(GAME, with_maren(), "speak", "@maren_toll/1"), "let_be")


def led_away(state):
    """The dead walk where the party is not."""
    return replace(
        state, place=replace(state.place, bands=(*state.place.bands, Band("dead", "press", "hostile", DEAD)))
    )


def under_the_floor():
    return does(GAME, led_away(in_the_searched_vault()), "go", "@gap")


def test_ivo_is_there_and_harmless():
    state = does(GAME, begun(GAME), "set_out")
    assert (state.place.room, state.place.meeting) == ("landing", "ivo")
    assert (state.game.dungeon.die, state.game.dungeon.lit, state.game.phase) == (10, True, "dungeon")
    assert "place.go" in offered(does(GAME, state, "let_be"))


@covers("modified_cairn.trigger.new_zone")
def test_the_stairs_lead_to_another_level_and_the_arch_does_not():
    state = on_the_press_floor()
    assert (state.place.room, state.place.meeting, state.place.turns) == ("press", "kobolds", 2)
    assert in_the_vault().place.room == "vault", "no die was thrown for the arch"


@covers("modified_cairn.know.no_rolls")
def test_the_ninth_step_tips_under_whoever_has_not_looked():
    state = at_the_stairs()
    hurt = does(GAME, state, "go", (20,), (3,), QUIET)
    assert hurt.game.party[0].vigour == hurt.game.party[0].vigour_max - 3
    saved = does(GAME, state, "go", (1,), QUIET)
    assert saved.game.party[0].vigour == saved.game.party[0].vigour_max


@covers("modified_cairn.know.no_persuasion")
def test_kobolds_let_a_guest_pass_who_brings_a_cup_and_want_an_apple_for_the_knife():
    state = past_the_kobolds()
    assert "drain" in state.place.found
    assert "marks" in state.place.marks
    assert "Ivo's knife" in names(state)
    assert not {"Tin cup", "Apple"} & set(names(state))


def test_kobolds_fight_for_their_tun():
    state = does(GAME, on_the_press_floor(), "speak", "@kobolds/2", *PASSED)
    assert state.game.combat is not None
    assert [foe.name for foe in state.game.foes] == ["Kobold 1", "Kobold 2"]
    assert state.game.combat.confined is False


@covers("modified_cairn.modifier.impaired_confined")
def test_between_the_barrels_there_is_no_room_for_a_long_sword():
    state = does(GAME, in_the_vault(), "use", "@bog_oak/1", *PASSED)
    assert state.place.meeting == "dead", "they come at a voice"
    assert state.game.combat is not None
    assert state.game.combat.confined


def test_a_note_under_the_door_opens_it_without_a_word():
    state = with_maren()
    assert (state.place.room, state.place.meeting) == ("maren", "maren_toll")
    state = does(GAME, state, "speak", "@maren_toll/1")
    assert {"how", "found"} <= set(state.place.marks)
    assert {"Maren's paper", "Key of a strongbox"} <= set(names(state))


def test_the_third_row_rings_like_a_drum():
    state = does(GAME, in_the_vault(), "use", "@bog_oak/0")
    rung = does(GAME, state, "go", "@door", (8,))
    assert (rung.game.dungeon.die, dict(rung.place.clocks)["voices"]) == (8, 1)


@covers("modified_cairn.trigger.traverse")
def test_a_series_of_known_rooms_calls_for_the_event_die_once():
    state = does(GAME, told_by_maren(), "go", QUIET)
    state = does(GAME, state, "go", "@arch")
    assert does(GAME, state, "go", "@steps").place.room == "landing"


def test_ivo_writes_what_he_cannot_say():
    state = does(GAME, told_by_maren(), "go", QUIET)
    state = does(GAME, does(GAME, state, "go", "@arch"), "go", "@steps")
    state = does(GAME, does(GAME, state, "speak", "@ivo/1"), "let_be")
    assert "The marks, backwards, in Ivo's hand" in names(state)
    assert "Maren's paper" not in names(state)


def test_what_ivo_wrote_lays_the_dead_unless_their_tally_is_gone():
    state = under_the_floor()
    state = scripted(GAME.perform, state, Action("place.give"), script=["@written", "pc1"])
    laid = does(GAME, state, "use")
    assert "laid" in laid.place.marks
    assert next(band.temper for band in laid.place.bands if band.id == "dead") == "gone"
    robbed = does(GAME, does(GAME, state, "search"), "take", *PASSED)
    assert robbed.place.meeting == "dead", "they count"
    assert "robbed" in robbed.place.marks


@covers("modified_cairn.action.parley")
def test_a_fight_that_is_talked_out_of_leaves_them_open_to_talk():
    state = does(GAME, on_the_press_floor(), "speak", "@kobolds/2", *PASSED)
    state = scripted(GAME.perform, state, Action("end_combat"), script=[(10,)])
    assert (state.place.meeting, state.game.combat) == ("", None)
    assert next(band.temper for band in state.place.bands if band.id == "kobolds") == "open"
    assert "place.speak" in offered(state)


@covers("modified_cairn.event.step_down", "modified_cairn.trigger.disturbance")
def test_a_lid_that_shrieks_is_unrest():
    state = does(GAME, in_the_searched_vault(), "use", "@strongbox/1", QUIET)
    assert "unrest" in state.game.dungeon.triggers
    gold = sum(one.wealth.gold for one in state.game.party)
    state = does(GAME, state, "take", "all")
    assert sum(one.wealth.gold for one in state.game.party) == gold + 2
    state = does(GAME, state, "wait", (8,))
    assert state.game.dungeon.die == 8


@covers("modified_cairn.hurt.unpreventable")
def test_the_red_cap_takes_blood_that_is_given():
    state = does(GAME, under_the_floor(), "go", "@tunnel")
    assert state.place.meeting == "red"
    state = does(GAME, state, "speak", "@red/0", (2,))
    assert state.game.party[0].vigour == state.game.party[0].vigour_max - 2
    assert next(band.temper for band in state.place.bands if band.id == "red") == "friendly"


def with_bark():
    state = does(GAME, under_the_floor(), "go", "@tunnel")
    state = does(GAME, does(GAME, state, "speak", "@red/0", (1,)), "let_be")
    state = does(GAME, state, "search")
    return does(GAME, state, "take", *(((1,),) * 7))


@covers("modified_cairn.magic.random_runes")
def test_the_bark_is_a_runeskelf_and_may_be_given_back():
    state = with_bark()
    (bark,) = (item for one in state.game.party for item in one.items if item.id == dict(state.place.taken)["bark"])
    assert bark.kind == "rune"
    assert len(bark.runes) == 2
    state = does(GAME, state, "use", "@bare_root/0")
    assert "healed" in state.place.marks
    for way, script in (("@tunnel", (QUIET,)), ("@gap", ()), ("@arch", ()), ("@steps", ())):
        state = does(GAME, state, "go", way, *script)
    before = [one.wealth.gold for one in state.game.party]
    state = does(GAME, state, "leave")
    assert state.place.ended == "healed_alone"
    assert [one.wealth.gold - had for one, had in zip(state.game.party, before, strict=True)] == [15, 15, 15]
    assert state.game.phase == "town"


def test_whoever_cuts_the_root_is_heard():
    state = does(GAME, under_the_floor(), "go", "@tunnel")
    state = does(GAME, does(GAME, state, "speak", "@red/0", (1,)), "let_be")
    cut = does(GAME, state, "use", "@bare_root/1", "pc1", (1,), *PASSED)
    assert "cut" in cut.place.marks
    assert cut.place.meeting in {"red", "dead"}
    assert cut.game.combat is not None
