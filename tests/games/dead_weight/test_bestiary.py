"""The bestiary by name, the GM's own sheets, and typical adventurers for the simulator."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tallow.games.dead_weight.characters.typical import LIVES, party
from tallow.games.dead_weight.entries import short
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.entries.characters import kits
from tallow.games.dead_weight.entries.monsters import enemy_actions, monsters
from tallow.games.dead_weight.gear.inventory import shield_in_hand, weapons_in_hand
from tallow.games.dead_weight.monsters.bestiary import arrive, befriend, lookup, several, spawn
from tallow.games.dead_weight.monsters.enemy_sheet import NUMBERS, profile, sheet, sheet_action
from tallow.games.dead_weight.notation import write
from tallow.games.dead_weight.state import ATTRIBUTES, Enemy, State, score
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.testing import covers
from tests.games.dead_weight.people import somebody, table

# Name, level, wounds, armour, resistance, movement, actions: the bestiary as it was printed.
PRINTED = """
gremlin 2 2 1 0 5 2 | goblin_scrapper 2 3 1 0 4 2 | boggart 3 3 2 0 4 2 | bloodshot_goblin 4 4 1 0 4 3
hobgoblin 4 6 2 1 4 2 | sack_man 5 7 2 1 5 2 | bugbear 6 8 2 1 5 2 | lesser_demon 4 4 2 1 6 2 | void_demon 7 6 0 1 3 2
vault_weaver 2 4 0 2 3 2 | red_weaver 8 8 0 2 3 2 | plagued_rat 1 2 0 0 5 2 | rat_king 2 6 0 0 2 2
giant_rat 3 5 2 0 4 2
bloated_plague_rat 4 4 0 0 4 2 | rotworm_swarm 1 2 0 0 3 2 | ectoplasmic_worm 3 2 0 1 3 2 | giant_leech 2 3 0 0 4 2
giant_frog 3 6 2 0 4 2 | giant_crab 5 9 4 1 8 2 | reanimated_husk 1 3 0 0 2 2 | shrunken_corpse 3 3 0 0 4 2
slumbering_corpse 2 4 1 0 3 2 | freshly_risen_corpse 2 4 1 0 5 2 | starved_cadaver 4 5 0 0 6 2
unsatiable_dead 5 6 0 0 4 2
rotting_sailor 5 7 2 0 4 2 | bloated_screamer 6 9 3 0 1 2 | shadow 4 3 0 0 1 2 | spiderling 1 2 0 0 5 2
giant_spider 7 8 2 1 6 2 | dire_spider 3 4 2 0 6 2 | gnoll 4 5 1 0 5 2 | tormentor_demon 8 8 1 1 4 2
endless_horror 10 14 2 2 2 2 | weak_ally 1 2 0 0 4 1 | medium_ally 2 4 0 0 5 1
"""
NUMBERS_OF = {
    line.split()[0]: tuple(int(n) for n in line.split()[1:])
    for line in PRINTED.replace("\n", "|").split("|")
    if line.strip()
}


def numbers(one):
    return one.level, one.wounds, one.armour, one.resistance, one.movement, one.actions


@covers("dead_weight.monster.*", "dead_weight.enemy.numbers_origin", "dead_weight.enemy.sheet")
@pytest.mark.parametrize("id_", monsters())
def test_every_monster_is_as_it_was_printed(id_):
    monster = monsters()[id_]
    one = spawn(id_, "foe")
    assert numbers(one) == NUMBERS_OF[short(id_)]
    assert (one.sheet, one.traits) == (monster.actions, tuple(short(trait) for trait in monster.traits))
    assert (one.taken, one.conditions, one.seat) == (0, (), "referee")
    assert one.sheet
    assert set(one.sheet) <= set(enemy_actions())
    assert lookup(monster.name.upper()) == monster


def test_nobody_is_missing():
    assert sorted(NUMBERS_OF) == sorted(short(id_) for id_ in monsters())


@covers("dead_weight.enemy.bestiary")
def test_whom_we_do_not_know_we_guess():
    with pytest.raises(Unknown, match="Goblin Scrapper"):
        lookup("goblin scraper")


def test_several_are_numbered():
    foes = several("Goblin Scrapper x2; Hobgoblin; Goblin Scrapper")
    assert [foe.name for foe in foes] == ["Goblin Scrapper 1", "Goblin Scrapper 2", "Hobgoblin", "Goblin Scrapper 3"]
    assert [foe.id for foe in foes] == ["foe1", "foe2", "foe3", "foe4"]
    assert [one.name for one in several("Giant Rat ×2")] == ["Giant Rat 1", "Giant Rat 2"]
    for wrong in ("Goblin Scrapper x0", "Goblin Scrapper x999", " ; "):
        with pytest.raises(Malformed):
            several(wrong)


@covers("dead_weight.enemy.tracking")
def test_who_joins_later_is_numbered_on():
    state = arrive(arrive(State(), "dead_weight.monster.gremlin"), "dead_weight.monster.gremlin", 2)
    assert [foe.name for foe in state.enemies] == ["Gremlin 1", "Gremlin 2", "Gremlin 3"]
    assert len({foe.id for foe in state.enemies}) == 3


@covers("dead_weight.ally.turn")
def test_an_ally_belongs_to_somebody():
    state = befriend(table(somebody(seat="ann")), "dead_weight.monster.weak_ally", "zael")
    assert [(ally.owner, ally.seat) for ally in state.allies] == [("zael", "ann")]


@covers("dead_weight.enemy.sheet", "dead_weight.enemy.attack_notation")
def test_a_sheet_leaves_out_what_is_ordinary():
    bandit = sheet("Bandit: wounds 4, club STR 2+1, -DEX 1X Nearby", "x")
    assert (bandit.name, bandit.wounds) == ("Bandit", 4)
    assert (bandit.armour, bandit.resistance, bandit.movement, bandit.actions) == (0, 0, 3, 2)
    club, thrown = (sheet_action(id_) for id_ in bandit.sheet)
    assert (club.name, profile(club)) == ("club", Attack("STR", 2, 1))
    assert profile(thrown) == Attack("DEX", 1, 0, ("X",), (), "nearby", 1)


def written(name, values, attacks):
    sheet_ = tuple(f"{word}: {write(attack)}" for word, attack in attacks)
    return replace(Enemy("x", name, sheet=sheet_), **dict(zip(NUMBERS, values, strict=True)))


SHEETS = st.builds(
    written,
    st.from_regex(r"[A-Z][a-z]{2,9}", fullmatch=True),
    st.tuples(*(st.integers(low, high) for low, high in NUMBERS.values())),
    st.lists(
        st.tuples(
            st.from_regex(r"[a-z]{2,8}", fullmatch=True),
            st.builds(
                Attack, st.sampled_from(ATTRIBUTES), st.integers(0, 9), st.integers(1, 9),
                st.sets(st.sampled_from("BDNPRSX")).map(lambda s: tuple(sorted(s))), st.just(()),
                st.sampled_from(("close", "nearby", "far")), st.integers(0, 2),
            ),
        ),
        max_size=3,
    ),
)  # fmt: skip


def as_written(one):
    """A sheet as a GM would write it."""
    attacks = [sheet_action(id_) for id_ in one.sheet]
    numbers = [f"{what} {getattr(one, what)}" for what in NUMBERS]
    return f"{one.name}: {', '.join((*numbers, *(f'{each.name} {write(profile(each))}' for each in attacks)))}"


@given(SHEETS)
def test_a_sheet_is_read_as_it_is_written(one):
    assert sheet(as_written(one), "x") == one


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("Bandit: wounds 4, wounds 5", 18),
        ("Bandit: wounds 100", 8),
        ("Bandit: wounds 4, club", 18),
        ("Bandit: wounds 4, club STR 2+", 29),
    ],
)
def test_what_cannot_be_read_is_pointed_at(line, at):
    with pytest.raises(Malformed) as caught:
        sheet(line, "x")
    assert caught.value.at == at


@pytest.mark.parametrize("kit", kits())
def test_typical_adventurers_are_fair_and_armed(kit):
    name, _, letter = short(kit).partition("_")
    (one,) = party(f"{name}:{letter}")
    assert sum(score(one, attribute).score for attribute in ATTRIBUTES) == 7
    assert sum(score(one, attribute).proficiency for attribute in ATTRIBUTES) == 2
    assert weapons_in_hand(one)
    assert {item.ref for item in one.items} == {given.ref for given in kits()[kit].items}
    assert (shield_in_hand(one) is not None) == any("shield" in given.ref for given in kits()[kit].items)
    assert len(one.magic.spells) == (one.intelligence.score if name == "wizard" else 0)
    assert len(one.magic.prayers) == (one.presence.score if name == "cleric" else 0)


def test_a_party_is_written_short():
    four = party("warrior:A, thief x2; cleric:b")
    assert [one.name for one in four] == ["Warrior", "Thief 1", "Thief 2", "Cleric"]
    assert four[3].life.kit == "dead_weight.kit.cleric_b"
    assert len({one.id for one in four}) == 4
    for wrong, fault in (("bard:A", Unknown), ("warrior:Z", Unknown), ("", Malformed), ("thief x99", Malformed)):
        with pytest.raises(fault):
            party(wrong)
    assert set(LIVES) == {"warrior", "thief", "wizard", "cleric"}
