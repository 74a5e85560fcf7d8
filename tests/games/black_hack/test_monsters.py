"""Every monster of the bestiary at work: each special of each of them, at the time that it says."""

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import Result
from tallow.games.black_hack.checks.sways import sway
from tallow.games.black_hack.combat.attacks import strike
from tallow.games.black_hack.combat.defence import assailed
from tallow.games.black_hack.combat.moving import go
from tallow.games.black_hack.combat.ranges import band
from tallow.games.black_hack.combat.rounds import initiative, start_turn
from tallow.games.black_hack.entries import impediments, monsters, spells
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.gear.weapons import Way, ways
from tallow.games.black_hack.gear.wear import venom
from tallow.games.black_hack.harm.damage import damage, heal
from tallow.games.black_hack.harm.hindrances import shake_off
from tallow.games.black_hack.harm.rest import rest_day
from tallow.games.black_hack.harm.victims import in_dread
from tallow.games.black_hack.magic.effects import day_passes
from tallow.games.black_hack.monsters.bestiary import lines, spawn
from tallow.games.black_hack.monsters.foes import approach, foe_acts
from tallow.games.black_hack.monsters.foes import attack as foe_attack
from tallow.games.black_hack.monsters.instincts import fallen, moment_ends, turn_ends, turn_starts
from tallow.games.black_hack.monsters.passives import capped, proof, steadied, swayed, toughness
from tallow.games.black_hack.monsters.powers import burn_fallen, castable, power, take_wing, usable
from tallow.games.black_hack.monsters.specials import breathed, defended, missed, riders, stopped, struck
from tallow.games.black_hack.record import DEEDS, GAME
from tallow.games.black_hack.referee.hostilities import ambushed
from tallow.games.black_hack.state import MARKS, Effect, Hindrance, Item, character, creature, hindered, put, score
from tallow.games.black_hack.world.sessions import new_day, start_session
from tallow.games.deeds import Action
from tallow.mechanics.conditions import has
from tallow.testing import covers
from tests.games.black_hack.casters import scene, worked
from tests.games.black_hack.fighters import fighting, foe, held, somebody, table, worn
from tests.games.playing import done

ALL = [(ref, special) for ref, monster in monsters().items() for special in monster.specials]
SWORD = Way("w1", "sword", tags=("one_handed",))
MACE = Way("w1", "mace", tags=("one_handed", "blunt"))
HIT, MISS = Result(11, 11, False), Result(12, 12, False)
CHARM = "black_hack.spell.charm"


def beast(ref, *friends, close=True, settings=None, **more):
    """A monster before Ann, who is of its Level, in its own Turn."""
    one = spawn(ref, "x", hd=monsters()[ref].hd or 4)
    one = replace(one, hp=more.pop("hp", 20), hp_max=20, **more.pop("foe", {}))
    ann = somebody(level=one.hd, items=more.pop("items", ()), **more)
    pairs = [(other.id, "x") for other in (ann, *friends)] if close else []
    combat = replace(fighting("x", close=pairs), started=((ref, 1),), tested=(ref,))
    return table(ann, *friends, foes=[one], combat=combat, settings=settings)


def hurt(state, who, amount, *script, **more):
    """The state after damage."""
    return done(damage, state, who, amount, "black_hack.damage.subtract", script=script, **more)[0][0]


def ann(state):
    return character(state, "ann")


def it(state):
    return creature(state, "x")


def special(ref, name):
    return next(one for one in monsters()[ref].specials if one.name == name)


def line(state, at=0):
    return lines(it(state))[at]


def hit(ref, *script, at=0, result=HIT, lost=3, **more):
    """A failed Defend against a monster, by an odd face unless it says otherwise."""
    state = beast(ref, **more)
    return done(riders, state, "x", "ann", line(state, at), result, lost, script=script)[0]


@covers("black_hack.setting.oofa_specials", "black_hack.bestiary.test")
@pytest.mark.parametrize(("how", "script", "held"), [("test", [20], ("paralysed",)), ("spared", [], ())])
def test_whether_those_out_of_action_still_test_against_what_goes_with_the_blow(how, script, held):
    state = beast("black_hack.monster.ghoul", settings={"oofa_specials": how})
    state = replace(state, party=(replace(ann(state), hp=0, conditions=("out_of_action",)),))
    after, _ = done(riders, state, "x", "ann", line(state), HIT, 3, script=script)
    assert tuple(one.name for one in ann(after).hindrances) == held


