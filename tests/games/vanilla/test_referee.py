"""The GM's controls: each does what it says, and none breaks a fight that is going on."""

import pytest
from msgspec.structs import replace

from tallow.games.shared.refereeing import rollable
from tallow.games.vanilla.combat.free_attacks import allowed
from tallow.games.vanilla.entries import monsters, spells, tables
from tallow.games.vanilla.record import GAME
from tallow.games.vanilla.referee import controls, marshalling, values
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Item
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find
from tallow.testing import covers
from tests.games.vanilla.fighters import armour, fighting, foe, perform, refusal, somebody, table, weapon


def told(play):
    return [(event.code, event.facts) for event in play.told]


def test_the_gm_tells_all_or_one_and_notes():
    state = table(somebody(), somebody("bob", seat="bea"))
    _, play = perform(controls.DEEDS, "describe", state, "", script=("A wet stair.",))
    assert told(play) == [("described", ("A wet stair.",))]
    _, play = perform(controls.DEEDS, "let_know", state, "", script=("bea", "You smell soap."))
    assert play.told[0].seen_by == ("referee", "bea")
    noted, _ = perform(controls.DEEDS, "note", replace(state, notes="One."), "", script=("Two.",))
    assert noted.notes == "One.\nTwo."


@covers("vanilla.monster.grit", "vanilla.monster.bestiary")
def test_enemies_of_the_bestiary_are_rolled_one_by_one():
    state = table(somebody())
    script = ("vanilla.monster.skeleton", 2, (3,), (4,), (5,), (1,))
    after, play = perform(controls.DEEDS, "add_foes", state, "", script=script)
    assert [(one.name, one.grit, one.flesh) for one in after.foes] == [("Skeleton", 3, 5), ("Skeleton (2)", 5, 2)]
    assert play.told[0].seen_by == ("referee",)


@covers("vanilla.monster.ac", "vanilla.class.leader")
@pytest.mark.parametrize(
    ("line", "numbers"),
    [("HD 7", (7, 5, 17, 12, 2)), ("HD 3 AC 6", (3, 6, 13, 8, 2)), ("fighter 6", (6, 0, 14, 10, 2))],
)
def test_the_gm_writes_who_comes(line, numbers):
    after, _ = perform(controls.DEEDS, "write_foe", table(somebody()), "", script=(line,))
    (one,) = after.foes
    assert (one.level, one.ac, one.av, one.st, allowed(one)) == numbers
    assert one.kind == "enemy"


def test_what_cannot_be_read_is_said():
    after, play = perform(controls.DEEDS, "write_foe", table(somebody()), "", script=("Orcish x2",))
    assert after.foes == ()
    assert play.told[0].code == "malformed"


@covers("vanilla.setting.enemy_death_save", "vanilla.combat.information")
def test_foes_are_named_revealed_and_dismissed():
    state = table(somebody(), foes=(foe(), foe("wolf")))
    named, _ = perform(controls.DEEDS, "name_foe", state, "", script=("orc", "Grish"))
    assert (find(named, "orc").name, find(named, "orc").traits) == ("Grish", ("named",))
    shown, _ = perform(controls.DEEDS, "reveal", state, "", script=("wolf",))
    assert [one.revealed for one in shown.foes] == [False, True]
    gone, _ = perform(controls.DEEDS, "dismiss_foes", state, "", script=("orc",))
    assert [one.id for one in gone.foes] == ["wolf"]
    assert perform(controls.DEEDS, "dismiss_foes", state, "", script=("all",))[0].foes == ()


@covers("vanilla.action.gm_surprise", "vanilla.combat.surprise", "vanilla.phase.round_start")
@pytest.mark.parametrize(
    ("said", "aware"), [("nobody", (True, True)), ("party", (False, True)), ("foes", (True, False))]
)
def test_a_fight_begins_and_somebody_may_be_surprised(said, aware):
    state = replace(table(somebody(), foes=(foe(at=40),)), phase="encounter", busy=(("ann", "rest"),))
    after, _ = perform(marshalling.DEEDS, "start_combat", state, "", script=(said, (4,)))
    assert after.combat is not None
    assert (after.phase, after.busy, after.combat.first, find(after, "orc").at) == ("combat", (), "party", 40)
    assert tuple("unaware" not in one.conditions for one in (*after.party, *after.foes)) == aware
    assert after.combat.side == ("foes" if said == "party" else "party")


