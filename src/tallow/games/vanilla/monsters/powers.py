"""Powers of enemies: effects of a hit, and effects each Round."""

from collections.abc import Mapping

from msgspec.structs import replace

from tallow.games.vanilla.checks.rolls import Struck, rolled
from tallow.games.vanilla.checks.saves import save
from tallow.games.vanilla.checks.sways import daylight, harmed_by, nature, special
from tallow.games.vanilla.combat import morale
from tallow.games.vanilla.entries import Special, callings, monsters
from tallow.games.vanilla.gear.ruin import METAL, corroded, rusted
from tallow.games.vanilla.gear.weapons import Way
from tallow.games.vanilla.harm.damage import damage, dies
from tallow.games.vanilla.magic import lasting
from tallow.games.vanilla.magic.effects import ACROSS, breathless, petrified, poisoned, smothered, swarmed
from tallow.games.vanilla.monsters.bestiary import lucky, rolled_up
from tallow.games.vanilla.state import DAY, MARKS, TURN, WEEK, Creature, Effect, State, able, alive, opponents, up
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import everyone, find, members, put, side_of
from tallow.play import REFEREE, Play, RuleId, rule

LEVELS: RuleId = "vanilla.monster.level_loss"
UNITS: Mapping[str, int] = {"rounds": 1, "turns": TURN, "days": DAY}
MEALS = 10
"""How many Rounds a scavenger takes for one victim."""

PER_BELLY = 5
"""A creature can swallow one victim for each of this many HD, rounded up."""

KEPT = ("no_xp", "named", "leader")
"""Traits that the parts of a creature that has split keep."""

EDGELESS = ("vanilla.weapon.unarmed", "vanilla.item.torch", "")
"""Weapons that are not edged; all others are."""


DAMAGES = ("latched", "lodged", "engulfed", "swallowed")
"""Modes that deal damage at the end of each Round."""

LATER = ("latched", "lodged")
"""Those of them that begin with the Round after that of the hit."""


@rule(
    "vanilla.monster.on_hit",
    "vanilla.monster.cockatrice",
    "vanilla.monster.ghoul",
    "vanilla.monster.giant_bat",
    "vanilla.monster.purple_worm",
    "vanilla.monster.wyvern",
)
def hit(play: Play, state: State, who: str, target: str, name: str, struck: Struck, way: Way) -> State:
    """Apply the powers that follow a hit, even one for 0 damage; `name` is that of the attack, "" for a weapon."""
    monster = nature(find(state, who))
    powers, of = (monster.specials, monster.id) if monster is not None else ((), "")
    for power in powers:
        if power.type == "on_hit" and applies(power, find(state, who), name, struck):
            state = _follows(play, state, who, target, power, of)
        elif power.type == "rust":
            state = rusted(play, state, target, "armour", of)
        elif power.type == "rise" and has(find(state, target), "dead") and find(state, target).kind != "enemy":
            ends = state.clock + DAY
            state = lasting.begin(play, state, power.as_, "rising", who, (target,), ends=ends)
    if special(find(state, target), "rust") is not None and way.weapon and way.mode == "melee":
        state = rusted(play, state, who, way.option, find(state, target).of)
    cut = way.weapon not in EDGELESS and not way.natural
    return divided(play, state, target, "edged") if cut else state


def applies(power: Special, one: Creature, name: str, struck: Struck) -> bool:
    """Whether a power follows this hit: it must fit the attack, the creature's variant, and perhaps need a critical."""
    if power.attack and power.attack != name:
        return False
    if power.variant and power.variant not in one.traits:
        return False
    return power.when != "crit" or struck == "critical"


def _follows(play: Play, state: State, who: str, target: str, power: Special, of: RuleId) -> State:
    if not alive(find(state, target)):
        return state
    if power.save_vs and save(play, state, target, power.save_vs, of, bonus=power.bonus):
        return state
    return befalls(play, state, who, target, power, of)


