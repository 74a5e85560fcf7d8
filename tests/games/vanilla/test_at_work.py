"""What becomes of magic that is used: a rule acts, or it goes on with its time and is shown, or its text is told."""

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.vanilla.bots.tactics import act, hopeless
from tallow.games.vanilla.checks.tasks import TASKS, attempted, possible
from tallow.games.vanilla.combat.assault import melee
from tallow.games.vanilla.entries import MINOR_ITEM, monsters, potions, tables
from tallow.games.vanilla.faces.at_work import at_work
from tallow.games.vanilla.gear.inventory import made, minor
from tallow.games.vanilla.magic.lasting import begin
from tallow.games.vanilla.magic.spells_kept import DEEDS as KEPT
from tallow.games.vanilla.monsters.encounters import mood
from tallow.games.vanilla.record import GAME
from tallow.games.vanilla.state import State
from tallow.games.vanilla.world import exploring
from tallow.games.vanilla.world.time import elapse
from tallow.games.view import Lines
from tallow.mechanics.two_sides import find
from tallow.play import Choice, Scripted, scripted
from tallow.testing import covers
from tallow.wording.speech import Speech
from tests.games.vanilla.casters import SPELL, Auto, beast, cast, effects, mage, scene
from tests.games.vanilla.fighters import fighting, foe, perform, refusal, somebody, table, weapon

FOUND = at_work()
SPELLS = [one for one in FOUND if one.kind == "spells"]
IN_FORCE = [one.of.removeprefix(SPELL) for one in SPELLS if one.how == "in_force"]
TEXT = [one.of.removeprefix(SPELL) for one in SPELLS if one.how == "text"]
BOOKISH = TASKS["Intelligence letters"]
LOCKS = TASKS["Dexterity locks"]
TORCH = "vanilla.item.torch"


def torch(id_="torch", **more):
    return replace(made(TORCH, id_, "hands"), lit=True, burns=5, **more)


def thing(name, id_="thing"):
    (row,) = [row for row in tables()[MINOR_ITEM].rows if row.name == name]
    return replace(minor(row), id=id_)


def labelled(panels, label):
    blocks = [block for panel in panels for block in panel.blocks if isinstance(block, Lines)]
    return [line for block in blocks if block.label == label for line in block.lines]


@covers("vanilla.spell.durations")
@pytest.mark.parametrize("name", IN_FORCE)
def test_what_is_in_force_goes_on_is_seen_and_ends_by_itself(name):
    state = replace(scene(name), combat=None, foes=(), phase="explore")
    after, play = cast(state, name)
    (effect,) = after.effects
    assert effect.ends or effect.until
    assert ("spell.does", f"{SPELL}{name}") in [(told.code, told.facts[1]) for told in play.told if told.facts]
    shown = [panel for panel in GAME.view(after, "ann").panels if panel.kind == "tracker"]
    assert effect.of in [line.why for line in labelled(shown, "effects")]
    if effect.ends:
        over = elapse(Auto(), replace(after, phase="settlement"), effect.ends - after.clock)
        assert over.effects == ()


@pytest.mark.parametrize("name", TEXT)
def test_what_is_text_leaves_nothing_behind(name):
    state = scene(name)
    after, play = cast(state, name)
    assert (after.effects, after.party) == (state.effects, state.party)
    assert "spell.does" in [told.code for told in play.told]


def test_little_of_what_says_something_is_text():
    text = {(one.kind, one.name) for one in FOUND if one.how == "text"}
    assert {kind for kind, _ in text} == {"spells", "minor magic items"}
    assert sorted(TEXT) == ["create_food_and_drink", "purify_food_and_drink"]
    assert all(one.why for one in FOUND if one.how == "text")
    assert len([one for one in FOUND if one.kind == "potions" and one.how == "acts"]) == len(potions()) == 12


@covers("vanilla.spell.durations")
def test_an_effect_stands_on_the_sheet_of_whoever_it_is_upon_with_its_time():
    after, _ = cast(replace(scene("read_scripts"), combat=None, foes=(), phase="explore"), "read_scripts")
    sheets = {panel.id: [panel] for panel in GAME.view(after, "mira").panels if panel.kind == "sheet"}
    assert [(line.name, line.text) for line in labelled(sheets["mira"], "effects")] == [("Read Scripts", "1 h")]
    assert labelled(sheets["ann"], "effects") == []


