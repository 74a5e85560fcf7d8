"""Gambits: what each does to its target, and how long it lasts."""

from msgspec.structs import replace

from tallow.games.modified_cairn.combat.attacks import UNARMED, Strike, ways
from tallow.games.modified_cairn.combat.bands import apart, fight, step
from tallow.games.modified_cairn.combat.mounts import unhorse
from tallow.games.modified_cairn.combat.pool import Gambit
from tallow.games.modified_cairn.monsters.traits import entry
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Creature, Passing, Side, State, gain, has, shed, up
from tallow.games.modified_cairn.uses import MARKS
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, rule

NAMES = ("bolster", "stop", "impair", "expose", "repel", "move", "dismount", "something_else")
"""The Gambits, in the order in which they are offered."""

ON_FOOT = tuple([name for name in NAMES if name != "dismount"])
"""The Gambits against a target that is not mounted."""

POWER = "power"
"""What an Impair Gambit affects if it is not a weapon."""

YIELDING = "giving_way"
"""The state of whoever waives the Save against Gambits."""

BUCKLER = "Steadymade Buckler"
"""The shield whose bearer cannot be moved."""

TURNS = ("stopped", "impaired", "hampered")
"""States that end with the victim's own next turn."""


@rule(
    "modified_cairn.gambit.dismount",
    "modified_cairn.gambit.something_else",
    "modified_cairn.setting.detachment_gambits",
    "modified_cairn.unit.detachment",
)
def names(target: Creature, settings: Settings) -> tuple[str, ...]:
    """The Gambits that can be tried against a target; Critically Wounded, it leaves only Bolster and Move."""
    if has(target, "critically_wounded"):
        return ("bolster", "move")
    if target.detachment and not settings.detachment_gambits:
        return ("bolster", "move")
    return NAMES if target.mounted else ON_FOOT


@rule("modified_cairn.gambit.timing", "modified_cairn.gambit.what", "modified_cairn.gambit.same_target")
def take_effect(play: Play, state: State, target: str, works: tuple[Gambit, ...]) -> State:
    """Apply the Gambits that work before the damage."""
    for gambit in works:
        turns = 2 if gambit.extra == "greater" else 1
        if gambit.name == "stop":
            state = stop(play, state, target, turns)
        elif gambit.name == "impair":
            state = impair(play, state, target, gambit.who, turns)
        elif gambit.name == "expose":
            state = expose(play, state, target, turns)
        elif gambit.name == "dismount":
            state = dismount(play, state, target, turns)
        elif gambit.name == "something_else":
            play.tell(
                "gambit.hampered", find(state, target).name, gambit.detail, why="modified_cairn.gambit.something_else"
            )
            state = lasting(state, target, "hampered", 1)
    return state


@rule("modified_cairn.gambit.stop")
def stop(play: Play, state: State, target: str, turns: int) -> State:
    """The target cannot move on its next turn, or on its next `turns`."""
    play.tell("gambit.stopped", find(state, target).name, turns, why="modified_cairn.gambit.stop")
    return lasting(state, target, "stopped", turns)


@rule("modified_cairn.gambit.impair")
def impair(play: Play, state: State, target: str, who: str, turns: int) -> State:
    """Impair one weapon or power of the target on its next turn; the attacker says which.

    With a strong die it lasts for two turns or affects two of them, as the GM decides.
    """
    why, victim = "modified_cairn.gambit.impair", find(state, target)
    arms = list(dict.fromkeys([what for way in ways(victim) for what in (way.items or (way.name,))])) or [UNARMED.name]
    open_ = arms[:1] if victim.detachment else [*arms, POWER] if _powerful(victim) else arms
    many = 1
    if turns > 1 and len(open_) > 1:
        more = play.choose(REFEREE, "impair_greater", ("two_turns", "two_weapons"), victim.name, why=why)
        many, turns = (2, 1) if more == "two_weapons" else (1, turns)
    for _ in range(many):
        what = play.choose(find(state, who).seat, "impair_what", tuple(open_), victim.name, why=why)
        open_.remove(what)
        what = _power(play, victim) if what == POWER else what
        name = next((item.name for item in victim.items if item.id == what), what)
        play.tell("gambit.impaired", victim.name, name, turns, why=why)
        state = lasting(state, target, "impaired", turns, what)
    return state


def _powerful(victim: Creature) -> bool:
    """Whether a creature may visibly have powers: it is of the bestiary, or has a Runeskelf in hand."""
    return entry(victim.of) is not None or any(item.kind == "rune" and item.place == "hands" for item in victim.items)


@rule("modified_cairn.gambit.impair")
def _power(play: Play, victim: Creature) -> str:
    """Ask the GM which power is Impaired: one of the entry, a Runeskelf, or something else."""
    monster = entry(victim.of)
    known = [power.name for power in monster.powers] if monster else []
    known += [*monster.runeskelfs] if monster else []
    known += [item.id for item in victim.items if item.kind == "rune" and item.place == "hands"]
    return play.choose(REFEREE, "impair_power", (*known, POWER), victim.name, why="modified_cairn.gambit.impair")


@rule("modified_cairn.gambit.expose")
def expose(play: Play, state: State, target: str, rounds: int) -> State:
    """The target's Armor is 0 for this round, or through the next as well. Guard still counts."""
    play.tell("gambit.armorless", find(state, target).name, why="modified_cairn.gambit.expose")
    return lasting(state, target, "armorless", rounds)


