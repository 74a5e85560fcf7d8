"""What each seat sees: the order of Turns, distances, foes by their looks, and nothing that is the GM's."""

import msgspec
from msgspec.structs import replace

from tallow.games.black_hack.faces.view import name
from tallow.games.black_hack.monsters.meeting import met
from tallow.games.black_hack.record import GAME
from tallow.games.black_hack.state import ATTRIBUTES, FIELD, MARKS, Effect, Ended, Hindrance, Item, looks
from tallow.games.view import Boxes, Lines, Stat, Tags
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.black_hack.fighters import fighting, foe, somebody, table, worn

GHOUL = replace(foe("ghoul", hd=2, hp=9), of="black_hack.monster.ghoul", tags=("undead", "evil"))


def seen(state, seat="player"):
    return {panel.id: panel for panel in GAME.view(state, seat).panels}


def block(panel, label):
    return next((one for one in panel.blocks if one.label == label), None)


def order(state):
    """Who stands where in the order of Turns, and how."""
    scene = seen(state)["scene"]
    steps = [block(scene, label) for label in ("early", "opponents", "late")]
    return {step.label: [(tag.name, tag.detail) for tag in step.tags] for step in steps if step is not None}


def text(state, seat):
    return msgspec.json.encode(GAME.view(state, seat)).decode()


@covers("black_hack.init.success_before", "black_hack.init.fail_after", "black_hack.init.group_order")
def test_the_order_of_turns_as_people_see_it():
    people = [somebody(who) for who in ("ann", "bob", "cat")]
    combat = fighting("bob", early=("bob", "ann"), due=("ann",))
    state = table(*people, foes=[GHOUL], combat=combat)
    assert order(state) == {
        "early": [("Ann", ""), ("Bob", "acts_now")],
        "opponents": [("Ghoul", "")],
        "late": [("Cat", "")],
    }
    again = replace(state, combat=replace(combat, turn="ann", due=()))
    assert order(again)["early"] == [("Ann", "acts_now"), ("Bob", "has_acted")]
    later = replace(state, combat=replace(combat, step="late", turn="cat", due=()))
    assert [when for step in order(later).values() for _, when in step] == ["has_acted"] * 3 + ["acts_now"]
    assert [tag.name for tag in block(seen(state)["scene"], "left").tags] == ["a_move", "an_action"]


@covers("black_hack.range.bands", "black_hack.range.relative_tracking")
def test_distances_but_nearby_goes_without_saying():
    state = table(somebody(), somebody("bob"), foes=[GHOUL], combat=fighting("ann", close=[("ann", "ghoul")]))
    assert [(tag.name, tag.detail) for tag in block(seen(state)["ann.card"], "distances").tags] == [("Ghoul", "close")]
    assert block(seen(state)["bob.card"], "distances") is None
    assert block(seen(state)["ghoul"], "distances").tags[0].name == "Ann"


def test_the_numbers_of_foes_are_the_gms_until_they_are_revealed():
    state = table(somebody(), foes=[GHOUL], combat=fighting("ann"), notes="The abbot did it.", dangerous=True)
    assert block(seen(state)["ghoul"], "hp") is None
    assert block(seen(state)["ghoul"], "foe").tags[0].name == "unhurt"
    assert block(seen(state, REFEREE)["ghoul"], "hp").value == 9
    assert block(seen(state, REFEREE)["ghoul"], "specials").lines[0].name == "Numbing claws"
    shown = replace(state, foes=(replace(GHOUL, revealed=True),))
    assert block(seen(shown)["ghoul"], "hd").value == 2
    assert "abbot" in text(state, REFEREE)
    for seat in ("player", "onlooker"):
        assert "abbot" not in text(state, seat)
        assert "secrets" not in seen(state, seat)


