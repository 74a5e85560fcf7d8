"""Generated places: whole, readable once, with a lock whose key lies before it, and fit for the party that sets out."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.adventures import Document, read
from tallow.adventures.documents.effects import Calm, Harm, Reveal
from tallow.adventures.documents.writing import written
from tallow.adventures.generating.draft import FEWEST, MOST, draft
from tallow.adventures.generating.prose import creatures, stories
from tallow.games import game
from tallow.games.optional import games_with
from tallow.play import Simulated
from tallow.simulate import places
from tallow.simulate.places import NoPlace, fits, generate

GAMES = games_with(lambda one: one.stocking and one.exploring)
READ = ("seen", "look", "text", "clue", "heard", "greets", "tells", "start", "fails", "rumours", "label")


@pytest.fixture(scope="module", params=GAMES)
def drafts(request: pytest.FixtureRequest) -> list[Document]:
    played = game(request.param)
    return [draft(played, rooms, f"{seed}") for rooms in (FEWEST, 9, 12, MOST) for seed in range(5)]


def prose(part: Any) -> Iterator[str]:
    """Every text that people read, with those of its parts."""
    for field in getattr(part, "__struct_fields__", ()):
        value = getattr(part, field)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, str):
                yield from [one] if field in READ else []
            else:
                yield from prose(one)


def reached(place: Document, without: set[str]) -> set[str]:
    """The rooms that one comes to from the entrance without these exits."""
    found, new = set[str](), {place.adventure.begins}
    while new:
        found |= new
        ways = [(one.from_, one.to) for one in place.exit if one.id not in without]
        new = {b for a, b in (*ways, *((b, a) for a, b in ways)) if a in found} - found
    return found


def test_what_is_written_is_read_again(drafts: list[Document]) -> None:
    for place in drafts:
        assert read(written(place)) == place


def test_no_sentence_is_read_twice(drafts: list[Document]) -> None:
    for place in drafts:
        sentences = [
            sentence.strip(' "')
            for text in prose(place)
            for sentence in re.split(r"(?<=[.!?])\"?\s", text)
            if sentence.strip()
        ]
        assert [one for one, times in Counter(sentences).items() if times > 1] == []
        assert not any("{" in one or "}" in one for one in sentences)


def test_names_of_exits_and_things_are_told_apart(drafts: list[Document]) -> None:
    for place in drafts:
        for room in place.room:
            named = [one.name for one in place.exit if one.from_ == room.id]
            named += [one.back for one in place.exit if one.to == room.id]
            assert len(named) == len(set(named))
        for parts in (place.thing, place.group, place.room, place.feature):
            assert len({one.name for one in parts}) == len(parts)


def test_the_key_lies_before_its_lock_and_another_way_leads_round_it(drafts: list[Document]) -> None:
    for place in drafts:
        (lock,) = [one for one in place.exit if one.stands == "locked"]
        (key,) = [one for one in place.thing if one.id == lock.key]
        (seal,) = [one for one in place.exit if one.stands == "barred"]
        hidden = {one.id for one in place.exit if one.found != "seen"}
        assert key.room in reached(place, {lock.id, seal.id, *hidden})
        goal = place.room[-1].id
        assert goal not in reached(place, {lock.id, seal.id, *hidden})
        assert goal in reached(place, {lock.id, seal.id})
        assert goal in reached(place, {seal.id, *hidden})


def test_there_is_somebody_to_talk_to_something_to_work_out_and_something_to_let_be(drafts: list[Document]) -> None:
    for place in drafts:
        (friend,) = [one for one in place.group if one.tells and one.talk]
        calms = next(use for use in friend.talk if any(isinstance(one, Calm) for one in use.then))
        assert friend.wants or any(isinstance(one, Reveal) for one in calms.then)
        (riddle,) = [one for one in place.feature if len(one.use) == 3]
        assert sum([any(isinstance(one, Harm) for one in use.then) for use in riddle.use]) == 2
        (sleeper,) = [one for one in place.group if one.who in creatures() and creatures()[one.who].kind == "mighty"]
        assert sleeper.mood == "asleep"
        assert sum(end.good for end in place.end) >= 2
        assert any(group.roams for group in place.group)


def test_a_friend_sends_nobody_past_the_sleeper_and_warns_of_it_in_one_breath(drafts: list[Document]) -> None:
    for place in drafts:
        (sleeper,) = [one for one in place.group if one.id == "sleeper"]
        lair = next(one.name for one in place.room if one.id == sleeper.room)
        (friend,) = [one for one in place.group if one.tells and one.talk]
        assert friend.tells.lower().count(lair.lower()) == 1, friend.tells


def test_what_the_sleeper_has_and_what_is_sealed_or_hidden_is_nothing_of_the_shops(drafts: list[Document]) -> None:
    stocking = game(drafts[0].adventure.game).stocking
    assert stocking is not None
    dice = Simulated(Random(1), lambda choice: choice.options[0])
    plain = {one.name for _ in range(500) if (one := stocking.treasure(dice)).plain}
    for place in drafts:
        dear = [one for one in place.thing if one.id.startswith(("sleeper", "vault", "hidden"))]
        assert dear
        assert not plain & {one.name for one in dear}


def test_who_stands_alone_says_nothing_that_only_several_can_say(drafts: list[Document]) -> None:
    for place in drafts:
        for group in place.group:
            if group.who in creatures():
                assert group.greets not in stories().band["greets"], group
                assert group.tells not in stories().band["tells"], group


def test_there_is_enough_for_all_who_live_in_the_largest_place_to_say() -> None:
    for lines in stories().folk.values():
        assert len(lines) >= round(MOST * 0.3)


def test_a_ghost_is_won_by_words_and_not_by_bread() -> None:
    (ghost,) = [one for one in stories().friend if "ghost" in one.title]
    assert not ghost.eats
    for played in map(game, GAMES):
        places = [draft(played, FEWEST, f"{seed}") for seed in range(30)]
        found = [(place, one) for place in places for one in place.group if one.name == ghost.title]
        assert found
        for place, one in found:
            assert not one.wants
            assert not any("bread" in said.lower() or "to eat" in said for said in place.adventure.rumours)


def test_endings_speak_of_nothing_that_only_some_who_ask_have_told() -> None:
    for story in stories().story:
        told = [set(re.findall(r"[a-z]{6,}", one)) for one in story.ask]
        only_some = set.union(*told) - set.intersection(*told)
        ends = " ".join(end.text for end in (story.best, story.plain, story.told, story.failed))
        assert not only_some & set(re.findall(r"[a-z]{6,}", ends)) - {"village", "because"}, story.id


def test_things_are_called_as_people_would(drafts: list[Document]) -> None:
    for place in drafts:
        assert not [one.name for one in place.thing if re.match(r"\w+, (?!.* or )", one.name)]


def test_the_right_choice_is_the_one_that_the_clue_names(drafts: list[Document]) -> None:
    for place in drafts:
        (riddle,) = [one for one in place.feature if one.id == "riddle"]
        (clue,) = [one for one in place.feature if one.id == "clue"]
        opens = [use for use in riddle.use if any(getattr(one, "exit", "") == "seal" for one in use.then)]
        assert len(opens) == 1
        words = [set(re.findall(r"[a-z]+", use.label)) for use in riddle.use]
        (chosen,) = set(re.findall(r"[a-z]+", opens[0].label)) - set.intersection(*words)
        assert chosen in clue.look
        assert not any(other in clue.look for other in set.union(*words) - set.intersection(*words) - {chosen})


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_place_from_which_the_party_comes_home(name: str) -> None:
    played = game(name)
    place = generate(played, 8, 3)
    assert generate(played, 8, 3) == place
    assert generate(played, 8, 4) != place
    assert fits(played, place)


def test_of_a_place_that_nobody_comes_home_from_it_is_known() -> None:
    played = game("cairn")
    place = generate(played, 6, 1)
    ogres = tuple([replace(one, mood="hostile", who="Ogre x4") for one in place.group])
    assert not fits(played, replace(place, group=ogres))


def test_where_no_draft_fits_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "fits", lambda *_: False)
    with pytest.raises(NoPlace, match="of 16 places of 6 rooms none was fit"):
        generate(game("cairn"), 6, 1)


@pytest.mark.parametrize("rooms", [FEWEST - 1, MOST + 1])
def test_so_few_or_so_many_rooms_are_refused(rooms: int) -> None:
    with pytest.raises(ValueError, match=f"{FEWEST} to {MOST} rooms, not {rooms}"):
        draft(game("cairn"), rooms, "1")


@pytest.mark.parametrize("name", GAMES)
def test_creatures_and_the_mighty_have_names_of_the_game(name: str) -> None:
    played = game(name)
    assert played.stocking is not None
    assert played.exploring is not None
    for one in (*played.stocking.mighty, played.stocking.person("Ada")):
        played.exploring.creatures(one)
    played.exploring.goods(played.stocking.food)
    assert set(played.stocking.mighty) <= set(creatures())


@pytest.mark.parametrize("name", GAMES)
def test_finds_and_supplies_are_goods_of_the_game(name: str) -> None:
    played = game(name)
    assert played.stocking is not None
    assert played.exploring is not None
    dice = Simulated(Random(7), lambda choice: choice.options[0])
    found = [played.stocking.treasure(dice) for _ in range(300)]
    assert len({one.name for one in found}) > 10
    assert any(one.coins for one in found)
    assert any(one.like for one in found)
    for one in (*found, *played.stocking.supplies):
        if one.like:
            played.exploring.goods(one.like)
    met = [played.stocking.creatures(dice) for _ in range(100)]
    assert all(number >= 1 for _, number in met)
    for kind in {name for name, _ in met}:
        played.exploring.creatures(kind)


@pytest.mark.parametrize("name", games_with(lambda one: one.stocking and one.stocking.supplies))
def test_in_a_large_place_lies_what_it_uses_up_and_more_where_it_is_softer(name: str) -> None:
    played = game(name)

    def supplies(rooms: int, softness: int = 0) -> int:
        place = draft(played, rooms, "1", softness)
        return sum([one.id.startswith("supply") for one in place.thing])

    assert supplies(FEWEST) == 0
    assert 0 < supplies(12) < supplies(MOST) < supplies(MOST, 4)
