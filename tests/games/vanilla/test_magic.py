"""Casting: who can and when, the roll to control, what failing costs, rituals, Corrupted spells, study."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.characters.helpers import hired
from tallow.games.vanilla.characters.levels import gain_level, new_spell
from tallow.games.vanilla.checks.rolls import controls
from tallow.games.vanilla.combat.moving import DEEDS as MOVES
from tallow.games.vanilla.entries import spells
from tallow.games.vanilla.gear.inventory import enchanted, scroll
from tallow.games.vanilla.magic.casting import DEEDS, cast_quickly, control_numbers, corrupted, sources
from tallow.games.vanilla.magic.lasting import begin
from tallow.games.vanilla.magic.random_spells import learned
from tallow.games.vanilla.magic.study import DEEDS as STUDY
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import HOUR, WEEK, Item, Known
from tallow.games.vanilla.world.watches import purified
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find, put
from tallow.play import distribution
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.casters import SPELL, Auto, beast, effects, mage, scene
from tests.games.vanilla.fighters import armour, fighting, perform, refusal, somebody, table, weapon

BOOK = ("book", f"{SPELL}sleep")
SLEEP = f"{SPELL}sleep"


def sleep_scroll(id_="s1", spell="sleep", **more):
    return replace(scroll(f"{SPELL}{spell}", spell.capitalize(), id_), **more)


@covers("vanilla.cast.control", "vanilla.cast.success", "vanilla.cast.quick")
@pytest.mark.parametrize(("ac", "controlled"), [(0, (3, 10)), (2, (1, 5)), (6, (0, 1))])
def test_a_spell_is_controlled_between_own_ac_and_st(ac, controlled):
    worn = (armour("light", ac=ac),) if ac else ()
    numbers = control_numbers(scene(), mage("sleep", level=1, items=worn))
    assert distribution(controls, *numbers, "mira").get(True, 0) * controlled[1] == controlled[0]
    assert done(controls, 6, 6, "mira", script=[])[0] is False


@covers("vanilla.cast.control", "vanilla.table.magic_armour", "vanilla.monster.penalty")
def test_all_armour_counts_but_a_mages_own():
    state = scene()
    both = (armour("heavy"), armour("shield", "a2"))
    assert control_numbers(state, mage(level=1, items=both)) == (6, 7)
    robe = replace(enchanted("vanilla.table.magic_armour", 6, "robe"), place="worn")
    assert control_numbers(state, mage(level=1, items=(robe,))) == (6, 0)


@covers("vanilla.cast.success", "vanilla.cast.always", "vanilla.item.scroll", "vanilla.action.quick_cast")
def test_a_controlled_spell_leaves_book_and_scroll_unharmed():
    state = scene(party=(mage("sleep", level=1, items=(sleep_scroll(),)),), foes=(beast("Orc", at=20),))
    for source in (("book", SLEEP), ("scroll", SLEEP, "s1")):
        after, _ = perform(DEEDS, "quick_cast", state, "mira", script=[source, "orc", 6, [1, 1], 2])
        assert has(find(after, "orc"), "asleep")
        assert (find(after, "mira").book, find(after, "mira").items) == (state.party[0].book, state.party[0].items)
        assert after.combat.round == state.combat.round + 1


@covers("vanilla.magic.no_move")
def test_after_a_spell_the_move_is_left_for_reloading_alone():
    bow = weapon("medium_ranged", "bow", place="hands", loaded=False)
    state = scene(party=(mage("sleep", level=1, items=(bow,)),), foes=(beast("Orc", at=20),))
    after, _ = perform(DEEDS, "quick_cast", state, "mira", script=["orc", 6, [1, 1]])
    assert (after.combat.turn, after.combat.move, find(after, "mira").cast) == ("mira", True, True)
    assert refusal(MOVES, "move", after, "mira") == "has_cast"


@covers("vanilla.cast.scroll_fail", "vanilla.cast.scroll_miscast", "vanilla.miscast.half", "vanilla.corrupt.where")
def test_a_scroll_that_is_not_controlled_is_destroyed():
    goblins = tuple(beast("Goblin", f"g{n}", at=30) for n in range(5))
    state = scene(party=(mage("sleep", level=1, items=(sleep_scroll(),)),), foes=goblins)
    script = [("scroll", SLEEP, "s1"), "foes", 9, 8, [3, 4], "rest"]
    after, _ = perform(DEEDS, "quick_cast", state, "mira", script=script)
    mira = find(after, "mira")
    assert (mira.items, mira.grit, mira.book[0].corrupted) == ((), 4, False)
    assert sum([has(foe, "asleep") for foe in after.foes]) == 3


@covers(
    "vanilla.cast.book_fail_mark",
    "vanilla.cast.book_fail_damage",
    "vanilla.cast.book_fail_miscast",
    "vanilla.table.miscast",
)
@pytest.mark.parametrize(
    ("overflow", "grit", "left"), [("absorb", 2, (0, 6)), ("carry", 2, (0, 5)), ("absorb", 0, (0, 3))]
)
def test_failing_from_the_book_corrupts_hurts_and_miscasts(overflow, grit, left):
    party = (mage("fireball", level=1, grit=grit),)
    state = scene(party=party, foes=(beast("Orc", at=50),), settings={"grit_overflow": overflow})
    source = ("book", f"{SPELL}fireball")
    script = [7, 7, 3]
    after, play = done(cast_quickly, state, "mira", source, "orc", script=script)
    mira = find(after, "mira")
    assert (mira.grit, mira.flesh) == left
    assert mira.book == (Known(f"{SPELL}fireball", corrupted=True),)
    assert play.codes().index("spell.corrupted") < play.codes().index("miscast")


@covers("vanilla.cast.book_fail_miscast")
def test_the_table_is_rolled_even_if_the_caster_falls():
    state = scene(party=(mage("fireball", level=1, grit=0, flesh=2),), foes=(beast("Orc", at=50),))
    script = [7, 20, 7, 3]
    after, play = done(cast_quickly, state, "mira", ("book", f"{SPELL}fireball"), "orc", script=script)
    assert has(find(after, "mira"), "dead")
    assert "miscast" in play.codes()


@covers("vanilla.corrupt.quick", "vanilla.corrupt.where")
def test_a_corrupted_spell_is_never_controlled():
    one = replace(mage(level=10, items=(sleep_scroll(),)), book=(Known(SLEEP, corrupted=True),))
    state = scene(party=(one,), foes=(beast("Orc", at=20),))
    after, play = done(cast_quickly, state, "mira", ("corrupted", SLEEP), "orc", script=[7])
    assert [(question.n, question.sides) for question in play.asked] == [(1, 8)]
    assert find(after, "mira").grit == one.grit - 1
    safe, _ = done(cast_quickly, state, "mira", ("scroll", SLEEP, "s1"), "orc", script=[1, [1, 1]])
    assert has(find(safe, "orc"), "asleep")


@covers("vanilla.cast.who", "vanilla.setting.fighter_scrolls", "vanilla.cast.always", "vanilla.item.spellbook")
def test_who_can_cast_and_from_what():
    ann = somebody("ann", items=(sleep_scroll(),), book=(Known(SLEEP),))
    assert sources(table(ann), ann) == ()
    opened = table(ann, settings={"fighter_scrolls": True})
    assert sources(opened, ann) == (("scroll", SLEEP, "s1"),)
    plate = replace(ann, items=(sleep_scroll(), armour("light", ac=3)))
    assert control_numbers(opened, plate) == (5, 3)
    found = Item(
        "b1", "Spellbook", "vanilla.item.spellbook", book=(Known(f"{SPELL}web"), Known(f"{SPELL}fly", corrupted=True))
    )
    mira = replace(mage("sleep", items=(found,)), book=(Known(SLEEP), Known(f"{SPELL}charm", corrupted=True)))
    listed = sources(table(mira), mira)
    assert listed == (
        BOOK,
        ("found", f"{SPELL}web", "b1"),
        ("corrupted", f"{SPELL}charm"),
        ("found", f"{SPELL}fly", "b1"),
    )
    assert [corrupted(mira, source) for source in listed] == [False, False, True, True]
    after, _ = done(cast_quickly, scene(party=(mira,)), "mira", ("found", f"{SPELL}web", "b1"), "orc", script=[20, 7])
    assert find(after, "mira").items[0].book == (
        Known(f"{SPELL}web", corrupted=True),
        Known(f"{SPELL}fly", corrupted=True),
    )
    elf = beast("Elf", of="vanilla.class.magic_user", book=(Known(SLEEP),))
    assert sources(scene(foes=(elf,)), elf) == (BOOK,)


@covers("vanilla.magic.no_move", "vanilla.magic.damaged", "vanilla.magic.else", "vanilla.action.quick_cast")
def test_who_moved_or_was_hurt_cannot_cast_but_do_all_else():
    def refused(**changes):
        state = scene(party=(mage("sleep", **changes),))
        return refusal(DEEDS, "quick_cast", state, "mira")

    assert (refused(), refused(moved=True), refused(hurt=True), refused(cast=True)) == (
        "",
        "has_moved",
        "was_hurt",
        "one_spell",
    )
    assert refusal(MOVES, "move", scene(party=(mage("sleep", hurt=True),)), "mira") == ""
    assert refusal(MOVES, "move", scene(party=(mage("sleep", cast=True),)), "mira") == "has_cast"
    assert refusal(DEEDS, "quick_cast", scene("sleep", dark=True), "mira") == "too_dark"
    assert refusal(DEEDS, "quick_cast", scene("insect_plague"), "mira") == "nothing_to_cast"


@covers("vanilla.magic.free_attacks", "vanilla.free.timing", "vanilla.setting.free_attack_spoils_spell")
@pytest.mark.parametrize("spoils", [False, True])
def test_casting_in_melee_gives_free_attacks_before_the_roll(spoils):
    foes = (beast("Orc", at=5),)
    state = scene(party=(mage("sleep", level=1),), foes=foes, settings={"free_attack_spoils_spell": spoils})
    struck = ["orc", 5, "damage", 2]
    script = struck if spoils else [*struck, "orc", 1, [1, 1], 2]
    after, play = perform(DEEDS, "quick_cast", state, "mira", script=script)
    assert find(after, "mira").grit == 1
    assert has(find(after, "orc"), "asleep") == (not spoils)
    assert find(after, "mira").book == (Known(SLEEP),)
    assert ("deed.lost" in play.codes()) == spoils


@covers("vanilla.magic.free_attacks")
def test_a_caster_who_is_knocked_out_casts_nothing():
    state = scene(party=(mage("sleep", level=1, grit=0, flesh=1),), foes=(beast("Orc", at=5),))
    after, _ = perform(DEEDS, "quick_cast", state, "mira", script=["orc", 5, "damage", 2, 6, 3])
    assert (find(after, "mira").book, effects(after)) == ((Known(SLEEP),), [])


@covers("vanilla.cast.quick")
def test_outside_a_fight_a_quick_spell_takes_a_round():
    state = table(mage("levitate", level=1))
    after, _ = perform(DEEDS, "quick_cast", state, "mira", script=[1])
    assert (after.clock - state.clock, effects(after)) == (1, [("aloft", ("mira",), 9, 20)])
    assert not find(after, "mira").cast


@covers("vanilla.action.concentrate")
def test_keeping_up_a_spell_is_the_action():
    state = begin(Auto(), scene(), f"{SPELL}wall_of_fire_or_ice", "wall_fire", "mira", (), until="concentration", at=10)
    kept, play = perform(DEEDS, "concentrate", state, "mira")
    assert play.codes()[0] == "concentrates"
    assert [effect.mode for effect in kept.effects] == ["wall_fire"]
    assert not kept.combat.action
    assert refusal(DEEDS, "concentrate", scene(), "mira") is None


@covers("vanilla.cast.ritual_time", "vanilla.cast.ritual_control", "vanilla.action.ritual", "vanilla.time.clock")
def test_a_ritual_takes_an_hour_for_each_level_and_no_roll():
    state = table(mage("fly", level=1, items=(armour("heavy"),)), place="settlement")
    after, play = perform(DEEDS, "ritual", state, "mira", script=[4])
    assert after.clock - state.clock == 3 * HOUR
    assert effects(after)[0][0] == "flying"
    assert [question.sides for question in play.asked] == [6]


@covers("vanilla.cast.ritual_broken")
def test_a_meeting_breaks_a_ritual_off():
    state = table(mage("sleep", items=(sleep_scroll(),)))
    play = Auto({6: 1, 12: 10}, ritual_what=("scroll", SLEEP, "s1"))
    ritual = next(deed for deed in DEEDS if deed.name == "ritual")
    after = ritual.do(play, state, "mira")
    assert (after.phase, find(after, "mira").items) == ("encounter", (sleep_scroll(),))
    assert (effects(after), find(after, "mira").book, "ritual.broken" in play.codes()) == ([], (Known(SLEEP),), True)
    assert after.clock - state.clock < HOUR


@covers("vanilla.corrupt.ritual")
def test_a_corrupted_ritual_costs_its_level():
    known = (Known(f"{SPELL}levitate", corrupted=True),)
    state = table(replace(mage(level=4, grit=5), book=known), place="settlement")
    after, _ = perform(DEEDS, "ritual", state, "mira")
    assert (find(after, "mira").grit, effects(after)[0][0]) == (3, "aloft")
    assert find(after, "mira").book == known
    faint = table(replace(mage(level=1, grit=0, flesh=2), book=known), place="settlement")
    out, play = perform(DEEDS, "ritual", faint, "mira", script=[1, 4])
    assert (effects(out), play.codes()[-1]) == ([], "fizzles")


@covers("vanilla.corrupt.purify")
def test_a_night_purifies_one_spell():
    book = tuple(Known(f"{SPELL}{name}", corrupted=True) for name in ("sleep", "web", "fly"))
    state = table(replace(mage(), book=book))
    nights = 0
    while any(known.corrupted for known in find(state, "mira").book):
        state = purified(Auto(), replace(state, clock=state.clock + 24 * HOUR))
        nights += 1
    assert nights == 3
    once = purified(Auto(), table(replace(mage(), book=book), settings={"purify_again": "daily"}))
    assert sum([known.corrupted for known in purified(Auto(), once).party[0].book]) == 2
    unsafe = purified(Auto(safe_enough="no"), table(replace(mage(), book=book)))
    assert find(unsafe, "mira").book == book


@covers("vanilla.learn.level", "vanilla.learn.duplicates", "vanilla.spell.random", "vanilla.action.learn")
def test_a_level_brings_a_random_spell():
    script = [1, 9, 2, 12]
    one, _ = done(gain_level, mage("sleep", level=1), Settings(), script=script)
    assert [known.spell for known in one.book] == [SLEEP, f"{SPELL}web"]
    assert one.life.spells_gained == (f"{SPELL}web",)
    free, _ = done(new_spell, mage("sleep"), Settings(), script=[6, f"{SPELL}teleport"])
    assert free.book[-1] == Known(f"{SPELL}teleport")
    assert done(learned, "p", tuple(spells()), script=[])[0] == ""


@covers("vanilla.learn.level_scroll", "vanilla.learn.scroll_kept", "vanilla.setting.scroll_copy")
@pytest.mark.parametrize(("copy", "left"), [("kept", 1), ("consumed", 0)])
def test_a_level_may_take_a_scroll_instead(copy, left):
    one, play = done(new_spell, mage(items=(sleep_scroll(),)), Settings(scroll_copy=copy), script=[SLEEP])
    assert (one.book, len(one.items)) == ((Known(SLEEP),), left)
    assert len(play.asked) == 1


def student(spell="wizard_eye", coins=1000, copy="kept"):
    one = mage(level=4, items=(sleep_scroll(spell=spell),), coins=coins)
    state = table(one, place="settlement", settings={"scroll_copy": copy})
    state, mentor = hired(Auto(), state, "vanilla.helper.specialist", "mira", "mentor")
    return replace(state, party=(*state.party, mentor))


@covers("vanilla.learn.study", "vanilla.action.study", "vanilla.service.mentor", "vanilla.learn.scroll_kept")
@pytest.mark.parametrize("copy", ["kept", "consumed"])
def test_a_level_4_scroll_takes_four_weeks(copy):
    state = student(copy=copy)
    for week in range(4):
        assert find(state, "mira").book == ()
        assert find(state, "mira").items[0].studied == week
        state, play = perform(STUDY, "study", state, "mira", script=["let_go", "add"] if week == 3 else ["pay"])
        studied = [one.facts for one in play.told if one.code == "studies"]
        assert studied == [("Mira", f"{SPELL}wizard_eye", week + 1, 4)]
        assert ("learns" in play.codes()) == (week == 3)
    mira = find(state, "mira")
    assert mira.book == (Known(f"{SPELL}wizard_eye"),)
    assert (len(mira.items), mira.coins) == (1 if copy == "kept" else 0, 1000 - 300), (
        "the first week was paid on hiring"
    )
    assert state.clock - student().clock == 4 * WEEK


@covers("vanilla.learn.study")
def test_a_studied_spell_may_be_added_later_without_a_mentor():
    state, _ = perform(STUDY, "study", student("sleep"), "mira", script=["let_go", "not_now"])
    alone = replace(state, party=state.party[:1])
    after, _ = perform(STUDY, "study", alone, "mira", script=["add"])
    assert (find(after, "mira").book, after.clock) == ((Known(SLEEP),), state.clock)
    other = replace(find(alone, "mira"), items=(*alone.party[0].items, sleep_scroll("s2", "web")))
    _, play = perform(STUDY, "study", put(alone, other), "mira", script=["add"])
    assert [question.what for question in play.asked] == ["add_spell"]


@covers("vanilla.learn.study", "vanilla.helper.pay")
def test_without_a_mentor_there_is_no_study():
    assert refusal(STUDY, "study", table(mage(items=(sleep_scroll(),)), place="settlement"), "mira") == "no_mentor"
    assert refusal(STUDY, "study", student("sleep"), "mira") == ""
    alone = put(student("sleep"), replace(student("sleep").party[1], pay=None))
    assert refusal(STUDY, "study", alone, "mira") == "no_mentor"
    poor = replace(student("web", coins=0), clock=student().clock + 1)
    after, play = perform(STUDY, "study", poor, "mira")
    assert (find(after, "mira").items[0].studied, play.codes()[-1]) == (0, "study.broken")
    assert refusal(STUDY, "study", table(mage(items=(sleep_scroll(),))), "mira") is None


@covers("vanilla.magic.dangerous")
def test_a_magic_users_first_round():
    state = scene(party=(mage("sleep", level=1, items=(weapon("medium_melee"),)),), combat=fighting(due=("mira",)))
    after, _ = perform(DEEDS, "quick_cast", state, "mira", script=["skeleton", 7, 5, 3, [1, 1]])
    assert find(after, "mira").grit == 0
    assert (find(after, "mira").book[0].corrupted, has(find(after, "skeleton"), "asleep")) == (True, True)
