"""What tests of adventures share: a game that begins at the door, and one person who plays the whole party."""

from typing import Any

from msgspec.structs import replace

from tallow.adventures import Document, ready, with_adventure
from tallow.games import Game, game
from tallow.games.deeds import Action
from tallow.play import scripted

ONE = "player1"


def mill() -> Document:
    return ready("cairn", "mill")


def together(played: Game[Any], state: Any, seat: str = ONE) -> Any:
    """The state with everybody of the party in one seat."""
    chapter = game(played.id).exploring
    assert chapter is not None
    inner = state.game
    for one in chapter.people(inner):
        inner = chapter.seated(inner, one.id, seat)
    return replace(state, game=inner)


def at_the_table(document: Document) -> Game[Any]:
    """The game with an adventure, whose tables begin with the ready party in town."""
    played = with_adventure(game(document.adventure.game), document)
    assert played.example is not None
    return replace(played, new_state=played.example)


def at_the_door(document: Document) -> Game[Any]:
    """The same, whose tables begin with the party at the door; each of them has a seat."""
    played = at_the_table(document)

    def arrived(settings: Any) -> Any:
        state = played.new_state(settings)
        others = len(played.seats(state)) - 2
        return does(played, state, "set_out", *["agree"] * others)

    return replace(played, new_state=arrived)


def begun(played: Game[Any]) -> Any:
    """One person with the ready party, in town."""
    return together(played, played.new_state(played.settings()))


def does(played: Game[Any], state: Any, deed: str, *script: Any, who: str = ONE) -> Any:
    """The state after a deed of exploring with these answers."""
    return scripted(played.perform, state, Action(f"place.{deed}", who), script=script)
