"""Meeting somebody: who, how many, how far; reactions, marks, and what is left when they part."""

from itertools import product

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.rounds import begin
from tallow.games.cairn.entries import tables
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.monsters.encounters import (
    how_many,
    imagine,
    mark,
    mark_leader,
    mark_ready,
    meet,
    part,
    reaction,
)
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import HOUR, Dungeon, Item, Mark, State
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Action, Refused
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import everyone, put
from tallow.play import REFEREE, Scripted
from tallow.testing import covers
from tests.games.cairn.fighters import Answers, fight, foe, monster, one, somebody
from tests.games.playing import done

OUT = State(phase="explore", party=(somebody("a"),))


def meeting(*foes, **more):
    return State(phase="encounter", party=(somebody("a"),), foes=foes, **more)


@covers("cairn.phase.encounter", "cairn.monster.list", "cairn.monster.*")
@pytest.mark.parametrize("entry", monsters().values(), ids=lambda entry: entry.id.rpartition(".")[2])
def test_any_creature_can_be_met(entry):
    answers = {"encounter_way": "bestiary", "encounter_whom": entry.id, "encounter_number": 1, "encounter_distance": 40}
    play = Answers(**answers)
    state = meet(play, OUT, "")
    assert (entry.id, entry.effect) in [told.facts for told in play.told if told.seen_by == (REFEREE,)]
    assert state.phase == "encounter"
    assert state.foes[0].of == entry.id
    assert state.foes[0].at == 40
    assert len({creature.id for creature in state.foes}) == len(state.foes)


@covers("cairn.monster.number")
@pytest.mark.parametrize(
    ("name", "script", "number"),
    [("goblin", [5], 5), ("ogre", [2], 2), ("troll", [], 1), ("skeleton", [3], 5), ("acolyte", [1], 4)],
)
def test_how_many_are_met(name, script, number):
    entry = monsters()[f"cairn.monster.{name}"]
    assert done(how_many, entry, script=["rule", *script])[0] == number
    assert done(how_many, entry, script=[7])[0] == 7


@covers("cairn.detachment.one")
def test_the_referee_may_make_them_one_or_many():
    script = ["bestiary", "cairn.monster.goblin", 6, "detachment", 5, 10]
    state, _ = done(meet, OUT, "", script=script)
    assert [(one_.detachment, one_.hp) for one_ in state.foes] == [(True, 9)]
    script = ["bestiary", "cairn.monster.bandit", 5, "individuals", 10]
    state, _ = done(meet, OUT, "", script=script)
    assert [one_.detachment for one_ in state.foes] == [False] * 5
    script = ["bestiary", "cairn.monster.bandit", 5, "detachment", 1, 10]
    state, _ = done(meet, OUT, "", script=script)
    assert [(one_.detachment, one_.hp) for one_ in state.foes] == [(True, 5), (False, 4)]


@covers("cairn.table.monster_group")
def test_by_chance():
    script = ["random", "published", 3, 2, 1, 20]
    state, play = done(meet, OUT, "", script=script)
    assert state.foes[0].of == "cairn.monster.purple_worm"
    assert play.asked[2].hidden
    table = tables()["cairn.table.monster_group"]
    for face, listed in product(range(1, 21), ("published", "all")):
        kind = table.row(face).effect.rpartition(" has ")[2]
        met = meet(Answers(encounter_way="random", d20=face, encounter_list=listed, encounter_number=1), OUT, "")
        assert kind in monsters()[met.foes[0].of].group


@covers("cairn.monster.build")
def test_a_stat_line_is_asked_for_again_until_it_can_be_read():
    script = ["statline", "4 HP, 1 Shield", "Guard: 4 HP, 1 Armor, spear (d6)", 2, 30]
    state, play = done(meet, OUT, "", script=script)
    assert [one_.name for one_ in state.foes] == ["Guard 1", "Guard 2"]
    told = next(told for told in play.told if told.code == "statline.malformed")
    assert (told.facts[1], told.seen_by) == (7, (REFEREE,))
    same, _ = done(meet, OUT, "", script=["statline", "x", "y", "z"])
    assert same == OUT


@covers("cairn.monster.build", "cairn.table.generator_*")
def test_words_for_a_creature():
    for face in (1, 20):
        _, play = done(imagine, OUT, "", script=[face] * 8)
        words = play.told[0].facts
        names = ("physique", "feature", "quirk", "weakness", "attack", "critical", "ability", "target")
        assert words == tuple(tables()[f"cairn.table.generator_{name}"].row(face).name for name in names)
        assert play.told[0].seen_by == (REFEREE,)


@covers("cairn.monster.lich", "cairn.morale.half")
def test_guards_and_reinforcements():
    answers = {
        "encounter_whom": "cairn.monster.lich",
        "encounter_number": 1,
        "d6": 3,
        "encounter_guards": "cairn.monster.ghoul",
    }
    state = meet(Answers(**answers), OUT, "")
    assert [one_.of.rpartition(".")[2] for one_ in state.foes] == ["lich", "ghoul", "ghoul", "ghoul"]
    assert len([item for item in state.foes[0].items if item.spell]) == 6
    fighting = fight([somebody("a")], [foe()])
    more = meet(Answers(encounter_whom="cairn.monster.wolf", encounter_number=2), fighting, "")
    assert more.fight is not None
    assert (more.fight.foes_at_start, more.phase) == (3, "fight")


