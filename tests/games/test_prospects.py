"""What stands beside the options of a decision: the odds are those of the rule, and nothing hidden is told."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tallow.games import BUILT_IN, Game, game
from tallow.games.black_hack.checks.attribute_tests import rerolled
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.combat.armour import mending_value, mends
from tallow.games.cairn.checks.saves import passes
from tallow.games.cairn.referee.controls import fate
from tallow.games.dead_weight.checks.rerolls import Exchange, Rerolls, reroll, rolled, settle
from tallow.games.dead_weight.gear.market import chance, goods
from tallow.games.dead_weight.harm.wounds import armour
from tallow.games.game import Prospects
from tallow.games.modified_cairn.checks.saves import passes as saves
from tallow.games.modified_cairn.harm.damage import blow
from tallow.games.optional import needed_bots
from tallow.games.shared.likelihood import MOST_RUNS, STEP
from tallow.games.vanilla.characters.creation import roll_score
from tallow.games.vanilla.checks.rolls import controls
from tallow.games.vanilla.checks.saves import rolled_save
from tallow.games.vanilla.magic.casting import control_numbers
from tallow.play import REFEREE, Choice, Live, best, distribution
from tallow.play.questions import Ask
from tallow.testing import covers
from tallow.wording.speech import Speech
from tests.games.watching import questions


def asked(name: str) -> list[tuple[Any, Choice]]:
    """The decisions that random people and bots come to, each with the state in which the action began."""
    return [(state, one) for state, one in questions(name) if isinstance(one, Choice)]


def weighed(state: Any, choice: Choice, name: str) -> Prospects:
    told = game(name).ui.prospects
    assert told
    return told(state, choice)


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_said_is_about_options_that_there_are_and_has_words(name):
    speech = Speech(game(name))
    met = set()
    for state, choice in asked(name):
        for option, ahead in weighed(state, choice, name).items():
            assert option in choice.options
            for one in ahead:
                met.add(one.says)
                assert one.chance is None or 0 <= one.chance <= 1
                assert game(name).words.has("prospect", one.says)
                assert "{" not in speech.prospect(one)
    assert met


@pytest.mark.parametrize("name", BUILT_IN)
def test_without_the_setting_there_are_no_odds(name):
    for state, choice in asked(name):
        quiet = replace(state, settings=replace(state.settings, show_odds=False))
        assert all(one.chance is None for ahead in weighed(quiet, choice, name).values() for one in ahead)


@pytest.mark.parametrize("name", BUILT_IN)
def test_players_odds_do_not_depend_on_the_numbers_of_foes(name):
    """Whatever the hidden numbers of foes are, what stands beside a player's options is the same."""
    field = "enemies" if name == "dead_weight" else "foes"
    for state, choice in asked(name):
        if choice.by != REFEREE and getattr(state, field):
            others = msgspec.to_builtins(state)
            others[field] = [
                {key: value + 7 if type(value) is int else value for key, value in foe.items()} for foe in others[field]
            ]
            changed = msgspec.convert(others, game(name).state)
            assert weighed(state, choice, name) == weighed(changed, choice, name)


def chances(found: Prospects, option: Any) -> dict[str, Any]:
    return {one.says: one.chance if one.chance is not None else one.facts for one in found[option]}


def share(outcomes: dict[Any, Any], wanted: Any) -> Fraction:
    return sum((Fraction(chance) for result, chance in outcomes.items() if wanted(result)), Fraction(0))


def fought(rules: Game[Any]) -> Any:
    """The four archetypes of a game, before a Goblin."""
    bots = needed_bots(rules)
    assert bots.archetypes
    return bots.fight(bots.archetypes.party(1), "Goblin", rules.settings())


@covers("cairn.setting.show_odds")
def test_a_save_of_cairn_has_its_chance_beside_it():
    state = needed_bots(game("cairn")).fight("6 HP, 8 WIL, 12 STR", "Goblin", game("cairn").settings())
    one = state.party[0]
    choice = Choice(one.seat, "save_or_yield", ("save", "yield"), (one.name, "WIL"), "cairn.save.willing")
    assert (
        weighed(state, choice, "cairn")["save"][0].chance == distribution(passes, 8, one.seat)[True] == Fraction(8, 20)
    )
    idea = Choice(one.seat, "idea_how", ("STR", "DEX", "WIL", "fate"), (one.name,), "cairn.save.which")
    found = weighed(state, idea, "cairn")
    assert found["STR"][0].chance == Fraction(12, 20)
    assert found["fate"][0].chance == distribution(fate)[True]
    dare = Choice(one.seat, "stunt_dare", ("dare", "hold_back"), ("STR", "harm", one.name), "cairn.action.stunt")
    assert weighed(state, dare, "cairn") == {"dare": found["STR"]}


