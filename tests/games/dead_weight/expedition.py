"""An expedition for tests: a party at the Mausoleum, and deeds done by script through the whole game."""

from msgspec.structs import replace

from tallow.games.dead_weight.gear.inventory import thing
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.state import Omens
from tallow.games.dead_weight.world.places import published
from tallow.games.deeds import Action, Refused
from tallow.play import Scripted
from tests.games.dead_weight.people import table

MAUSOLEUM = "dead_weight.adventure.mausoleum"


def abroad(*party, room="", dark=False, **more):
    """A party at the Mausoleum, with light in it unless told otherwise."""
    state, place = published(table(*party, **{"omens": Omens(12, 0), "expeditions": 1, **more}), MAUSOLEUM)
    place = replace(place, room=room, dark=dark)
    return replace(state, locations=(place,), here=place.id)


def act(state, name, who="", *script):
    """One action of the game upon a script that must fit it exactly; the state after it, and the play."""
    play = Scripted(*script)
    after = GAME.perform(play, state, Action(name, who))
    assert not play.left, f"the rule did not ask for {play.left}"
    return after, play


def refused(state, name, who=""):
    """The code of the refusal of an action."""
    try:
        GAME.perform(Scripted(), state, Action(name, who))
    except Refused as refusal:
        return refusal.refusal.code
    raise AssertionError(f"{name} was not refused")


def have(ref, id_="", **more):
    """A thing by the short name of its entry."""
    known = thing(ref if ref.startswith("dead_weight.") else f"dead_weight.item.{ref}", id_ or ref)
    return replace(known, **more)


def here(state):
    """The place where the party is."""
    return next(place for place in state.locations if place.id == state.here)


def doom(state):
    """The doom of the place where the party is."""
    return here(state).doom


def with_place(state, **changes):
    """The state with the place of the party changed."""
    place = replace(here(state), **changes)
    return replace(state, locations=tuple(place if old.id == place.id else old for old in state.locations))


def asked(play):
    """The questions that were asked, by their codes; dice are left out."""
    return [question.what for question in play.asked if hasattr(question, "what")]
