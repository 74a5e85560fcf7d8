"""Magic: books and scrolls, who can cast and what it takes, the risk of it, and what it costs."""

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import HELM, wild_magic
from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.manoeuvre import Manoeuvre
from tallow.games.cairn.entries import spells, tables
from tallow.games.cairn.gear.inventory import (
    OWN,
    SLOTS,
    droppable,
    find_item,
    free_slots,
    hands,
    hold,
    make_room,
    receive,
    tire,
    with_item,
    without,
)
from tallow.games.cairn.gear.light import dark
from tallow.games.cairn.gear.things import scroll
from tallow.games.cairn.harm.damage import die, suffer
from tallow.games.cairn.magic.does import Does
from tallow.games.cairn.magic.effects import in_world, lapse
from tallow.games.cairn.magic.spells import SHUT, bound, random_spell, working
from tallow.games.cairn.magic.working_effects import work
from tallow.games.cairn.magic.workings import (
    OTHER,
    Working,
    aim,
    has_still,
    in_reach,
    present,
)
from tallow.games.cairn.state import ROUND, TURN, Creature, Declaration, Item, State, Target, able, alive
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import has
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import REFEREE, Play, RuleId, rule

SCROLL = "cairn.item.scroll"
VOICELESS = ("mute", "babbling")


@rule("cairn.magic.spellbook_one", "cairn.magic.scroll_like", "cairn.item.spellbook", "cairn.item.scroll")
def books(creature: Creature) -> tuple[Item, ...]:
    """The books and scrolls that somebody carries, each of one spell."""
    return tuple(item for item in creature.items if item.spell and item.place in OWN and not item.charges_max)


@rule("cairn.cast.anyone", "cairn.cast.how", "cairn.fatigue.all_slots", "cairn.fatigue.no_room", "cairn.action.cast")
def cannot_cast(state: State, creature: Creature) -> Refusal | None:
    """Why somebody cannot cast: no open book, hands not free, no voice, silence, no light, no room for Fatigue."""
    carried = books(creature)
    if not carried:
        return Refusal("no_spell", (creature.name,), "cairn.cast.how")
    if not able(creature):
        return Refusal("not_able", (creature.name,), "cairn.cast.how")
    if hands(creature) < 2:
        return Refusal("no_hands", (creature.name,), "cairn.cast.how")
    if any(has(creature, condition) for condition in VOICELESS) or _helm(creature):
        return Refusal("no_voice", (creature.name,), "cairn.cast.how")
    if in_world(state, "silence"):
        return Refusal("no_magic", (creature.name,), "cairn.relic.staff_of_silence")
    if not light(state, creature):
        return Refusal("no_light", (creature.name,), "cairn.cast.how")
    if not castable(state, creature):
        shut = all(SHUT in item.qualities for item in carried)
        if shut:
            return Refusal("book_shut", (creature.name,), "cairn.magic.spellbook_odd")
        return Refusal("no_room_for_fatigue", (creature.name,), "cairn.fatigue.all_slots")
    return None


def castable(state: State, creature: Creature) -> tuple[Item, ...]:
    """The books that are not shut and for whose Fatigue there is room, and the scrolls; a monster needs no room."""
    free = creature.kind == "monster"
    return tuple(
        item
        for item in books(creature)
        if SHUT not in item.qualities and (free or item.ref == SCROLL or _room(state, creature, item.id))
    )


@rule("cairn.fatigue.all_slots", "cairn.fatigue.no_room")
def _room(state: State, creature: Creature, book: str) -> bool:
    """Whether there is a slot for one more Fatigue, or one can be freed without dropping the book."""
    if creature.fatigue >= SLOTS:
        return False
    options = droppable(creature, state.settings)
    return free_slots(creature, state.settings) > 0 or any(id_ != book for id_ in options)


@rule("cairn.relic.parliaments_promise")
def _helm(creature: Creature) -> bool:
    """Whether somebody wears the owl helm, and so cannot speak."""
    return any(i.ref == HELM and i.place == "worn" for i in creature.items)


