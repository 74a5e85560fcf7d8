"""Characters of Cairn go out and come back: nothing is lost but what is named, and nothing bad comes in.

`TALLOW_GOLDENS=write` writes the golden documents anew: only for a new number of our schema, beside the old ones.
"""

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tallow.exchange import BadDocument, formats, guess, read, suffix, write
from tallow.games import game
from tallow.games.cairn.gear.inventory import armor, slots_used
from tallow.games.cairn.gear.things import from_ref, scroll, spellbook
from tallow.games.cairn.record import CHARACTERS
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Cause, Creature, Item, Scar
from tallow.games.stored import FORMAT, schema_of
from tallow.mechanics.suggestions import Unknown
from tallow.simulate.random_answers import RandomAnswers
from tests.sheets.people import EMPTY, HESTIA, LADEN, TROUBLE

GOLDEN = Path(__file__).with_name("golden")
FORMATS = ("tallow", "kettlewright", "foundry", "line")


def created(seed: int) -> Creature:
    random = Random(seed)
    chosen = Settings(
        creation_mode=random.choice(("background", "background", "quick")),
        book_oddity=random.choice(("published", "random", "none")),
    )
    made: Creature = CHARACTERS.create(RandomAnswers(random), chosen)
    return made


def fields(lost: Any) -> set[str]:
    """Where something was lost, whatever thing it was of."""
    return {re.sub(r" \(.*\)", "", one.field) for one in lost}


def test_there_are_four_formats():
    assert formats("cairn") == FORMATS
    assert formats("chess") == ()
    assert [suffix("cairn", name) for name in FORMATS] == [".json", ".json", ".json", ".txt"]
    with pytest.raises(Unknown, match="kettlewright"):
        write("cairn", "kettlewrigt", HESTIA)


@given(st.integers(0, 10**9))
@settings(max_examples=80)
def test_a_new_character_comes_back_whole(seed):
    character = created(seed)
    for name in ("tallow", "kettlewright", "foundry"):
        document, lost = write("cairn", name, character)
        assert lost == ()
        back, left = read("cairn", name, document)
        assert left == ()
        assert guess(document) == ("cairn", name)
        assert sorted(back.items, key=lambda item: (item.name, item.effect, item.uses)) == sorted(
            (replace(item, id=kept.id, place=kept.place) for item, kept in zip(*paired(character, back), strict=True)),
            key=lambda item: (item.name, item.effect, item.uses),
        )
        assert replace(back, items=()) == replace(character, items=())


def paired(one: Creature, other: Creature) -> tuple[list[Item], list[Item]]:
    """The things of both in the same order."""
    ordered = [sorted(who.items, key=lambda item: (item.name, item.effect, item.uses)) for who in (one, other)]
    assert [item.place in {"pack", "hands", "worn", "beside"} and item.place for item in ordered[0]] == [
        item.place in {"pack", "hands", "worn", "beside"} and item.place for item in ordered[1]
    ]
    return ordered[0], ordered[1]


IN_A_LINE = {"life.traits", "life.bonds", "life.boons", "life.chosen", "life.private_omen", "conditions", "attacks"}


@given(st.integers(0, 10**9))
@settings(max_examples=60)
def test_a_line_keeps_numbers_and_things(seed):
    character = created(seed)
    line, lost = write("cairn", "line", character)
    assert "\n" not in line
    assert guess(line) == ("cairn", "line")
    assert fields(lost) <= IN_A_LINE | {"items.oddity", "items.effect", "items.ref"}
    back, _ = read("cairn", "line", line)
    bare = replace(character, life=back.life)
    assert armor(back) == armor(bare)
    assert slots_used(back, Settings()) == slots_used(bare, Settings())


