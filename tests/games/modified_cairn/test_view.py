"""What each seat sees, and above all what it does not."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.modified_cairn.faces.view import looks, name, view
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import (
    DAY,
    HOUR,
    MINUTE,
    Attack,
    Combat,
    Creature,
    Declaration,
    Dungeon,
    Effect,
    Ended,
    Foretold,
    Item,
    Journey,
    Life,
    Mark,
    Passing,
    State,
    Transport,
)
from tallow.games.modified_cairn.uses import SPENT
from tallow.games.view import Lines, Panel, Stat, Tags, Text, Track
from tallow.play import REFEREE, Done, Scripted, advance
from tallow.table import Line, seen_line
from tallow.testing import covers
from tests.games.views import block, tags

MARK = "SECRET"
NUMBER = 77_000
"""Every hidden number is this or a little more, and no other number is."""

SCORES = ("guard", "guard_max", "vigour", "vigour_max", "clarity", "clarity_max", "spirit", "spirit_max")


def secret(*parts: str) -> str:
    return MARK + "".join(parts)


@some.composite
def foes(draw, at):
    out = draw(some.sampled_from(("", "dead", "fled", "critically_wounded", "gone", "asleep", "hidden")))
    return Creature(
        f"foe{at}",
        f"Shape {at}",
        "monster",
        **{field: NUMBER + draw(some.integers(0, 99)) for field in SCORES},
        armor=NUMBER,
        attacks=(Attack(secret("claw"), (NUMBER,)),),
        of="modified_cairn.monster.night_hag",
        items=(Item(f"f{at}", secret("loot"), effect=secret()),),
        states=(secret("state"), *((out,) if out else ())),
        strain=("pack",) * 3,
        exposed=(secret("exposed"),),
        dies_at=draw(some.sampled_from((0, NUMBER * MINUTE))),
        feats=True,
        spent=(SPENT.mark("day", secret("spent")),),
        life=Life(notes=secret("notes"), omen=secret("omen")),
    )


@some.composite
def heroes(draw, at, seat):
    return Creature(
        f"hero{at}",
        f"Hero {at}",
        "pc",
        **{field: draw(some.integers(1, 18)) for field in SCORES},
        seat=seat,
        items=(Item(f"r{at}", "Still Bone", kind="rune", runes=("Still", "Bone"), recharge=secret("ritual")),),
        life=Life(notes=secret("notes"), omen=secret("omen")),
    )


@some.composite
def states(draw):
    there = tuple(draw(foes(at)) for at in range(draw(some.integers(0, 3))))
    party = tuple(draw(heroes(at, "bob")) for at in range(draw(some.integers(0, 2))))
    ids = [one.id for one in (*party, *there)]
    declared = tuple(
        Declaration(
            who,
            secret("action"),
            draw(some.sampled_from(("", "before", "after"))),
            secret("towards"),
            target=draw(some.sampled_from((secret("target"), *ids))),
            weapons=(secret("weapon"),),
            item=secret("item"),
            other=secret("other"),
            detail=secret("detail"),
        )
        for who in draw(some.lists(some.sampled_from(ids), unique=True))
    ) if ids else ()  # fmt: skip
    combat = Combat(
        side=draw(some.sampled_from(("party", "foes"))),
        acting=tuple(draw(some.lists(some.sampled_from(ids), unique=True))) if ids else (),
        declared=declared,
        planned=declared[:1],
        bands=tuple((one, other, "far") for one in ids for other in ids if one < other),
        marks=tuple(Mark(who, "impaired") for who in ids),
        leader=secret("leader"),
        shot=(secret("shot"),),
        lasting=(Passing(secret("who"), secret("state"), NUMBER, "foes", secret("what")),),
    )
    dungeon = Dungeon(
        die=NUMBER + 99,
        triggers=(secret("trigger"),),
        foretold=(Foretold("deep", secret("foretold"), 3),),
        quiet=NUMBER,
        safe=True,
    )
    return State(
        phase=draw(some.sampled_from(("free", "combat", "dungeon", "journey", "town"))),
        clock=draw(some.integers(0, 5 * DAY)),
        party=party,
        foes=there,
        combat=draw(some.sampled_from((None, combat))),
        ended=draw(some.sampled_from((None, Ended("foes_down", 3)))),
        dungeon=draw(some.sampled_from((None, dungeon))),
        journey=draw(some.sampled_from((None, Journey()))),
        ground=(Item("g1", "Crown", effect=secret("power"), price=NUMBER),),
        effects=(
            Effect("e1", secret("spell"), "foe0", tuple(foe.id for foe in there), ends=NUMBER),
            Effect("e2", "Dark", "hero0", tuple(foe.id for foe in there), state=secret("save"), dice=secret("detail")),
        ),
        notes=secret("table"),
    )


def encoded(state, seat):
    return msgspec.json.encode(view(state, seat)).decode()


@covers("modified_cairn.sheet.fields", "modified_cairn.turn.declare_first", "modified_cairn.setting.event_roll")
@settings(max_examples=150)
@given(states())
def test_no_secret_reaches_another_player_or_an_onlooker(state):
    for seat in ("ann", "onlooker", "party"):
        seen = encoded(state, seat)
        assert MARK not in seen
        assert str(NUMBER)[:3] not in seen
        assert "night_hag" not in seen


@settings(max_examples=50)
@given(states())
def test_the_gm_sees_all_of_it(state):
    seen = encoded(state, REFEREE)
    assert secret("table") in seen
    for foe in state.foes:
        assert all(text in seen for text in (secret("claw"), secret("loot"), secret("state"), "night_hag"))
        assert str(foe.clarity) in seen
    if state.combat:
        assert secret("leader") in seen
        assert secret("action") in seen or not state.combat.declared
    if state.dungeon:
        assert all(text in seen for text in (secret("trigger"), secret("foretold")))
        assert (f"d{NUMBER + 99}" in seen) is (state.phase == "dungeon")


YAN = Creature("hero1", "Yan", "pc", guard=3, guard_max=5, vigour=9, vigour_max=12, seat="ann", life=Life(notes="Key."))
YOKEL = Creature("hero2", "Yokel", "pc", guard=2, guard_max=2, seat="bob", life=Life(notes="Map."))
OGRE = Creature("foe1", "Ogre", "monster", guard=4, guard_max=4, vigour=14, vigour_max=14)


def panels(state, seat):
    return {panel.id: panel for panel in view(state, seat).panels}


@covers("modified_cairn.sheet.fields")
@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({}, "unhurt"),
        ({"guard": 1}, "pressed"),
        ({"guard": 0, "vigour": 3}, "bloodied"),
        ({"vigour": 3, "states": ("wounded", "critically_wounded")}, "down"),
        ({"states": ("fled",)}, "fled"),
        ({"states": ("routed",)}, "fled"),
        ({"vigour": 0, "states": ("dead",)}, "dead"),
        ({"vigour": 0, "states": ("destroyed",)}, "dead"),
    ],
)
def test_a_foe_is_seen_by_how_it_looks(change, word):
    foe = replace(OGRE, **change)
    assert looks(foe) == word
    seen = panels(State(phase="combat", foes=(foe,), combat=Combat()), "ann")["foe1"]
    assert seen == Panel("foe1", "Ogre", "card", (Tags("foe", seen.blocks[0].tags),))
    assert tags(seen, "foe") == [word]


def test_numbers_of_a_foe_are_open_once_revealed():
    state = State(phase="combat", foes=(replace(OGRE, revealed=True),), combat=Combat())
    assert block(panels(state, "ann")["foe1"], Stat, "vig").value == 14


def test_foes_are_seen_in_a_fight_and_the_fallen_afterwards():
    dead, hidden = replace(OGRE, id="foe2", states=("dead",)), replace(OGRE, id="foe3", states=("hidden",))
    state = State(phase="dungeon", foes=(OGRE, dead, hidden))

    def seen(state):
        return [panel.id for panel in view(state, "ann").panels if panel.id.startswith("foe")]

    assert seen(state) == []
    assert seen(replace(state, combat=Combat())) == ["foe1", "foe2"]
    assert seen(replace(state, ended=Ended("called_off", 2))) == ["foe2"]
    assert [panel.id for panel in view(state, REFEREE).panels if panel.kind == "card"] == ["foe1", "foe2", "foe3"]


@covers("modified_cairn.turn.declare_first")
def test_all_see_who_has_declared_and_only_they_and_the_gm_what():
    said = Declaration("hero1", "attack", target="foe1")
    fight = Combat(round=2, acting=("hero1", "hero2"), declared=(said,))
    state = State(phase="combat", party=(YAN, YOKEL), foes=(OGRE,), combat=fight)
    for seat in ("ann", "bob", "onlooker", REFEREE):
        seen = panels(state, seat)
        scene = seen["scene"]
        assert block(scene, Stat, "round").value == 2
        assert [tags(scene, label) for label in ("turn", "declared", "to_declare")] == [["party"], ["Yan"], ["Yokel"]]
        if seat in {"ann", REFEREE}:
            (line,) = block(seen["plans"], Lines, "plans").lines
            assert (line.name, line.text) == ("Yan → Ogre", "attack")
        else:
            assert "plans" not in seen


@covers("modified_cairn.turn.declare_first")
def test_nothing_at_the_table_tells_what_somebody_has_declared():
    """Neither the view, nor the log, nor the action under way, until the side resolves."""
    state = State(party=(YAN, YOKEL), foes=(OGRE,), phase="free")
    state = GAME.perform(Scripted("foes", "engaged", "open"), state, Action("start_combat"))
    done = advance(GAME.perform, state, Action("parley", "hero1"), answers=[])
    assert isinstance(done, Done)
    declared = Line(1, "ann", Action("parley", "hero1"), (), (), done.events)
    for seat, open_to in (("ann", True), (REFEREE, True), ("bob", False), ("onlooker", False)):
        shown = seen_line(1, False, declared, seat)
        assert shown is not None, "that somebody has declared is told"
        whole = (msgspec.json.encode(shown) + msgspec.json.encode(view(done.result, seat))).decode()
        assert ("parley" in whole) is open_to


def test_what_the_foes_will_do_is_the_gms():
    fight = Combat(side="foes", acting=("foe1",), declared=(Declaration("foe1", "flee"),))
    state = State(phase="combat", party=(YAN,), foes=(OGRE,), combat=fight)
    assert "flee" in encoded(state, REFEREE)
    assert "flee" not in encoded(state, "ann")


def test_distances_are_seen_but_not_those_to_the_unseen():
    lurker = replace(OGRE, id="foe2", name="Lurker", states=("hidden",))
    fight = Combat(bands=(("foe1", "hero1", "engaged"), ("foe2", "hero1", "far"), ("foe1", "foe2", "nearby")))
    state = State(phase="combat", party=(YAN,), foes=(OGRE, lurker), combat=fight)
    found = block(panels(state, "ann")["hero1.card"], Tags, "distances")
    assert [(tag.name, tag.detail) for tag in found.tags] == [("Ogre", "engaged")]
    assert "Lurker" not in encoded(state, "ann")
    assert len(block(panels(state, REFEREE)["hero1.card"], Tags, "distances").tags) == 2


@covers("modified_cairn.sheet.fields")
def test_all_see_every_sheet_their_own_first_but_notes_are_their_own():
    state = State(party=(YAN, YOKEL))
    for seat, order in (("ann", ["hero1", "hero2"]), ("bob", ["hero2", "hero1"]), (REFEREE, ["hero1", "hero2"])):
        seen = view(state, seat).panels
        assert [panel.id for panel in seen if panel.kind == "sheet"] == order
        assert [panel.title for panel in seen if panel.kind == "card"] == ["Yan", "Yokel"]
    assert [("Key." in encoded(state, seat), "Map." in encoded(state, seat)) for seat in ("ann", "bob", "x")] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert all(note in encoded(state, REFEREE) for note in ("Key.", "Map."))


def test_the_trackers():
    now = 2 * DAY + 17 * HOUR + 5 * MINUTE
    torch = Item("t1", "Torch", uses=3, dots=1, place="hands", lit=True)
    state = State(
        phase="dungeon",
        clock=now,
        party=(
            replace(
                YAN,
                items=(replace(torch, ref="modified_cairn.item.torch"),),
                states=("critically_wounded",),
                dies_at=now + 30 * MINUTE,
            ),
            YOKEL,
        ),
        dungeon=Dungeon(
            cycle=4, die=8, name="Barrow", triggers=("noise",), order=("hero2", "hero1"), declared=(("hero2", "rest"),)
        ),
        effects=(Effect("e1", "Veil", "hero1", ("hero1",), ends=now + HOUR),),
        transports=(Transport("c1", "Cart", slots=4, keeper="hero1"), Transport("c2", "Mule", slots=6)),
    )
    seen = panels(state, "ann")
    assert (block(seen["time"], Stat, "day").value, block(seen["time"], Text, "clock").text) == (3, "17:05")
    assert block(seen["dungeon"], Text, "place").text == "Barrow"
    assert block(seen["dungeon"], Stat, "cycle").value == 4
    assert block(seen["dungeon"], Text, "marching_order").text == "Yokel, Yan"
    assert [(tag.name, tag.detail) for tag in block(seen["dungeon"], Tags, "declared").tags] == [("Yokel", "rest")]
    assert tags(panels(state, REFEREE)["secrets"], "triggers") == ["noise"]
    assert [(tag.name, tag.detail) for tag in seen["light"].blocks[0].tags] == [("Torch", "Yan")]
    assert block(seen["hero1.card"], Stat, "dies_in").value == 30
    (line,) = block(seen["effects"], Lines, "effects").lines
    assert (line.name, line.text) == ("Veil", "Yan; 1 h")
    assert [one.label for one in seen["transports"].blocks] == ["Mule"]
    assert [one.most for one in seen["hero1"].blocks if one.label == "Cart"] == [4]
    dark = panels(replace(state, party=(replace(YAN, items=()), YOKEL)), "ann")["light"]
    assert tags(dark, "in_the_dark") == ["Yokel", "Yan"]


def test_a_journey_is_shown_while_it_lasts():
    state = State(phase="journey", journey=Journey("medium", "trail", "tough", watches=1, lost=True))
    shown = panels(state, "ann")["journey"]
    assert tags(shown, "journey") == ["trail", "medium", "tough", "lost"]
    assert (block(shown, Track, "watches").value, block(shown, Track, "watches").most) == (1, 5)
    assert "journey" not in panels(replace(state, phase="free"), "ann")


@covers("modified_cairn.setting.event_roll")
@pytest.mark.parametrize(
    ("how", "seat", "shown"), [("secret", "ann", []), ("open", "ann", ["d8"]), ("secret", REFEREE, ["d8"])]
)
def test_the_event_die_is_seen_by_those_who_may(how, seat, shown):
    state = State(settings=Settings(event_roll=how), phase="dungeon", dungeon=Dungeon(die=8))
    assert tags(panels(state, seat)["dungeon"], "event_die") == shown


def test_everything_has_a_name():
    state = State(
        party=(replace(YAN, items=(Item("i1", "Dagger"), Item("i2", "Shield"))),),
        foes=(OGRE,),
        ground=(Item("g1", "Crown"),),
        effects=(Effect("e1", "Veil", "hero1"),),
        transports=(Transport("c1", "Cart", items=(Item("i9", "Chest"),)),),
    )
    ids = ("hero1", "foe1", "i1", "g1", "e1", "c1", "i9", "modified_cairn.gambit.stop", "attack")
    assert [name(state, id_) for id_ in ids] == [
        "Yan", "Ogre", "Dagger", "Crown", "Veil", "Cart", "Chest", "Stop", "attack",
    ]  # fmt: skip