@rule("cairn.cast.how", "cairn.dungeon.light", "cairn.relic.lightsucker_candle")
def light(state: State, creature: Creature) -> bool:
    """Whether there is light to read by; monsters need none, except where magic makes it dark."""
    if in_world(state, "dark"):
        return False
    return creature.kind == "monster" or not dark(state)


@rule("cairn.cast.how", "cairn.action.cast")
def choose_book(play: Play, state: State, who: str) -> Item:
    """Ask the caster which book or scroll to cast from."""
    creature = find(state, who)
    options = castable(state, creature)
    which = play.choose(
        creature.seat, "cast_what", tuple(i.id for i in options), creature.name, why="cairn.action.cast"
    )
    return find_item(creature, which)


@rule("cairn.cast.how", "cairn.cast.fatigue", "cairn.magic.scroll_fatigue", "cairn.magic.scroll_once")
def read(
    play: Play, state: State, who: str, which: str, targets: tuple[Target, ...], *, enhanced: bool = False
) -> State:
    """Cast from a book or scroll: make room, roll for a mishap, apply the spell, then add the Fatigue."""
    creature = find(state, who)
    book = find_item(creature, which)
    spell = working(book.spell, enhanced)
    spell = replace(spell, kinds=(*spell.kinds, "spellbooks"))
    free = book.ref == SCROLL or creature.kind == "monster"
    if not free:
        state = make_room(play, state, who, keep=which)
    state = put(state, hold(play, find(state, who), which))
    if any(present(one) for one in state.foes):
        play.tell("book.seen", creature.name, book.name, why="cairn.magic.spellbook_attention")
    if book.ref == SCROLL:
        state = put(state, without(find(state, who), which))
        play.tell("scroll.gone", creature.name, book.spell, why="cairn.magic.scroll_once")
    mishap = wild(play, state, who, book.spell, targets) or risk(play, state, who, book.spell)
    state = _lured_or(play, state, who, spell, targets, mishap)
    if mishap == "book_burns":
        play.tell("book.burns", creature.name, book.spell, why="cairn.table.casting_mishap")
        state = put(state, without(find(state, who), which))
    caster = find(state, who)
    if alive(caster):
        cost = (0 if free else 1) + (1 if mishap == "drained" else 0)
        state = tire(play, state, who, cost, "cairn.cast.fatigue")
    return lapse(play, state)


@rule("cairn.spell.target_lure")
def _lured_or(play: Play, state: State, who: str, spell: Working, targets: tuple[Target, ...], mishap: str) -> State:
    """Apply a spell as meant or as its mishap changes it; while a lure draws spells away, only backlash or death."""
    if mishap == "backlash":
        return _backlash(play, state, who)
    if mishap == "dead":
        return put(state, die(play, find(state, who)))
    if in_world(state, "lure") and spell.of != "cairn.spell.target_lure":
        play.tell("spell.lured", spell.of, why="cairn.spell.target_lure")
        return state
    if mishap == "astray":
        targets = _astray(play, state, who, spell, targets)
    elif mishap == "turned":
        return _turned(play, state, who, spell)
    return work(play, state, who, spell, targets)


@rule("cairn.cast.npcs", "cairn.monster.casting", "cairn.spell.nearby")
def cast_spell(play: Play, state: State, caster: str, spell: RuleId, *, enhanced: bool = False) -> State:
    """Cast a spell without a book, as monsters do: ask for its targets and apply it, without cost or risk."""
    cast = working(spell, enhanced)
    targets = aim(play, state, caster, cast)
    return lapse(play, _lured_or(play, state, caster, cast, targets, ""))


def in_danger(state: State) -> bool:
    """Whether a casting is made in danger: in a fight or an encounter."""
    return state.fight is not None or state.phase == "encounter"


@rule("cairn.table.mountebank_1")
def wild(play: Play, state: State, who: str, spell: RuleId, targets: tuple[Target, ...]) -> str:
    """The WIL save for magic by or upon somebody under the Mountebank's curse; gives the mishap, or ""."""
    cursed = [one for one in everyone(state) if one.life.boons and one.id in {who, *targets} and wild_magic(one)]
    if not cursed or save(play, find(state, who), "WIL", "cairn.table.mountebank_1"):
        return ""
    return consequence(play, state, who, spell)