def rides(ref, one, *, resisted=True):
    """A rider with a test, if it has one: passing avoids it, failing brings what it says, and no other face does."""
    test = [20] if one.test else []
    more = [(3, 4)] if one.damage == "2d6" else []
    state = hit(ref, *test, *more)
    for fail in one.fail:
        if fail in impediments():
            (found,) = [hindrance for hindrance in ann(state).hindrances if hindrance.name == fail]
            assert found.ends == (one.ends or found.ends)
            assert found.hd == it(state).hd
        elif fail == "ongoing":
            assert ann(state).ongoing == (one.ends or "CON")
        elif fail == "oofa":
            assert has(ann(state), "out_of_action")
        elif fail == "thrown":
            assert band(state, "ann", "x") == "nearby"
        elif fail == "level":
            assert ann(state).level == it(state).hd - 1 or has(ann(state), "dead")
        else:
            assert (fail, one.damage) == ("damage", "2d6")
            assert ann(state).hp == 3
    if one.test and resisted:
        untouched = hit(ref, 1)
        assert (ann(untouched).hindrances, ann(untouched).ongoing, ann(untouched).conditions) == ((), "", ())
    if one.when == "hit_odd":
        assert ann(hit(ref, result=MISS)).hindrances == ()
    if one.when == "damage":
        assert ann(hit(ref, lost=0)).hindrances == ()


def filth(ref, one):
    rides(ref, one)
    (hindrance,) = ann(hit(ref, 20)).hindrances
    assert hindrance.by == "disease"
    assert has(ann(hit(ref, 20)), "diseased")


def clinging(ref, one):
    rides(ref, one)
    state = hit(ref)
    assert ann(state).hindrances[0].action
    drunk, _ = done(turn_starts, state, "x", script=[20])
    assert ann(drunk).level == 1
    free = put(state, replace(ann(state), hindrances=()))
    assert ann(done(turn_starts, free, "x")[0]).level == 2


def tearing(ref, one):
    rides(ref, one)
    assert has(ann(hit(ref)), "clinging")


def coils(ref, one):
    rides(ref, one)
    assert ann(hit(ref, 20)).ongoing == "STR"


def peck(ref, one):
    rides(ref, one)
    assert has(ann(hit(ref, 20)), "petrifying")


def strength_thief(ref, one):
    state = hit(ref)
    assert ann(state).strength == 9
    assert ann(done(new_day, state)[0]).strength == 9
    assert ann(done(rest_day, replace(state, combat=None), "ann")[0]).strength == 10, "a Day of rest"
    assert has(ann(hit(ref, strength=2)), "out_of_action")


def rot(ref, one):
    state = hit(ref, hp_max=30)
    assert ann(done(heal, state, "ann", 5, ref)[0]).hp == 10


def charge(ref, one):
    state = beast(ref)
    still, _ = done(riders, state, "x", "ann", line(state), HIT, 3)
    assert not ann(still).hindrances
    moved = replace(state, combat=replace(state.combat, move=False))
    stuck = put(moved, replace(it(moved), hindrances=(Hindrance("stuck"),)))
    assert not ann(done(riders, stuck, "x", "ann", line(state), HIT, 3)[0]).hindrances
    knocked, _ = done(riders, moved, "x", "ann", line(state), HIT, 3, script=[20])
    assert hindered(ann(knocked), "stuck")


def sting(ref, one):
    assert not ann(hit(ref)).ongoing
    assert ann(hit(ref, 20, at=1)).ongoing == "CON"


def whip(ref, one):
    assert not ann(hit(ref)).ongoing
    state = hit(ref, at=1, close=False)
    assert ann(state).ongoing == "DEX"
    assert band(state, "ann", "x") == "close"


def reeled(ref, one):
    state = hit(ref, 20, close=False)
    assert hindered(ann(state), "stuck")
    assert band(state, "ann", "x") == "close"


def bite(ref, one):
    assert ann(hit(ref)).level == 8
    held_fast = beast(ref, hp=10)
    held_fast = put(held_fast, replace(ann(held_fast), hindrances=(Hindrance("stuck"),)))
    state, _ = done(riders, held_fast, "x", "ann", line(held_fast), HIT, 3, script=[20])
    assert (ann(state).level, it(state).hp) == (7, 18)


def feast(ref, one):
    assert it(hit(ref, lost=3, hp=10)).hp == 13


def fire_fingers(ref, one):
    items = (Item("i1", "rope"), Item("i2", "torch", usage=4), held("short_sword"))
    assert [item.id for item in ann(hit(ref, "i1", items=items)).items] == ["i2", "w1"]
    assert [item.id for item in ann(hit(ref, "i2", 1, items=items)).items] == ["i1", "w1"]
    assert not ann(hit(ref)).items


def numbing_jelly(ref, one):
    rides(ref, one)
    state, _ = done(missed, beast(ref), "ann", "x", script=[20])
    assert hindered(ann(state), "paralysed")
    assert not ann(done(missed, beast(ref), "ann", "x", False)[0]).hindrances


