"""What each seat sees: the party whole, enemies by their looks, and the GM's own for nobody else."""

import msgspec
import pytest
from msgspec.structs import replace

from tallow.games.vanilla.characters.seats import SEATING, due, left_to, seats, subjects, turn, waiting
from tallow.games.vanilla.faces.view import looks, name, view
from tallow.games.vanilla.record import GAME
from tallow.games.vanilla.state import Effect, Ended, Item, Life
from tallow.games.view import Lines, Stat, Tags
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.vanilla.fighters import fighting, foe, somebody, table, weapon

ANN = somebody(items=(weapon("medium_melee", "sword"),), life=Life((10,) * 6, notes="For me alone."), at=0)
BOB = somebody("bob", "magic_user", seat="bea", at=0)
ORC = foe(grit=3, flesh=2, grit_max=4, flesh_max=3, ac=3, at=30)
FIGHT = table(
    ANN, BOB, foes=(ORC,), combat=fighting("ann", due=("bob",)), clock=605, notes="The chest is false.", brought=75,
    overcome=(1, 2),
)  # fmt: skip


def panel(state, seat, id_):
    return next((one for one in view(state, seat).panels if one.id == id_), None)


def block(state, seat, id_, label, kind=Tags):
    found = panel(state, seat, id_)
    return next((one for one in found.blocks if one.label == label and isinstance(one, kind)), None)


def whole(state, seat):
    return msgspec.json.encode(view(state, seat)).decode()


@covers("vanilla.combat.information")
@pytest.mark.parametrize("seat", ["player", "bea", "onlooker"])
def test_an_enemys_numbers_are_the_gms(seat):
    orc = panel(FIGHT, seat, "orc")
    assert {one.label for one in orc.blocks} == {"foe", "distances"}
    assert [tag.name for tag in orc.blocks[0].tags] == ["bloodied"]
    gm = {one.label: (one.value, one.most) for one in panel(FIGHT, REFEREE, "orc").blocks if isinstance(one, Stat)}
    assert gm == {
        "grit": (3, 4), "flesh": (2, 3), "av": (11, None), "ac": (3, None), "st": (6, None),
        "hd": (1, None),
    }  # fmt: skip


@covers("vanilla.combat.information")
def test_a_foe_that_is_shown_is_shown_to_all():
    shown = replace(FIGHT, foes=(replace(ORC, revealed=True),))
    assert block(shown, "player", "orc", "ac", Stat).value == 3


@pytest.mark.parametrize("seat", ["player", "bea", "onlooker"])
def test_notes_and_what_is_to_be_counted_are_for_the_gm(seat):
    assert "The chest is false." not in whole(FIGHT, seat)
    assert panel(FIGHT, seat, "secrets") is None
    assert block(FIGHT, REFEREE, "secrets", "brought", Stat).value == 75
    assert block(FIGHT, REFEREE, "secrets", "overcome", Stat).value == 150
    assert ("For me alone." in whole(FIGHT, seat)) == (seat == "player")


def test_depth_and_die_are_the_gms():
    state = table(ANN, depth=3, die="busy")
    assert block(state, REFEREE, "time", "depth", Stat).value == 3
    assert block(state, REFEREE, "time", "encounter_die").tags[0].name == "busy"
    assert block(state, "player", "time", "depth", Stat) is None
    assert block(state, "player", "time", "encounter_die") is None


def test_foes_in_waiting_are_not_seen():
    lurking = table(ANN, foes=(ORC,))
    assert panel(lurking, "player", "orc") is None
    assert panel(lurking, REFEREE, "orc") is not None
    assert panel(replace(lurking, phase="encounter"), "player", "orc") is not None


@pytest.mark.parametrize(
    ("changes", "look"),
    [
        ({"grit": 4, "flesh": 3}, "unhurt"),
        ({"grit": 1, "flesh": 3}, "pressed"),
        ({}, "bloodied"),
        ({"conditions": ("out",)}, "out"),
        ({"conditions": ("dead",)}, "dead"),
        ({"conditions": ("fled",)}, "fled"),
    ],
)
def test_how_a_foe_looks(changes, look):
    assert looks(replace(ORC, **changes)) == look


def test_the_scene_of_a_fight():
    assert block(FIGHT, "bea", "scene", "round", Stat).value == 2
    shown = [one for one in panel(FIGHT, "bea", "scene").blocks if isinstance(one, Tags)]
    tags = {one.label: [tag.name for tag in one.tags] for one in shown}
    assert tags == {"first": ["party"], "side": ["party"], "on_go": ["Ann"], "left_of_go": ["move", "action"]}
    open_ = replace(FIGHT, combat=fighting("", due=("ann", "bob")))
    assert [tag.name for tag in block(open_, "bea", "scene", "to_go").tags] == ["Ann", "Bob"]


