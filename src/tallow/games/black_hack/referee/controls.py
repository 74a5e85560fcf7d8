"""The GM's controls: words, judgements, tests, edges, harm, foes, tables and dice, and how the table reads a rule."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.omens import OMENS
from tallow.games.black_hack.combat.reinforcements import reinforced
from tallow.games.black_hack.combat.rounds import fought, go_on, settled
from tallow.games.black_hack.entries import impediments, monsters, tables
from tallow.games.black_hack.gear.things import recounted
from tallow.games.black_hack.harm.damage import damage, foe_damage, heal, lose
from tallow.games.black_hack.harm.hindrances import freed, hinder, ongoing
from tallow.games.black_hack.monsters.bestiary import (
    BY_HD,
    MOST_HD,
    NAMELESS,
    arrive,
    described,
    enlist,
    listed,
    open_hd,
    readied,
)
from tallow.games.black_hack.referee.judgements import ruled
from tallow.games.black_hack.state import ATTRIBUTES, MARKS, State, able, alive, character, everyone, find, put
from tallow.games.deeds import Deed
from tallow.games.shared.refereeing import (
    Does,
    any_table,
    changed_settings,
    deed,
    followed_by,
    let_know,
    note,
    secret_roll,
    with_note,
    worded_by_setting,
)
from tallow.mechanics.conditions import gain, shed
from tallow.mechanics.ids import serial
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.play import REFEREE, Play, RuleId, rule

NARRATE: RuleId = "black_hack.gm_turn.narrate"
JUDGE: RuleId = "black_hack.action.gm_judge"
TEST: RuleId = "black_hack.action.gm_call_test"
EDGE: RuleId = "black_hack.action.gm_set_advantage"
HINDER: RuleId = "black_hack.action.gm_hinder"
DAMAGE: RuleId = "black_hack.action.gm_damage"
FORM: RuleId = "black_hack.bestiary.form"
ENDS: tuple[str, ...] = ("usual", *ATTRIBUTES)


def present(state: State) -> tuple[str, ...]:
    """The ids of all who are still present, characters first."""
    return tuple([one.id for one in everyone(state) if alive(one)])


def _party(state: State) -> tuple[str, ...]:
    return tuple([one.id for one in state.party if able(one)])


@rule(
    "black_hack.gm_turn.narrate",
    "black_hack.test.gm_narrates_failure",
    "black_hack.phase.step_1_recap",
    "black_hack.phase.step_4_world",
)
def narrate(play: Play, state: State, _: str) -> State:
    """The GM tells what is there, what has come of somebody's Action, or what went before."""
    text = play.write(REFEREE, "narrate", why=NARRATE).strip()
    if text:
        play.tell("narrated", text, why=NARRATE)
    return state


@rule("black_hack.action.gm_judge", "black_hack.test.gm_judgement", "black_hack.test.gm_notes")
def judge(play: Play, state: State, _: str) -> State:
    """Where no character is involved the GM decides without dice, and it is noted."""
    text = play.write(REFEREE, "judge", why=JUDGE).strip()
    if not text:
        return state
    play.tell("judged", text, why=JUDGE)
    return replace(state, notes=with_note(state.notes, text))


@rule("black_hack.test.gm_notes")
def _note(play: Play, state: State, _: str) -> State:
    """The GM notes something that only the GM sees."""
    return replace(state, notes=note(play, state.notes, REFEREE, "black_hack.test.gm_notes"))


@rule("black_hack.gm_turn.narrate")
def _let_know(play: Play, state: State, _: str) -> State:
    """The GM tells one player what their character alone notices."""
    let_know(play, state.party, NARRATE)
    return state


@rule("black_hack.action.gm_call_test", "black_hack.gm.test_when", "black_hack.resolve.risky")
def call_test(play: Play, state: State, _: str) -> State:
    """The GM calls for a test of an attribute, by one of them or by each, against something's Hit Dice or nothing's."""
    able_ones = _party(state)
    who = play.choose(REFEREE, "test_whom", (*able_ones, *(("each",) if len(able_ones) > 1 else ())), why=TEST)
    testing = able_ones if who == "each" else (who,)
    names = tuple([find(state, one).name for one in testing])
    attribute = play.choose(REFEREE, "test_attribute", ATTRIBUTES, names, why=TEST)
    for one in testing:
        state = ruled(play, state, one, attribute)
    return state


@rule("black_hack.action.gm_set_advantage", "black_hack.adv.when", "black_hack.adv.any_roll")
def set_edge(play: Play, state: State, _: str) -> State:
    """The GM rules that somebody's next test, or roll of damage or a Usage Die, has Advantage or Disadvantage."""
    who = play.choose(REFEREE, "edge_whom", _party(state), why=EDGE)
    one = character(state, who)
    edge = play.choose(REFEREE, "edge", ("favoured", "disfavoured", "plain", *OMENS), one.name, why=EDGE)
    play.tell("edge_said", one.name, edge, why=EDGE)
    if edge in OMENS:
        return put(state, gain(one, edge))
    one = shed(one, "favoured", "disfavoured", *(OMENS if edge == "plain" else ()))
    return put(state, one if edge == "plain" else gain(one, edge))


