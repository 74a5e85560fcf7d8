"""Morale: when a losing group tests it, and what happens on a failure."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.edges import Edge, doubled, edged
from tallow.games.black_hack.entries import monsters
from tallow.games.black_hack.monsters.passives import steadied
from tallow.games.black_hack.monsters.reactions import reacts
from tallow.games.black_hack.state import Combat, Creature, State, able
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, Stake, rule

TEST: RuleId = "black_hack.morale.test"
FAIL: RuleId = "black_hack.morale.fail"
LOST = frozenset(("removed", "out_of_action", "dead", "gone", "stone"))
"""Conditions that count as Out of Action; those asleep or in flight are not."""


def group_of(state: State, group: str) -> tuple[Creature, ...]:
    """All foes of a group, standing or not."""
    return tuple([foe for foe in state.foes if foe.group == group])


def standing(state: State, group: str) -> tuple[Creature, ...]:
    """The foes of a group who can still fight."""
    return tuple([foe for foe in state.foes if foe.group == group and able(foe)])


def dauntless(foe: Creature) -> bool:
    """Whether a foe never tests Morale, being mindless or bound."""
    known = monsters().get(foe.of)
    return "mindless" in foe.tags if known is None else known.morale == "never"


@rule("black_hack.morale.group", "black_hack.morale.single")
def shaken(state: State, group: str) -> bool:
    """Whether a group must test Morale: half of it is down, or a single foe has lost half of its HP."""
    combat = state.combat
    if combat is None or group in combat.tested:
        return False
    began = next((many for name, many in combat.started if name == group), 0)
    left = standing(state, group)
    if not left or not began:
        return False
    if began == 1:
        return 2 * left[0].hp <= left[0].hp_max
    return 2 * sum([not LOST.isdisjoint(foe.conditions) for foe in group_of(state, group)]) >= began


@rule("black_hack.morale.test")
def holds(play: Play, hd: int, edge: Edge) -> bool:
    """Whether a group passes: 1d12 on or under the highest HD, rolled in secret."""
    stake = Stake(min(hd, 12))

    def once(before: int | None) -> int:
        needs = doubled(stake, edge, None if before is None else before <= hd)
        return play.roll(1, 12, by=REFEREE, why=TEST, hidden=True, stake=needs)[0]

    def passes(face: int) -> bool:
        return face <= hd

    return passes(edged(play, once, edge, REFEREE, lambda face: -face, lambda face: face, passes, ask_gm=False))


@rule(
    "black_hack.morale.group",
    "black_hack.morale.single",
    "black_hack.morale.test",
    "black_hack.setting.morale_mode",
    "black_hack.option.morale_charisma",
)
def watch(play: Play, state: State) -> State:
    """Make all Morale Tests that are due now."""
    combat = state.combat
    if combat is None:
        return state
    for group, _ in combat.started:
        if shaken(state, group):
            state = _test(play, state, group)
    return state


def _test(play: Play, state: State, group: str) -> State:
    """A group's Morale Test, by the table's settings; the mindless do not flee."""
    combat = state.combat
    if combat is None:
        return state
    state = replace(state, combat=replace(combat, tested=(*combat.tested, group)))
    fearful = [foe for foe in standing(state, group) if not dauntless(foe)]
    if not fearful:
        return state
    names = tuple([foe.name for foe in fearful])
    mode = state.settings.morale_mode
    if mode == "charisma":
        play.tell("morale.broken", names, why="black_hack.option.morale_charisma")
        return reacts(play, state, fearful[0])
    if mode == "off":
        goes = play.choose(REFEREE, "morale", ("fight_on", "flee"), names, why=TEST) == "flee"
        return flee(play, state, group) if goes else state
    hd, edge = steadied(state, standing(state, group))
    if play.call(holds, hd, edge):
        play.tell("morale.holds", names, why=TEST, seen_by=(REFEREE,))
        return state
    return flee(play, state, group)


@rule("black_hack.morale.fail")
def flee(play: Play, state: State, group: str) -> State:
    """All of a group who can feel fear flee with every Action and Move until the fight is over."""
    combat = state.combat
    if combat is None:
        return state
    running = [foe for foe in standing(state, group) if not dauntless(foe) and foe.id not in combat.fleeing]
    if not running:
        return state
    play.tell("morale.fails", tuple([foe.name for foe in running]), why=FAIL)
    fleeing = (*combat.fleeing, *[foe.id for foe in running])
    return replace(state, combat=replace(combat, fleeing=fleeing))


@rule("black_hack.action.gm_morale")
def gm_morale(play: Play, state: State, _: str) -> State:
    """The GM has a group test its Morale."""
    options = tuple(_groups(state))
    group = play.choose(REFEREE, "which_group", options, why="black_hack.action.gm_morale")
    return _test(play, state, _groups(state)[group])


def _groups(state: State) -> dict[str, str]:
    """The id of one foe of each group that still stands and does not flee, with its group."""
    combat = state.combat
    if combat is None:
        return {}
    first: dict[str, str] = {}
    for foe in state.foes:
        if able(foe) and not dauntless(foe) and foe.id not in combat.fleeing:
            first.setdefault(foe.group, foe.id)
    return {foe: group for group, foe in first.items()}


def _nobody(state: State, _: str) -> Refusal | None:
    return None if _groups(state) else Refusal("nobody_to_waver", (), TEST)


def _fighting(state: State, _: str) -> bool:
    return isinstance(state.combat, Combat)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "gm_morale",
        gm_morale,
        "black_hack.action.gm_morale",
        by="referee",
        shown=_fighting,
        refuse=_nobody,
        group="muster",
    ),
)