@covers("cairn.table.reaction", "cairn.reaction.when", "cairn.action.warden_reaction")
def test_reactions_are_hidden_and_once_for_each_group():
    counted = dict.fromkeys(("Hostile", "Wary", "Curious", "Kind", "Helpful"), 0)
    for dice in product(range(1, 7), repeat=2):
        _, play = done(reaction, meeting(foe()), "", script=[sorted(dice)])
        counted[play.told[0].facts[1]] += 1
        assert play.asked[0].hidden
        assert play.told[0].seen_by == (REFEREE,)
    assert list(counted.values()) == [1, 9, 16, 9, 1]
    known, _ = done(reaction, meeting(foe()), "", script=[[1, 1]])
    with pytest.raises(Refused):
        GAME.perform(Scripted(), known, Action("reaction"))


@covers("cairn.action.warden_mark", "cairn.combat.telegraph")
@pytest.mark.parametrize("kind", ["impaired", "enhanced", "blast", "impossible", "helpless", "sheltered", "still"])
def test_marks_are_put_and_taken_back(kind):
    state = fight([somebody("a")], [foe()])
    marked, _ = done(mark, state, "", script=["foe1", kind])
    assert marked.fight.marks == (Mark("foe1", kind),)
    assert done(mark, marked, "", script=["foe1", kind])[0] == state


@covers("cairn.action.warden_mark")
def test_where_everybody_is_down_there_is_nobody_to_mark():
    state = fight([somebody("a")], [foe()])
    assert GAME.deeds.offer(state, REFEREE, Action("mark_attack")) is not None
    down = put(state, *[replace(each, conditions=("dead",)) for each in everyone(state)])
    assert GAME.deeds.offer(down, REFEREE, Action("mark_attack")) is None


@covers("cairn.combat.no_save_needed", "cairn.monster.ettin")
def test_who_is_ready_and_who_is_not():
    state, _ = done(mark_ready, meeting(foe()), "", script=["party", "ready"])
    assert done(begin, state)[0].fight.acting == ("a",)
    state, _ = done(mark_ready, state, "", script=["a", "unaware"])
    assert one(state, "a").conditions == ("unaware",)
    state, _ = done(mark_ready, state, "", script=["a", "as_usual"])
    assert one(state, "a").conditions == ()
    state, play = done(mark_ready, meeting(monster("Ettin"), foe("foe2")), "", script=["foe2", "unaware"])
    assert play.asked[0].options == ("party", "a", "foe2")


@covers("cairn.morale.leader")
def test_a_leader_is_marked():
    state, _ = done(mark_leader, meeting(foe("f"), foe("g", conditions=("leader",))), "", script=["f"])
    assert [has(one_, "leader") for one_ in state.foes] == [True, False]
    assert done(begin, state, script=["ready"])[0].fight.leader == "f"
    bandits = fight([somebody("a")], [monster("Bandit", "f"), monster("Bandit", "g")])
    led, _ = done(mark_leader, bandits, "", script=["g"])
    assert (led.fight.leader, one(led, "g").willpower, one(led, "g").armor) == ("g", 13, 2)


@covers("cairn.phase.encounter", "cairn.monster.elephant", "cairn.monster.killer_bees", "cairn.cast.npcs")
def test_what_the_fallen_had_lies_on_the_ground():
    purse = Item("p", "Purse", place="worn")
    fallen = [
        foe("f", items=(purse,), conditions=("dead",)),
        foe("g", items=(replace(purse, id="q"),), conditions=("fled",)),
        monster("Elephant", "h", conditions=("dead",)),
        monster("Killer Bees", "i", conditions=("routed",)),
    ]
    state, _ = done(part, meeting(*fallen, dungeon=Dungeon()), "")
    assert [(item.name, item.place) for item in state.ground] == [
        ("Purse", "pack"), ("Elephant tusks", "pack"), ("Killer bee honey", "pack")
    ]  # fmt: skip
    assert state.ground[1].value_gp == 1000
    assert (state.ground[2].heals, state.ground[2].uses) == ("1d6 STR", 3)
    assert (state.foes, state.phase) == ((), "dungeon")


@covers("cairn.monster.*")
@pytest.mark.parametrize(
    "entry",
    [entry for entry in monsters().values() if entry.regenerates or entry.returns_in],
    ids=lambda e: e.id.rpartition(".")[2],
)
def test_some_come_back_unless_undone(entry):
    fallen = meeting(monster(entry.name, conditions=("dead",)))
    gone, _ = done(part, fallen, "", script=["undone"])
    assert not gone.effects
    back = part(Answers(regenerates="returns", d4=2, d3=2), fallen, "")
    play = Answers()
    pass_time(play, back, 5 * 24 * HOUR)
    assert ("monster.returns" in play.codes()) == bool(entry.returns_in)
    assert bool(back.effects) == bool(entry.returns_in)


@covers("cairn.monster.roc")
def test_the_carried_off_come_back_or_do_not():
    state = replace(meeting(), party=(somebody("a", conditions=("carried_off",)),))
    assert not has(one(done(part, state, "", script=["back"])[0], "a"), "dead")
    assert has(one(done(part, state, "", script=["lost"])[0], "a"), "dead")