@rule(
    "vanilla.monster.on_hit",
    "vanilla.monster.penalty",
    "vanilla.monster.paralysed",
    "vanilla.monster.latch",
    "vanilla.monster.swallow",
    "vanilla.monster.conjured_snake",
    "vanilla.monster.mummy",
    "vanilla.monster.giant_toad",
)
def befalls(play: Play, state: State, who: str, target: str, power: Special, of: RuleId) -> State:
    """Apply a power to a target that failed its Save, or had none."""
    one, victim = find(state, who), find(state, target)
    result = power.result
    if result in ("die", "death save"):
        return _poison(play, state, who, target, power, of)
    if result == "stone":
        return petrified(play, state, target, of)
    if result == "level_loss":
        return lose_level(play, state, target)
    if result == "pulled":
        play.tell("befalls.pulled", victim.name, one.name, why=of)
        side = 1 if victim.at > one.at else -1
        return put(state, replace(victim, at=one.at + side * min(5, abs(victim.at - one.at))))
    if result == "swallowed" and not _room_inside(state, one):
        return state
    if any(effect.by == who for effect in lasting.on(state, target, result) if result in lasting.GRIPS):
        return state
    if result == "cursed" and lasting.under(state, target, "mummy_rot"):
        return state
    if result == "acid" and not _eats_through(victim, power):
        return state
    play.tell(f"befalls.{result}", victim.name, one.name, why=of)
    ends = state.clock + rolled(play, power.duration, REFEREE, of) * UNITS[power.unit] if power.duration else 0
    if result == "cursed":
        return lasting.begin(play, state, of, "mummy_rot", who, (target,), until="dispelled", level=3)
    amount = power.amount
    if result == "acid":
        covered = any(item.place == "worn" and item.ac for item in victim.items)
        amount = state.clock + (rolled(play, power.delay, REFEREE, of) if covered else 0)
    return lasting.begin(play, state, of, result, who, (target,), ends=ends, amount=amount, at=state.clock)


@rule("vanilla.monster.giant_rattler_snake", "vanilla.monster.on_hit")
def _poison(play: Play, state: State, who: str, target: str, power: Special, of: RuleId) -> State:
    """Kill by poison, at once or later, without a Save vs death."""
    if power.delay:
        ends = state.clock + rolled(play, power.delay, REFEREE, of) * UNITS[power.unit]
        play.tell("befalls.dying", find(state, target).name, find(state, who).name, why=of)
        return lasting.begin(play, state, of, "dying", who, (target,), ends=ends)
    return poisoned(play, dies(play, state, target), target, of)