@rule("cairn.cast.risk", "cairn.setting.casting_save")
def risk(play: Play, state: State, who: str, spell: RuleId) -> str:
    """The WIL save of a caster who is deprived or in danger, as the setting has it; gives the mishap, "" for none."""
    caster = find(state, who)
    if caster.kind == "monster" or state.settings.casting_save == "never":
        return ""
    if not caster.deprived and not in_danger(state):
        return ""
    if state.settings.casting_save == "ask":
        asked = play.choose(REFEREE, "casting_save", ("save", "no_save"), caster.name, spell, why="cairn.cast.risk")
        if asked == "no_save":
            return ""
    if save(play, caster, "WIL", "cairn.cast.risk"):
        return ""
    return consequence(play, state, who, spell)


def mishaps() -> tuple[str, ...]:
    """The codes of the rows of the table of casting mishaps."""
    return tuple(row.code for row in tables()["cairn.table.casting_mishap"].rows)


@rule("cairn.cast.consequence", "cairn.table.casting_mishap", "cairn.action.warden_consequence")
def consequence(play: Play, state: State, who: str, spell: RuleId) -> str:
    """Ask the referee for the consequence of a failed save, picked or rolled; tells it and gives its code."""
    caster = find(state, who)
    options = ("roll", *mishaps(), "dead")
    chosen = play.choose(REFEREE, "consequence", options, caster.name, spell, why="cairn.cast.consequence")
    if chosen == "roll":
        (face,) = play.roll(1, 6, by=caster.seat, why="cairn.table.casting_mishap")
        chosen = tables()["cairn.table.casting_mishap"].row(face).code
    play.tell(f"mishap.{chosen}", caster.name, spell, why="cairn.table.casting_mishap")
    return chosen


@rule("cairn.table.casting_mishap")
def _backlash(play: Play, state: State, who: str) -> State:
    """No spell, and 1d6 STR lost with a critical damage save."""
    caster = find(state, who)
    lost = rolled(play, "1d6", caster.seat, "cairn.table.casting_mishap")
    strict = replace(state, settings=replace(state.settings, direct_loss_save="always"))
    return replace(suffer(play, strict, who, "STR", lost), settings=state.settings)


@rule("cairn.table.casting_mishap")
def _astray(play: Play, state: State, who: str, spell: Working, targets: tuple[Target, ...]) -> tuple[Target, ...]:
    """Another target, drawn from all in reach, the caster included; a spell on a thing or a place keeps its own."""
    if spell.aims not in {"self", "creatures", "bearer", "area"}:
        return targets
    others = [one for one in dict.fromkeys((who, *in_reach(state, who, spell))) if one not in targets]
    if not others:
        return (OTHER,)
    (face,) = play.roll(1, len(others), by=REFEREE, why="cairn.table.casting_mishap")
    return (others[face - 1],)


@rule("cairn.table.casting_mishap")
def _turned(play: Play, state: State, who: str, spell: Working) -> State:
    """A spell that harms affects the caster's side, one that heals harms that side; of others the reverse is told."""
    side = side_of(state, who)
    own = tuple(one.id for one in everyone(state) if side_of(state, one.id) == side and present(one))
    if spell.harmful and spell.aims not in {"item", "thing", "place"}:
        return work(play, state, who, replace(spell, aims="all"), own)
    if any(does.kind == "heal" for does in spell.does):
        return work(play, state, who, replace(spell, aims="all", does=(Does("harm", "STR"),)), own)
    play.tell("working.reversed", spell.of, spell.text, why="cairn.table.casting_mishap")
    return state


def declare(play: Play, state: State, creature: Creature) -> Declaration:
    """Declare which book to cast from, and at whom."""
    book = choose_book(play, state, creature.id)
    targets = aim(play, state, creature.id, working(book.spell))
    return Declaration(creature.id, "cast", item=book.id, targets=targets)


@rule("cairn.action.cast", "cairn.combat.simultaneous")
def resolve(play: Play, state: State, made: Declaration) -> State:
    """Carry out a declared casting, if the caster still has the book."""
    if not has_still(play, state, made.who, made.item):
        return state
    return read(play, state, made.who, made.item, made.targets)


