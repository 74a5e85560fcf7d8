"""Magic, things and injuries in narrow cases: whose effect it is, what it leaves alone, and what is told of it."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.characters.creation import COUNTERFEIT
from tallow.games.black_hack.checks.attribute_tests import EXERTED
from tallow.games.black_hack.combat.moving import DEEDS as MOVING
from tallow.games.black_hack.combat.overawing import overawe
from tallow.games.black_hack.combat.ranges import band
from tallow.games.black_hack.combat.rounds import can_act, can_move, fought, initiative
from tallow.games.black_hack.gear.inventory import change_armour
from tallow.games.black_hack.gear.items import throw_item, use_item
from tallow.games.black_hack.gear.magic_items import controlled, use_magic_item
from tallow.games.black_hack.gear.market import buy, pay
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.harm.curses import run_wild
from tallow.games.black_hack.harm.damage import foe_damage
from tallow.games.black_hack.harm.fate import roll_fate
from tallow.games.black_hack.harm.panic import panics
from tallow.games.black_hack.harm.rest import day
from tallow.games.black_hack.harm.victims import bolts
from tallow.games.black_hack.magic.effects import enter
from tallow.games.black_hack.magic.memorising import DEEDS as MAGIC
from tallow.games.black_hack.magic.memorising import INK
from tallow.games.black_hack.magic.misfires import insight, misfire, scorched, stray, thin_blood
from tallow.games.black_hack.magic.prayers import change_form
from tallow.games.black_hack.magic.servants import DEEDS as MAGIC_SERVANTS
from tallow.games.black_hack.magic.servants import commanded
from tallow.games.black_hack.magic.workings import sent_back
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import MARKS, Effect, Hindrance, Item, Magic, character, creature
from tallow.play import distribution
from tallow.testing import covers
from tests.games.black_hack.casters import caster, gone, hindrances, scene, worked
from tests.games.black_hack.fighters import fighting, foe, refused, somebody, table
from tests.games.playing import asked, done, first

SPELL = "black_hack.spell."
SHIELD, SLEEP, MISSILE, FIREBALL = (f"{SPELL}{name}" for name in ("shield", "sleep", "magic_missile", "fireball"))


def told(play):
    return [(line.code, line.facts) for line in play.told]


@covers("black_hack.gm.damage_roll_or_average", "black_hack.setting.damage_mode")
@pytest.mark.parametrize(("dice", "mean"), [("d6", 3), ("2d6", 7), ("2d6+3", 10), ("d4+d6", 6), ("3d4+1", 8), ("5", 5)])
def test_the_average_of_dice_is_rounded_down(dice, mean):
    average = Settings(damage_mode="average")
    assert done(foe_damage, 1, average, dice)[0] == mean


@covers("black_hack.setting.misfire", "black_hack.action.side_effect")
@pytest.mark.parametrize(("written", "shown"), [("x" * 201, "x" * 200), (" Sparks. ", "Sparks."), ("  ", "…")])
def test_where_the_gm_says_what_a_misfire_does_it_takes_two_hundred_letters(written, shown):
    state = table(caster(SHIELD), settings={"misfire": "gm"})
    after, play = done(misfire, state, "wiz", SHIELD, script=[written])
    assert (after, told(play)[-1]) == (state, ("side_effect.gm", ("Wiz", shown)))


@covers("black_hack.table.side_effects", "black_hack.item.scroll")
def test_a_spell_burns_out_of_what_it_was_read_from_and_only_an_empty_scroll_is_gone():
    own = Item("book", "book", spells=(SHIELD,), marks=(MARKS.mark("own_book"),))
    one, two = Item("scroll", "scroll", spells=(SHIELD,)), Item("long", "long scroll", spells=(SLEEP, SHIELD))
    for item, left in ((own, [()]), (one, []), (two, [(SLEEP,)])):
        after, play = done(scorched, table(caster(SHIELD, items=(item,))), "wiz", SHIELD)
        assert [kept.spells for kept in character(after, "wiz").items] == left
        assert told(play) == [("scorched", ("Wiz", SHIELD, item.name))]


@covers("black_hack.table.side_effects")
def test_an_insight_is_memorised_or_left():
    mind = Magic(memorised=(SHIELD, SLEEP))
    full = table(caster(MISSILE, level=2, magic=mind))
    kept, play = done(insight, full, "wiz", MISSILE, script=["keep"])
    assert (asked(play, "insight")[0].options, kept, play.told) == (("keep", SHIELD, SLEEP), full, [])
    after, _ = done(insight, full, "wiz", MISSILE, script=[SHIELD])
    assert character(after, "wiz").magic.memorised == (SLEEP, MISSILE)
    room = table(caster(MISSILE, level=3, magic=mind))
    assert done(insight, room, "wiz", MISSILE, script=["no"])[0] == room
    after, play = done(insight, room, "wiz", MISSILE, script=["add"])
    assert character(after, "wiz").magic.memorised == (SHIELD, SLEEP, MISSILE)
    assert told(play) == [("memorises", ("Wiz", (MISSILE,)))]


@covers("black_hack.table.side_effects")
def test_a_spell_that_goes_astray_finds_the_only_one_there_without_a_die():
    alone = scene(MISSILE, foe(hp=30))
    after, play = done(stray, alone, "wiz", MISSILE, script=[[1]])
    assert [question.sides for question in play.asked] == [6]
    assert creature(after, "orc").hp < 30
    both = scene(MISSILE, foe(hp=30), friends=(somebody("bob"),))
    _, play = done(stray, both, "wiz", MISSILE, script=[[2], [1]])
    assert [question.sides for question in play.asked] == [2, 6]


@covers("black_hack.magic_item.bronze_ring")
def test_a_second_bubble_changes_nothing_but_everybody_has_their_own():
    ring = made("black_hack.magic_item.bronze_ring", "r")
    state = table(somebody(items=(ring,)), somebody("bob", items=(replace(ring, id="b"),)))
    once, _ = done(use_magic_item, state, "ann", script=[5])
    assert [effect.on for effect in once.effects] == [("ann",)]
    twice, _ = done(use_magic_item, once, "ann", script=[5])
    assert twice.effects == once.effects
    both, _ = done(use_magic_item, once, "bob", script=[5])
    assert [effect.on for effect in both.effects] == [("ann",), ("bob",)]
    salved = replace(state, effects=(Effect("s", "black_hack.magic_item.salve_of_resistance", on=("ann",)),))
    assert len(done(use_magic_item, salved, "ann", script=[5])[0].effects) == 2


@covers("black_hack.spell.dispel_magic", "black_hack.spell.conjuration_of_daemons")
def test_whoever_is_sent_back_takes_along_what_kept_them_alone():
    effects = (
        Effect("e1", SHIELD, on=("imp",)),
        Effect("e2", SLEEP, on=("imp", "orc")),
        Effect("e3", SLEEP, on=("orc",)),
    )
    state = replace(table(somebody(), foes=(foe("orc"),), allies=(foe("imp"),)), effects=effects)
    after, play = done(sent_back, state, "imp", "black_hack.spell.dispel_magic")
    assert (told(play)[0], "gone" in after.allies[0].conditions) == (("servant.leaves", ("Imp",)), True)
    assert [effect.id for effect in after.effects] == ["e2", "e3"]


@covers("black_hack.spell.flesh_to_stone")
def test_stone_that_is_flesh_again_is_told():
    ref = f"{SPELL}flesh_to_stone"
    state = scene(ref, friends=(somebody("bob", conditions=("stone",)),))
    after, play = worked(ref, state, on=("bob",))
    assert (character(after, "bob").conditions, ("flesh", ("Bob",)) in told(play)) == ((), True)


@covers("black_hack.bestiary.lycanthropy")
def test_whoever_changes_shape_is_told_and_so_is_the_end_of_it():
    wild, play = done(run_wild, table(somebody(conditions=("moonstruck",))), "")
    assert (wild.party[0].conditions, told(play)) == (("wild",), [("wild", ("Ann",))])
    calm, play = done(run_wild, wild, "")
    assert (calm.party[0].conditions, told(play)) == ((), [("wild.ends", ("Ann",))])


@covers("black_hack.turn.contents", "black_hack.action.copy_spell")
def test_whoever_has_acted_in_this_hour_copies_nothing():
    (copy,) = [deed for deed in MAGIC if deed.name == "copy_spell"]
    ink = made(INK, "ink")
    state = replace(table(caster(SHIELD, items=(Item("cup", "cup"), ink))), phase="downtime", unit="hours")
    assert refused(copy, state, "wiz") is None
    assert refused(copy, replace(state, acted=("bob",)), "wiz") is None
    assert refused(copy, replace(state, acted=("wiz",)), "wiz") == "acted"
    assert refused(copy, replace(state, party=(caster(SHIELD),)), "wiz") == "no_ink"


@covers("black_hack.rest.day_heal", "black_hack.action.rest_day")
def test_a_day_of_rest_with_exertion_heals_nothing_and_that_is_told():
    tired = somebody(hp=3, spent=(EXERTED,))
    after, play = done(day, table(tired), "ann")
    assert (after.party[0].hp, told(play)[-1]) == (3, ("rest.spoiled", ("Ann",)))
    well, play = done(day, table(somebody(hp=3)), "ann", script=[4])
    assert (well.party[0].hp, "rest.spoiled" in play.codes()) == (7, False)


@covers("black_hack.hindrance.stuck", "black_hack.hindrance.paralysed", "black_hack.hindrance.distracted")
def test_what_leaves_no_move_and_what_leaves_no_action():
    for name, moves, acts in (("stuck", False, True), ("paralysed", False, False), ("distracted", True, False)):
        one = somebody(hindrances=(Hindrance(name),))
        assert (can_move(one), can_act(one)) == (moves, acts)
    assert (can_move(somebody(conditions=("rooted",))), can_act(somebody(conditions=("rooted",)))) == (False, True)
    assert (can_move(somebody(conditions=("shocked",))), can_act(somebody(conditions=("shocked",)))) == (True, False)


@covers("black_hack.monster.hezrou")
def test_dread_drives_two_bands_away_from_every_foe():
    state = table(somebody(), foes=(foe("a"), foe("b")), combat=fighting("ann", close=(("a", "ann"),)))
    after, play = done(bolts, state, "ann")
    assert ([band(after, "ann", id_) for id_ in ("a", "b")], told(play)) == (
        ["faraway", "distant"],
        [("bolts", ("Ann",))],
    )


@covers("black_hack.magic_item.list_of_true_names")
def test_whoever_obeys_leaves_the_foes_and_is_an_ally_once():
    dog, orc = foe("dog", commander="bob"), foe("orc", hindrances=(Hindrance("stuck"),))
    state = table(somebody("ann", seat="bea"), foes=(orc, foe("elf")), allies=(dog,))
    after = controlled(state, "ann", orc)
    assert ([one.id for one in after.foes], [one.id for one in after.allies]) == (["elf"], ["dog", "orc"])
    assert (creature(after, "orc").commander, creature(after, "orc").hindrances) == ("ann", ())
    again = controlled(after, "ann", creature(after, "dog"))
    assert [(one.id, one.commander) for one in again.allies] == [("orc", "ann"), ("dog", "ann")]


@covers("black_hack.action.command_servant")
def test_a_command_needs_one_servant_who_hears_it():
    servants = [foe(id_, commander="wiz") for id_ in ("a", "b")]
    bound = Effect("e", f"{SPELL}animate_dead", by="wiz", on=("a", "b"))
    state = replace(scene(SHIELD, far=("a",)), effects=(bound,), allies=tuple(servants))
    distant = replace(state, combat=replace(state.combat, bands=(("a", "wiz", "distant"),)))
    assert commanded(state, "wiz") == commanded(distant, "wiz") == ("e",)
    out = replace(distant, allies=(servants[0], replace(servants[1], conditions=("removed",))))
    assert commanded(out, "wiz") == ()
    (order,) = [deed for deed in MAGIC_SERVANTS if deed.name == "command_servant"]
    assert (refused(order, distant, "wiz"), refused(order, out, "wiz")) == (None, "out_of_hearing")
    theirs = replace(state, allies=tuple(replace(one, commander="bob") for one in servants))
    assert commanded(theirs, "wiz") == ()


@covers("black_hack.spell.level_drain")
def test_a_creature_loses_a_hit_die_with_its_share_of_hp_or_dies_with_the_last():
    ref = f"{SPELL}level_drain"
    state = scene(ref, foe("ogre", hd=2, hp=9, hp_max=11), level=9)
    after, play = worked(ref, state, 1, on=("ogre",))
    ogre = creature(after, "ogre")
    assert (ogre.hd, ogre.hp, ogre.hp_max, ("level.lost_by_foe", ("Ogre",)) in told(play)) == (1, 6, 6, True)
    last, _ = worked(ref, scene(ref, foe("imp", hd=1), level=9), 1, on=("imp",))
    assert gone(last, "imp") or "dead" in creature(last, "imp").conditions


@covers("black_hack.table.out_of_action", "black_hack.oofa.survive")
@pytest.mark.parametrize(("face", "dies"), [(4, False), (5, True), (6, True)])
def test_the_doomed_add_one_to_the_roll_up_to_six(face, dies):
    state = table(somebody(hp=0, conditions=("out_of_action", "doomed")))
    after, _ = done(roll_fate, state, "ann", script=[face, *([] if dies else ["STR", 2])])
    assert ("dead" in after.party[0].conditions) is dies


@covers("black_hack.item.holy_water", "black_hack.magic_item.chain_of_binding")
def test_holy_water_and_a_chain_of_binding_roll_a_d6():
    undead = foe("ghoul", hp=9, tags=("undead",))
    for ref, script in (("item.holy_water", [5, 6, 3]), ("magic_item.chain_of_binding", [5, 6])):
        thing = made(f"black_hack.{ref}", "it")
        state = table(somebody(items=(thing,)), foes=(undead,), combat=fighting("ann"))
        after, play = done(throw_item, state, "ann", script=script)
        assert [question.sides for question in play.asked][:2] == [20, 6]
        ghoul = creature(after, "ghoul")
        assert (9 - ghoul.hp, [hindrance.left for hindrance in ghoul.hindrances]) in ((6, []), (0, [6]))


@covers("black_hack.coin.unit", "black_hack.kit.thief_a")
def test_true_coins_that_just_do_can_be_kept_apart_from_false_ones():
    false = Item("f", "coins", value=5, marks=(COUNTERFEIT,))
    for coins, ways in ((6, ["coins"]), (5, [])):
        state = table(somebody(coins=coins, items=(false,)))
        (after, paid), play = done(pay, state, "ann", 6, script=ways or ["accepted"])
        assert (paid, after.party[0].coins) == (True, 0 if ways else 4)
        assert bool(asked(play, "pay_with")) is bool(ways)


@covers("black_hack.option.morale_charisma")
def test_a_leader_is_one_alone_with_the_most_hit_dice_who_still_fights():
    def chance(*hd, conditions=()):
        foes = [foe(f"g{n}", hd=each) for n, each in enumerate(hd)]
        foes[-1] = replace(foes[-1], conditions=conditions)
        fight = fighting("ann", started=(("foes", 9),), tested=("foes",))
        state = table(somebody(charisma=10), foes=tuple(foes), combat=fight, settings={"morale_mode": "charisma"})
        return distribution(lambda play: fought(overawe(play, state, "ann")).fleeing != (), policy=first)[True]

    plain, hindered = Fraction(9, 20), Fraction(81, 400)
    assert chance(1, 1, 2) == hindered
    assert chance(1, 2, 2) == plain
    assert chance(2) == Fraction(2, 5), "a single one leads nobody"
    assert chance(1, 1, 2, conditions=("asleep",)) == plain


@covers("black_hack.spell.web")
def test_a_foe_who_comes_into_a_web_is_stuck_and_that_is_told():
    ref = f"{SPELL}web"
    state = replace(scene(ref, foe(hd=1)), effects=(Effect("w", ref, by="wiz", on=()),))
    after, play = done(enter, state, "w", "orc")
    assert hindrances(after, "orc") == {"stuck"}
    assert told(play)[0] == ("area.enters", ("Orc", ref))
    assert told(play)[-1] == ("hindered.lasts", ("Orc", "stuck"))
    again, play = done(enter, after, "w", "orc")
    assert (again, play.told) == (after, [])


@covers("black_hack.prayer.wind_walk")
def test_who_turns_to_mist_and_back_is_told_and_keeps_what_else_hinders():
    walk = Effect("w", "black_hack.prayer.wind_walk", by="ann", on=("ann",))
    state = replace(table(somebody(hindrances=(Hindrance("stuck"),))), effects=(walk,))
    mist, play = done(change_form, state, "ann")
    assert (hindrances(mist, "ann"), told(play)) == ({"stuck", "distracted"}, [("mist", ("Ann",))])
    solid, play = done(change_form, mist, "ann")
    assert (solid, told(play)) == (state, [("solid", ("Ann",))])


@covers("black_hack.action.change_armour")
def test_what_is_put_on_takes_the_place_of_another_and_is_told():
    mail, leather = made("black_hack.armour.chain_mail", "mail"), made("black_hack.armour.leather", "old")
    helmet = replace(made("black_hack.armour.helmet", "helmet"), place="worn")
    state = table(somebody(items=(mail, replace(leather, place="worn"), helmet)))
    on, play = done(change_armour, state, "ann", script=[("on", "mail")])
    assert {item.id: item.place for item in on.party[0].items} == {"mail": "worn", "old": "pack", "helmet": "worn"}
    assert told(play)[-1] == ("item.put_on", ("Ann", mail.ref))
    off, play = done(change_armour, on, "ann", script=[("off", "mail")])
    assert ("mail", "pack") in [(item.id, item.place) for item in off.party[0].items]
    assert told(play)[-1] == ("item.put_off", ("Ann", mail.ref))


@covers("black_hack.item.garlic_herbs", "black_hack.item.iron_spikes", "black_hack.magic_item.phantom_limb")
def test_garlic_is_worn_once_a_spike_wedges_or_holds_and_a_limb_wants_a_lost_one():
    garlic = made("black_hack.item.garlic_herbs", "it")
    once, play = done(use_item, table(somebody(items=(replace(garlic, usage=8),))), "ann", script=[5])
    assert ("garlic", ("Ann",)) in told(play)
    twice, _ = done(use_item, once, "ann", script=[5])
    assert [effect.on for effect in twice.effects] == [("ann",)]
    limb = made("black_hack.magic_item.phantom_limb", "limb")
    state = table(somebody(items=(limb,)))
    whole, play = done(use_magic_item, state, "ann", script=["no"])
    assert (whole.party[0].items[0].place, told(play)[-1][0]) == (limb.place, "item.nothing")
    assert done(use_magic_item, state, "ann", script=["yes"])[0].party[0].items[0].place == "worn"


@covers("black_hack.option.panic", "black_hack.table.panic")
def test_whoever_is_calm_again_is_told():
    state = table(somebody(conditions=("panic",), wisdom=10), settings={"panic": True})
    after, play = done(panics, state, "ann", script=[9])
    assert (after.party[0].conditions, told(play)[-1]) == ((), ("panic.ends", ("Ann",)))
    still, play = done(panics, state, "ann", script=[10])
    assert (still.party[0].conditions, "panic.ends" in play.codes()) == (("panic",), False)


@covers("black_hack.table.side_effects")
@pytest.mark.parametrize(("hp", "hp_max", "left"), [(10, 10, (6, 6)), (5, 10, (5, 6)), (2, 3, (1, 1)), (1, 1, (1, 1))])
def test_thin_blood_takes_the_level_of_the_spell_off_maximum_hp_but_not_the_last(hp, hp_max, left):
    state = table(caster(FIREBALL, hp=hp, hp_max=hp_max))
    after, play = done(thin_blood, state, "wiz", FIREBALL)
    one = character(after, "wiz")
    assert ((one.hp, one.hp_max), one.life.bruises) == (left, hp_max - left[1])
    assert told(play) == [("hp_max", ("Wiz", left[1]))]


@covers("black_hack.spell.feebleminded")
def test_the_feebleminded_have_int_4_each_by_an_effect_of_their_own():
    ref = f"{SPELL}feebleminded"
    other = Effect("e0", SHIELD, on=("bob",))
    state = replace(scene(ref, friends=(somebody("bob", intelligence=12),)), effects=(other,))
    after, _ = worked(ref, state, 20, on=("bob",))
    assert [effect.of for effect in after.effects] == [SHIELD, ref]
    assert character(after, "bob").intelligence == 4


@covers("black_hack.init.each_moment", "black_hack.monster.zombie")
def test_against_foes_who_are_all_slow_everybody_acts_first_and_that_is_told():
    zombies = tuple(foe(id_, of="black_hack.monster.zombie") for id_ in ("a", "b"))
    state = table(somebody(), somebody("bob", conditions=("asleep",)), foes=zombies, combat=fighting())
    (after, early), play = done(initiative, state)
    assert (after, early, told(play)) == (state, ("ann",), [("slow_foes", ())])
    mixed = replace(state, foes=(zombies[0], foe("orc")))
    _, play = done(initiative, mixed, script=[5])
    assert "slow_foes" not in play.codes()


@covers("black_hack.prayer.earthquake", "black_hack.test.gm_judgement")
@pytest.mark.parametrize(("said", "falls"), [("hit", True), ("miss", False)])
def test_whether_the_magic_of_a_foe_takes_an_ally_is_the_gms_to_say(said, falls):
    dog = foe("dog", hd=1, commander="ann", tags=("living",))
    state = replace(table(somebody(), foes=(foe("mage", hd=9),), combat=fighting("mage")), allies=(dog,))
    after, play = worked("black_hack.prayer.earthquake", state, said, by="mage", on=("dog",))
    assert [question.by for question in play.asked] == ["referee"]
    assert ("removed" in creature(after, "dog").conditions) is falls


@covers("black_hack.price.by_rarity")
def test_what_is_too_dear_is_told_and_not_bought():
    state = replace(table(somebody(coins=1)), phase="downtime", unit="hours")
    after, play = done(buy, state, "ann", script=["another", "harp", "common", "no", 4])
    assert (after.party[0].items, after.party[0].coins) == ((), 1)
    assert told(play)[-1] == ("market.too_dear", ("Ann", "harp", 4))


@covers("black_hack.hindrance.stuck", "black_hack.table.panic", "black_hack.action.move")
def test_why_somebody_cannot_move_is_said_by_what_holds_them():
    (deed,) = [deed for deed in MOVING if deed.name == "move"]
    for one, code in (
        (somebody(), None),
        (somebody(conditions=("rooted",)), "panicked"),
        (somebody(hindrances=(Hindrance("stuck"),)), "hindered"),
        (somebody(hindrances=(Hindrance("distracted"),)), None),
    ):
        assert refused(deed, table(one, foes=(foe(),), combat=fighting("ann")), "ann") == code
