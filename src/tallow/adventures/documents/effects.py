"""What can happen in an adventure, and when: two closed lists. There are no expressions and no code.

An effect says what to do with `do`, a condition what must hold with `if`. Names are ids of the same document.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Id: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$", description="An id: small letters, digits, _.")]
Ref: TypeAlias = Annotated[str, Meta(max_length=40, description="The id of another part of the document.")]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
Prose: TypeAlias = Annotated[str, Meta(max_length=2_000)]
Few: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Coins: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]

Whom: TypeAlias = Literal["one", "each", "others"]
"""Whom a risk or harm concerns: the one who does it, each of the party, or each but that one."""


class _Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    pass


class Tell(_Effect, frozen=True, tag="tell"):
    """Everybody hears this."""

    text: Prose


class Open(_Effect, frozen=True, tag="open"):
    """An exit stands open; one that was hidden is found."""

    exit: Ref


class Shut(_Effect, frozen=True, tag="shut"):
    """An exit is shut, or stands otherwise."""

    exit: Ref
    stands: Literal["shut", "stuck", "locked", "barred"] = "shut"


class Reveal(_Effect, frozen=True, tag="reveal"):
    """A hidden exit, group, thing, trap or feature is found."""

    what: Ref


class Wake(_Effect, frozen=True, tag="wake"):
    """A group notices the party, wherever it is, and means harm; where the party is it attacks."""

    group: Ref


class Calm(_Effect, frozen=True, tag="calm"):
    """A group is friendly from now on."""

    group: Ref


class Bring(_Effect, frozen=True, tag="bring"):
    """A group comes to where the party is."""

    group: Ref


class Send(_Effect, frozen=True, tag="send"):
    """A group goes to a room."""

    group: Ref
    room: Ref


class Remove(_Effect, frozen=True, tag="remove"):
    """A group is gone for good, without a fight."""

    group: Ref


class Give(_Effect, frozen=True, tag="give"):
    """The party gets a thing of the document, wherever it is."""

    thing: Ref


class Take(_Effect, frozen=True, tag="take"):
    """A thing of the document leaves the party."""

    thing: Ref


class Harm(_Effect, frozen=True, tag="harm"):
    """Dice of harm, by the game's own rule for harm outside a fight; `save` is the score that avoids it.

    `score` is the score that it falls on, in games where harm can.
    """

    dice: Annotated[str, Meta(pattern=r"^([1-9]\d?)?(d(4|6|8|10|12|20))?$", min_length=1)]
    whom: Whom = "one"
    save: Ref = ""
    text: Prose = ""
    score: Ref = ""


class Afflict(_Effect, frozen=True, tag="afflict"):
    """Somebody is in a condition of the game; `save` is the score that avoids it."""

    condition: Ref
    whom: Whom = "one"
    save: Ref = ""
    text: Prose = ""


class Snuff(_Effect, frozen=True, tag="snuff"):
    """All lights that the party carries go out."""


class Light(_Effect, frozen=True, tag="light"):
    """A room has light of its own."""

    room: Ref


class Darken(_Effect, frozen=True, tag="darken"):
    """A room has no light of its own."""

    room: Ref


class Advance(_Effect, frozen=True, tag="clock"):
    """A clock moves on."""

    clock: Ref
    steps: Annotated[int, Meta(ge=1, le=20)] = 1


class Mark(_Effect, frozen=True, tag="mark"):
    """Something is so from now on: a name that conditions ask for."""

    mark: Id


class Unmark(_Effect, frozen=True, tag="unmark"):
    """It is so no more."""

    mark: Id


class Noise(_Effect, frozen=True, tag="noise"):
    """A loud noise, with whatever the game makes of it."""


class Finish(_Effect, frozen=True, tag="end"):
    """The adventure ends this way."""

    end: Ref


Effect: TypeAlias = (
    Tell
    | Open
    | Shut
    | Reveal
    | Wake
    | Calm
    | Bring
    | Send
    | Remove
    | Give
    | Take
    | Harm
    | Afflict
    | Snuff
    | Light
    | Darken
    | Advance
    | Mark
    | Unmark
    | Noise
    | Finish
)
Effects: TypeAlias = Annotated[tuple[Effect, ...], Meta(max_length=20)]


class _Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="if", kw_only=True):
    no: bool = False
    """The contrary."""


class Marked(_Condition, frozen=True, tag="marked"):
    """A mark is set."""

    mark: Id


class Carried(_Condition, frozen=True, tag="carried"):
    """Somebody of the party has a thing of the document."""

    thing: Ref


class Gone(_Condition, frozen=True, tag="gone"):
    """A group is beaten, has fled or was removed."""

    group: Ref


class Friendly(_Condition, frozen=True, tag="friendly"):
    """A group is friendly."""

    group: Ref


class Present(_Condition, frozen=True, tag="present"):
    """A group is in a room; without one, where the party is."""

    group: Ref
    room: Ref = ""


class IsOpen(_Condition, frozen=True, tag="open"):
    """An exit stands open."""

    exit: Ref


class Here(_Condition, frozen=True, tag="here"):
    """The party is in a room."""

    room: Ref


class Visited(_Condition, frozen=True, tag="visited"):
    """The party has been in a room."""

    room: Ref


class Flame(_Condition, frozen=True, tag="flame"):
    """The party carries a bare flame."""


class Turns(_Condition, frozen=True, tag="turns"):
    """So many turns have passed in the place."""

    least: Annotated[int, Meta(ge=1, le=1_000)]


Condition: TypeAlias = Marked | Carried | Gone | Friendly | Present | IsOpen | Here | Visited | Flame | Turns
Conditions: TypeAlias = Annotated[tuple[Condition, ...], Meta(max_length=10)]
"""All of them must hold."""
