"""Every power of every enemy, by its kind: what it does to the numbers of a fight, with each that has it."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.checks.saves import save, st_against
from tallow.games.vanilla.checks.sways import barred, flies, harmed_by, immune_to, moves, penalty
from tallow.games.vanilla.combat.assault import DEEDS as ASSAULT
from tallow.games.vanilla.combat.assault import melee, shoot
from tallow.games.vanilla.combat.attacks import attack, av_of, unaware
from tallow.games.vanilla.combat.free_attacks import can_make
from tallow.games.vanilla.combat.places import reachable
from tallow.games.vanilla.combat.rounds import new_round, start_go
from tallow.games.vanilla.entries import monsters
from tallow.games.vanilla.gear.light import lit
from tallow.games.vanilla.gear.weapons import Way, melee_ways, ranged_ways
from tallow.games.vanilla.harm.damage import damage
from tallow.games.vanilla.harm.freeing import DEEDS as FREEING
from tallow.games.vanilla.harm.freeing import grips
from tallow.games.vanilla.magic.effects import expire
from tallow.games.vanilla.magic.lasting import begin as begins
from tallow.games.vanilla.magic.lasting import shaped
from tallow.games.vanilla.monsters.bestiary import rolled_up
from tallow.games.vanilla.monsters.innate import DEEDS, in_front, own_spells, powers_of
from tallow.games.vanilla.monsters.powers import divided, hit, refreshed
from tallow.games.vanilla.monsters.powers import round_ends as by_itself
from tallow.games.vanilla.state import DAY, HOUR, MARKS, WEEK, Known, alive
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import find, put
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.beasts import AT_MEETING, BITE, FAILS, SWORD, arena, lost, on_go
from tests.games.vanilla.casters import Auto
from tests.games.vanilla.fighters import armour, fighting, foe, perform, refusal, somebody, weapon

PAIRS = [(m, p) for m in monsters().values() for p in m.specials if p.type not in (*AT_MEETING, "on_hit")]


def breathes(monster, power):
    before = arena(monster, gap=20)
    assert in_front(before, before.foes[0]) == ("ann", "bob")
    far = arena(monster, gap=61)
    assert in_front(far, far.foes[0]) == ()
    if power.save == "negates":
        stone, _ = perform(DEEDS, "power", before, "m", [20, 7])
        assert [has(one, "stone") for one in stone.party] == [True, False]
        return
    for how, many in (("hd", monster.hd), ("half_hd", monster.hd // 2), ("1d6", 1)):
        dealt = [1] * many
        state = replace(before, settings=replace(before.settings, breath_damage=how))
        after, play = perform(DEEDS, "power", state, "m", [dealt, 20, 1])
        grit = before.party[0].grit
        assert [lost(state, after, who) for who in ("ann", "bob")] == [min(grit, many), many // 2]
        assert next(told.facts for told in play.told if told.code.startswith("save."))[1] == (
            "poison" if power.element == "poison" else "magic"
        )
    spent = put(before, replace(before.foes[0], spent=("breath",) * power.uses))
    assert refusal(DEEDS, "power", spent, "m") == "no_power"
    assert refusal(DEEDS, "power", refreshed(spent), "m") == ""


def casts(monster, power):
    known = power.spell or "vanilla.spell.charm"
    before = arena(monster, gap=20)
    one = replace(before.foes[0], book=() if power.spell else (Known(known),))
    before = put(before, one)
    assert known in own_spells(before, one)
    after, play = perform(DEEDS, "own_spell", before, "m", ["ann", 20])
    assert has(find(after, "ann"), "charmed")
    assert not [question for question in play.asked if getattr(question, "why", "") == "vanilla.cast.control"]
    spent = put(before, replace(one, spent=(known,) * max(1, power.uses)))
    assert refusal(DEEDS, "own_spell", spent, "m") == ("" if power.uses < 0 else "no_power")
    assert refusal(DEEDS, "own_spell", put(before, replace(one, hurt=True)), "m") not in ("", None)


def summons(monster, power):
    called, _ = perform(DEEDS, "power", arena(monster), "m", [2])
    assert len(called.foes) == 1
    called = replace(called, combat=fighting("", "party"))
    come_, _ = done(new_round, called, script=[1, 4, [1, 1, 1, 1], 1, 1, [1], 1])
    assert [foe.level for foe in come_.foes] == [monster.hd, 4, 1]
    assert [foe.of for foe in come_.foes[1:]] == [power.monster] * 2
    assert all("no_xp" in foe.traits for foe in come_.foes[1:])
    assert powers_of(called, called.foes[0]) == ()


def drops(monster, power):
    before = arena(monster)
    assert refusal(ASSAULT, "attack", before, "m") == "no_weapon"
    safe, _ = perform(DEEDS, "power", before, "m", ["ann", 7])
    assert not safe.effects
    after, _ = perform(DEEDS, "power", before, "m", ["ann", 8, 3])
    return after


def digests(monster, power):
    slimed = drops(monster, power)
    play = Auto({4: 2})
    naked = expire(play, replace(slimed, clock=slimed.clock + 3))
    assert "slime.gear" in play.codes()
    assert [item.id for item in find(naked, "ann").items] == ["sword"]
    assert alive(find(expire(FAILS, replace(naked, clock=naked.clock + 1)), "ann"))
    assert has(find(expire(FAILS, replace(naked, clock=naked.clock + 2)), "ann"), "dead")
    grip = grips(slimed, "bob")[0]
    assert grip[0] == "ann"
    free, _ = perform(FREEING, "pull_off", on_go(slimed, "bob"), "bob", ["burned", 4])
    assert (free.effects, lost(slimed, free), lost(slimed, free, "m")) == ((), 4, 4)
    stuck, _ = perform(FREEING, "pull_off", on_go(slimed, "bob"), "bob", ["sticks"])
    assert stuck.effects


def changes_shape(monster, power):
    before = arena(monster)
    if power.likeness:
        after, _ = perform(DEEDS, "power", before, "m", ["bob"])
        assert after.foes[0].name == "Bob"
        return
    gas, _ = perform(DEEDS, "power", before, "m", ["gas"])
    assert (reachable(gas, "ann"), reachable(gas, "m")) == ((), ())
    bat, _ = perform(DEEDS, "power", on_go(gas, "m"), "m", ["bat"])
    assert flies(bat.foes[0])
    assert reachable(bat, "ann")
    back, _ = perform(DEEDS, "power", on_go(bat, "m"), "m", ["own"])
    assert back.foes[0] == before.foes[0]


def vanishes(monster, power):
    before = arena(monster, gap=5)
    held = put(before, gain(replace(find(before, "ann"), marks=(MARKS.mark("grappled", "m"),)), "held"))
    after, _ = perform(DEEDS, "power", held, "m", [])
    assert after.ended.how == "foes_fled"
    assert not has(find(after, "ann"), "held")
    elf, other = foe("elf", at=5), replace(before.foes[0], id="n")
    ridden = replace(before, foes=(*before.foes, elf, other, replace(elf, id="far", at=11)))
    after, play = perform(DEEDS, "power", ridden, "m", ["elf"])
    assert [has(foe, "fled") for foe in after.foes] == [True, True, False, False]
    assert next(question.options for question in play.asked if question.what == "rider") == ("nobody", "elf")
    alone, _ = perform(DEEDS, "power", ridden, "m", ["nobody"])
    assert [foe.id for foe in alone.foes if has(foe, "fled")] == ["m"]


def gazes(monster, power):
    before = on_go(arena(monster, turn=""), "")
    away, _ = done(start_go, before, "ann", script=["away"])
    ann, foe = find(away, "ann"), away.foes[0]
    assert av_of(away, ann, foe, melee_ways(ann)[0], False) == ann.av - 4
    assert has(find(done(start_go, before, "ann", script=["look", 8])[0], "ann"), "stone")
    assert not has(find(done(start_go, before, "ann", script=["look", 7])[0], "ann"), "stone")
    two = replace(before, foes=(foe, replace(foe, id="n")))
    both, _ = done(start_go, two, "ann", script=["away"])
    assert [av_of(both, ann, one, melee_ways(ann)[0], False) for one in both.foes] == [ann.av - 4] * 2


def awes(monster, power):
    state = replace(arena(monster, turn=""), combat=fighting("", "party", round=1))
    seen, _ = done(new_round, state, script=[4, 20, 7])
    assert [has(one, "paralysed") for one in seen.party] == [True, False]
    again, _ = done(new_round, seen, script=[4])
    assert has(find(again, "ann"), "paralysed")
    struck, _ = attack(Auto({20: 20}), again, "m", "bob", BITE)
    assert not has(find(struck, "ann"), "paralysed")
    assert not has(find(damage(FAILS, again, "m", 99, "x", direct=True), "ann"), "paralysed")


def is_immune(monster, power):
    before = arena(monster)
    one = before.foes[0]
    for what in power.to:
        if what in ("sleep", "charm", "hold"):
            assert immune_to(one, what)
        elif what == "mundane weapons":
            assert harmed_by(before, one, 6, magic=False, kind="weapon") == 0
            assert harmed_by(before, one, 6, magic=True, kind="weapon") == 6
            after, play = perform(ASSAULT, "attack", on_go(before), "ann", [one.ac + 1, "damage", 6])
            assert lost(before, after, "m") == 0
            assert "damage.none" in play.codes()
        elif what == "mundane fire":
            assert harmed_by(before, one, 6, magic=False, element="fire") == 0
            assert harmed_by(before, one, 6, magic=True, element="fire") == 6
        else:
            assert harmed_by(before, one, 6, magic=True, element=what, kind="spell") == 0
            assert harmed_by(before, one, 6, magic=True, element="other", kind="spell") == 6


def is_harmed_only_by(monster, power):
    before = arena(monster)
    one = before.foes[0]
    assert harmed_by(before, one, 6, magic=False, kind="weapon") == 0
    magic = harmed_by(before, one, 6, magic=True, kind="weapon")
    assert magic == (6 if "magic" in power.by else 0)
    assert harmed_by(before, one, 6, magic=True, kind="spell") == magic
    assert harmed_by(before, one, 6, magic=False, element="fire") == (6 if "fire" in power.by else 0)


def is_half_harmed(monster, power):
    before = arena(monster)
    assert harmed_by(before, before.foes[0], 5, magic=False, element=power.from_[0], kind="weapon") == 2


def is_vulnerable(monster, power):
    before = arena(monster)
    for element in power.to:
        assert not done(save, before, "m", "magic", "x", element=element, script=[[1, monster.st + 1]])[0]
    assert done(save, before, "m", "magic", "x", element="cold", script=[1])[0]


def has_a_bonus(monster, power):
    before = arena(monster)
    assert st_against(before, before.foes[0], power.vs) == monster.st + power.bonus
    assert st_against(before, before.foes[0], "fear") == monster.st


def hits_harder(monster, power):
    assert monster.damage == f"1d6+{power.bonus}"
    before = arena(monster)
    after, _ = done(attack, before, "m", "ann", melee_ways(before.foes[0])[0], script=[5, "damage", 1])
    assert lost(before, after[0]) == 1 + power.bonus


def is_hard_to_hit_first(monster, power):
    before = arena(monster)
    ann, foe = before.party[0], before.foes[0]
    own = on_go(before)
    assert av_of(own, ann, foe, BITE, False) == ann.av
    assert av_of(before, ann, foe, BITE, False) == ann.av + power.av
    assert Fraction(11 + power.av - monster.ac, 20) == {-4: Fraction(3, 20), -2: Fraction(4, 20)}[power.av]


def shies_daylight(monster, power):
    before = arena(monster, place="wilds", clock=12 * HOUR)
    one = before.foes[0]
    assert penalty(before, one) == power.rolls
    assert penalty(replace(before, clock=22 * HOUR), one) == 0
    assert penalty(replace(before, place="dungeon"), one) == 0
    assert (
        penalty(before, replace(one, of="vanilla.class.fighter", marks=(MARKS.mark("kin", monster.id),))) == power.rolls
    )


def cannot_bear_the_sun(monster, power):
    before = arena(monster, place="wilds", clock=12 * HOUR)
    after = by_itself(FAILS, before)
    assert (after.foes[0].grit, after.foes[0].flesh) == (before.foes[0].grit, before.foes[0].flesh - 3)
    night = replace(before, clock=23 * HOUR)
    assert by_itself(FAILS, night) == night


def glows(monster, power):
    before = arena(monster, dark=True)
    assert lit(before)
    assert not lit(replace(before, foes=(gain(before.foes[0], "dead"),)))


def is_fast(monster, power):
    before = arena(monster)
    assert moves(before, before.foes[0]) == power.move * before.settings.speed_ft


def is_unseen(monster, power):
    before = arena(monster)
    ann, foe = before.party[0], before.foes[0]
    assert unaware(before, ann, foe)
    assert not can_make(before, ann, foe)
    after, _ = done(attack, before, "m", "ann", BITE, script=[5, "damage", 2])
    assert find(after[0], "ann").flesh == ann.flesh - 2
    (_, struck), _ = done(attack, after[0], "ann", "m", melee_ways(ann)[0], script=[[8, 20]])
    assert struck == "wide"


def goes_through_walls(monster, power):
    before = begins(FAILS, arena(monster, gap=40), "x", "wall_stone", "ann", (), at=20)
    assert not barred(before, before.foes[0], 0)
    assert barred(before, before.party[0], 40)


def has_an_aura(monster, power):
    near = arena(monster, gap=20)
    after = by_itself(Auto({6: 4}), near)
    assert [lost(near, after, who) for who in ("ann", "bob", "m")] == [4, 4, 0]
    two = replace(near, foes=(*near.foes, replace(near.foes[0], id="n")))
    assert lost(two, by_itself(Auto({6: 4}), two)) == 4
    for feet in (10, 20, 30):
        state = arena(monster, gap=feet + 5, settings={"area_nearby_ft": feet})
        assert by_itself(FAILS, state) == state


def regenerates(monster, power):
    state = damage(FAILS, arena(monster), "m", 3, "x", direct=True)
    for _ in range(int(power.after)):
        assert by_itself(FAILS, state).foes[0].flesh < state.foes[0].flesh_max
        state = replace(state, clock=state.clock + 1)
    assert by_itself(FAILS, state).foes[0].flesh == state.foes[0].flesh_max
    rotten = put(state, gain(state.foes[0], "mummy_rot"))
    assert by_itself(FAILS, rotten).foes[0].flesh == state.foes[0].flesh


def loses_heads(monster, power):
    state = arena(monster)
    heads = state.foes[0].attacks
    assert (heads, state.foes[0].flesh) == (monster.hd, monster.hd * power.flesh_per_head)
    state = damage(FAILS, state, "m", 5, "x", direct=True)
    assert state.foes[0].attacks == heads
    state = damage(FAILS, state, "m", 1, "x", direct=True)
    assert (state.foes[0].attacks, state.foes[0].av, state.foes[0].level) == (heads - 1, monster.av, monster.hd)


def names_its_attacks(monster, power):
    assert monster.attacks == len(power.names)


def combines(monster, power):
    before = arena(monster, party=(somebody("ann", level=10, seat="ann"),))
    sting = monster.av + power.av
    both, play = done(melee, before, "m", script=[2, "damage", 1, 2, "damage", 1, sting, "damage", 1, 20])
    assert has(find(both, "ann"), "dead")
    assert "attack.critical" in play.codes()
    _, play = done(melee, before, "m", script=[2, "damage", 1, 20, sting])
    assert play.codes()[-1] == "attack.wide"


def splits(monster, power):
    before = arena(monster)
    state = on_go(put(before, replace(find(before, "ann"), av=20)))
    after = hit(Auto({4: 1}), state, "ann", "m", "", "hit", melee_ways(find(state, "ann"))[0])
    hd = monster.hd // 2 if power.hd == "half" else 2
    assert [foe.level for foe in after.foes] == [hd, hd]
    assert [foe.of for foe in after.foes] == [power.monster or monster.id] * 2
    assert [(foe.marks, foe.traits) for foe in after.foes] == [((MARKS.mark("xp", monster.hd),), ()), ((), ("no_xp",))]
    fist = Way("unarmed", "melee", "1d6", weapon="vanilla.weapon.unarmed")
    assert hit(FAILS, state, "ann", "m", "", "hit", fist) == state
    if power.hd == "half":
        small = hit(FAILS, after, "ann", "m", "", "hit", melee_ways(find(state, "ann"))[0])
        assert [foe.level for foe in small.foes] == [2, 5, 2]

    shape = put(state, shaped(find(state, "ann"), monster))
    assert divided(FAILS, shape, "ann", "edged") == shape, "whoever has the shape alone keeps their own Flesh"


def rusts(monster, power):
    sword, magic = SWORD, replace(weapon("medium_melee", "bright"), magic=True, power="Bright")
    plate, shield = armour("heavy", "plate"), armour("shield", "shield")
    before = put(arena(monster), replace(find(arena(monster), "ann"), items=(sword, magic, plate, shield)))

    def struck(state):
        return hit(FAILS, state, "m", "ann", "", "hit", BITE)

    def left(state):
        return [item.id for item in find(state, "ann").items]

    assert left(struck(before)) == ["sword", "bright", "shield"]
    assert left(struck(struck(before))) == ["sword", "bright"]
    ways = {way.option: way for way in melee_ways(find(before, "ann"))}
    assert left(hit(FAILS, before, "ann", "m", "", "hit", ways["sword"])) == ["bright", "plate", "shield"]
    once = hit(FAILS, before, "ann", "m", "", "hit", ways["bright"])
    assert (left(once), find(once, "ann").items[1].magic) == (["sword", "bright", "plate", "shield"], False)
    assert left(hit(FAILS, once, "ann", "m", "", "hit", ways["bright"])) == ["sword", "plate", "shield"]
    leather = arena(monster)
    assert struck(leather) == leather
    bow = replace(BITE, option="sword", mode="ranged", weapon="vanilla.weapon.medium_ranged")
    assert hit(FAILS, before, "ann", "m", "", "hit", bow) == before


def raises_the_dead(monster, power):
    state = put(arena(monster), gain(find(arena(monster), "ann"), "dead"))
    after = hit(FAILS, state, "m", "ann", "", "hit", BITE)
    assert expire(FAILS, replace(after, clock=after.clock + DAY - 1)).foes == after.foes
    play = Auto()
    risen = expire(play, replace(after, clock=after.clock + DAY))
    assert [one.facts[0] for one in play.told if one.code == "rises"] == ["Ann"]
    assert risen.foes[-1].of == power.as_
    assert has(find(risen, "ann"), "gone")


def devours(monster, power):
    state = arena(monster)
    state = put(state, *[gain(one, "paralysed") for one in state.party])
    turn = replace(state, combat=fighting("m", "foes", round=10))
    assert [has(one, "dead") for one in by_itself(FAILS, turn).party] == [True, False]
    assert by_itself(FAILS, state) == state
    standing = put(turn, find(arena(monster), "bob"))
    assert by_itself(FAILS, standing) == standing


def shoots(monster, power):
    before = arena(monster, gap=power.range_ft)
    (way,) = ranged_ways(before.foes[0])
    assert (way.far, way.most, way.damage) == (power.range_ft, 2 * power.range_ft, power.damage)
    after, _ = done(shoot, before, "m", script=["ann", 5, "damage", 4])
    assert lost(before, after) == 4
    used = put(before, replace(before.foes[0], spent=(power.name,) * 6))
    assert (ranged_ways(used.foes[0]) == ()) == bool(power.ammo)
    week = replace(used, clock=WEEK + 6 * HOUR)
    assert refreshed(replace(used, clock=DAY)) == replace(used, clock=DAY) or not power.regrow
    assert find(refreshed(week), "m").spent == ((power.name,) * (power.ammo - 1) if power.regrow else ())


def webs(monster, power):
    state = arena(monster)
    caught, _ = perform(DEEDS, "spring_web", state, "", ["ann"])
    assert has(find(caught, "ann"), "held")
    free, _ = perform(FREEING, "break_free", on_go(put(caught, replace(find(caught, "m"), at=30))), "ann", [7])
    assert not has(find(free, "ann"), "held")


def is_human_again(monster, power):
    play = Auto()
    damage(play, arena(monster), "m", 99, "x", direct=True)
    assert "human_again" in play.codes()


def is_of_an_element(monster, power):
    fire, earth = (rolled_up(Auto({4: face}), monster, "m") for face in (1, 4))
    state = replace(arena(monster), foes=(fire, replace(earth, id="n")))
    fire, earth = state.foes
    assert [harmed_by(state, one, 6, magic=True, element="fire", kind="spell") for one in (fire, earth)] == [0, 6]
    assert [harmed_by(state, one, 6, magic=False, kind="missile") for one in (fire, earth)] == [6, 0]
    assert harmed_by(state, earth, 6, magic=True, kind="missile") == 6
    assert harmed_by(state, earth, 6, magic=False, kind="weapon") == 6


KINDS = {
    "ambush": drops,
    "attack_names": names_its_attacks,
    "aura": has_an_aura,
    "breath": breathes,
    "burrows": goes_through_walls,
    "combo": combines,
    "daylight": shies_daylight,
    "devour": devours,
    "digest": digests,
    "element": is_of_an_element,
    "fast": is_fast,
    "gaze": gazes,
    "half_damage": is_half_harmed,
    "heads": loses_heads,
    "immune": is_immune,
    "incorporeal": goes_through_walls,
    "initiative_av": is_hard_to_hit_first,
    "invisible": is_unseen,
    "light": glows,
    "lycanthrope": is_human_again,
    "only_harmed_by": is_harmed_only_by,
    "ranged": shoots,
    "regenerate": regenerates,
    "rise": raises_the_dead,
    "rust": rusts,
    "save_bonus": has_a_bonus,
    "shapeshift": changes_shape,
    "sight": awes,
    "spell": casts,
    "spells": casts,
    "split": splits,
    "summon": summons,
    "sunlight": cannot_bear_the_sun,
    "teleport": vanishes,
    "vulnerable": is_vulnerable,
    "weapon_damage": hits_harder,
    "web_trap": webs,
}
"""What is checked of each kind of power."""


@covers(
    "vanilla.monster.innate",
    "vanilla.monster.breath",
    "vanilla.monster.dragon_spells",
    "vanilla.monster.only_harmed",
    "vanilla.monster.split",
    "vanilla.monster.initiative_av",
    "vanilla.monster.manticore",
    "vanilla.monster.unicorn",
    "vanilla.setting.breath_damage",
    "vanilla.setting.area_nearby_ft",
    "vanilla.action.power",
)
@pytest.mark.parametrize(
    ("monster", "power"), [pytest.param(m, p, id=f"{m.name}-{p.type}-{p.result}") for m, p in PAIRS]
)
def test_every_power_of_every_enemy(monster, power):
    KINDS[power.type](monster, power)


def test_no_power_of_the_book_is_left_out():
    assert {power.type for monster in monsters().values() for power in monster.specials} == {
        *KINDS,
        *AT_MEETING,
        "on_hit",
    }