WORN_OUT = replace(
    HESTIA,
    hp=0,
    gp=412,
    cp=7,
    fatigue=3,
    burden=1,
    conditions=("panicked", "doomed"),
    deprived=(Cause("cairn.scar.walloped", 99),),
    scars=(Scar("cairn.scar.broken_limb", "Arm", open=True), Scar("cairn.scar.doomed")),
    items=(
        *HESTIA.items,
        from_ref("cairn.item.mule", "m1"),
        replace(from_ref("cairn.armour.plate", "p1"), place="m1"),
        replace(spellbook("cairn.spell.sleep", "s1", oddity="hums"), place="m1"),
        Item(
            "x1", "Odd lump", slots=3, damage="d4+d4", blast=True, uses=2, value_gp=20, effect="It is warm.", save="WIL"
        ),
        Item("x2", "Wand", charges=1, charges_max=3, recharge="a day in the sun", heals="d4", lit=True, place="hands"),
    ),
)

NO_PLACE: dict[str, set[str]] = {
    "tallow": set(),
    "foundry": set(),
    "kettlewright": {"conditions", "cp", "deprived.name", "items.effect"},
    "line": {*IN_A_LINE, "deprived.name", "items.effect", "items.oddity", "items.recharge", "life.omen", "life.notes"},
}


@pytest.mark.parametrize("name", FORMATS)
def test_in_the_middle_of_a_life_only_what_is_named_is_lost(name):
    document, lost = write("cairn", name, WORN_OUT)
    assert fields(lost) <= NO_PLACE[name]
    back, _ = read("cairn", name, document)
    for field in ("name", "hp", "hp_max", "strength", "strength_max", "willpower", "gp", "fatigue", "burden"):
        assert getattr(back, field) == getattr(WORN_OUT, field)
    mule = next(item for item in back.items if item.name == "Mule")
    assert sorted(item.name for item in back.items if item.place == mule.id) == ["Plate", "Sleep"]
    assert [scar.of for scar in back.scars] == [scar.of for scar in WORN_OUT.scars]
    assert armor(back) == armor(WORN_OUT)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("character", [EMPTY, LADEN, TROUBLE, WORN_OUT], ids=lambda one: one.name[:8])
def test_whoever_it_is_can_be_written_and_read(name, character):
    document, lost = write("cairn", name, character)
    back, _ = read("cairn", name, document)
    again, more = write("cairn", name, back)
    assert more == ()
    assert read("cairn", name, again)[0] == back
    said = {one.field: one.what for one in lost}
    assert ("name" in said) == (back.name != character.name)


@pytest.mark.parametrize("name", FORMATS)
def test_old_documents_stay_readable(name):
    document, _ = write("cairn", name, WORN_OUT)
    ours = f"{FORMAT}.{schema_of(game('cairn'))}" if name in {"tallow", "foundry"} else "1"
    newest = GOLDEN / f"{name}-{ours}{suffix('cairn', name)}"
    if os.environ.get("TALLOW_GOLDENS") == "write":
        newest.write_text(document + "\n", "utf-8")
    assert newest.read_text("utf-8") == document + "\n"
    for path in GOLDEN.glob(f"{name}-*"):
        assert read("cairn", name, path.read_bytes())[0] == read("cairn", name, document)[0], path


THEIRS: dict[str, Any] = {
    "name": "Bram",
    "background": "Bone Singer",
    "strength": 9,
    "strength_max": "12",
    "dexterity": 11,
    "dexterity_max": 11,
    "willpower": 8,
    "willpower_max": 8,
    "hp": 3,
    "hp_max": 4,
    "deprived": True,
    "gold": 17,
    "description": None,
    "traits": "A lanky physique, tattooed skin, a pale face; blunt in speech. Ambitious but lazy, 27 years old.",
    "bonds": "You owe a debt.",
    "scars": "Hamstrung\nA missing tooth",
    "omens": "Frogs.",
    "notes": "Hates frogs.",
    "items": [
        {"id": 1, "name": "Short Sword", "tags": ["d8"], "location": 0},
        {"id": 2, "name": "Shield", "tags": ["1 Armor", "bonus defense"], "location": 0, "description": None},
        {"id": 3, "name": "Chainmail", "tags": ["2 Armor", "bulky"], "location": 0},
        {"id": 4, "name": "Torch", "tags": ["uses"], "uses": 2, "location": "0"},
        {"id": 5, "name": "Frog idol", "tags": ["petty", "slimy"], "location": 1, "description": "Croaks."},
        {"id": 6, "name": "Fatigue", "tags": [], "location": 0},
        {"id": 7, "name": "Scroll of Sleep", "tags": ["petty", "uses"], "uses": 1, "location": 0},
    ],
    "containers": [{"id": 0, "name": "Main", "slots": 10}, {"id": 1, "name": "Mule", "slots": 6}],
    "custom_image": True,
    "image_url": "bram.webp",
    "party_code": "xyz",
}


