"""What a person reads while random people play: sentences, with no code left in them and nothing left out."""

import re

import pytest

from tallow.games import BUILT_IN, game
from tallow.play import REFEREE, Choice, Question, Roll, Rolled, Told
from tallow.table import seen
from tallow.terminal.draw import draw
from tallow.terminal.pen import Pen
from tallow.terminal.story import story
from tallow.testing import offers, random_game
from tallow.wording.speech import Speech

BARE = re.compile(r"\b[a-z]+(_[a-z0-9]+)+\b|\b(pc|foe|hero|i)\d+\b|: ?[.,;]|, [.,;]| [.,;]|\( ?\)|[{}]|[.] [a-z]")
"""Codes, ids, and the marks of a fact that is empty or of a sentence that begins small."""

OWN = ("Ünïcode", "club (d8)")
"""What the people of random games write."""

PEN = Pen(width=100, colour=False, shapes=True, accent="")


@pytest.mark.parametrize("batch", range(4))
@pytest.mark.parametrize("name", BUILT_IN)
def test_no_code_is_left_in_what_is_said(name, batch):
    played = game(name)
    codes = re.compile(rf"{BARE.pattern}|\b{name}\.[a-z]")
    before, seen = None, set[str]()
    for seed in range(70_000 + 10 * batch, 70_010 + 10 * batch):
        asked: list[Question] = []
        for state, _, events in random_game(played, seed, 25, frozenset(played.book.entries()), asked=asked):
            speech = Speech(played, lambda _: True)
            speech.state = state
            said = [speech.told(event) for event in events if isinstance(event, Told)]
            speech.state = before or state
            for question in asked:
                if isinstance(question, Choice):
                    said.append(speech.asked(question))
                    said += [speech.option(question, option) for option in question.options[:40]]
            speech.state = before = state
            for seat in played.waiting(state):
                for offer in offers(played, state, seat):
                    said.append(speech.action(offer))
                    said += [speech.refusal(offer.refusal)] if offer.refusal else []
                said += [line.strip() for line in draw(played.view(state, seat), speech.label, PEN)]
            bare = [line for line in said if codes.search(line) and not any(own in line for own in OWN)]
            seen.update(bare)
    assert sorted(seen) == []


def test_a_story_takes_what_a_seat_may_see():
    hidden = Rolled(Roll(1, 6, REFEREE, "cairn.attack.roll", hidden=True), (4,))
    events = (hidden, Told("fight.round", (2,), ""))
    told = story(seen(events, "player1"), Speech(game("cairn")), Pen())
    assert told == ["  Round 2.  [the Warden rolls in secret]"]
    assert story(seen((hidden,), "player1"), Speech(game("cairn")), Pen()) == ["  [the Warden rolls in secret]"]
