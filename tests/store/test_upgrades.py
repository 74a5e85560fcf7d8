"""What single upgrades make of what was stored before them."""

import json

import pytest

from tallow.games import game
from tallow.games.black_hack.state import Price
from tallow.games.cairn.state import Hazard
from tallow.games.modified_cairn.state import Foretold, Passing
from tallow.games.stored import Plain, read_state, upgrades_from
from tallow.games.vanilla.state import Known, Shape
from tallow.mechanics.marks import Mark


def upgraded(name: str, schema: int, state: Plain) -> Plain:
    """A state of an earlier schema as it is read today."""
    return read_state(game(name), state, schema)


HELD = [
    ("hold:asleep", "CLA", {"does": "hold", "state": "asleep", "save": "CLA"}),
    ("hold:held", "2r", {"does": "hold", "state": "held", "save": "", "rounds": 2}),
    ("each:1d6", "", {"does": "each", "dice": "1d6"}),
    ("stone:2", "CLA", {"does": "stone", "steps": 2, "save": "CLA"}),
    ("doom", "", {"does": "doom"}),
    ("smoke", "", {"does": "smoke"}),
    ("", "", {"does": ""}),
]


@pytest.mark.parametrize(("detail", "save", "fields"), HELD, ids=[detail for detail, _, _ in HELD])
def test_effects_of_modified_cairn_say_what_they_do(detail: str, save: str, fields: dict[str, object]) -> None:
    effect = {"id": "e1", "of": "modified_cairn.item.net", "on": ["ann"], "save": save, "detail": detail}
    (read,) = upgraded("modified_cairn", 4, {"effects": [effect]}).effects
    assert {field: getattr(read, field) for field in fields} == fields


def test_effects_of_the_black_hack_lend_points_of_an_attribute() -> None:
    tonic = {"id": "e1", "of": "black_hack.magic_item.tonic_of_power", "on": ["ann"], "detail": "STR:-3"}
    mouth = {"id": "e2", "of": "black_hack.spell.magic_mouth", "detail": "Turn back: STR:3 is too little."}
    state = upgraded("black_hack", 2, {"effects": [tonic, mouth], "combat": {"shot": ["ann:q", "bo:q:2"]}})
    lent, said = state.effects
    assert (lent.attribute, lent.points, lent.detail) == ("STR", -3, "")
    assert (said.attribute, said.points, said.detail) == ("", 0, "Turn back: STR:3 is too little.")
    assert state.combat.shot == (("ann", "q"), ("bo", "q:2"))


def test_effects_of_dead_weight_have_their_numbers_in_fields() -> None:
    lifted = {"id": "e1", "of": "dead_weight.prayer.apotheosis", "on": ["ann"], "detail": "2 0 1 0"}
    shackles = {"id": "e2", "of": "dead_weight.spell.shackles", "by": "ann", "on": ["foe"], "detail": "3 4 -1"}
    phobia = {"id": "e3", "of": "dead_weight.spell.phobia", "on": ["foe"], "detail": "3 rats"}
    first, second, third = upgraded("dead_weight", 2, {"effects": [lifted, shackles, phobia]}).effects
    assert (first.lifted, first.detail) == ((("STR", 2), ("INT", 1)), "")
    assert (second.wounded, second.stood, second.detail) == (3, (4, -1), "")
    assert third.detail == "3 rats"


OF_CAIRN = [
    ({"marks": ["stiffening", "steps:2"]}, {"conditions": ("stiffening",), "steps": 2}),
    ({"marks": ["hazard:held:STR", "world:dark"]}, {"hazards": (Hazard("held", "STR"),), "world": ("dark",)}),
    ({"marks": ["hazard:harm"], "dice": "1d6"}, {"hazards": (Hazard("harm"),), "dice": "1d6"}),
    ({"each": "HP d4", "until": "pulled fight"}, {"each": "HP", "dice": "d4", "until": ("pulled", "fight")}),
    ({"until": "sprung"}, {"until": ("sprung",)}),
]


@pytest.mark.parametrize(("stored", "fields"), OF_CAIRN, ids=[str(stored) for stored, _ in OF_CAIRN])
def test_effects_of_cairn_have_a_field_for_each_part(stored: Plain, fields: dict[str, object]) -> None:
    effect = {"id": "e1", "of": "cairn.monster.basilisk", "name": "Gaze", "by": "foe1", "on": ["ann"]} | stored
    (read,) = upgraded("cairn", 5, {"effects": [effect]}).effects
    assert {field: getattr(read, field) for field in fields} == fields


