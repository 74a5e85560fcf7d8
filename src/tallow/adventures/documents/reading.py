"""Reading a document: typed, within bounds, every name known, every room and end within reach.

What is wrong is refused with the place where it stands and the nearest names. Nothing is half read.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from tallow.adventures.documents.document import Document, Exit, Group, Later, Use
from tallow.adventures.documents.effects import Afflict, Condition, Effect, Finish, Harm, Open, Snuff
from tallow.adventures.documents.misreading import meant, misread
from tallow.games import game as game_named
from tallow.games.exploring import Exploring
from tallow.games.game import Game, base_of
from tallow.mechanics.documents import BadDocument, clean
from tallow.mechanics.suggestions import Malformed, Unknown, nearest

MOST_BYTES = 400_000
KINDS = ("room", "exit", "feature", "group", "thing", "trap", "clock", "end")
"""The kinds of part that have an id."""

SIGNALS = ("turn", "noise")
"""Signals that clocks hear in every game; a game has more."""

NEVER = "never"

REFERENCES: Mapping[str, tuple[str, ...]] = {
    "room": ("room",),
    "exit": ("exit",),
    "group": ("group",),
    "thing": ("thing",),
    "clock": ("clock",),
    "end": ("end",),
    "what": ("exit", "group", "thing", "trap", "feature"),
}
"""What each reference of an effect or a condition names."""


def read(text: str | bytes, game: Game[object] | None = None) -> Document:
    """The document in this TOML; `game` is what it is checked against, by default the one that it names."""
    raw = text.encode() if isinstance(text, str) else text
    if len(raw) > MOST_BYTES:
        raise BadDocument("", f"the document has more than {MOST_BYTES:,} bytes")
    try:
        document = msgspec.toml.decode(raw, type=Document)
    except msgspec.ValidationError as error:
        raise misread(raw, str(error)) from error
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadDocument("", f"this is no TOML: {error}") from error
    return checked(document, game)


def checked(document: Document, game: Game[object] | None = None) -> Document:
    """The document, if all of it makes sense in its game."""
    from tallow.games import game as found  # noqa: PLC0415  (games are slow to import)

    try:
        played = game or found(document.adventure.game)
    except Unknown as error:
        raise BadDocument("adventure.game", str(error)) from error
    if played.base != document.adventure.game:
        raise BadDocument("adventure.game", f"this is an adventure for {document.adventure.game}, not for {played.id}")
    if played.exploring is None:
        raise BadDocument("adventure.game", f"{played.title} has no adventures")
    _Check(document, played.exploring).run()
    return document


class _Check:
    """One look over a whole document."""

    def __init__(self, document: Document, chapter: Exploring[object]) -> None:
        self.document, self.chapter = document, chapter
        self.kinds: dict[str, str] = {}

    def run(self) -> None:
        self._ids()
        self._letters()
        self._map()
        self._parts()
        self._names()
        self._reach()

    def _ids(self) -> None:
        for kind in KINDS:
            for one in getattr(self.document, kind):
                if one.id in self.kinds:
                    raise BadDocument(f'{kind} "{one.id}"', f"a {self.kinds[one.id]} has this id already")
                self.kinds[one.id] = kind

    def _letters(self) -> None:
        """What is read on pages and at terminals has no letters that steer them."""
        parts = [(f'{kind} "{one.id}"', one) for kind in KINDS for one in getattr(self.document, kind)]
        for where, part in (("adventure", self.document.adventure), *parts):
            for place, text in _texts(where, msgspec.to_builtins(part)):
                if len(clean(text)) < len(text.replace("\r\n", "\n")):
                    raise BadDocument(place, "there are control characters in this text, or marks that turn it round")

    def _known(self, where: str, id_: str, *kinds: str) -> None:
        """Refuse an id that no part of these kinds has."""
        if self.kinds.get(id_) in kinds:
            return
        listed = [known for known, kind in self.kinds.items() if kind in kinds]
        raise BadDocument(where, meant(f'there is no {" or ".join(kinds)} "{id_}"', id_, listed))

    def _parts(self) -> None:
        document = self.document
        self._known("adventure.begins", document.adventure.begins, "room")
        for room in document.room:
            self._later(f'room "{room.id}".later', room.later)
        for exit_ in document.exit:
            self._exit(f'exit "{exit_.id}"', exit_)
        for feature in document.feature:
            self._known(f'feature "{feature.id}".room', feature.room, "room")
            self._later(f'feature "{feature.id}".later', feature.later)
            self._uses(f'feature "{feature.id}".use', feature.use)
        for group in document.group:
            self._group(f'group "{group.id}"', group)
        for thing in document.thing:
            where = f'thing "{thing.id}"'
            if thing.room and thing.group:
                raise BadDocument(where, "a thing is in a room or with a group, not both")
            if thing.room:
                self._known(f"{where}.room", thing.room, "room")
            if thing.group:
                self._known(f"{where}.group", thing.group, "group")
            self._effects(f"{where}.taken", thing.taken)
        for trap in document.trap:
            where = f'trap "{trap.id}"'
            self._known(f"{where}.on", trap.on, "room", "exit", "thing")
            self._score(f"{where}.save", trap.save)
            self._effects(f"{where}.does", trap.does)
        self._clocks_and_ends()

    def _later(self, where: str, laters: Iterable[Later]) -> None:
        for at, later in enumerate(laters, 1):
            self._conditions(f"{where} {at}.when", later.when)

    def _exit(self, where: str, exit_: Exit) -> None:
        self._known(f"{where}.from", exit_.from_, "room")
        self._known(f"{where}.to", exit_.to, "room")
        if exit_.key:
            self._known(f"{where}.key", exit_.key, "thing")
        if exit_.opens_from and exit_.opens_from not in {exit_.from_, exit_.to}:
            raise BadDocument(f"{where}.opens_from", f'"{exit_.opens_from}" is neither of its rooms')
        if exit_.force != NEVER:
            self._score(f"{where}.force", exit_.force)
        if exit_.risk is not None:
            self._score(f"{where}.risk.save", exit_.risk.save)
            self._effects(f"{where}.risk.fails", exit_.risk.fails)
        self._effects(f"{where}.crossed", exit_.crossed)

    def _group(self, where: str, group: Group) -> None:
        if group.room:
            self._known(f"{where}.room", group.room, "room")
        self._effects(f"{where}.bought", group.bought)
        self._effects(f"{where}.beaten", group.beaten)
        self._uses(f"{where}.talk", group.talk)

    def _uses(self, where: str, uses: Iterable[Use]) -> None:
        for at, use in enumerate(uses, 1):
            here = f"{where} {at}"
            self._conditions(f"{here}.when", use.when)
            self._score(f"{here}.save", use.save)
            self._effects(f"{here}.then", use.then)
            self._effects(f"{here}.otherwise", use.otherwise)
            if use.needs is not None and self.kinds.get(use.needs) != "thing":
                self._goods(f"{here}.needs", use.needs)
            if (use.otherwise or use.fails) and not use.save:
                raise BadDocument(f"{here}.save", "without a save nothing can fail")
            if use.turns and where.endswith(".talk"):
                raise BadDocument(f"{here}.turns", "no time passes while somebody stands before the party")

    def _clocks_and_ends(self) -> None:
        signals = sorted({*SIGNALS, *self.chapter.signals.values()})
        for clock in self.document.clock:
            where = f'clock "{clock.id}"'
            self._conditions(f"{where}.when", clock.when)
            for signal in clock.on:
                if signal not in signals:
                    raise BadDocument(f"{where}.on", meant(f'"{signal}" is no signal of the game', signal, signals))
            for at, step in enumerate(clock.step, 1):
                self._effects(f"{where}.step {at}", step.does)
        for end in self.document.end:
            self._conditions(f'end "{end.id}".when', end.when)
            if end.worth.xp and not self.chapter.counts_xp:
                raise BadDocument(f'end "{end.id}".worth.xp', "the game counts no experience")

    def _effects(self, where: str, effects: Iterable[Effect]) -> None:
        for at, effect in enumerate(effects, 1):
            self._refers(f"{where} {at}", effect)
            self._score(f"{where} {at}.save", getattr(effect, "save", ""))
            self._in_the_game(f"{where} {at}", effect)

    def _in_the_game(self, where: str, effect: Effect) -> None:
        """Refuse an effect for which the game has no rule."""
        match effect:
            case Harm() if effect.score and effect.score not in self.chapter.harms:
                said = f'harm of the game does not fall on "{effect.score}"'
                raise BadDocument(f"{where}.score", meant(said, effect.score, self.chapter.harms))
            case Afflict() if effect.condition not in self.chapter.conditions:
                said = f'"{effect.condition}" is no condition of the game that a place can bring'
                raise BadDocument(f"{where}.condition", meant(said, effect.condition, self.chapter.conditions))
            case Snuff() if self.chapter.snuff is None:
                raise BadDocument(where, "nothing puts out the lights in this game")

    def _conditions(self, where: str, conditions: Iterable[Condition]) -> None:
        marks = self._marks()
        for at, condition in enumerate(conditions, 1):
            self._refers(f"{where} {at}", condition)
            mark = getattr(condition, "mark", "")
            if mark and mark not in marks:
                raise BadDocument(f"{where} {at}.mark", meant(f'nothing ever sets the mark "{mark}"', mark, marks))

    @cache  # noqa: B019  (one check for each document)
    def _marks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(getattr(effect, "mark", "") for effect in effects_of(self.document)))

    def _refers(self, where: str, one: Struct) -> None:
        for name, kinds in REFERENCES.items():
            if (id_ := getattr(one, name, "")) != "":
                self._known(f"{where}.{name}", id_, *kinds)

    def _score(self, where: str, score: str) -> None:
        if score and score not in self.chapter.scores:
            raise BadDocument(where, meant(f'"{score}" is no score of the game', score, self.chapter.scores))

    def _map(self) -> None:
        """No two rooms have the same number or the same square."""
        taken: dict[tuple[int, int], str] = {}
        numbers: dict[int, str] = {}
        for room in self.document.room:
            where = f'room "{room.id}"'
            if room.number in numbers:
                raise BadDocument(f"{where}.number", f'room "{numbers[room.number]}" has number {room.number} already')
            numbers[room.number] = room.id
            for x in range(room.at[0], room.at[0] + room.size[0]):
                for y in range(room.at[1], room.at[1] + room.size[1]):
                    if (x, y) in taken:
                        raise BadDocument(f"{where}.at", f'square {x}, {y} belongs to room "{taken[x, y]}" already')
                    taken[x, y] = room.id

    def _names(self) -> None:
        for group in self.document.group:
            where = f'group "{group.id}"'
            try:
                self.chapter.creatures(group.who)
            except (Unknown, Malformed) as error:
                raise BadDocument(f"{where}.who", str(error)) from error
            for at, wanted in enumerate(group.wants, 1):
                if self.kinds.get(wanted) != "thing":
                    self._goods(f"{where}.wants {at}", wanted)
        for thing in self.document.thing:
            if thing.like is not None:
                self._goods(f'thing "{thing.id}".like', thing.like)

    def _goods(self, where: str, name: str) -> None:
        try:
            self.chapter.goods(name)
        except Unknown as error:
            things = [id_ for id_, kind in self.kinds.items() if kind == "thing"]
            said = f'"{name}" is neither a thing of this document nor goods of the game'
            raise BadDocument(where, meant(said, name, error.near or nearest(name, things))) from error

    def _reach(self) -> None:
        """Every room is joined to where it begins, and every end has a way to it, whatever may be in the way."""
        reached, new = set[str](), {self.document.adventure.begins}
        while new:
            reached |= new
            ways = [(one.from_, one.to) for one in self.document.exit]
            ways += [(one.to, one.from_) for one in self.document.exit if not one.one_way]
            new = {to for from_, to in ways if from_ in reached} - reached
        for room in self.document.room:
            if room.id not in reached:
                raise BadDocument(f'room "{room.id}"', "no exit leads here from where the adventure begins")
        self._no_way_back(reached)
        self._openable()
        finished = {effect.end for effect in effects_of(self.document) if isinstance(effect, Finish)}
        for end in self.document.end:
            if not end.when and end.at != "done" and end.id not in finished:
                raise BadDocument(f'end "{end.id}"', "nothing leads to it: it has no conditions, and no effect ends so")

    def _openable(self) -> None:
        """What is shut for good and for everybody is no exit."""
        opened = {effect.exit for effect in effects_of(self.document) if isinstance(effect, Open)}
        for one in self.document.exit:
            shut = one.stands in {"stuck", "locked", "barred"} and one.force == NEVER and one.id not in opened
            by_key = one.stands == "locked" and one.key
            by_hand = one.stands == "barred" and one.opens_from
            if shut and not by_key and not by_hand:
                raise BadDocument(f'exit "{one.id}"', "nothing opens it: no key, no side that unbars it, no effect")

    def _no_way_back(self, rooms: set[str]) -> None:
        """From every room one can come out again, by force if need be."""
        out, new = set[str](), {self.document.adventure.begins} | {one.id for one in self.document.room if one.out}
        while new:
            out |= new
            ways = [(one.from_, one.to) for one in self.document.exit]
            ways += [(one.to, one.from_) for one in self.document.exit if not one.one_way]
            new = {from_ for from_, to in ways if to in out} - out
        for room in self.document.room:
            if room.id in rooms - out:
                raise BadDocument(f'room "{room.id}"', "whoever comes here never comes out again: no exit leads back")


def _texts(where: str, value: object) -> Iterator[tuple[str, str]]:
    """Every text of a part, with its place."""
    match value:
        case str():
            yield where, value
        case dict():
            for name, one in value.items():
                yield from _texts(f"{where}.{name}", one)
        case list() | tuple():
            for at, one in enumerate(value, 1):
                yield from _texts(f"{where} {at}", one)


def effects_of(document: Document) -> Iterator[Effect]:
    """Every effect of a document, wherever it stands."""
    for exit_ in document.exit:
        yield from exit_.crossed
        yield from exit_.risk.fails if exit_.risk else ()
    for feature in document.feature:
        yield from _of_uses(feature.use)
    for group in document.group:
        yield from (*group.bought, *group.beaten, *_of_uses(group.talk))
    for thing in document.thing:
        yield from thing.taken
    for trap in document.trap:
        yield from trap.does
    for clock in document.clock:
        for step in clock.step:
            yield from step.does


def _of_uses(uses: Iterable[Use]) -> Iterator[Effect]:
    for use in uses:
        yield from (*use.then, *use.otherwise)


def names(game: str) -> tuple[str, ...]:
    """The adventures that come with a game, by the names of their files."""
    folder = files("tallow.adventures") / "ready" / base_of(game)
    if not folder.is_dir():
        return ()
    return tuple(sorted(one.name.removesuffix(".toml") for one in folder.iterdir() if one.name.endswith(".toml")))


@cache
def ready(game: str, name: str) -> Document:
    """An adventure that comes with a game, or `Unknown` with the nearest names."""
    if name not in names(game):
        raise Unknown("adventure", name, nearest(name, names(game)) or names(game), game_named(base_of(game)).title)
    return read((files("tallow.adventures") / "ready" / base_of(game) / f"{name}.toml").read_bytes())
