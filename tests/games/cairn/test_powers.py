"""Powers: each of the bestiary used once and withstood once, and the ways they end; spells of monsters."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.manoeuvres import manoeuvres
from tallow.games.cairn.combat.rounds import declare, resolve
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.magic.effects import turn_begins
from tallow.games.cairn.monsters.bestiary import armed, spawn, stock
from tallow.games.cairn.monsters.powers import MONSTER_CAST, POWER, castable, usable, use, within_power
from tallow.games.cairn.state import HOUR, Declaration, Item, able, enemies, score, up
from tallow.games.cairn.world.time import pass_time
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import put
from tallow.testing import covers
from tests.games.cairn.fighters import Answers, declaring, fight, foe, monster, on_turn, one, somebody, why_not
from tests.games.playing import done

POWERS = [(entry, power) for entry in monsters().values() for power in entry.powers]
SPELLS = [entry for entry in monsters().values() if entry.spells]
DAGGER = Item("dagger", "Dagger", damage="d6", place="hands")
CHAIN = Item("chain", "Chainmail", armor=2, place="worn", qualities=("metal",))


def named(value):
    return value.name.casefold().replace(" ", "_") if hasattr(value, "name") else ""


def arena(entry, *party, **more):
    """A monster on its turn, looked in the eye by everybody."""
    party = party or tuple(somebody(id_, 5, 18, 18, 18, items=(DAGGER,)) for id_ in "ab")
    made = replace(spawn(entry, "foe1"), at=0)
    facing = tuple((hero.id, "foe1") for hero in party)
    return fight(party, [made], "foes", facing=facing, **more)


def tried(state, entry, power, **answers):
    """The power declared and used as its action, or by itself."""
    play = Answers(**answers)
    if power.trigger != "action":
        return use(play, state, "foe1", power, ("a",)), play
    made = POWER.declare(play, state, one(state, "foe1"))
    assert made.detail == power.name
    return POWER.resolve(play, state, made), play


@covers("cairn.monster.powers", "cairn.monster.*", "cairn.spell.nearby")
@pytest.mark.parametrize(("entry", "power"), [p for p in POWERS if p[1].trigger != "first_attack"], ids=named)
def test_each_power_does_what_it_says(entry, power):
    state = arena(entry)
    after, play = tried(state, entry, power, d20=20, d12=7, d8=5, d6=3, d4=2)
    many = not power.target.startswith("one")
    struck = ["a", "b"] if many and power.trigger == "action" else ["a"]
    asked = sum(1 for question in play.asked if getattr(question, "sides", 0) == 20)
    assert asked == (len(struck) if power.save != "none" and not power.save_each_round else 0)
    for who in struck:
        hurt = one(after, who)
        if power.dice and power.trigger != "hurts":
            lost = {"d12": 7, "d8": 5, "d6": 3, "1d6": 3, "1d4": 2, "4": 4, "8": 8}[power.dice]
            assert score(hurt, power.ability) == 18 - lost
            assert hurt.hp == 5
        if power.condition:
            assert has(hurt, power.condition)
        if power.deprived:
            assert [cause.name for cause in hurt.deprived] == [entry.id]
        if power.condition or power.deprived:
            effect = next(e for e in after.effects if e.on == (who,))
            assert effect.save == (power.save if power.save_each_round else "")
            assert bool(effect.ends) == bool(power.lasts)
            assert (effect.each, effect.dice) == ((power.ability, power.dice) if power.each else ("", ""))


@covers("cairn.monster.powers", "cairn.save.npcs")
@pytest.mark.parametrize(
    ("entry", "power"), [p for p in POWERS if p[1].save != "none" and not p[1].save_each_round], ids=named
)
def test_who_passes_the_save_is_spared(entry, power):
    state = arena(entry)
    after, _ = tried(state, entry, power, d20=1)
    assert after == replace(state, foes=after.foes)


@covers("cairn.monster.powers")
@pytest.mark.parametrize(("entry", "power"), [p for p in POWERS if p[1].save_each_round], ids=named)
def test_a_save_each_round_ends_it(entry, power):
    after, _ = tried(arena(entry), entry, power)
    held, _ = turn_begins(Answers(d20=20), after, "party")
    assert has(one(held, "a"), power.condition)
    freed, _ = turn_begins(Answers(d20=1), held, "party")
    assert not has(one(freed, "a"), power.condition)
    assert not freed.effects


@covers("cairn.monster.harpy", "cairn.monster.swine_thing", "cairn.monster.naga")
def test_the_enthralled_fight_for_their_ruler_until_it_falls():
    harpy = monsters()["cairn.monster.harpy"]
    after, _ = tried(arena(harpy), harpy, harpy.powers[0], d20=20)
    after = put(after, replace(one(after, "b"), conditions=()))
    assert [c.id for c in enemies(after, one(after, "a"))] == ["b"]
    after = on_turn(after, "party", "a", "b")
    assert "attack" in manoeuvres(after, one(after, "a"))
    felled = put(after, replace(one(after, "foe1"), hp=0, strength=1), foe("foe2"))
    done_, _ = done(resolve, declaring(felled, Declaration("a", "wait"), ("b", "foe1")), script=[5])
    assert done_.fight is None
    assert not has(one(done_, "a"), "enthralled")


@covers("cairn.monster.basilisk")
def test_stone_after_three_rounds_of_facing():
    basilisk = monsters()["cairn.monster.basilisk"]
    state = arena(basilisk)
    for step in (1, 2, 3):
        assert up(one(state, "a"))
        state, _ = tried(state, basilisk, basilisk.powers[0])
        assert has(one(state, "a"), "stiffening") == (step < 3)
    assert has(one(state, "a"), "petrified")
    assert not up(one(state, "a"))
    away = replace(state, fight=replace(state.fight, facing=()))
    assert usable(away, one(away, "foe1")) == ()


@covers("cairn.monster.blue_dragon", "cairn.monster.storm_giant", "cairn.monster.red_dragon")
def test_metal_armour_draws_lightning_and_burns():
    for name, lost in (("blue_dragon", 8), ("storm_giant", 8)):
        entry = monsters()[f"cairn.monster.{name}"]
        after, _ = tried(arena(entry, somebody("a", 5, 18, items=(CHAIN,))), entry, entry.powers[0])
        assert one(after, "a").strength == 18 - lost
    red = monsters()["cairn.monster.red_dragon"]
    magic = replace(CHAIN, id="magic", qualities=("metal", "magic"))
    after, _ = tried(arena(red, somebody("a", 5, 18, items=(CHAIN, magic))), red, red.powers[0])
    assert [item.id for item in one(after, "a").items] == ["magic"]


@covers("cairn.monster.powers", "cairn.monster.ifrit")
def test_once_a_day():
    ifrit = monsters()["cairn.monster.ifrit"]
    after, _ = tried(arena(ifrit), ifrit, ifrit.powers[0], d12=3)
    assert usable(after, one(after, "foe1")) == ()
    morning = pass_time(Answers(), replace(after, fight=None), 24 * HOUR)
    assert usable(morning, one(morning, "foe1"))


@covers("cairn.monster.powers", "cairn.monster.kinds")
def test_the_deaf_do_not_hear_the_harpy_sing():
    harpy = monsters()["cairn.monster.harpy"]
    state = arena(harpy, somebody("a", conditions=("deaf",)), somebody("b"))
    after, _ = tried(state, harpy, harpy.powers[0], d20=20)
    assert [has(one(after, who), "enthralled") for who in "ab"] == [False, True]


@covers("cairn.monster.rust_monster")
def test_antennae_turn_one_thing_of_mundane_metal_to_rust():
    rust = monsters()["cairn.monster.rust_monster"]
    magic = replace(DAGGER, id="magic", qualities=("magic",))
    state = arena(rust, somebody("a", items=(magic, DAGGER, CHAIN)), somebody("b"))
    assert [foe.id for foe in within_power(state, one(state, "foe1"), rust.powers[0])] == ["a"]
    after, _ = tried(state, rust, rust.powers[0])
    assert [item.id for item in one(after, "a").items] == ["magic", "dagger"]
    after, _ = tried(after, rust, rust.powers[0])
    assert [item.id for item in one(after, "a").items] == ["magic"]
    assert POWER.refuse(after, one(after, "foe1")) is not None


@covers("cairn.monster.satyr")
def test_the_deaf_the_far_and_the_immune_are_spared():
    satyr = monsters()["cairn.monster.satyr"]
    pipes = satyr.powers[0]
    deaf, far, near = somebody("a", conditions=("deaf",)), somebody("b", at=130), somebody("c", at=100)
    state = arena(satyr, deaf, far, near)
    assert [c.id for c in within_power(state, one(state, "foe1"), pipes)] == ["c"]
    gargoyle = replace(spawn(monsters()["cairn.monster.gargoyle"], "a"), kind="pc")
    after, play = tried(arena(satyr, gargoyle), satyr, pipes, d20=20)
    assert not has(one(after, "a"), "asleep")
    assert "kinds.immune" in play.codes()


@covers("cairn.monster.satyr")
def test_sleepers_are_woken():
    satyr = monsters()["cairn.monster.satyr"]
    state = arena(satyr, somebody("a"), somebody("b", conditions=("deaf",)))
    state, _ = tried(state, satyr, satyr.powers[0], d20=20)
    assert not able(one(state, "a"))
    state = replace(state, fight=replace(state.fight, side="party", acting=("b",)))
    woken, _ = done(declare, state, "b", "free")
    assert able(one(woken, "a"))


@covers("cairn.monster.traitor_rats")
def test_agony_leaves_only_the_will_to_end_it():
    rats = monsters()["cairn.monster.traitor_rats"]
    state, _ = tried(arena(rats), rats, rats.powers[0], d20=20)
    assert manoeuvres(state, one(state, "a")) == ("calm", "wait")
    state = replace(state, fight=replace(state.fight, side="party", acting=("a", "b")))
    state, _ = done(declare, state, "b", "wait")
    state, _ = done(declare, state, "a", "calm", script=[18])
    assert not has(one(state, "a"), "agony")


@covers("cairn.monster.sea_hag", "cairn.panic.effect")
def test_in_fear_hp_are_of_no_use():
    hag = monsters()["cairn.monster.sea_hag"]
    state, _ = tried(arena(hag), hag, hag.powers[0])
    state, _ = done(resolve, declaring(state, ("foe1", "a")), script=[[1, 4], 1, 20])
    assert (one(state, "a").hp, one(state, "a").strength) == (5, 14)


@covers("cairn.monster.air_elemental", "cairn.monster.crypt_guardian", "cairn.monster.sphinx", "cairn.monster.roc")
def test_those_who_are_not_there():
    wind = monsters()["cairn.monster.air_elemental"]
    state, _ = tried(arena(wind, somebody("a"), somebody("b", at=100)), wind, wind.powers[0], d20=20)
    assert enemies(state, one(state, "foe1")) == (one(state, "b"),)
    state, _ = done(resolve, declaring(state, Declaration("foe1", "wait")))
    assert state.fight.acting == ("b",)
    for name in ("crypt_guardian", "sphinx", "roc"):
        entry = monsters()[f"cairn.monster.{name}"]
        state, _ = tried(arena(entry), entry, entry.powers[0], d20=20)
        assert not up(one(state, "a"))


@covers("cairn.monster.berserker")
def test_the_first_attack_of_a_berserker_is_an_enhanced_blast():
    state, _ = done(armed, fight([somebody("a", 20), somebody("b", 20)], [monster("Berserker")], "foes"), "foe1")
    state, play = done(resolve, declaring(state, ("foe1", "a")), script=[2, 7, 9])
    assert [question.sides for question in play.asked[1:]] == [12, 12]
    assert [one(state, id_).hp for id_ in "ab"] == [13, 11]
    state = replace(state, fight=replace(state.fight, side="foes", acting=("foe1",)))
    state, play = done(resolve, declaring(state, ("foe1", "a")), script=[[3, 7]])
    assert play.asked[0].sides == 8


@covers("cairn.monster.powers")
def test_friends_are_swept_up_if_the_referee_sees_them_there():
    dragon = monsters()["cairn.monster.red_dragon"]
    state = replace(arena(dragon), foes=(replace(spawn(dragon, "foe1"), at=0), foe("foe2", 4, 18)))
    after, _ = tried(state, dragon, dragon.powers[0], sweep="everyone")
    assert one(after, "foe2").strength == 10
    after, _ = tried(state, dragon, dragon.powers[0])
    assert one(after, "foe2").strength == 18


@covers("cairn.monster.casting", "cairn.cast.npcs", "cairn.monster.*")
@pytest.mark.parametrize("entry", SPELLS, ids=named)
def test_what_a_caster_can_cast(entry):
    state = stock(Answers(), arena(entry), "foe1")
    caster = one(state, "foe1")
    known = castable(caster)
    assert set(known) <= set(entry.spells)
    if entry.cast == "books":
        assert [item.spell for item in caster.items if item.spell] == list(known)
        assert len(known) == (entry.books or len(entry.spells))
        assert stock(Answers(), state, "foe1") == state
        assert castable(replace(caster, items=())) == ()
    else:
        assert known == entry.spells
    play = Answers(d20=20)
    made = MONSTER_CAST.declare(play, state, caster)
    after = MONSTER_CAST.resolve(play, state, made)
    assert "power.casts" in play.codes()
    assert one(after, "foe1").fatigue == 0
    if entry.cast == "daily":
        assert why_not(MONSTER_CAST.refuse(after, one(after, "foe1"))) == "no_spell"


@covers("cairn.monster.casting", "cairn.monster.night_hag")
def test_books_are_drawn_or_chosen():
    hag = monsters()["cairn.monster.night_hag"]
    drawn, play = done(stock, arena(hag), "foe1", script=["draw", 5, 1, 2])
    wanted = [hag.spells[4], hag.spells[0], hag.spells[2]]
    assert [item.spell for item in one(drawn, "foe1").items] == wanted
    assert all(question.hidden for question in play.asked[1:])
    script = ["choose", wanted[0], wanted[1], wanted[2]]
    assert done(stock, arena(hag), "foe1", script=script)[0] == drawn
    lich = monsters()["cairn.monster.lich"]
    few, _ = done(stock, arena(lich), "foe1", script=[2, "draw", 1, 1])
    assert len([item for item in one(few, "foe1").items if item.spell]) == 2
