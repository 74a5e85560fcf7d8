"""The GM sets any number, condition and thing."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.entries import armour, prayers, spells, things, weapons, wonders
from tallow.games.black_hack.gear.burden import give
from tallow.games.black_hack.gear.found import conjured
from tallow.games.black_hack.gear.things import ONE_HANDED, TWO_HANDED, made, odd
from tallow.games.black_hack.gear.weapons import KNIFE, UNARMED
from tallow.games.black_hack.referee.controls import by_word
from tallow.games.black_hack.state import Creature, Item, State, alive, everyone, find, put
from tallow.games.deeds import Deed
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, rule

WORD: RuleId = "black_hack.test.gm_judgement"
SCROLL: RuleId = "black_hack.item.scroll"
MITHRIL_SHIRT: RuleId = "black_hack.armour.mithril_shirt"
ANOTHER = "another"
NUMBERS = (
    "hp", "hp_max", "level", "strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma", "coins",
    "luck",
)  # fmt: skip
OF_FOES = ("hp", "hp_max", "hd", "coins")
MOST = {"coins": 2000, "hp": 200, "hp_max": 200, "level": 20, "hd": 30, "luck": 9}
"""The most that a number can be set to; 20 for all others."""

LEAST = ("hp", "coins", "luck")
"""Numbers that can be 0."""

CONDITIONS = (
    "out_of_action", "dead", "lost", "asleep", "stone", "hungry", "famous", "marked", "stressed", "panic",
    "lycanthropy", "diseased", "cursed", "rotting", "shown",
)  # fmt: skip


@rule("black_hack.test.gm_judgement")
def set_value(play: Play, state: State, _: str) -> State:
    """The GM sets a number, whatever it was; a maximum below what is left takes that down with it."""
    who = play.choose(REFEREE, "set_whom", tuple([one.id for one in everyone(state)]), why=WORD)
    one = find(state, who)
    what = play.choose(REFEREE, "set_what", OF_FOES if isinstance(one, Creature) else NUMBERS, one.name, why=WORD)
    least = 0 if what in LEAST else 1
    most = one.hp_max if what == "hp" else MOST.get(what, 20)
    number = play.choose(REFEREE, "set_number", range(least, most + 1), one.name, what, why=WORD)
    play.tell("value", one.name, what, number, why=WORD)
    changed = replace(one, **{what: number})
    return put(state, replace(changed, hp=min(changed.hp, changed.hp_max)))


@rule("black_hack.test.gm_judgement", "black_hack.oofa.lost")
def set_condition(play: Play, state: State, _: str) -> State:
    """The GM says that somebody is in a condition, or no longer."""
    who = play.choose(REFEREE, "set_whom", tuple([one.id for one in everyone(state)]), why=WORD)
    one = find(state, who)
    which = play.choose(REFEREE, "set_condition", CONDITIONS, one.name, one.conditions, why=WORD)
    begins = which not in one.conditions
    play.tell("condition.begins" if begins else "condition.ends", one.name, which, why=WORD)
    left = (*one.conditions, which) if begins else tuple([code for code in one.conditions if code != which])
    hp = max(1, one.hp) if not begins and which in ("out_of_action", "dead") else one.hp
    return put(state, replace(one, conditions=left, hp=hp))


@cache
def givable() -> tuple[RuleId, ...]:
    """The things that can be handed to somebody: no work, no mail of magic, and weapons and armour by their names."""
    plain = [ref for ref, thing in things().items() if not thing.ref and ".repair_" not in ref and ref != SCROLL]
    arms = [ref for ref in weapons() if ref not in (UNARMED, KNIFE, ONE_HANDED, TWO_HANDED)]
    pieces = [ref for ref, piece in armour().items() if piece.slot != "spell" and ref != MITHRIL_SHIRT]
    return (*plain, *arms, *pieces)


@rule("black_hack.test.gm_judgement")
def give_item(play: Play, state: State, _: str) -> State:
    """The GM hands somebody a thing of the lists or of their own, a magic item, or a scroll of any spell or prayer."""
    present = tuple([one.id for one in state.party if alive(one)])
    who = play.choose(REFEREE, "bestow_whom", present, why=WORD)
    scrolls = (*[("spell", ref) for ref in spells()], *[("prayer", ref) for ref in prayers()])
    options: tuple[Any, ...] = (*givable(), *wonders(), *scrolls, ANOTHER)
    picked = play.choose(REFEREE, "bestow_what", options, find(state, who).name, why=WORD)
    state, id_ = serial(state, "i")
    ref: str = picked if isinstance(picked, str) else picked[1]
    if ref == ANOTHER:
        ref = play.write(REFEREE, "bestow_another", find(state, who).name, why=WORD).strip()[:60]
        if not ref:
            return state
        item = odd(ref, id_)
    elif ref in spells() or ref in prayers():
        item = Item(id_, "Scroll", spells=(ref,))
    else:
        wonder = ref in wonders()
        item = conjured(play, ref, REFEREE, id_, state.settings) if wonder else made(ref, id_, state.settings)
    play.tell("gm_gives", find(state, who).name, ref, why=WORD)
    return give(play, state, who, item)


@rule("black_hack.test.gm_judgement")
def take_away(play: Play, state: State, _: str) -> State:
    """A thing is lost, stolen or broken."""
    loaded = tuple([one.id for one in state.party if one.items])
    who = play.choose(REFEREE, "take_whom", loaded, why=WORD)
    one = next(one for one in state.party if one.id == who)
    which = play.choose(REFEREE, "take_what", tuple([item.id for item in one.items]), one.name, why=WORD)
    item = next(item for item in one.items if item.id == which)
    play.tell("gm_takes", one.name, item.name, why=WORD)
    return put(state, replace(one, items=tuple([kept for kept in one.items if kept.id != which])))


def _anybody(state: State, _: str) -> bool:
    return bool(everyone(state))


def _alive(state: State, _: str) -> bool:
    return any(alive(one) for one in state.party)


def _loaded(state: State, _: str) -> bool:
    return any(one.items for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    Deed("set_value", by_word(set_value), WORD, by="referee", shown=_anybody, group="giving"),
    Deed("set_condition", by_word(set_condition), WORD, by="referee", shown=_anybody, group="giving"),
    Deed("give_item", give_item, WORD, by="referee", shown=_alive, group="giving", rank=-1),
    Deed("take_away", take_away, WORD, by="referee", shown=_loaded, group="giving", rank=-1),
)