def test_declarations_of_cairn_have_their_targets_one_by_one() -> None:
    cast = {"who": "ann", "move": "cast", "item": "i1", "detail": "foe1,foe2/i3,other"}
    freed = {"who": "bo", "move": "free", "target": "ann", "detail": "e1"}
    first, second = upgraded("cairn", 5, {"fight": {"declared": [cast, freed]}}).fight.declared
    assert (first.targets, first.detail) == (("foe1", ("foe2", "i3"), "other"), "")
    assert (second.targets, second.detail) == ((), "e1")


def test_found_spellbooks_of_grit_and_flesh_hold_spells_and_lives_have_vocations() -> None:
    book = {
        "id": "b1",
        "name": "Spellbook",
        "ref": "vanilla.item.spellbook",
        "spell": "vanilla.spell.web! vanilla.spell.fly",
    }
    scroll = {"id": "s1", "name": "Scroll", "ref": "vanilla.item.scroll", "spell": "vanilla.spell.web"}
    cache = {"place": "wilds", "depth": 0, "terrain": "", "things": [dict(book)]}
    mira = {"id": "mira", "name": "Mira", "kind": "pc", "items": [book, scroll], "life": {"vocation": "Cook, Healer"}}
    state = upgraded("vanilla", 3, {"party": [mira], "caches": [cache], "ground": [dict(book)]})
    held = (Known("vanilla.spell.web", corrupted=True), Known("vanilla.spell.fly"))
    (one,) = state.party
    assert [(item.spell, item.book) for item in one.items] == [("", held), ("vanilla.spell.web", ())]
    assert [item.book for item in (*state.ground, *state.caches[0].things)] == [held, held]
    assert one.life.vocations == ("Cook", "Healer")


def test_effects_of_grit_and_flesh_keep_what_comes_back_as_it_is() -> None:
    was = ["12", "5", "0", "1", "1", "1d8", "i1=hands", "i2=worn", "vanilla.monster.ogre"]
    shape = {"id": "e1", "of": "vanilla.spell.polymorph", "on": ["ann"], "mode": "shape", "was": was}
    halted = {"id": "e2", "of": "vanilla.spell.dispel_magic", "mode": "stopped", "was": [json.dumps(shape)]}
    called = {"id": "e3", "of": "vanilla.monster.wererat", "mode": "coming", "was": ["vanilla.monster.giant_rat"]}
    first, second, third = upgraded("vanilla", 3, {"effects": [shape, halted, called]}).effects
    assert first.own_shape == Shape(12, 5, 0, 1, True, "1d8", (("i1", "hands"), ("i2", "worn")))
    assert (first.monster, third.monster) == ("vanilla.monster.ogre", "vanilla.monster.giant_rat")
    assert second.stopped == first


def test_what_was_foretold_in_modified_cairn_has_its_row_and_number() -> None:
    state = upgraded("modified_cairn", 5, {"dungeon": {"depth": "deep", "kept": [["deep", "4|3"]]}})
    assert state.dungeon.foretold == (Foretold("deep", "4", 3),)


def test_declared_attacks_of_the_cairns_name_their_weapons() -> None:
    swords = [{"id": f"i{at}", "name": "Sword", "damage": "d8", "place": "hands"} for at in (1, 2)]
    ann = {"id": "ann", "name": "Ann", "kind": "pc", "items": swords} | dict.fromkeys(
        ("hp", "hp_max", "strength", "strength_max", "dexterity", "dexterity_max", "willpower", "willpower_max"), 9
    )
    said = {"who": "ann", "move": "attack", "target": "foe1", "attack": 1, "detail": "Sword"}
    (read,) = upgraded("cairn", 6, {"party": [ann], "fight": {"declared": [said]}}).fight.declared
    assert (read.weapons, read.detail) == (("i2",), "Sword")

    knife = {"id": "i3", "name": "Knife", "dice": [6], "place": "hands", "kind": "light", "qualities": ["thrown"]}
    scores = ("vigour", "clarity", "spirit")
    bo = {"id": "bo", "name": "Bo", "kind": "pc", "items": [knife]} | dict.fromkeys(
        (*scores, *[f"{score}_max" for score in scores], "guard", "guard_max"), 9
    )
    for at, ranged in ((0, False), (1, True)):
        thrown = {"who": "bo", "action": "attack", "target": "foe1", "attack": at, "detail": "Knife"}
        (cast,) = upgraded("modified_cairn", 6, {"party": [bo], "combat": {"declared": [thrown]}}).combat.declared
        assert (cast.weapons, cast.ranged) == (("i3",), ranged)


