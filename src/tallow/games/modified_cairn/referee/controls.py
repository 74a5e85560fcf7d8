"""The GM's controls: descriptions, foes, harm, Conditions, things, tables, dice, time, and settings."""

from collections.abc import Container
from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.checks.attempts import people
from tallow.games.modified_cairn.checks.tables import total
from tallow.games.modified_cairn.combat.rounds import decided, end, resolve
from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.gear.inventory import item_of, receive, without
from tallow.games.modified_cairn.gear.slots import settle
from tallow.games.modified_cairn.gear.things import fresh
from tallow.games.modified_cairn.goods import armours, relics, runeskelfs, things, weapons
from tallow.games.modified_cairn.harm.conditions import cover, deprive, expose, relieve, strain
from tallow.games.modified_cairn.harm.damage import suffer
from tallow.games.modified_cairn.harm.perils import goes_on
from tallow.games.modified_cairn.monsters.bestiary import band, statline
from tallow.games.modified_cairn.monsters.traits import entry
from tallow.games.modified_cairn.state import (
    DAY,
    HOUR,
    MINUTE,
    QUALITIES,
    Declaration,
    Item,
    Quality,
    State,
    able,
    alive,
    gain,
    shed,
    side_of,
    undeclared,
    up,
)
from tallow.games.modified_cairn.world.darkness import shade
from tallow.games.modified_cairn.world.time import pass_time
from tallow.games.shared.refereeing import (
    Does,
    any_table,
    changed_settings,
    choose_time,
    deed,
    describe,
    followed_by,
    let_know,
    note,
    secret_roll,
)
from tallow.mechanics.names import newcomers
from tallow.mechanics.suggestions import Malformed
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

UNITS = {"minutes": MINUTE, "hours": HOUR, "days": DAY}
HARM_DICE = ("1d6", "1d4", "1d8", "1d10", "1d12", "2d6", "1", "2", "3", "4")
MANY = 10
"""From this number on a group may be a Detachment, unless its entry has another number."""
SIZES = ("normal", "bulky", "petty")
BUNDLES = (0, *range(2, 13), 20)
"""How many petty pieces fill a slot; 0: they fill none."""


def _whom(play: Play, state: State, what: str, why: RuleId) -> str:
    return play.choose(REFEREE, what, people(state), why=why)


@rule(
    "modified_cairn.action.ref_describe",
    "modified_cairn.play.loop",
    "modified_cairn.dungeon.step_describe",
    "modified_cairn.phase.dungeon_describe",
)
def _describe(play: Play, state: State, _: str) -> State:
    """The GM describes the scene to all."""
    describe(play, "modified_cairn.action.ref_describe")
    return state


@rule("modified_cairn.know.tell", "modified_cairn.know.no_rolls", "modified_cairn.know.no_persuasion")
def _let_know(play: Play, state: State, _: str) -> State:
    """The GM tells one player what their character knows or notices, without a roll."""
    let_know(play, state.party, "modified_cairn.know.tell")
    return state


def _note(play: Play, state: State, _: str) -> State:
    return replace(state, notes=note(play, state.notes, REFEREE, "modified_cairn.play.loop"))


@rule("modified_cairn.enemy.stat_block", "modified_cairn.unit.detachment")
def add_foes(play: Play, state: State, _: str) -> State:
    """The GM adds monsters of the bestiary: a number of a kind, as one Detachment where the entry says so."""
    why: RuleId = "modified_cairn.enemy.stat_block"
    ref = play.choose(REFEREE, "which_monster", tuple(monsters()), why=why)
    number = play.choose(REFEREE, "how_many", range(1, 31), ref, why=why)
    monster = monsters()[ref]
    if number >= (monster.detachment_from or MANY) and not monster.detachment:
        how = play.choose(REFEREE, "as_one", ("detachment", "one_by_one"), ref, why="modified_cairn.unit.detachment")
        monster = replace(monster, detachment_from=number if how == "detachment" else 0)
    ids = [f"c{state.serial + at + 1}" for at in range(max(2, number))]
    return _arrive(play, replace(state, serial=state.serial + len(ids)), band(monster, number, ids), why)


