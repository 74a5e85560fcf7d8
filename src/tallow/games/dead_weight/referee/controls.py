"""The GM's own controls: whatever the rules leave to the GM, and setting any number."""

from msgspec.structs import replace

from tallow.games.dead_weight.camp.camping import the_camp
from tallow.games.dead_weight.checks.called_tests import called
from tallow.games.dead_weight.combat.attack import kill
from tallow.games.dead_weight.combat.chart import free_squares
from tallow.games.dead_weight.combat.rounds import settled
from tallow.games.dead_weight.entries import BOOK, short
from tallow.games.dead_weight.entries.characters import skills
from tallow.games.dead_weight.entries.monsters import monsters
from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.gear.inventory import find_item, without
from tallow.games.dead_weight.gear.treasure import hand_out
from tallow.games.dead_weight.harm.afflictions import AFFLICTIONS, afflict, cure
from tallow.games.dead_weight.harm.fatigue import tire
from tallow.games.dead_weight.harm.mortal import TRAUMAS, die, healed_of, mortally_wound, suffer_trauma
from tallow.games.dead_weight.harm.perils import goes_on
from tallow.games.dead_weight.harm.wounds import Hit, heal, stabilized, suffer
from tallow.games.dead_weight.monsters.arms import armed_with, disarm
from tallow.games.dead_weight.monsters.bestiary import arrive
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    Attribute,
    Corpse,
    State,
    adventurer,
    alive,
    everyone,
    find,
    put,
)
from tallow.games.dead_weight.world.trackers import (
    advance_doom,
    advance_omens,
    advance_settlement_doom,
    lower_doom,
    lower_omens,
)
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.games.deeds import Deed
from tallow.games.shared.refereeing import (
    Does,
    any_table,
    changed_settings,
    deed,
    followed_by,
    note,
    secret_roll,
    with_note,
)
from tallow.mechanics.conditions import gain, shed
from tallow.play import REFEREE, Play, RuleId, rule

GM = "dead_weight.basics.gm"
CONDITIONS = (
    "blind", "bound", "glued", "paralysed", "asleep", "imprisoned", "unburdened", "fainted", "mortally_wounded", "dead",
)  # fmt: skip
"""The conditions that the GM can lay on somebody; others hang on an enemy that does it."""


def whom(play: Play, state: State, what: str, why: RuleId, among: tuple[Adventurer, ...] | None = None) -> Adventurer:
    """The adventurer whom the GM chooses."""
    listed = tuple(one.id for one in (state.party if among is None else among) if alive(one))
    return adventurer(state, play.choose(REFEREE, what, listed, why=why))


def somebody(state: State, _: str = "") -> bool:
    """Whether there is any adventurer to choose."""
    return any(alive(one) for one in state.party)


def any_armed(state: State) -> bool:
    """Whether there is an enemy who fights with something that can be taken."""
    return any(alive(foe) and bool(armed_with(foe)) for foe in state.enemies)


def by_word(do: Does[State]) -> Does[State]:
    """A GM's deed that may change a fight: afterwards the turn or the combat is ended if it is over."""
    return followed_by(do, settled)


@rule("dead_weight.action.gm_call_test", "dead_weight.test.when", "dead_weight.skill.general")
def call_test(play: Play, state: State, __: str) -> State:
    """The GM names who is tested, test or check, the attribute, what it is about and who has the better of it."""
    why = "dead_weight.action.gm_call_test"
    who = play.choose(REFEREE, "test_whom", ("everybody", *(o.id for o in state.party if alive(o))), why=why)
    check = play.choose(REFEREE, "test_or_check", ("test", "check"), why=why) == "check"
    for one in state.party:
        if alive(one) and who in {one.id, "everybody"}:
            state, _ = called(play, state, one.id, why, check=check, optional=False)
    return state


def _roll_table(play: Play, state: State, _: str) -> State:
    """Roll on any table, seen by all or only by the GM. The result is told and not applied."""
    of, total, seen_by = any_table(play, tables(), GM)
    row = of.row(total)
    play.tell("table" if row.effect else "table.name", of.id, total, row.name, row.effect, why=of.id, seen_by=seen_by)
    return state


def _secret_roll(play: Play, state: State, _: str) -> State:
    secret_roll(play, GM)
    return state