def burning_spit(ref, one):
    state = beast(ref)
    spat, _ = done(defended, state, "x", "ann", line(state, 1), script=[9])
    assert ann(spat).hp == 6
    assert ann(done(defended, state, "x", "ann", line(state, 0))[0]).hp == 10


def edge_on(ref, attribute, purpose="", about="", **more):
    state = beast(ref, **more)
    good, bad = swayed(state, ann(state), attribute, purpose, about, it(state))
    return "good" if good else "bad" if bad else ""


def tough(*tags):
    def check(ref, one):
        edges = [bool(toughness(it(beast(ref)), given)[1]) for given in (("one_handed",), *tags)]
        assert edges == [True, *([False] * len(tags))]
        assert not toughness(it(beast(ref)), ("spell",))[1]

    return check


def all_weapons(ref, one):
    assert all(toughness(it(beast(ref)), tags)[1] for tags in (("blunt",), ("magic",), ("silver",)))
    assert not toughness(it(beast(ref)), ("spell",))[1]


def dry(ref, one):
    all_weapons(ref, one)
    assert not toughness(it(beast(ref)), ("fire",))[1]


def dim(ref, one):
    assert (edge_on(ref, "CHA"), edge_on(ref, "INT")) == ("good", "")


def unseen(ref, one):
    edges = [edge_on(ref, "STR", purpose) for purpose in ("attack", "defend")]
    assert [*edges, edge_on(ref, "WIS", "", "notice"), edge_on(ref, "CHA")] == ["bad", "bad", "bad", ""]
    assert edge_on(ref, "STR", "attack", foe={"conditions": ("shown",)}) == ""


def bulk(ref, one):
    assert (edge_on(ref, "DEX", "defend"), edge_on(ref, "STR", "defend")) == ("bad", "")
    state = beast(ref)
    _, play = done(initiative, state, script=[1, 20, ("failure", 20)])
    assert [told.facts[1] for told in play.told if told.code == "edge"] == ["disadvantage"]


def wary(ref, one):
    thief = somebody("ann", "thief")
    state = replace(beast(ref), party=(thief,))
    assert not sway(state, thief, "DEX", "", "sneaking", None).advantages
    assert sway(table(thief), thief, "DEX", "", "sneaking", None).advantages


def stolen_face(ref, one):
    assert (edge_on(ref, "WIS", "", "sight"), edge_on(ref, "WIS")) == ("bad", "")


def slippery(ref, one):
    assert (edge_on(ref, "INT", "", "magic"), edge_on(ref, "INT")) == ("bad", "")


def maze(ref, one):
    assert (edge_on(ref, "DEX", "", "flee"), edge_on(ref, "DEX")) == ("bad", "")


def thin_air(ref, one):
    assert (edge_on(ref, "DEX", "attack"), edge_on(ref, "STR", "attack")) == ("bad", "")
    far = beast(ref, close=False)
    far = replace(far, combat=replace(far.combat, bands=(("ann", "x", "faraway"),)))
    assert band(done(approach, far, "x", ("towards", "ann"))[0], "ann", "x") == "close"


def frenzy(ref, one):
    assert (edge_on(ref, "STR", "defend"), edge_on(ref, "STR", "attack")) == ("bad", "")


def gang(ref, one):
    state = replace(beast(ref), foes=(spawn(ref, "x"), spawn(ref, "y")))
    before = swayed(state, ann(state), "STR", "defend", "", it(state))
    marked = replace(
        state,
        combat=replace(
            state.combat,
            used=(MARKS.mark("moment", "attacked", "ann", "y"), MARKS.mark("moment", "attacked", "ann", "x")),
        ),
    )
    assert (before, swayed(marked, ann(state), "STR", "defend", "", it(state))) == (((), ()), ((), (ref,)))


def blood(ref, one):
    state, _ = done(fallen, beast(ref, somebody("bob")), "bob", "x")
    assert swayed(state, ann(state), "STR", "defend", "", it(state))[1]
    later = replace(state, combat=replace(state.combat, moment=3))
    assert not swayed(later, ann(state), "STR", "defend", "", it(state))[1]


def ambush(ref, one):
    state = beast(ref, somebody("bob"))
    (_, surprised), _ = done(ambushed, state, script=[20, 1])
    assert surprised == ("ann",)


def clear(ref, one):
    ambush(ref, one)
    assert [proof(it(beast(ref)), what) for what in ("cold", "lightning", "fire")] == [True, True, False]


def cold(ref, one):
    assert toughness(it(beast(ref)), ("fire",))[0]
    assert proof(it(beast(ref)), "cold")


