"""Random play of every game; see `tallow.testing.conformance`."""

from fnmatch import fnmatchcase

import pytest

from tallow.games import BUILT_IN, game
from tallow.testing import random_game, used

BATCHES, GAMES, ACTIONS = 10, 60, 12
LONG, LONG_ACTIONS = 8, 250
MOST = 600


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", BUILT_IN)
def test_thousands_of_short_random_games(name, batch):
    played = game(name)
    for seed in range(batch * GAMES, (batch + 1) * GAMES):
        for _ in random_game(played, seed, ACTIONS):
            pass


@pytest.mark.parametrize("seed", range(LONG))
@pytest.mark.parametrize("name", BUILT_IN)
def test_long_random_games(name, seed):
    for _ in random_game(game(name), 10_000 + seed, LONG_ACTIONS):
        pass


RARE = {
    "cairn": (
        "cairn.scar.*", "cairn.table.scars", "cairn.table.*_scar", "cairn.table.*limb", "cairn.table.head_wound",
        "cairn.table.weapon_*", "cairn.weapon.unarmed",
    ),
    "dead_weight": (
        "dead_weight.name_list.*", "dead_weight.weapon_effect.*", "dead_weight.price.*",
        "dead_weight.condition.grabbed", "dead_weight.condition.hooked", "dead_weight.condition.*_attached",
        "dead_weight.enemy_action.eat", "dead_weight.enemy_action.lunge",
        "dead_weight.container.tiny_bag", "dead_weight.distance.distant",
    ),
    "modified_cairn": (
        "modified_cairn.scar.*", "modified_cairn.table.scars", "modified_cairn.state.*",
        "modified_cairn.gambit.dismount", "modified_cairn.gambit.repel", "modified_cairn.table.dungeon_status",
        "modified_cairn.modifier.*",
        "modified_cairn.trigger.*", "modified_cairn.table.*_material", "modified_cairn.table.weapon_type",
    ),
    "vanilla": (
        "vanilla.item.ammunition", "vanilla.service.ammunition", "vanilla.service.blacksmith", "vanilla.weapon.unarmed",
        "vanilla.trick.push", "vanilla.table.potion",
    ),
    "black_hack": (
        "black_hack.ability.*", "black_hack.armour.aura", "black_hack.armour.mithril_shirt", "black_hack.example.*",
        "black_hack.item.repair_*", "black_hack.table.armour_value", "black_hack.weapon.unarmed",
        "black_hack.table.damage_per_hd", "black_hack.table.elementals", "black_hack.table.usage_average",
    ),
}  # fmt: skip
"""Entries that chance seldom comes to, or that are used unnamed; the tests of their own chapter go through each."""


@pytest.mark.parametrize("name", BUILT_IN)
def test_curious_players_use_every_entry_of_the_content(name):
    """An entry is used when its id, its code or its short name turns up in a state, a choice taken or a thing told."""
    played = game(name)
    wanted = {
        id_: {id_, id_.rsplit(".", 1)[1], entry.data.get("short", id_)}
        for id_, entry in played.book.entries().items()
        if entry.type not in {"rule", "ruling", "setting", "action", "phase"}
        and not any(fnmatchcase(id_, rare) for rare in RARE.get(name, ()))
    }
    for seed in range(50_000, 50_000 + MOST):
        for state, _, events in random_game(played, seed, 60, wanted, whole=False):
            seen = used(state, events)
            for id_ in [id_ for id_, marks in wanted.items() if not marks.isdisjoint(seen)]:
                del wanted[id_]
        if not wanted:
            break
    assert sorted(wanted) == []