@rule("dead_weight.action.gm_move_tracker", "dead_weight.doom.meaning", "dead_weight.doom.trackers")
def move_tracker(play: Play, state: State, _: str) -> State:
    """The GM moves doom or omens on or back; events and the omens table follow by themselves."""
    why = "dead_weight.action.gm_move_tracker"
    kinds = [*(["doom"] if state.here else []), "omens", *(["settlement_doom"] if state.interlude else [])]
    which = play.choose(REFEREE, "which_tracker", tuple(kinds), why=why)
    step = play.choose(REFEREE, "tracker_step", (1, -1, 2, 3), which, why=why)
    if which == "settlement_doom":
        return advance_settlement_doom(play, state, why, step)
    if step < 0:
        return lower_doom(play, state, why) if which == "doom" else lower_omens(play, state, why)
    advance = advance_doom if which == "doom" else advance_omens
    return advance(play, state, why, step)


@rule("dead_weight.exploration.turn_passes")
def _let_turns_pass(play: Play, state: State, _: str) -> State:
    """The GM lets turns pass."""
    turns = play.choose(REFEREE, "how_many_turns", range(1, 11), why="dead_weight.exploration.turn_passes")
    return pass_turns(play, state, turns) if goes_on(play, state, REFEREE, turns) else state


@rule("dead_weight.camp.ambush_other")
def _ambush_dice(play: Play, state: State, _: str) -> State:
    """The GM adds ambush dice to this camp, or removes some."""
    why = "dead_weight.camp.ambush_other"
    more = play.choose(REFEREE, "more_ambush_dice", (1, 2, 3, -1, -2, -3), why=why)
    camp = the_camp(state)
    return replace(state, camp=replace(camp, more_dice=camp.more_dice + more))


@rule("dead_weight.affliction.other_cures", "dead_weight.affliction.general")
def _affliction(play: Play, state: State, _: str) -> State:
    """The GM gives somebody an affliction, or ends one."""
    why = "dead_weight.affliction.other_cures"
    one = whom(play, state, "affliction_whom", why)
    ends = tuple(("cure", name) for name in one.afflictions)
    begins = tuple(("afflict", name) for name in AFFLICTIONS if name not in one.afflictions)
    how, name = play.choose(REFEREE, "affliction_which", (*begins, *ends), one.name, why=why)
    return afflict(play, state, one.id, name) if how == "afflict" else cure(play, state, one.id, name, why=why)


def _condition(play: Play, state: State, _: str) -> State:
    """The GM gives somebody a condition, or ends one."""
    listed = tuple(one.id for one in everyone(state) if "left" not in one.conditions)
    one = find(state, play.choose(REFEREE, "condition_whom", listed, why=GM))
    begins = tuple(("begin", name) for name in CONDITIONS if name not in one.conditions)
    ends = tuple(("end", name) for name in one.conditions)
    how, name = play.choose(REFEREE, "condition_which", (*begins, *ends), one.name, why=GM)
    play.tell("condition" if how == "begin" else "condition.over", one.name, name, why=GM)
    if how == "end":
        if isinstance(one, Adventurer) and name in {"mortally_wounded", "fainted", "dying"}:
            return put(state, stabilized(play, one))
        return put(state, shed(one, name))
    if name == "dead":
        return die(play, state, one.id, GM) if isinstance(one, Adventurer) else kill(play, state, one.id)
    if isinstance(one, Adventurer) and name == "mortally_wounded":
        return mortally_wound(play, state, one.id, 0)
    return put(state, gain(one, name))


@rule("dead_weight.basics.gm")
def _harm(play: Play, state: State, _: str) -> State:
    """Wounds as the GM says, for example from a fall or a fire; they may be reduced or not."""
    one = whom(play, state, "harm_whom", GM)
    wounds = play.choose(REFEREE, "harm_wounds", range(1, 11), one.name, why=GM)
    sure = play.choose(REFEREE, "harm_how", ("reducible", "irreducible", "non_lethal"), one.name, why=GM)
    hit = Hit(wounds, pierces=sure == "irreducible", irresistible=sure == "irreducible", lethal=sure != "non_lethal")
    return suffer(play, state, one.id, hit, GM)[0]


def _fatigue(play: Play, state: State, _: str) -> State:
    one = whom(play, state, "fatigue_whom", GM)
    attribute: Attribute = play.choose(REFEREE, "fatigue_on", ATTRIBUTES, one.name, why=GM)
    return tire(play, state, one.id, attribute, GM)


def _heal(play: Play, state: State, _: str) -> State:
    one = whom(play, state, "heal_whom", GM)
    wounds = play.choose(REFEREE, "heal_wounds", range(1, 11), one.name, why=GM)
    return heal(play, state, one.id, wounds, GM)