@pytest.mark.parametrize("inside", [False, True], ids=["lists", "json in strings"])
def test_kettlewright_as_others_write_it(inside):
    document = dict(THEIRS)
    if inside:
        document |= {key: json.dumps(document[key]) for key in ("items", "containers")}
    bram, left = read("cairn", "kettlewright", json.dumps(document))
    assert (bram.hp, bram.hp_max, bram.strength, bram.strength_max, bram.gp, bram.fatigue) == (3, 4, 9, 12, 17, 1)
    things = {item.name: item for item in bram.items}
    assert things["Shield"].place == "hands"
    assert things["Chainmail"].ref == "cairn.armour.chainmail"
    assert armor(bram) == 3
    assert things["Torch"].uses == 2
    assert things["Torch"].ref == "cairn.item.torch"
    assert things["Sleep"] == replace(scroll("cairn.spell.sleep", ""), id=things["Sleep"].id)
    assert things["Frog idol"].place == things["Mule"].id
    assert things["Frog idol"].effect == "Croaks.\nslimy"
    assert things["Mule"].room == 6
    assert bram.deprived
    assert [scar.of for scar in bram.scars] == ["cairn.scar.hamstrung"]
    looks = ("Lanky", "Tattooed", "Pale", "Blunt", "Ambitious", "Lazy")
    kinds = ("physique", "skin", "face", "speech", "virtue", "vice")
    assert bram.life.traits == tuple(zip(kinds, looks, strict=True))
    assert bram.life.age == 27
    assert bram.life.omen == "Frogs."
    for words in ("Hates frogs.", "Bone Singer", "You owe a debt.", "A missing tooth"):
        assert words in bram.life.notes
    assert {one.field for one in left} == {"party_code", "image_url"}


def test_kettlewright_has_in_hand_what_its_owner_bears_and_not_what_a_beast_does():
    boxes = [*THEIRS["containers"], *({"id": at, "name": name, "slots": 4} for at, name in ((2, "Cart"), (3, "Sack")))]
    boxes[2] |= {"carried_by": "0", "load": 2}
    boxes[3] |= {"carried_by": "1", "load": 1}
    borne = [
        {"id": 8, "name": "Carrying Cart", "tags": [], "location": 0, "carrying": 2},
        {"id": 9, "name": "Carrying Sack", "tags": [], "location": 1, "carrying": 3},
    ]
    document = {**THEIRS, "items": [*THEIRS["items"], *borne], "containers": boxes}
    bram, _ = read("cairn", "kettlewright", json.dumps(document))
    places = {item.name: item.place for item in bram.items if item.room}
    assert places == {"Mule": "beside", "Cart": "hands", "Sack": "beside"}


