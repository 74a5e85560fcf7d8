"""What rows of a life do: archers, vows, the werewolf, the road; and what Runeskelfs are known for."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.characters.boons import (
    CHARITY,
    DRILL,
    GREEN_SKIN,
    HONESTY,
    HUNTING,
    MERCY,
    POVERTY,
    SCOUTING,
    SELFLESSNESS,
    TOURNEYS,
    VALOR,
    WAR,
    WEREWOLF,
)
from tallow.games.modified_cairn.combat.attacks import Strike, blasts, dice, ways
from tallow.games.modified_cairn.combat.strikes import strike_all
from tallow.games.modified_cairn.folk import Step
from tallow.games.modified_cairn.gear.materials import weapon_type, weapon_types
from tallow.games.modified_cairn.gear.things import shard
from tallow.games.modified_cairn.goods import runeskelfs
from tallow.games.modified_cairn.harm.conditions import wants
from tallow.games.modified_cairn.magic.casting import works
from tallow.games.modified_cairn.magic.effects import fight_over
from tallow.games.modified_cairn.magic.wishes import wish
from tallow.games.modified_cairn.monsters.afflictions import afflict
from tallow.games.modified_cairn.record import DEEDS
from tallow.games.modified_cairn.state import Casting, Life, State, has
from tallow.games.modified_cairn.world.wilderness import set_out, supply
from tallow.mechanics.two_sides import find
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc
from tests.games.playing import done, perform, refusal_code

ARCHERS, VOWS = "modified_cairn.table.fletchwind_1", "modified_cairn.table.hexenbane_2"


def living(*rows, sworn=""):
    return Life(history=rows, sworn=sworn)


def archer(*rows, **more):
    return pc("yan", "shortbow", life=living(*rows), **more)


def shot(state, target="goblin"):
    (bow,) = [one for one in ways(find(state, "yan")) if one.ranged]
    return Strike("yan", bow, target)


@covers(ARCHERS)
@pytest.mark.parametrize(
    ("round_", "sides", "surprised", "spreads"),
    [
        (1, ("party", "foes"), (), True),
        (2, ("party", "foes"), (), False),
        (1, ("foes", "party"), (), False),
        (1, ("foes", "party"), ("foes",), True),
    ],
)
def test_a_bow_is_a_blast_in_round_1_if_nobody_has_attacked_before(round_, sides, surprised, spreads):
    for rows, blast in (((WAR,), spreads), ((), False)):
        state = fighting(archer(*rows), band="nearby")
        state = replace(state, combat=replace(state.combat, round=round_, sides=sides, surprised=surprised))
        assert blasts(state, shot(state)) is blast


@covers(ARCHERS)
def test_a_bow_is_enhanced_against_what_cannot_move():
    for states, thrown in (((), (6,)), (("stopped",), (6, 8)), (("held",), (6, 8))):
        state = fighting(archer(TOURNEYS), foes=[foe(states=states)], band="nearby")
        assert dice(state, shot(state)) == thrown
    state = fighting(archer(), foes=[foe(states=("stopped",))], band="nearby")
    assert dice(state, shot(state)) == (6,)


@covers(ARCHERS)
def test_melee_upon_a_drilled_archer_who_attacked_first_is_impaired_until_vig_is_lost():
    state = fighting(archer(DRILL, guard=1), foes=[foe(guard=9)], band="nearby")
    state = replace(state, combat=replace(state.combat, round=1))
    (state, _), _ = done(strike_all, state, [shot(state)], script=[2])
    club = Strike("goblin", find(state, "goblin").attacks[0], "yan")
    assert dice(state, club) == (4,)
    arrow = Strike("goblin", replace(club.attack, ranged=True), "yan")
    assert dice(state, arrow) == (6,), "only melee"
    (state, _), _ = done(strike_all, state, [club], script=[4, "done", "no", 1])
    assert find(state, "yan").vigour == 7
    assert dice(state, club) == (6,)


@covers(ARCHERS)
def test_whoever_was_not_first_gains_nothing_by_the_drill():
    state = fighting(archer(DRILL), foes=[foe(guard=9)], band="nearby")
    (state, _), _ = done(strike_all, state, [shot(state)], script=[2])
    assert not has(find(state, "yan"), "drilled")


@covers(ARCHERS, "modified_cairn.wild.supply", "modified_cairn.wild.lost")
def test_hunters_and_scouts_on_the_road():
    state = State(phase="journey", party=(pc("ann"),))
    _, play = done(supply, state, "ann", script=[1])
    assert play.asked[-1].sides == 4
    _, play = done(supply, replace(state, party=(pc("ann", life=living(HUNTING)),)), "ann", script=[1])
    assert play.asked[-1].sides == 6
    for rows, script in (((SCOUTING,), [2, 3]), ((), ["no", 2, 3])):
        free = State(phase="free", party=(pc("ann", life=living(*rows)),))
        road, _ = done(set_out, free, script=["short", "trail", "plains", "spring", *script])
        assert road.journey.lost is (not rows), "2 in 6 on a trail, 1 in 6 with a scout"


@covers("modified_cairn.table.greenwise_1")
def test_green_skin_needs_no_rations():
    assert "hunger" in dict(wants(pc("ann")))
    assert "hunger" not in dict(wants(pc("ann", life=living(GREEN_SKIN))))


@covers(VOWS, "modified_cairn.table.weapon_type")
def test_attacks_of_one_type_upon_the_honest_are_impaired():
    assert weapon_types()[0] == "blade"
    assert [weapon_type(name) for name in ("Longsword", "Hand Axe", "club", "Shortbow", "bite", "gaze")] == [
        "blade", "axe", "blunt", "bow", "natural", "",
    ]  # fmt: skip
    for sworn, thrown in (("blunt", (4,)), ("blade", (6,))):
        state = fighting(pc("yan", "dagger", life=living(HONESTY, sworn=sworn)))
        assert dice(state, Strike("goblin", find(state, "goblin").attacks[0], "yan")) == thrown


@covers(VOWS)
def test_attacks_with_the_weapons_of_mercy_are_enhanced_and_never_made_once_it_is_broken():
    state = fighting(pc("yan", "longsword", life=living(MERCY, sworn="blade")))
    (sword,) = ways(find(state, "yan"))
    assert dice(state, Strike("yan", sword, "goblin")) == (8, 8)
    calm = State(phase="free", party=state.party)
    broken, _ = perform(DEEDS, calm, "break_vow", "")
    assert [one.name for one in ways(broken.party[0])] == ["unarmed"]


@covers(VOWS)
def test_a_first_critical_wound_gives_the_valiant_guard_until_the_fight_ends():
    state = fighting(pc("yan", "longsword", guard=4, life=living(VALOR)), foes=[foe(guard=0, vig=9, armor=0)])
    (state, _), _ = done(
        strike_all, state, [Strike("yan", ways(find(state, "yan"))[0], "goblin")], script=[4, "done", 9, 3]
    )
    assert find(state, "yan").guard == 7
    after, _ = done(fight_over, state)
    assert find(after, "yan").guard == 4


@covers(VOWS)
def test_charity_sheds_a_strain_once_a_day():
    state = State(phase="free", party=(pc("ann", life=living(CHARITY), strain=("pack", "pack")),))
    state, _ = perform(DEEDS, state, "give_freely", "ann")
    assert state.party[0].strain == ("pack",)
    assert refusal_code(DEEDS, state, "give_freely", "ann") == "once_a_day"


@covers(VOWS)
def test_no_magic_turns_the_mind_of_the_selfless():
    for rows, held in (((SELFLESSNESS,), False), ((), True)):
        state = State(phase="free", party=(pc("ann", life=living(*rows)),), foes=(foe(),))
        after, _ = done(
            afflict, state, "ann", "goblin", (Step("hold", state="charmed"),), "modified_cairn.runeskelf.charm"
        )
        assert has(after.party[0], "charmed") is held


@covers(VOWS)
@pytest.mark.parametrize(
    ("vow", "script", "check"),
    [
        (HONESTY, [3], lambda one: one.spirit == 7),
        (SELFLESSNESS, [6], lambda one: one.spirit == 4),
        (POVERTY, [7], lambda one: one.vigour == 3 and not one.items),
        (CHARITY, [], lambda one: len(one.strain) == 1),
        (VALOR, [], lambda one: has(one, "dead")),
    ],
)
def test_what_a_broken_vow_brings(vow, script, check):
    items = (shard("modified_cairn.runeskelf.disassemble", "i1"),) if vow == POVERTY else ()
    state = State(phase="free", party=(pc("ann", *items, life=living(vow)),))
    state, _ = perform(DEEDS, state, "break_vow", "", *script)
    assert check(state.party[0])


@covers("modified_cairn.table.fieldwarden_1")
def test_a_werewolf_once_a_day_and_back_with_a_save():
    state = State(phase="free", party=(pc("ann", vig=9, cla=8, spi=7, guard=4, life=living(WEREWOLF)),))
    state, _ = perform(DEEDS, state, "become_wolf", "ann")
    wolf = state.party[0]
    assert (wolf.guard, wolf.vigour, wolf.clarity, wolf.spirit) == (8, 15, 14, 7)
    assert [(one.name, one.dice) for one in wolf.attacks] == [("claws", (6, 6)), ("bite", (8,))]
    state = replace(state, party=(replace(wolf, vigour=12),))
    stays, _ = perform(DEEDS, state, "turn_back", "ann", 8)
    assert stays.party[0].was
    back, _ = perform(DEEDS, state, "turn_back", "ann", 7)
    own = back.party[0]
    assert (own.guard, own.vigour, own.vigour_max, own.clarity, own.attacks, own.of) == (4, 6, 9, 8, (), "")
    assert refusal_code(DEEDS, back, "become_wolf", "ann") == "once_a_day"


@covers("modified_cairn.magic.extent")
@pytest.mark.parametrize("ref", sorted(ref for ref, one in runeskelfs().items() if "Save" in one.effect))
def test_what_a_runeskelf_is_known_for_allows_its_save(ref):
    known = runeskelfs()[ref].works
    assert known
    assert known.save == "SPI"
    state = fighting(pc("ann", shard(ref, "i1")), foes=[foe(spi=8)])
    made, _ = done(wish, state, find(state, "ann"), find(state, "ann").items[0], 0, script=["known", "goblin"])
    assert made == Casting("i1", "known", targets=("goblin",), of=ref)
    resisted, _ = done(works, state, "ann", made, script=[8])
    assert (find(resisted, "goblin").states, resisted.effects) == ((), ())
    caught, _ = done(works, state, "ann", made, script=[9])
    assert [(one.of, one.on, one.state) for one in caught.effects] == [(ref, ("goblin",), known.brings)]
    assert has(find(caught, "goblin"), known.brings) or not known.brings