CAST = Manoeuvre(cannot_cast, declare, resolve, "cairn.action.cast", who=("pc", "hireling"))


@rule("cairn.action.cast")
def _cast(play: Play, state: State, who: str) -> State:
    """A casting outside a fight."""
    return pass_time(play, resolve(play, state, declare(play, state, find(state, who))), ROUND)


@rule("cairn.cast.enhance", "cairn.action.cast_enhanced")
def _cast_enhanced(play: Play, state: State, who: str) -> State:
    """Cast with time and safety: ten minutes pass first, and the spell is strengthened at no further cost."""
    book = choose_book(play, state, who)
    state = pass_time(play, state, TURN)
    if not has_still(play, state, who, book.id):
        return state
    targets = aim(play, state, who, working(book.spell, enhanced=True))
    return read(play, state, who, book.id, targets, enhanced=True)


def _calm(state: State, who: str) -> bool:
    return state.fight is None and bool(books(find(state, who)))


def _refuse(state: State, who: str) -> Refusal | None:
    return cannot_cast(state, find(state, who))


@rule("cairn.cast.enhance")
def _refuse_enhanced(state: State, who: str) -> Refusal | None:
    if in_danger(state):
        return Refusal("in_danger", (find(state, who).name,), "cairn.cast.enhance")
    return cannot_cast(state, find(state, who))


def _people(state: State, _: str) -> bool:
    return any(alive(one) for one in state.party)


@rule("cairn.magic.spellbook_found", "cairn.spell.random", "cairn.magic.scroll_petty")
def _find_spell(play: Play, state: State, _: str) -> State:
    """Somebody finds a book or a scroll, of a spell drawn at random or named."""
    why = "cairn.magic.spellbook_found"
    who = play.choose(REFEREE, "give_to", tuple(one.id for one in state.party if alive(one)), why=why)
    what = play.choose(REFEREE, "book_or_scroll", ("spellbook", "scroll"), why=why)
    spell = play.choose(REFEREE, "find_which_spell", ("random", *spells()), why=why)
    if spell == "random":
        spell = random_spell(play, REFEREE)
    state, id_ = serial(state, "i")
    found = scroll(spell, id_) if what == "scroll" else bound(play, state.settings, spell, id_)
    finder = find(state, who)
    play.tell("found", finder.name, found.name, what, why=why)
    return receive(play, state, who, found)


def _limited(state: State) -> tuple[tuple[str, str], ...]:
    """Books with an oddity, which may be a limit."""
    return tuple((one.id, item.id) for one in state.party for item in books(one) if item.oddity)


@rule("cairn.magic.spellbook_odd")
def _book_limit(play: Play, state: State, _: str) -> State:
    """The referee says that the limit of a book is met now, or that it is not."""
    who, which = play.choose(REFEREE, "which_book", _limited(state), why="cairn.magic.spellbook_odd")
    owner = find(state, who)
    book = find_item(owner, which)
    shut = SHUT in book.qualities
    qualities = tuple(q for q in book.qualities if q != SHUT) if shut else (*book.qualities, SHUT)
    play.tell("book.opens" if shut else "book.shuts", book.name, book.oddity, why="cairn.magic.spellbook_odd")
    return put(state, with_item(owner, replace(book, qualities=qualities)))


DEEDS: tuple[Deed[State], ...] = (
    Deed("cast_spell", _cast, "cairn.action.cast", cost="action", shown=_calm, refuse=_refuse, group="magic", rank=-1),
    Deed(
        "cast_enhanced",
        _cast_enhanced,
        "cairn.action.cast_enhanced",
        cost="ten_minutes",
        shown=_calm,
        refuse=_refuse_enhanced,
        group="magic",
        rank=-1,
    ),
    Deed("find_spell", _find_spell, "cairn.magic.spellbook_found", by="referee", shown=_people, group="giving"),
    Deed(
        "book_limit",
        _book_limit,
        "cairn.magic.spellbook_odd",
        by="referee",
        shown=lambda state, _: bool(_limited(state)),
        group="giving",
        rank=1,
    ),
)