def test_milestones_of_cairn_are_set_of_an_aim_by_its_text() -> None:
    choice = {"by": "referee", "what": "which_aim", "facts": [], "why": ""}
    tape: Plain = {
        "action": {"name": "set_milestones", "who": ""},
        "answers": [[2, "The order"], 4],
        "events": [{"type": "chosen", "choice": choice, "option": [2, "The order"]}],
    }
    for change in upgrades_from(game("cairn"), "tape", 6):
        tape = change(tape)
    assert tape["answers"] == [["aim", "The order"], 4]
    assert tape["events"][0]["option"] == ["aim", "The order"]


def test_caches_of_grit_and_flesh_have_ids() -> None:
    caches: Plain = [{"place": "wilds", "depth": 0, "terrain": terrain, "things": []} for terrain in ("hills", "moor")]
    first, second = upgraded("vanilla", 4, {"caches": caches}).caches
    tape: Plain = {
        "action": {"name": "go_to", "who": ""},
        "answers": [["back", 1, "wilds", "a rope"]],
        "events": [{"type": "chosen", "choice": {}, "option": ["back", 1, "wilds", "a rope"]}],
    }
    for change in upgrades_from(game("vanilla"), "tape", 4):
        tape = change(tape)
    assert first.id != second.id
    assert tape["answers"] == [["back", second.id, "wilds", "a rope"]]
    assert tape["events"][0]["option"][1] == second.id


def test_marks_of_grit_and_flesh_are_in_parts_and_apart_from_traits() -> None:
    orc = {"id": "orc", "name": "Orc", "kind": "enemy", "marks": ["named", "grappled:ann", "kin:vanilla.monster.orc"]}
    ann = {"id": "ann", "name": "Ann", "kind": "pc", "marks": ["died:480"]}
    state = upgraded("vanilla", 5, {"party": [ann], "foes": [orc]})
    assert state.foes[0].traits == ("named",)
    assert state.foes[0].marks == (Mark("grappled", ("ann",)), Mark("kin", ("vanilla.monster.orc",)))
    assert (state.party[0].traits, state.party[0].marks) == ((), (Mark("died", (480,)),))


def test_marks_of_dead_weight_are_in_parts() -> None:
    ann = {"id": "ann", "name": "Ann", "spent": ["turn:staff", "attacked:2:1", "verge", "round:3"]}
    foe = {"id": "foe", "name": "Foe", "spent": ["next:banished:ann", "next:feinted", "combat:Foe: knife"]}
    fight = {"combat": {"used": ["extra:ann", "intimidate"]}, "carries": ["morale:2", "shield"]}
    state = upgraded("dead_weight", 4, {"party": [ann], "enemies": [foe], **fight})
    spent = (Mark("turn", ("staff",)), Mark("attacked", (2, 1)), Mark("verge"), Mark("round", (3,)))
    assert state.party[0].spent == spent
    fooled = (Mark("next", ("banished", "ann")), Mark("next", ("feinted",)), Mark("combat", ("Foe: knife",)))
    assert state.enemies[0].spent == fooled
    assert state.combat.used == (Mark("extra", ("ann",)), Mark("intimidate"))
    assert state.carries == (Mark("morale", (2,)), Mark("shield"))


def test_marks_of_the_black_hack_are_in_parts_and_apart_from_conditions() -> None:
    charm = "black_hack.spell.charm"
    ann = {
        "id": "ann", "name": "Ann", "conditions": ["dead", "died:3", f"copying:{charm}:2"],
        "spent": ["session:background:A thief: once", "day:rested"],
        "items": [{"id": "i1", "name": "list", "marks": ["reading:The Duke:1:7:4"]}],
    }  # fmt: skip
    foe = {
        "id": "f",
        "name": "Foe",
        "spent": ["knows:1:4", f"spell:{charm}", "breath:6", "black_hack.item.garlic_herbs"],
    }
    combat = {"used": ["moment:attacked:ann:f", "blood_up:2:orcs", "overawed"]}
    state = upgraded("black_hack", 3, {"party": [ann], "foes": [foe], "combat": combat})
    (one,) = state.party
    assert (one.conditions, one.marks) == (("dead",), (Mark("died", (3,)), Mark("copying", (charm, 2))))
    assert one.spent == (Mark("session", ("background", "A thief: once")), Mark("day", ("rested",)))
    assert one.items[0].marks == (Mark("reading", ("The Duke", 1, 7, 4)),)
    spent = (Mark("knows", (1, 4)), Mark("spell", (charm,)), Mark("breath", (6,)), Mark("garlic"))
    assert state.foes[0].spent == spent
    assert state.combat.used == (
        Mark("moment", ("attacked", "ann", "f")),
        Mark("blood_up", (2, "orcs")),
        Mark("overawed"),
    )


