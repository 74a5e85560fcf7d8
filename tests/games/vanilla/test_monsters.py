"""Every enemy of the book in a fight, from the first d6 to the end."""

from random import Random

import msgspec
import pytest

from tallow.games.vanilla.bots.skirmish import fight
from tallow.games.vanilla.combat.assault import melee
from tallow.games.vanilla.entries import monsters
from tallow.games.vanilla.record import BOTS, GAME
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import State
from tallow.mechanics.amounts import parse_amount
from tallow.mechanics.two_sides import everyone
from tallow.simulate.fights import MOST_ACTIONS
from tallow.simulate.replay import Watched
from tallow.testing import covers
from tests.games.vanilla.beasts import arena
from tests.games.vanilla.casters import Auto
from tests.games.vanilla.fighters import somebody

NAMES = [monster.name for monster in monsters().values()]


@covers("vanilla.monster.*", "vanilla.monster.attacks")
@pytest.mark.parametrize("name", NAMES)
def test_every_enemy_goes_through_a_fight(name):
    state = fight("fighter 5 x2, magic-user 5, Man-at-Arms", f"{name} x2", Settings())
    play = Watched(Random(name), BOTS.answer)
    for _ in range(MOST_ACTIONS):
        if BOTS.over(state) is not None:
            break
        state = GAME.perform(play, state, BOTS.action(state, GAME.waiting(state)[0]))
        for one in everyone(state):
            assert 0 <= one.grit <= one.grit_max
            assert 0 <= one.flesh <= one.flesh_max
            assert -10_000 < one.at < 10_000
    assert BOTS.over(state) is not None, "nobody has won, lost or run"
    assert state.combat is None
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    assert not [
        effect for effect in state.effects if effect.by.startswith("foe") and effect.mode in ("latched", "awed")
    ]


@covers("vanilla.monster.*", "vanilla.monster.attacks")
@pytest.mark.parametrize("name", [name for name in NAMES if name != "Green Slime"])
def test_every_enemy_makes_its_attacks_for_its_damage(name):
    monster = next(monster for monster in monsters().values() if monster.name == name)
    play = Auto({20: monster.av - 1, 6: 1})
    melee(play, arena(monster, party=(somebody("ann", level=10, st=20, seat="ann"),)), "m")
    n, _, plus, _ = parse_amount(monster.damage)
    dealt = [told.facts[1] for told in play.told if told.code in ("damage.grit", "damage.flesh")]
    assert play.codes().count("attack.hit") == monster.attacks
    assert dealt == ([n + plus] * monster.attacks if n + plus else [])
