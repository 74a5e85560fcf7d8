"""What each seat sees, and above all what it does not."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec.structs import replace

from tallow.games.cairn.faces.sheet import REMINDERS, sheet
from tallow.games.cairn.faces.view import looks, name, view
from tallow.games.cairn.gear.inventory import SLOTS
from tallow.games.cairn.harm.perils import helps
from tallow.games.cairn.monsters.bestiary import lookup, spawn
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import (
    DAY,
    HOUR,
    MINUTE,
    SCORE,
    Attack,
    Cause,
    Creature,
    Declaration,
    Dungeon,
    Effect,
    Ended,
    Fight,
    Item,
    Journey,
    Life,
    Mark,
    State,
)
from tallow.games.cairn.uses import SPENT
from tallow.games.view import Lines, Panel, Slots, Stat, Tags, Text, Track, View
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.views import block, tags
from tests.sheets.people import HESTIA, LADEN

MARK = "SECRET"
NUMBER = 77_000
"""Every hidden number is this or a little more, and no other number is."""


NUMBERS = ("hp", "hp_max", *(score + most for score in SCORE.values() for most in ("", "_max")))


def secret(*parts: str) -> str:
    return MARK + "".join(parts)


@some.composite
def foes(draw, at):
    hidden = {field: NUMBER + draw(some.integers(0, 99)) for field in NUMBERS}
    out = draw(some.sampled_from(("", "dead", "fled", "critical", "gone", "asleep")))
    return Creature(
        f"foe{at}",
        f"Shape {at}",
        "monster",
        **hidden,
        armor=draw(some.integers(0, 3)),
        attacks=(Attack(secret("claw"), (NUMBER,)),),
        of="cairn.monster.night_hag",
        items=(Item(f"f{at}", secret("loot"), effect=secret()),),
        gp=NUMBER,
        conditions=(secret("condition"), *((out,) if out else ())),
        dies_at=draw(some.sampled_from((0, NUMBER * MINUTE))),
        at=10 * at,
        heads=draw(some.sampled_from((0, NUMBER))),
        spent=(SPENT.mark("day", secret("spent")),),
        life=Life(notes=secret("notes"), omen=secret("omen")),
    )


@some.composite
def members(draw, at, seat):
    return Creature(
        f"hero{at}",
        f"Hero {at}",
        "pc",
        **{field: draw(some.integers(1, 18)) for field in NUMBERS},
        seat=seat,
        gp=NUMBER if draw(some.booleans()) else 0,
        items=(Item(f"i{at}", secret("pack")), Item(f"h{at}", "Sword", damage="d8", place="hands")),
        life=Life(
            background="cairn.background.foundling",
            private_omen=secret("private"),
            notes=secret("notes"),
            bonds=(secret("bond"),),
        ),
    )


@some.composite
def tables(draw):
    there = tuple(draw(foes(at)) for at in range(draw(some.integers(0, 3))))
    party = tuple(draw(members(at, "bob")) for at in range(draw(some.integers(0, 2))))
    ids = [one.id for one in (*party, *there)]
    declared = tuple(
        Declaration(who, secret("move"), secret("target"), item=secret(), detail=secret())
        for who in draw(some.lists(some.sampled_from(ids), unique=True))
    ) if ids else ()  # fmt: skip
    fight = Fight(
        acting=tuple(draw(some.lists(some.sampled_from(ids), unique=True))) if ids else (),
        declared=declared,
        marks=tuple(Mark(who, "impaired") for who in ids),
        checked=(secret("morale"),),
        leader=secret("leader"),
        unaware=(secret("unaware"),),
        foes_at_start=NUMBER,
    )
    enemies = tuple(foe.id for foe in there)
    dungeon = Dungeon(triggers=(secret("trigger"),), declared=(("hero0", secret()),))
    return State(
        phase=draw(some.sampled_from(("explore", "encounter", "fight", "dungeon", "wilderness", "town"))),
        clock=draw(some.integers(0, 5 * DAY)),
        party=party,
        foes=there,
        fight=draw(some.sampled_from((None, fight))),
        ended=draw(some.sampled_from((None, Ended("foes_down", 3)))),
        dungeon=draw(some.sampled_from((None, dungeon))),
        journey=draw(some.sampled_from((None, Journey(declared=(("hero0", secret("declared")),))))),
        ground=(Item("g1", "Crown", effect=secret("power")),),
        effects=(
            Effect("e1", "cairn.spell.haste", secret("haste"), "foe0", enemies, ends=NUMBER),
            Effect(
                "e2",
                "cairn.spell.sleep",
                "Sleep",
                "hero0",
                enemies,
                conditions=(secret(),),
                until=(secret(),),
                was=secret(),
            ),
        ),
        milestones=(("hero0", secret("aim"), 1, NUMBER),),
        omen=secret("omen"),
        notes=secret("state"),
    )


def encoded(state, seat):
    return msgspec.json.encode(view(state, seat)).decode()


@covers("cairn.combat.information")
@settings(max_examples=150)
@given(tables())
def test_no_secret_reaches_another_player_or_an_onlooker(state):
    for seat in ("ann", "onlooker", "party"):
        seen = encoded(state, seat)
        assert MARK not in seen
        assert str(NUMBER)[:3] not in seen
        assert "night_hag" not in seen


@settings(max_examples=30)
@given(tables())
def test_the_referee_sees_all_of_it(state):
    seen = encoded(state, REFEREE)
    assert secret("state") in seen
    assert secret("omen") in seen
    for foe in state.foes:
        assert all(text in seen for text in (secret("claw"), secret("loot"), secret("condition"), "night_hag"))
        assert str(foe.willpower) in seen
    for one in state.party:
        assert one.life.private_omen in seen
    if state.fight:
        assert all(secret(text) in seen for text in ("morale", "leader", "unaware"))
    if state.dungeon:
        assert secret("trigger") in seen


def test_a_private_omen_is_for_its_player_and_the_referee():
    state = State(party=(HESTIA, replace(HESTIA, id="hero2", seat="bob", life=Life())))
    omen = HESTIA.life.private_omen
    assert [omen in encoded(state, seat) for seat in ("ann", REFEREE, "bob", "onlooker")] == [True, True, False, False]


GOBLIN = spawn(lookup("Goblin"), "foe1")


def panels(state, seat):
    return {panel.id: panel for panel in view(state, seat).panels}


@covers("cairn.combat.information")
@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({}, "unhurt"),
        ({"hp": 1}, "hurt"),
        ({"hp": 0, "strength": 3}, "bloodied"),
        ({"hp": 0, "strength": 3, "conditions": ("critical",)}, "down"),
        ({"conditions": ("fled",)}, "fled"),
        ({"conditions": ("routed",)}, "fled"),
        ({"strength": 0, "conditions": ("dead",)}, "dead"),
    ],
)
def test_a_foe_is_seen_by_how_it_looks(change, word):
    foe = replace(GOBLIN, **change)
    assert looks(foe) == word
    seen = panels(State(phase="fight", foes=(foe,), fight=Fight()), "ann")["foe1"]
    assert seen == Panel("foe1", "Goblin", "card", (Tags("foe", seen.blocks[0].tags),))
    assert tags(seen, "foe") == [word]


def test_foes_are_seen_from_the_encounter_on_and_the_fallen_afterwards():
    dead = replace(GOBLIN, id="foe2", conditions=("dead",))
    state = State(phase="dungeon", foes=(GOBLIN, dead))

    def seen(state):
        return [panel.id for panel in view(state, "ann").panels if panel.id.startswith("foe")]

    assert seen(state) == []
    assert seen(replace(state, phase="encounter")) == ["foe1", "foe2"]
    assert seen(replace(state, ended=Ended("called_off", 2))) == ["foe2"]
    assert [panel.id for panel in view(state, REFEREE).panels if panel.kind == "card"] == ["foe1", "foe2"]


def test_an_invisible_foe_is_not_seen_at_all():
    fight = Fight(side="foes", acting=("foe1",), marks=(Mark("foe1", "impaired"),))
    hidden = replace(GOBLIN, conditions=("invisible",))
    held = Effect("e1", "cairn.spell.sleep", "Sleep", "hero1", ("foe1",))
    state = State(phase="fight", party=(HESTIA,), foes=(hidden,), fight=fight, effects=(held,))
    assert "Goblin" not in encoded(state, "ann")
    assert "Goblin" in encoded(state, REFEREE)


def test_a_rider_is_shown_with_the_mount():
    horse = Item("h1", "Horse", room=4)
    (panel,) = sheet(replace(HESTIA, items=(horse,), conditions=(), rides="h1")).panels
    assert [(tag.name, tag.detail) for tag in block(panel, Tags, "conditions").tags] == [("rides", "Horse")]


def test_in_a_fight_one_sees_who_has_declared_and_the_referee_what():
    said = Declaration("hero1", "attack", "foe1")
    fight = Fight(round=2, acting=("hero1", "hero2"), declared=(said,))
    state = State(phase="fight", party=(HESTIA, replace(HESTIA, id="hero2", name="Arlo")), foes=(GOBLIN,), fight=fight)
    scene = panels(state, "bob")["scene"]
    assert scene.title == "fight"
    assert block(scene, Stat, "round").value == 2
    assert [tags(scene, label) for label in ("turn", "declared", "to_declare")] == [["party"], ["Hestia"], ["Arlo"]]
    plans = block(panels(state, REFEREE)["secrets"], Lines, "plans")
    assert [(line.name, line.text) for line in plans.lines] == [("Hestia → Goblin", "attack")]


def test_the_trackers():
    now = 2 * DAY + 17 * HOUR + 5 * MINUTE
    torch = Item("t1", "Torch", uses=2, place="hands", lit=True)
    state = State(
        phase="dungeon",
        clock=now,
        party=(replace(HESTIA, items=(torch,), conditions=("critical",), dies_at=now + 30 * MINUTE),),
        dungeon=Dungeon(cycle=4, cycles_here=2, name="Barrow", triggers=("noise",)),
        effects=(Effect("e1", "cairn.spell.shield", "Shield", "hero1", ("hero1",), ends=now + HOUR),),
        weather="inclement",
    )
    seen = panels(state, "ann")
    time = seen["time"]
    assert (block(time, Stat, "day").value, block(time, Text, "clock").text) == (3, "17:05")
    assert [tags(time, label) for label in ("watch", "season", "weather")] == [["afternoon"], ["spring"], ["inclement"]]
    assert block(seen["dungeon"], Text, "place").text == "Barrow"
    assert block(seen["dungeon"], Stat, "cycle").value == 4
    assert tags(seen["dungeon"], "triggers") == []
    assert tags(panels(state, REFEREE)["secrets"], "triggers") == ["noise"]
    assert [(tag.name, tag.detail) for tag in seen["light"].blocks[0].tags] == [("Torch", "Hestia")]
    assert block(seen["hero1.card"], Stat, "dies_in").value == 30
    (line,) = block(seen["effects"], Lines, "effects").lines
    assert (line.name, line.text, line.why) == ("Shield", "Hestia; 1 h", "cairn.spell.shield")
    dark = panels(replace(state, party=(replace(HESTIA, items=()),)), "ann")["light"]
    assert tags(dark, "light") == ["no_light"]


def test_each_seat_gets_its_own_sheets_and_a_card_of_everyone():
    state = State(party=(HESTIA, replace(LADEN, seat="bob")))
    for seat, sheets in (("ann", ["hero1"]), ("bob", ["hero2"]), ("onlooker", []), (REFEREE, ["hero1", "hero2"])):
        seen = view(state, seat).panels
        assert [panel.id for panel in seen if panel.kind == "sheet"] == sheets
        assert [panel.title for panel in seen if panel.kind == "card"] == [HESTIA.name, LADEN.name]


def test_everything_has_a_name():
    state = State(
        party=(HESTIA,),
        foes=(GOBLIN,),
        ground=(Item("g1", "Crown"),),
        effects=(Effect("e1", "cairn.spell.sleep", "Sleep", "hero1"),),
    )
    ids = ("hero1", "foe1", "i1", "g1", "e1", "cairn.spell.sleep", "cairn.table.aurifex_1:gold_nose", "attack")
    assert [name(state, id_) for id_ in ids] == [
        "Hestia", "Goblin", "Needle-knife", "Crown", "Sleep", "Sleep", "Gold nose", "attack",
    ]  # fmt: skip


def written(view: View) -> str:
    """A view as plain text, codes and all."""
    lines = []
    for panel in view.panels:
        lines.append(f"= {panel.title} | {panel.subtitle}")
        for part in panel.blocks:
            match part:
                case Stat() | Track():
                    kind = "stat" if isinstance(part, Stat) else "track"
                    lines.append(f"{kind} {part.label} {part.value}" + ("" if part.most is None else f"/{part.most}"))
                case Slots():
                    lines.append(f"slots {part.label} {part.used}/{part.most}")
                    lines += [
                        f"  {thing.size} {thing.kind} {thing.place}: {thing.name} | {thing.detail}"
                        + (f" | {thing.uses}/{thing.uses_most}" if thing.uses_most else "")
                        for thing in part.things
                    ]
                case Tags():
                    marks = (f"{'!' if t.bad else ''}{t.name}{t.detail and '=' + t.detail}" for t in part.tags)
                    lines.append(f"tags {part.label}: {', '.join(marks)}")
                case Lines():
                    lines += [f"line {part.label}: {line.name} | {line.text[:40]}" for line in part.lines]
                case Text():
                    lines.append(f"text {part.label}: {part.text[:60]!r}")
    return "\n".join(line[:100].rstrip() for line in lines)


GOLDEN = """\
= Hestia | Aurifex
stat hp 3/5
track hp 3/5
stat armor 2
stat str 7/12
stat dex 13/13
stat wil 9/9
stat gp 37
tags conditions: !hamstrung
line attacks: Needle-knife | d6
slots slots 8/10
  1 weapon hands: Needle-knife | d6
  1 armour hands: Shield | +1 Armor
  2 armour worn: Brigandine | 1 Armor
  1 thing pack: Rations |  | 2/3
  1 thing pack: Torch |  | 3/3
  1 magic pack: Sleep | Spellbook
  0 magic pack: Cure Wounds | Scroll | 1/1
  0 thing pack: Tin of snuff |  | 4/4
  0 thing pack: Protective gloves |
  1 burden pack: fatigue |
