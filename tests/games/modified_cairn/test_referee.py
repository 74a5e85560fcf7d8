import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.modified_cairn.combat.bands import fight
from tallow.games.modified_cairn.combat.gambits import lasting
from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.gear.slots import exposed, slots
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.referee.controls import listed
from tallow.games.modified_cairn.referee.values import NUMBERS, STATES
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import HOUR, Casting, Declaration, Dungeon, State, gain
from tallow.games.shared.refereeing import rollable
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, Scripted
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, thing


def table(*party, **more):
    return State(phase="free", party=party or (pc("ann"), pc("bo")), **more)


def word(state, name, *script):
    play = Scripted(*script)
    after = GAME.perform(play, state, Action(name))
    assert not play.left, f"{name} did not ask for {play.left}"
    return after, play


@covers(
    "modified_cairn.action.ref_describe",
    "modified_cairn.play.loop",
    "modified_cairn.dungeon.step_describe",
    "modified_cairn.phase.dungeon_describe",
    "modified_cairn.phase.free_play",
)
def test_the_gm_describes_and_notes_and_players_answer():
    inside = State(phase="dungeon", party=(pc("ann"),), dungeon=Dungeon("Crypt", lit=True))
    after, _ = word(inside, "describe", "A crypt.")
    assert "dungeon_activity" in [offer.action.name for offer in GAME.actions(after, "ann")]
    free = [offer.action.name for offer in GAME.actions(table(), "ann")]
    assert "attempt" in free
    assert "dungeon_activity" not in free
    names = [offer.action.name for offer in GAME.actions(table(), REFEREE)]
    assert {"call_save", "let_time_pass", "to_town", "enter_dungeon", "describe"} <= set(names)
    state = table()
    after, play = word(state, "describe", "A long hall.")
    assert (after, play.told[0].facts) == (state, ("A long hall.",))
    assert word(state, "describe", "  ")[1].told == []
    noted, _ = word(replace(state, notes="One."), "note", "Two.")
    assert noted.notes == "One.\nTwo."


@covers("modified_cairn.know.tell")
def test_what_somebody_knows_is_told_to_them_alone():
    _, play = word(table(), "let_know", "bo", "The crest of your house.")
    assert (play.told[0].facts, play.told[0].seen_by) == (("The crest of your house.",), (REFEREE, "bo"))


@covers("modified_cairn.enemy.stat_block", "modified_cairn.action.ref_stat_block")
def test_foes_come_from_the_bestiary_or_as_a_stat_line():
    state, play = word(table(), "add_foes", "modified_cairn.monster.goblin", 2)
    state, _ = word(state, "add_foes", "modified_cairn.monster.goblin", 1)
    assert [one.name for one in state.foes] == ["Goblin 1", "Goblin 2", "Goblin"]
    assert play.told[0].seen_by == (REFEREE,)
    state, _ = word(state, "write_foe", "Ogre: 16 VIG, 6 GD, club (d10)")
    assert (state.foes[-1].name, state.foes[-1].vigour, state.foes[-1].guard) == ("Ogre", 16, 6)
    assert len({one.id for one in state.foes}) == 4
    bad, play = word(state, "write_foe", "a big one")
    assert (bad.foes, play.codes()) == (state.foes, ["malformed"])
    left, _ = word(state, "dismiss_foes", state.foes[0].id)
    assert len(left.foes) == 3
    assert word(left, "dismiss_foes", "all")[0].foes == ()
    shown, _ = word(state, "reveal", state.foes[0].id)
    assert [one.revealed for one in shown.foes] == [True, False, False, False]


@pytest.mark.parametrize("number", [1, 4, 12])
def test_any_number_of_any_creature_can_come(number):
    for ref in monsters():
        monster = monsters()[ref]
        as_one = not monster.detachment and number >= (monster.detachment_from or 10)
        state, _ = word(table(), "add_foes", ref, number, *(["one_by_one"] if as_one else []))
        assert len(state.foes) == number
        assert len({one.id for one in state.foes}) == len(state.foes)


@covers("modified_cairn.unit.detachment")
def test_how_many_make_a_detachment_is_the_gms_call():
    guards, _ = word(table(), "add_foes", "modified_cairn.monster.guard", 20, "detachment")
    assert [(one.detachment, one.name) for one in guards.foes] == [(True, "Guard x20")]
    few, play = word(table(), "add_foes", "modified_cairn.monster.guard", 9)
    assert not any(one.detachment for one in few.foes)
    assert "as_one" not in [getattr(one, "what", "") for one in play.asked]


@covers("modified_cairn.action.ref_set_size", "modified_cairn.inventory.bundle", "modified_cairn.size.petty")
def test_the_gm_calls_a_heap_a_bunch():
    stones = replace(thing("rope", "pack", "stones"), name="Stones", count=9)
    state, _ = word(table(replace(pc("ann"), items=(stones,))), "set_size", "petty", 0, 5)
    assert slots(find(state, "ann").items[0]) == 2, "nine in bundles of five"
    none, _ = word(table(replace(pc("ann"), items=(stones,))), "set_size", "petty", 0, 0)
    assert slots(find(none, "ann").items[0]) == 0