@rule("modified_cairn.action.ref_stat_block", "modified_cairn.enemy.stat_block")
def write_foe(play: Play, state: State, _: str) -> State:
    """The GM adds an opponent as a stat line; if it cannot be read, the GM is told why and nothing is added."""
    why: RuleId = "modified_cairn.action.ref_stat_block"
    line = play.write(REFEREE, "stat_line", why=why)
    state = replace(state, serial=state.serial + 1)
    try:
        one = statline(line, f"c{state.serial}")
    except Malformed as fault:
        play.tell("malformed", fault.expected, why=why, seen_by=(REFEREE,))
        return state
    return _arrive(play, state, (one if one.name != one.id else replace(one, name="Stranger"),), why)


def _arrive(play: Play, state: State, come: tuple[Any, ...], why: RuleId) -> State:
    named = newcomers(state.foes, come)
    play.tell("foes.come", tuple([one.name for one in named]), why=why, seen_by=(REFEREE,))
    return replace(state, foes=(*state.foes, *named))


def _dismiss_foes(play: Play, state: State, _: str) -> State:
    """The GM removes one foe or all from the table."""
    why: RuleId = "modified_cairn.enemy.stat_block"
    options = ("all", *(one.id for one in state.foes)) if state.combat is None else tuple(o.id for o in state.foes)
    which = play.choose(REFEREE, "dismiss_foe", options, why=why)
    kept = () if which == "all" else tuple([one for one in state.foes if one.id != which])
    gone = [one.id for one in state.foes if one not in kept]
    left = tuple([effect for effect in state.effects if not any(who in gone for who in effect.on)])
    return replace(state, foes=kept, effects=left)


def _reveal(play: Play, state: State, _: str) -> State:
    """The GM lets the players see the numbers of a foe."""
    why: RuleId = "modified_cairn.sheet.fields"
    unknown = tuple([one.id for one in state.foes if not one.revealed])
    which = play.choose(REFEREE, "reveal", unknown, why=why)
    return put(state, replace(find(state, which), revealed=True))


@rule("modified_cairn.action.ref_harm", "modified_cairn.hurt.unpreventable", "modified_cairn.hurt.unpreventable_save")
def harm(play: Play, state: State, _: str) -> State:
    """The GM deals harm that is no attack: directly to a Quality, with a VIG Save only if the GM says so."""
    why: RuleId = "modified_cairn.action.ref_harm"
    who = _whom(play, state, "harm_whom", why)
    one = find(state, who)
    monster = entry(one.of)
    known = (monster.loses.dice,) if monster is not None and monster.loses is not None else ()
    which: Quality = play.choose(
        REFEREE, "harm_quality", QUALITIES, one.name, why="modified_cairn.quality.loss_by_cause"
    )
    dice = play.choose(REFEREE, "harm_dice", tuple(dict.fromkeys((*known, *HARM_DICE))), one.name, why=why)
    saves = which == "VIG" and play.choose(REFEREE, "harm_save", ("no", "yes"), one.name, why=why) == "yes"
    return suffer(play, state, who, which, total(play, dice, REFEREE, why), why, saves=saves)


@rule("modified_cairn.action.ref_condition", "modified_cairn.condition.exposed", "modified_cairn.condition.deprived")
def condition(play: Play, state: State, _: str) -> State:
    """The GM adds or removes a source of a Condition."""
    why: RuleId = "modified_cairn.action.ref_condition"
    who = _whom(play, state, "condition_whom", why)
    one = find(state, who)
    options = ["expose", "deprive", "strain", "fatigue"]
    options += [name for name, has in (("cover", one.exposed), ("relieve", one.deprived), ("ease", one.strain)) if has]
    options += ["refresh"] if "fatigued" in one.states else []
    what = play.choose(REFEREE, "condition", tuple(options), one.name, why=why)
    if what in ("expose", "deprive"):
        reason = play.write(REFEREE, "condition_reason", one.name, why=why).strip() or "gm"
        return put(state, expose(play, one, reason) if what == "expose" else deprive(play, one, reason, state.clock))
    if what == "strain":
        return strain(play, state, who)
    if what in ("cover", "relieve"):
        sources = one.exposed if what == "cover" else tuple([source for source, _ in one.deprived])
        source = play.choose(REFEREE, "condition_source", sources, one.name, why=why)
        return put(state, cover(play, one, source) if what == "cover" else relieve(play, one, source))
    play.tell(f"condition.{what}", one.name, why=why)
    if what == "ease":
        return put(state, settle(replace(one, strain=one.strain[:-1])))
    return put(state, gain(one, "fatigued") if what == "fatigue" else shed(one, "fatigued"))


