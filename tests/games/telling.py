"""Scenes that are played alike every time, and what was told in them when somebody last looked.

People at a table do something legal, step by step, and answer whatever they are asked. What they pick depends on the
name of the scene and on nothing else: an option that comes anew changes only those steps in which it is picked. Of
each step a line is kept in `told/GAME.txt`: the action, the codes of all that was told, and a sum over everything that
was asked, rolled, told, changed and offered. So whatever a rule does otherwise than before shows in a line.

If that is as it should be, `.venv/bin/python -m scripts.told GAME` writes the file anew, and the lines that changed are
there to be read in the difference. `.venv/bin/python -m scripts.told GAME --scene NAME` prints all of one scene.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, TypeAlias
from zlib import crc32

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from tallow.games import Game, game
from tallow.games.deeds import Action, Offer
from tallow.play import Choice, Live, Question, Roll, Span, Told
from tallow.play.pools import random_pool

KEPT = Path(__file__).parent / "told"


class Scene(Struct, frozen=True):
    """A scene: its name, the state at its start, how many steps there are.

    `wants` are deeds that are done before others as soon as they can be, by their names, or with for whom. `answers`
    are options that are taken wherever they are offered.
    """

    name: str
    state: Any
    wants: tuple[str, ...] = ()
    steps: int = 6
    answers: tuple[Any, ...] = ()


Kinds: TypeAlias = Mapping[str, tuple[Callable[[str, str], Scene], Callable[[], Iterable[str]]]]
"""The kinds of scenes: how one is made of its name and what it is about, and everything that it can be about."""


class Step(Struct, frozen=True):
    """What was done, and all that came of it."""

    action: Action
    codes: tuple[str, ...]
    detail: tuple[str, ...]

    def __str__(self) -> str:
        codes = " ".join(self.codes)
        sum_ = crc32("\n".join(self.detail).encode())
        return f"{self.action.name} {self.action.who}: {codes} [{sum_:08x}]"


def picked(key: str, options: Collection[Any]) -> Any:
    """One of these: the one whose sum with the key is the least, whatever else there is."""
    return min(options, key=lambda option: crc32(f"{key} {option!r}".encode()))


def nth(key: str, many: int) -> int:
    """A number from 0 to `many` - 1, always the same for the key."""
    return crc32(key.encode()) % many


def varied(settings: type[Struct], key: str) -> Any:
    """The settings of a table: as they come for every other key, else each switched by the key."""
    if crc32(key.encode()) % 2:
        return settings()
    return settings(**{one.name: picked(f"{key} {one.name}", one.type.__args__) for one in fields(settings)})


def by_kind(kinds: Kinds) -> tuple[Callable[[str], Scene], Callable[[int], Iterator[str]]]:
    """`scene` and `names` of a game: a scene by its name, and the names of all scenes with a number."""

    def scene(name: str) -> Scene:
        kind, about, _ = name.split()
        return kinds[kind][0](name, about)

    def names(number: int) -> Iterator[str]:
        for kind, (_, subjects) in kinds.items():
            for about in subjects():
                yield f"{kind} {about} {number}"

    return scene, names


def by_chance(
    places: Mapping[str, tuple[Callable[[Random], Any], int]],
    about: Callable[[str, str, Random], Scene],
    subjects: Callable[[], Iterable[tuple[str, str]]],
) -> tuple[Callable[[str], Scene], Callable[[int], Iterator[str]]]:
    """The same for scenes whose state is drawn by chance: so many of each place, and one of each kind and subject."""

    def scene(name: str) -> Scene:
        random = Random(name)
        kind, *of, _ = name.split(" ")
        found = Scene("", places[kind][0](random), (), 8) if kind in places else about(kind, " ".join(of), random)
        return replace(found, name=name)

    def names(number: int) -> Iterator[str]:
        for kind, (_, many) in places.items():
            yield from [f"{kind} {at} {number}" for at in range(many)]
        yield from [f"{kind} {of} {number}" for kind, of in subjects()]

    return scene, names


class Answers(Live):
    """Answers every question by the key of the step, and keeps what was asked."""

    def __init__(self, key: str, wanted: Collection[Any]) -> None:
        super().__init__()
        self._key = key
        self._wanted = wanted
        self.asked: list[Question] = []

    def _answer(self, question: Question) -> Any:
        self.asked.append(question)
        self.answers.append(self._given(question, f"{self._key} {len(self.asked)}"))
        return super()._answer(question)

    def _given(self, question: Question, key: str) -> Any:
        if isinstance(question, Roll):
            return random_pool(Random(key), question.n, question.sides)
        if not isinstance(question, Choice):
            return "Mossbeard"
        if isinstance(question.options, Span):
            return question.options[crc32(key.encode()) % len(question.options)]
        wanted = [option for option in question.options if _wanted(option, self._wanted)]
        return picked(key, wanted or question.options)


def _wanted(option: Any, wanted: Collection[Any]) -> bool:
    return option in wanted or (isinstance(option, tuple) and any(part in wanted for part in option))


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """The parts of a state by their paths; what has an id goes by that."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _leaves(part, f"{path}.{name}")
    elif isinstance(value, list | tuple) and value and isinstance(value[0], dict) and "id" in value[0]:
        yield path, " ".join([str(part["id"]) for part in value])
        for part in value:
            yield from _leaves(part, f"{path}.{part['id']}")
    else:
        yield path, repr(value)