ACTOR: dict[str, Any] = {
    "name": "Sif",
    "type": "character",
    "img": "sif.png",
    "system": {
        "hp": {"value": 2, "max": 6},
        "abilities": {key: {"value": 10, "max": 12} for key in ("STR", "DEX", "WIL")},
        "background": "Cutpurse",
        "biography": "<p>Born &amp; bred on the <em>river</em>.</p><script>alert(1)</script>",
        "deprived": False,
        "panicked": True,
        "gold": 5,
        "features": ["Quick"],
    },
    "items": [
        {"name": "Halberd", "type": "weapon", "system": {"damageFormula": "d10", "bulky": True, "equipped": True}},
        {"name": "Claws", "type": "weapon", "system": {"damageFormula": "d6 + d6"}},
        {"name": "Sleep", "type": "spellbook", "system": {"description": "<p>zzz</p>"}},
        {"name": "Torch", "type": "item", "system": {"uses": {"value": 2, "max": 3}, "quantity": 2}},
        {"name": "Fatigue", "type": "item", "system": {}},
        {"name": "Coin", "type": "object", "system": {"weightless": True}},
    ],
}


def test_a_foundry_actor_as_others_write_it():
    sif, left = read("cairn", "foundry", json.dumps(ACTOR))
    assert (sif.hp, sif.hp_max, sif.strength, sif.strength_max, sif.gp, sif.fatigue) == (2, 6, 10, 12, 5, 1)
    assert sif.life.background == "cairn.background.cutpurse"
    assert sif.life.notes == "Born & bred on the river."
    assert "panicked" in sif.conditions
    assert [(item.name, item.slots, item.damage, item.uses, item.place) for item in sif.items] == [
        ("Halberd", 2, "d10", 0, "hands"),
        ("Claws", 1, "d6+d6", 0, "pack"),
        ("Sleep", 1, "", 0, "pack"),
        ("Torch", 1, "", 2, "pack"),
        ("Torch", 1, "", 2, "pack"),
        ("Coin", 0, "", 0, "pack"),
    ]
    assert sif.items[2].spell == "cairn.spell.sleep"
    assert [one.field for one in left] == ["system.features"]


def test_what_was_changed_in_foundry_wins_over_what_we_sent():
    document = json.loads(write("cairn", "foundry", HESTIA)[0])
    document["system"]["hp"]["value"] = 1
    document["system"]["biography"] = document["system"]["biography"].replace("12 gp", "20 gp")
    document["items"][0] |= {"name": "Needle"}
    document["items"][0]["system"] |= {"damageFormula": "1d8", "equipped": False}
    document["items"][3]["system"]["uses"]["value"] = 1
    back, _ = read("cairn", "foundry", json.dumps(document))
    assert (back.hp, back.conditions) == (1, ("hamstrung",))
    assert "20 gp" in back.life.notes
    assert (back.items[0].name, back.items[0].damage, back.items[0].place) == ("Needle", "d8", "pack")
    assert back.items[3].uses == 1


def kettle(**changes: Any) -> str:
    return json.dumps({**THEIRS, **changes})


def actor(path: str, value: Any) -> str:
    document = json.loads(json.dumps(ACTOR))
    *way, last = path.split(".")
    at = document
    for step in way:
        at = at[int(step)] if step.isdigit() else at[step]
    at[last] = value
    return json.dumps(document)


def ours(**changes: Any) -> str:
    document = json.loads(write("cairn", "tallow", HESTIA)[0])
    document["character"] |= changes
    return json.dumps(document)


def thing(**changes: Any) -> list[dict[str, Any]]:
    return [{"id": "i1", "name": "Rope", **changes}]


