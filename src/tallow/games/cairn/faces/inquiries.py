"""Questions of odds: a save, an attack, the scar it leaves, morale, a casting in danger, and a whole duel.

Each is asked of the rules themselves. A duel has both sides attack with what comes first to hand until it is over; the
first fighter counts as a character, who saves to act in the first round, and the other as a foe with morale.
"""

from msgspec.structs import replace

from tallow.games.cairn.bots.outcome import over
from tallow.games.cairn.bots.skirmish import fight
from tallow.games.cairn.checks.saves import passes
from tallow.games.cairn.combat.morale import morale as check_morale
from tallow.games.cairn.combat.rounds import all_attack, begin
from tallow.games.cairn.combat.strikes import landed, strike
from tallow.games.cairn.entries import scars
from tallow.games.cairn.magic.casting import mishaps, risk
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import HOUR, Attack, Creature, Fight, State, unhurt, up
from tallow.games.game import Inquiry, Parameter
from tallow.mechanics.suggestions import Malformed
from tallow.play import Play, rule

ME = "player"
MOST_FOES = 20
MORNING = 8 * HOUR


def save(play: Play, score: int) -> str:
    """One save."""
    return "success" if passes(play, score, ME) else "failure"


def attack(play: Play, dice: tuple[int, ...], armor: int, hp: int, strength: int, target: str) -> str:
    """One attack, or several on one target, upon somebody with these numbers."""
    _, _, done = play.call(landed, ((ME, dice),), armor, hp, strength, target == "pc", ME)
    return done.outcome


@rule("cairn.scar.trigger", "cairn.scar.lookup", "cairn.setting.scar_lookup")
def scar(play: Play, dice: tuple[int, ...], armor: int, hp: int, settings: Settings) -> str:
    """Which scar, if any, an attack leaves on a character with so many HP."""
    target = replace(_somebody("target", hp=hp), kind="pc", armor=armor)
    struck = strike(play, State(settings=settings), target, [(_somebody("foe"), Attack("", dice))])
    return _short(struck.target.scars[-1].of) if struck.target.scars else "no_scar"


@rule("cairn.cast.risk", "cairn.cast.consequence")
def cast(play: Play, wil: int, settings: Settings) -> str:
    """The mishap of a casting in danger, or "safe"."""
    caster = replace(_somebody("caster", wil=wil), kind="pc")
    return risk(play, State(settings=settings, phase="encounter", party=(caster,)), "caster", "") or "safe"


@rule("cairn.morale.first", "cairn.morale.leader")
def morale(play: Play, foes: int, wil: int, leader: int, settings: Settings) -> str:
    """How many of so many foes stay when the first of their number has fallen."""
    if leader or settings.morale != "leader_or_each":
        return f"{play.call(_stay, foes, wil, leader, settings)}_stay"
    return f"{play.call(_each_stays, foes, wil, settings)}_stay"


def _each_stays(play: Play, foes: int, wil: int, settings: Settings) -> int:
    """Each saves alone, so that they can be counted one by one."""
    others = play.call(_each_stays, foes - 1, wil, settings) if foes > 1 else 0
    return others + play.call(_stay, 1, wil, 0, settings)


def _stay(play: Play, foes: int, wil: int, leader: int, settings: Settings) -> int:
    """How many stay of a group that has just lost one, its leader among them if it has one."""
    group = [_somebody(str(at), wil=leader if leader and not at else wil) for at in range(foes)]
    lost = replace(_somebody("lost"), conditions=("dead",))
    fighting = Fight(foes_at_start=foes + 1, leader="0" if leader else "")
    state = State(settings=settings, phase="fight", foes=(*group, lost), fight=fighting)
    return sum(1 for foe in check_morale(play, state).foes if up(foe))


def duel(play: Play, one: str, other: str, settings: Settings) -> State:
    """Two that face each other, and who acts in the first round."""
    met = fight(one, other, settings)
    for said, side in ((one, met.party), (other, met.foes)):
        if len(side) != 1:
            raise Malformed(said, 0, "a single fighter: a duel has one on each side")
    return _told_anew(begin(play, met))


