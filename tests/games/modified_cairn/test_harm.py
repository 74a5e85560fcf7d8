"""Getting hurt, in its exact order."""

from fractions import Fraction

import pytest

from tallow.games.modified_cairn.combat.pool import throw
from tallow.games.modified_cairn.harm.damage import blow, fallen, guard_of, take
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import HOUR, Creature
from tallow.play import distribution, scripted
from tallow.testing import covers
from tests.games.modified_cairn.fighters import foe, pc

WHY = "modified_cairn.hurt.order"


def hit(play, dice, armor, guard, vigour, *, scars=True, saves=True):
    """What becomes of somebody attacked with these dice."""
    dealt = max(0, max(throw(play, dice, "gm")) - armor)
    done = blow(play, dealt, guard, vigour, "VIG", scars, saves, "yan")
    return "evaded" if done.outcome == "guard_lost" else done.outcome


@covers(
    "modified_cairn.hurt.order",
    "modified_cairn.scar.trigger",
    "modified_cairn.detachment.bonus_out",
    "modified_cairn.condition.exposed_guard_zero",
)
@pytest.mark.parametrize(
    ("given", "chances"),
    [
        (
            ((8,), 1, 3, 12),
            {
                "evaded": Fraction(3, 8),
                "scar": Fraction(1, 8),
                "wounded": Fraction(19, 80),
                "critically_wounded": Fraction(21, 80),
            },
        ),
        (
            ((8, 12), 2, 4, 10),
            {
                "evaded": Fraction(25, 96),
                "scar": Fraction(11, 96),
                "wounded": Fraction(413, 1920),
                "critically_wounded": Fraction(787, 1920),
            },
        ),
        (((6,), 0, 0, 5), {"dead": Fraction(1, 3), "critically_wounded": Fraction(7, 12), "wounded": Fraction(1, 12)}),
    ],
)
def test_what_an_attack_does(given, chances):
    assert distribution(hit, *given) == chances


@covers("modified_cairn.scar.trigger")
@pytest.mark.parametrize(
    ("dice", "armor", "chance"), [((6,), 0, Fraction(1, 6)), ((6, 6), 0, Fraction(5, 36)), ((6,), 1, Fraction(1, 6))]
)
def test_a_scar_comes_of_exactly_nothing_left(dice, armor, chance):
    assert distribution(hit, dice, armor, 3, 18)["scar"] == chance


@covers(
    "modified_cairn.hurt.guard",
    "modified_cairn.hurt.evaded",
    "modified_cairn.hurt.exact_zero",
    "modified_cairn.hurt.excess",
    "modified_cairn.hurt.vig_save",
    "modified_cairn.hurt.wounded",
    "modified_cairn.hurt.death",
    "modified_cairn.guard.absorbs",
    "modified_cairn.guard.no_wound",
    "modified_cairn.attack.result",
    "modified_cairn.quality.vig_zero",
    "modified_cairn.quality.range",
)
@pytest.mark.parametrize(
    ("guard", "vigour", "damage", "script", "expected"),
    [
        (6, 10, 4, [], ("guard_lost", 2, 10)),
        (4, 10, 3, [], ("guard_lost", 1, 10)),
        (5, 10, 4, [], ("guard_lost", 1, 10)),
        (0, 10, 0, [], ("evaded", 0, 10)),
        (3, 10, 3, [], ("scar", 0, 10)),
        (3, 12, 5, [10], ("wounded", 0, 10)),
        (3, 12, 5, [11], ("critically_wounded", 0, 10)),
        (4, 11, 6, [9], ("wounded", 0, 9)),
        (0, 4, 4, [], ("dead", 0, 0)),
        (2, 4, 5, [1], ("wounded", 0, 1)),
        (2, 4, 5, [2], ("critically_wounded", 0, 1)),
        (0, 3, 7, [], ("dead", 0, 0)),
        (0, 2, 5, [], ("dead", 0, 0)),
    ],
)
def test_guard_then_vigour_then_the_save(guard, vigour, damage, script, expected):
    after, done = scripted(take, pc("yan", vig=vigour, guard=guard), damage, WHY, script=script)
    assert (done.outcome, after.guard, after.vigour) == expected


