"""Defence: an adventurer attacked by an enemy makes a check, spends tokens, and suffers what is not avoided."""

from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import available
from tallow.games.dead_weight.characters.skills import animal
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.rerolls import FAILED, Reading, Rerolls
from tallow.games.dead_weight.combat.morale import edge
from tallow.games.dead_weight.entries.monsters import EnemyAction
from tallow.games.dead_weight.harm.afflictions import afflict
from tallow.games.dead_weight.harm.conditions import helpless, out_of_reach, stun, woken
from tallow.games.dead_weight.harm.traumas import attacked
from tallow.games.dead_weight.harm.wounds import Hit, suffer
from tallow.games.dead_weight.magic import effects
from tallow.games.dead_weight.monsters.specials import happen
from tallow.games.dead_weight.state import Adventurer, Attribute, Enemy, State, able, adventurer, alive, put
from tallow.play import Play, rule


@rule(
    "dead_weight.enemy.defence_check",
    "dead_weight.enemy.critical",
    "dead_weight.enemy.special_effects",
    "dead_weight.combat.enemy_no_roll",
    "dead_weight.wound.mortal_state",
    "dead_weight.weapon_effect.n",
    "dead_weight.weapon_effect.p",
    "dead_weight.weapon_effect.r",
)
def defend(play: Play, state: State, who: str, by: Enemy | None, action: EnemyAction) -> State:
    """An adventurer is attacked: a success avoids everything, a failure is a hit, a critical failure a critical hit."""
    one = adventurer(state, who)
    if (one.conditions and out_of_reach(one)) or (state.effects and effects.smoke(state, who)):
        return state
    if one.conditions and helpless(one):
        reading = FAILED
    else:
        state, reading = check(play, state, one, by, action)
    if reading.success:
        play.tell("avoided", one.name, action.name, why="dead_weight.enemy.defence_check")
    else:
        state = land(play, state, who, by, action, critical=reading.critical)
    return attacked(play, state, who, by) if one.life.traumas and by is not None else state


@rule(
    "dead_weight.enemy.disadvantage_actions",
    "dead_weight.enemy.minus",
    "dead_weight.enemy.tokens",
    "dead_weight.action.combat_spend_token",
    "dead_weight.weapon_effect.d",
    "dead_weight.weapon_effect.x",
    "dead_weight.morale.broken_adventurers",
    "dead_weight.morale.broken_enemies",
    "dead_weight.skill.aegis",
)
def check(play: Play, state: State, one: Adventurer, by: Enemy | None, action: EnemyAction) -> tuple[State, Reading]:
    """The defence check, which costs no fatigue: the action's attribute and disadvantages, broken sides, and tokens."""
    advantages, disadvantages, about = 0, action.disadvantage, ""
    if by is not None:
        helped, hindered = edge(state, by)
        advantages, disadvantages = advantages + helped, disadvantages + hindered
        if animal(by):
            about = "fighting_animals"
        if by.conditions and "blind" in by.conditions:
            advantages += 1
        if state.effects:
            advantages += effects.advantage_against(state, by.id) + effects.dreads(state, by.id, one.id)
    shields = 0 if "X" in action.effects else one.shield
    dodges = 0 if "D" in action.effects else one.dodge
    lent = {} if "X" in action.effects else aegis(play, state, one)
    tokens = None
    if shields or dodges or lent:
        tokens = Rerolls(shields=shields + sum(lent.values()), dodges=dodges)
    state, reading = attempt(
        play,
        state,
        one.id,
        attribute(play, one, action),
        "dead_weight.enemy.defence_check",
        check=True,
        advantages=advantages,
        disadvantages=disadvantages,
        about=about,
        tokens=tokens,
    )
    if reading.shields or reading.dodges:
        state = pay(play, state, one.id, reading, lent)
    return state, reading