def test_who_has_not_been_met_is_not_seen():
    state = table(somebody(), foes=[GHOUL])
    assert not met(state, GHOUL)
    assert "Ghoul" not in text(state, "player")
    assert "Ghoul" in text(state, REFEREE)
    left = replace(GHOUL, hp=0, conditions=("removed",))
    assert met(replace(state, ended=Ended("foes_down", 3), foes=(left,)), left)
    gone = replace(GHOUL, conditions=("fled",))
    assert "Ghoul" not in text(table(somebody(), foes=[gone], combat=fighting("ann")), "player")


def test_looks_say_no_numbers():
    faces = [("unhurt", 9, ()), ("hurt", 6, ()), ("bloodied", 4, ()), ("down", 0, ("removed",)), ("fled", 4, ("fled",))]
    for code, hp, conditions in faces:
        assert looks(replace(GHOUL, hp=hp, hp_max=9, conditions=conditions)) == code


@covers("black_hack.armour.pool")
def test_armour_dice_are_drawn_as_they_lie():
    armour = replace(worn("chain_mail"), dice=("whole", "broken", "gone"))
    card = seen(table(somebody(items=(armour,))))["ann.card"]
    dice = next(one for one in card.blocks if isinstance(one, Boxes))
    assert (dice.size, dice.open, dice.slashed, dice.crossed, dice.circle) == (3, 1, 1, 1, 3)


def test_time_place_light_and_what_goes_on():
    torch = Item("t", "torches", usage=6, lit=True)
    light = Effect("e", "black_hack.spell.light", by="ann", die=8, unit="minutes")
    secret = Effect("f", "black_hack.spell.charm", by="x", on=("y",))
    state = table(somebody(items=(torch,)), effects=(light, secret), turns=4, day=2, dark=True, ground=(torch,))
    panels = seen(state)
    assert block(panels["time"], "turns") == Stat("turns", 4, why="black_hack.time.minutes")
    assert [tag.name for tag in block(panels["time"], "place").tags] == ["dark"]
    assert block(panels["light"], "light").tags[0].detail == "Ann · Ud6"
    assert [line.text for line in block(panels["effects"], "effects").lines] == ["Ud8"]
    assert len(block(seen(state, REFEREE)["effects"], "effects").lines) == 2
    assert isinstance(block(panels["ground"], "ground"), Lines)
    assert isinstance(block(panels["scene"], "to_act"), Tags)


def test_the_gm_is_told_when_an_encounter_roll_is_due():
    state = table(somebody(), settings={"encounter_clock": "turns"}, encounter=3, dangerous=True)
    assert block(seen(state, REFEREE)["time"], "encounter").tags[0].name == "due"
    assert block(seen(state)["time"], "encounter") is None


def test_names_of_whatever_has_an_id():
    item = Item("i9", "rope")
    effect = Effect("e9", "black_hack.spell.light")
    state = table(somebody(items=(item,)), foes=[GHOUL], effects=(effect,), ground=(Item("i8", "lamp"),))
    wanted = {"ann": "Ann", "ghoul": "Ghoul", "i9": "rope", "i8": "lamp", "e9": "Light", "nothing": "nothing"}
    assert {id_: name(state, id_) for id_ in wanted} == wanted


def test_conditions_and_hindrances_with_what_ends_them():
    said, stuck = MARKS.mark("by", "STR"), Hindrance("stuck", "STR")
    one = somebody(conditions=("stressed",), marks=(said,), hindrances=(stuck,), ongoing="CON")
    tags = block(seen(table(one))["ann"], "conditions").tags
    assert [(tag.name, tag.detail) for tag in tags] == [("stressed", ""), ("stuck", "STR"), ("ongoing", "CON")]


@covers("black_hack.creation.six_attributes")
def test_a_card_shows_the_attributes_that_are_tested():
    shown = [one for one in seen(table(somebody()))["ann.card"].blocks if isinstance(one, Stat)]
    assert [one.label for one in shown][2:8] == [FIELD[one] for one in ATTRIBUTES]
