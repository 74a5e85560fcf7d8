"""The document of an adventure: prose for people, and a few closed words for the program.

A document is one TOML file; `docs/adventures.md` explains it to authors. Parts refer to each other by id, and no two
parts have the same. Names of creatures and goods are the game's own. `reading.py` reads and checks a document.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from tallow.adventures.documents.effects import Coins, Conditions, Effects, Few, Id, Name, Prose, Ref, Whom

Way: TypeAlias = Literal["door", "gate", "passage", "stairs", "ladder", "trapdoor", "hole", "water", "bridge", "path"]
Stands: TypeAlias = Literal["open", "shut", "stuck", "locked", "barred"]
Mood: TypeAlias = Literal["hostile", "asleep", "reaction", "wary", "friendly"]
Found: TypeAlias = Literal["seen", "search", "hidden"]
"""Whether something is seen at once, found by a search of the room, or hidden until an effect reveals it."""

Square: TypeAlias = Annotated[int, Meta(ge=0, le=60)]
Span: TypeAlias = Annotated[int, Meta(ge=1, le=20)]


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    pass


class About(_Part, frozen=True, kw_only=True):
    """What the adventure is, for whom, and how it begins. `start` is said at the door, `rumours` in town."""

    title: Name
    game: Ref
    begins: Ref
    start: Prose
    party: Prose = ""
    level: Annotated[int, Meta(ge=1, le=20)] = 1
    rumours: Annotated[tuple[Prose, ...], Meta(max_length=12)] = ()
    known: Prose = ""
    author: Annotated[str, Meta(max_length=200)] = ""
    licence: Annotated[str, Meta(max_length=200)] = ""


class Later(_Part, frozen=True, kw_only=True):
    """What is seen of a part instead, as soon as all of these conditions hold."""

    when: Annotated[Conditions, Meta(min_length=1)]
    seen: Prose


Laters: TypeAlias = Annotated[tuple[Later, ...], Meta(max_length=8)]


class Room(_Part, frozen=True, kw_only=True):
    """A room, or any place to be: `seen` is for everybody who enters, `known` for the referee alone.

    Of what is seen `later` the first counts whose conditions hold.

    `at` is its upper left corner on the map, in squares, `size` its width and height. `search` is how many turns a
    thorough search takes, `out` whether one can leave the place from here, as one can where it begins. A `cramped` one
    has no room for long weapons.
    """

    id: Id
    number: Annotated[int, Meta(ge=1, le=200)]
    name: Name
    seen: Prose
    later: Laters = ()
    known: Prose = ""
    at: tuple[Square, Square]
    size: tuple[Span, Span] = (4, 3)
    light: bool = False
    search: Annotated[int, Meta(ge=1, le=10)] = 1
    out: bool = False
    cramped: bool = False


class Hidden(_Part, frozen=True, kw_only=True):
    """A part with an id and a name, which may be hidden."""

    id: Id
    name: Name
    found: Found = "seen"


class Risk(_Part, frozen=True, kw_only=True):
    """A save on the way: `text` says what is at stake, `fails` what comes of a failure. `once`: only the first time."""

    save: Ref
    text: Prose
    fails: Effects
    whom: Whom = "one"
    once: bool = False


class Exit(Hidden, frozen=True, kw_only=True):
    """A way from one room to another, and back unless it is `one_way`.

    `name` is what it looks like from the first room, `back` from the other. `stuck` is forced; `locked` is opened with
    `key` or forced; `barred` is opened from the room `opens_from`, by an effect, or forced if `force` allows it.
    `force` is the score that is tried, "" for the game's own, "never" for nobody. `heard` is what listening tells.
    `turns` is how long the way takes.
    """

    from_: Ref = field(name="from")
    to: Ref
    way: Way = "door"
    back: Name = "The way back"
    stands: Stands = "open"
    one_way: bool = False
    key: Ref = ""
    opens_from: Ref = ""
    force: Ref = ""
    heard: Prose = ""
    known: Prose = ""
    turns: Few = 1
    risk: Risk | None = None
    crossed: Effects = ()


class Use(_Part, frozen=True, kw_only=True):
    """Something that can be done or said: with a save or without, once unless `again`, at the cost of so many turns.

    `needs` is a thing of the document or goods of the game that somebody must have, `spends` whether it is used up.
    `text` is told when it is done, or when the save is passed; `fails` when it is not.
    """

    label: Name
    text: Prose
    when: Conditions = ()
    needs: Name | None = None
    spends: bool = False
    turns: Few = 0
    save: Ref = ""
    then: Effects = ()
    fails: Prose = ""
    otherwise: Effects = ()
    again: bool = False


Uses: TypeAlias = Annotated[tuple[Use, ...], Meta(max_length=10)]


class Feature(Hidden, frozen=True, kw_only=True):
    """Something to look at or to use; `later` is what looking tells once things have changed."""

    room: Ref
    look: Prose
    later: Laters = ()
    known: Prose = ""
    use: Uses = ()


class Group(Hidden, frozen=True, kw_only=True):
    """Creatures that are together: `who` is the game's own list (`Goblin x2`) or a stat line.

    `name` is how they are called in a sentence ("the goblins"), `seen` what is seen of them, `mood` how they are when
    they are first met: "reaction" leaves it to the game's dice. Whoever gives them one of the things that they `want`
    has friends, hears what they `tell`, and `bought` happens. `talk` is what else can be said to them. `roams`: they
    are the ones who come when the game has somebody come. `beaten` happens once they are gone after a fight.
    """

    who: Annotated[str, Meta(min_length=1, max_length=400)]
    seen: Prose
    room: Ref = ""
    known: Prose = ""
    mood: Mood = "reaction"
    roams: bool = False
    greets: Prose = ""
    wants: Annotated[tuple[Name, ...], Meta(max_length=10)] = ()
    tells: Prose = ""
    bought: Effects = ()
    talk: Uses = ()
    beaten: Effects = ()


class Thing(Hidden, frozen=True, kw_only=True):
    """Something to take: coins, goods of the game (`like`), or a thing of its own with a `worth` and a size in slots.

    It lies in `room`, or is with `group` and there once they are gone, or is nowhere until an effect gives it.
    """

    room: Ref = ""
    group: Ref = ""
    like: Name | None = None
    coins: Coins = 0
    worth: Coins = 0
    size: Annotated[int, Meta(ge=0, le=4)] = 1
    text: Prose = ""
    known: Prose = ""
    taken: Effects = ()


class Trap(_Part, frozen=True, kw_only=True):
    """A trap in a room, on an exit or on a thing: whoever enters, goes through or takes may spring it.

    Who has found it avoids it: by a search of the room, or by an effect. `clue` is what everybody can notice.
    Otherwise the game's own rule says whether it is sprung, and then `save` may avoid it.
    """

    id: Id
    name: Name
    on: Ref
    clue: Prose
    text: Prose
    save: Ref = ""
    does: Effects
    known: Prose = ""
    again: bool = False


class Step(_Part, frozen=True, kw_only=True):
    """One step of a clock."""

    text: Prose = ""
    does: Effects = ()


class Clock(_Part, frozen=True, kw_only=True):
    """Something that draws nearer: it moves on at each of these signals of the game, and by effects.

    It does so only while its conditions hold. That makes it the way to say "if": an effect that moves a clock of one
    step happens where the conditions of that clock do. With `again` it begins anew after its last step.
    """

    id: Id
    name: Name
    on: Annotated[tuple[Ref, ...], Meta(max_length=6)] = ()
    when: Conditions = ()
    known: Prose = ""
    step: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=20)]
    again: bool = False


class Worth(_Part, frozen=True, kw_only=True):
    """What an end is worth: coins for each who lives, and what the game's own advancement counts."""

    each: Coins = 0
    xp: Annotated[int, Meta(ge=0, le=100_000)] = 0