def test_what_cairn_had_in_texts_with_colons_is_in_fields() -> None:
    horse = {"id": "h1", "name": "Horse", "qualities": ["animal", "sealed:e2"]}
    numbers = dict.fromkeys(("hp", "hp_max", "strength", "strength_max", "dexterity", "dexterity_max"), 1)
    ann = {
        "id": "ann", "name": "Ann", "kind": "pc", "willpower": 1, "willpower_max": 1, **numbers, "items": [horse],
        "conditions": ["rides:h1", "deaf"], "spent": ["day:fed", "took:30600", "resisted:cairn.spell.web", "armed"],
    }  # fmt: skip
    (one,) = upgraded("cairn", 7, {"party": [ann]}).party
    assert (one.rides, one.conditions) == ("h1", ("deaf",))
    assert one.spent == (
        Mark("day", ("fed",)),
        Mark("took", (30600,)),
        Mark("resisted", ("cairn.spell.web",)),
        Mark("armed"),
    )
    assert (one.items[0].sealed, one.items[0].qualities) == ("e2", ("animal",))


def test_gear_that_an_adventure_gave_in_grit_and_flesh_goes_by_its_name() -> None:
    (change,) = upgrades_from(game("vanilla"), "place", 5)
    assert change({"taken": [["line", "gear:rope"], ["purse", "coins"], ["blade", "i7"]]})["taken"] == [
        ["line", "rope"],
        ["purse", "coins"],
        ["blade", "i7"],
    ]


def test_what_modified_cairn_had_in_texts_with_colons_is_in_fields() -> None:
    hydra = {"id": "h", "name": "Hydra", "kind": "monster", "states": ["heads:4", "fearless"]}
    ann = {"id": "ann", "name": "Ann", "kind": "pc", "spent": ["day:werewolf", "free:12", "rune:modified_cairn.rune.a"]}
    state = upgraded("modified_cairn", 7, {"party": [ann], "foes": [hydra]})
    assert (state.foes[0].heads, state.foes[0].states) == (4, ("fearless",))
    known = Mark("rune", ("modified_cairn.rune.a",))
    assert state.party[0].spent == (Mark("day", ("werewolf",)), Mark("free", (12,)), known)


def test_states_of_modified_cairn_that_are_about_something_have_it_in_a_field() -> None:
    ann = {"id": "ann", "name": "Ann", "kind": "pc", "states": ["wounded", "impaired:i1", "warded:people", "impaired"]}
    lasting = [["ann", "impaired:i1", 2, "foes"], ["ann", "stopped", 1, "foes"]]
    ward = {"id": "e1", "of": "modified_cairn.runeskelf.ward", "on": ["ann"], "does": "hold", "state": "warded:people"}
    asleep = ward | {"id": "e2", "state": "asleep"}
    state = upgraded("modified_cairn", 8, {"party": [ann], "combat": {"lasting": lasting}, "effects": [ward, asleep]})
    (one,) = state.party
    assert one.states == ("wounded", "impaired")
    assert one.marks == (Mark("impaired", ("i1",)), Mark("warded", ("people",)))
    assert state.combat.lasting == (Passing("ann", "impaired", 2, "foes", "i1"), Passing("ann", "stopped", 1, "foes"))
    assert [(effect.state, effect.what) for effect in state.effects] == [("warded", "people"), ("asleep", "")]


def test_what_was_chosen_with_a_boon_of_cairn_stands_beside_it() -> None:
    honesty, eye = "cairn.table.hexenbane_2:honesty", "cairn.table.barber_surgeon_1:eye"
    one = {"id": "ann", "name": "Ann", "kind": "pc", "hp": 4, "hp_max": 4}
    scores = {f"{score}{most}": 10 for score in ("strength", "dexterity", "willpower") for most in ("", "_max")}
    life = {"boons": [eye, f"{honesty}:axe"]}
    (ann,) = upgraded("cairn", 8, {"party": [{**one, **scores, "life": life}]}).party
    assert ann.life.boons == (eye, honesty)
    assert ann.life.chosen == ((honesty, "axe"),)


def test_those_at_the_market_of_the_black_hack_and_its_prices_are_fields() -> None:
    scroll, light = "black_hack.item.scroll", "black_hack.spell.light"
    prices = [["black_hack.item.rope", 7], [f"{scroll}:{light}", 90], ["repair:rare", 40], ["A mule: grey", 12]]
    state = upgraded("black_hack", 4, {"acted": ["ann", "market:ann", "bo"], "prices": prices})
    assert (state.acted, state.shopping) == (("ann", "bo"), ("ann",))
    assert state.prices == (
        Price(7, "black_hack.item.rope"),
        Price(90, scroll, light),
        Price(40, rarity="rare"),
        Price(12, "A mule: grey"),
    )