BAD: list[tuple[str, str, str]] = [
    ("kettlewright", "", "not JSON"),
    ("kettlewright", "[]", "expected an object"),
    ("kettlewright", "{", "not JSON"),
    ("kettlewright", json.dumps({"name": "X"}), '"strength" is missing'),
    ("kettlewright", kettle(hp="lots"), "hp: expected"),
    ("kettlewright", kettle(hp=-1), "hp: expected"),
    ("kettlewright", kettle(strength=10**9), "strength: expected"),
    ("kettlewright", kettle(gold=-5), "gold: expected"),
    ("kettlewright", kettle(gold=1.5), "gold: expected"),
    ("kettlewright", kettle(name=""), "name: a name is missing"),
    ("kettlewright", kettle(name="<b>Bram</b>"), "name: a name is plain text"),
    ("kettlewright", kettle(name="x" * 200), "name: a name has at most 80"),
    ("kettlewright", kettle(name="Br\u202eam"), "name: a name is plain text"),
    ("kettlewright", kettle(name=7), "name: expected text"),
    ("kettlewright", kettle(notes="x" * 30_000), "notes: at most 20,000"),
    ("kettlewright", kettle(notes=["x"]), "notes: expected"),
    ("kettlewright", kettle(items="[{"), "items: items is not JSON"),
    ("kettlewright", kettle(items={"a": 1}), "items: expected a list"),
    ("kettlewright", kettle(items=[7]), "items.*expected an object"),
    ("kettlewright", kettle(items=[{"name": "Rope", "tags": "petty"}]), r"items.*tags.*expected"),
    ("kettlewright", kettle(items=[{"name": "Rope", "tags": [], "uses": -2}]), r"items.*uses"),
    ("kettlewright", kettle(items=[{"name": "Rope", "tags": [], "location": 9}]), r"items\[0\].location: there is no"),
    ("kettlewright", kettle(items=[{"name": "<i>", "tags": []}]), r"items\[0\].name: a name is plain"),
    ("kettlewright", kettle(items=[{"name": "Rope", "tags": ["x" * 999]}]), r"items\[0\].tags"),
    ("kettlewright", kettle(items=[{"name": "Rope", "tags": []}] * 101), "items: at most 100"),
    ("kettlewright", kettle(containers=[{"id": 0, "name": "A", "slots": 1}] * 2), "containers.id: two"),
    ("kettlewright", kettle(containers=[{"id": 0, "name": "A", "slots": -1}]), "containers.*slots"),
    ("kettlewright", '{"name":' + "[" * 50_000 + "]" * 50_000 + "}", "nested too deeply"),
    ("kettlewright", kettle(items="[" * 50_000 + "]" * 50_000), "items: items is nested too deeply"),
    ("kettlewright", kettle(notes="x" * 10_000_000), "more than 1,000,000 bytes"),
    ("foundry", actor("type", "npc"), 'type: expected "character"'),
    ("foundry", actor("system", 3), "system: expected an object"),
    ("foundry", actor("system.hp", 4), "system.hp: expected an object"),
    ("foundry", actor("system.hp.value", -4), "system.hp.value"),
    ("foundry", actor("system.abilities.STR", None), "system.abilities.STR"),
    ("foundry", actor("system.abilities", {}), '"STR" is missing'),
    ("foundry", actor("name", "<script>"), "name: a name is plain text"),
    ("foundry", actor("items.0.system.damageFormula", "d10+@str"), r"items\[0\].system.damageFormula"),
    ("foundry", actor("items.0.system.damageFormula", "99d6"), r"items\[0\].system.damageFormula"),
    ("foundry", actor("items.0.system.armor", 9), "items.*armor"),
    ("foundry", actor("items.0.flags", {"tallow": {"schema": 7, "item": {}}}), r"items\[0\].flags.tallow.item"),
    ("foundry", actor("items.0.flags", {"tallow": {"schema": 1, "item": {"id": 1}}}), r"flags.tallow.item.*expected"),
    ("foundry", actor("flags", {"tallow": {"schema": 1, "character": {"name": "x"}}}), "flags.tallow.character"),
    ("foundry", actor("items.3.system.quantity", 100), "items: at most 100"),
    ("tallow", json.dumps({"format": "x", "schema": 1, "game": "cairn", "character": {}}), "format: expected"),
    ("tallow", ours().replace(f'"schema": {FORMAT}', '"schema": 99'), "schema: written by a newer Tallow"),
    ("tallow", ours().replace('"game": "cairn"', '"game": "chess"'), "game: "),
    ("tallow", ours(hp=None), "character.hp: expected a whole number"),
    ("tallow", ours(hp=-1), "hp: a whole number from 0 to 99"),
    ("tallow", ours(gp=10**12), "gp: a whole number"),
    ("tallow", ours(kind="dragon"), "character.kind"),
    ("tallow", ours(conditions=["<b>"]), "conditions: "),
    ("tallow", ours(items=thing(damage="d7")), r"items \(Rope\).damage"),
    ("tallow", ours(items=thing(damage="99d6")), r"items \(Rope\).damage"),
    ("tallow", ours(items=thing(ref="cairn.item.nothing")), r"items \(Rope\).ref"),
    ("tallow", ours(items=thing(spell="cairn.spell.nothing")), r"items \(Rope\).spell"),
    ("tallow", ours(items=thing(place="i1", room=4)), r"items \(Rope\).place"),
    ("tallow", ours(items=thing(uses=-1)), r"items \(Rope\).uses"),
    ("tallow", ours(items=thing() * 2), "items.id: two"),
    ("tallow", ours(life={"bonds": ["cairn.table.bond:99"]}), "life.bonds"),
    ("tallow", ours(life={"boons": ["x"]}), "life.boons"),
    ("tallow", ours(life={"background": "cairn.background.king"}), "life.background"),
    ("tallow", ours(life={"notes": "a\x00b"}), "life.notes"),
    ("tallow", ours(scars=[{"of": "cairn.scar.none"}]), "scars"),
    ("tallow", ours(attacks=[{"name": "kick", "dice": [7]}]), "attacks"),
    ("line", "Hestia", "numbers"),
    ("line", "Hestia | 3 HP", '"STR" is missing'),
    ("line", "Hestia | 3 HP, 9 STR, 9 DEX, 9 WIL, 4 LUCK", '"4 LUCK" is not one of'),
    ("line", "Hestia | 999 HP, 9 STR, 9 DEX, 9 WIL", "hp: a whole number"),
    ("line", "<b> | 3 HP, 9 STR, 9 DEX, 9 WIL", "name: a name is plain"),
    ("line", "A | 3 HP, 9 STR, 9 DEX, 9 WIL | Rope [[x]", r"items\[0\]"),
    ("line", "A | 3 HP, 9 STR, 9 DEX, 9 WIL | Rope [on 3]", r"items\[0\]: there is no beast"),
    ("line", "A | 3 HP, 9 STR, 9 DEX, 9 WIL | Rope [casts Nothing]", r"items\[0\].tags"),
    ("line", "A | B | C | D | E", "four parts"),
]