def listed() -> tuple[RuleId, ...]:
    """The ids of everything that has an entry and can be given."""
    return (*things(), *weapons(), *armours(), *relics(), *runeskelfs())


@rule("modified_cairn.play.reasonable")
def give(play: Play, state: State, _: str) -> State:
    """The GM gives a thing of the lists to a character."""
    why: RuleId = "modified_cairn.play.reasonable"
    who = play.choose(REFEREE, "bestow_whom", tuple(one.id for one in state.party if alive(one)), why=why)
    ref = play.choose(REFEREE, "give_what", listed(), find(state, who).name, why=why)
    state, thing = fresh(state, ref)
    play.tell("gm_gives", find(state, who).name, thing.name, why=why)
    return shade(put(state, receive(find(state, who), thing)))


def _loaded(state: State) -> tuple[str, ...]:
    return tuple([one.id for one in everyone(state) if one.items])


def _thing(play: Play, state: State, what: str, why: RuleId) -> tuple[str, Item]:
    who = play.choose(REFEREE, f"{what}_whom", _loaded(state), why=why)
    one = find(state, who)
    which = play.choose(REFEREE, f"{what}_what", tuple(item.id for item in one.items), one.name, why=why)
    return who, item_of(one, which)


def _take(play: Play, state: State, _: str) -> State:
    """The GM takes a thing from a character."""
    why: RuleId = "modified_cairn.play.reasonable"
    who, thing = _thing(play, state, "take", why)
    one = find(state, who)
    play.tell("gm_takes", one.name, thing.name, why=why)
    return shade(put(state, settle(without(one, thing.id))))


@rule("modified_cairn.action.ref_set_size", "modified_cairn.inventory.size_judgement")
def set_size(play: Play, state: State, _: str) -> State:
    """The GM sets a thing's size, its uses, and how many petty pieces make a bundle."""
    why: RuleId = "modified_cairn.action.ref_set_size"
    who, thing = _thing(play, state, "size", why)
    size = play.choose(REFEREE, "size", SIZES, thing.name, why=why)
    uses = play.choose(REFEREE, "size_uses", range(13), thing.name, why=why)
    bundle = play.choose(REFEREE, "size_bundle", BUNDLES, thing.name, why=why) if size == "petty" else 0
    one = find(state, who)
    other = replace(thing, size=size, uses=uses, dots=min(thing.dots, uses), bundle=bundle)
    play.tell("sized", thing.name, size, uses, why=why)
    return put(state, settle(receive(without(one, thing.id), other)))


@rule("modified_cairn.event.mood")
def roll_table(play: Play, state: State, _: str) -> State:
    """The GM rolls on any table, seen by all or in secret."""
    of, on, seen_by = any_table(play, tables(), "modified_cairn.event.mood")
    row = of.row(on)
    if row.effect:
        play.tell("table", of.id, row.name, row.effect.replace("{x}", "…"), why=of.id, seen_by=seen_by)
    else:
        play.tell("table.row", of.id, row.name, why=of.id, seen_by=seen_by)
    return state


def _secret_roll(play: Play, state: State, _: str) -> State:
    secret_roll(play, "modified_cairn.play.loop")
    return state


def _let_time_pass(play: Play, state: State, _: str) -> State:
    why: RuleId = "modified_cairn.phase.free_play"
    seconds = choose_time(play, UNITS, why, lambda seconds: goes_on(play, state, REFEREE, seconds))
    return pass_time(play, state, seconds) if seconds else state


def _said(_: str, value: Any) -> Any:
    """The value of a setting as the table is told it: "yes" or "no" for a switch."""
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _switch_setting(play: Play, state: State, _: str) -> State:
    """The GM changes a setting of the table."""
    settings = changed_settings(play, state.settings, "modified_cairn", "modified_cairn.front.sources", _said)
    return replace(state, settings=settings)