@rule("vanilla.monster.swallow")
def _room_inside(state: State, one: Creature) -> bool:
    """Whether a creature can swallow one more: one for each 5 HD."""
    inside = [effect for effect in state.effects if effect.mode == "swallowed" and effect.by == one.id]
    return len(inside) < -(-one.level // PER_BELLY)


@rule("vanilla.monster.ochre_jelly", "vanilla.monster.gray_ooze")
def _eats_through(victim: Creature, power: Special) -> bool:
    """Whether an acid has an effect: one that eats cloth, wood and leather does nothing to metal armour."""
    return not power.eats or not any(item.place == "worn" and item.ref in METAL and item.ac for item in victim.items)


@rule("vanilla.monster.level_loss", "vanilla.monster.wraith")
def lose_level(play: Play, state: State, who: str) -> State:
    """Lose a level, its numbers and the last spell gained; at level 1 the victim dies.

    Whoever has no class loses 1 HD, and 1 each of AV and ST.
    """
    one = find(state, who)
    if one.level <= 1:
        return dies(play, state, who)
    play.tell("level.lost", one.name, one.level - 1, why=LEVELS)
    one = replace(one, level=one.level - 1)
    if one.of in callings() and one.kind == "pc":
        line = callings()[one.of].at(one.level)
        one = replace(one, av=line.av, st=line.st, grit_max=line.grit, flesh_max=line.flesh)
        one = replace(one, life=replace(one.life, xp=line.xp))
        if one.life.spells_gained:
            last = one.life.spells_gained[-1]
            book = tuple([known for known in one.book if known.spell != last])
            one = replace(one, book=book, life=replace(one.life, spells_gained=one.life.spells_gained[:-1]))
    else:
        one = replace(one, av=one.av - 1, st=one.st - 1)
    one = replace(one, grit=min(one.grit, one.grit_max), flesh=min(one.flesh, one.flesh_max))
    return put(state, one)


@rule(
    "vanilla.monster.split",
    "vanilla.monster.black_pudding",
    "vanilla.monster.ochre_jelly",
    "vanilla.spell.polymorph",
)
def divided(play: Play, state: State, who: str, by: str) -> State:
    """Split a creature after each such hit that leaves it alive; the parts act from the next Round on.

    Whoever only has the shape of such a creature keeps their own Flesh, and so stays whole.
    """
    one = find(state, who)
    power = special(one, "split")
    if power is None or by not in power.on or not alive(one) or one.level <= 1 or MARKS.any(one.marks, "shape"):
        return state
    hd = one.level // 2 if power.hd == "half" else int(power.hd)
    number = rolled(play, power.into, REFEREE, one.of)
    monster = monsters()[power.monster or one.of]
    play.tell("splits", one.name, number, why="vanilla.monster.split")
    traits = tuple([trait for trait in one.traits if trait in KEPT])
    first = MARKS.mark("xp", MARKS.number(one.marks, "xp", one.level))
    for effect in lasting.on(state, who):
        state = lasting.leave(play, state, effect, who)
    parts = []
    for n in range(number):
        state, id_ = serial(state, "f")
        part = rolled_up(play, monster, id_ if n else who, f"{monster.name} {id_[1:]}", at=one.at, hd=hd)
        part = replace(part, seat=one.seat, traits=(*traits, "no_xp") if n else traits, marks=() if n else (first,))
        parts.append(part)
    return _instead(state, who, tuple(parts))


def _instead(state: State, who: str, parts: tuple[Creature, ...]) -> State:
    """The state with these parts in place of a creature, without a go in this Round."""
    combat = state.combat
    if combat is not None:
        due = tuple([other for other in combat.due if other != who])
        mine = combat.turn == who
        combat = replace(combat, due=due, move=combat.move and not mine, action=combat.action and not mine)
        state = replace(state, combat=combat)
    state = put(state, parts[0])
    if side_of(state, who) == "party":
        return replace(state, party=state.party + parts[1:])
    return replace(state, foes=state.foes + parts[1:])


@rule("vanilla.phase.round_start", "vanilla.monster.wererat", "vanilla.monster.mummy")
def round_begins(play: Play, state: State) -> State:
    """At the start of a Round, after the d6: called help arrives, Morale is counted, and viewers of a mummy Save.

    In the first Round those that never fight flee.
    """
    for effect in state.effects:
        if effect.mode == "coming":
            state = _come(play, state, effect)
    state = morale.counted(state)
    if state.combat is not None and state.combat.round == 1:
        state = disturbed(play, state)
    for foe in everyone(state):
        sight = special(foe, "sight")
        if sight is not None and able(foe):
            state = _seen(play, state, foe, sight)
    return state


@rule("vanilla.monster.subterranean_locust", "vanilla.monster.unicorn")
def disturbed(play: Play, state: State) -> State:
    """Creatures that never fight flee when one begins; a noisy swarm may bring another encounter."""
    noisy = [foe for foe in state.foes if special(foe, "noisy") is not None and up(foe)]
    for foe in state.foes:
        if up(foe) and (special(foe, "noisy") is not None or special(foe, "flees") is not None):
            state = put(state, gain(find(state, foe.id), "fleeing"))
    noise = special(noisy[0], "noisy") if noisy else None
    if noise is not None and lucky(play, noise.chance, noisy[0].of):
        play.tell("noise", noisy[0].name, why=noisy[0].of, seen_by=(REFEREE,))
        return lasting.begin(play, state, noisy[0].of, "noise", "", ())
    return state


@rule("vanilla.monster.wererat")
def _come(play: Play, state: State, effect: Effect) -> State:
    """The creatures that somebody called arrive, on the caller's side."""
    caller = find(state, effect.by)
    monster = monsters()[effect.monster]
    state = replace(state, effects=tuple([other for other in state.effects if other.id != effect.id]))
    play.tell("come", effect.amount, monster.name, why=effect.of)
    come = []
    for _ in range(effect.amount):
        state, id_ = serial(state, "f")
        one = rolled_up(play, monster, id_, f"{monster.name} {id_[1:]}", at=caller.at)
        come.append(replace(one, seat=caller.seat, traits=(*one.traits, "no_xp")))
    if side_of(state, caller.id) == "party":
        return replace(state, party=(*state.party, *come))
    return replace(state, foes=(*state.foes, *come))


@rule("vanilla.monster.mummy")
def _seen(play: Play, state: State, foe: Creature, sight: Special) -> State:
    """Each viewer Saves once in a fight; those who fail are paralysed until one of that kind attacks."""
    for one in opponents(state, foe.id):
        if any(effect.mode == "seen" and effect.of == foe.of and one.id in effect.on for effect in state.effects):
            continue
        state = lasting.begin(play, state, foe.of, "seen", foe.id, (one.id,))
        if lasting.under(state, one.id, "clear_mind"):
            continue
        if not save(play, state, one.id, sight.save_vs, foe.of):
            play.tell("befalls.awed", one.name, foe.name, why=foe.of)
            state = lasting.begin(play, state, foe.of, "awed", foe.id, (one.id,))
    return state


@rule("vanilla.phase.round_end", "vanilla.monster.latch", "vanilla.monster.swallow", "vanilla.spell.water_breathing")
def round_ends(play: Play, state: State) -> State:
    """At the end of a Round: damage by grips, swallowing, burning and auras; regeneration; clouds move."""
    for effect in state.effects:
        if effect in state.effects:
            state = _each_round(play, state, effect)
    state = auras(play, state)
    for one in everyone(state):
        if alive(find(state, one.id)):
            state = _by_nature(play, state, one.id)
    return state


@rule("vanilla.monster.latch", "vanilla.monster.swallow", "vanilla.monster.giant_killer_bee")
def _each_round(play: Play, state: State, effect: Effect) -> State:
    """Apply what an effect does at the end of each Round."""
    if effect.mode in DAMAGES and not (effect.mode in LATER and effect.at == state.clock):
        power = _power_of(effect)
        amount = rolled(play, power.damage, REFEREE, effect.of) if power is not None else 0
        return damage(play, state, effect.on[0], amount, effect.of)
    if effect.mode == "acid" and state.clock >= effect.amount:
        return _burns(play, state, effect)
    if effect.mode == "drowning":
        return breathless(play, state, effect)
    return _drifts(play, state, effect) if effect.mode == "cloud" else state


def _power_of(effect: Effect) -> Special | None:
    entry = monsters().get(effect.of)
    found = entry.specials if entry is not None else ()
    return next((power for power in found if power.result == effect.mode), None)


@rule("vanilla.monster.gray_ooze", "vanilla.monster.ochre_jelly")
def _burns(play: Play, state: State, effect: Effect) -> State:
    """Acid first ruins armour for good, then harms the wearer each Round."""
    who = effect.on[0]
    if any(item.place == "worn" and item.ac for item in find(state, who).items):
        return put(state, corroded(play, find(state, who), effect.of))
    return damage(play, state, who, rolled(play, "1d6", REFEREE, effect.of), effect.of)


@rule("vanilla.spell.cloudkill")
def _drifts(play: Play, state: State, effect: Effect) -> State:
    """A killing cloud moves 10 feet in its direction; those whom it reaches now and did not before Save."""
    moved = replace(effect, at=effect.at + effect.amount * 10)
    state = replace(state, effects=tuple([moved if other.id == effect.id else other for other in state.effects]))
    for one in everyone(state):
        if abs(one.at - moved.at) <= ACROSS < abs(one.at - effect.at) and alive(one):
            state = smothered(play, state, moved, one.id)
    return state


@rule("vanilla.monster.flame_salamander", "vanilla.monster.frost_salamander", "vanilla.setting.area_nearby_ft")
def auras(play: Play, state: State) -> State:
    """Heat or frost damages all nearby, once however many creatures of a kind cause it."""
    for kind in dict.fromkeys([one.of for one in everyone(state) if up(one) and special(one, "aura") is not None]):
        sources = [one for one in everyone(state) if one.of == kind and up(one)]
        aura = special(sources[0], "aura")
        near = [
            one
            for one in everyone(state)
            if alive(one)
            and one.of != kind
            and any(abs(one.at - source.at) <= state.settings.area_nearby_ft for source in sources)
        ]
        if aura is None or not near:
            continue
        amount = rolled(play, aura.damage, REFEREE, kind)
        for one in near:
            harm = harmed_by(state, one, amount, magic=False, element=aura.element, kind="aura")
            state = damage(play, state, one.id, harm, kind)
    return state


@rule("vanilla.monster.troll", "vanilla.monster.vampire", "vanilla.monster.carcass_scavenger")
def _by_nature(play: Play, state: State, who: str) -> State:
    """Apply a creature's own special rules at the end of a Round."""
    one = find(state, who)
    if special(one, "regenerate") is not None:
        state = put(state, regenerated(play, one, state.clock))
    if special(one, "sunlight") is not None and daylight(state):
        state = damage(play, state, who, rolled(play, "1d6", REFEREE, one.of), one.of, direct=True)
    if special(one, "devour") is not None and able(find(state, who)):
        state = _devours(play, state, who)
    for effect in state.effects:
        if effect.mode == "plague" and abs(effect.at - one.at) <= ACROSS and who not in effect.on:
            state = swarmed(play, state, who)
    return state


@rule("vanilla.monster.troll", "vanilla.monster.mummy")
def regenerated(play: Play, one: Creature, clock: int) -> Creature:
    """The creature with full Grit and Flesh, once it had no damage for the number of Rounds of its power."""
    power = special(one, "regenerate")
    hurt = MARKS.number(one.marks, "hurt", -1)
    whole = one.grit == one.grit_max and one.flesh == one.flesh_max
    if power is None or whole or has(one, "mummy_rot") or hurt < 0 or clock - hurt < int(power.after):
        return one
    play.tell("regenerates", one.name, why=one.of)
    return replace(one, grit=one.grit_max, flesh=one.flesh_max, marks=MARKS.without(one.marks, "hurt"))


@rule("vanilla.monster.carcass_scavenger")
def _devours(play: Play, state: State, who: str) -> State:
    """When no opponent is able to act, the creature kills one paralysed victim each Turn."""
    there = [one for one in opponents(state, who) if alive(one)]
    if any(able(one) for one in there) or state.combat is None or state.combat.round % MEALS:
        return state
    victims = [one for one in there if has(one, "paralysed")]
    if not victims:
        return state
    play.tell("devoured", victims[0].name, find(state, who).name, why=find(state, who).of)
    return dies(play, state, victims[0].id)


@rule("vanilla.monster.innate", "vanilla.monster.manticore")
def refreshed(state: State) -> State:
    """At dawn: uses for the day are restored; missiles that regrow come back one a week."""
    weekly = state.clock % WEEK < DAY
    for one in (*members(state, "party"), *members(state, "foes")):
        grown = _grown(one.of) if one.spent else ()
        kept = [use for use in one.spent if use in grown]
        for name in grown if weekly else ():
            if name in kept:
                kept.remove(name)
        if len(kept) < len(one.spent):
            state = put(state, replace(one, spent=tuple(kept)))
    return state


def _grown(of: RuleId) -> tuple[str, ...]:
    """The names of a creature's missiles that have to regrow."""
    entry = monsters().get(of)
    return tuple([power.name for power in entry.specials if power.regrow]) if entry is not None else ()
