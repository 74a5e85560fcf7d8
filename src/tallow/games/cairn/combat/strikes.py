"""Strikes: all dice aimed at one target on one turn, of which the highest counts, and what it does to the target."""

from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from tallow.games.cairn.combat.attacks import highest, throw
from tallow.games.cairn.gear.inventory import armor
from tallow.games.cairn.harm.damage import Blow, Outcome, blow, hurt, restore, saver
from tallow.games.cairn.monsters.kinds import armor_against, attack_kinds, heals, immune, straight_to_str
from tallow.games.cairn.state import Attack, Creature, Mark, State, plain
from tallow.mechanics.conditions import has, shed
from tallow.play import REFEREE, Play, Seat, Stake, rule

Strike: TypeAlias = tuple[Creature, Attack]
"""Who attacks, and how."""

Throw: TypeAlias = tuple[Seat, tuple[int, ...]]
"""Who throws, and the dice."""

DEFENCELESS = frozenset(
    (
        "asleep", "helpless", "unconscious", "paralysed", "petrified", "panicked", "critical", "stable", "mortal",
        "terrified", "agony", "engulfed",
    )
)  # fmt: skip


PROTECTED = frozenset(("proof", "swarm", "image", "image_2"))
"""Conditions that some attacks cannot get through."""


class Struck(Struct, frozen=True, gc=False):
    """What came of it: the target after it, and whose die counted (None: nothing could harm it).

    `odd`: by who attacked or by what with, more may come of it.
    """

    target: Creature
    by: Strike | None = None
    outcome: Outcome = "no_harm"
    odd: bool = False


@rule("cairn.combat.procedure", "cairn.combat.multiple", "cairn.armor.subtract")
def strike(play: Play, state: State, target: Creature, strikes: list[Strike]) -> Struck:
    """All who attack one target: their dice, the highest, and what it does."""
    if target.special:
        target = _mended(play, target, strikes)
        strikes = [one for one in strikes if _harms(play, one, target)]
        if not strikes:
            return Struck(target)
    if target.conditions and not PROTECTED.isdisjoint(target.conditions):
        target, strikes = _warded(play, target, strikes)
        if not strikes:
            return Struck(target)
    if len(strikes) > 1:
        play.tell("attack.together", tuple([one.name for one, _ in strikes]), target.name, why="cairn.combat.multiple")
    throws: tuple[Throw, ...] = ()
    odd, usual = False, plain(target) and not (state.fight and state.fight.marks)
    for attacker, attack in strikes:
        if usual and plain(attacker) and not attack.ranged and not attack.qualities:
            dice = attack.dice
        else:
            dice = throw(state, attacker, attack, target, len(strikes) - 1)
        throws += ((attacker.seat, dice),)
        if attack.ignores_armor or attacker.special:
            odd = True
    hp = target.hp if usual or not helpless(state, target) else 0
    stopped, who = armor(target), saver(target)
    if len(strikes) == 1 and target.kind == "pc" and max(strikes[0][1].dice, default=0) > stopped + hp:
        # Whoever must save then knows whose blow it was.
        attacker, attack = strikes[0]
        play.tell("attack.begun", attacker.name, attack.name, target.name, why="cairn.combat.procedure")
    if odd:
        best, which = _kept_with_effects(play, throws, strikes)
        attacker, attack = strikes[which]
        stopped = armor_against(attacker, attack, target)
        hp = 0 if attacker.special and straight_to_str(attacker.of) else hp
        done = blow(play, best - stopped, hp, target.strength, target.kind == "pc", target.seat, who)
    else:
        upon = (hp, target.strength, target.kind == "pc", target.seat, who)
        best, which, done = play.call(landed, throws, stopped, *upon)
    attacker, attack = one = strikes[which]
    play.tell(
        "attack", attacker.name, attack.name, target.name, best, stopped, done.outcome, why="cairn.combat.procedure"
    )
    after, outcome = hurt(play, target, done, best, state.settings, state.clock)
    return Struck(after, one, outcome, bool(attacker.special or attack.qualities or attacker.life.boons))


@rule("cairn.combat.procedure", "cairn.armor.subtract", "cairn.combat.damage")
def landed(
    play: Play, throws: tuple[Throw, ...], stopped: int, hp: int, strength: int, scars: bool, by: Seat, who: str = ""
) -> tuple[int, int, Blow]:
    """The highest of all dice, whose it is, and what it does, less Armor, to these HP and this STR of `who`."""
    best, which = kept(play, throws, _needed(stopped + hp + 1, not scars))
    return best, which, blow(play, best - stopped, hp, strength, scars, by, who)