@rule("modified_cairn.combat.new_round")
def settled(play: Play, state: State) -> State:
    """After a GM's deed in a fight: drop whoever cannot act, and resolve or end it if nobody is left to declare."""
    combat = state.combat
    if combat is None:
        return state
    if how := decided(state):
        return end(play, state, how)
    there = {one.id: one for one in everyone(state)}
    mine = [who for who in combat.acting if who in there and side_of(state, who) == combat.side]
    acting = tuple([who for who in mine if able(there[who])])
    heard = [_left_of(made, there) for made in combat.declared if made.who in acting]
    said = tuple([made for made in heard if made is not None])
    planned = tuple([made for made in combat.planned if made.who in acting and made.towards in there])
    bands = tuple([pair for pair in combat.bands if pair[0] in there and pair[1] in there])
    marks = tuple([mark for mark in combat.marks if mark.who in there])
    lasting = tuple([each for each in combat.lasting if each.who in there])
    leader = combat.leader if combat.leader in there else ""
    combat = replace(combat, acting=acting, declared=said, planned=planned, bands=bands, marks=marks)
    state = replace(state, combat=replace(combat, lasting=lasting, leader=leader))
    return state if undeclared(state) else resolve(play, state)


def _left_of(made: Declaration, there: Container[str]) -> Declaration | None:
    """A declaration restricted to those who are still present; None if nothing of it is left."""
    casting = made.casting
    needed = (made.target, made.towards, casting.partner if casting else "")
    if any(who and who not in there for who in needed):
        return None
    if casting is None or all(who in there for who in casting.targets):
        return made
    targets = tuple([who for who in casting.targets if who in there])
    return replace(made, casting=replace(casting, targets=targets)) if targets else None


def by_word(do: Does[State]) -> Does[State]:
    """The GM's deed `do`, followed by `settled`, because it may affect a fight."""
    return followed_by(do, settled)


def _somebody(state: State, _: str) -> bool:
    return bool(people(state))


def _calm(state: State, _: str) -> bool:
    return state.combat is None and state.phase != "creation"


def _players(state: State, _: str) -> bool:
    return any(one.seat != REFEREE for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    deed("describe", _describe, "modified_cairn.action.ref_describe", group="notes"),
    deed("let_know", _let_know, "modified_cairn.know.tell", _players, group="notes"),
    deed("note", _note, "modified_cairn.play.loop", group="notes"),
    deed(
        "add_foes",
        add_foes,
        "modified_cairn.enemy.stat_block",
        lambda state, _: state.phase != "creation",
        group="muster",
        rank=-1,
    ),
    deed(
        "write_foe",
        write_foe,
        "modified_cairn.action.ref_stat_block",
        lambda state, _: state.phase != "creation",
        group="muster",
        rank=-1,
    ),
    deed(
        "dismiss_foes",
        by_word(_dismiss_foes),
        "modified_cairn.enemy.stat_block",
        lambda state, _: bool(state.foes),
        group="muster",
        rank=-1,
    ),
    deed(
        "reveal",
        _reveal,
        "modified_cairn.sheet.fields",
        lambda state, _: any(not one.revealed for one in state.foes),
        group="muster",
        rank=-1,
    ),
    deed("harm", by_word(harm), "modified_cairn.action.ref_harm", _somebody, group="giving"),
    deed("condition", by_word(condition), "modified_cairn.action.ref_condition", _somebody, group="giving"),
    deed(
        "give",
        give,
        "modified_cairn.play.reasonable",
        lambda state, _: any(up(one) for one in state.party),
        group="giving",
        rank=-1,
    ),
    deed(
        "take", _take, "modified_cairn.play.reasonable", lambda state, _: bool(_loaded(state)), group="giving", rank=-1
    ),
    deed(
        "set_size",
        set_size,
        "modified_cairn.action.ref_set_size",
        lambda state, _: bool(_loaded(state)),
        group="giving",
        rank=-1,
    ),
    deed("roll_table", roll_table, "modified_cairn.event.mood", group="chance"),
    deed("secret_roll", _secret_roll, "modified_cairn.play.loop", group="chance"),
    deed("let_time_pass", _let_time_pass, "modified_cairn.phase.free_play", _calm, group="giving", rank=1),
    deed("switch_setting", _switch_setting, "modified_cairn.front.sources", group="notes"),
)
