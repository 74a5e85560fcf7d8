"""Combat actions that skills add: bash, feint, intimidate, healing presence by Fearless, and banishing undead."""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.use_limits import SPENT, TURN_USES
from tallow.games.dead_weight.combat.acting import Shows, combat_deed
from tallow.games.dead_weight.combat.attack import land, noticed, strike, tokens
from tallow.games.dead_weight.combat.chart import close_to, on_chart, within
from tallow.games.dead_weight.combat.morale import edge, minds
from tallow.games.dead_weight.combat.rounds import fought
from tallow.games.dead_weight.combat.weapon_attacks import manners_against
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.gear.inventory import carries, shield_in_hand, weapons_in_hand
from tallow.games.dead_weight.harm.conditions import sees
from tallow.games.dead_weight.harm.wounds import can_heal, heal
from tallow.games.dead_weight.monsters.monster_traits import to_hit
from tallow.games.dead_weight.state import Adventurer, Enemy, State, able, adventurer, alive, enemy, put, skilled
from tallow.games.dead_weight.world.exploration import exploring
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.games.deeds import Deed, Refusal
from tallow.play import Play, RuleId, rule

BASH: RuleId = "dead_weight.action.combat_bash"
FEINT: RuleId = "dead_weight.action.combat_feint"
INTIMIDATE: RuleId = "dead_weight.action.combat_intimidate"
FEARLESS: RuleId = "dead_weight.action.combat_fearless"
BANISH: RuleId = "dead_weight.action.combat_banish_undead"
EXORCISM_BOOK: RuleId = "dead_weight.item.exorcism_book"

BASHING = Attack("STR", 1, 0, ("S",))
INTIMIDATING = Attack("PRE", 1, 0, ("N",), range="nearby")
SHAKEN_OFF = SPENT.mark("combat", "fearless")
BANISHED_UP_TO = 4


def _has(*skills: str) -> Shows:
    """A condition for showing a deed: somebody has one of these skills."""

    def shown(state: State, who: str) -> bool:
        return skilled(adventurer(state, who), *skills)

    return shown


def _close(state: State, who: str) -> tuple[str, ...]:
    """The ids of enemies Close to an adventurer who can be targeted."""
    near = close_to(state, adventurer(state, who).at, state.enemies)
    return tuple([foe.id for foe in near if "imprisoned" not in foe.conditions])


@rule("dead_weight.action.combat_bash", "dead_weight.skill.bash")
def bash(play: Play, state: State, who: str) -> State:
    """Bash: an attack with STR 1 that puts a stun token on the target it hits, even if armour stops the wound."""
    one = adventurer(state, who)
    target = play.choose(one.seat, "attack_whom", _close(state, who), one.name, why=BASH)
    return strike(play, state, who, target, BASHING, BASH)[0]