@rule("cairn.combat.blast", "cairn.combat.blast_count")
def reached(play: Play, attacker: Creature, attack: Attack, aimed: str, near: list[str]) -> list[str]:
    """How many of those near a blast takes besides the one aimed at, and who, where the referee does not see it."""
    if len(near) == 1:
        return near
    options = ("roll", *range(1, len(near) + 1))
    reach = play.choose(REFEREE, "blast_reach", options, attacker.name, attack.name, why="cairn.combat.blast_count")
    if reach == "roll":
        (reach,) = play.roll(1, max(attack.dice), by=attacker.seat, why="cairn.combat.blast_count")
    struck, others = [aimed], [who for who in near if who != aimed]
    if int(reach) >= len(near):
        return struck + others
    while len(struck) < int(reach):
        (face,) = play.roll(1, len(others), by=attacker.seat, why="cairn.combat.blast_count")
        struck.append(others.pop(face - 1))
    return struck


@lru_cache(1_000)
def _needed(least: int, secret: bool) -> Stake:
    """From where on a die goes through all HP; how many those are is the referee's to know, but of a character's."""
    return Stake(least, above=True, compared="highest", means="blow", amount=True, secret=secret)


@rule("cairn.combat.multiple")
def kept(play: Play, throws: tuple[Throw, ...], stake: Stake | None = None) -> tuple[int, int]:
    """The highest single die of all attackers, and whose it is."""
    by, dice = throws[-1]
    if len(throws) == 1:
        return highest(play, dice, by, stake), 0
    best, which = play.call(kept, throws[:-1], stake)
    rolled = highest(play, dice, by, stake)
    return (rolled, len(throws) - 1) if rolled > best else (best, which)


@rule("cairn.combat.multiple", "cairn.critical.effects")
def _kept_with_effects(play: Play, throws: tuple[Throw, ...], strikes: list[Strike]) -> tuple[int, int]:
    """The highest single die, and whose it is where that matters: of equals, the side's choice."""
    rolled = [highest(play, dice, by) for by, dice in throws]
    best = max(rolled)
    equal = [at for at, face in enumerate(rolled) if face == best]
    equal.sort(key=lambda at: not (strikes[at][0].special or strikes[at][1].ignores_armor))
    ways = {(strikes[at][0].of, strikes[at][1].name) for at in equal}
    if len(ways) == 1:
        return best, equal[0]
    options = tuple([strikes[at][0].id for at in equal])
    whose = play.choose(throws[equal[0]][0], "whose_die", options, best, why="cairn.combat.multiple")
    return best, equal[options.index(whose)]


@rule("cairn.monster.kinds")
def _mended(play: Play, target: Creature, strikes: list[Strike]) -> Creature:
    """Attacks of a kind that heals a target give lost STR back instead."""
    healing = [(one, attack) for one, attack in strikes if heals(one, attack, target)]
    if not healing:
        return target
    back = max([highest(play, attack.dice, one.seat) for one, attack in healing])
    play.tell("attack.heals", target.name, back, why="cairn.monster.kinds")
    return restore(target, "STR", back)


def _harms(play: Play, one: Strike, target: Creature) -> bool:
    """Whether an attack can do anything to a target at all."""
    attacker, attack = one
    if heals(attacker, attack, target):
        return False
    if not immune(attacker, attack, target):
        return True
    play.tell("attack.immune", attacker.name, attack.name, target.name, why="cairn.monster.kinds")
    return False


@rule(
    "cairn.spell.shield",
    "cairn.spell.smoke_form",
    "cairn.spell.swarm",
    "cairn.spell.mirror_image",
    "cairn.spell.true_sight",
)
def _warded(play: Play, target: Creature, strikes: list[Strike]) -> tuple[Creature, list[Strike]]:
    """Attacks that get through: no mundane ones where these do nothing, blasts only on a swarm, none on an image."""
    through = []
    for attacker, attack in strikes:
        sees = has(attacker, "true_sighted")
        image = "" if sees else next((c for c in ("image_2", "image") if has(target, c)), "")
        if image:
            target = shed(target, image)
            play.tell("attack.image", attacker.name, target.name, why="cairn.spell.mirror_image")
        elif (has(target, "proof") and "mundane" in attack_kinds(attacker, attack, target.of)) or (
            has(target, "swarm") and not attack.blast
        ):
            play.tell("attack.immune", attacker.name, attack.name, target.name, why="cairn.spell.shield")
        else:
            through.append((attacker, attack))
    return target, through


@rule("cairn.combat.helpless", "cairn.panic.effect")
def helpless(state: State, target: Creature) -> bool:
    """Whether HP are of no use to a target: it cannot defend itself at all, or it panics."""
    if target.conditions and not DEFENCELESS.isdisjoint(target.conditions):
        return True
    marks = state.fight.marks if state.fight else ()
    return bool(marks) and Mark(target.id, "helpless") in marks