@rule("black_hack.option.luck")
def give_luck(play: Play, state: State, _: str) -> State:
    """The GM gives somebody a point of Luck."""
    why: RuleId = "black_hack.option.luck"
    who = play.choose(REFEREE, "luck_whom", tuple([one.id for one in state.party if alive(one)]), why=why)
    one = character(state, who)
    play.tell("luck", one.name, one.luck + 1, why=why)
    return put(state, replace(one, luck=one.luck + 1))


@rule("black_hack.action.gm_damage", "black_hack.gm.damage_roll_or_average", "black_hack.gm.damage_by_hd")
def deal_damage(play: Play, state: State, _: str) -> State:
    """Damage by the Hit Dice of something without an entry, or HP lost without damage."""
    who = play.choose(REFEREE, "damage_whom", present(state), why=DAMAGE)
    one = find(state, who)
    hd = play.choose(REFEREE, "damage_hd", range(1, MOST_HD + 1), one.name, why=DAMAGE)
    how = play.choose(REFEREE, "damage_how", ("damage", "lost", "average"), one.name, hd, why=DAMAGE)
    mode = "average" if how == "average" else state.settings.damage_mode
    amount = foe_damage(play, hd, replace(state.settings, damage_mode=mode))
    if how == "lost":
        return lose(play, state, who, amount, DAMAGE)[0]
    return damage(play, state, who, amount, DAMAGE)[0]


@rule("black_hack.heal.sources")
def restore(play: Play, state: State, _: str) -> State:
    """The GM gives somebody HP back."""
    why: RuleId = "black_hack.heal.sources"
    who = play.choose(REFEREE, "heal_whom", present(state), why=why)
    return heal(play, state, who, play.choose(REFEREE, "heal_many", range(1, 41), find(state, who).name, why=why), why)


@rule("black_hack.action.gm_hinder", "black_hack.hindrance.action_cost", "black_hack.hindrance.until_test")
def impose(play: Play, state: State, _: str) -> State:
    """The GM imposes a hindrance or Ongoing Damage with the test that ends it, or lifts a hindrance."""
    who = play.choose(REFEREE, "hinder_whom", present(state), why=HINDER)
    one = find(state, who)
    lifting = [f"lift_{hindrance.name}" for hindrance in one.hindrances]
    what = play.choose(REFEREE, "hinder_what", (*impediments(), "ongoing", *lifting), one.name, why=HINDER)
    if what.startswith("lift_"):
        return freed(play, state, who, what.removeprefix("lift_"), HINDER)
    ends = play.choose(REFEREE, "hinder_ends", ENDS, one.name, what, why=HINDER)
    attribute = next((attribute for attribute in ATTRIBUTES if attribute == ends), None)
    by = "" if any(other.id == who for other in state.party) else next(iter(_party(state)), "")
    costs = what in ("weakened", "stuck", "ongoing")
    action = costs and play.choose(REFEREE, "hinder_cost", ("free", "action"), one.name, why=HINDER) == "action"
    if what == "ongoing":
        return ongoing(play, state, who, HINDER, ends=attribute or "CON", by=by, action=action)
    return hinder(play, state, who, what, HINDER, ends=attribute, by=by, action=action)


@rule("black_hack.bestiary.form", "black_hack.creature.npcs", "black_hack.front.missing_references")
def add_foes(play: Play, state: State, _: str) -> State:
    """Some of the bestiary come, or something by Hit Dice alone."""
    _, ref, _ = play.choose(REFEREE, "which_monster", listed(tuple(monsters())), why=FORM)
    called = NAMELESS if ref == BY_HD else ref
    number = play.choose(REFEREE, "how_many", range(1, 21), called, why=FORM)
    hd = play.choose(REFEREE, "how_many_hd", range(1, MOST_HD + 1), called, why=FORM) if open_hd(ref) else 0
    play.tell("foes.come", called, number, why=FORM, seen_by=(REFEREE,))
    return reinforced(play, state, arrive(play, state, ref, number, hd=hd))


@rule("black_hack.monster.by_hd", "black_hack.creature.npcs")
def write_foe(play: Play, state: State, _: str) -> State:
    """The GM writes a foe as a name and its Hit Dice; what cannot be read is said, and nothing comes of it."""
    why: RuleId = "black_hack.monster.by_hd"
    text = play.write(REFEREE, "foe_text", why=why).strip()
    before = state
    state, id_ = serial(state, "foe")
    try:
        one = described(text or "HD 1", id_)
    except (Malformed, Unknown):
        play.tell("malformed", text, why=why, seen_by=(REFEREE,))
        return state
    person = play.choose(REFEREE, "person", ("monster", "npc"), one.name, why="black_hack.creature.npcs") == "npc"
    play.tell("foes.come", one.name, 1, why=FORM, seen_by=(REFEREE,))
    return reinforced(play, before, enlist(state, readied(play, replace(one, person=person))))