def test_cards_say_how_far_the_foes_are():
    assert [(tag.name, tag.detail) for tag in block(FIGHT, "bea", "orc", "distances").tags] == [
        ("party", "30 ft"),
    ]
    apart = replace(FIGHT, party=(replace(ANN, at=25), BOB, replace(BOB, id="cob", name="Cob")))
    assert [(tag.name, tag.detail) for tag in block(apart, "bea", "orc", "distances").tags] == [
        ("Ann", "5 ft"),
        ("Bob, Cob", "30 ft"),
    ]


def test_the_last_fight_the_clock_and_the_turn():
    state = table(ANN, BOB, clock=1440 + 605, ended=Ended("foes_fled", 4), busy=(("bob", "search"),))
    assert block(state, "bea", "scene", "last_fight").tags[0].name == "foes_fled"
    assert block(state, "bea", "time", "day", Stat).value == 2
    assert "10:05" in whole(state, "bea")
    assert [(tag.name, tag.detail) for tag in block(state, "bea", "time", "busy").tags] == [("Bob", "search")]


@covers("vanilla.light.burn", "vanilla.light.dark")
def test_what_burns_and_what_does_not():
    torch = Item("t", "Torch", "vanilla.item.torch", place="hands", lit=True, burns=5)
    state = table(replace(ANN, items=(torch,)), dark=True)
    (line,) = block(state, "player", "light", "light", Lines).lines
    assert (line.name, line.text) == ("Torch", "5, Ann")
    assert block(table(ANN, dark=True), "player", "scene", "light").tags[0].name == "dark"


def test_the_ground_and_what_goes_on():
    bless = Effect("e1", "vanilla.spell.bless_curse", "bob", ("ann",), "bless", ends=605 + 60)
    charm = Effect("e2", "vanilla.spell.charm", "orc", ("orc",), "charmed")
    state = replace(FIGHT, ground=(Item("g", "Cup", worth=5),), ground_coins=12, effects=(bless, charm))
    assert block(state, "player", "ground", "coins", Stat).value == 12
    assert [line.text for line in block(state, "player", "effects", "effects", Lines).lines] == ["Ann; 1 h"]
    assert len(block(state, REFEREE, "effects", "effects", Lines).lines) == 2


def test_names_of_all_there_is():
    state = replace(FIGHT, ground=(Item("g", "Cup"),), effects=(Effect("e1", "vanilla.spell.web"),))
    ids = ["ann", "orc", "sword", "g", "e1", "vanilla.monster.orc", "elsewhere"]
    names = ["Ann", "Orc", "Medium melee weapon", "Cup", "Web", "Orc", "elsewhere"]
    assert [name(state, id_) for id_ in ids] == names


def test_who_sits_where_and_acts_for_whom():
    assert seats(FIGHT) == (REFEREE, "player", "bea")
    assert subjects(FIGHT, "bea") == ("bob",)
    assert subjects(FIGHT, REFEREE) == ("", "orc")
    assert subjects(FIGHT, "player") == ("ann",)
    both = replace(FIGHT, party=(ANN, replace(BOB, seat="player")), combat=fighting("", due=("ann", "bob")))
    assert subjects(both, "player") == ("ann", "bob", "party")
    assert subjects(FIGHT, "new") == ("new",)
    assert SEATING.newcomer(FIGHT, "new")
    assert not SEATING.newcomer(FIGHT, "bob")


@covers("vanilla.combat.order_in_side", "vanilla.combat.go")
def test_whose_go_it_is():
    assert (due(FIGHT), turn(FIGHT)) == (("ann",), ("player", REFEREE))
    open_ = replace(FIGHT, combat=fighting("", due=("ann", "bob")))
    assert (due(open_), turn(open_)) == (("ann", "bob"), ("player", "bea", REFEREE))
    theirs = replace(FIGHT, combat=fighting("", "foes", due=("orc",)))
    assert (turn(theirs), subjects(theirs, REFEREE)) == ((REFEREE,), ("", "orc"))


@covers("vanilla.bubble.fill")
def test_a_gear_bubble_can_be_filled_on_anybodys_go():
    theirs = replace(FIGHT, combat=fighting("", "foes", due=("orc",)))
    assert waiting(theirs) == (REFEREE, "player", "bea")
    assert waiting(FIGHT) == ("player", REFEREE, "bea")
    for seat in ("player", "bea"):
        assert [offer.action.name for offer in GAME.actions(theirs, seat) if not offer.refusal] == ["fill_bubble"]


def test_after_a_death_another_character():
    dead = replace(FIGHT, combat=None, party=(replace(ANN, conditions=("dead",)), BOB))
    assert subjects(dead, "player") == ("ann",)
    offers = GAME.actions(replace(dead, phase="explore"), "player")
    assert [offer.action.name for offer in offers] == ["make_character", "bring_character"]
    assert left_to(dead, "bob") is None
    assert find(dead, "bob").seat == "bea"