def test_a_weapon_of_cairn_says_its_dice():
    state = needed_bots(game("cairn")).fight("6 HP, bow (d6), axe (d6+d8)", "Goblin", game("cairn").settings())
    one = state.party[0]
    choice = Choice(one.seat, "attack_with", ("bow", "axe"), (one.name, (3.5, 5.0)), "cairn.action.attack")
    found = weighed(state, choice, "cairn")
    said = {name: [Speech(game("cairn")).prospect(one) for one in told] for name, told in found.items()}
    assert said == {"bow": ["damage d6"], "axe": ["damage d6+d8"]}


def test_rerolls_and_armour_dice_of_dead_weight():
    play = Live([(1, 5)])
    with pytest.raises(Ask) as end:
        rolled(play, 2, 0, Rerolls(proficiency=1, disadvantage=1), "player", "")
    choice: Any = end.value.question
    state = game("dead_weight").new_state(game("dead_weight").settings())
    found = weighed(state, choice, "dead_weight")
    now = Exchange.of(choice)
    dice = (now.own, now.aid, now.left, now.left, now.seats)
    for way in choice.options:
        rule, rest = (settle, (1, 1)) if way == "pass" else (reroll, (0, way))
        value = best(rule, *dice, *rest, goal=lambda reading: float(reading.success), maximise=now.seats,
                     minimise=(REFEREE,), exact=False).value  # fmt: skip
        assert found[way][0].chance == pytest.approx(float(value))
    stops = Choice("player", "armour_dice", (2, 1, 0), ("Mira", 1), "dead_weight.wound.armour_optional")
    two = distribution(armour, 2, "player")
    stopped, damaged = share(two, lambda result: result[0] >= 1), share(two, lambda result: result[1])
    assert chances(weighed(state, stops, "dead_weight"), 2) == {"unhurt": stopped, "armour_damaged": damaged}
    many = replace(stops, facts=("Mira", 3))
    assert chances(weighed(state, many, "dead_weight"), 2) == {"stops": stopped, "armour_damaged": damaged}


@covers("dead_weight.wound.place_same")
def test_where_a_wound_is_put_says_how_many_dice_are_left_and_toughening_up_what_it_takes_off():
    state = game("dead_weight").new_state(game("dead_weight").settings())
    speech = Speech(game("dead_weight"))
    left = ((3, 0), (2, 1), (1, 2), (0, 2))
    choice = Choice("player", "place", ("STR", "DEX", "PRE"), ("Mira", 2, left), "dead_weight.wound.place_same")
    said = {to: [speech.prospect(one) for one in ahead] for to, ahead in weighed(state, choice, "dead_weight").items()}
    assert said == {"STR": ["1 die left"], "DEX": ["1 die left"], "PRE": ["0 dice left"]}
    tough = Choice("player", "toughen_up", ("yes", "no"), ("Mira", 2, 1), "dead_weight.wound.toughen_up")
    (ahead,) = weighed(state, tough, "dead_weight")["yes"]
    assert speech.prospect(ahead) == "a success takes off 1 wound, a great one 2"
    assert speech.option(Choice("player", "armour_dice", (2, 1, 0), ("Mira", 1), ""), 2) == "2 armour dice"


@covers("modified_cairn.setting.show_odds")
def test_fending_says_what_is_left_and_what_it_costs():
    blows = ((7, 5, 10, "VIG", True, True), (4, 5, 10, "VIG", True, True), (7, 5, 10, "VIG", True, True))
    facts = ("Yan", (7, 4), "Yan", 7, blows, 8)
    choice = Choice("player", "fend", ("no", 7, 4), facts, "modified_cairn.feat.fend")
    state = game("modified_cairn").new_state(game("modified_cairn").settings())
    found = weighed(state, choice, "modified_cairn")
    down = share(distribution(blow, *blows[0], "player"), lambda done: done.outcome in ("critically_wounded", "dead"))
    assert down == 1 - Fraction(8, 20)
    assert chances(found, "no") == {"damage_left": (7,), "down": down}
    assert chances(found, 7) == {"damage_left": (4,), "fatigued": distribution(saves, 8, "player")[False]}
    said = [Speech(game("modified_cairn")).prospect(one) for one in found[7]]
    assert said == ["4 damage left", "Fatigued: 60.0 %"]
    assert Speech(game("modified_cairn")).option(choice, 7) == "Fend off the 7"


def test_a_gambit_says_what_it_does_and_the_die_that_remains():
    facts = ("Yan", ((4, 6), (5,)), ())
    options = ("done", ("stop", 6), ("no_save", "stop", 8), ("bolster", 6), ("focus", "stop"))
    choice = Choice("player", "gambit", options, facts, "modified_cairn.gambit.timing")
    state = game("modified_cairn").new_state(game("modified_cairn").settings())
    found = weighed(state, replace(choice, options=options[:2] + options[3:]), "modified_cairn")
    assert chances(found, "done") == {"die_left": (6,)}
    assert chances(found, ("stop", 6)) == {"gambit.stop": (), "resisted": (), "die_left": (5,)}
    assert chances(found, ("bolster", 6)) == {"gambit.bolster": (), "die_left": (5,)}
    assert chances(found, ("focus", "stop")) == {"gambit.stop": (), "resisted": (), "costs_focus": ()}