@covers("vanilla.spell.speak_with_animals")
@pytest.mark.parametrize(
    ("kind", "opposite", "moods"),
    [
        ("dire_wolf", None, ["Violent", "Hostile", "Friendly"]),
        ("dire_wolf", False, ["Neutral", "Neutral", "Friendly"]),
        ("dire_wolf", True, ["Violent", "Hostile", "Hostile"]),
        ("orc", False, ["Violent", "Hostile", "Friendly"]),
        ("gorgon", False, ["Violent", "Violent", "Violent"]),
    ],
)
def test_animals_mostly_do_not_attack_whoever_speaks_with_them(kind, opposite, moods):
    state = replace(scene("speak_with_animals"), combat=None, foes=(), phase="explore")
    if opposite is not None:
        state, _ = cast(state, "speak_with_animals", opposite=opposite)
    monster = monsters()[f"vanilla.monster.{kind}"]
    assert [mood(Auto({6: face}), state, monster).name for face in (1, 3, 4)] == moods


@covers("vanilla.spell.phantasmal_force")
def test_a_believer_whom_a_phantom_attacks_saves_or_takes_1d6_and_never_dies_of_it():
    state, _ = cast(scene("phantasmal_force"), "phantasmal_force")
    assert effects(state) == [("phantom", (), "touched")]
    assert refusal(KEPT, "send_phantom", state, "ann") is None
    ready = replace(state, combat=fighting("mira"))
    assert act(ready, "mira") == Action("send_phantom", "mira")
    hurt, play = perform(KEPT, "send_phantom", ready, "mira", ("orc", 20, 3))
    assert play.told[0].facts == ("Mira", "Orc")
    assert play.codes()[0] == "phantom"
    assert find(hurt, "orc").grit == find(ready, "orc").grit - 3
    assert effects(hurt) == effects(state)
    weak = replace(ready, foes=(replace(find(ready, "orc"), grit=0, flesh=2),))
    spared = find(perform(KEPT, "send_phantom", weak, "mira", (20, 6))[0], "orc")
    assert (spared.flesh, spared.conditions) == (1, ())
    assert perform(KEPT, "send_phantom", ready, "mira", ("orc", 1))[0].effects == ()


@covers("vanilla.spell.phantasmal_force")
def test_the_mindless_do_not_believe_in_a_phantom():
    state, _ = cast(scene("phantasmal_force", foes=(beast("Zombie", at=10),)), "phantasmal_force")
    assert refusal(KEPT, "send_phantom", replace(state, combat=fighting("mira")), "mira") is None


@covers("vanilla.spell.read_scripts", "vanilla.check.both")
def test_whoever_reads_by_a_spell_reads_without_a_roll():
    ann, mira = somebody("ann"), mage("read_scripts")
    state = table(ann, mira)
    assert scripted(attempted, state, "ann", BOOKISH, script=[20])[1] is False
    under = begin(Auto(), state, f"{SPELL}read_scripts", "fiction", "mira", ("ann",), ends=60)
    assert scripted(attempted, under, "ann", BOOKISH) == (under, True)
    unlettered = begin(Auto(), state, f"{SPELL}read_scripts", "unlettered", "mira", ("ann",), ends=60)
    assert scripted(attempted, unlettered, "ann", BOOKISH, script=[20])[1] is False


@covers("vanilla.spell.lock_unlock")
def test_unlock_opens_the_next_lock_within_a_turn_and_is_over():
    state = table(somebody("ann", bubbles_max=0), mage("lock_unlock", bubbles_max=0))
    assert not possible(state, "ann", LOCKS)
    after, _ = cast(state, "lock_unlock", opposite=True)
    assert effects(after) == [("unlock", (), 10)]
    assert exploring.ways(after, "ann", "locked") == ("pick", "force")
    opened, done = scripted(attempted, after, "ann", LOCKS)
    assert done
    assert opened.effects == ()
    locked, _ = cast(state, "lock_unlock")
    assert not possible(locked, "ann", LOCKS)