class End(_Part, frozen=True, kw_only=True):
    """A way in which it ends: at once when its conditions hold, when the party is home again, or when it says that it
    is done (`at`).

    Of several that hold the first counts. One without conditions is reached by an effect, or by saying that it is done.
    """

    id: Id
    title: Name
    text: Prose
    when: Conditions = ()
    at: Literal["once", "home", "done"] = "home"
    good: bool = True
    worth: Worth = Worth()


class Document(_Part, frozen=True, kw_only=True, cache_hash=True):
    """A whole adventure."""

    adventure: About
    room: Annotated[tuple[Room, ...], Meta(min_length=1, max_length=100)]
    exit: Annotated[tuple[Exit, ...], Meta(max_length=300)] = ()
    feature: Annotated[tuple[Feature, ...], Meta(max_length=300)] = ()
    group: Annotated[tuple[Group, ...], Meta(max_length=100)] = ()
    thing: Annotated[tuple[Thing, ...], Meta(max_length=300)] = ()
    trap: Annotated[tuple[Trap, ...], Meta(max_length=100)] = ()
    clock: Annotated[tuple[Clock, ...], Meta(max_length=20)] = ()
    end: Annotated[tuple[End, ...], Meta(min_length=1, max_length=20)]
    schema: Literal[1] = 1