def _changes(before: Any, after: Any) -> list[str]:
    was, now = dict(_leaves(msgspec.to_builtins(before), "")), dict(_leaves(msgspec.to_builtins(after), ""))
    lines = [f"{path} {was.get(path)} > {value}" for path, value in now.items() if was.get(path, "") != value]
    return lines + [f"{path} {value} > nothing" for path, value in was.items() if path not in now]


def _offers(played: Game[Any], state: Any) -> dict[tuple[str, str], Offer]:
    there = [offer for seat in played.seats(state) for offer in played.actions(state, seat)]
    return {(offer.action.name, offer.action.who): offer for offer in there}


def _offered(before: dict[tuple[str, str], Offer], after: dict[tuple[str, str], Offer]) -> list[str]:
    def said(offer: Offer | None) -> str:
        return "not" if offer is None else repr(offer.refusal) if offer.refusal else "can"

    changed = [key for key in sorted({*before, *after}) if said(before.get(key)) != said(after.get(key))]
    return [f"{' '.join(key)}: {said(after.get(key))}" for key in changed]


def steps(played: Game[Any], scene: Scene, boring: Collection[str] = ()) -> Iterator[Step]:
    """What happens in a scene, step by step."""
    state, wants = scene.state, list(scene.wants)
    listed: dict[tuple[str, str], Offer] = {}
    now = _offers(played, state)
    for at in range(scene.steps):
        legal = [offer.action for offer in now.values() if not offer.refusal]
        wanted = [action for action in legal if wants and wants[0] in (action.name, f"{action.name} {action.who}")]
        if wanted:
            wants.pop(0)
        legal = wanted or [action for action in legal if action.name not in boring]
        if not legal:
            return
        key = f"{scene.name} {at}"
        action = picked(key, legal)
        play = Answers(key, scene.answers)
        after = played.perform(play, state, action)
        codes = tuple([event.code for event in play.events if isinstance(event, Told)])
        then = _offers(played, after)
        detail = [*_offered(listed, now)] if not at else []
        detail += [repr(asked) for asked in play.asked] + [repr(event) for event in play.events]
        detail += [*_changes(state, after), *_offered(now, then)]
        yield Step(action, codes, tuple(detail))
        state, listed, now = after, now, then


def scene_of(game_: str, name: str) -> Scene:
    """The scene of that name, from the module `scenes` beside a game's tests."""
    found: Callable[[str], Scene] = import_module(f"tests.games.{game_}.scenes").scene
    return found(name)


def names_of(game_: str, number: int) -> Iterator[str]:
    """The names of all scenes of a game with this number."""
    found: Callable[[int], Iterator[str]] = import_module(f"tests.games.{game_}.scenes").names
    return found(number)


def boring_of(name: str) -> Collection[str]:
    """The deeds that a game's scenes leave alone."""
    found: Collection[str] = import_module(f"tests.games.{name}.scenes").BORING
    return found


@cache
def kept(name: str) -> dict[str, tuple[str, ...]]:
    """What is kept of a game's scenes: by their names, the line of each step."""
    found: dict[str, tuple[str, ...]] = {}
    for part in (KEPT / f"{name}.txt").read_text("utf-8").split("\n# ")[1:]:
        title, *lines = part.strip().split("\n")
        found[title] = tuple(lines)
    return found


def now_told(game_: str, name: str) -> tuple[Step, ...]:
    """The steps of a scene as the rules are now."""
    return tuple(steps(game(game_), scene_of(game_, name), boring_of(game_)))


def shown(game_: str, name: str) -> None:
    """Compare a scene with what is kept of it; what differs first is shown whole."""
    was = kept(game_)[name]
    now = now_told(game_, name)
    for at, step in enumerate(now):
        before = was[at] if at < len(was) else "nothing"
        assert str(step) == before, "\n".join([f"{name}, step {at + 1}: {before}", str(step), *step.detail])
    assert len(was) == len(now), f"{name} ends earlier"