def duel_turn(play: Play, state: State) -> State:
    """One side's turn."""
    side = state.fight.side if state.fight else "party"
    return _told_anew(all_attack(play, state, side))


def duel_ends(state: State) -> str:
    """Who has won, once somebody has."""
    ended = over(state)
    return _ENDS[ended.how] if ended else ""


_ENDS = {"foes_down": "won", "foes_fled": "foe_fled", "party_down": "lost", "party_fled": "fled"}


def _told_anew(state: State) -> State:
    """The same situation at a fixed time of round 1 or 2, without what no longer matters: equal ones count once."""
    late = state.clock - MORNING
    fighting = state.fight
    if fighting is not None and fighting.round > 2:
        fighting = replace(fighting, round=2)
    near = min(one.at for one in (*state.party, *state.foes))
    special = any(one.special for one in (*state.party, *state.foes))
    return replace(
        state,
        clock=MORNING,
        fight=fighting,
        party=tuple(_as_new(one, late, near, special) for one in state.party),
        foes=tuple(_as_new(foe, late, near, special) for foe in state.foes),
        effects=tuple(replace(effect, ends=effect.ends - late) if effect.ends else effect for effect in state.effects),
    )


def _as_new(creature: Creature, late: int, near: int, special: bool) -> Creature:
    """A creature in such a situation; without special creatures nothing is regained, so maxima do not matter."""
    changed = replace(
        creature,
        at=creature.at - near,
        dies_at=creature.dies_at - late if creature.dies_at else 0,
        scars=tuple(replace(scar, since=0) for scar in creature.scars if scar.open),
        deprived=tuple(replace(cause, since=MORNING) for cause in creature.deprived),
    )
    if special:
        return changed
    return replace(changed, hp_max=changed.hp, strength_max=changed.strength, dexterity_max=changed.dexterity)


def _somebody(name: str, *, hp: int = 1, wil: int = 10) -> Creature:
    return unhurt(name, name, "monster", hp, 10, 10, wil)


def _short(id_: str) -> str:
    return id_.rpartition(".")[2]


STATLINES = ("6 HP, 1 Armor, 10 STR, sword (d8)", "Goblin")

INQUIRIES = (
    Inquiry(
        "save",
        (Parameter("score", "number", low=0, high=30),),
        save,
        ("success", "failure"),
        "cairn.save.roll",
    ),
    Inquiry(
        "attack",
        (
            Parameter("dice", "dice"),
            Parameter("armor", "number", 0, high=3),
            Parameter("hp", "number"),
            Parameter("str", "number", 10, low=1, high=30),
            Parameter("target", "word", "pc", words=("pc", "npc")),
        ),
        attack,
        ("no_harm", "hp_loss", "scar", "wounded", "critical", "dead"),
        "cairn.combat.procedure",
    ),
    Inquiry(
        "scar",
        (Parameter("dice", "dice"), Parameter("armor", "number", 0, high=3), Parameter("hp", "number", low=1)),
        scar,
        ("no_scar", *(_short(entry.id) for entry in scars().values())),
        "cairn.scar.lookup",
        settings=True,
    ),
    Inquiry(
        "cast",
        (Parameter("wil", "number", low=0, high=30),),
        cast,
        ("safe", *mishaps(), "dead"),
        "cairn.cast.risk",
        settings=True,
    ),
    Inquiry(
        "morale",
        (
            Parameter("foes", "number", low=1, high=MOST_FOES),
            Parameter("wil", "number", low=0, high=30),
            Parameter("leader", "number", 0, high=30),
        ),
        morale,
        tuple(f"{many}_stay" for many in range(MOST_FOES, -1, -1)),
        "cairn.morale.first",
        settings=True,
    ),
    Inquiry(
        "duel",
        (Parameter("one", "text", words=STATLINES[:1]), Parameter("other", "text", words=STATLINES[1:])),
        duel,
        ("won", "foe_fled", "fled", "lost"),
        "cairn.combat.end",
        settings=True,
        turn=duel_turn,
        ends=duel_ends,
    ),
)
