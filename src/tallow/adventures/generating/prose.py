"""The prose that generated places are made of: typed, read once, and drawn so that no sentence comes twice.

Words in braces are filled in: `{place}`, `{prize}`, `{friend}` and so on; with a capital letter they begin a sentence.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from tallow.games.stocking import Score

T = TypeVar("T")

Texts: TypeAlias = tuple[str, ...]


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class RoomProse(_Part, frozen=True):
    """A room: its name, and what is seen of it."""

    name: str
    seen: str


class Theme(_Part, frozen=True):
    """A kind of place. `approach` is what is known of it, `evening` is told when the day is over, `prize` and
    `nuisance` are what one may be sent for. `entrance` and `goal` are its first and its last room.
    """

    title: Texts
    approach: Texts
    evening: str
    prize: Texts
    nuisance: Texts
    entrance: tuple[RoomProse, ...]
    goal: tuple[RoomProse, ...]
    room: tuple[RoomProse, ...]


class Common(_Part, frozen=True):
    """What fits any theme: names, and rooms for a vault, for a lair and for anything else."""

    place: Texts
    person: Texts
    vault: tuple[RoomProse, ...]
    lair: tuple[RoomProse, ...]
    room: tuple[RoomProse, ...]


class Creature(_Part, frozen=True):
    """What is seen and heard of a creature of this name. `{Who}` is how many of them there are.

    Folk may talk; the mighty are asleep. A `swarm` is one however many it has.
    """

    name: str
    kind: Literal["folk", "dead", "beast", "thing", "mighty"]
    seen: str
    heard: str = ""
    plural: str = ""
    swarm: bool = False


class Doing(_Part, frozen=True):
    """Something that can be done with a feature, and what is told then: something hidden comes to light."""

    label: str
    text: str


class FeatureProse(_Part, frozen=True):
    """Something to look at; what has a `use` hides something."""

    name: str
    look: str
    use: Doing | None = None


class Riddle(_Part, frozen=True):
    """Three choices before a shut way: one opens it, the others do harm. A clue elsewhere says which, a friend too."""

    feature: str
    look: str
    choices: tuple[str, str, str]
    label: str
    right: str
    wrong: tuple[str, str]
    clue: str
    clue_look: str
    answer: str


class TrapProse(_Part, frozen=True):
    """A trap: what gives it away, what happens, and what avoids it."""

    name: str
    save: Score
    clue: str
    text: str


class Cache(_Part, frozen=True):
    """How hidden treasure lies; where it is `roomy` it can be anything."""

    text: str
    roomy: bool = False


class Key(_Part, frozen=True):
    """A key."""

    name: str
    text: str


class Parts(_Part, frozen=True):
    """What rooms hold, and what exits look like by their way; `locked` and `sealed` are ways that are shut.

    `purse` are names for coins, `left` is where supplies lie that somebody has left.
    """

    purse: Texts
    left: Texts
    feature: tuple[FeatureProse, ...]
    riddle: tuple[Riddle, ...]
    trap: tuple[TrapProse, ...]
    cache: tuple[Cache, ...]
    key: tuple[Key, ...]
    way: Mapping[Literal["door", "passage", "gate", "hole", "water", "locked", "sealed"], Texts]


class Ending(_Part, frozen=True):
    """An end."""

    title: str
    text: str


class Story(_Part, frozen=True):
    """Why somebody goes there: for a prize, for somebody who is held there, or to stop a nuisance.

    `ask` is what is asked for, `seen` how it is found; a captive `greets` and is spoken to with `label` and `text`; a
    nuisance is a feature (`name`, `look`) that strength ends or `fails` to, or who studies it.
    """

    id: Literal["prize", "captive", "nuisance"]
    ask: Texts
    rumours: Texts
    best: Ending
    plain: Ending
    told: Ending
    failed: Ending
    seen: str = ""
    greets: str = ""
    name: str = ""
    look: str = ""
    label: str = ""
    text: str = ""
    fails: str = ""
    study: str = ""
    studied: str = ""


class Friend(_Part, frozen=True):
    """Somebody who talks and knows a secret: for food, or, where they eat nothing, for a word in season."""

    title: str
    seen: str
    greets: str
    tells: str
    label: str
    text: str
    eats: bool = True


class Stories(_Part, frozen=True):
    """What there is to tell: reasons, friends, folk who may talk, what friends know, what is said in town, and what a
    noise brings on. What only a `band` can say is for groups of several, the rest for anybody. Of who sleeps friends
    say what is `better`, or that it is `there` where they have just named the room.
    """

    story: tuple[Story, ...]
    friend: tuple[Friend, ...]
    folk: Mapping[Literal["greets", "tells"], Texts]
    band: Mapping[Literal["greets", "tells"], Texts]
    secret: Mapping[Literal["way", "key", "better", "there"], Texts]
    rumour: Mapping[Literal["beast", "key", "friend", "shade", "false"], Texts]
    clock: Mapping[Literal["name", "first", "second"], Texts]


class Creatures(_Part, frozen=True):
    """Creatures by name."""

    creature: tuple[Creature, ...]


THEMES = ("abbey", "barrow", "keep", "mine")


def _read(name: str, type_: type[T]) -> T:
    raw = (files("tallow.adventures") / "generating" / f"{name}.toml").read_bytes()
    return msgspec.toml.decode(raw, type=type_)


@cache
def theme(name: str) -> Theme:
    """The theme of that name."""
    return _read(f"themes/{name}", Theme)


@cache
def common() -> Common:
    """What fits any theme."""
    return _read("themes/common", Common)


@cache
def parts() -> Parts:
    """What rooms hold."""
    return _read("parts", Parts)


@cache
def stories() -> Stories:
    """What there is to tell."""
    return _read("stories", Stories)


@cache
def creatures() -> Mapping[str, Creature]:
    """Creatures by name."""
    return {one.name: one for one in _read("creatures", Creatures).creature}


class Drawn:
    """Draws from lists by chance, nothing twice."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._left: dict[int, list[object]] = {}

    def one(self, of: Sequence[T], fits: Callable[[T], bool] = lambda _: True) -> T:
        """One that fits and was not drawn before; IndexError where none is left."""
        left: list[T] = self._left.setdefault(id(of), list(of))  # type: ignore[assignment]
        chosen = self._random.choice([one for one in left if fits(one)])
        left.remove(chosen)
        return chosen

    def left(self, of: Sequence[T]) -> int:
        """How many are left."""
        return len(self._left.get(id(of), of))


NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight")


def several(name: str, plural: str, number: int) -> str:
    """So many of a kind in words: "a goblin", "three goblins"."""
    said = name.lower()
    if number > 1:
        return f"{NUMBERS[number]} {plural or said + 's'}"
    return f"an {said}" if said[0] in "aeiou" else f"a {said}"


def capital(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]


def filled(text: str, words: Mapping[str, str]) -> str:
    """A text with its words filled in; `{Friend}` is `{friend}` with a capital letter."""
    for name, said in words.items():
        text = text.replace(f"{{{name}}}", said).replace(f"{{{capital(name)}}}", capital(said))
    return text
