"""Meetings: who is met, how many, how far off, in what mood; and the powers of enemies that show then."""

from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.combat.armour import ac_of
from tallow.games.vanilla.combat.rounds import begin
from tallow.games.vanilla.entries import callings, monsters, tables
from tallow.games.vanilla.gear.market import DEEDS as MARKET
from tallow.games.vanilla.harm.damage import damage
from tallow.games.vanilla.monsters.bestiary import rolled_up, spawn
from tallow.games.vanilla.monsters.encounters import (
    DEEDS,
    NOTICED,
    SURPRISING,
    band,
    come,
    distance,
    meet,
    mood,
    table_of,
)
from tallow.games.vanilla.referee.marshalling import DEEDS as MARSHALLING
from tallow.games.vanilla.state import TERRAINS, State
from tallow.games.vanilla.world.treasure import roll_hoard
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find
from tallow.play import EVERYONE, distribution
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.beasts import AT_MEETING, FAILS, arena, total
from tests.games.vanilla.casters import Auto
from tests.games.vanilla.fighters import perform, refusal, somebody, table


class Seeded(Auto):
    """As Auto, but the dice of spells are drawn one after another, so that no two are alike."""

    def roll(self, n, sides=6, **more):
        if "spell" in more.get("why", "") or "leader" in more.get("why", ""):
            self.rolled.append((n, sides))
            return ((len(self.rolled) // 2) % 5 + 1 if sides == 6 else len(self.rolled) // 2 % 12 + 1,) * n
        return super().roll(n, sides, **more)


def is_a_variant(monster, power):
    part, _, sides = power.chance.partition("/")
    lucky_, plain = Auto({int(sides): int(part)}), Auto({int(sides): int(part) + 1})
    assert rolled_up(lucky_, monster, "m").traits == (power.name,)
    assert rolled_up(plain, monster, "m").traits == ()


def leads(monster, power):
    _, group = band(Seeded(), arena(monster), monster, 2, 30)
    boss = group[-1]
    assert (len(group), "leader" in boss.traits) == (3, True)
    if power.as_ == "hd":
        assert (boss.level, boss.of) == (int(power.level), monster.id)
    else:
        line = callings()[power.as_].at(boss.level)
        assert (boss.of, boss.av, boss.grit, boss.flesh, len(boss.book)) == (
            power.as_, line.av, line.grit, line.flesh, line.spells
        )  # fmt: skip
        if "magic_armour" not in power.one_of:
            assert ac_of(arena(monster), boss) == max(monster.ac, 3 if power.as_.endswith("fighter") else 0)


def brings_others(monster, power):
    sides = int((power.chance or "1/1").partition("/")[2])
    faces = {4: 2, sides: 1} if sides > 1 else {4: 2}
    _, group = band(Auto(faces), arena(monster), monster, 2, 30)
    assert [one.of for one in group[2:]] == [power.monster] * total(power.number, Auto(faces))
    if sides > 1:
        assert len(band(Auto({sides: 2}), arena(monster), monster, 2, 30)[1]) == 2


def sleeps(monster, power):
    sides = int(power.chance.partition("/")[2])
    met = come(Seeded({sides: 1}), table(somebody()), monster)
    assert all(has(foe, "asleep") and has(foe, "unaware") for foe in met.foes)
    foe = met.foes[0].id
    woken = damage(FAILS, met, foe, 1, "x")
    assert [has(find(woken, one.id), "asleep") for one in met.foes] == [one.id != foe for one in met.foes]
    awake = come(Seeded({sides: 2}), table(somebody()), monster)
    assert not any(has(one, "asleep") for one in awake.foes)


def surprises(monster, power):
    part, _, sides = power.chance.partition("/")
    state = table(somebody(), foes=(spawn(monster, "m"),))
    faces = [int(part)] if sides else []
    fight, play = perform(MARSHALLING, "start_combat", state, "", [*faces, "party", 1])
    assert play.asked[len(faces)].options[0] == "party"
    assert fight.combat.surprised == ("party",)
    if sides:
        missed, play = perform(MARSHALLING, "start_combat", state, "", [int(part) + 1, "nobody", 1])
        assert play.asked[1].options[0] == "nobody"
        assert NOTICED in missed.foes[0].traits
    met = come(Auto({int(sides or 1): 1}), table(somebody()), monster)
    assert all(SURPRISING in foe.traits for foe in met.foes)


def is_passive(monster, power):
    assert [mood(Auto({6: face}), State(), monster).name for face in (1, 3)] == ["Neutral", "Neutral"]
    assert mood(Auto({6: 4}), State(), monster).name == "Friendly"


def has_a_mood(monster, power):
    assert mood(Auto({6: 6}), State(), monster).name.casefold() == power.result


def is_quiet(monster, power):
    play = Auto()
    come(play, table(somebody()), monster)
    assert "met.quiet" in play.codes()


def trades(monster, power):
    state = table(somebody(coins=50), foes=(spawn(monster, "m"),), place="wilds")
    assert refusal(MARKET, "buy", replace(state, phase="encounter"), "ann") == ""
    assert refusal(MARKET, "buy", state, "ann") is None


def has_sacks(monster, power):
    state = table(somebody(), foes=(spawn(monster, "m"),))
    after, _ = done(roll_hoard, state, "", script=["mid", 1, 3])
    assert (after.ground_coins, after.brought) == (300, 300)


def flees_at_once(monster, power):
    state = table(somebody(), foes=(spawn(monster, "m"),))
    chance = [3] if power.chance else []
    after, _ = done(begin, state, distance=30, script=[1, *chance])
    assert after.ended.how == "foes_fled"
    if power.chance:
        heard, play = done(begin, state, distance=30, script=[1, 1, 1, 6, 5, [1, 1], 1])
        assert (heard.phase, heard.foes[0].name, heard.effects) == ("encounter", "Green Slime", ())
        assert "noise" in play.codes()
        quiet, _ = done(begin, state, distance=30, script=[1, 1, 2])
        assert quiet.phase == "explore"


MEETING = {
    "asleep": sleeps,
    "flees": flees_at_once,
    "leader": leads,
    "mount": brings_others,
    "noisy": flees_at_once,
    "passive": is_passive,
    "reaction": has_a_mood,
    "stealthy": is_quiet,
    "surprise": surprises,
    "trader": trades,
    "treasure": has_sacks,
    "variant": is_a_variant,
    "with": brings_others,
}
"""What is checked of each kind of power that shows when its enemy is met."""


def test_every_kind_of_power_that_shows_at_a_meeting_is_checked():
    assert tuple(MEETING) == AT_MEETING


PAIRS = [(monster, power) for monster in monsters().values() for power in monster.specials if power.type in MEETING]


@covers(
    "vanilla.class.leader",
    "vanilla.monster.asleep",
    "vanilla.combat.surprise",
    "vanilla.action.gm_surprise",
    "vanilla.encounter.number",
    "vanilla.treasure.enemies",
)
@pytest.mark.parametrize(("monster", "power"), [pytest.param(m, p, id=f"{m.name}-{p.type}") for m, p in PAIRS])
def test_every_power_that_shows_at_a_meeting(monster, power):
    MEETING[power.type](monster, power)


class FirstDie(Auto):
    """The first die, a d12, shows this face; all others are thrown."""

    def __init__(self, face):
        super().__init__()
        self.face = face
        self.random = Random(face)

    def roll(self, n, sides=6, **_):
        self.rolled.append((n, sides))
        if len(self.rolled) == 1:
            assert (n, sides) == (1, 12)
            return (self.face,)
        return tuple(sorted(self.random.randint(1, sides) for _ in range(n)))


DEPTHS = ("1", "2", "3", "4_5", "4_5", "6_7", "6_7", "8", "8")


@covers(
    "vanilla.encounter.tables",
    "vanilla.table.encounter_dungeon_1",
    "vanilla.table.encounter_dungeon_2",
    "vanilla.table.encounter_dungeon_3",
    "vanilla.table.encounter_dungeon_4_5",
    "vanilla.table.encounter_dungeon_6_7",
    "vanilla.table.encounter_dungeon_8",
    "vanilla.table.encounter_wild_desert",
    "vanilla.table.encounter_wild_forest",
    "vanilla.table.encounter_wild_grassland",
    "vanilla.table.encounter_wild_jungle",
    "vanilla.table.encounter_wild_mountains",
    "vanilla.table.encounter_wild_rivers_sea",
    "vanilla.table.encounter_wild_swamp",
    "vanilla.table.encounter_wild_villages",
)
@pytest.mark.parametrize(
    ("where", "name"),
    [
        *[({"depth": depth}, f"dungeon_{name}") for depth, name in enumerate(DEPTHS, 1)],
        *[({"place": "wilds", "terrain": terrain}, f"wild_{terrain}") for terrain in TERRAINS],
        ({"place": "settlement"}, "wild_villages"),
    ],
)
def test_a_d12_on_the_table_of_a_place_says_who_is_met_there(where, name):
    state = table(somebody(), **where)
    assert table_of(state) == f"vanilla.table.encounter_{name}"
    for face, row in enumerate(tables()[f"vanilla.table.encounter_{name}"].rows, 1):
        play = FirstDie(face)
        met = meet(play, state)
        assert met.foes[0].of == row.effect, "leaders, guards and mounts come after those whom the table names"
        assert monsters()[row.effect].name == row.name


@covers("vanilla.encounter.number", "vanilla.encounter.distance", "vanilla.phase.encounter", "vanilla.encounter.tables")
def test_who_is_met_how_many_and_how_far_off():
    met, play = done(meet, table(somebody(), busy=(("ann", "rest"),)), script=[5, [1, 1], 4, 1, 2, 3, 4, 6])
    assert [(foe.name, foe.grit, foe.flesh, foe.at) for foe in met.foes] == [
        ("Goblin", 1, 3, 40),
        ("Goblin (2)", 3, 5, 40),
    ]
    assert (met.phase, met.busy) == ("encounter", ())
    assert all(question.hidden for question in play.asked)
    assert [(told.code, told.facts, told.seen_by) for told in play.told] == [("met", (2, "Goblin", 40), EVERYONE)]


@covers("vanilla.encounter.distance")
@pytest.mark.parametrize(("place", "feet"), [("dungeon", 40), ("wilds", 120)])
def test_feet_under_ground_and_yards_outdoors(place, feet):
    state = table(somebody(), place=place)
    assert done(distance, state, script=[4])[0] == feet
    assert sum(at * chance for at, chance in distribution(distance, state).items()) * 40 == 35 * feet


@covers("vanilla.encounter.reaction", "vanilla.table.reaction")
def test_one_roll_for_the_mood_of_all():
    odds = distribution(lambda play: mood(play, State(), None).name)
    assert [odds[name] * 12 for name in ("Violent", "Hostile", "Neutral", "Friendly", "Helpful")] == [2, 3, 2, 3, 2]


@covers("vanilla.action.gm_reaction", "vanilla.encounter.reaction")
def test_the_gm_has_a_mood_rolled_unseen():
    state = replace(table(somebody(), foes=(spawn(monsters()["vanilla.monster.orc"], "o"),)), phase="encounter")
    after, play = perform(DEEDS, "roll_reaction", state, "", [[6, 6]])
    assert after == state
    assert [(told.facts[:2], told.seen_by) for told in play.told] == [(("Orc", "Helpful"), ("referee",))]
    assert refusal(DEEDS, "roll_reaction", replace(state, foes=()), "") is None


@covers("vanilla.action.gm_encounter", "vanilla.time.encounter")
def test_the_gm_checks_for_an_encounter():
    state = table(somebody())
    same, play = perform(DEEDS, "check_encounter", state, "", [2])
    assert (same, play.codes()) == (state, ["met.nobody"])
    met, _ = perform(DEEDS, "check_encounter", state, "", [1, 6, 3, [1, 1], 1])
    assert [foe.name for foe in met.foes] == ["Green Slime"]


@covers("vanilla.encounter.tables", "vanilla.encounter.number")
def test_the_gm_says_who_is_met():
    met, _ = perform(
        DEEDS, "bring", table(somebody()), "", ["vanilla.monster.stone_giant", 1, 2, [1] * 9, 1, 1, [1] * 5, 1]
    )
    assert [foe.name for foe in met.foes] == ["Stone Giant", "Bear"]
    again, _ = perform(DEEDS, "bring", met, "", ["vanilla.monster.bear", 3, [1] * 5, 1])
    assert [foe.name for foe in again.foes] == ["Stone Giant", "Bear", "Bear (2)"]
