"""What the rulebook says that an action costs, its offer says before it is paid."""

import pytest

from tallow.games import BUILT_IN, game
from tallow.games.deeds import Deeds

NOTHING = {"", "none", "free", "0", "0 none", "0 free"}

ELSEWHERE = {
    "dead_weight": {
        "buy": "the day of a shopper is spent when it is announced",
        "sell": "the day of a seller is spent when it is announced",
    },
    "modified_cairn": {
        "attempt": "the GM says what time it takes",
        "hand_over": "costs an action in a fight, where it is a manoeuvre of its own",
        "use": "costs an action in a fight, where it is a manoeuvre of its own",
        "channel_calmly": "costs an action in a fight alone",
        "use_scroll_calmly": "costs an action in a fight alone",
        "use_relic_calmly": "costs an action in a fight alone",
        "light_torch": "costs an action in a fight alone",
    },
    "black_hack": {
        "wield": "one swap of what is in hand is free in each Turn",
        "foe_acts": "what a foe has for its Turn is the GM's to know",
    },
    "vanilla": {
        "collect": "the smith was paid when the work was given",
        "put_away": "is done out of a fight, where it costs nothing",
    },
}
"""Deeds whose price is said elsewhere, or is none where they are offered."""


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_costs_something_says_so(name):
    deeds, entries = game(name).deeds, game(name).book.entries()
    assert isinstance(deeds, Deeds)
    silent = []
    for deed in deeds.deeds.values():
        entry = entries.get(deed.why)
        if deed.by == "referee" or deed.cost or entry is None or entry.type != "action":
            continue
        cost = " ".join([str(entry.data[part]) for part in ("cost", "unit") if part in entry.data])
        if cost not in NOTHING and not cost.startswith("free"):
            silent.append(deed.name)
    assert sorted(silent) == sorted(ELSEWHERE.get(name, {}))


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_cost_has_words(name):
    deeds, words = game(name).deeds, game(name).words
    assert isinstance(deeds, Deeds)
    costs = {deed.cost for deed in deeds.deeds.values()} - {"", "none"}
    assert [cost for cost in sorted(costs) if "_" in cost and not words.has("label", cost)] == []
