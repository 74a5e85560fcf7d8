"""What follows the hits of enemies: poison, stone, grips, acid and the rest, with each enemy that has it."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.checks.rolls import Struck
from tallow.games.vanilla.checks.saves import st_against
from tallow.games.vanilla.checks.sways import penalty
from tallow.games.vanilla.combat.assault import DEEDS as ASSAULT
from tallow.games.vanilla.combat.assault import shoot, strikes
from tallow.games.vanilla.combat.attacks import ac_against, av_of, has_advantage, shootable
from tallow.games.vanilla.combat.free_attacks import can_make
from tallow.games.vanilla.combat.places import reachable
from tallow.games.vanilla.entries import callings, monsters
from tallow.games.vanilla.gear.weapons import melee_ways, ranged_ways
from tallow.games.vanilla.harm.damage import damage, regain
from tallow.games.vanilla.harm.freeing import DEEDS, grips
from tallow.games.vanilla.magic.effects import expire
from tallow.games.vanilla.magic.lasting import on
from tallow.games.vanilla.monsters.powers import hit
from tallow.games.vanilla.monsters.powers import round_ends as by_itself
from tallow.games.vanilla.state import DAY, TURN, Known, alive
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find, put
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.beasts import BITE, FAILS, SAVES, arena, lost, on_go, total
from tests.games.vanilla.fighters import armour, perform, refusal, somebody, weapon

UNITS = {"rounds": 1, "turns": TURN, "days": DAY}
HITS = [(monster, power) for monster in monsters().values() for power in monster.specials if power.type == "on_hit"]


def bitten(monster, power, play, struck: Struck | None = None):
    """The state after such a hit upon Ann, and before."""
    state = arena(monster, traits=(power.variant,) if power.variant else ())
    how: Struck = struck or ("critical" if power.when == "crit" else "hit")
    return hit(play, state, "m", "ann", power.attack, how, BITE), state


def dies_of_it(monster, power, after, play):
    if not power.delay:
        assert has(find(after, "ann"), "dead")
        return
    (poison,) = on(after, "ann", "dying")
    assert poison.ends - after.clock == total(power.delay, play) * UNITS[power.unit]
    assert alive(find(expire(play, replace(after, clock=poison.ends - 1)), "ann"))
    assert has(find(expire(play, replace(after, clock=poison.ends)), "ann"), "dead")


def turns_to_stone(monster, power, after, play):
    ann = find(after, "ann")
    assert has(ann, "stone")
    assert damage(play, after, "ann", 9, "x") == after
    assert [(e.level, e.until) for e in on(after, "ann", "stone")] == [(6, "dispelled")]


def is_paralysed(monster, power, after, play):
    ann, (effect,) = find(after, "ann"), on(after, "ann", "paralysed")
    assert has(ann, "paralysed")
    assert has_advantage(after, after.foes[0], ann, BITE)
    assert not can_make(after, ann, after.foes[0])
    assert effect.ends - after.clock == total(power.duration, play) * UNITS[power.unit]
    assert not has(find(expire(play, replace(after, clock=effect.ends)), "ann"), "paralysed")


def is_ill(monster, power, after, play):
    ann, (effect,) = find(after, "ann"), on(after, "ann", "penalty")
    assert (penalty(after, ann), penalty(after, after.party[1])) == (power.amount, 0)
    assert av_of(after, ann, after.foes[0], melee_ways(ann)[0], False) == ann.av + power.amount
    assert st_against(after, ann, "magic") == ann.st + power.amount
    assert effect.ends - after.clock == total(power.duration, play) * UNITS[power.unit]
    again = hit(play, after, "m", "ann", "", "hit", BITE)
    assert penalty(again, ann) == power.amount


def is_cursed(monster, power, after, play):
    ann = find(after, "ann")
    assert regain(replace(ann, grit=1), 4).grit == 1
    assert [(e.mode, e.until, e.level) for e in on(after, "ann")] == [("mummy_rot", "dispelled", 3)]


def loses_a_level(monster, power, after, play):
    ann, line = find(after, "ann"), callings()["vanilla.class.fighter"].at(2)
    assert (ann.level, ann.life.xp, ann.av, ann.st, ann.grit, ann.flesh) == (2, 2000, line.av, line.st, 7, 7)
    new = somebody("ann", "magic_user", 2, book=(Known("a"), Known("b")), life=replace(ann.life, spells_gained=("b",)))
    drained = hit(play, put(after, new), "m", "ann", "", "hit", BITE)
    assert find(drained, "ann").book == (Known("a"),)
    assert has(find(hit(play, drained, "m", "ann", "", "hit", BITE), "ann"), "dead")
    guard = replace(ann, kind="helper", level=3, av=12, st=8)
    weaker = find(hit(play, put(after, guard), "m", "ann", "", "hit", BITE), "ann")
    assert (weaker.level, weaker.av, weaker.st) == (2, 11, 7), "without a class: 1 HD, 1 AV and 1 ST"


def hangs_on(monster, power, after, play):
    held = on(after, "ann", "latched")
    assert [e.by for e in held] == ["m"]
    assert refusal(ASSAULT, "attack", after, "m") == "latched"
    assert has_advantage(after, find(after, "ann"), after.foes[0], BITE)
    assert lost(after, by_itself(play, after)) == 0
    later = replace(after, clock=after.clock + 1)
    assert lost(later, by_itself(play, later)) == total(power.damage, play)
    off = [("ann", held[0].id)] if not power.stuck else []
    assert list(grips(after, "ann")) == off
    if off:
        assert not on(perform(DEEDS, "pull_off", on_go(after), "ann", ["rolls", 10])[0], "ann", "latched")
        assert on(perform(DEEDS, "pull_off", on_go(after), "ann", ["rolls", 11])[0], "ann", "latched")
    assert not damage(play, after, "m", 99, "x", direct=True).effects


def stays_in(monster, power, after, play):
    assert lost(after, by_itself(play, after)) == 0
    later = hit(play, replace(after, clock=after.clock + 1), "m", "ann", "", "hit", BITE)
    assert lost(later, by_itself(play, later)) == 1
    out, _ = perform(DEEDS, "pull_off", on_go(after), "ann", ["nobody"])
    assert not out.effects
    gone = damage(play, after, "m", 99, "x", direct=True)
    assert on(gone, "ann", "lodged")


def is_engulfed(monster, power, after, play):
    ann = find(after, "ann")
    assert has(ann, "held")
    assert lost(after, by_itself(play, after)) == total(power.damage, play)
    assert [whom for whom, _ in grips(after, "bob")] == ["ann"]
    assert grips(after, "ann") == ()
    free, _ = perform(DEEDS, "break_free", on_go(after), "ann", ["m", 20, 7])
    assert not has(find(free, "ann"), "held")
    assert not free.effects


def is_swallowed(monster, power, after, play):
    ann, worm = find(after, "ann"), after.foes[0]
    assert (reachable(after, "ann"), reachable(after, "m")) == ((worm,), (find(after, "bob"),))
    assert lost(after, by_itself(play, after)) == min(total(power.damage, play), ann.grit)
    assert strikes(ann) == ()
    knife = replace(ann, items=(weapon("small_melee", "knife"), weapon("small_ranged", "sling")))
    inside = put(after, knife)
    assert [way.option for way in strikes(knife)] == ["knife"]
    assert ac_against(inside, knife, worm, strikes(knife)[0]) == 0
    assert shootable(inside, "ann", ranged_ways(knife)[0]) == ()
    full = hit(play, inside, "m", "bob", power.attack, "critical", BITE)
    room = -(-monster.hd // 5)
    assert len([e for e in full.effects if e.mode == "swallowed"]) == min(2, room)
    for hd, victims in ((5, 1), (6, 2)):
        sized = put(inside, replace(worm, level=hd))
        both = hit(play, sized, "m", "bob", power.attack, "critical", BITE)
        assert len([e for e in both.effects if e.mode == "swallowed"]) == victims, "one for each 5 HD"
    out = damage(play, inside, "m", 99, "x", direct=True)
    assert (out.effects, find(out, "ann").marks) == ((), ())


def burns(monster, power, after, play):
    (acid,) = on(after, "ann", "acid")
    assert acid.amount - after.clock == total(power.delay, play)
    again = hit(play, replace(after, clock=after.clock + 1), "m", "ann", "", "hit", BITE)
    assert on(again, "ann", "acid") == (acid,)
    through = by_itself(play, replace(after, clock=acid.amount))
    assert (find(through, "ann").items[1].ac, lost(after, through)) == (0, 0)
    assert lost(through, by_itself(play, through)) == total(power.damage, play)
    bare = hit(play, after, "m", "bob", "", "hit", BITE)
    assert lost(bare, by_itself(play, bare), "bob") == total(power.damage, play)
    metal = put(after, replace(find(after, "bob"), items=(armour("heavy", "plate"),)))
    eaten = on(hit(play, metal, "m", "bob", "", "hit", BITE), "bob", "acid")
    assert bool(eaten) == (not power.eats)
    assert not perform(DEEDS, "pull_off", on_go(after), "ann", ["nobody"])[0].effects


def is_pulled(monster, power, after, play):
    far = arena(monster, gap=25)
    assert find(hit(play, far, "m", "ann", "tongue", "hit", BITE), "ann").at == 20
    state, _ = done(shoot, far, "m", script=["ann", [4, 5], "damage", 4])
    assert (lost(far, state), find(state, "ann").at) == (4, 20)
    assert ranged_ways(after.foes[0])[0].most == 40


RESULTS = {
    "die": dies_of_it,
    "death save": dies_of_it,
    "stone": turns_to_stone,
    "paralysed": is_paralysed,
    "penalty": is_ill,
    "cursed": is_cursed,
    "level_loss": loses_a_level,
    "latched": hangs_on,
    "lodged": stays_in,
    "engulfed": is_engulfed,
    "swallowed": is_swallowed,
    "acid": burns,
    "pulled": is_pulled,
}


@covers(
    "vanilla.monster.on_hit",
    "vanilla.monster.paralysed",
    "vanilla.monster.latch",
    "vanilla.monster.swallow",
    "vanilla.monster.penalty",
    "vanilla.monster.level_loss",
    "vanilla.action.pull_off",
)
@pytest.mark.parametrize(("monster", "power"), [pytest.param(m, p, id=f"{m.name}-{p.result}") for m, p in HITS])
def test_what_follows_a_hit_unless_a_save_avoids_it(monster, power):
    play = FAILS if power.save_vs else SAVES
    after, before = bitten(monster, power, play)
    RESULTS[power.result](monster, power, after, play)
    if power.save_vs:
        assert bitten(monster, power, SAVES)[0] == before
    if power.when == "crit":
        assert not [e for e in bitten(monster, power, play, "hit")[0].effects if e.mode == power.result]
    if power.variant:
        state = arena(monster)
        assert hit(play, state, "m", "ann", power.attack, "hit", BITE) == state
    if power.attack:
        state = arena(monster)
        assert hit(play, state, "m", "ann", "other", "hit", BITE) == state