def _trauma(play: Play, state: State, _: str) -> State:
    why = "dead_weight.trauma.general"
    one = whom(play, state, "trauma_whom", why)
    ends = tuple(("heal", name) for name in one.life.traumas)
    begins = tuple(("suffer", name) for name in TRAUMAS if name not in one.life.traumas)
    how, name = play.choose(REFEREE, "trauma_which", (*begins, *ends), one.name, why=why)
    if how == "suffer":
        return suffer_trauma(play, state, one.id, name)
    play.tell("trauma.healed", one.name, f"dead_weight.trauma.{name}", why=why)
    return put(state, healed_of(one, name))


@rule("dead_weight.island.guilds")
def _guild_share(play: Play, state: State, _: str) -> State:
    """The GM sets the guild's share of all treasure."""
    share = play.choose(REFEREE, "guild_share", range(0, 101, 5), why="dead_weight.island.guilds")
    play.tell("guild.sets", share, why="dead_weight.island.guilds")
    return replace(state, guild_share=share)


def _give_thing(play: Play, state: State, _: str) -> State:
    listed = tuple(one.id for one in state.party if alive(one))
    to = play.choose(REFEREE, "give_whom", (*listed, "ground"), why=GM)
    return hand_out(play, state, "" if to == "ground" else to)


@rule("dead_weight.enemy.arms")
def _take_thing(play: Play, state: State, _: str) -> State:
    """The GM takes a thing from an adventurer, or disarms an enemy, whose weapon falls where it stands."""
    armed = {foe.id: foe for foe in state.enemies if alive(foe) and armed_with(foe)}
    among = tuple(one.id for one in state.party if alive(one) and one.items)
    who = play.choose(REFEREE, "take_whom", (*among, *armed), why=GM)
    if who in armed:
        foe = armed[who]
        done_with = {action.id: action for action in armed_with(foe)}
        return disarm(
            play, state, foe, done_with[play.choose(REFEREE, "take_what", tuple(done_with), foe.name, why=GM)]
        )
    one = adventurer(state, who)
    which = play.choose(REFEREE, "take_what", tuple(item.id for item in one.items), one.name, why=GM)
    item = find_item(one, which)
    play.tell("item.lost", one.name, item.name, why=GM)
    return put(state, without(one, which))


@rule("dead_weight.creation.skill_twice", "dead_weight.basics.gm", "dead_weight.trait.general")
def _grant_skill(play: Play, state: State, _: str) -> State:
    """The GM grants a trait, or a skill; an advanced skill replaces its basic form."""
    why = "dead_weight.skill.general"
    one = whom(play, state, "skill_whom", why)
    known = tuple(f"dead_weight.skill.{name}" for name in one.life.skills)
    traits = tuple(raw["id"] for raw in BOOK.raw("trait") if short(raw["id"]) not in one.life.traits)
    options = (*(id_ for id_ in skills() if id_ not in known), *traits)
    ref = play.choose(REFEREE, "skill_which", options, one.name, why=why)
    if ref in traits:
        play.tell("trait", one.name, ref, why=why)
        return put(state, replace(one, life=replace(one.life, traits=(*one.life.traits, short(ref)))))
    basic = short(skills()[ref].upgrades_from)
    kept = tuple(name for name in one.life.skills if name != basic)
    play.tell("skill", one.name, ref, why=why)
    return put(state, replace(one, life=replace(one.life, skills=(*kept, short(ref)))))


@rule("dead_weight.island.dead_vigil", "dead_weight.item.binding_necklace")
def _dead_vigil(play: Play, state: State, _: str) -> State:
    """The GM says that a human body rises, is buried so that it never will, or is removed."""
    why = "dead_weight.island.dead_vigil"
    dead = bodies(state)
    which = play.choose(REFEREE, "corpse", tuple(("corpse", body.id, body.name) for body in dead), why=why)
    body = next(body for body in dead if body.id == which[1])
    refs = tuple(f"dead_weight.monster.{name}" for name in ("freshly_risen_corpse", "reanimated_husk", "shadow"))
    options = ("buried", *refs, "forgotten") if body.human else ("forgotten", "buried", *refs)
    becomes = play.choose(REFEREE, "corpse_becomes", options, body.name, why=why)
    state = _without_body(state, body)
    if becomes == "forgotten":
        return state
    if becomes == "buried":
        play.tell("corpse.buried", body.name, why=why)
        return state
    play.tell("corpse.rises", body.name, becomes, why=why, seen_by=(REFEREE,))
    if state.combat is None:
        return replace(state, notes=with_note(state.notes, f"{body.name}: {monsters()[becomes].name}"))
    state = arrive(state, becomes)
    risen = state.enemies[-1]
    free = free_squares(state, risen)
    at = body.at if body.at in free else play.choose(REFEREE, "place_at", free, risen.name, risen.id, why=why)
    return put(state, replace(risen, at=at))