def tireless(ref, one):
    assert all(proof(it(beast(ref)), what) for what in ("sleep", "charm", "poison"))


def spell_proof(ref, one):
    assert proof(it(beast(ref)), "magic")


def swarm(ref, one):
    assert [capped(it(beast(ref)), tags, 9) for tags in (("blunt",), ("spell",), ("fire",))] == [1, 9, 9]


def glow(ref, one):
    state = replace(beast(ref), dark=True)
    assert not in_the_dark(state, ann(state))
    assert in_the_dark(replace(state, foes=()), ann(state))


def hold_the_line(ref, one):
    state = beast(ref)
    guards = (foe("g1", hd=1), foe("g2", hd=1))
    state = replace(state, foes=(*state.foes, *guards))
    assert steadied(state, guards) == (4, "advantage")
    fled = put(state, replace(it(state), conditions=("out_of_action",)))
    assert steadied(fled, guards) == (1, "")


def slow(ref, one):
    (_, early), play = done(initiative, beast(ref))
    assert early == ("ann",)
    assert not play.asked


def trapper(ref, one):
    state = beast(ref, close=False)
    state, _ = done(go, state, "ann", ("towards", "x"), script=["yes", 1, 20, 3])
    assert ann(state).hp == 7
    again = replace(state, combat=replace(state.combat, bands=()))
    assert done(go, again, "ann", ("towards", "x"))[0].party == state.party


def flyer(ref, one):
    state = beast(ref, items=(held("short_sword"),))
    assert ways(state, ann(state), "x")
    up, _ = done(take_wing, state, "x")
    assert not ways(up, ann(up), "x")
    assert not has(it(done(breathed, up, "x", line(up))[0]), "flying")
    assert not has(it(done(take_wing, up, "x")[0]), "flying")


def told_only(ref, one):
    """What only the GM can carry out stands on the GM's card."""
    blocks = [block for panel in GAME.view(beast(ref), "referee").panels if panel.id == "x" for block in panel.blocks]
    assert any(one.effect in str(block) for block in blocks)


def spare_shield(ref, one):
    state, undone = done(stopped, beast(ref), "x")[0]
    assert undone
    state, undone = done(stopped, state, "x")[0]
    assert undone
    assert not done(stopped, state, "x")[0][1]


def blink(ref, one):
    state, _ = done(strike, beast(ref), "ann", "x", SWORD, script=[5])
    assert (it(state).hp, band(state, "ann", "x")) == (20, "nearby")
    assert it(done(strike, state, "ann", "x", SWORD, script=[5, 4])[0]).hp == 16


def melts(ref, one):
    items = (held("short_sword"), worn("chain_mail"))
    state, _ = done(struck, beast(ref, items=items), "ann", "x", ("one_handed",), "w1")
    state, _ = done(turn_ends, state, "ann")
    assert [item.id for item in ann(state).items] == ["a1"]
    state = hurt(state, "ann", 4, "a1", by="x")
    assert ann(state).items[0].dice == ("gone", "whole", "whole")
    soft = beast(ref, items=(held("staff"),))
    assert not ann(done(struck, soft, "ann", "x", ("staff", "blunt"), "w1")[0]).items[0].marks


def flames(ref, one):
    state, _ = done(struck, beast(ref), "ann", "x", ())
    assert ann(state).hp == 9
    assert ann(done(struck, beast(ref, close=False), "ann", "x", ())[0]).hp == 10
    glow(ref, one)


def wrong_target(ref, one):
    state = beast(ref, somebody("bob"))
    state, _ = done(missed, state, "ann", "x", script=[20, (6, 6, 6, 6, 6)])
    assert character(state, "bob").hp == 0
    assert it(state).hp == 20


def knits(ref, one):
    weak = beast(ref, hp=10)
    assert it(done(turn_starts, weak, "x")[0]).hp == 13
    burnt = hurt(weak, "x", 2, kind="fire")
    cold_turn, _ = done(turn_starts, burnt, "x")
    assert (it(cold_turn).hp, has(it(cold_turn), "burnt")) == (8, False)
    down, _ = done(fallen, hurt(weak, "x", 30), "x", "ann")
    assert has(it(down), "rising_later")
    once, _ = done(moment_ends, down)
    assert not has(it(once), "rising_later")
    twice, play = done(moment_ends, once)
    assert [(one.code, len(one.facts)) for one in play.told] == [("rises", 1)], "with how many HP is the GM's to know"
    assert (it(twice).hp, it(twice).conditions) == (3, ())
    lit = put(down, replace(ann(down), items=(Item("t", "torch", lit=True),)))
    assert not has(it(done(burn_fallen, lit, "ann")[0]), "rising_later")