@covers("modified_cairn.action.ref_harm", "modified_cairn.hurt.unpreventable", "modified_cairn.hurt.unpreventable_save")
def test_a_fall_of_four_goes_straight_to_vigour():
    ann = pc("ann", thing("chain_mail", "body"), guard=5, vig=9)
    after, _ = word(table(ann), "harm", "VIG", "1d6", "no", 4)
    one = find(after, "ann")
    assert (one.vigour, one.guard, one.states, one.scars) == (5, 5, ("wounded",), ())
    down, _ = word(table(ann), "harm", "VIG", "1d6", "yes", 4, 6)
    assert "critically_wounded" in find(down, "ann").states
    dead, _ = word(table(ann), "harm", "VIG", "2d6", "no", [6, 6])
    assert "dead" in find(dead, "ann").states
    lost, _ = word(table(pc("ann", spi=3)), "harm", "SPI", "3")
    assert find(lost, "ann").states == ("hopeless",)


@covers("modified_cairn.monster.fire_elemental")
def test_a_bucket_of_water_costs_a_fire_elemental_a_d12():
    state, _ = word(State(phase="free"), "add_foes", "modified_cairn.monster.fire_elemental", 1)
    after, play = word(state, "harm", "VIG", "d12", "no", 5, 14)
    assert after.foes[0].vigour == 3
    assert play.asked[1].options[0] == "d12"


@covers("modified_cairn.detachment.rout", "modified_cairn.detachment.no_critical", "modified_cairn.enemy.huge")
def test_a_detachment_that_is_harmed_without_an_attack_makes_the_save_against_rout_and_no_other():
    state, _ = word(State(phase="free"), "add_foes", "modified_cairn.monster.fire_elemental", 1)
    stands, _ = word(state, "harm", "VIG", "d12", "yes", 5, 14)
    assert stands.foes[0].states == ("wounded",)
    flees, _ = word(state, "harm", "VIG", "d12", "yes", 5, 15)
    assert "routed" in flees.foes[0].states
    whole, _ = word(state, "harm", "VIG", "d12", "yes", 3)
    assert whole.foes[0].vigour == 5, "more than half is left"


@covers("modified_cairn.action.ref_condition")
def test_conditions_begin_and_end_by_the_gms_word_with_a_reason():
    state, _ = word(table(), "condition", "ann", "expose", "in chains")
    assert (find(state, "ann").exposed, exposed(find(state, "ann"))) == (("in chains",), True)
    state, _ = word(state, "condition", "ann", "cover")
    assert not exposed(find(state, "ann"))
    state, _ = word(state, "condition", "ann", "deprive", "bad air")
    assert find(state, "ann").deprived == (("bad air", 8 * HOUR),)
    state, _ = word(state, "condition", "ann", "relieve")
    assert find(state, "ann").deprived == ()
    state, _ = word(state, "condition", "ann", "strain")
    assert find(state, "ann").strain == ("pack",)
    state, _ = word(state, "condition", "ann", "ease")
    assert find(state, "ann").strain == ()
    state, _ = word(state, "condition", "bo", "fatigue")
    assert find(state, "bo").states == ("fatigued",)
    assert find(word(state, "condition", "bo", "refresh")[0], "bo").states == ()


@covers("modified_cairn.action.ref_harm", "modified_cairn.combat.new_round")
def test_harm_in_a_fight_may_end_it():
    state = fighting(pc("ann"), foes=(foe(vig=3),))
    after, _ = word(state, "harm", "goblin", "VIG", "3", "no")
    assert (after.combat, after.ended.how) == (None, "foes_down")
    asleep, _ = word(fighting(pc("ann"), pc("bo")), "set_state", "ann", "asleep")
    assert asleep.combat.acting == ("bo",)


@covers("modified_cairn.action.ref_set_size")
def test_the_gm_gives_takes_and_sizes_things():
    state, _ = word(table(), "give", "ann", "modified_cairn.weapon.longsword")
    (sword,) = find(state, "ann").items
    assert sword.dice == (8,)
    state, _ = word(state, "set_size", "bulky", 3)
    (sword,) = find(state, "ann").items
    assert (sword.size, sword.uses) == ("bulky", 3)
    state, _ = word(state, "take")
    assert find(state, "ann").items == ()


def test_everything_of_the_lists_can_be_given():
    for ref in listed():
        state, _ = word(table(), "give", "ann", ref)
        assert find(state, "ann").items[0].ref == ref


