"""Magic: memorising, casting from memory with the test afterwards, casting from the page, and copying."""

from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.characters.levels import book, texts
from tallow.games.black_hack.checks.attribute_tests import Addition, attempt
from tallow.games.black_hack.checks.usage import use_up
from tallow.games.black_hack.combat.acting import turn_deed
from tallow.games.black_hack.entries import spell
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.gear.things import with_thing
from tallow.games.black_hack.magic.casting import can_work, noted, work
from tallow.games.black_hack.magic.counsel import wise
from tallow.games.black_hack.magic.lasting import SIDE_EFFECTS, running
from tallow.games.black_hack.magic.misfires import SURGE, TONGUE, misfire
from tallow.games.black_hack.state import MARKS, Character, State, able, character, put, with_marks, without_marks
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import has, shed
from tallow.play import Play, RuleId, rule

CAST: RuleId = "black_hack.action.cast"
READ: RuleId = "black_hack.action.read_spell"
MEMORISE: RuleId = "black_hack.action.memorise"
COPY: RuleId = "black_hack.action.copy_spell"
RETAIN: RuleId = "black_hack.magic.retain_test"
INK: RuleId = "black_hack.item.ink_quill"
LEVEL = "spell_level"


@rule(
    "black_hack.magic.spellcasters",
    "black_hack.magic.cast_level",
    "black_hack.magic.memorise_level",
    "black_hack.ability.cleric_memorising_prayers_level",
    "black_hack.ability.wizard_memorising_spells_level",
)
def pages(one: Character) -> tuple[RuleId, ...]:
    """The spells or prayers of one's class in books and scrolls at hand, of no higher level than one's own."""
    mine = texts(one)
    written = dict.fromkeys([ref for item in one.items for ref in item.spells if not _wand(item.ref)])
    return tuple([ref for ref in written if ref in mine and mine[ref] <= one.level])


def _wand(ref: RuleId) -> bool:
    return ref == "black_hack.magic_item.wand"


@rule("black_hack.magic.spellcasters", "black_hack.magic.cast_level", "black_hack.action.cast")
def in_mind(one: Character) -> tuple[RuleId, ...]:
    """What somebody has memorised and can cast."""
    mine = texts(one)
    return tuple([ref for ref in one.magic.memorised if ref in mine and mine[ref] <= one.level])


@rule(
    "black_hack.magic.memorise",
    "black_hack.magic.memorise_level",
    "black_hack.action.memorise",
    "black_hack.ability.cleric_memorising_prayers",
    "black_hack.ability.wizard_memorising_spells",
)
def memorise(play: Play, state: State, who: str) -> State:
    """An Hour of study memorises up to Level spells or prayers, which replace all earlier ones."""
    one = character(state, who)
    chosen = selected(play, one)
    play.tell("memorises", one.name, chosen, why=MEMORISE)
    magic = replace(one.magic, memorised=chosen, studied=True)
    return replace(put(state, replace(one, magic=magic)), acted=(*state.acted, who))


def selected(play: Play, one: Character) -> tuple[RuleId, ...]:
    """A caster's selection: all if they are few enough; those memorised already are listed first.

    They are chosen one after another, or all at once in the order of the list.
    """
    there = pages(one)
    kept = [ref for ref in one.magic.memorised if ref in there]
    there = (*kept, *[ref for ref in there if ref not in kept])
    if len(there) <= one.level:
        return there
    chosen: tuple[RuleId, ...] = ()
    while len(chosen) < one.level:
        left = tuple([ref for ref in there if ref not in chosen])
        wanted = one.level - len(chosen)
        options: list[Any] = [
            *left,
            *((("these", left[:wanted]),) if wanted > 1 else ()),
            *(("enough",) if chosen else ()),
        ]
        picked = play.choose(one.seat, "memorise", tuple(options), one.name, wanted, why=MEMORISE)
        if picked == "enough":
            break
        chosen = (*chosen, *(picked[1] if picked[0] == "these" else (picked,)))
    return chosen