def gets_up(ref, one):
    def felled(kind=""):
        return done(fallen, hurt(beast(ref, hp=3), "x", 5, kind=kind), "x", "ann")[0]

    up, _ = done(moment_ends, felled())
    assert (it(up).hp, it(up).conditions, it(up).spent) == (1, (), (MARKS.mark("rose"),))
    again, _ = done(fallen, hurt(up, "x", 5), "x", "ann")
    assert not has(it(again), "rising")
    assert not any(has(it(felled(kind)), "rising") for kind in ("fire", "critical", "banish"))


def gaze(ref, one):
    state, _ = done(turn_starts, beast(ref), "x", script=["look", 20])
    assert hindered(ann(state), "paralysed")
    assert has(ann(state), "petrifying")
    away, _ = done(turn_starts, beast(ref), "x", script=["look_away"])
    assert not ann(away).hindrances
    assert swayed(away, ann(away), "STR", "defend", "", it(away))[1]
    far = beast(ref, close=False)
    asked = done(turn_starts, far, "x", script=["look_away"] if "medusa" in ref else [])[1].asked
    assert bool(asked) == ("medusa" in ref)


def quench(ref, one):
    items = (Item("t", "torch", usage=6, lit=True), Item("u", "torch", usage=6))
    state, _ = done(turn_starts, beast(ref, items=items), "x")
    assert [item.usage for item in ann(state).items] == [4, 6]


def mantle(ref, one):
    state, _ = done(turn_starts, beast(ref), "x", script=[20])
    assert ann(state).ongoing == "DEX"
    assert not done(turn_starts, beast(ref, close=False), "x")[1].asked


def last_rite(ref, one):
    state, _ = done(fallen, beast(ref, foe={"conditions": ("out_of_action",)}), "x", "ann", script=[20])
    (hindrance,) = ann(state).hindrances
    assert (hindrance.name, hindrance.by, has(ann(state), "cursed")) == ("weakened", "curse", True)
    avoided = done(fallen, beast(ref, foe={"conditions": ("out_of_action",)}), "x", "ann", script=[1])[0]
    assert not ann(avoided).hindrances


def lycanthropy(ref, one):
    state = beast(ref, conditions=("out_of_action",))
    assert has(ann(done(fallen, state, "ann", "x", script=[20])[0]), "lycanthropy")
    assert not has(ann(done(fallen, state, "ann", "x", script=[1])[0]), "lycanthropy")


def kin(ref, one):
    state, play = done(fallen, beast(ref, conditions=("out_of_action",)), "ann", "x")
    (told,) = play.told
    assert (told.facts[1], told.seen_by) == (one.name, ("referee",))
    assert (state.effects[0].of, state.effects[0].detail) == (ref, "ann")


def reforms(ref, one):
    days = 5 if "lich" in ref else 1
    state, play = done(
        fallen, beast(ref, foe={"conditions": ("removed",)}), "x", "ann", script=[5] if days == 5 else []
    )
    assert [told.facts[1] for told in play.told if told.code == "reforms"] == [days]
    for day in range(days):
        assert state.effects[0].left == days - day
        state, play = done(day_passes, state)
    assert state.effects == ()
    assert [(told.code, told.seen_by) for told in play.told] == [("reforms.now", ("referee",))]


def used(ref, one, *script, **more):
    state = beast(ref, **more)
    several = len(usable(state, "x")) > 1
    return done(power, state, "x", script=[one.name, *script] if several else list(script))


def one_victim(ref, one):
    state, _ = used(ref, one, 20)
    (hindrance,) = ann(state).hindrances
    assert (hindrance.name, hindrance.ends) == (*one.fail, one.ends)
    assert not ann(used(ref, one, 1)[0]).hindrances


def luring(ref, one):
    far = beast(ref, close=False)
    far = replace(far, combat=replace(far.combat, bands=(("ann", "x", "faraway"),)))
    state, _ = done(power, far, "x", script=[20])
    assert hindered(ann(state), "distracted")
    for now, then in (("faraway", "nearby"), ("nearby", "close"), ("close", "close")):
        assert band(state, "ann", "x") == now
        state, _ = done(start_turn, state, "ann", script=[20])
        assert band(state, "ann", "x") == then, "each Move goes towards it"
        assert state.combat.turn != "ann"
    free, _ = done(start_turn, state, "ann", script=[1])
    assert ann(free).conditions == ()


def shriek(ref, one):
    state, _ = used(ref, one, 20, (3, 4))
    assert ann(state).hindrances[0].left == 7
    assert not usable(state, "x")


