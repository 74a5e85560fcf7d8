"""The fight of `fights.py` by hand, in plain Python: mutable state, and nothing that this one fight cannot need.

`bare` counts all that our report counts. `lean` is the same fight stripped to wins and rounds.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TypeAlias

Numbers: TypeAlias = dict[str, float]
Random01: TypeAlias = Callable[[], float]


class Fighter:
    """A character or a goblin; `fate` is "up", "down", "dead" or "fled"."""

    __slots__ = ("armor", "die", "fate", "hp", "pc", "scars", "strength", "will")

    def __init__(self, hp: int, armor: int, strength: int, will: int, die: int, *, pc: bool) -> None:
        self.hp = hp
        self.armor = armor
        self.strength = strength
        self.will = will
        self.die = die
        self.pc = pc
        self.scars = 0
        self.fate = "up"


def saves(random: Random01, score: int) -> bool:
    face = int(random() * 20) + 1
    return face == 1 or (face <= score and face != 20)


def attack(random: Random01, attackers: list[Fighter], targets: list[Fighter]) -> None:
    """All attack, spread out; the highest die on each target counts."""
    best = [0] * len(targets)
    for at, attacker in enumerate(attackers):
        aimed = at % len(targets)
        best[aimed] = max(best[aimed], int(random() * attacker.die) + 1)
    for target, face in zip(targets, best, strict=True):
        if face > target.armor:
            strike(random, target, face - target.armor)


def strike(random: Random01, target: Fighter, damage: int) -> None:
    """HP, then STR and the save; exactly 0 HP scars a character."""
    if damage < target.hp:
        target.hp -= damage
    elif damage == target.hp:
        target.hp = 0
        if target.pc:
            scar(random, target, damage)
    else:
        target.strength -= damage - target.hp
        target.hp = 0
        if target.strength <= 0:
            target.strength = 0
            target.fate = "dead"
        elif not saves(random, target.strength):
            target.fate = "down" if target.pc else "dead"


def scar(random: Random01, hero: Fighter, lost: int) -> None:
    """Scars 1 to 4 are those that this fight can leave; a broken rib or skull impairs."""
    hero.scars += 1
    if lost == 1:
        random()
        random()
    elif lost == 2:
        random()
    elif lost == 4 and int(random() * 6) + 1 > 4:
        hero.die = 4


def fight(random: Random01) -> tuple[list[Fighter], list[Fighter], int]:
    """Both sides when it is over, and the rounds that it took."""
    party = [Fighter(4, 1, 11, 10, 8, pc=True) for _ in range(4)]
    foes = [Fighter(4, 0, 8, 8, 6, pc=False) for _ in range(4)]
    acting = [hero for hero in party if saves(random, 10)]
    heroes, goblins = party, foes
    first = half = lone = False
    rounds = 1
    while True:
        attack(random, acting, goblins)
        goblins = [foe for foe in goblins if foe.fate == "up"]
        dead = sum([foe.fate == "dead" for foe in foes])
        if dead and (not first or (dead >= 2 and not half)):
            first, half = True, dead >= 2
            goblins = [foe for foe in goblins if stays(random, foe)]
        if len(goblins) == 1 and goblins[0].hp == 0 and not lone:
            lone = True
            goblins = [foe for foe in goblins if stays(random, foe)]
        if not goblins:
            return party, foes, rounds
        attack(random, goblins, heroes)
        heroes = [hero for hero in heroes if hero.fate == "up"]
        if not heroes:
            return party, foes, rounds
        acting = heroes
        rounds += 1


def stays(random: Random01, foe: Fighter) -> bool:
    if saves(random, foe.will):
        return True
    foe.fate = "fled"
    return False


def counted(party: list[Fighter], foes: list[Fighter], rounds: int) -> tuple[str, Numbers]:
    """How it ended, and the numbers of it."""
    fled = sum([foe.fate == "fled" for foe in foes])
    living = [hero for hero in party if hero.fate != "dead"]
    hp, strength = sum([hero.hp for hero in living]), sum([hero.strength for hero in living])
    won = all(foe.fate != "up" for foe in foes)
    how = "party_down" if not won else "foes_fled" if fled else "foes_down"
    return how, {
        "rounds": rounds,
        "deaths": len(party) - len(living),
        "down": sum([hero.fate == "down" for hero in living]),
        "scars": sum([hero.scars for hero in party]),
        "maimed": sum([hero.scars > 0 or hero.fate == "down" for hero in living]),
        "spent": round(1 - (hp + strength) / 60, 3),
        "hp_left": hp,
        "str_left": strength,
        "foes_dead": sum([foe.fate == "dead" for foe in foes]),
        "foes_fled": fled,
    }


def bare(n: int, seed: int) -> dict[str, float]:
    """Fight `n` times and count all that our report counts: the share won, and the mean of each number."""
    random = Random(seed).random
    ended = [counted(*fight(random)) for _ in range(n)]
    ends = Counter([how for how, _ in ended])
    counts = {name: Counter([numbers[name] for _, numbers in ended]) for name in ended[0][1]}
    means = {name: sum(number * times for number, times in seen.items()) / n for name, seen in counts.items()}
    return {"wins": (ends["foes_down"] + ends["foes_fled"]) / n, **means}


def lean(n: int, seed: int) -> dict[str, float]:
    """Fight `n` times and count wins and rounds alone."""
    random = Random(seed).random
    wins = total = 0
    for _ in range(n):
        party, _, rounds = fight(random)
        wins += any(hero.fate == "up" for hero in party)
        total += rounds
    return {"wins": wins / n, "rounds": total / n}