@rule("modified_cairn.gambit.dismount")
def dismount(play: Play, state: State, target: str, much: int) -> State:
    """Dismount the target; with a strong die it also cannot move next turn, or its mount bolts."""
    mount = find(state, target).mounted
    if not mount:
        return state
    state = unhorse(play, state, target)
    if much > 1:
        why = "modified_cairn.gambit.dismount"
        how = play.choose(REFEREE, "dismount_greater", ("prone", "bolts"), find(state, target).name, why=why)
        if how == "prone":
            return stop(play, state, target, 1)
        play.tell("mount.bolts", find(state, mount).name, why=why)
        state = put(state, gain(find(state, mount), "fled"))
    return state


@rule("modified_cairn.table.outrider_1")
def steadfast(creature: Creature) -> bool:
    """Whether nothing moves a creature from its place, because it holds an Outrider's buckler."""
    return any(item.name == BUCKLER and item.place == "hands" for item in creature.items)


@rule("modified_cairn.gambit.repel")
def repel(play: Play, state: State, target: str, gambit: Gambit) -> State:
    """Drive the target one band away from the attacker; with a strong die two, or it also falls down."""
    if not up(find(state, target)) or not up(find(state, gambit.who)):
        return state
    why, name = "modified_cairn.gambit.repel", find(state, target).name
    if steadfast(find(state, target)):
        play.tell("steadfast", name, BUCKLER, why="modified_cairn.table.outrider_1")
        return state
    play.tell("gambit.repelled", name, why=why)
    bands = 1
    if gambit.extra == "greater":
        bands = 2 if play.choose(REFEREE, "repel_greater", ("two_bands", "prone"), name, why=why) == "two_bands" else 1
        state = state if bands == 2 else stop(play, state, target, 1)
    for _ in range(bands):
        if apart(fight(state), target, gambit.who) != "distant":
            state = step(play, state, target, gambit.who, closer=False)
    return state


@rule("modified_cairn.gambit.save")
def give_way(play: Play, state: State, who: str) -> State:
    """Waive the Save against Gambits until further notice; possible until it would be rolled."""
    one = find(state, who)
    play.tell("gives_way", one.name, why="modified_cairn.gambit.save")
    return put(state, gain(one, YIELDING))


@rule("modified_cairn.gambit.save")
def stand_firm(play: Play, state: State, who: str) -> State:
    """Make Saves against Gambits again."""
    one = find(state, who)
    play.tell("stands_firm", one.name, why="modified_cairn.gambit.save")
    return put(state, shed(one, YIELDING))


def lasting(state: State, who: str, code: str, left: int, what: str = "") -> State:
    """The state with a creature in this state for `left` turns or rounds; a longer one that it has already stays.

    `what` is the weapon or power that is Impaired.
    """
    combat, one = fight(state), find(state, who)
    same = [each for each in combat.lasting if (each.who, each.state, each.what) == (who, code, what)]
    kept = [each for each in combat.lasting if each not in same]
    made = Passing(who, code, max([left, *[each.left for each in same]]), combat.side, what)
    state = put(state, MARKS.add(one, "impaired", what) if what else gain(one, code))
    return replace(state, combat=replace(combat, lasting=(*kept, made)))


def _count_down(state: State, due: tuple[Passing, ...]) -> State:
    """Count these lasting states down by one turn or round, and end those with none left."""
    combat = fight(state)
    left: list[Passing] = []
    for each in combat.lasting:
        if each not in due:
            left.append(each)
        elif each.left > 1:
            left.append(replace(each, left=each.left - 1))
        else:
            one = find(state, each.who)
            state = put(state, MARKS.drop(one, "impaired", each.what) if each.what else shed(one, each.state))
    return replace(state, combat=replace(combat, lasting=tuple(left)))


@rule("modified_cairn.gambit.stop", "modified_cairn.gambit.impair")
def turn_ends(state: State) -> State:
    """Count down the states that last for turns of their victim, for those who had their turn now."""
    combat = fight(state)
    due = [each for each in combat.lasting if each.state in TURNS and each.who in combat.acting]
    return _count_down(state, tuple(due)) if due else state


@rule(
    "modified_cairn.shield.bash_no_armour",
    "modified_cairn.setting.shield_bash_armour",
    "modified_cairn.setting.round_effects",
)
def turn_begins(state: State, side: Side) -> State:
    """Count down what ends when a side's turn begins, by settings: its Shield bashes and its Expose Gambits."""
    settings = state.settings
    ending = ["bashed"] if settings.shield_bash_armour == "next_turn" else []
    ending += ["armorless"] if settings.round_effects == "own_next_turn" else []
    due = tuple([each for each in fight(state).lasting if each.state in ending and each.side == side])
    return _count_down(state, due) if due else state


@rule(
    "modified_cairn.phase.round_end",
    "modified_cairn.setting.shield_bash_armour",
    "modified_cairn.setting.round_effects",
)
def round_ends(state: State) -> State:
    """Count down what ends with the round, by settings: Shield bashes and Expose Gambits."""
    settings = state.settings
    ending = ["bashed"] if settings.shield_bash_armour == "round_end" else []
    ending += ["armorless"] if settings.round_effects == "round_end" else []
    due = tuple([each for each in fight(state).lasting if each.state in ending])
    return _count_down(state, due) if due else state


@rule("modified_cairn.shield.bash_no_armour")
def bashing(state: State, strike: Strike) -> State:
    """The state with an attacker's Shield giving no Armor for a while, if it was used to strike."""
    return lasting(state, strike.who, "bashed", 1) if "bash" in strike.attack.qualities else state