def test_nobody_fights_nobody():
    assert (
        refusal(marshalling.DEEDS, "start_combat", table(somebody(), foes=(foe(conditions=("dead",)),)), "")
        == "no_foes"
    )
    down = table(somebody(conditions=("out",)), foes=(foe(),))
    assert refusal(marshalling.DEEDS, "start_combat", down, "") == "nobody_up"


@covers("vanilla.combat.end")
def test_the_gm_calls_a_fight_off():
    state = table(somebody(), foes=(foe(),), combat=fighting("ann"))
    after, _ = perform(marshalling.DEEDS, "end_combat", state, "")
    assert after.ended is not None
    assert (after.combat, after.ended.how, after.phase) == (None, "called_off", "explore")


@covers("vanilla.action.gm_advantage", "vanilla.special.advantage_when", "vanilla.special.unaware")
def test_the_gm_grants_an_advantage_or_unawareness():
    state = table(somebody(items=(weapon("medium_melee"),)), foes=(foe(),), combat=fighting("ann"))
    after, _ = perform(marshalling.DEEDS, "grant", state, "", script=("ann", "advantage"))
    assert after.combat is not None
    assert after.combat.advantage == ("ann",)
    after, _ = perform(marshalling.DEEDS, "grant", state, "", script=("orc", "unaware"))
    assert find(after, "orc").conditions == ("unaware",)


@covers("vanilla.action.gm_call_save", "vanilla.save.kinds", "vanilla.save.who")
def test_each_of_the_party_saves_for_itself():
    state = table(somebody(st=5), somebody("bob", st=5))
    _, play = perform(controls.DEEDS, "call_save", state, "", script=("party", "poison", 2, "You sicken.", (7,), (8,)))
    assert told(play) == [
        ("save.stake", ("You sicken.",)), ("save.made", ("Ann", "poison")), ("save.failed", ("Bob", "poison")),
    ]  # fmt: skip


@covers("vanilla.action.gm_damage", "vanilla.damage.direct")
@pytest.mark.parametrize(("how", "left"), [("grit_first", (1, 6)), ("straight_to_flesh", (5, 2))])
def test_damage_that_is_no_attack(how, left):
    after, _ = perform(controls.DEEDS, "deal_damage", table(somebody()), "", script=("1d6", how, (4,)))
    assert (find(after, "ann").grit, find(after, "ann").flesh) == left


def test_damage_in_a_fight_may_end_it():
    state = table(somebody(), foes=(foe(grit=0, flesh=1),), combat=fighting("ann"))
    after, _ = perform(controls.DEEDS, "deal_damage", state, "", script=("orc", "1", "grit_first"))
    assert after.ended is not None
    assert after.ended.how == "foes_down"


def test_a_condition_in_a_fight_passes_the_go_on():
    state = table(somebody(), somebody("bob"), foes=(foe(),), combat=fighting("ann", due=("bob",)))
    after, _ = perform(values.DEEDS, "set_condition", state, "", script=("ann", "paralysed"))
    assert after.combat is not None
    assert (after.combat.turn, after.combat.due) == ("", ("bob",))


@covers("vanilla.carry.full", "vanilla.item.potion")
@pytest.mark.parametrize("ref", controls.listed())
def test_every_listed_thing_can_be_given_and_taken(ref):
    kind = ("unknown",) if ref == "vanilla.item.potion" else ()
    state, _ = perform(controls.DEEDS, "give", table(somebody()), "", script=(ref, *kind))
    (thing,) = find(state, "ann").items
    assert thing.ref == ref
    gone, _ = perform(controls.DEEDS, "take", state, "")
    assert find(gone, "ann").items == ()


def test_what_does_not_fit_lies_on_the_ground():
    full = somebody(slots=1, items=(armour("light"),))
    state, _ = perform(controls.DEEDS, "give", table(full), "", script=("vanilla.armour.heavy",))
    assert [item.name for item in state.ground] == ["Heavy armour"]


@covers("vanilla.carry.treasure", "vanilla.item.treasure")
def test_treasure_has_a_worth_and_slots():
    state, _ = perform(controls.DEEDS, "give_treasure", table(somebody()), "", script=("Silver idol", 250, 3))
    (idol,) = find(state, "ann").items
    assert (idol.name, idol.worth, idol.slots, idol.ref) == ("Silver idol", 250, 3, "vanilla.item.treasure")


@covers("vanilla.item.scroll")
def test_scrolls_hold_a_spell():
    state, _ = perform(controls.DEEDS, "give_scroll", table(somebody()), "", script=("vanilla.spell.web",))
    assert find(state, "ann").items[0].spell == "vanilla.spell.web"
    assert "vanilla.spell.web" in spells()


