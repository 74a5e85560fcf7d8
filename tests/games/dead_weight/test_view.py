"""What each seat sees, and above all what it does not."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import NEXT_COMBAT, SPENT
from tallow.games.dead_weight.faces.view import looks, name, view
from tallow.games.dead_weight.state import (
    OFF_CHART,
    Camp,
    Combat,
    Corpse,
    Effect,
    Ended,
    Enemy,
    Interlude,
    Item,
    Location,
    Omens,
    Phase,
    Settlement,
    State,
    Trap,
)
from tallow.games.view import Boxes, Chart, Lines, Panel, Stat, Tags, Text, Track, View
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.dead_weight.people import corpse, fighting, somebody, table

MARK = "SECRET"
NUMBER = 77_000
"""Every hidden number is this or a little more, and no other number is."""

HIDDEN = ("level", "wounds", "armour", "resistance", "movement", "actions", "pains")


def panel(seen: View, id_: str) -> Panel:
    return next(one for one in seen.panels if one.id == id_)


def ids(seen: View) -> list[str]:
    return [one.id for one in seen.panels]


def block(one: Panel, label: str, kind: type = object):
    return next((found for found in one.blocks if found.label == label and isinstance(found, kind)), None)


def tags(one: Panel, label: str) -> list[str]:
    found = block(one, label, Tags)
    return [tag.name for tag in found.tags] if found else []


def written(seen: View) -> str:
    return msgspec.json.encode(seen).decode()


@some.composite
def enemies(draw, at):
    hidden = {field: NUMBER + draw(some.integers(0, 99)) for field in HIDDEN}
    return Enemy(
        f"foe{at}",
        f"Shape {at}",
        draw(some.sampled_from(("", "dead_weight.monster.void_demon"))),
        **hidden,
        taken=draw(some.sampled_from((0, NUMBER))),
        sheet=("dead_weight.enemy_action.infectious_bite",),
        traits=("mindless",),
        tags=(f"{MARK}tag",),
        stun=draw(some.integers(0, 2)),
        bleeding=draw(some.booleans()),
        at=draw(some.sampled_from((OFF_CHART, (3, 3)))),
        conditions=draw(some.sampled_from(((), ("dead",), ("left",), ("glued",), ("asleep",)))),
        spent=(SPENT.mark("turn", f"{MARK}spent"),),
    )


@some.composite
def tables(draw):
    party = (somebody("zael", seat="ann"), somebody("amber", seat="bo"))
    place = Location(
        "crypt",
        "Crypt",
        doom=NUMBER + 1,
        size=NUMBER + 9,
        events=((NUMBER + 5, f"{MARK} rises"),),
        adventure="dead_weight.adventure.mausoleum",
        room=str(draw(some.integers(1, 17))),
        known=(("zael", NUMBER + 1),),
        traps=(Trap("t1", f"{MARK} spikes"), Trap("t2", "a loose slab", known=True)),
    )
    fight = draw(some.sampled_from((None, Combat(step="setup"), fighting(round=2, due=("zael",), turn="zael"))))
    phase: Phase = draw(some.sampled_from(("creation", "exploration", "camp", "interlude")))
    phase = phase if fight is None else "combat"
    unaware = ("foe0",)
    return State(
        phase=phase,
        party=party,
        enemies=tuple(draw(enemies(at)) for at in range(2)),
        combat=replace(fight, unaware=unaware) if fight else None,
        ended=draw(some.sampled_from((None, Ended("enemies_down", 3)))),
        camp=Camp("actions", 3, fire=True) if phase == "camp" else None,
        interlude=Interlude(announced=(("zael", "rest"),)) if phase == "interlude" else None,
        locations=(place,),
        here="crypt",
        settlements=(Settlement("Trinta", 3, NUMBER + 3),),
        omens=Omens(NUMBER + 7, NUMBER + 2),
        carries=(NEXT_COMBAT.mark("morale", f"{MARK}carried"),),
        corpses=(Corpse("c1", "Rat", at=(1, 1)),),
        notes=f"{MARK} notes",
    )


@covers("dead_weight.need.gm_secret", "dead_weight.enemy.sheet", "dead_weight.tracker.doom", "dead_weight.basics.gm")
@given(tables(), some.sampled_from(("ann", "bo", "onlooker")))
@settings(max_examples=150)
def test_no_secret_reaches_a_player(state, seat):
    seen = written(view(state, seat))
    assert MARK not in seen
    assert not any(str(number) in seen for number in range(NUMBER, NUMBER + 100))
    assert "infectious_bite" not in seen
    assert "void_demon" not in seen
    assert "mausoleum" not in seen
    whole = written(view(state, REFEREE))
    assert f"{MARK} notes" in whole
    assert f"{MARK} spikes" in whole
    assert f"{MARK} rises" in whole
    assert str(NUMBER + 1) in whole
    assert str(NUMBER + 7) in whole
    assert "infectious_bite" in whole


@covers("dead_weight.basics.players")
def test_players_have_their_own_sheets_and_cards_of_all():
    state = table(somebody("zael", seat="ann"), somebody("amber", seat="bo"))
    assert ids(view(state, "ann"))[:4] == ["zael", "scene", "zael.card", "amber.card"]
    assert ids(view(state, REFEREE))[:2] == ["zael", "amber"]
    assert "zael" not in ids(view(state, "onlooker"))


@covers("dead_weight.enemy.sheet", "dead_weight.enemy.tracking")
def test_an_enemy_is_a_name_and_looks_until_the_gm_reveals_it():
    state = table(somebody(), combat=fighting(), enemies=(corpse(taken=1, stun=2, bleeding=True),))
    glimpse = panel(view(state, "player"), "foe")
    assert tags(glimpse, "foe") == ["hurt", "bleeding"]
    assert block(glimpse, "stun").value == 2
    assert block(glimpse, "wounds") is None
    shown = replace(state, enemies=(replace(state.enemies[0], revealed=True),))
    sheet = panel(view(shown, "player"), "foe")
    assert block(sheet, "wounds", Stat) == Stat("wounds", 1, 4, "dead_weight.enemy.wounds_stat")
    assert block(sheet, "armour", Stat).value == 1
    assert block(sheet, "sheet_actions", Lines).lines[0].name == "dead_weight.enemy_action.infectious_bite"
    assert written(view(state, REFEREE)) != written(view(shown, REFEREE))


@pytest.mark.parametrize(
    ("foe", "as_seen"),
    [
        (corpse(), "unhurt"),
        (corpse(taken=4), "hurt"),
        (corpse(taken=5, conditions=("dead",)), "dead"),
        (corpse(conditions=("left",)), "left"),
    ],
)
def test_how_an_enemy_looks(foe, as_seen):
    assert looks(foe) == as_seen


def test_enemies_are_not_seen_before_they_are_met_and_the_fallen_stay():
    state = table(somebody(), enemies=(corpse(), corpse("other", conditions=("dead",))))
    assert "foe" not in ids(view(state, "player"))
    assert "foe" in ids(view(state, REFEREE))
    assert "other" not in ids(view(state, "player"))
    after = replace(state, ended=Ended("enemies_down", 2))
    assert [id_ for id_ in ids(view(after, "player")) if id_ in {"foe", "other"}] == ["other"]


def test_an_owner_reads_the_sheet_of_an_ally_and_others_see_it():
    pet = replace(corpse("pet"), seat="ann", owner="zael")
    state = table(somebody("zael", seat="ann"), somebody("amber", seat="bo"), allies=(pet,))
    assert block(panel(view(state, "ann"), "pet"), "wounds") is not None
    assert block(panel(view(state, "bo"), "pet"), "wounds") is None


@covers("dead_weight.tracker.decay", "dead_weight.tracker.doom", "dead_weight.doom.trackers")
def test_decay_is_for_all_and_doom_for_the_gm_alone():
    state = table(somebody(), decay=3, turns=8)
    mine = view(state, "player")
    assert block(panel(mine, "expedition"), "decay") == Track("decay", 3, 5, "dead_weight.tracker.decay")
    assert "doom" not in ids(mine)
    doom = replace(state, locations=(replace(state.locations[0], doom=4), Location("mine", "Mine", doom=1)))
    assert panel(view(doom, REFEREE), "doom").blocks == (
        Track("Crypt", 4, 10, "dead_weight.tracker.doom"),
        Stat("Mine", 1, why="dead_weight.tracker.doom"),
    )


@covers("dead_weight.tracker.omens", "dead_weight.trait.third_eye")
def test_omens_are_for_the_gm_and_for_a_third_eye():
    state = table(somebody("zael", seat="ann", traits=("third_eye",)), somebody("amber", seat="bo"), omens=Omens(7, 2))
    for seat in (REFEREE, "ann"):
        assert panel(view(state, seat), "omens").blocks == (Track("omens", 2, 7, "dead_weight.tracker.omens"),)
    assert "omens" not in ids(view(state, "bo"))


@covers("dead_weight.tracker.morale")
def test_everybody_sees_the_morale_of_both_sides():
    state = table(somebody(), combat=fighting(morale=3, enemy_morale=2, broken=("enemies",)), enemies=(corpse(),))
    scene = panel(view(state, "player"), "scene")
    assert (block(scene, "morale").value, block(scene, "morale").most) == (3, 6)
    assert block(scene, "enemy_morale").value == 0
    none = replace(state, combat=replace(state.combat, enemy_morale=None))
    assert block(panel(view(none, "player"), "scene"), "enemy_morale") is None


@covers("dead_weight.tracker.settlement_doom")
def test_ill_will_of_a_settlement_is_for_the_gm():
    state = table(somebody(), settlements=(Settlement("Trinta", 3, 2),))
    assert "settlements" not in ids(view(state, "player"))
    assert block(panel(view(state, REFEREE), "settlements"), "Trinta").value == 2


@covers("dead_weight.combat.setup_place", "dead_weight.combat.setup_advantage_point")
def test_the_chart_shows_who_stands_where_with_what():
    zael = somebody("zael", at=(2, 3), facing=1, shield=2, conditions=("mortally_wounded",))
    fight = fighting(turn="foe", width=10, height=6, vantage=(5, 5), walls=((0, 0),))
    bones = Corpse("c1", "Rat", at=(4, 4))
    foe = corpse(at=(3, 3), dodge=1)
    away = somebody("amber")
    state = table(zael, away, combat=fight, enemies=(foe,), corpses=(bones,))
    chart = block(panel(view(state, "player"), "scene"), "chart", Chart)
    assert (chart.width, chart.height) == (10, 6)
    here, there = chart.tokens
    assert (here.id, here.x, here.y, here.side, here.facing, here.down) == ("zael", 2, 3, "party", 1, True)
    assert here.marks == (("shield", 2),)
    assert (there.id, there.side, there.active, there.marks) == ("foe", "foes", True, (("dodge", 1),))
    assert [(mark.x, mark.y, mark.kind) for mark in chart.marks] == [
        (0, 0, "wall"),
        (5, 5, "vantage"),
        (4, 4, "corpse"),
    ]


def test_a_fight_says_whose_turn_it_is():
    fight = fighting(turn="zael", actions=1, due=("zael", "amber"), fast=("zael", "amber"))
    state = table(somebody("zael"), somebody("amber"), combat=fight, enemies=(corpse(),))
    scene = panel(view(state, "player"), "scene")
    assert tags(scene, "turn") == ["Zael"]
    assert block(scene, "actions").value == 1
    assert tags(scene, "to_act") == ["Amber"]
    assert tags(scene, "step") == ["combat.fast"]


def test_camp_interlude_and_known_traps():
    camp = replace(table(somebody()), phase="camp", camp=Camp("actions", 3, fire=True, lookouts=1))
    scene = panel(view(camp, "player"), "scene")
    assert block(scene, "camp_actions").value == 3
    assert tags(scene, "camp") == ["fire"]
    stay = replace(table(somebody()), phase="interlude", interlude=Interlude(day=2, step="hunger"))
    assert block(panel(view(stay, "player"), "scene"), "settlement") == Text("settlement", "Trinta")
    traps = (Trap("t1", "spikes", "4", known=True), Trap("t2", "darts", "5", known=True))
    crypt = replace(table(somebody()).locations[0], room="4", traps=traps)
    trapped = replace(table(somebody()), locations=(crypt,))
    assert tags(panel(view(trapped, "player"), "scene"), "traps") == ["spikes"]


def test_the_gm_reads_the_room():
    crypt = replace(table(somebody()).locations[0], adventure="dead_weight.adventure.mausoleum", room="2")
    state = replace(table(somebody()), locations=(crypt,))
    secrets = panel(view(state, REFEREE), "secrets")
    assert block(secrets, "room", Lines).lines[0].name == "dead_weight.room.mausoleum_02"
    assert tags(secrets, "enemies_here") == ["dead_weight.monster.giant_frog"]
    assert [tag.detail for tag in block(secrets, "exits", Tags).tags] == ["door", "ornate wooden door", "iron door"]


def test_a_card_has_boxes_tokens_and_what_is_wrong():
    one = somebody(
        "zael", (3, 1, 1, 1, 2), stun=1, afflictions=("hungry",), items=(Item("i1", "Cane", place="right", lit=True),)
    )
    card = panel(view(table(one), "onlooker"), "zael.card")
    assert block(card, "STR", Boxes) == Boxes("STR", 3, 1, 1, 1, 2, 5, "dead_weight.attribute.strength")
    assert block(card, "stun").value == 1
    assert tags(card, "afflictions") == ["dead_weight.affliction.hungry"]
    assert tags(card, "in_hand") == ["Cane"]
    assert tags(panel(view(table(one), "onlooker"), "expedition"), "light") == ["Cane"]


def test_everything_with_an_id_has_a_name():
    state = table(
        somebody("zael", items=(Item("i1", "Rope"),)),
        enemies=(corpse(),),
        ground=(Item("i2", "Torch"),),
        corpses=(Corpse("c1", "Rat"),),
        effects=(Effect("e1", "dead_weight.spell.haste", on=("zael",), left=2, unit="round"),),
    )
    named = {"zael": "Zael", "foe": "Foe", "i1": "Rope", "i2": "Torch", "c1": "Rat", "crypt": "Crypt", "e1": "Haste"}
    assert {id_: name(state, id_) for id_ in named} == named
    assert name(state, "dead_weight.spell.haste") == "Haste"
    assert name(state, "nobody") == "nobody"
    assert tags(panel(view(state, "player"), "zael.card"), "effects") == ["dead_weight.spell.haste"]
    assert block(panel(view(state, "player"), "effects"), "effects", Lines).lines[0].text == "Zael; 2 more rounds"
