"""Rules by the letter: what is told when they apply, where a number begins to matter, and when nothing happens."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import Result
from tallow.games.black_hack.combat.aftermath import finish
from tallow.games.black_hack.combat.attacks import noticed, sneak_attack
from tallow.games.black_hack.combat.banishing import banish
from tallow.games.black_hack.combat.defence import defence
from tallow.games.black_hack.combat.flight import run
from tallow.games.black_hack.combat.moving import DEEDS as MOVING
from tallow.games.black_hack.combat.overawing import overawe
from tallow.games.black_hack.combat.ranges import DEEDS as RANGES
from tallow.games.black_hack.combat.ranges import band
from tallow.games.black_hack.combat.rounds import IDLE_MOMENTS, begin, go_on
from tallow.games.black_hack.entries import Line, monsters
from tallow.games.black_hack.gear.magic_items import DEEDS as WONDERS
from tallow.games.black_hack.gear.magic_items import NAMES
from tallow.games.black_hack.gear.market import ANOTHER, buy
from tallow.games.black_hack.gear.tools import SALVE, salved
from tallow.games.black_hack.gear.weapons import damage_dice
from tallow.games.black_hack.harm.damage import lose
from tallow.games.black_hack.harm.fate import roll_fate
from tallow.games.black_hack.harm.perils import goes_on, helps
from tallow.games.black_hack.magic.effects import enter, leave, tick_minutes
from tallow.games.black_hack.magic.lasting import lay
from tallow.games.black_hack.magic.memorising import retained
from tallow.games.black_hack.magic.misfires import hole, stray
from tallow.games.black_hack.magic.servants import maintained
from tallow.games.black_hack.monsters.bestiary import spawn
from tallow.games.black_hack.monsters.powers import DEEDS as POWERS
from tallow.games.black_hack.monsters.specials import afflict
from tallow.games.black_hack.record import GAME
from tallow.games.black_hack.referee.judgements import DEEDS as JUDGEMENTS
from tallow.games.black_hack.state import MARKS, Ended, Hindrance, Item, Magic, character
from tallow.play import EVERYONE, Scripted
from tallow.testing import covers
from tests.games.black_hack.casters import caster, hp, scene, worked
from tests.games.black_hack.fighters import fighting, foe, held, refused, shown, somebody, table
from tests.games.playing import asked, done, perform

FIREBALL = "black_hack.spell.fireball"
SHIELD = "black_hack.spell.shield"
SHELL = "black_hack.spell.anti_magic_shell"
CONFUSION = "black_hack.spell.confusion"
WEB = "black_hack.spell.web"


def told(play, code):
    """The facts of everything that was told by this code."""
    return [one.facts for one in play.told if one.code == code]


class Impatient(Scripted):
    """A play that does not listen for ever."""

    def tell(self, code, *facts, why, seen_by=EVERYONE):
        assert len(self.told) < 100, "it never ends"
        super().tell(code, *facts, why=why, seen_by=seen_by)


@covers("black_hack.phase.combat_start")
def test_all_hear_against_whom_a_fight_begins():
    state = table(somebody(), foes=[foe()])
    _, play = done(begin, state, (foe("hag"),), script=[3], distance="nearby")
    assert told(play, "combat.begins") == [(("Orc", "Hag"),)]


@covers("black_hack.phase.combat_end")
def test_without_a_fight_there_is_none_to_end():
    state = table(somebody(hp=0, conditions=("out_of_action",)), foes=[foe()])
    after, play = done(finish, state, "foes_down")
    assert after == state
    assert play.told == []


@covers("black_hack.phase.combat_end")
def test_all_hear_how_a_fight_ended_and_after_how_many_moments():
    state = table(somebody(), foes=[foe(conditions=("removed",))], combat=fighting(moment=4))
    _, play = done(finish, state, "foes_down")
    assert told(play, "combat.over") == [("foes_down", 4)]


@covers("black_hack.oofa.lost", "black_hack.action.gm_declare_lost")
def test_all_hear_who_is_lost():
    state = table(somebody(hp=0, conditions=("out_of_action",)), foes=[foe()], combat=fighting())
    _, play = done(finish, state, "party_down", script=["yes"])
    assert told(play, "lost") == [("Ann",)]
    _, play = done(finish, state, "party_down", script=["no", 1, 4])
    assert told(play, "lost") == []


@covers("black_hack.gm.loop", "black_hack.turn.gm_tracks")
def test_a_fight_in_which_nobody_can_act_for_twenty_moments_is_called_off():
    servant = foe("wolf", commander="ann")
    dead = somebody(hp=0, conditions=("dead",))
    state = table(dead, allies=[servant], foes=[foe(conditions=("frozen",))], combat=fighting(moment=1, step="late"))
    play = Impatient()
    after = go_on(play, state)
    assert after.combat is None
    assert after.ended == Ended("called_off", 1 + IDLE_MOMENTS)
    assert told(play, "moment") == [(moment,) for moment in range(2, 2 + IDLE_MOMENTS)]


@covers("black_hack.critical.attack", "black_hack.monster.zombie")
def test_a_zombie_stays_down_after_a_natural_1_and_no_other_face():
    def struck(face):
        zombie = replace(spawn("black_hack.monster.zombie", "orc", "Orc"), hp=1)
        thief = somebody(calling="thief", items=[held("short_sword")])
        state = table(thief, foes=[zombie, foe("hag")], combat=fighting("ann", close=[("ann", "orc")]))
        after, _ = perform(GAME.deeds, state, "attack", "ann", "orc", face, 4)
        return after.foes[0].conditions

    assert "rising" not in struck(1)
    assert "rising" in struck(2)


@covers("black_hack.action.sneak_attack", "black_hack.ability.thief_sneak_attack")
def test_all_hear_who_notices_a_thief():
    thief = somebody(calling="thief", dexterity=14, items=[held("short_sword")])
    fight = fighting("ann", close=[("ann", "orc")], unaware=("orc",))
    _, play = done(sneak_attack, table(thief, foes=[foe()], combat=fight), "ann", script=[15, 16])
    assert told(play, "noticed") == [("Ann", "Orc")]


@covers("black_hack.option.morale_charisma")
def test_of_two_who_are_mightiest_neither_leads():
    def edges(dice, *hds):
        foes = [foe(f"g{at}", hd=hd) for at, hd in enumerate(hds)]
        fight = fighting("ann", started=(("foes", len(hds)),), tested=("foes",))
        state = table(somebody(charisma=14), foes=foes, combat=fight, settings={"morale_mode": "charisma"})
        _, play = done(overawe, state, "ann", script=[20] * dice)
        return told(play, "edge")

    assert edges(1, 1, 2, 2) == []
    assert edges(1, 1, 1) == []
    assert edges(2, 1, 1, 2) == [("Ann", "disadvantage", ("leader",))]
    assert edges(2, 2, 1) == [("Ann", "disadvantage", ("leader",))], "of two"


@covers("black_hack.spell.anti_magic_shell")
def test_a_spell_that_reaches_nobody_for_a_shell_leaves_nothing_behind():
    for ref in (FIREBALL, WEB, "black_hack.spell.sleep", "black_hack.spell.cloudkill"):
        state = scene(ref, foe(hp=30), far=("orc",))
        state, _ = lay(state, SHELL, "moments", die=6, by="orc", on=("orc",))
        after, play = worked(ref, state, on=("orc",))
        assert after == state
        assert play.codes() == ["casts.on", "magic.proof"]
        assert told(play, "magic.proof") == [("Orc", ref)]


@covers("black_hack.spell.anti_magic_shell")
def test_a_spell_reaches_those_outside_of_a_shell():
    state = scene(FIREBALL, foe(hp=30), foe("hag", hp=30), far=("orc",))
    fight = replace(state.combat, bands=(*state.combat.bands, ("hag", "orc", "faraway")))
    state, _ = lay(replace(state, combat=fight), SHELL, "moments", die=6, by="orc", on=("orc",))
    after, _ = worked(FIREBALL, state, [3, 3, 3, 3], on=("orc", "hag"))
    assert (hp(after, "orc"), hp(after, "hag")) == (30, 18)


@covers("black_hack.usage.duration")
def test_for_what_a_foe_has_cast_the_player_of_whoever_is_under_it_rolls():
    two = table(somebody(), somebody("bob", seat="two"), foes=[foe()])
    state, _ = lay(two, "black_hack.spell.charm", "minutes", die=8, by="orc", on=("bob",))
    _, play = done(tick_minutes, state, script=[8])
    assert play.asked[0].by == "two"
    state, _ = lay(two, "black_hack.spell.light", "minutes", die=8, by="orc")
    _, play = done(tick_minutes, state, script=[8])
    assert play.asked[0].by == "referee", "nobody is under it"


@covers("black_hack.spell.web")
def test_only_who_is_in_an_area_leaves_it():
    state, web = lay(table(somebody(), somebody("bob"), foes=[foe()]), WEB, "minutes", die=8, by="ann", on=("orc",))
    after, play = done(leave, state, web.id, "bob")
    assert (after, play.told) == (state, [])
    after, play = done(leave, state, "no such effect", "orc")
    assert (after, play.told) == (state, [])
    after, play = done(leave, state, web.id, "orc")
    assert after.effects[0].on == ()
    assert told(play, "area.leaves") == [("Orc", WEB)]


@covers("black_hack.table.side_effects", "black_hack.magic.retain_test")
def test_a_surge_of_magic_helps_once():
    state = table(caster(SHIELD, conditions=("surge",)))
    state, play = done(retained, state, "wiz", SHIELD, script=[3, 4])
    assert told(play, "edge") == [("Wiz", "advantage", ("surge",))]
    assert character(state, "wiz").conditions == ()
    fresh = replace(state, party=(caster(SHIELD, conditions=character(state, "wiz").conditions),))
    _, play = done(retained, fresh, "wiz", SHIELD, script=[3])
    assert told(play, "edge") == []


@covers("black_hack.table.side_effects")
def test_what_can_go_astray_to_nobody_goes_where_the_gm_says():
    after, play = done(stray, scene(SHIELD), "wiz", SHIELD, script=["The wall shines."])
    assert told(play, "side_effect.gm") == [("Wiz", "The wall shines.")]
    assert after.effects == ()
    alone = scene(FIREBALL, foe(hp=30), far=("orc",))
    after, play = done(stray, alone, "wiz", FIREBALL, script=["  "])
    assert told(play, "side_effect.gm") == [("Wiz", "…")]
    assert hp(after, "orc") == 30


@covers("black_hack.spell.confusion", "black_hack.table.reactions")
def test_outside_of_a_fight_the_gm_reads_how_the_confused_behave():
    state = table(caster(CONFUSION), foes=[foe()])
    after, play = worked(CONFUSION, state, [1, 2], on=("orc",))
    assert after.foes == state.foes
    assert [facts[0] for facts in told(play, "confused")] == ["Orc"]


@covers("black_hack.spell.disintegrate", "black_hack.spell.power_word_kill")
def test_all_hear_who_is_slain_by_magic():
    for name in ("disintegrate", "power_word_kill"):
        ref = f"black_hack.spell.{name}"
        state = scene(ref, foe("a"), friends=(somebody("bob"),))
        _, play = worked(ref, state, [12], on=("bob",))
        assert told(play, "slain") == [("Bob",)]
        _, play = worked(ref, state, on=("a",))
        assert told(play, "slain") == [], "a Monster is removed"


@covers("black_hack.attack.test")
def test_who_is_attacked_outside_of_a_fight_was_never_unaware():
    state = table(somebody(conditions=("hidden",)), foes=[foe()])
    assert noticed(state, "ann", "orc") == table(somebody(), foes=[foe()])


@covers("black_hack.banish.groups", "black_hack.action.gm_group_undead")
def test_undead_of_a_kind_may_be_tested_for_one_by_one():
    kinds = (("a", "skeleton"), ("b", "skeleton"), ("c", "wight"))
    foes = [foe(id_, of=f"black_hack.monster.{of}", tags=("undead",)) for id_, of in kinds]
    state = table(somebody("cle", "cleric", wisdom=14), foes=foes, combat=fighting("cle"))
    _, play = done(banish, state, "cle", script=["each", 19, 19, 19])
    assert len(told(play, "adds")) == 3
    _, play = done(banish, state, "cle", script=["by_kind", 19, 19])
    assert len(told(play, "adds")) == 2


@covers("black_hack.morale.fail", "black_hack.hindrance.distracted")
def test_who_flees_without_an_action_gets_one_band_away():
    def away(*hindrances):
        orc = foe(hindrances=tuple([Hindrance(name) for name in hindrances]))
        fight = fighting("orc", close=[("ann", "orc")], fleeing=("orc",))
        after, play = done(run, table(somebody(), foes=[orc], combat=fight), "orc")
        return band(after, "ann", "orc"), play.codes()

    assert away() == ("faraway", ["flees"])
    assert away("distracted") == ("nearby", ["flees"])
    assert away("stuck") == away("paralysed") == ("close", ["cowers"])


@covers("black_hack.action.gm_set_distance")
def test_it_takes_two_to_be_at_a_distance():
    (deed,) = RANGES
    assert shown(deed, table(somebody(), foes=[foe()], combat=fighting()))
    assert not shown(deed, table(somebody(), combat=fighting()))
    assert not shown(deed, table(somebody(), foes=[foe()]))


@covers("black_hack.price.unlisted", "black_hack.action.gm_set_rarity")
def test_a_thing_on_no_list_has_a_name_of_at_most_sixty_letters():
    state = replace(table(somebody(coins=20)), phase="downtime", unit="hours")
    after, play = done(buy, state, "ann", script=[ANOTHER, "  "])
    assert (after, play.told) == (state, [])
    _, play = done(buy, state, "ann", script=[ANOTHER, "x" * 61, "none"])
    assert told(play, "market.none") == [("x" * 60,)]


@covers("black_hack.magic_item.salve_of_resistance")
def test_a_salve_helps_against_whatever_is_of_its_element():
    state, _ = lay(table(somebody()), SALVE, "minutes", die=8, by="ann", on=("ann",), detail="fire")
    claws = Line("claws", "STR", "1", "close", "1d6")

    def helps(*tags):
        return salved(state, state.party[0], foe(tags=tags), claws)

    assert helps("elemental", "fire") == (SALVE,)
    assert helps("elemental", "water") == helps("evil") == helps() == ()


@covers("black_hack.table.out_of_action")
def test_the_maimed_are_first_offered_what_they_have_most_to_spare_of():
    def offered(strength, dexterity):
        ann = somebody(hp=0, conditions=("out_of_action",), strength=strength, dexterity=dexterity)
        _, play = done(roll_fate, table(ann, settings={"maimed_loss": "2"}), "ann", script=[5, "STR", 1])
        return asked(play, "maimed")[0].options

    assert offered(12, 11) == ("STR", "DEX")
    assert offered(11, 12) == offered(11, 11) == ("DEX", "STR")


@covers("black_hack.time.deadly")
def test_it_is_asked_only_before_turns_become_long():
    def asks(now, then, *script):
        state = replace(table(somebody(hp=1, ongoing="CON")), unit=now)
        on, play = done(goes_on, state, then, script=script)
        return on, len(play.asked)

    assert asks("moments", "minutes") == asks("hours", "minutes") == asks("hours", "hours") == (True, 0)
    assert asks("minutes", "hours", "stop") == asks("hours", "days", "stop") == (False, 1)


@covers("black_hack.spell.web")
def test_who_is_in_an_area_does_not_enter_it_again():
    state, web = lay(table(somebody(), foes=[foe()]), WEB, "minutes", die=8, by="ann", on=("orc",))
    for id_ in (web.id, "no such effect"):
        after, play = done(enter, state, id_, "orc")
        assert (after, play.told) == (state, [])


@covers("black_hack.table.side_effects")
def test_what_the_gm_says_of_magic_astray_is_cut_after_two_hundred_letters():
    _, play = done(stray, scene(SHIELD), "wiz", SHIELD, script=["x" * 201])
    assert told(play, "side_effect.gm") == [("Wiz", "x" * 200)]


@covers("black_hack.table.side_effects")
def test_a_die_says_which_of_several_is_forgotten():
    def forgets(known, *script):
        state = table(caster(SHIELD, magic=Magic(memorised=known)))
        after, play = done(hole, state, "wiz", SHIELD, script=script)
        assert [(roll.n, roll.sides, roll.by) for roll in play.asked] == [(1, len(known), "player") for _ in script]
        return character(after, "wiz").magic.memorised, told(play, "forgets")

    assert forgets(()) == ((), [])
    assert forgets((SHIELD,)) == ((), [("Wiz", SHIELD)])
    assert forgets((SHIELD, FIREBALL), 1) == ((FIREBALL,), [("Wiz", SHIELD)])
    assert forgets((SHIELD, FIREBALL), 2) == ((SHIELD,), [("Wiz", FIREBALL)])


@covers("black_hack.spell.confusion", "black_hack.table.reactions")
def test_up_to_a_five_the_confused_fight_no_more():
    def fights(*dice):
        after, _ = worked(CONFUSION, scene(CONFUSION, foe(), foe("hag")), list(dice), on=("orc",))
        return "fled" not in after.foes[0].conditions

    assert not fights(2, 3)
    assert fights(2, 4)


@covers("black_hack.defend.test")
def test_a_sleeper_does_not_defend_and_no_face_is_rolled():
    state = table(somebody(conditions=("asleep",)), foes=[foe()], combat=fighting("orc", close=[("ann", "orc")]))
    (after, result), play = done(defence, state, "orc", "ann", Line("claws", "STR", "1", "close", "1d6"))
    assert (after, result) == (state, Result(0, 0, False))
    assert told(play, "helpless") == [("Ann",)]


@covers("black_hack.spell.fireball", "black_hack.monster.frost_giant")
def test_fire_is_rolled_twice_against_those_who_live_in_the_cold_and_the_better_counts():
    def left(ref, *script):
        giant = replace(spawn(ref, "orc"), hp=60, hp_max=60)
        return hp(worked(FIREBALL, scene(FIREBALL, giant), *script, on=("orc",))[0], "orc")

    assert left("black_hack.monster.frost_giant", [1, 1, 1, 1], [6, 6, 6, 6]) == 36
    assert left("black_hack.monster.frost_giant", [6, 6, 6, 6], [1, 1, 1, 1]) == 36
    assert left("black_hack.monster.ogre", [1, 1, 1, 1]) == 56


@covers("black_hack.prayer.cure_light_wounds", "black_hack.monster.mummy")
def test_a_healing_prayer_takes_mummy_rot_and_heals_nothing_else():
    cure = "black_hack.prayer.cure_light_wounds"
    after, play = worked(cure, scene(cure, friends=(somebody("bob", hp=3, conditions=("rotting",)),)), on=("bob",))
    assert told(play, "magic.relieved") == [("Bob", ("rotting",))]
    assert (hp(after, "bob"), character(after, "bob").conditions) == (3, ())


@covers("black_hack.spell.conjuration_of_daemons")
def test_a_daemon_that_a_foe_has_summoned_stays_without_a_test():
    state = table(somebody(), foes=[foe(), foe("imp")])
    state, bond = lay(state, "black_hack.spell.conjuration_of_daemons", "session", by="orc", on=("imp",))
    assert done(maintained, state, bond)[0] == (state, True)


@covers("black_hack.monster.troll", "black_hack.monster.zombie")
def test_nobody_burns_the_fallen_without_fire():
    (burns,) = [deed for deed in POWERS if deed.name == "burn_fallen"]
    troll = replace(spawn("black_hack.monster.troll", "orc"), hp=0, hp_max=30, conditions=("removed", "rising"))
    torch = Item("t1", "torches", "black_hack.item.torches", usage=6)
    for items, code in (((), "no_fire"), ((torch,), "no_fire"), ((torch, replace(torch, id="t2", lit=True)), None)):
        state = table(somebody(items=items), foes=[troll], combat=fighting("ann"))
        assert shown(burns, state, "ann")
        assert refused(burns, state, "ann") == code
    assert not shown(burns, table(somebody(), foes=[foe()], combat=fighting("ann")), "ann")


@covers("black_hack.prayer.neutralise_poison", "black_hack.bestiary.test")
def test_whoever_is_proof_against_poison_is_not_tested_by_it():
    spider = replace(spawn("black_hack.monster.giant_spider", "orc"), hp=9, hp_max=9)
    (bite,) = [special for special in monsters()[spider.of].specials if special.poison]
    state, _ = lay(table(somebody(), foes=[spider]), "black_hack.prayer.neutralise_poison", "session", on=("ann",))
    after, play = done(afflict, state, "orc", "ann", bite)
    assert (after, told(play, "immune")) == (state, [("Ann", "poison")])


@covers("black_hack.oofa.when_roll", "black_hack.heal.oofa", "black_hack.ongoing.end_test")
def test_the_fallen_are_helped_by_friends_who_can_act_and_the_bleeding_by_healing():
    fallen = somebody("bob", hp=0, conditions=("out_of_action",))
    assert helps(table(somebody(), fallen), fallen) == ("help.aid", "help.heal")
    assert helps(table(somebody(conditions=("asleep",)), fallen), fallen) == ()
    bleeding = somebody("bob", ongoing="CON")
    assert helps(table(bleeding), bleeding) == ("help.heal",)
    assert helps(table(somebody()), somebody()) == ()


@covers("black_hack.hp.zero", "black_hack.damage.subtract")
def test_nothing_is_lost_by_nothing_and_nobody_dies_twice():
    for one, amount in ((foe(), 0), (foe(hp=0, conditions=("removed",)), 5)):
        state = table(somebody(), foes=[one])
        (after, lost), play = done(lose, state, "orc", amount, "black_hack.hp.zero")
        assert (after, lost, play.told) == (state, 0, [])


@covers("black_hack.attack.damage")
def test_without_a_class_attack_damage_is_1d6_and_1d4_unarmed():
    nobody = somebody(calling="")
    assert (damage_dice(nobody, True, 3), damage_dice(nobody, False, 3)) == ((1, 6, 0), (1, 4, 0))


@covers("black_hack.action.break_free", "black_hack.magic_item.list_of_true_names", "black_hack.action.risky")
def test_what_characters_do_is_offered_to_characters_who_can_do_it():
    def deed(deeds, name):
        return next(deed for deed in deeds if deed.name == name)

    held_foe = foe(hindrances=(Hindrance("stuck", action=True),))
    state = table(somebody(), foes=[held_foe], combat=fighting("orc"))
    assert not shown(deed(MOVING, "break_free"), state, "orc")
    names = Item("n1", "List of True Names", NAMES, marks=(MARKS.mark("learned", "Bob"),))
    alone = table(somebody(items=(names,)))
    assert refused(deed(WONDERS, "speak_name"), alone, "ann") == "nobody_named"
    assert refused(deed(WONDERS, "speak_name"), replace(alone, party=(*alone.party, somebody("bob"))), "ann") is None
    improvise = deed(JUDGEMENTS, "improvise")
    assert shown(improvise, alone, "ann")
    assert not shown(improvise, replace(alone, phase="creation"), "ann")