@covers("modified_cairn.event.mood")
def test_every_table_can_be_rolled_openly_or_in_secret():
    for of in rollable(tables()):
        for how, seen in (("open", ("everyone",)), ("secret", (REFEREE,))):
            play = First(of, how)
            GAME.perform(play, table(), Action("roll_table"))
            told = play.told[0]
            assert (told.facts[0], told.seen_by) == (of, seen)
            assert told.code == ("table" if len(told.facts) == 3 else "table.row"), "nothing is said of a bare name"
            assert all(told.facts)
    _, play = word(table(), "secret_roll", 2, 10, [3, 9])
    assert (play.told[0].facts, play.told[0].seen_by) == ((2, 10, (3, 9), 12), (REFEREE,))
    assert play.asked[-1].hidden


class First(Scripted):
    """A script for choices; every die shows a 1."""

    def _answer(self, question):
        return (1,) * question.n if hasattr(question, "sides") else super()._answer(question)


def test_time_passes_and_rulings_change():
    state, _ = word(State(phase="town", party=(pc("ann"),)), "let_time_pass", "hours", 3)
    assert state.clock == 11 * HOUR
    capped, _ = word(table(), "switch_setting", "armour_cap", 3)
    assert capped.settings == Settings(armour_cap=3)
    swapped, _ = word(table(), "switch_setting", "swap_two", "yes")
    assert swapped.settings == Settings(swap_two=True)
    assert swapped.settings.swap_two is True


@pytest.mark.parametrize("what", NUMBERS)
@covers("modified_cairn.play.reasonable")
def test_every_number_can_be_set(what):
    state, _ = word(table(), "set_value", "ann", what, 3)
    one = find(state, "ann")
    assert getattr(one.wealth if what in {"copper", "silver", "gold"} else one, what) == 3
    if what.endswith("_max"):
        assert getattr(one, what[:-4]) == 3


@pytest.mark.parametrize("code", STATES)
@covers("modified_cairn.play.reasonable")
def test_every_state_can_begin_and_end(code):
    state, _ = word(table(), "set_state", "ann", code)
    assert code in find(state, "ann").states
    state, _ = word(state, "set_state", "ann", code)
    assert find(state, "ann").states == ()
    assert gain(pc("ann"), code).states == (code,)


@covers("modified_cairn.play.reasonable", "modified_cairn.hurt.bleed_out")
def test_whom_the_gm_has_critically_wounded_has_an_hour_to_live():
    start = table(clock=8 * HOUR)
    down, _ = word(start, "set_state", "ann", "critically_wounded")
    assert find(down, "ann").dies_at == 9 * HOUR
    poisoned = table(replace(pc("ann"), dies_at=8 * HOUR + 60), pc("bo"), clock=8 * HOUR)
    assert find(word(poisoned, "set_state", "ann", "critically_wounded")[0], "ann").dies_at == 8 * HOUR + 60
    up, _ = word(down, "set_state", "ann", "critically_wounded")
    assert find(up, "ann").dies_at == 0
    assert find(word(start, "set_state", "ann", "wounded")[0], "ann").dies_at == 0


@covers("modified_cairn.quality.vig_zero", "modified_cairn.quality.cla_zero", "modified_cairn.quality.spi_zero")
def test_numbers_of_the_gms_bring_what_they_bring():
    for what, code in (("clarity", "unresponsive"), ("spirit", "hopeless")):
        state, _ = word(table(), "set_value", "ann", what, 0)
        assert find(state, "ann").states == (code,)
        state, _ = word(state, "set_value", "ann", what, 1)
        assert find(state, "ann").states == ()
    dead, _ = word(table(), "set_value", "ann", "vigour", 0)
    assert find(dead, "ann").states == ("dead",)
    hurt = table(replace(pc("ann", vig=4, vig_max=9), states=("wounded",)))
    assert find(word(hurt, "set_value", "vigour", 9)[0], "ann").states == ()
    mindless = table(pc("ann"), foes=(foe(spi=0),))
    assert find(word(mindless, "set_value", "goblin", "guard", 2)[0], "goblin").states == ()


@covers("modified_cairn.combat.new_round")
def test_nothing_is_left_of_a_foe_that_leaves_in_the_middle_of_a_fight():
    foes = [foe("chief", states=("leader",)), foe("band", detachment=True)]
    state = lasting(fighting(pc("ann"), foes=foes, leader="chief"), "chief", "armorless", 1)
    gone, _ = word(state, "dismiss_foes", "chief")
    assert (fight(gone).lasting, fight(gone).leader) == ((), "")
    after, _ = word(gone, "go_on")
    assert fight(after).side == "foes"


@covers("modified_cairn.combat.new_round")
def test_a_casting_goes_on_upon_those_who_are_still_there():
    def cast_upon(*targets):
        casting = Casting("rune", "damage_blast", targets=targets, sides=6)
        made = Declaration("ann", "cast", item="rune", casting=casting)
        foes = [foe("one"), foe("two"), foe("three")]
        return fighting(pc("ann"), pc("bo"), foes=foes, declared=(made,))

    both, _ = word(cast_upon("one", "two"), "dismiss_foes", "two")
    (made,) = fight(both).declared
    assert made.casting is not None
    assert made.casting.targets == ("one",)
    alone, _ = word(cast_upon("two"), "dismiss_foes", "two")
    assert fight(alone).declared == ()