@covers("vanilla.xp.gold")
@pytest.mark.parametrize(("place", "brought"), [("dungeon", 100), ("settlement", 0)])
def test_gold_counts_from_the_wilds_only(place, brought):
    state, _ = perform(controls.DEEDS, "give_coins", table(somebody(), place=place), "", script=(100,))
    assert (find(state, "ann").coins, state.brought) == (100, brought)


@covers("vanilla.carry.reasonable")
def test_gear_can_be_struck():
    state = table(somebody(gear=("rope", "rope", "anvil"), items=(Item("i", "Cup"),)))
    after, _ = perform(controls.DEEDS, "take", state, "", script=("rope",))
    assert find(after, "ann").gear == ("rope", "anvil")


@pytest.mark.parametrize("of", rollable(tables()))
def test_every_table_can_be_rolled_on_in_secret(of):
    n, _, sides = tables()[of].dice.partition("d")
    faces = tuple(sorted([1] * int(n)))
    _, play = perform(controls.DEEDS, "roll_table", table(somebody()), "", script=(of, "secret", faces))
    assert play.told[0].seen_by == ("referee",)
    assert int(sides) > 1


@covers("vanilla.time.clock")
def test_time_passes():
    town = table(somebody(), place="settlement", clock=0)
    state, _ = perform(controls.DEEDS, "let_time_pass", town, "", script=("hours", 3))
    assert state.clock == 180
    _, play = perform(controls.DEEDS, "secret_roll", state, "", script=(2, 6, (3, 5)))
    assert play.asked[2].hidden


@pytest.mark.parametrize("name", Settings.__struct_fields__)
def test_every_setting_can_be_switched_and_has_its_entry(name):
    entry = GAME.book.entries()[f"vanilla.setting.{name}"]
    for value in entry.data["values"]:
        said = f"{name}.{value}" if isinstance(value, str | bool) else value
        after, _ = perform(controls.DEEDS, "switch_setting", table(somebody()), "", script=(name, said))
        assert getattr(after.settings, name) == value
        assert isinstance(value, int) or GAME.words.has("term", said)


@pytest.mark.parametrize(("what", "number"), [("grit", 2), ("st", 12), ("coins", 250), ("bubbles", 3)])
def test_the_gm_sets_a_number(what, number):
    after, _ = perform(values.DEEDS, "set_value", table(somebody()), "", script=(what, number))
    assert getattr(find(after, "ann"), what) == number


def test_a_lower_maximum_takes_what_is_left_with_it():
    after, _ = perform(values.DEEDS, "set_value", table(somebody()), "", script=("grit_max", 3))
    assert (find(after, "ann").grit, find(after, "ann").grit_max) == (3, 3)
    after, _ = perform(values.DEEDS, "set_value", table(somebody()), "", script=("xp", 2000))
    assert find(after, "ann").life.xp == 2000


def test_the_dead_are_alive_again_by_the_gms_word():
    state = table(somebody(flesh=0, conditions=("dead",)))
    after, _ = perform(values.DEEDS, "set_condition", state, "", script=("dead",))
    assert (find(after, "ann").conditions, find(after, "ann").flesh) == ((), 1)


def test_a_row_that_is_an_entry_is_named_once():
    of = "vanilla.table.encounter_dungeon_1"
    _, play = perform(controls.DEEDS, "roll_table", table(somebody()), "", script=(of, "open", 10))
    assert [(told.code, told.facts) for told in play.told] == [("table.entry", (of, "Orc"))]


def test_all_monsters_can_be_brought():
    script = ("vanilla.monster.bear", 1, (1, 1, 1, 1, 1), (1,))
    _, play = perform(controls.DEEDS, "add_foes", table(somebody()), "", script=script)
    assert set(play.asked[0].options) == set(monsters())


@covers("vanilla.damage.pass_out", "vanilla.combat.distance")
def test_the_gms_word_brings_with_it_what_a_condition_brings():
    state = table(somebody(items=(weapon("medium_melee"),)), foes=(foe(),), combat=fighting("ann"))
    out, _ = perform(values.DEEDS, "set_condition", state, "", script=("ann", "out", 4))
    assert (has(out.party[0], "unaware"), out.party[0].items, out.ended.how) == (True, (), "party_down")
    assert out.party[0].wakes == state.clock + 4
    fled, _ = perform(values.DEEDS, "set_condition", state, "", script=("orc", "fled"))
    assert fled.ended.how == "foes_fled"
    there, _ = perform(values.DEEDS, "set_value", state, "", script=("orc", "at", 60))
    assert find(there, "orc").at == 60
