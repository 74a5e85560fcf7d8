"""Scenes of Cairn: every spell, relic, thing and monster at work, and people in a dungeon, in town, on the way."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from tallow.games.cairn.characters.typical import party
from tallow.games.cairn.entries import armours, relics, scars, spells, tables, things, weapons
from tallow.games.cairn.folk import backgrounds, monsters
from tallow.games.cairn.gear.things import from_gear, from_ref, scroll
from tallow.games.cairn.monsters.bestiary import spawn
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import (
    HOUR,
    Cause,
    Creature,
    Dungeon,
    Fight,
    Item,
    Journey,
    Mark,
    Scar,
    Side,
    State,
)
from tallow.mechanics.tables import row_id
from tallow.testing import random_settings
from tests.games.telling import Scene, by_chance

BORING = (
    "bring_character", "bring_player", "call_save", "end_fight", "find_relic", "find_spell", "flesh_out", "give_coins",
    "give_thing", "imagine", "make_character", "meet", "new_player", "note", "own_note", "party_complete", "roll_table",
    "roll_weather", "secret_roll", "set_condition", "set_milestones", "set_season", "set_value", "switch_setting",
    "take_coins", "take_over", "take_thing", "to_camp", "to_creation", "to_downtime", "to_dungeon", "to_explore",
    "to_town", "to_wilderness",
)  # fmt: skip
"""What the Warden decides outside of combat, harm, things and magic, or what brings people and things to a table."""

CONDITIONS = (
    "critical", "dead", "deafened", "hamstrung", "doomed", "held", "asleep", "impaired", "poisoned", "quick", "prone",
    "panicked", "invisible", "steeled", "armored", "stunned",
)  # fmt: skip
GEAR = {
    gear.name: gear
    for listed in (
        *(one.gear for one in backgrounds().values()),
        *(row.gives for each in tables().values() for row in each.rows),
    )
    for gear in listed
}


def _thing(random: Random, id_: str) -> Item:
    """A thing of any kind."""
    kind = random.random()
    if kind < 0.25:
        spell = random.choice(list(spells()))
        return scroll(spell, id_) if random.random() < 0.3 else from_ref(spell, id_)
    if kind < 0.55:
        return from_gear(random.choice(list(GEAR.values())), id_)
    return from_ref(random.choice([*things(), *weapons(), *armours(), *relics()]), id_)


def _hurt(random: Random, one: Creature) -> Creature:
    """Somebody who has been through something."""
    if random.random() < 0.5:
        row = random.choice(list(scars().values()))
        scar = Scar(row.id, random.choice(("", "Leg", "Arm")), open=random.random() < 0.6, since=7 * HOUR)
        one = replace(one, scars=(scar,))
    if random.random() < 0.5:
        one = replace(one, conditions=tuple(random.sample(CONDITIONS, random.randint(1, 2))))
    if "critical" in one.conditions:
        one = replace(one, dies_at=random.randint(8, 9) * HOUR)
    if random.random() < 0.3:
        one = replace(one, deprived=(Cause("hunger", 7 * HOUR),))
    low = {
        name: max(1, getattr(one, f"{name}_max") - random.randint(0, 6))
        for name in ("strength", "dexterity", "willpower")
    }
    return replace(one, hp=random.randint(0, one.hp_max), fatigue=random.choice((0, 0, 1, 2)), **low)


def _boon(random: Random) -> str:
    table = random.choice([table for one in backgrounds().values() for table in one.tables])
    rows = [row for row in tables()[table].rows if not row.choice and not row.only_gives]
    return row_id(table, random.choice(rows)) if rows else ""


def people(random: Random, many: int, carried: int) -> State:
    """A table with a party of so many, each with some things besides their own."""
    settings = random_settings(GAME, random)
    names = [one.name for one in backgrounds().values()]
    found = party("; ".join(random.choice(names) for _ in range(many)), settings)
    made = []
    for at, typical in enumerate(found, 1):
        boon = _boon(random)
        life = replace(typical.life, boons=(*typical.life.boons, *((boon,) if boon else ())))
        items = (*typical.items[:5], *[_thing(random, f"{typical.id}x{n}") for n in range(carried)])
        one = replace(typical, name=f"{typical.name} {at}", seat=f"player{at}", gp=random.randint(0, 90), life=life)
        one = replace(one, items=items)
        made.append(_hurt(random, one) if random.random() < 0.6 else one)
    if random.random() < 0.4:
        made[-1] = replace(made[-1], kind="hireling")
    ground = (_thing(random, "g1"), _thing(random, "g2"))
    return State(settings=settings, phase="explore", party=tuple(made), ground=ground)


def in_a_fight(random: Random) -> State:
    """A fight that is on."""
    state = people(random, random.randint(2, 3), 3)
    kinds = list(monsters().values())
    kind = random.choice(kinds)
    foes = [spawn(kind, f"foe{at}") for at in range(1, random.randint(2, 4))]
    if random.random() < 0.3:
        foes.append(spawn(random.choice(kinds), "other"))
    if random.random() < 0.25:
        foes[0] = replace(foes[0], detachment=True)
    foes = [replace(foe, hp=random.randint(0, foe.hp_max)) for foe in foes]
    side: Side = random.choice(("party", "party", "foes"))
    everybody = [one.id for one in (*state.party, *foes)]
    acting = tuple(one.id for one in (state.party if side == "party" else foes))
    marks = (Mark(random.choice(everybody), random.choice(("impaired", "enhanced"))),) if random.random() < 0.4 else ()
    fight = Fight(
        round=random.randint(1, 2), side=side, acting=acting, marks=marks, foes_at_start=len(foes), opened=True,
        leader=foes[0].id if random.random() < 0.3 else "", refuge=random.random() < 0.7,
    )  # fmt: skip
    return replace(state, phase="fight", foes=tuple(foes), fight=fight)


def in_a_dungeon(random: Random) -> State:
    """A party in a dungeon."""
    state = people(random, 3, 3)
    return replace(state, phase="dungeon", dungeon=Dungeon(name="the mill", lit=random.random() < 0.4))


def on_the_way(random: Random) -> State:
    """A party on a journey."""
    state = people(random, 3, 3)
    journey = Journey(
        terrain=random.choice(("easy", "tough", "perilous")), path=random.choice(("road", "trail", "wild"))
    )
    return replace(state, phase="wilderness", journey=journey)


def in_town(random: Random) -> State:
    """A party in town."""
    return replace(people(random, 3, 3), phase="town")


def at_large(random: Random) -> State:
    """A party that is nowhere in particular."""
    return people(random, 3, 4)


"""How many scenes of each place there are for a number."""


def _handed(state: State, item: Item) -> State:
    """The state with this thing in the hands of the first of the party, who is well and has room."""
    one = state.party[0]
    well = replace(
        one,
        conditions=(),
        scars=(),
        deprived=(),
        fatigue=0,
        dies_at=0,
        items=(*one.items[:3], replace(item, place="hands")),
    )
    fight = state.fight
    if fight is not None:
        fight = replace(fight, side="party", acting=tuple(dict.fromkeys((well.id, *[who.id for who in state.party]))))
    return replace(state, party=(well, *state.party[1:]), fight=fight)


def _with(kind: str, of: str, random: Random) -> Scene:
    fights = random.random() < 0.6
    state = in_a_fight(random) if fights else at_large(random)
    if kind == "spell":
        item = scroll(of, "x") if random.random() < 0.25 else from_ref(of, "x")
        deed = "cast" if fights else random.choice(("cast_spell", "cast_enhanced"))
    elif kind == "relic":
        item, deed = from_ref(of, "x"), "use_relic" if fights else "activate_relic"
    else:
        item = from_gear(GEAR[of], "x") if of in GEAR else from_ref(of, "x")
        deed = "attack" if item.damage and fights else "use_item" if fights else "employ_item"
    return Scene("", _handed(state, item), (f"{deed} hero1",), 4, ("x",))


def _monster(of: str, random: Random) -> Scene:
    state = in_a_fight(random)
    foes = (spawn(monsters()[of], "foe1"), spawn(monsters()[of], "foe2"))
    fight = state.fight
    assert fight is not None
    state = replace(state, foes=foes, fight=replace(fight, side="foes", acting=("foe1", "foe2"), marks=(), leader=""))
    wants = ("power foe1", "attack foe2") if monsters()[of].powers else ("attack foe1", "attack foe2")
    return Scene("", state, wants, 5)


def _about(kind: str, of: str, random: Random) -> Scene:
    return _monster(of, random) if kind == "monster" else _with(kind, of, random)


def _subjects() -> Iterator[tuple[str, str]]:
    known = (("spell", spells()), ("relic", relics()), ("thing", GEAR), ("thing", things()), ("monster", monsters()))
    yield from [(kind, of) for kind, entries in known for of in entries]


PLACES = {
    "fight": (in_a_fight, 12), "dungeon": (in_a_dungeon, 3), "town": (in_town, 3), "free": (at_large, 5),
    "journey": (on_the_way, 2),
}  # fmt: skip
scene, names = by_chance(PLACES, _about, _subjects)
