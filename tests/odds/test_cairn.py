"""The probabilities that Cairn's rulebook states in its examples, each against the rules; and a whole duel."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games import game
from tallow.games.cairn.bots.skirmish import fight
from tallow.games.cairn.bots.tactics import decide
from tallow.games.cairn.combat.attacks import highest, throw
from tallow.games.cairn.combat.morale import morale
from tallow.games.cairn.combat.rounds import begin
from tallow.games.cairn.entries import scars, tables
from tallow.games.cairn.faces.inquiries import duel_ends, duel_turn
from tallow.games.cairn.harm.scars import gain_of
from tallow.games.cairn.monsters.bestiary import statline
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Fight, State, up
from tallow.games.deeds import Action
from tallow.odds import ask, roll_odds
from tallow.odds.chain import absorb
from tallow.play import Choice, Play, Simulated, distribution
from tallow.testing import covers

CAIRN = game("cairn")


def says(id_: str, *stated: str) -> None:
    """The rulebook's examples must state these numbers, or the test holds something else than the book."""
    examples = " ".join(CAIRN.book.entries()[id_].examples)
    for words in stated:
        assert words in examples, f"{id_} no longer says {words!r}"


def odds(question: str, **given: object) -> dict[str, Any]:
    return dict(ask(CAIRN, question, {name: str(value) for name, value in given.items()}).outcomes)


def mean(dice: tuple[int, ...]) -> Fraction:
    """Of an attack, by its rule; the notation must agree."""
    chances = distribution(highest, dice, "player")
    assert roll_odds("+".join(f"d{sides}" for sides in dice), "highest").chances == chances
    return Fraction(sum(face * p for face, p in chances.items()))


@covers("cairn.save.pass", "cairn.save.one", "cairn.save.twenty")
def test_saves() -> None:
    says("cairn.save.pass", "P = clamp(score, 1, 19)/20", "12 gives 3/5", "18 gives 9/10")
    says("cairn.save.one", "P = 1/20")
    says("cairn.save.twenty", "P(pass) = 19/20")
    for score in range(31):
        assert odds("save", score=score)["success"] == Fraction(min(max(score, 1), 19), 20)


@covers("cairn.combat.procedure", "cairn.scar.trigger", "cairn.critical.save", "cairn.armor.cap")
def test_attacks() -> None:
    says(
        "cairn.combat.procedure", "HP loss only 1/2, scar 1/6, STR loss with save passed 17/120, critical damage 23/120"
    )
    plain = odds("attack", dice="d6", armor=0, hp=4, str=10)
    assert list(plain.values()) == [Fraction(1, 2), Fraction(1, 6), Fraction(17, 120), Fraction(23, 120)]
    says("cairn.combat.procedure", "nothing 1/10, HP only 2/5, scar 1/10, save passed 13/100, critical 27/100")
    armoured = odds("attack", dice="d10", armor=1, hp=5, str=9)
    stated = [Fraction(1, 10), Fraction(2, 5), Fraction(1, 10), Fraction(13, 100), Fraction(27, 100)]
    assert list(armoured.values()) == stated
    says("cairn.scar.trigger", "P(scar) = 1/6, P(STR loss) = 1/3, P(neither) = 1/2")
    assert plain["wounded"] + plain["critical"] == Fraction(1, 3)
    says("cairn.critical.save", "STR 11 loses 4: save on 7, P(critical) = 13/20")
    assert odds("save", score=7)["failure"] == Fraction(13, 20)
    says("cairn.armor.cap", "d4 against Armor 3: P(any damage) = 1/4")
    assert odds("attack", dice="d4", armor=3, hp=9)["no_harm"] == Fraction(3, 4)


@covers("cairn.detachment.attacks")
def test_a_detachment_strikes() -> None:
    says("cairn.detachment.attacks", "nothing 1/12, HP only 1/4, scar 1/12, save passed 7/40, critical 49/120")
    rats = statline("6 HP, 5 STR, bites (d6), detachment", "rats")
    hero = replace(statline("4 HP, 1 Armor, 10 STR, sword (d6)", "hero"), kind="pc")
    dice = throw(State(), rats, rats.attacks[0], hero, 0)
    struck = odds("attack", dice="+".join(f"d{sides}" for sides in dice), armor=1, hp=4, str=10)
    stated = [Fraction(1, 12), Fraction(1, 4), Fraction(1, 12), Fraction(7, 40), Fraction(49, 120)]
    assert list(struck.values()) == stated


@covers("cairn.combat.multiple", "cairn.combat.dual")
@pytest.mark.parametrize(
    ("id_", "dice", "stated"),
    [
        ("cairn.combat.multiple", (4, 6, 8), "16/3"),
        ("cairn.combat.dual", (6, 8), "251/48"),
        ("cairn.combat.dual", (6, 6), "161/36"),
        ("cairn.combat.impaired", (4, 4), "25/8"),
        ("cairn.combat.enhanced", (12, 12), "611/72"),
        ("cairn.monster.attacks", (8, 8), "93/16"),
    ],
)
def test_the_highest_of_several_dice(id_: str, dice: tuple[int, ...], stated: str) -> None:
    says(id_, stated)
    assert mean(dice) == Fraction(stated)


