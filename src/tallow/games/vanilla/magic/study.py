"""Learning a spell from a scroll with a mentor, week by week."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.characters.helpers import employed
from tallow.games.vanilla.entries import MAGIC_USER, SCROLL, spells
from tallow.games.vanilla.state import WEEK, Creature, Item, Known, State, able, alive
from tallow.games.vanilla.world.time import elapse
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

STUDY: RuleId = "vanilla.action.study"
MENTOR: RuleId = "vanilla.service.mentor"


def mentor_of(state: State, who: str) -> Creature | None:
    """The Specialist whom a creature has hired as a mentor; None without one."""
    return next((one for one in employed(state, who) if one.pay is not None and one.pay.task == "mentor"), None)


@rule("vanilla.learn.study")
def finished(scroll: Item) -> bool:
    """Whether a scroll was studied for as many weeks as its spell's level."""
    return scroll.studied >= spells()[scroll.spell].level


def studies(one: Creature) -> tuple[Item, ...]:
    """The scrolls whose spells a creature does not know yet."""
    known = [entry.spell for entry in one.book]
    return tuple([item for item in one.items if item.ref == SCROLL and item.spell not in known])


@rule("vanilla.learn.study", "vanilla.action.study", "vanilla.service.mentor", "vanilla.helper.specialist")
def study(play: Play, state: State, who: str) -> State:
    """Study a scroll with a mentor for a week; after as many as the spell's level it may be added to the book."""
    one = find(state, who)
    mentor = mentor_of(state, who)
    scrolls = [item for item in studies(one) if mentor is not None or finished(item)]
    which = play.choose(one.seat, "study_what", tuple([item.id for item in scrolls]), one.name, why=STUDY)
    scroll = next((item for item in scrolls if item.id == which), None)
    if scroll is not None and finished(scroll):
        return put(state, copied(play, state, one, scroll))
    until = state.clock + WEEK
    paid = mentor is not None and mentor.pay is not None and mentor.pay.paid_until >= until
    state = elapse(play, state, WEEK)
    one = find(state, who)
    whole = state.clock >= until and alive(one) and (paid or mentor_of(state, who) is not None)
    scroll = next((item for item in one.items if item.id == which), None)
    if not whole or scroll is None:
        play.tell("study.broken", one.name, why="vanilla.learn.study")
        return state
    scroll = replace(scroll, studied=scroll.studied + 1)
    level = spells()[scroll.spell].level
    play.tell("studies", one.name, scroll.spell, scroll.studied, level, why=STUDY)
    one = replace(one, items=tuple([scroll if item.id == which else item for item in one.items]))
    return put(state, copied(play, state, one, scroll) if finished(scroll) else one)


@rule("vanilla.learn.study", "vanilla.learn.scroll_kept", "vanilla.learn.duplicates", "vanilla.setting.scroll_copy")
def copied(play: Play, state: State, one: Creature, scroll: Item) -> Creature:
    """Ask whether to add the spell to the book, uncorrupted; the scroll is kept, or by the setting used up."""
    if play.choose(one.seat, "add_spell", ("add", "not_now"), one.name, scroll.spell, why=STUDY) != "add":
        return one
    play.tell("learns", one.name, scroll.spell, why="vanilla.learn.study")
    one = replace(one, book=(*one.book, Known(scroll.spell)))
    if state.settings.scroll_copy == "kept":
        return one
    return replace(one, items=tuple([item for item in one.items if item.id != scroll.id]))


def _student(state: State, who: str) -> bool:
    one = next((one for one in state.party if one.id == who), None)
    in_town = state.combat is None and state.place == "settlement" and state.phase == "settlement"
    return one is not None and one.of == MAGIC_USER and able(one) and in_town and bool(studies(one))


def _no_study(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    if mentor_of(state, who) is None and not any(finished(item) for item in studies(one)):
        return Refusal("no_mentor", (one.name,), MENTOR)
    return Refusal("turn_begun", (), "vanilla.time.turn") if state.busy else None


DEEDS: tuple[Deed[State], ...] = (
    Deed("study", study, STUDY, cost="week", shown=_student, refuse=_no_study, group="magic", rank=1),
)