@rule("dead_weight.enemy_action.hook_pole", "dead_weight.enemy.attack_notation")
def attribute(play: Play, one: Adventurer, action: EnemyAction) -> Attribute:
    """The attribute to defend with; if the action allows two, the defender chooses."""
    options = action.defence
    if len(options) == 1:
        return options[0]
    dice = tuple([available(one, name) for name in options])
    return play.choose(one.seat, "defend_with", options, one.name, dice, why=action.id)


@rule("dead_weight.skill.aegis")
def aegis(play: Play, state: State, one: Adventurer) -> dict[str, int]:
    """The shield tokens that masters of the aegis on the same tile lend for this defence, by their ids."""
    lent: dict[str, int] = {}
    if state.combat is None:
        return lent
    for other in state.party:
        if other.shield and other.at == one.at and other.id != one.id and "aegis" in other.life.skills and able(other):
            options = tuple(range(other.shield, -1, -1))
            many = play.choose(other.seat, "lend_shields", options, other.name, one.name, why="dead_weight.skill.aegis")
            if many:
                lent[other.id] = many
    return lent


@rule("dead_weight.token.shield", "dead_weight.token.dodge", "dead_weight.enemy.tokens")
def pay(play: Play, state: State, who: str, reading: Reading, lent: dict[str, int]) -> State:
    """Remove the tokens spent in defence: own ones first, then those that others lent."""
    one = adventurer(state, who)
    play.tell("tokens.spent", one.name, reading.shields, reading.dodges, why="dead_weight.enemy.tokens")
    own = min(one.shield, reading.shields)
    dodge = one.dodge - reading.dodges
    state = put(state, replace(one, shield=one.shield - own, dodge=dodge, late=min(one.late, dodge)))
    left = reading.shields - own
    for other, many in lent.items():
        if left:
            lender = adventurer(state, other)
            state = put(state, replace(lender, shield=lender.shield - min(many, left)))
            left -= min(many, left)
    return state


@rule(
    "dead_weight.enemy.critical",
    "dead_weight.enemy.special_effects",
    "dead_weight.weapon_effect.b",
    "dead_weight.weapon_effect.s",
    "dead_weight.monster_trait.terrifying",
    "dead_weight.setting.effect_needs_wound",
)
def land(play: Play, state: State, who: str, by: Enemy | None, action: EnemyAction, *, critical: bool = False) -> State:
    """A hit on an adventurer: its wounds, the effects of its letters, terror, and its special if that applies."""
    letters = action.effects + action.critical_effects if critical else action.effects
    wounds = action.wounds + (action.critical if critical else 0)
    play.tell("hit", adventurer(state, who).name, action.name, wounds, why=action.id)
    taken = 0
    if wounds:
        hit = Hit(wounds, "P" in letters, "R" in letters, "N" not in letters)
        state, taken = suffer(play, state, who, hit, action.id)
        if taken and "asleep" in adventurer(state, who).conditions:
            state = woken(play, state, who)
    if not letters and not action.does and (by is None or "terrifying" not in by.traits):
        return state
    if not alive(adventurer(state, who)):
        return _after_killing(play, state, who, by, action)
    if "S" in letters:
        state = stun(play, state, who, letters.count("S"), action.id)
    if "B" in letters and (taken or not state.settings.effect_needs_wound):
        state = afflict(play, state, who, "bleeding", action.id)
    if by is not None and "terrifying" in by.traits:
        state = afflict(play, state, who, "terrified", "dead_weight.monster_trait.terrifying")
    when = action.special_when
    if when == "unsaid":
        when = "wound" if state.settings.effect_needs_wound else "hit"
    if when == "hit" or (when == "wound" and taken) or (when == "critical" and critical):
        state = happen(play, state, by.id if by else "", who, action.does, action.id)
    return state


def _after_killing(play: Play, state: State, who: str, by: Enemy | None, action: EnemyAction) -> State:
    """The effects of a hit that killed: only what it does for the attacker, which is healing."""
    if by is None or action.special_when != "hit":
        return state
    own = tuple([special for special in action.does if special.code == "heal"])
    return happen(play, state, by.id, who, own, action.id)