def _cannot_bash(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    if shield_in_hand(one) is None and not weapons_in_hand(one):
        return Refusal("nothing_to_bash_with", (one.name,), BASH)
    return None if _close(state, who) else Refusal("no_target", (one.name,), BASH)


def _deceivable(state: State, who: str) -> tuple[str, ...]:
    """The ids of enemies within reach of a held weapon who have tokens to lose."""
    one = adventurer(state, who)
    return tuple(
        foe.id
        for foe in state.enemies
        if (foe.shield or foe.dodge)
        and any(way.how not in {"spell", "item"} for way in manners_against(state, one, foe))
    )


@rule("dead_weight.action.combat_feint", "dead_weight.skill.duelist", "dead_weight.skill.swashbuckler")
def feint(play: Play, state: State, who: str) -> State:
    """Feint: an enemy loses all shield and dodge tokens; with Swashbuckler, if it had shields, its attacks too."""
    one = adventurer(state, who)
    foe = enemy(state, play.choose(one.seat, "attack_whom", _deceivable(state, who), one.name, why=FEINT))
    play.tell("feints", one.name, foe.name, foe.shield + foe.dodge, why=FEINT)
    fooled = foe.shield and skilled(one, "swashbuckler")
    if fooled:
        play.tell("fooled", foe.name, why="dead_weight.skill.swashbuckler")
    spent = (*foe.spent, SPENT.mark("next", "feinted")) if fooled else foe.spent
    return noticed(put(state, replace(foe, shield=0, dodge=0, spent=spent)), foe.id)


def _nobody_to_feint(state: State, who: str) -> Refusal | None:
    return None if _deceivable(state, who) else Refusal("nobody_to_feint", (adventurer(state, who).name,), FEINT)


def _impressed(state: State, who: str) -> list[Enemy]:
    """The enemies Nearby."""
    one = adventurer(state, who)
    return [foe for foe in state.enemies if on_chart(foe) and within(state, one, foe, "nearby")]


@rule("dead_weight.action.combat_intimidate", "dead_weight.skill.intimidate", "dead_weight.combat.attack_tokens")
def intimidate(play: Play, state: State, who: str) -> State:
    """Intimidate: one PRE test against every enemy Nearby, each of whom may spend tokens; its wound never kills."""
    combat = fought(state)
    state = replace(state, combat=replace(combat, used=(*combat.used, TURN_USES.mark("intimidate"))))
    foes = _impressed(state, who)
    minding = next((foe for foe in foes if minds(foe)), foes[0])
    helped, hindered = edge(state, minding)
    shields, dodges = sum([foe.shield for foe in foes]), sum([foe.dodge for foe in foes])
    state, reading = attempt(
        play,
        state,
        who,
        "PRE",
        INTIMIDATE,
        advantages=helped,
        disadvantages=hindered + min([to_hit(foe) for foe in foes]),
        tokens=tokens(state, INTIMIDATING, shields, dodges) if shields or dodges else None,
    )
    shields, dodges = reading.foe_shields, reading.foe_dodges
    for foe in foes:
        if shields or dodges:
            spent = min(shields, foe.shield), min(dodges, foe.dodge)
            state = put(state, replace(foe, shield=foe.shield - spent[0], dodge=foe.dodge - spent[1]))
            shields, dodges = shields - spent[0], dodges - spent[1]
        if reading.success and alive(enemy(state, foe.id)):
            state, _ = land(
                play, state, who, foe.id, INTIMIDATING, INTIMIDATE, great=reading.great, melee=False, magic=True
            )
        state = noticed(state, foe.id)
    return state


def _cannot_intimidate(state: State, who: str) -> Refusal | None:
    if TURN_USES.any(fought(state).used, "intimidate"):
        return Refusal("once_a_combat", (), INTIMIDATE)
    return None if _impressed(state, who) else Refusal("no_target", (adventurer(state, who).name,), INTIMIDATE)


@rule("dead_weight.action.combat_fearless", "dead_weight.skill.fearless")
def shake_off_fear(play: Play, state: State, who: str) -> State:
    """Fearless: heal one of one's own PRE wounds, once per combat."""
    one = adventurer(state, who)
    state = put(state, replace(one, spent=(*one.spent, SHAKEN_OFF)))
    return heal(play, state, who, 1, FEARLESS, among=("PRE",))


def _no_fear(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    if SHAKEN_OFF in one.spent:
        return Refusal("once_a_combat", (), FEARLESS)
    if not one.presence.wounds:
        return Refusal("no_presence_wound", (one.name,), FEARLESS)
    return None if can_heal(one) else Refusal("hungry", (one.name,), "dead_weight.affliction.hungry")


def _undead(state: State, one: Adventurer) -> list[Enemy]:
    """Undead and ghosts up to level 4 who are Nearby and see the cleric."""
    return [
        foe
        for foe in state.enemies
        if ("undead" in foe.tags or "ghost" in foe.tags)
        and foe.level <= BANISHED_UP_TO
        and on_chart(foe)
        and able(foe)
        and sees(foe)
        and within(state, one, foe, "nearby")
    ]


@rule(
    "dead_weight.action.combat_banish_undead",
    "dead_weight.skill.banish_undead",
    "dead_weight.item.exorcism_book",
    "dead_weight.skill.holy_rites",
)
def banish(play: Play, state: State, who: str) -> State:
    """Banish undead: a PRE test, one die more with the book; on a success they spend an action moving away."""
    one = adventurer(state, who)
    book = carries(one, EXORCISM_BOOK) is not None
    state, reading = attempt(play, state, who, "PRE", BANISH, more=int(book), about="religion")
    if not reading.success:
        return state
    for foe in _undead(state, adventurer(state, who)):
        play.tell("banished", foe.name, one.name, why=BANISH)
        state = put(state, replace(foe, spent=(*foe.spent, SPENT.mark("next", "banished", who))))
    return state


def _no_undead(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    return None if _undead(state, one) else Refusal("no_undead", (one.name,), BANISH)


@rule("dead_weight.skill.banish_undead")
def banish_in_peace(play: Play, state: State, who: str) -> State:
    """Outside combat banishing takes an exploration turn; the GM says whom it drives off."""
    return pass_turns(play, banish(play, state, who), 1)


def _may_banish(state: State, who: str) -> bool:
    return exploring(state, who) and able(adventurer(state, who)) and skilled(adventurer(state, who), "banish_undead")


DEEDS: tuple[Deed[State], ...] = (
    combat_deed("combat_bash", 1, bash, BASH, refuse=_cannot_bash, shown=_has("bash")),
    combat_deed("combat_feint", 1, feint, FEINT, refuse=_nobody_to_feint, shown=_has("duelist", "swashbuckler")),
    combat_deed("combat_intimidate", 2, intimidate, INTIMIDATE, refuse=_cannot_intimidate, shown=_has("intimidate")),
    combat_deed("combat_fearless", 0, shake_off_fear, FEARLESS, refuse=_no_fear, shown=_has("fearless"), stunned=True),
    combat_deed("combat_banish_undead", 1, banish, BANISH, refuse=_no_undead, shown=_has("banish_undead")),
    Deed(
        "banish_undead",
        banish_in_peace,
        "dead_weight.skill.banish_undead",
        cost="1 turn",
        shown=_may_banish,
        group="exploring",
        rank=1,
    ),
)
