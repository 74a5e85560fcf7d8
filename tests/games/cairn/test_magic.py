"""Books and scrolls, what a casting takes, its risk and its price."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.gear.inventory import armor, holding, slots_used
from tallow.games.cairn.magic.casting import books, cannot_cast, cast_spell, read
from tallow.games.cairn.magic.effects import begin
from tallow.games.cairn.magic.spells import SHUT, bound
from tallow.games.cairn.record import GAME
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import DAY, TURN, Cause, Dungeon, Effect, Item, Scar, State
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Action, Refused
from tallow.mechanics.conditions import gain
from tallow.mechanics.two_sides import find, put
from tallow.play import Scripted, scripted
from tallow.testing import covers
from tests.games.cairn.casters import (
    SAFE,
    SHIELD,
    SWORD,
    Told,
    book,
    creature,
    kept,
    on,
    paper,
    relic,
    silent,
    table,
    why_not,
)

ASK, ALWAYS = Settings(), Settings(casting_save="always")
MAIL = Item("mail", "Chainmail", "cairn.armour.chainmail", slots=2, hands=0, armor=2, place="worn")


def stones(n):
    return tuple(Item(f"stone{at}", "Stone") for at in range(n))


def mage(state):
    return find(state, "mage")


@covers("cairn.magic.spellbook_one", "cairn.magic.spellbook_slot", "cairn.item.spellbook", "cairn.item.scroll")
def test_a_book_holds_one_spell_and_fills_a_slot():
    """Two spells to cast: two books, 2 slots; 3 spellbooks: 3 slots."""
    two = creature("mage", items=(book("sleep"), book("charm", "b2")))
    assert [item.spell for item in books(two)] == ["cairn.spell.sleep", "cairn.spell.charm"]
    assert slots_used(two, SAFE) == 2
    assert slots_used(replace(two, items=(*two.items, book("web", "b3"))), SAFE) == 3


@covers("cairn.magic.scroll_petty", "cairn.magic.scroll_like", "cairn.magic.scroll_fatigue", "cairn.magic.scroll_once")
def test_a_scroll_is_petty_costs_no_fatigue_and_is_gone():
    """1 scroll: 1 casting. In combat: WIL save if the Warden asks, no Fatigue."""
    state = table(paper("sleep"), SWORD, settings=ASK)
    assert slots_used(mage(state), SAFE) == 1
    play = Scripted("f1", "save", [1], "save", [20])
    after = GAME.perform(play, state, Action("cast", "mage"))
    assert mage(after).fatigue == 0
    assert books(mage(after)) == ()
    assert "asleep" in on(after, "f1")
    assert why_not(cannot_cast(after, mage(after))) == "no_spell"


@covers("cairn.magic.scroll_once")
def test_a_scroll_is_gone_even_if_the_save_fails():
    state = table(paper("sleep"), settings=ALWAYS)
    after = GAME.perform(Told(d20=20, consequence="backlash", d6=1), state, Action("cast", "mage"))
    assert books(mage(after)) == ()


@covers("cairn.setting.book_oddity", "cairn.magic.spellbook_odd", "cairn.table.book_oddity")
def test_a_book_has_the_oddity_that_the_table_plays_with():
    spell = "cairn.spell.charm"
    assert scripted(bound, Settings(), spell, "b").oddity == "warm, smells of roses"
    assert scripted(bound, Settings(book_oddity="none"), spell, "b").oddity == ""
    rolled = Settings(book_oddity="random")
    found = [scripted(bound, rolled, spell, "b", script=[face]) for face in range(1, 7)]
    assert [one.oddity for one in found[:3]] == ["", "", ""]
    assert ["smell" in found[3].oddity, "thinks" in found[4].oddity, "moonlight" in found[5].oddity] == [True] * 3
    assert [SHUT in one.qualities for one in found] == [False] * 5 + [True]


@covers("cairn.magic.spellbook_odd")
def test_a_limit_that_is_not_met_blocks_the_casting():
    shut = replace(book("charm"), qualities=("magic", SHUT))
    state = table(shut, fight=False)
    assert why_not(cannot_cast(state, mage(state))) == "book_shut"
    opened = GAME.perform(Told(), state, Action("book_limit"))
    assert cannot_cast(opened, mage(opened)) is None
    assert why_not(cannot_cast(GAME.perform(Told(), opened, Action("book_limit")), mage(state))) == "book_shut"
    weary = put(opened, replace(mage(state), items=(shut, book("web", "open")), fatigue=10))
    assert why_not(cannot_cast(weary, mage(weary))) == "no_room_for_fatigue"


@covers("cairn.magic.spellbook_found", "cairn.magic.spellbook_copy", "cairn.spell.random")
def test_books_are_found_and_only_found():
    state = table(fight=False)
    play = Scripted("mage", "spellbook", "random", [20])
    after = GAME.perform(play, state, Action("find_spell"))
    assert [item.name for item in books(mage(after))] == ["Cure Wounds"]
    makers = [offer.action.name for offer in GAME.actions(state, "player") if "book" in offer.action.name]
    assert makers == []
    full = put(state, replace(mage(state), items=stones(9), fatigue=1))
    left = GAME.perform(Scripted("mage", "spellbook", "cairn.spell.web"), full, Action("find_spell"))
    assert [item.name for item in left.ground] == ["Web"]


@covers("cairn.magic.spellbook_attention")
def test_showing_a_book_before_strangers_is_recorded():
    play = Told()
    read(play, table(book("sniff")), "mage", "book", ("mage",))
    assert "book.seen" in play.codes()
    play = Told()
    read(play, table(book("sniff"), foes=(), fight=False), "mage", "book", ("mage",))
    assert "book.seen" not in play.codes()


def lame(state):
    return put(state, replace(mage(state), scars=(Scar("cairn.scar.sundered", "hand"),)))


def mute(state):
    return put(state, gain(mage(state), "babbling"))


def helmed(state):
    helm = replace(relic("parliaments_promise"), place="worn")
    return put(state, replace(mage(state), items=(*mage(state).items, helm)))


def in_the_dark(state):
    return replace(state, dungeon=Dungeon())


def tired(state):
    return put(state, replace(mage(state), fatigue=10, items=(replace(mage(state).items[0], slots=0),)))


def laden(state):
    return put(state, replace(mage(state), fatigue=9))


def hushed(state):
    silence = Effect("", "cairn.relic.staff_of_silence", "Staff", "f1", world=("silence",), ends=state.clock + 600)
    return begin(state, silence)


def darkened(state):
    candle = Effect("", "cairn.relic.lightsucker_candle", "Candle", "f1", world=("dark",))
    return begin(state, candle)


def bookless(state):
    return put(state, replace(mage(state), items=()))


REASONS = [
    (bookless, "no_spell"),
    (lame, "no_hands"),
    (mute, "no_voice"),
    (helmed, "no_voice"),
    (in_the_dark, "no_light"),
    (darkened, "no_light"),
    (tired, "no_room_for_fatigue"),
    (laden, "no_room_for_fatigue"),
    (hushed, "no_magic"),
    (lambda state: put(state, gain(mage(state), "stunned")), "not_able"),
]


@covers("cairn.cast.anyone", "cairn.cast.how", "cairn.fatigue.all_slots", "cairn.action.cast")
@pytest.mark.parametrize(("spoil", "code"), REASONS)
@pytest.mark.parametrize("how", ["cast", "cast_spell", "cast_enhanced"])
def test_a_refused_casting_changes_nothing_and_rolls_nothing(spoil, code, how):
    state = table(book("sleep"), fight=how == "cast")
    assert cannot_cast(state, mage(state)) is None
    spoilt = spoil(state)
    assert why_not(cannot_cast(spoilt, mage(spoilt))) == code
    play = Scripted()
    with pytest.raises(Refused) as refused:
        GAME.perform(play, spoilt, Action(how, "mage"))
    assert refused.value.refusal.code in {code, "not_now"}
    assert silent(play)


@covers("cairn.cast.how", "cairn.armor.shield")
def test_a_shield_is_put_away_to_read():
    """Armor 2 and shield: Armor 2 until the shield is taken up again on a later turn."""
    state = table(book("sniff"), MAIL, SHIELD)
    assert armor(mage(state)) == 3
    after = GAME.perform(Told(), state, Action("cast", "mage"))
    assert armor(mage(after)) == 2
    assert [item.id for item in holding(mage(after))] == ["book"]


@covers("cairn.cast.how")
def test_the_deaf_can_cast_and_a_third_arm_keeps_the_shield():
    state = put(table(book("sniff"), SHIELD), gain(mage(table(book("sniff"), SHIELD)), "deaf", "multiarm"))
    after = read(Told(), state, "mage", "book", ("mage",))
    assert {item.id for item in holding(mage(after))} == {"book", "shield"}


@covers("cairn.cast.how")
def test_light_to_read_by():
    torch = Item("torch", "Torch", "cairn.item.torch", uses=2, place="hands", lit=True)
    state = put(table(book("sniff"), fight=False, dungeon=Dungeon()), creature("pal", items=(torch,)))
    assert cannot_cast(state, mage(state)) is None


@covers("cairn.cast.fatigue", "cairn.inventory.full")
def test_each_casting_is_a_fatigue():
    """6 slots filled, 3 castings: 9 filled. A 4th: 10 filled, HP 0."""
    state = table(book("sniff"), *stones(5), fight=False)
    for cast, (filled, hp) in enumerate([(7, 5), (8, 5), (9, 5), (10, 0)]):
        state = read(Told(), state, "mage", "book", ("mage",))
        assert mage(state).fatigue == cast + 1
        assert slots_used(mage(state), SAFE) == filled
        assert mage(state).hp == hp


@covers("cairn.fatigue.no_room", "cairn.cast.fatigue")
def test_room_is_made_before():
    """10 of 10 slots with a bulky halberd: drop it, add 1 Fatigue: 9 of 10."""
    halberd = Item("halberd", "Halberd", slots=2, damage="d10", hands=2)
    state = table(book("sniff"), halberd, *stones(7), fight=False)
    play = Told(drop_for_fatigue="halberd")
    after = read(play, state, "mage", "book", ("mage",))
    assert slots_used(mage(after), SAFE) == 9
    assert [item.id for item in after.ground] == ["halberd"]
    codes = play.codes()
    assert codes.index("item.dropped") < codes.index("working.upon") < codes.index("fatigue.added")
    assert "book" not in play.offered("drop_for_fatigue")


@covers("cairn.cast.enhance", "cairn.action.cast_enhanced")
def test_enhanced_casting_takes_ten_minutes_of_safety():
    state = table(book("cure_wounds"), fight=False)
    after = GAME.perform(Told(working_target=["mage", "pal"]), state, Action("cast_enhanced", "mage"))
    assert after.clock == state.clock + TURN
    assert mage(after).fatigue == 1
    danger = replace(state, phase="encounter")
    with pytest.raises(Refused) as refused:
        GAME.perform(Scripted(), danger, Action("cast_enhanced", "mage"))
    assert refused.value.refusal.code == "in_danger"
    fight = table(book("cure_wounds"))
    assert "cast_enhanced" not in [offer.action.name for offer in GAME.actions(fight, "player")]


@covers("cairn.cast.risk", "cairn.setting.casting_save")
def test_who_saves_against_ill_effects():
    """WIL 12 in combat: no ill effect with P = 3/5; 12 passes and 13 fails."""

    def saves(settings, *, fight=True, hungry=False):
        state = table(book("sniff"), fight=fight, settings=settings)
        if hungry:
            state = put(state, replace(mage(state), deprived=(Cause("food", 0),)))
        play = Told(d20=12)
        read(play, state, "mage", "book", ("mage",))
        return "casting_save" in play.questions(), len(play.dice())

    assert saves(Settings(casting_save="never")) == (False, 0)
    assert saves(ALWAYS) == (False, 1)
    assert saves(ASK) == (True, 1)
    assert saves(ALWAYS, fight=False) == (False, 0)
    assert saves(ALWAYS, fight=False, hungry=True) == (False, 1)
    spared = Scripted("no_save")
    read(spared, table(book("sniff"), settings=ASK), "mage", "book", ("mage",))
    failed = Scripted("save", [13], "drained")
    assert mage(read(failed, table(book("sniff"), settings=ASK), "mage", "book", ("mage",))).fatigue == 2


def mishap(spell, *script, items=(), targets=("f1",)):
    state = table(book(spell), *items, settings=ALWAYS)
    play = Scripted([20], *script)
    after = read(play, state, "mage", "book", targets)
    assert play.left == []
    return kept(after)


@covers("cairn.cast.consequence", "cairn.table.casting_mishap", "cairn.action.warden_consequence")
@pytest.mark.parametrize("face", [1, 2])
def test_drained(face):
    after = mishap("sniff", "roll", [face], targets=("mage",))
    assert mage(after).fatigue == 2
    assert after.effects


@covers("cairn.table.casting_mishap")
def test_astray():
    after = mishap("sleep", "roll", [3], [3], "save", [20])
    assert on(after, "f1") == ()
    assert "asleep" in on(after, "pal")
    on_oneself = mishap("sleep", "roll", [3], [1])
    assert "asleep" in on(on_oneself, "mage")


@covers("cairn.table.casting_mishap", "cairn.critical.pc")
def test_backlash():
    after = mishap("sleep", "roll", [4], [5], [7])
    assert mage(after).strength == 7
    assert after.effects == ()
    assert mage(after).fatigue == 1
    down = mishap("sleep", "backlash", [5], [8])
    assert "critical" in on(down, "mage")
    assert [item.spell for item in down.ground] == ["cairn.spell.sleep"]


@covers("cairn.table.casting_mishap")
def test_the_book_burns():
    after = mishap("sleep", "roll", [5], "save", [20])
    assert "asleep" in on(after, "f1")
    assert books(mage(after)) == ()


@covers("cairn.table.casting_mishap")
def test_turned():
    after = mishap("sleep", "roll", [6], "save", [20], "save", [20])
    assert [("asleep" in on(after, who)) for who in ("mage", "pal", "f1", "f2")] == [True, True, False, False]
    hurt = mishap("cure_wounds", "turned", [3], [2], targets=("pal",))
    assert (mage(hurt).strength, find(hurt, "pal").strength) == (9, 10)


@covers("cairn.cast.consequence")
def test_even_death():
    after = mishap("sleep", "dead")
    assert "dead" in on(after, "mage")
    assert on(after, "f1") == ()


@covers("cairn.cast.npcs", "cairn.monster.casting")
def test_others_cast_without_counting_fatigue_round_after_round():
    """A Hooded Man casts Charm in round 1 and again in round 2: allowed, no Fatigue noted."""
    state = table(settings=ALWAYS)
    for _ in range(2):
        play = Told(d20=20, working_target="pal")
        state = cast_spell(play, state, "f1", "cairn.spell.charm")
        assert find(state, "f1").fatigue == 0
        assert "casting_save" not in play.questions()
    assert "charmed" in on(state, "pal")


@covers("cairn.cast.anyone", "cairn.hireling.play")
def test_a_hireling_casts_like_anyone():
    state = put(table(book("sniff"), fight=False), creature("pal", "hireling", items=(book("sniff", "b2"),)))
    assert find(GAME.perform(Told(), state, Action("cast_spell", "pal")), "pal").fatigue == 1


def test_a_state_with_spells_at_work_survives_a_day():
    state = table(book("haste"), book("thicket", "b2"), foes=(), fight=False)
    state = read(Told(), read(Told(), state, "mage", "book", ("mage",)), "mage", "b2", ())
    later = kept(pass_time(Told(), state, DAY))
    assert [effect.name for effect in later.effects] == ["Thicket"]
    assert isinstance(later, State)