@pytest.mark.parametrize(("name", "document", "said"), BAD, ids=[f"{name} {said[:30]}" for name, _, said in BAD])
def test_what_is_wrong_is_refused_with_its_field(name, document, said):
    with pytest.raises(BadDocument, match=said):
        read("cairn", name, document)


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(BadDocument, match="UTF-8"):
        read("cairn", "kettlewright", b"\xff\xfe{}")


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


@given(st.data())
@settings(max_examples=250)
def test_whatever_is_put_into_a_document_it_is_read_or_refused(data):
    """Any field of any document replaced by anything: a character whose sheet can be drawn, or `BadDocument`."""
    name = data.draw(st.sampled_from(("tallow", "kettlewright", "foundry")))
    document = json.loads(write("cairn", name, WORN_OUT)[0])
    at = document
    while True:
        key = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
        inner = at[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            break
        at = inner
    at[key] = data.draw(JUNK)
    try:
        character, _ = read("cairn", name, json.dumps(document))
    except BadDocument:
        return
    CHARACTERS.sheet(character)
    assert msgspec.json.decode(msgspec.json.encode(character), type=Creature) == character


@given(st.text(max_size=200))
def test_any_line_of_text_is_read_or_refused(text):
    for line in (text, f"{text} | 3 HP, 9 STR, 9 DEX, 9 WIL | {text} | {text}"):
        with suppress(BadDocument):
            CHARACTERS.sheet(read("cairn", "line", line)[0])