@covers("black_hack.setting.show_odds")
def test_luck_and_armour_dice_of_the_black_hack():
    rules = game("black_hack")
    state = fought(rules)
    one = next(one for one in state.party if any(item.dice for item in one.items))
    lies = (12, 2, 15, 0, (), "attack", False)
    choice = Choice(one.seat, "once_more", ("keep", "luck"), (one.name, 15, 17, 12, lies), "black_hack.option.luck")
    outcomes = distribution(rerolled, "luck", lies, one.seat)
    assert chances(weighed(state, choice, "black_hack"), "luck") == {"success": share(outcomes, lambda r: r.success)}
    piece = next(item for item in one.items if item.dice)
    facts = (one.name, 3, "Goblin", 9)
    breaks = Choice(one.seat, "armour_die", (piece.id, "no"), facts, "black_hack.armour.break_to_ignore")
    found = weighed(state, breaks, "black_hack")
    assert chances(found, "no") == {"hp_left": (6,)}
    value, warrior = mending_value(state, one, piece), calling(one) == "warrior"
    assert chances(found, piece.id)["mends"] == distribution(mends, value, warrior, one.seat)[True]


@covers("vanilla.setting.show_odds")
def test_saves_spells_and_rerolls_of_grit_and_flesh():
    rules = game("vanilla")
    state = fought(rules)
    one = next(one for one in state.party if one.book)
    resist = Choice(one.seat, "resist", ("resist", "accept"), (one.name, 8, True), "vanilla.save.who")
    made = distribution(rolled_save, 8, True, one.seat, "vanilla.save.who")[True]
    assert chances(weighed(state, resist, "vanilla"), "resist") == {"saved": made}
    options = (("book", one.book[0].spell),)
    cast = Choice(one.seat, "cast_what", options, (one.name, 1), "vanilla.action.quick_cast")
    lost = 1 - distribution(controls, *control_numbers(state, one), one.seat)[True]
    assert chances(weighed(state, cast, "vanilla"), options[0])["miscast"] == lost
    again = Choice(one.seat, "reroll", ("Strength", "keep"), (8, 9, 10, 11, 12, 13), "vanilla.creation.reroll")
    scores = distribution(roll_score, one.seat)
    assert chances(weighed(state, again, "vanilla"), "Strength") == {
        "score_now": (8,),
        "higher": share(scores, lambda score: score > 8),
        "lower": share(scores, lambda score: score < 8),
    }


def test_what_would_take_too_many_cases_is_not_said_and_costs_no_more_than_the_bound():
    play = Live([(1, 2, 3, 3, 3), (1, 2)])
    with pytest.raises(Ask) as end:
        rolled(play, 5, 2, Rerolls(proficiency=3, advantage=2, aid=1, disadvantage=2), "player", "friend")
    choice: Any = end.value.question
    runs = 0

    def counted(*_: object) -> None:
        nonlocal runs
        runs += 1

    state = game("dead_weight").new_state(game("dead_weight").settings())
    with pytest.MonkeyPatch.context() as patch:
        real = best.__globals__["on_every_run"]
        patch.setitem(best.__globals__, "on_every_run", lambda watch, every: _both(counted, real(watch, every)))
        assert weighed(state, choice, "dead_weight") == {}
    assert MOST_RUNS <= runs <= MOST_RUNS + STEP


def _both(first: Any, second: Any) -> Any:
    def ran() -> None:
        first()
        second()

    return ran


@pytest.mark.parametrize(
    ("name", "ref", "said"),
    [
        ("cairn", "cairn.weapon.light", "damage d6 · 1 slot"),
        ("modified_cairn", "modified_cairn.armour.shield", "Armor 1 · 1 slot"),
        ("vanilla", "vanilla.weapon.large_melee", "12 gp · damage 1d6+1 · 2 hands · 2 slots"),
        ("dead_weight", "dead_weight.item.ration", "1d6 silver · 1 slot"),
    ],
)
def test_what_is_for_sale_says_what_it_is_good_for(name, ref, said):
    rules = game(name)
    choice = Choice("player1", "buy_what", (ref,), ("Mira", 20), "")
    found = weighed(rules.new_state(rules.settings()), choice, name)
    assert " · ".join(map(Speech(rules).prospect, found[ref])) == said


def test_the_chance_that_a_shop_has_a_thing_is_that_of_its_dice():
    rules = game("dead_weight")
    state = replace(rules.new_state(rules.settings()), phase="interlude")
    ref = next(ref for ref in goods() if chance(state, ref) > 0)
    choice = Choice("player1", "buy_what", (ref,), ("Mira", 20), "")
    dice = chance(state, ref)
    assert chances(weighed(state, choice, "dead_weight"), ref)["for_sale"] == 1 - Fraction(5, 6) ** dice
