"""Typical characters: made by the rules, the same each time, and told apart."""

import pytest

from tallow.games.cairn.bots.skirmish import fight
from tallow.games.cairn.characters.typical import party, typical
from tallow.games.cairn.folk import backgrounds
from tallow.games.cairn.record import GAME
from tallow.games.cairn.settings import Settings
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.simulate import simulate


@pytest.mark.parametrize("background", backgrounds().values(), ids=lambda one: one.name)
def test_every_background_has_a_typical_character(background):
    one = typical(background, Settings())
    assert one.life.background == background.id
    assert {one.strength, one.dexterity, one.willpower} <= {10, 11}
    assert {3, 4} & {one.hp} or one.hp > 4
    assert len({item.id for item in one.items}) == len(one.items)


def test_a_party_may_be_mixed_and_is_told_apart():
    made = party("cutpurse x2; 4 HP, sword (d8); Goblin x2", Settings())
    assert [one.name for one in made] == ["Cutpurse 1", "Cutpurse 2", "Hero", "Goblin 1", "Goblin 2"]
    assert [one.id for one in made] == ["hero1", "hero2", "hero3", "hero4", "hero5"]
    assert {one.kind for one in made} == {"pc"}
    ids = [item.id for one in made for item in one.items]
    assert len(ids) == len(set(ids))


def test_wrong_names_and_numbers_are_answered():
    with pytest.raises(Unknown, match="Cutpurse"):
        party("Cutpurze", Settings())
    with pytest.raises(Malformed):
        party("Cutpurse x0", Settings())
    with pytest.raises(Malformed, match="background such as"):
        fight("", "Goblin", None)


def test_they_fight():
    report = simulate(GAME, "Marchguard; Half-Witch", "Goblin", n=50)
    assert report.wins.p > 0.5
    assert 0 <= report.counts["spent"].mean <= 1