def charms(ref, one):
    state, _ = used(ref, one, 20, "stands_still")
    assert [(effect.of, effect.on) for effect in state.effects] == [(CHARM, ("ann",))]
    friend = somebody("bob")
    state = beast(ref, friend)
    script = [one.name] if len(usable(state, "x")) > 1 else []
    state, _ = done(power, state, "x", script=[*script, "ann", 20, "attacks_friend", 1])
    assert character(state, "bob").hp == 10


def kiss(ref, one):
    assert "Kiss" not in usable(beast(ref), "x")
    state = replace(beast(ref), effects=(Effect("e", CHARM, by="x", on=("ann",)),))
    kissed, _ = done(power, state, "x", script=["Kiss", 20])
    assert ann(kissed).level == 5


def dread(ref, one):
    state, _ = used(ref, one, 20, 3)
    assert in_dread(state, "ann")
    assert "Dread" not in usable(state, "x")
    turn = replace(state, combat=replace(state.combat, turn="", step="late", due=("ann",)))
    after, _ = done(start_turn, turn, "ann", script=[20])
    assert band(after, "ann", "x") == "faraway"


def gloom(ref, one):
    state, _ = used(ref, one, "ann")
    assert [(effect.of, effect.on) for effect in state.effects] == [("black_hack.spell.darkness", ("ann",))]
    assert "Gloom" not in usable(state, "x")


def smoke(ref, one):
    state, _ = used(ref, one)
    assert capped(it(state), ("magic",), 9) == 0
    assert not has(it(done(power, state, "x", script=["Smoke"])[0]), "mist")


def maker(ref, one):
    state, _ = used(ref, one, "invisible")
    assert state.effects[0].of == "black_hack.spell.invisibility"
    assert not used(ref, one, "object")[0].effects


def spellcaster(ref, one):
    """Magic Missile from Faraway, which a passed DEX test avoids; a dragon finds out how many spells it has."""
    missile, hd, lich = "black_hack.spell.magic_missile", monsters()[ref].hd or 4, "lich" in ref
    far = beast(ref, close=False, hp_max=30)
    far = replace(far, combat=replace(far.combat, bands=(("ann", "x", "faraway"),)))
    script = [missile, *([] if lich else [1, 1]), (1,) * hd, 20]
    state, _ = done(power, far, "x", script=script)
    assert ann(state).hp == max(0, 10 - hd)
    assert ann(done(power, far, "x", script=[*script[:-1], 1])[0]).hp == 10
    left = castable(put(state, replace(ann(state), conditions=())), it(state))
    assert missile not in left
    assert {spells()[each].level for each in left} == (set(range(1, 9)) if lich else {2})


