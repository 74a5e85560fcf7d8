"""Hostilities: the GM begins and ends a fight, changes sides, and names the attribute to test."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.combat.aftermath import finish
from tallow.games.black_hack.combat.flight import gone
from tallow.games.black_hack.combat.morale import dauntless
from tallow.games.black_hack.combat.rounds import begin, go_on, settled
from tallow.games.black_hack.monsters.bestiary import readied
from tallow.games.black_hack.monsters.passives import has_trait
from tallow.games.black_hack.monsters.spoils import surrendered
from tallow.games.black_hack.state import ATTRIBUTES, MARKS, State, able, character, creature, put
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, rule

START: RuleId = "black_hack.phase.combat_start"
END: RuleId = "black_hack.phase.combat_end"
ATTRIBUTE: RuleId = "black_hack.attack.gm_chooses_attribute"
FAIL: RuleId = "black_hack.morale.fail"
ALLIES: RuleId = "black_hack.init.npc_allies"


@rule("black_hack.phase.combat_start", "black_hack.init.surprise", "black_hack.attack.helpless")
def start_combat(play: Play, state: State, _: str) -> State:
    """The GM has a fight begin with the foes who are there: whoever knows of it, and how far they are."""
    state = replace(state, foes=tuple([readied(play, foe) for foe in state.foes]))
    known = ("aware", "surprise", "unaware")
    options = ("ambush", *known) if lurking(state) else known
    who = play.choose(REFEREE, "awareness", options, why="black_hack.init.surprise")
    surprised: tuple[str, ...] = ()
    if who == "ambush":
        state, surprised = ambushed(play, state)
    if who == "surprise":
        able_ones = [one.id for one in state.party if able(one)]
        whom = play.choose(REFEREE, "surprised", ("everybody", *able_ones), why="black_hack.init.surprise")
        surprised = tuple(able_ones) if whom == "everybody" else (whom,)
    unaware = tuple([foe.id for foe in state.foes if able(foe)]) if who == "unaware" else ()
    return begin(play, state, surprised=surprised, unaware=unaware)


def lurking(state: State) -> bool:
    """Whether any foe lies in ambush."""
    return any(able(foe) and has_trait(foe, "lurks") for foe in state.foes)


@rule("black_hack.monster.bandit", "black_hack.monster.gargoyle", "black_hack.monster.gelatinous_cube")
def ambushed(play: Play, state: State) -> tuple[State, tuple[str, ...]]:
    """Before contact everybody tests WIS against those in ambush; gives the ids of those who fail and are surprised."""
    lurker = max([foe for foe in state.foes if able(foe) and has_trait(foe, "lurks")], key=lambda foe: foe.hd)
    surprised = []
    for one in state.party:
        if able(one):
            state, result = attempt(play, state, one.id, "WIS", lurker.of, about="notice")
            surprised += [] if result.success else [one.id]
    return state, tuple(surprised)


def _no_foes(state: State, _: str) -> Refusal | None:
    if not any(able(foe) for foe in state.foes):
        return Refusal("no_foes", (), START)
    return None if any(able(one) for one in state.party) else Refusal("no_party", (), START)


@rule("black_hack.phase.combat_end")
def end_combat(play: Play, state: State, _: str) -> State:
    """The GM ends a fight at once."""
    return finish(play, state, "called_off")


@rule("black_hack.attack.gm_chooses_attribute")
def set_attribute(play: Play, state: State, _: str) -> State:
    """The GM names the attribute that somebody tests for the next Attack or Defend."""
    able_ones = tuple([one.id for one in state.party if able(one)])
    who = play.choose(REFEREE, "attribute_of", able_ones, why=ATTRIBUTE)
    one = character(state, who)
    attribute = play.choose(REFEREE, "attribute", ATTRIBUTES, one.name, why=ATTRIBUTE)
    play.tell("attribute_said", one.name, attribute, why=ATTRIBUTE)
    return put(state, replace(one, marks=MARKS.instead(one.marks, "by", attribute)))


@rule("black_hack.morale.fail")
def give_up(play: Play, state: State, _: str) -> State:
    """The GM has somebody who flees, or anybody who can, surrender: they lay down their arms and fight no more."""
    options = tuple(_waverers(state))
    who = play.choose(REFEREE, "who_surrenders", options, why=FAIL)
    play.tell("surrenders", creature(state, who).name, why=FAIL)
    state = surrendered(play, state, creature(state, who))
    return settled(play, go_on(play, gone(state, who)))


@rule("black_hack.init.npc_allies", "black_hack.creature.npcs", "black_hack.table.reactions")
def change_sides(play: Play, state: State, _: str) -> State:
    """The GM has somebody stand with the party from now on, or against it: a hireling, a friend, a traitor."""
    who = play.choose(REFEREE, "who_changes_sides", tuple(_partisans(state)), why=ALLIES)
    one = creature(state, who)
    joins = any(foe.id == who for foe in state.foes)
    play.tell("sides.with" if joins else "sides.against", one.name, why=ALLIES)
    foes = tuple([foe for foe in state.foes if foe.id != who])
    allies = tuple([ally for ally in state.allies if ally.id != who])
    if joins:
        state = replace(state, foes=foes, allies=(*allies, one))
    else:
        state = replace(state, foes=(*foes, replace(one, group=one.group or one.of or "foes")), allies=allies)
    if state.combat is None:
        return state
    fleeing = tuple([other for other in state.combat.fleeing if other != who])
    state = replace(state, combat=replace(state.combat, fleeing=fleeing))
    return settled(play, go_on(play, state))


def _partisans(state: State) -> list[str]:
    """The ids of NPCs and Monsters who obey nobody and are not in the middle of a Turn."""
    turn = state.combat.turn if state.combat is not None else ""
    free = [one for one in state.foes + state.allies if able(one) and not one.commander]
    return [one.id for one in free if one.id != turn]


def _waverers(state: State) -> list[str]:
    combat = state.combat
    if combat is None:
        return []
    there = [foe for foe in state.foes if able(foe) and not dauntless(foe) and foe.id != combat.turn]
    return [foe.id for foe in sorted(there, key=lambda foe: foe.id not in combat.fleeing)]


def _peace(state: State, _: str) -> bool:
    return state.combat is None and state.phase != "creation"


def _fight(state: State, _: str) -> bool:
    return state.combat is not None


def _can_surrender(state: State, _: str) -> bool:
    return bool(_waverers(state))


def _some_able(state: State, _: str) -> bool:
    return state.combat is not None and any(able(one) for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    Deed("start_combat", start_combat, START, by="referee", shown=_peace, refuse=_no_foes, group="muster"),
    Deed("end_combat", end_combat, END, by="referee", shown=_fight, group="muster"),
    Deed("set_attribute", set_attribute, ATTRIBUTE, by="referee", shown=_some_able, group="muster", rank=1),
    Deed(
        "change_sides",
        change_sides,
        ALLIES,
        by="referee",
        shown=lambda state, _: bool(_partisans(state)),
        group="muster",
        rank=1,
    ),
    Deed("give_up", give_up, FAIL, by="referee", shown=_can_surrender, group="muster"),
)