@rule("black_hack.creature.npcs")
def dismiss_foes(play: Play, state: State, _: str) -> State:
    """Foes who are no longer there, one or all, are taken off the table."""
    options = ("all", *[foe.id for foe in state.foes]) if state.combat is None else tuple([f.id for f in state.foes])
    which = play.choose(REFEREE, "dismiss_foe", options, why=FORM)
    kept = () if which == "all" else tuple([foe for foe in state.foes if foe.id != which])
    return replace(state, foes=kept)


@rule("black_hack.foe.powerful")
def reveal(play: Play, state: State, _: str) -> State:
    """The players may see the numbers of a foe."""
    unknown = tuple([foe.id for foe in state.foes if not foe.revealed])
    which = play.choose(REFEREE, "reveal", unknown, why="black_hack.foe.powerful")
    return replace(state, foes=tuple([replace(f, revealed=True) if f.id == which else f for f in state.foes]))


@rule("black_hack.encounter.secret")
def roll_table(play: Play, state: State, _: str) -> State:
    """Roll on any table, seen by all or only by the GM."""
    of, on, seen_by = any_table(play, tables(), "black_hack.encounter.secret")
    row = of.row(on)
    said = tuple([text for text in (row.name, row.number, row.effect) if text and not text.startswith("black_hack.")])
    play.tell("table", of.id, said, why=of.id, seen_by=seen_by)
    return state


def _secret_roll(play: Play, state: State, _: str) -> State:
    secret_roll(play, "black_hack.encounter.secret")
    return state


def switch_setting(play: Play, state: State, _: str) -> State:
    """Change one of the table's settings from now on."""
    settings = changed_settings(
        play, state.settings, "black_hack", "black_hack.test.gm_notes", worded_by_setting, "setting."
    )
    party = tuple([replace(one, items=recounted(one.items, settings)) for one in state.party])
    return replace(state, settings=settings, party=party, ground=recounted(state.ground, settings))


@rule("black_hack.gm_turn.npcs_respond")
def aftermath(play: Play, state: State) -> State:
    """After a GM's deed in a fight: skip those who are gone, and end the fight if it is over."""
    if state.combat is None:
        return state
    combat = fought(state)
    there = [one.id for one in everyone(state)]
    turn = combat.turn if combat.turn in there else ""
    due = tuple([who for who in combat.due if who in there])
    bands = tuple([pair for pair in combat.bands if pair[0] in there and pair[1] in there])
    fell = [MARKS.mark("fell", *parts) for parts in MARKS.parts(combat.used, "fell") if parts[0] in there]
    used = (*MARKS.without(combat.used, "fell"), *fell)
    state = replace(state, combat=replace(combat, turn=turn, due=due, bands=bands, used=used))
    state = settled(play, state)
    return go_on(play, state) if state.combat is not None and not state.combat.turn else state


def by_word(do: Does[State]) -> Does[State]:
    """A GM's deed that may change a fight, followed by `aftermath`."""
    return followed_by(do, aftermath)


def _somebody(state: State, _: str) -> bool:
    return bool(present(state))


def _able(state: State, _: str) -> bool:
    return bool(_party(state))


def _players(state: State, _: str) -> bool:
    return any(one.seat != REFEREE for one in state.party)


def _luck(state: State, _: str) -> bool:
    return state.settings.luck > 0 and any(alive(one) for one in state.party)


def _begun(state: State, _: str) -> bool:
    return state.phase != "creation"


def _foes(state: State, _: str) -> bool:
    return bool(state.foes)


def _unknown(state: State, _: str) -> bool:
    return any(not foe.revealed for foe in state.foes)


DEEDS: tuple[Deed[State], ...] = (
    deed("narrate", narrate, NARRATE, group="notes"),
    deed("let_know", _let_know, NARRATE, _players, group="notes"),
    deed("judge", judge, JUDGE, _begun, group="notes"),
    deed("note", _note, "black_hack.test.gm_notes", group="notes"),
    deed("call_test", by_word(call_test), TEST, _able, group="tests"),
    deed("set_edge", set_edge, EDGE, _able, group="tests"),
    deed("give_luck", give_luck, "black_hack.option.luck", _luck, group="giving"),
    deed("deal_damage", by_word(deal_damage), DAMAGE, _somebody, group="giving"),
    deed("restore", by_word(restore), "black_hack.heal.sources", _somebody, group="giving"),
    deed("impose", by_word(impose), HINDER, _somebody, group="giving"),
    deed("add_foes", add_foes, FORM, _begun, group="muster", rank=-1),
    deed("write_foe", write_foe, "black_hack.monster.by_hd", _begun, group="muster", rank=-1),
    deed("dismiss_foes", by_word(dismiss_foes), FORM, _foes, group="muster", rank=-1),
    deed("reveal", reveal, "black_hack.foe.powerful", _unknown, group="muster", rank=-1),
    deed("roll_table", roll_table, "black_hack.encounter.secret", group="chance"),
    deed("secret_roll", _secret_roll, "black_hack.encounter.secret", group="chance"),
    deed("switch_setting", switch_setting, "black_hack.test.gm_notes", group="notes"),
)
