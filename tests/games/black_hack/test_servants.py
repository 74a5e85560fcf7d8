"""Servants: who comes, what they are told, how their fights are tested, and how they are lost."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.entries import monsters, spell, tables
from tallow.games.black_hack.gear.magic_items import controlled
from tallow.games.black_hack.harm.damage import damage
from tallow.games.black_hack.magic.effects import end, session_passes, tick_minutes
from tallow.games.black_hack.magic.resistance import overcomes
from tallow.games.black_hack.magic.servants import DEEDS, command, commanded
from tallow.games.black_hack.monsters.bestiary import lines
from tallow.games.black_hack.monsters.foes import clash
from tallow.games.black_hack.state import alive, creature
from tallow.play import distribution
from tallow.testing import covers
from tests.games.black_hack.casters import caster, effect, hp, scene, worked
from tests.games.black_hack.fighters import fighting, foe, refused, somebody, table
from tests.games.playing import done, first

DEED = {deed.name: deed for deed in DEEDS}
DAEMON = "black_hack.spell.conjuration_of_daemons"
ELEMENTAL = "black_hack.spell.elemental"


def conjured(ref, *script, state=None, **more):
    """The state with servants, and these."""
    after, play = worked(ref, state or scene(ref, **more), *script)
    return after, after.allies, play


@covers("black_hack.spell.animate_dead", "black_hack.monster.animated_corpse", "black_hack.magic.no_duration")
def test_animate_dead():
    ref = "black_hack.spell.animate_dead"
    after, corpses, play = conjured(ref, [2, 3], 2, [1, 2, 3], [4, 5, 6], "fight", level=7)
    assert [(one.hd, one.hp, one.of) for one in corpses] == [
        (3, 6, "black_hack.monster.animated_corpse"),
        (3, 15, "black_hack.monster.animated_corpse"),
    ]
    assert all("undead" in one.tags and one.commander == "wiz" and one.seat == "player" for one in corpses)
    assert (play.asked[1].by, play.asked[1].options[0]) == ("referee", 5)
    gone, _ = done(session_passes, after)
    assert gone.allies == ()


@covers("black_hack.spell.animate_dead")
def test_fallen_foes_are_the_likely_corpses():
    ref = "black_hack.spell.animate_dead"
    dead = [foe(id_, conditions=("removed",)) for id_ in "abc"]
    _, _, play = conjured(ref, [4, 4], 0, state=scene(ref, foe(), *dead))
    assert play.asked[1].options[0] == 3


@covers("black_hack.spell.elemental", "black_hack.table.elementals")
def test_elemental():
    after, (one,), _ = conjured(ELEMENTAL, "earth", [4], [1, 2, 3, 4], "guard")
    assert (one.of, one.hd, one.hp) == ("black_hack.monster.elemental_earth", 4, 10)
    assert effect(after, ELEMENTAL).unit == "session"
    assert effect(after, ELEMENTAL).detail == "guard"


@covers("black_hack.prayer.conjure_elemental", "black_hack.table.elementals")
def test_conjure_elemental():
    ref = "black_hack.prayer.conjure_elemental"
    after, (one,), _ = conjured(ref, "fire", [1] * 8, "fight", level=8)
    assert (one.hd, one.hp, {line.targets for line in lines(one)}) == (8, 8, {"2"})
    lasting = effect(after, ref)
    assert (lasting.die, lasting.unit) == (12, "minutes")
    over, _ = done(tick_minutes, replace(after, effects=(replace(lasting, die=4),)), script=[1])
    assert not alive(over.allies[0])


@covers("black_hack.spell.invisible_stalker", "black_hack.monster.invisible_stalker")
def test_invisible_stalker():
    ref = "black_hack.spell.invisible_stalker"
    after, (one,), _ = conjured(ref, [2], [8, 8], "other")
    assert (one.of, one.hd, one.hp) == ("black_hack.monster.invisible_stalker", 2, 16)
    left, _ = done(end, after, effect(after, ref).id)
    assert not alive(left.allies[0])


@covers("black_hack.prayer.animate_object")
def test_animate_object():
    ref = "black_hack.prayer.animate_object"
    _, (one,), play = conjured(ref, 3, [1, 1, 1], "wait", level=7)
    assert (one.hd, one.commander) == (3, "wiz")
    assert (play.asked[0].by, play.asked[0].options[0]) == ("referee", 3)


@covers("black_hack.spell.conjuration_of_daemons", "black_hack.table.daemons")
def test_a_daemon_obeys_while_its_charm_holds():
    after, (one,), _ = conjured(DAEMON, [6], [1] * 6, "fight", [13], level=9)
    assert (one.of, one.hd) == ("black_hack.monster.daemon_chain_warden", 6)
    free, play = worked(DAEMON, scene(DAEMON), [6], [1] * 6, "fight", [14], [6, 5])
    assert free.allies == ()
    assert free.effects == ()
    assert free.foes[-1].commander == ""
    assert "reaction" in play.codes()
    assert after.foes == scene(DAEMON).foes


@covers("black_hack.table.daemons", "black_hack.daemon.common")
def test_the_row_of_a_daemon_is_its_hit_dice():
    for row in tables()["black_hack.table.daemons"].rows:
        known = monsters()[row.effect]
        assert (known.hd, known.name) == (int(row.on), row.name)
        assert {"daemon", "evil"} <= set(known.tags)
        assert "undead" not in known.tags


@covers("black_hack.spell.conjuration_of_daemons", "black_hack.action.command_servant")
def test_each_new_command_tests_the_charm_again():
    state, (one,), _ = conjured(DAEMON, [8], [1] * 8, "fight", [2], level=9, intelligence=16)
    told, _ = done(command, state, "wiz", script=[[15], "guard"])
    assert effect(told, DAEMON).detail == "guard"
    lost, _ = done(command, state, "wiz", script=[[16], [1, 1]])
    assert lost.foes[-1].id == one.id
    results = distribution(overcomes, state, spell(DAEMON), "wiz", one, DAEMON, policy=first)
    assert sum(p for (_, holds), p in results.items() if holds) == Fraction(3, 4)


@covers("black_hack.daemon.common")
def test_a_daemon_at_0_hp_is_gone():
    state, (one,), _ = conjured(DAEMON, [1], [1], "fight", [2])
    after = done(damage, state, one.id, 9, "black_hack.damage.subtract")[0][0]
    assert not alive(after.allies[0])


@covers("black_hack.action.command_servant")
def test_a_command_is_an_action_heard_by_all_that_came_together():
    ref = "black_hack.spell.animate_dead"
    state, corpses, _ = conjured(ref, [2, 3], 2, [1, 1, 1], [1, 1, 1], "wait", level=7)
    assert DEED["command_servant"].cost == "action"
    after, play = done(command, state, "wiz", script=["fight"])
    assert effect(after, ref).detail == "fight"
    assert play.told[-1].facts[1] == tuple([one.name for one in corpses])
    far = replace(state, combat=replace(state.combat, bands=tuple((one.id, "wiz", "distant") for one in corpses)))
    assert commanded(far, "wiz") == ()
    assert refused(DEED["command_servant"], far, "wiz") == "out_of_hearing"


@covers("black_hack.spell.charm")
def test_who_is_bound_obeys_until_it_ends():
    state = table(somebody("ann", seat="bea"), foes=(foe("orc"), foe("elf")))
    after = controlled(state, "ann", creature(state, "orc"))
    assert (after.allies[0].commander, after.allies[0].seat) == ("ann", "bea")
    free, _ = done(end, after, after.effects[0].id)
    assert [one.id for one in free.foes] == ["elf", "orc"]


def arena(made="spell", servant_hd=3, foe_hd=5, **settings):
    servant = foe("dog", hd=servant_hd, hp=20, commander="wiz", tags=(made,))
    wizard = caster("black_hack.spell.light", intelligence=14, wisdom=9, charisma=7)
    return table(
        wizard, foes=(foe("orc", hd=foe_hd, hp=20),), allies=(servant,), combat=fighting("dog"), settings=settings
    )


def clashed(state, who, target, *script):
    return done(clash, state, who, target, lines(creature(state, who))[0], script=script)


@covers("black_hack.servant.attacks", "black_hack.action.servant_attack", "black_hack.init.npc_allies")
def test_the_commander_tests_for_a_servant_on_both_sides():
    state = arena()
    after, play = clashed(state, "dog", "orc", [11], [2, 3])
    assert hp(after, "orc") == 15
    assert ("powerful_foe", 2) in [told.facts[1:] for told in play.told if told.code == "adds"]
    assert hp(clashed(state, "dog", "orc", [12])[0], "orc") == 20
    assert hp(clashed(state, "orc", "dog", [11])[0], "dog") == 20
    assert hp(clashed(state, "orc", "dog", [12], [7])[0], "dog") == 13
    assert hp(clashed(state, "dog", "orc", [1], [2, 3])[0], "orc") == 10


@covers("black_hack.servant.attacks")
def test_chance_of_a_servants_hit():
    state = arena()
    line = lines(creature(state, "dog"))[0]
    results = distribution(clash, state, "dog", "orc", line, policy=first)
    assert sum(p for after, p in results.items() if hp(after, "orc") < 20) == Fraction(11, 20)


@covers("black_hack.servant.attacks")
@pytest.mark.parametrize(("made", "attribute"), [("spell", "INT"), ("prayer", "WIS"), ("beast", "CHA")])
def test_what_is_tested_follows_from_what_made_it(made, attribute):
    _, play = clashed(arena(made), "dog", "orc", [20])
    assert next(told for told in play.told if told.code == "test.added").facts[1] == attribute


@covers("black_hack.setting.servant_attacks")
def test_fixed_damage_instead():
    state = arena(servant_attacks="fixed_damage")
    assert hp(clashed(state, "dog", "orc")[0], "orc") == 16
    assert hp(clashed(state, "orc", "dog")[0], "dog") == 14