def furnace(ref, one):
    state = beast(ref)
    die = 6 if "dragon" in ref else 4
    state, play = done(breathed, state, "x", line(state, 1), script=[1])
    assert play.asked[0].sides == die
    for _ in range(die // 2 - 2):
        state, _ = done(breathed, state, "x", monsters()[ref].attacks[1], script=[1])
    assert [known.name for known in lines(it(state))] == [monsters()[ref].attacks[0].name]


CASES = {
    "Acid sting": rides, "Always wary": wary, "Ambush": ambush, "Archmage": spellcaster, "Barbs": rides,
    "Bare bones": tough(("blunt",)), "Barrow flesh": tough(("magic",), ("silver",)), "Bite": bite, "Blink": blink,
    "Blood up": blood, "Bound": told_only, "Burning spit": burning_spit, "Charge": charge, "Charm": charms,
    "Clear": clear, "Clinging": clinging, "Coils": coils, "Cold": cold, "Cold touch": rides, "Command": charms,
    "Commanding eye": charms, "Deadly venom": rides, "Dim": dim, "Draining touch": rides, "Dread": dread,
    "Dry as dust": dry, "Feast": feast, "Filth": filth, "Fire fingers": fire_fingers, "Flame body": flames,
    "Flyer": flyer, "Frenzy": frenzy, "Furnace": furnace, "Gang up": gang, "Gaze": gaze, "Gets up again": gets_up,
    "Gloom": gloom, "Glow glands": glow, "Grave-bound": reforms, "Gripping soil": rides,
    "Half there": tough(("magic",)), "Hidden heart": reforms, "Hold the line": hold_the_line, "Hug": rides,
    "Kin-maker": kin, "Kiss": kiss, "Knits together": knits, "Last rite": last_rite, "Latched on": rides,
    "Life drinker": None, "Luring song": luring, "Lycanthropy": lycanthropy, "Maker of things": maker,
    "Mantle of ash": mantle, "Maze-born": maze, "Melts metal": melts, "Murmur": one_victim, "Numbing claws": rides,
    "Numbing jelly": numbing_jelly, "Numbing slime": rides, "Old tongue": spellcaster, "Petrifying peck": peck,
    "Plague": rides, "Pull down": rides, "Quench": quench, "Reeled in": reeled, "Rock body": tough(("magic",)),
    "Rot": rot, "Set alight": rides, "Shriek": shriek, "Silent bulk": bulk,
    "Silver only": tough(("magic",), ("silver",)),
    "Slippery mind": slippery, "Slow": slow, "Smoke": smoke, "Spare shield": spare_shield, "Spell-proof": spell_proof,
    "Statue": ambush, "Stolen face": stolen_face, "Stone body": all_weapons, "Stone hide": tough(("magic",)),
    "Strength thief": strength_thief, "Swallowed": rides, "Swarm": swarm, "Sweep": rides, "Tearing hug": tearing,
    "Thin air": thin_air, "Tireless": tireless, "Trapper": trapper, "Unseen": unseen, "Venom": rides,
    "Venom sting": sting, "Web": one_victim, "Whip of fire": whip, "Whirl": rides, "Wrong target": wrong_target,
}  # fmt: skip
"""What each special does; the Life drinker of leeches is seen with their Clinging."""


@covers(
    "black_hack.monster.*", "black_hack.bestiary.when", "black_hack.bestiary.test", "black_hack.bestiary.resist_weapons"
)
@pytest.mark.parametrize(("ref", "one"), ALL, ids=[f"{ref.rpartition('.')[2]}-{one.name}" for ref, one in ALL])
def test_every_special_of_every_monster(ref, one):
    case = CASES[one.name]
    if case is None:
        clinging(ref, special(ref, "Clinging"))
    else:
        case(ref, one)


@covers("black_hack.bestiary.when", "black_hack.monster.ghoul")
def test_riders_come_with_the_attack_itself():
    """STR 10 against a ghoul of one Hit Die more: failing brings 1d6 damage and the claws."""
    ghoul = beast("black_hack.monster.ghoul", constitution=11)
    ghoul = put(ghoul, replace(ann(ghoul), level=1))
    state, play = done(assailed, ghoul, "x", "ann", line(ghoul), script=[9, 4, 11])
    assert (ann(state).hp, hindered(ann(state), "paralysed")) == (6, True)
    assert [told.facts[2] for told in play.told if told.code == "adds"] == [1, 1]
    safe, _ = done(assailed, ghoul, "x", "ann", line(ghoul), script=[8])
    assert ann(safe).hp == 10
    armoured = put(ghoul, replace(ann(ghoul), items=(worn("leather"),)))
    state, _ = done(assailed, armoured, "x", "ann", line(ghoul), script=[9, 4, "a1", 11])
    assert (ann(state).hp, hindered(ann(state), "paralysed")) == (10, True)


@covers("black_hack.bestiary.resist_weapons")
def test_tough_foes_take_the_worse_of_two_damage_rolls():
    state = beast("black_hack.monster.skeleton", settings={"gm_choice": "worst"})
    state = put(state, replace(ann(state), pool=1))
    assert it(done(strike, state, "ann", "x", SWORD, script=[5, 6, 2])[0]).hp == 18
    assert it(done(strike, state, "ann", "x", MACE, script=[5, 6])[0]).hp == 14


@covers("black_hack.daemon.common", "black_hack.monster.manes")
def test_a_daemon_goes_back():
    _, play = done(fallen, hurt(beast("black_hack.monster.manes"), "x", 30), "x", "ann")
    assert play.codes() == ["goes_back"]


def test_powers_are_deeds_of_foes_in_their_turn():
    spider = beast("black_hack.monster.giant_spider")
    state, _ = done(DEEDS.perform, spider, Action("power", "x"), script=[20])
    assert hindered(ann(state), "stuck")
    assert [
        offer for offer in DEEDS.offers(beast("black_hack.monster.orc"), "referee") if offer.action.name == "power"
    ] == []


def test_scores_are_never_below_one():
    state = hit("black_hack.monster.shadow", strength=1)
    assert score(ann(state), "STR") == 1


@covers("black_hack.monster.cockatrice", "black_hack.hindrance.paralysed")
def test_who_has_shaken_off_a_petrifying_peck_is_not_turned_to_stone_by_a_ghoul():
    pecked = hit("black_hack.monster.cockatrice", 20)
    assert has(ann(pecked), "petrifying")
    free, _ = done(shake_off, pecked, "ann", script=[1])
    assert ann(free).conditions == ()
    stuck = put(pecked, replace(ann(pecked), hindrances=(*ann(pecked).hindrances, Hindrance("stuck"))))
    for state in (pecked, stuck):
        stone, play = done(shake_off, state, "ann", script=[20, 20][: len(ann(state).hindrances)])
        assert "stone" in play.codes()
        assert ann(stone).conditions == ("stone",)
        assert [one.name for one in ann(stone).hindrances] == ["stuck"][: len(ann(state).hindrances) - 1]


@covers("black_hack.monster.harpy", "black_hack.item.wax", "black_hack.prayer.bless")
def test_wax_in_the_ears_and_a_blessing_help_against_a_harpys_song():
    ref = "black_hack.monster.harpy"
    wax = Effect("e1", "black_hack.item.wax", by="ann", on=("ann",), unit="session")
    bless = Effect("e2", "black_hack.prayer.bless", by="ann", on=("ann",), die=8, unit="minutes")
    state = replace(beast(ref), effects=(wax, bless))
    after, play = done(power, state, "x", script=[19, 10, ("success", 10)])
    assert not ann(after).hindrances
    assert play.codes()[-3:] == ["edge", "counts_higher", "test"]


@covers("black_hack.monster.giant_rat", "black_hack.monster.cultist", "black_hack.phase.session_start")
def test_a_fever_and_a_curse_are_over_with_what_they_brought():
    sick = hit("black_hack.monster.giant_rat", 20)
    assert (ann(sick).conditions, hindered(ann(sick), "weakened")) == (("diseased",), True)
    rested, _ = done(rest_day, replace(sick, combat=None), "ann")
    assert (ann(rested).conditions, ann(rested).hindrances) == ((), ())
    cursed = put(sick, replace(ann(sick), conditions=("cursed",), hindrances=(Hindrance("weakened", by="curse"),)))
    met, _ = done(start_session, replace(cursed, combat=None), "")
    assert (ann(met).conditions, ann(met).hindrances) == ((), ())
    lasting, _ = done(start_session, put(replace(cursed, combat=None), replace(ann(cursed), hindrances=())), "")
    assert ann(lasting).conditions == ("cursed",), "a curse of the GM's"


@covers("black_hack.monster.black_pudding", "black_hack.setting.armour_die_timing")
@pytest.mark.parametrize("timing", ["before", "after"])
def test_a_pudding_eats_at_armour_whenever_its_die_is_broken(timing):
    state = beast(
        "black_hack.monster.black_pudding", items=(worn("chain_mail"),), settings={"armour_die_timing": timing}
    )
    rolls = [[3], [4]] if timing == "after" else []
    after, _ = done(assailed, state, "x", "ann", line(state), script=[15, *rolls, "a1"])
    assert ann(after).items[0].dice == ("gone", "whole", "whole")


@covers("black_hack.monster.guard_captain", "black_hack.morale.test")
def test_a_captain_does_not_hold_the_line_for_itself():
    state = beast("black_hack.monster.guard_captain")
    assert steadied(state, state.foes) == (4, "")
    bandit = foe("bandit", hd=1)
    assert steadied(state, (bandit,)) == steadied(state, (*state.foes, bandit)) == (4, "advantage")


@covers("black_hack.spell.feebleminded", "black_hack.monster.lich")
def test_the_feebleminded_cast_nothing():
    state = beast("black_hack.monster.lich")
    assert "Archmage" in usable(state, "x")
    assert "Archmage" not in usable(put(state, replace(it(state), conditions=("feebleminded",))), "x")


@covers("black_hack.monster.stone_golem", "black_hack.spell.level_drain")
def test_a_golem_is_not_drained():
    golem = replace(spawn("black_hack.monster.stone_golem", "x"), hp=50, hp_max=50)
    state = scene("black_hack.spell.level_drain", golem)
    after, play = worked("black_hack.spell.level_drain", state)
    assert after == state
    assert play.codes() == ["casts.on", "magic.proof"]


@covers("black_hack.spell.invisibility", "black_hack.monster.djinni")
@pytest.mark.parametrize("rule", [foe_attack, foe_acts])
def test_an_invisible_foe_is_seen_when_it_attacks(rule):
    unseen = Effect("e1", "black_hack.spell.invisibility", by="x", on=("x",))
    state = replace(beast("black_hack.monster.djinni", strength=20, dexterity=20), effects=(unseen,))
    after, _ = done(rule, state, "x", script=[5, 5])
    assert after.effects == ()


@covers("black_hack.monster.animated_corpse", "black_hack.item.poison")
def test_venom_does_nothing_to_what_no_poison_harms():
    blade = replace(held("short_sword"), marks=(MARKS.mark("venom"),))
    state = beast("black_hack.monster.animated_corpse", items=(blade,))
    after, play = done(venom, state, "ann", "x", "w1")
    assert (it(after).ongoing, ann(after).items[0].marks) == ("", ())
    assert play.codes() == ["venom", "immune"]