def foes(*wills: int, **more: Any) -> State:
    """Foes of these WIL in a fight, the last of them just fallen unless they are alone."""
    group = [replace(statline(f"1 HP, {wil} WIL", str(at)), **more) for at, wil in enumerate(wills)]
    if len(group) > 1:
        group[-1] = replace(group[-1], conditions=("dead",))
    return State(phase="fight", foes=tuple(group), fight=Fight(foes_at_start=len(group)))


def stay(play: Play, state: State) -> int:
    return sum(1 for foe in morale(play, state).foes if up(foe))


@covers("cairn.morale.first", "cairn.morale.leader", "cairn.morale.lone", "cairn.detachment.morale")
def test_morale() -> None:
    says("cairn.morale.first", "3 goblins of WIL 8, one falls: each of the other 2 stays with P = 2/5")
    each = Fraction(2, 5)
    assert odds("morale", foes=2, wil=8) == {
        "2_stay": each**2,
        "1_stay": 2 * each * (1 - each),
        "0_stay": (1 - each) ** 2,
    }
    assert distribution(stay, foes(8, 8, 8)) == {2: each**2, 1: 2 * each * (1 - each), 0: (1 - each) ** 2}
    says("cairn.morale.leader", "Leader WIL 13: the whole band stays with P = 13/20")
    assert odds("morale", foes=5, wil=8, leader=13) == {"5_stay": Fraction(13, 20), "0_stay": Fraction(7, 20)}
    says("cairn.morale.lone", "A lone ogre, WIL 6, reduced to 0 HP: stays with P = 3/10")
    assert distribution(stay, foes(6, hp=0))[1] == Fraction(3, 10)
    says("cairn.detachment.morale", "A lone detachment of WIL 4 brought to 0 HP: stays with P = 1/5")
    assert distribution(stay, foes(4, hp=0, detachment=True))[1] == Fraction(1, 5)


@covers("cairn.scar.lookup", "cairn.scar.replace", "cairn.setting.scar_lookup")
def test_scars() -> None:
    says("cairn.scar.lookup", "HP 6 of 6, Armor 2, roll 8: row 6")
    assert odds("scar", dice="d8", armor=2, hp=6)["reorienting_head_wound"] == Fraction(1, 8)
    given = {"dice": "d8", "armor": "2", "hp": "6"}
    assert "deafened" in ask(CAIRN, "scar", given, settings={"scar_lookup": "damage_rolled"}).outcomes
    says("cairn.scar.replace", "Maximum HP 4", "P(rise) = 1/3")
    hurt = replace(statline("4 HP", "hero"), kind="pc", hp=0)
    after = distribution(lambda play: gain_of(play, Settings(), hurt, scars()[2]).hp_max)
    assert after == {4: Fraction(2, 3), 5: Fraction(1, 6), 6: Fraction(1, 6)}


@covers("cairn.cast.risk")
def test_casting_in_danger() -> None:
    says("cairn.cast.risk", "WIL 12 in combat: no ill effect with P = 3/5")
    assert odds("cast", wil=12)["safe"] == Fraction(3, 5)


@covers("cairn.table.reaction")
def test_reactions() -> None:
    says("cairn.table.reaction", "Hostile 1/36, Wary 1/4, Curious 4/9, Kind 1/4, Helpful 1/36")
    table = tables()["cairn.table.reaction"]
    rows: dict[str, Fraction] = {}
    for rolled, p in roll_odds("2d6").chances.items():
        name = table.row(rolled).name
        rows[name] = rows.get(name, Fraction(0)) + p
    assert ", ".join(f"{name} {p}" for name, p in rows.items()) in " ".join(
        CAIRN.book.entries()["cairn.table.reaction"].examples
    )


ONE, OTHER = "6 HP, 1 Armor, 10 STR, sword (d8)", "4 HP, 8 STR, club (d6)"


def always_first(choice: Choice) -> Any:
    return "ready" if choice.what == "readiness" else decide(choice)


def faced(play: Play, kind: str, settings: Settings) -> State:
    met = fight(ONE, OTHER, settings)
    return begin(play, replace(met, party=tuple(replace(one, kind=kind) for one in met.party)))


def solved(kind: str, policy: Callable[[Choice], Any], settings: Settings) -> dict[str, Any]:
    start = distribution(faced, kind, settings, policy=policy)
    return absorb(start, duel_turn, duel_ends, policy)


def test_a_duel_of_bare_numbers() -> None:
    """Known from a chain written by hand: the first always strikes first, nobody flees, and nobody has scars."""
    chances = solved("hireling", always_first, Settings(morale="off"))
    assert float(chances["won"]) == pytest.approx(0.958731, abs=5e-7)
    assert chances["won"] + chances["lost"] == 1


def test_a_duel_is_the_fight_that_is_played() -> None:
    """The same fight, played out in full and not merged, comes to the same."""
    chances = odds("duel", one=ONE, other=OTHER)
    assert sum(chances.values()) == 1
    play, runs = Simulated(Random(7), decide), 1_500
    seen = dict.fromkeys(chances, 0)
    for _ in range(runs):
        state = faced(play, "pc", Settings())
        while state.fight:
            state = CAIRN.perform(play, state, Action("all_attack", state.fight.side))
        seen[duel_ends(state)] += 1
    for outcome, p in chances.items():
        error = (float(p) * (1 - float(p)) / runs) ** 0.5
        assert abs(seen[outcome] / runs - float(p)) < 4 * error