@covers("vanilla.spell.passwall")
def test_a_passage_through_the_wall_makes_no_noise():
    state = begin(Auto(), table(somebody("ann")), f"{SPELL}passwall", "fiction", "mira", (), ends=50)
    play = Auto()
    after, done = exploring.open_(play, replace(state, peopled=True), "ann", "force", "")
    assert done
    assert not after.loud
    assert "door.forced" not in [told.code for told in play.told]


@covers("vanilla.table.minor_item")
def test_the_key_opens_one_lock_and_the_lens_reads_one_page_a_day():
    state = table(somebody("ann", items=(thing("Key"), thing("Lens", "lens")), bubbles_max=0))
    kept, done = scripted(attempted, state, "ann", LOCKS, script=["no_tools"])
    assert (kept, done) == (state, False)
    opened, done = scripted(attempted, state, "ann", LOCKS, script=["thing"])
    assert done
    assert [item.name for item in find(opened, "ann").items] == ["Lens"]
    read, done = scripted(attempted, state, "ann", BOOKISH, script=["lens"])
    assert done
    assert scripted(attempted, read, "ann", BOOKISH, script=[20])[1] is False


@covers("vanilla.table.minor_item", "vanilla.check.tools")
def test_the_magic_rope_is_a_rope():
    climbing = TASKS["Dexterity climbing"]
    bare = table(somebody("ann", bubbles_max=0))
    assert not possible(bare, "ann", climbing)
    assert possible(replace(bare, party=(somebody("ann", items=(thing("Rope"),), bubbles_max=0),)), "ann", climbing)


@covers("vanilla.item.torch", "vanilla.monster.only_harmed")
def test_a_burning_torch_harms_what_nothing_but_fire_and_magic_harms():
    sword, slime = weapon("medium_melee", "sword"), beast("Green Slime", "slime", at=5, ac=0, grit=9)
    ann = somebody("ann", items=(sword, torch()))
    state = table(ann, foes=(slime,), combat=fighting("ann"))
    burned = scripted(melee, state, "ann", script=[("with", "slime", "torch"), 2, "damage", 6])
    assert find(burned, "slime").grit == 4
    cut = scripted(melee, state, "ann", script=[("with", "slime", "sword"), 2, "damage", 6])
    assert find(cut, "slime").grit == 9
    assert not hopeless(state)
    assert hopeless(replace(state, party=(somebody("ann", items=(sword, replace(torch(), lit=False))),)))
    play = Auto({20: 2, 6: 6})
    assert find(melee(play, state, "ann"), "slime").grit == 4


@covers("vanilla.item.torch")
def test_a_torch_is_offered_against_those_whom_little_but_fire_harms_and_nobody_else():
    sword = weapon("medium_melee", "sword")
    ann = somebody("ann", items=(sword, torch()))
    orc = table(ann, foes=(foe("orc", at=5),), combat=fighting("ann"))
    assert find(scripted(melee, orc, "ann", script=[3, "damage", 2]), "orc").grit == 2
    bright = somebody("ann", items=(replace(sword, magic=True), torch()))
    slime = table(bright, foes=(beast("Green Slime", "slime", at=5),), combat=fighting("ann"))
    play = Scripted(("with", "slime", "sword"), 20)
    melee(play, slime, "ann")
    (asked,) = [question for question in play.asked if isinstance(question, Choice)]
    assert asked.options == (("with", "slime", "sword"), ("with", "slime", "torch"))


def test_moods_of_those_without_an_entry_are_plain():
    assert mood(Auto({6: 1}), State(), None).name == "Violent"


@pytest.mark.parametrize("what", ["potion_is", "which_potion"])
def test_the_gm_is_offered_potions_by_their_names(what):
    choice = Choice("referee", what, tuple(potions()), (), "vanilla.item.potion")
    said = [Speech(GAME).option(choice, spell) for spell in potions()]
    assert said == [row.name for row in tables()["vanilla.table.potion"].rows]
