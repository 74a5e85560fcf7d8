"""Rules and deeds upon a script that must fit exactly: every die and answer that is asked for, and no more."""

from tallow.games.deeds import Action, Refused
from tallow.play import Scripted


def done(rule, *args, script=(), **more):
    """What a rule gives, and the play."""
    play = Scripted(*script)
    result = rule(play, *args, **more)
    assert not play.left, f"not asked for: {play.left}"
    return result, play


def perform(deeds, state, name, who, *script):
    """The state after a deed, and the play."""
    play = Scripted(*script)
    after = deeds.perform(play, state, Action(name, who))
    assert not play.left, f"{name} did not ask for {play.left}"
    return after, play


def refusal_code(deeds, state, name, who):
    """The code with which a deed is refused, before anything is asked."""
    play = Scripted()
    try:
        deeds.perform(play, state, Action(name, who))
    except Refused as refused:
        assert not play.asked
        return refused.refusal.code
    raise AssertionError(f"{name} was not refused")


def asked(play, what):
    """The choices of this name that were asked."""
    return [question for question in play.asked if getattr(question, "what", "") == what]


def first(choice):
    """A policy: the first option."""
    return choice.options[0]