@covers("modified_cairn.attack.result", "modified_cairn.hurt.order")
@pytest.mark.parametrize(("damage", "expected"), [(2, (1, 10)), (3, (0, 10)), (5, (0, 8))])
def test_opponents_take_no_scars(damage, expected):
    after, done = scripted(take, foe(guard=3), damage, WHY, script=[8] if damage == 5 else [])
    assert (after.guard, after.vigour) == expected
    assert done.outcome != "scar"


@covers("modified_cairn.quality.loss_by_cause", "modified_cairn.hurt.excess", "modified_cairn.hurt.exact_zero")
def test_an_attack_on_another_quality_has_no_save():
    after, done = scripted(_take_spirit, Creature("yan", "Yan", "pc", vigour=9, spirit=9, guard=2, seat="yan"), 5)
    assert (done.outcome, after.guard, after.spirit, after.vigour) == ("lowered", 0, 6, 9)
    _, done = scripted(_take_spirit, pc("yan", guard=5), 5)
    assert done.outcome == "scar"
    after, _ = scripted(take, pc("yan", vig=9, guard=2), 5, WHY, script=[6])
    assert (after.guard, after.vigour) == (0, 6)
    assert distribution(lambda play: take(play, pc("yan", vig=9, guard=2), 5, WHY)[1].outcome)["wounded"] == Fraction(
        6, 20
    )


def _take_spirit(play, creature, damage):
    return take(play, creature, damage, WHY, which="SPI")


@covers(
    "modified_cairn.condition.exposed_guard_zero",
    "modified_cairn.condition.exposed",
    "modified_cairn.guard.needs_defence",
)
def test_guard_does_not_count_while_exposed():
    bound = pc("yan", guard=4, exposed=("bound",))
    after, done = scripted(take, bound, 4, WHY, script=[6])
    assert (done.outcome, after.guard, after.vigour) == ("wounded", 4, 6)
    assert guard_of(bound) == 0
    undefended, _ = scripted(_undefended, pc("yan", guard=4), 4, script=[6])
    assert (undefended.guard, undefended.vigour) == (4, 6)


def _undefended(play, creature, damage):
    return take(play, creature, damage, WHY, guarded=False)


@covers("modified_cairn.hurt.critical", "modified_cairn.hurt.bleed_out", "modified_cairn.setting.npc_critical")
@pytest.mark.parametrize(
    ("creature", "setting", "script", "state", "dies"),
    [
        (pc("yan", guard=0), "dead", [20], "critically_wounded", HOUR),
        (foe(guard=0), "dying", [20], "critically_wounded", HOUR),
        (foe(guard=0), "dead", [20], "dead", 0),
        (foe(guard=0), "ask", [20, "dead"], "dead", 0),
        (foe(guard=0), "ask", [20, "dying"], "critically_wounded", HOUR),
    ],
)
def test_a_failed_save_fells(creature, setting, script, state, dies):
    after = scripted(_felled, creature, 3, Settings(npc_critical=setting), script=script)
    assert state in after.states
    assert after.dies_at == (1000 + dies if dies else 0)


def _felled(play, creature, damage, settings):
    after, done = take(play, creature, damage, WHY)
    return fallen(play, after, done, settings, 1000)


@covers(
    "modified_cairn.hurt.critical",
    "modified_cairn.hurt.wounded",
    "modified_cairn.detachment.no_critical",
    "modified_cairn.detachment.wiped_out",
)
def test_who_makes_no_save():
    down = pc("yan", guard=0, states=("critically_wounded",))
    after, done = scripted(take, down, 3, WHY)
    assert (done.outcome, after.vigour) == ("wounded", 7)
    unit = foe("spearmen", vig=12, guard=0, detachment=True)
    assert scripted(_felled, unit, 3, Settings()).states == ("wounded",)
    assert "destroyed" in scripted(_felled, foe("spearmen", vig=3, guard=0, detachment=True), 6, Settings()).states
    assert "dead" in scripted(_felled, pc("yan", vig=3, guard=0), 6, Settings()).states


@covers("modified_cairn.quality.cla_zero", "modified_cairn.quality.spi_zero")
@pytest.mark.parametrize(("which", "state"), [("CLA", "unresponsive"), ("SPI", "hopeless")])
def test_nothing_left_of_another_quality(which, state):
    def lost(play):
        after, done = take(play, pc("yan", guard=0, cla=3, spi=3), 3, WHY, which=which)
        return fallen(play, after, done, Settings(), 0)

    after = scripted(lost)
    assert state in after.states
    assert guard_of(after) == 0
