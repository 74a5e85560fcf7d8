"""Luck, where the table has it: a point is spent to roll a die again, or to add a fact to the story."""

from msgspec.structs import replace

from tallow.games.black_hack.state import State, character, put
from tallow.games.deeds import Deed
from tallow.play import Play, RuleId, rule

LUCK: RuleId = "black_hack.option.luck"


@rule("black_hack.option.luck", "black_hack.setting.luck", "black_hack.action.spend_luck")
def tempted(play: Play, state: State, who: str, what: str) -> tuple[State, bool]:
    """Whether somebody spends a point of Luck to reroll a bad die; the new result stands."""
    one = character(state, who)
    if not one.luck or play.choose(one.seat, "tempt_luck", ("keep", "luck"), one.name, what, why=LUCK) == "keep":
        return state, False
    play.tell("once_more", one.name, "luck", why=LUCK)
    return put(state, replace(one, luck=one.luck - 1)), True


@rule("black_hack.option.luck", "black_hack.action.spend_luck")
def add_fact(play: Play, state: State, who: str) -> State:
    """Spend a point of Luck to add a fact to the story, which changes no numbers."""
    one = character(state, who)
    fact = play.write(one.seat, "luck_fact", one.name, why=LUCK)
    play.tell("luck_fact", one.name, fact, why=LUCK)
    return put(state, replace(one, luck=one.luck - 1))


def _lucky(state: State, who: str) -> bool:
    return any(one.id == who and one.luck > 0 for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    Deed("add_fact", add_fact, "black_hack.action.spend_luck", shown=_lucky, group="notes"),
)
