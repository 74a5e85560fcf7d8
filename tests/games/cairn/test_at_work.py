"""What becomes of magic that is used: a rule acts, or it goes on with its time and is shown, or its text is told."""

import runpy
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from tallow.games.cairn.entries import spells
from tallow.games.cairn.faces.at_work import at_work
from tallow.games.cairn.folk import named_gear
from tallow.games.cairn.gear.things import from_gear, worn
from tallow.games.cairn.gear.uses import usable, use, working_of
from tallow.games.cairn.magic.effects import begin, fall
from tallow.games.cairn.magic.relics import working as relic_working
from tallow.games.cairn.magic.spells import working
from tallow.games.cairn.magic.working_effects import work
from tallow.games.cairn.magic.workings import aim
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import Item
from tallow.games.cairn.world.exploring import KEY
from tallow.games.cairn.world.time import pass_time
from tallow.games.view import Lines
from tallow.mechanics.two_sides import find
from tallow.play import Scripted
from tallow.testing import covers
from tests.games.cairn.casters import Told, creature, effect, foe, relic, table

ROOT = Path(__file__).parents[3]
KINDS = [one.kind for one in at_work()]
MAGIC = [one for one in at_work() if one.kind in {"spells", "relics"}]
IN_FORCE = sorted(one.of for one in MAGIC if one.how == "in_force")
TEXT = sorted(one.of for one in MAGIC if one.how == "text")


def worked(entry, state=None):
    """The table after a spell or relic was used, upon those who fail their saves."""
    made = working(entry) if entry in spells() else relic_working(entry)
    state, play = state or table(fight=False), Told(d20=20)
    return work(play, state, "mage", made, aim(play, state, "mage", made)), play


def shown(state, seat, label):
    """The lines of this label that a seat sees on its sheets."""
    return [
        line
        for panel in GAME.view(state, seat).panels
        if panel.kind == "sheet"
        for block in panel.blocks
        if isinstance(block, Lines) and block.label == label
        for line in block.lines
    ]


@covers("cairn.spell.duration")
@pytest.mark.parametrize("entry", IN_FORCE)
def test_what_is_in_force_goes_on_is_seen_and_ends_by_itself(entry):
    state, _ = worked(entry)
    (effect,) = [one for one in state.effects if one.of == entry]
    assert effect.ends or effect.until
    panels = [panel for panel in GAME.view(state, "player").panels if panel.kind == "tracker"]
    lines = [line for panel in panels for block in panel.blocks if isinstance(block, Lines) for line in block.lines]
    assert entry in [line.why for line in lines]
    if effect.ends:
        over = pass_time(Told(), replace(state, phase="town"), effect.ends - state.clock)
        assert not [one for one in over.effects if one.of == entry]


@pytest.mark.parametrize("entry", TEXT)
def test_what_is_text_leaves_nothing_behind(entry):
    state, play = worked(entry)
    assert state.effects == ()
    assert {"working.fiction", "working.judged"} & set(play.codes())


def test_what_is_in_force_upon_somebody_stands_on_their_sheet_with_its_time():
    state, _ = worked("cairn.spell.spider_climb")
    assert [(line.name, line.text) for line in shown(state, "player", "effects")] == [("Spider Climb", "10 min")]
    assert shown(table(fight=False), "player", "effects") == []


def test_most_of_what_says_something_does_something():
    counts = {kind: Counter(one.how for one in at_work() if one.kind == kind) for kind in dict.fromkeys(KINDS)}
    assert sum(counts["spells"].values()) == 100
    assert sum(counts["relics"].values()) == 50
    assert counts["spells"]["text"] == 1
    assert counts["powers of monsters"]["text"] == 0
    for kind in ("spells", "relics", "things of backgrounds", "traits of backgrounds", "critical damage of monsters"):
        assert counts[kind]["acts"] > counts[kind]["text"], kind


@pytest.mark.parametrize("one", [one for one in at_work() if one.kind == "things of backgrounds"], ids=lambda a: a.name)
def test_what_acts_does_more_than_put_its_text_to_the_referee(one):
    thing = from_gear(named_gear()[one.name], "it")
    if not usable(creature("mage", items=(thing,))) or thing.heals or one.name == KEY:
        return
    dead, club = foe("f1", conditions=("dead",)), Item("club", "Club", damage="d8", place="hands")
    before = begin(table(thing, foes=(foe("f2", items=(club,)), dead)), effect("sniff", on=("pal",)))
    play = Told(d20=20)
    state = use(play, before, "mage", "it", aim(play, before, "mage", working_of(thing)))
    told = "working.fiction" in play.codes()
    assert told is (one.how != "acts")
    assert (len(state.effects) > 1) is (one.how == "in_force") or one.how == "acts"


@covers("cairn.spell.miniaturize", "cairn.relic.honeyclasp", "cairn.combat.impaired")
@pytest.mark.parametrize(("entry", "who"), [("cairn.spell.miniaturize", "f1"), ("cairn.relic.honeyclasp", "mage")])
def test_the_very_small_attack_impaired(entry, who):
    state, _ = worked(entry, table())
    small = find(state, who)
    target = "mage" if who == "f1" else "f1"
    assert "impaired" in small.conditions
    assert "impaired" not in find(state, target).conditions


@covers("cairn.relic.roc_feather")
def test_whoever_holds_a_rocs_feather_floats_down_once():
    feather = replace(worn(relic("roc_feather")), place="hands")
    state = replace(table(), party=(creature("mage", items=(feather,)), creature("pal")))
    play = Scripted()
    after = fall(play, state, "cairn.spell.pit", "f1", ("mage", "pal"))
    assert [told.code for told in play.told] == ["effect.floats", "effect.falls"]
    assert find(after, "mage").items == ()
    assert [one.on for one in after.effects] == [("pal",)]


def test_the_page_is_current():
    made = runpy.run_path(str(ROOT / "scripts" / "at_work.py"))
    assert made["PAGE"].read_text("utf-8") == made["page"](), "run scripts/at_work.py"
