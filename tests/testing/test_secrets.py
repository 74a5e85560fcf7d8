"""Secrets are kept: what comes before a player does not depend on what their seat may not see, and neither do bots."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games import BUILT_IN, game
from tallow.games.black_hack.combat.banishing import undead as banishable
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.monsters import bestiary as black_hack
from tallow.games.cairn.monsters.bestiary import equipped
from tallow.games.dead_weight.combat import rounds as dead_weight
from tallow.games.dead_weight.state import Interlude, Location, Settlement
from tallow.games.deeds import Action
from tallow.games.game import Game
from tallow.games.modified_cairn.combat.aims import targets
from tallow.games.modified_cairn.faces import view as modified_cairn
from tallow.games.modified_cairn.gear.items import upon
from tallow.games.modified_cairn.goods import things
from tallow.games.modified_cairn.magic.wishes import within
from tallow.games.modified_cairn.magic.workings import in_reach, works_of
from tallow.games.modified_cairn.state import Declaration
from tallow.games.optional import archetypes_of, needed_bots
from tallow.games.view import Panel, Tags, Text, View
from tallow.play import REFEREE, Choice, Simulated, Typical, Waiting, advance
from tallow.simulate import Position, SearchPlayer
from tallow.simulate.players.player import imagined
from tallow.testing import Broken, check_secrets, random_game

PARTY = "party"
HIDDEN = {
    "cairn": {"hp": 1, "hp_max": 1, "strength": 2, "strength_max": 2, "willpower": 3},
    "modified_cairn": {"guard": 1, "guard_max": 1, "vigour": 2, "vigour_max": 2, "spirit": 3},
    "vanilla": {"grit": 1, "grit_max": 1, "flesh": 2, "flesh_max": 2, "av": 3},
    "black_hack": {"hp": 2, "hp_max": 2, "coins": 5},
    "dead_weight": {"wounds": 2, "armour": 1, "resistance": 1},
}
"""Numbers of a foe that players are not told, and by how much another one has more."""


def begun(played: Game[Any]) -> Any:
    """A fight of four against three when the party is to act."""
    bots, four = needed_bots(played), archetypes_of(played)
    assert four is not None
    state = bots.fight(four.party(1), f"{four.foe} x3", played.settings())
    play = Simulated(Random(4), bots.answer)
    while played.waiting(state)[0] == REFEREE:
        state = played.perform(play, state, bots.action(state, REFEREE))
    return state


def foes_of(state: Any) -> str:
    return "enemies" if hasattr(state, "enemies") else "foes"


def otherwise(played: Game[Any], state: Any) -> Any:
    """The same table to a player: foes have more than it seems, and the referee has notes."""
    side = foes_of(state)
    foes = [
        replace(foe, **{name: getattr(foe, name) + more for name, more in HIDDEN[played.id].items()})
        for foe in getattr(state, side)
    ]
    return replace(state, notes="The third of them is a spy.", **{side: tuple(foes)})


@pytest.mark.parametrize("name", BUILT_IN)
def test_two_tables_that_differ_only_in_what_a_seat_may_not_see_give_the_same_decisions(name: str) -> None:
    played = game(name)
    one = begun(played)
    other = otherwise(played, one)
    seat = played.waiting(one)[0]
    assert one != other
    assert played.view(one, seat) == played.view(other, seat)
    assert imagined(played, one, seat) == imagined(played, other, seat)
    offers = tuple([offer.action for offer in played.actions(one, seat) if offer.refusal is None])
    found = [
        SearchPlayer(played, Random(1), runs=30).action(Position(imagined(played, state, seat), seat, offers))
        for state in (one, other)
    ]
    assert found[0] == found[1]
    assert imagined(played, one, REFEREE) is one


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_game_s_bot_decides_by_what_its_seat_may_imagine(name: str) -> None:
    """So the simulator need not imagine anything: the bot does the same."""
    played = game(name)
    bots, four = needed_bots(played), archetypes_of(played)
    assert four is not None
    for seed in range(6):
        state = bots.fight(four.party(1), f"{four.foe} x4", played.settings())
        play = Simulated(Random(seed), bots.answer)
        while bots.over(state) is None:
            seat = played.waiting(state)[0]
            action = bots.action(state, seat)
            assert bots.action(imagined(played, state, seat), seat) == action
            state = played.perform(play, state, action)


@pytest.mark.parametrize("begin", ["a new table", "the example", "a fight"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_what_players_see_may_do_and_are_asked_tells_no_secret(name: str, begin: str) -> None:
    played = game(name)
    bots, four = needed_bots(played), archetypes_of(played)
    assert four is not None
    begins = {
        "a new table": None,
        "the example": played.example,
        "a fight": lambda settings: bots.fight(four.party(1), f"{four.foe} x4", settings),
    }
    for seed in range(8):
        for _ in random_game(played, seed, 30, whole=False, secrets=True, begin=begins[begin]):
            pass


def test_a_view_that_shows_what_is_hidden_is_found() -> None:
    played = game("cairn")
    state = begun(played)

    def tells(of: Any, seat: str) -> View:
        seen = played.view(of, seat)
        hp = str([foe.hp for foe in of.foes])
        return View((*seen.panels, Panel("hp", "hp", "scene", (Text("hp", hp),))))

    leaky = replace(played, view=tells)
    hurt = replace(state, foes=tuple([replace(foe, hp=1, hp_max=1) for foe in state.foes]))
    check_secrets(played, hurt, PARTY)
    with pytest.raises(Broken, match="the panel hp of party"):
        check_secrets(leaky, hurt, PARTY)


def test_notes_that_a_player_can_read_are_found() -> None:
    played = game("cairn")

    def tells(of: Any, seat: str) -> View:
        return View((*played.view(of, seat).panels, Panel("notes", "notes", "notes", (Text("notes", of.notes),))))

    def games() -> None:
        for seed in range(40):
            for _ in random_game(replace(played, view=tells), seed, 40, begin=played.example):
                pass

    with pytest.raises(Broken, match="can read the referee's notes"):
        games()


def test_undead_whom_nobody_has_met_are_not_banished() -> None:
    """Whether a cleric may banish somebody would tell that undead are near."""
    played = game("black_hack")
    state = needed_bots(played).fight("cleric 1", "Skeleton x2", played.settings())
    undead = tuple([replace(foe, tags=(*foe.tags, "undead")) for foe in state.foes])
    cleric = state.party[0].id
    apart = replace(state, foes=undead, phase="exploring")
    offered = {one.action.name: one.refusal for one in played.actions(apart, apart.party[0].seat)}
    assert "banish" not in offered or offered["banish"] is not None
    fighting = played.perform(Simulated(Random(1), needed_bots(played).answer), apart, Action("start_combat"))
    assert {foe.id for foe in banishable(fighting, cleric)} <= {foe.id for foe in undead}
    assert banishable(apart, cleric) == ()


def test_magic_is_aimed_at_nobody_whom_the_party_has_not_met() -> None:
    played = game("modified_cairn")
    state = needed_bots(played).fight("Magic-User", "Goblin x2", played.settings())
    caster = state.party[0]
    assert within(state, caster, 3) == ()
    fighting = played.perform(Simulated(Random(1), needed_bots(played).answer), state, Action("start_combat"))
    assert set(within(fighting, fighting.party[0], 3)) == {foe.id for foe in fighting.foes}


def test_a_foe_that_glows_gives_no_light_to_those_who_have_not_met_it() -> None:
    played = game("black_hack")
    state = needed_bots(played).fight("cleric 1", "Skeleton", played.settings())
    beetle = black_hack.spawn("black_hack.monster.fire_beetle", "f9")
    dark = replace(state, foes=(beetle,), dark=True)
    (cleric,) = dark.party
    assert in_the_dark(dark, cleric)
    fighting = played.perform(Simulated(Random(1), needed_bots(played).answer), dark, Action("start_combat"))
    assert not in_the_dark(fighting, cleric)


def test_a_veteran_knows_whether_doom_has_changed_and_not_how_much_there_is() -> None:
    played = game("dead_weight")
    one, other = needed_bots(played).fight("warrior x2", "Gremlin", played.settings()).party
    party = tuple(
        [
            replace(some, seat=seat, life=replace(some.life, skills=("veteran",)))
            for some, seat in ((one, "player1"), (other, "player2"))
        ]
    )
    crypt = Location("crypt", "Crypt", doom=3, known=((one.id, 3), (other.id, 2)))
    well = Location("well", "Well", doom=1, known=((one.id, 1),))
    table = replace(
        played.new_state(played.settings()), party=party, phase="exploration", locations=(crypt, well), here="crypt"
    )
    for seat, known in (("player1", ((one.id, 0),)), ("player2", ())):
        here, elsewhere = imagined(played, table, seat).locations
        assert (here.doom, here.known) == (0, known)
        assert (elsewhere.doom, elsewhere.known) == (0, ())
        check_secrets(played, table, seat)


def test_the_ill_will_of_a_settlement_is_known_to_those_who_stay_there_by_what_it_does() -> None:
    played = game("dead_weight")
    towns = (Settlement("Trinta", 3, 2), Settlement("Luna", 3, 5))
    table = replace(played.new_state(played.settings()), phase="interlude", settlements=towns)
    staying = replace(table, interlude=Interlude("Trinta"))
    assert [town.doom for town in imagined(played, staying, "player1").settlements] == [2, 0]
    assert [town.doom for town in imagined(played, table, "player1").settlements] == [0, 0]


def test_a_relic_is_aimed_at_nobody_whom_the_party_has_not_met() -> None:
    played = game("modified_cairn")
    state = needed_bots(played).fight("Magic-User", "Goblin x2", played.settings())
    (caster,) = state.party
    for relic in ("obliteration_scroll", "falconers_friend", "empathy_rod"):
        works = works_of(f"modified_cairn.relic.{relic}")
        assert works is not None
        assert set(in_reach(state, caster.id, works)) <= {caster.id}
        fighting = played.perform(Simulated(Random(1), needed_bots(played).answer), state, Action("start_combat"))
        foes = {foe.id for foe in fighting.foes}
        assert foes <= set(in_reach(fighting, caster.id, works))
        first, second = fighting.foes
        hidden = replace(fighting, foes=(replace(first, states=("hidden",)), second))
        assert foes & set(in_reach(hidden, caster.id, works)) == {second.id}


def test_a_thing_is_used_on_nobody_whom_the_party_has_not_met() -> None:
    played = game("modified_cairn")
    state = needed_bots(played).fight("Magic-User x2", "Goblin x2", played.settings())
    party = [one.id for one in state.party]
    sedative = things()["modified_cairn.item.sedative"]

    def offered(table: Any) -> Any:
        asked = advance(lambda play: upon(play, table, table.party[0], sedative))
        assert isinstance(asked, Waiting)
        assert isinstance(asked.question, Choice)
        return asked.question.options

    assert offered(state) == tuple(party)
    fighting = played.perform(Simulated(Random(1), needed_bots(played).answer), state, Action("start_combat"))
    assert offered(fighting) == (*[foe.id for foe in fighting.foes], *party)


def test_the_order_of_targets_does_not_tell_what_others_have_declared() -> None:
    played = game("modified_cairn")
    state = needed_bots(played).fight("Magic-User x3", "Goblin x2", played.settings())
    fighting = played.perform(Simulated(Random(1), needed_bots(played).answer), state, Action("start_combat"))
    one, two, three = fighting.party
    first, second = fighting.foes
    party = (replace(one, seat="player1"), replace(two, seat="player1"), replace(three, seat="player2"))
    combat = replace(fighting.combat, bands=(), declared=(Declaration(one.id, "attack", target=first.id),))
    said = replace(fighting, party=party, combat=combat)
    assert targets(said, two.id, said.foes) == (second.id, first.id)
    assert targets(said, three.id, said.foes) == (first.id, second.id)


def test_the_side_of_a_foe_is_not_shown_because_of_one_who_hides() -> None:
    played = game("modified_cairn")
    state = needed_bots(played).fight("Magic-User", "Goblin x2", played.settings())
    fighting = played.perform(Simulated(Random(1), needed_bots(played).answer), state, Action("start_combat"))
    first, second = fighting.foes
    apart = replace(fighting, foes=(first, replace(second, side="third_side")))
    hiding = replace(fighting, foes=(first, replace(second, side="third_side", states=("hidden",))))

    def sides(state: Any, seat: str) -> bool:
        (panel,) = [panel for panel in modified_cairn.view(state, seat).panels if panel.id == first.id]
        return "modified_cairn.combat.side_turn" in str(panel)

    assert sides(apart, "party")
    assert sides(hiding, REFEREE)
    assert not sides(hiding, "party")


def test_a_private_omen_is_imagined_by_its_own_player_alone() -> None:
    played = game("cairn")
    one, other = needed_bots(played).fight("Cutpurse x2", "Goblin", played.settings()).party
    told = replace(one, seat="player1", life=replace(one.life, private_omen="cairn.omen.1", notes="Mine."))
    table = replace(played.new_state(played.settings()), party=(told, replace(other, seat="player2")))
    assert imagined(played, table, "player1").party[0] == told
    hidden = imagined(played, table, "player2").party[0].life
    assert (hidden.private_omen, hidden.notes) == ("", "")


def test_what_foes_carry_is_imagined_as_it_lies_in_sight() -> None:
    played = game("cairn")
    bare = needed_bots(played).fight("Cutpurse", "Goblin x2", played.settings())
    one, other = bare.foes
    armed = replace(bare, foes=(equipped(one), replace(other, items=())))
    for state in (bare, armed):
        known = imagined(played, state, PARTY)
        assert [foe.items for foe in known.foes] == [foe.items for foe in state.foes]
        assert [foe.attacks for foe in known.foes] == [foe.attacks for foe in state.foes]
    assert armed.foes[0].items != ()


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_imagined_looks_the_same_however_the_dice_fall(name: str) -> None:
    played = game(name)
    state, bots = begun(played), needed_bots(played)
    assert bots.imagined is not None
    seat = played.waiting(state)[0]
    for seed in range(5):
        other = bots.imagined(Simulated(Random(seed), bots.answer), state, seat)
        assert played.view(other, seat) == played.view(state, seat)
        assert bots.imagined(Typical(), other, seat) == imagined(played, state, seat)


def test_who_has_not_noticed_the_party_is_seen_by_all_once_the_fight_has_begun() -> None:
    """So whether a thief may stab them in the back is no secret."""
    played = game("dead_weight")
    state = needed_bots(played).fight("thief x2", "Gremlin x2", played.settings())
    placed = dead_weight.begin(Simulated(Random(1), needed_bots(played).answer), state, upper_hand=True)
    assert placed.combat is not None
    seat = placed.party[0].seat
    assert placed.combat.unaware == tuple([foe.id for foe in placed.enemies])
    known = imagined(played, placed, seat).combat
    assert known is not None
    assert known.unaware == placed.combat.unaware
    names = [foe.name for foe in placed.enemies]
    for who in (seat, REFEREE):
        (scene,) = [panel for panel in played.view(placed, who).panels if panel.id == "scene"]
        (tags,) = [block.tags for block in scene.blocks if isinstance(block, Tags) and block.label == "unaware"]
        assert [tag.name for tag in tags] == names
    check_secrets(played, placed, seat)