line spells: Sleep | It falls into a light sleep; harm or noi
line spells: Cure Wounds | Restores 1d4 lost STR, once a day for ea
line powers: Rations | 1 use feeds one person for a day; withou
line powers: Torch | Lights 40 feet; can be lit 3 times.
line open_scars: cairn.scar.hamstrung | serious help and rest
line scars: cairn.scar.lasting_scar | Eye
line background: cairn.background.aurifex | Artisan of the arcane; knows alchemy, me
line gifts: Gold nose | An explosion took the sense of smell for
line gifts: Unseen pet | A pet made immaterial follows unseen, ob
line bonds: Single gem | A relative long dead left a cold, brittl
text omen: 'Fog: Unnatural fog creeps on a holy grove; a great spirit is'
text private_omen: 'A second moon.'
tags traits: physique=Towering, skin=Tanned, hair=Curly, face=Sharp, speech=Booming, clothing=Foreig
stat age 34
text notes: 'Owes Arlo 12 gp.\\nThe key fits the lower gate.'"""


def test_the_sheet_of_one_character():
    assert written(sheet(HESTIA)) == GOLDEN


def test_a_sheet_says_what_burdens_and_what_waits():
    (panel,) = sheet(LADEN).panels
    slots = block(panel, Slots, "slots")
    assert sum(thing.size for thing in slots.things) == slots.used
    assert slots.most == SLOTS
    burdens = [thing.name for thing in slots.things if thing.kind == "burden"]
    assert burdens == ["coins"] * 4 + ["burden"] + ["fatigue"] * 3
    mule = block(panel, Slots, "Mule")
    assert ([thing.name for thing in mule.things], mule.used, mule.most) == (["Plate"], 2, 6)
    assert [line.name.split(".")[-1] for line in block(panel, Lines, "open_scars").lines] == [
        "walloped", "broken_limb", "diseased", "hamstrung", "mortal_wound",
    ]  # fmt: skip
    causes = block(panel, Tags, "deprived_by").tags
    assert [(tag.name, tag.why) for tag in causes] == [
        ("food", "cairn.deprived.state"),
        ("cairn.scar.walloped", "cairn.scar.walloped"),
    ]
    conditions = {tag.name: tag.why for tag in block(panel, Tags, "conditions").tags}
    assert conditions["doomed"] == "cairn.condition.doomed"
    assert conditions["deprived"] == "cairn.condition.deprived"
    assert conditions["full_inventory"] == "cairn.condition.overburdened"


def test_every_rule_that_a_sheet_names_is_in_the_book():
    entries = GAME.book.entries()
    assert all(id_ in entries for ids in REMINDERS.values() for id_ in ids)
    cited = [block.why for panel in sheet(LADEN).panels for block in panel.blocks if hasattr(block, "why")]
    cited += [t.why for p in sheet(LADEN).panels for b in p.blocks if isinstance(b, Tags) for t in b.tags]
    assert all(why in entries for why in cited if why)


def test_a_cause_counts_as_deprived():
    hungry = replace(HESTIA, conditions=(), deprived=(Cause("food", 0),))
    assert tags(sheet(hungry).panels[0], "conditions") == ["deprived"]


@covers("cairn.heal.ability_help")
def test_whoever_has_days_to_live_reads_hours_and_that_a_healer_in_town_would_help():
    ill = Effect(
        "e1", "cairn.monster.zombie", "Zombie", "foe1", ("hero1",), ends=2 * DAY, until=("healer",), then="zombie"
    )
    state = State(phase="dungeon", clock=HOUR, party=(HESTIA,), dungeon=Dungeon(), effects=(ill,))
    card = panels(state, "ann")["hero1.card"]
    assert block(card, Stat, "dies_in_hours").value == 47
    assert tags(card, "what_helps") == ["help.town"]
    assert helps(state, HESTIA) == (), "nothing that a bot would wait for"
    assert tags(panels(replace(state, phase="town"), "ann")["hero1.card"], "what_helps") == ["help.healer"]