def bodies(state: State) -> tuple[Corpse, ...]:
    """The corpses here, and those left elsewhere; humans first, since they may rise."""
    left = (corpse for place in state.locations for _, corpse in place.bodies)
    return tuple(sorted((*state.corpses, *left), key=lambda corpse: not corpse.human))


def _without_body(state: State, body: Corpse) -> State:
    """The state without a corpse, wherever it was."""
    places = tuple(
        replace(place, bodies=tuple(pair for pair in place.bodies if pair[1].id != body.id))
        for place in state.locations
    )
    return replace(state, locations=places, corpses=tuple(one for one in state.corpses if one.id != body.id))


@rule("dead_weight.enemy.sheet", "dead_weight.need.gm_secret")
def _reveal(play: Play, state: State, _: str) -> State:
    """The GM shows an enemy's sheet to the players, or hides it again."""
    why = "dead_weight.need.gm_secret"
    which = play.choose(REFEREE, "reveal", tuple(foe.id for foe in state.enemies), why=why)
    foe = next(foe for foe in state.enemies if foe.id == which)
    play.tell("hidden" if foe.revealed else "revealed", foe.name, why=why)
    return put(state, replace(foe, revealed=not foe.revealed))


def _note(play: Play, state: State, _: str) -> State:
    return replace(state, notes=note(play, state.notes, REFEREE, GM))


@rule("dead_weight.basics.players")
def _own_note(play: Play, state: State, who: str) -> State:
    """A player writes a note on their own sheet."""
    one = adventurer(state, who)
    notes = note(play, one.life.notes, one.seat, "dead_weight.basics.players")
    return put(state, replace(one, life=replace(one.life, notes=notes)))


@rule("dead_weight.intro.unfinished")
def _switch_setting(play: Play, state: State, _: str) -> State:
    """Change one of the table's settings from now on."""
    return replace(state, settings=changed_settings(play, state.settings, "dead_weight", GM))


def _underway(state: State, _: str) -> bool:
    return state.combat is None and state.phase == "exploration" and bool(state.party)


def _adventurer(state: State, who: str) -> bool:
    return any(one.id == who for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    Deed("own_note", _own_note, "dead_weight.basics.players", cost="free", shown=_adventurer, group="notes"),
    deed("call_test", by_word(call_test), "dead_weight.action.gm_call_test", somebody, group="rulings", rank=-1),
    deed("move_tracker", move_tracker, "dead_weight.action.gm_move_tracker", group="dangers", rank=-1),
    deed("let_turns_pass", _let_turns_pass, "dead_weight.exploration.turn_passes", _underway, group="where", rank=-1),
    deed("set_affliction", _affliction, "dead_weight.affliction.other_cures", somebody, group="giving"),
    deed("set_condition", by_word(_condition), GM, lambda state, _: bool(everyone(state)), group="giving"),
    deed("harm", by_word(_harm), GM, somebody, group="rulings"),
    deed("give_fatigue", by_word(_fatigue), GM, somebody, group="rulings"),
    deed("give_healing", by_word(_heal), GM, somebody, group="rulings"),
    deed("set_trauma", by_word(_trauma), "dead_weight.trauma.general", somebody, group="giving"),
    deed("give_thing", _give_thing, GM, group="giving", rank=-1),
    deed(
        "take_thing",
        _take_thing,
        GM,
        lambda state, _: any(alive(one) and bool(one.items) for one in state.party) or any_armed(state),
        group="giving",
        rank=-1,
    ),
    deed("grant_skill", _grant_skill, "dead_weight.skill.general", somebody, group="giving"),
    deed("guild_share", _guild_share, "dead_weight.island.guilds", group="where"),
    deed(
        "dead_vigil", _dead_vigil, "dead_weight.island.dead_vigil", lambda state, _: bool(bodies(state)), group="where"
    ),
    deed(
        "reveal_enemy",
        _reveal,
        "dead_weight.need.gm_secret",
        lambda state, _: bool(state.enemies),
        group="muster",
        rank=1,
    ),
    deed(
        "ambush_dice",
        _ambush_dice,
        "dead_weight.camp.ambush_other",
        lambda state, _: state.camp is not None and state.combat is None,
        group="where",
        rank=-1,
    ),
    deed("roll_table", _roll_table, GM, group="rulings", rank=-1),
    deed("secret_roll", _secret_roll, GM, group="rulings", rank=-1),
    deed("note", _note, GM, group="notes"),
    deed("switch_setting", _switch_setting, GM, group="notes"),
)