def _no_study(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    if who in state.acted:
        return Refusal("acted", (one.name,), "black_hack.turn.contents")
    if one.magic.studied:
        return Refusal("studied", (one.name,), "black_hack.magic.memorise")
    return too_dark(state, one) if pages(one) else Refusal("no_pages", (one.name,), "black_hack.magic.memorise")


@rule(
    "black_hack.magic.cast",
    "black_hack.action.cast",
    "black_hack.ability.cleric_invoking_prayers",
    "black_hack.ability.wizard_casting_spells",
)
def cast(play: Play, state: State, who: str) -> State:
    """A memorised spell or prayer takes effect without a roll; then the caster tests whether it stays memorised."""
    one = character(state, who)
    open_ = castable(state, one)
    best = wise(state, one, open_)
    options = (*best, *[ref for ref in open_ if ref not in best])
    ref = play.choose(one.seat, "cast_what", options, one.name, why=CAST)
    return retained(play, work(play, state, who, ref), who, ref)


def castable(state: State, one: Character) -> tuple[RuleId, ...]:
    """What somebody could cast from memory here and now."""
    return tuple([ref for ref in in_mind(one) if can_work(state, one.id, ref)])


@rule(
    "black_hack.magic.retain_test",
    "black_hack.magic.retain_dis",
    "black_hack.magic.forget",
    "black_hack.magic.attributes",
    "black_hack.ability.cleric_invoking_prayers",
    "black_hack.ability.wizard_casting_spells",
)
def retained(play: Play, state: State, who: str, ref: RuleId) -> State:
    """The test after casting, its level added, at Disadvantage for a repeat; failing it, the spell is forgotten."""
    one = character(state, who)
    if has(one, "dead"):
        return state
    state, kept = _tested(play, state, who, ref, RETAIN, ("repeat",) if ref in one.magic.cast else ())
    one = noted(character(state, who), ref)
    if not kept:
        play.tell("forgets", one.name, ref, why="black_hack.magic.forget")
        left = tuple([known for known in one.magic.memorised if known != ref])
        one = replace(one, magic=replace(one.magic, memorised=left))
    else:
        play.tell("remembers", one.name, ref, why=RETAIN)
    return put(state, one)


def _tested(
    play: Play, state: State, who: str, ref: RuleId, why: RuleId, repeat: tuple[str, ...]
) -> tuple[State, bool]:
    """A test with the attribute of the spell and its level added; a surge of magic helps once."""
    one = character(state, who)
    surge = (SURGE,) if has(one, SURGE) else ()
    state, result = attempt(
        play,
        put(state, shed(one, SURGE)) if surge else state,
        who,
        spell(ref).attribute,
        why,
        additions=(Addition(LEVEL, spell(ref).level),),
        advantages=surge,
        disadvantages=repeat,
        about="casting",
    )
    return state, result.success


@rule("black_hack.magic.read_test", "black_hack.magic.attributes")
def read_test(play: Play, state: State, who: str, ref: RuleId) -> tuple[State, bool]:
    """The test of a reader, the level of the spell added; that it was cast before does not matter."""
    return _tested(play, state, who, ref, "black_hack.magic.read_test", ())


@rule(
    "black_hack.magic.read_in_minutes",
    "black_hack.magic.read_test",
    "black_hack.action.read_spell",
    "black_hack.magic.attributes",
    "black_hack.magic.misfire",
)
def read(play: Play, state: State, who: str) -> State:
    """A spell or prayer is tried straight from the page: a test with its level added casts it, and failing misfires."""
    one = character(state, who)
    options = tuple([ref for ref in pages(one) if can_work(state, who, ref)])
    ref = play.choose(one.seat, "read_what", options, one.name, why=READ)
    play.tell("reads", one.name, ref, why=READ)
    state, success = read_test(play, state, who, ref)
    if not success:
        return misfire(play, state, who, ref)
    state = put(state, noted(character(state, who), ref))
    return work(play, state, who, ref)


@rule("black_hack.light.darkness")
def too_dark(state: State, one: Character) -> Refusal | None:
    """Why somebody cannot read: they are in the dark."""
    return Refusal("too_dark", (one.name,), "black_hack.light.darkness") if in_the_dark(state, one) else None


def _caster(state: State, who: str) -> bool:
    return any(one.id == who and bool(texts(one)) for one in state.party)


@rule("black_hack.table.side_effects")
def mute(state: State, one: Character) -> Refusal | None:
    """Why somebody cannot speak or cast: a knotted tongue."""
    if any(effect.detail == TONGUE for effect in running(state, SIDE_EFFECTS, one.id)):
        return Refusal("mute", (one.name,), SIDE_EFFECTS)
    return None


def _cannot_cast(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    if not in_mind(one):
        return Refusal("nothing_in_mind", (one.name,), CAST)
    open_ = any(can_work(state, who, ref) for ref in in_mind(one))
    return mute(state, one) or (None if open_ else Refusal("no_target", (one.name,), CAST))


@rule("black_hack.magic.read_in_minutes", "black_hack.time.moments_quick")
def _cannot_read(state: State, who: str) -> Refusal | None:
    """Why somebody cannot read: it takes at least Minutes, and a page."""
    one = character(state, who)
    if state.combat is not None or state.unit == "moments":
        return Refusal("too_quick", (one.name,), "black_hack.magic.read_in_minutes")
    if not pages(one):
        return Refusal("no_pages", (one.name,), READ)
    if dark := too_dark(state, one):
        return dark
    readable = any(can_work(state, who, ref) for ref in pages(one))
    return mute(state, one) or (None if readable else Refusal("no_target", (one.name,), READ))


def _studies(state: State, who: str) -> bool:
    one = next((one for one in state.party if one.id == who), None)
    hours = state.combat is None and state.unit == "hours"
    return hours and one is not None and able(one) and bool(texts(one))


def _copies(one: Character) -> tuple[RuleId, ...]:
    """The spells in texts at hand that are not in one's own book."""
    own = book(one)
    if own is None:
        return ()
    loose = [ref for item in one.items if item.id != own.id and not _wand(item.ref) for ref in item.spells]
    mine = texts(one)
    return tuple([ref for ref in dict.fromkeys(loose) if ref in mine and ref not in own.spells])


@rule("black_hack.action.copy_spell", "black_hack.item.ink_quill")
def copy(play: Play, state: State, who: str) -> State:
    """Copy a spell into one's own book: as many Hours as its level, and at the end one use of ink."""
    one = character(state, who)
    own = book(one)
    ref = play.choose(one.seat, "copy_what", _copies(one), one.name, why=COPY)
    state = replace(state, acted=(*state.acted, who))
    begun = [int(done) for text, done in MARKS.parts(one.marks, "copying") if text == ref]
    hours = begun[0] + 1 if begun else 1
    one = without_marks(one, *[MARKS.mark("copying", ref, done) for done in begun])
    need = spell(ref).level
    if own is None or hours < need:
        play.tell("copies", one.name, ref, hours, need, why=COPY)
        return put(state, with_marks(one, MARKS.mark("copying", ref, hours)))
    play.tell("spell.written", one.name, ref, why=COPY)
    state = put(state, replace(one, items=with_thing(one.items, replace(own, spells=(*own.spells, ref)))))
    ink = next(item.id for item in one.items if item.ref == INK)
    return use_up(play, state, who, ink, INK)


def _no_copy(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    if who in state.acted:
        return Refusal("acted", (one.name,), "black_hack.turn.contents")
    return too_dark(state, one) if any(item.ref == INK for item in one.items) else Refusal("no_ink", (one.name,), COPY)


DEEDS: tuple[Deed[State], ...] = (
    turn_deed("cast", "action", cast, CAST, shown=_caster, refuse=_cannot_cast, outside=True, group="magic"),
    turn_deed("read_spell", "action", read, READ, shown=_caster, refuse=_cannot_read, outside=True, group="magic"),
    Deed("memorise", memorise, MEMORISE, cost="hour", shown=_studies, refuse=_no_study, group="magic"),
    Deed(
        "copy_spell",
        copy,
        COPY,
        cost="hour",
        shown=lambda state, who: _studies(state, who) and bool(_copies(character(state, who))),
        refuse=_no_copy,
        group="magic",
    ),
)
