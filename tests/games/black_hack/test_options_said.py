"""What a person reads when asked: no two options of a question read alike, in either language."""

from collections import Counter
from random import Random

import pytest

from tallow.games import game
from tallow.games.black_hack.entries import monsters
from tallow.games.optional import needed_bots
from tallow.play import Choice
from tallow.testing import Randomly, offers
from tallow.wording.speech import Speech

ALIKE = ("drop_item", "hand_over", "sell_what", "take_item", "take_what", "wield", "change_armour", "which_weapon")
"""Questions about things, of which somebody may well have two of a kind."""

NAMED = sorted([monster.name for monster in monsters().values() if monster.hd])


def fights(seed):
    """The questions of a random fight, each with the state in which it was asked."""
    played, random = game("black_hack"), Random(seed)
    foes = "; ".join(f"{name} x{random.randint(1, 3)}" for name in random.sample(NAMED, 2))
    levels = [random.randint(1, 10) for _ in range(4)]
    state = needed_bots(played).fight(
        "warrior {}, thief {}, cleric {}, wizard {}".format(*levels), foes, played.settings()
    )
    for _ in range(40):
        seat = random.choice(played.waiting(state))
        legal = [offer for offer in offers(played, state, seat) if not offer.refusal]
        turns = [offer for offer in legal if offer.cost in ("move", "action")]
        if legal:
            play = Randomly(random, (), played)
            after = played.perform(play, state, random.choice(turns or legal).action)
            yield from ((state, choice) for choice in play.asked if isinstance(choice, Choice))
            state = after


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("batch", range(2))
def test_no_two_options_read_alike(batch, language):
    speech = Speech(game("black_hack", language), lambda _: True)
    alike: set[tuple[str, str]] = set()
    whats: set[str] = set()
    for seed in range(12 * batch, 12 * batch + 12):
        for state, choice in fights(seed):
            whats.add(choice.what)
            speech.state = state
            read = Counter([speech.option(choice, option) for option in choice.options])
            if choice.what not in ALIKE:
                alike.update((choice.what, said) for said, times in read.items() if times > 1)
    assert sorted(alike) == []
    assert "move_whither" in whats
