"""Scenes of Modified Cairn: every Runeskelf, relic, thing and monster at work, and people in many places."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from tallow.games.modified_cairn.characters.typical import party
from tallow.games.modified_cairn.combat.bands import arrayed, fight, with_band
from tallow.games.modified_cairn.entries import scars, tables
from tallow.games.modified_cairn.folk import backgrounds, monsters
from tallow.games.modified_cairn.gear.inventory import equipped, receive
from tallow.games.modified_cairn.gear.things import from_gear, made, shard
from tallow.games.modified_cairn.goods import armours, relics, runeskelfs, things, transports, weapons
from tallow.games.modified_cairn.monsters.bestiary import band, leader, spawn
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.state import (
    BANDS,
    HOUR,
    Combat,
    Dungeon,
    Item,
    Journey,
    Mark,
    Phase,
    Scar,
    State,
    Transport,
    Wealth,
    able,
)  # fmt: skip
from tallow.games.modified_cairn.world.darkness import shade
from tallow.mechanics.tables import row_id
from tallow.testing import random_settings
from tests.games.telling import Scene, by_chance

BORING = (
    "add_foes", "bring_character", "bring_player", "call_save", "charge", "contest", "describe", "dismiss_foes",
    "end_combat", "give", "go_on", "let_know", "make_character", "make_relic", "make_runeskelf", "new_player", "note",
    "reveal", "roll_altered", "roll_encounter", "roll_sign", "roll_table", "roll_treasure", "secret_roll", "set_size",
    "set_state", "set_value", "step_die", "switch_setting", "take", "take_over", "take_side", "write_foe",
)  # fmt: skip
"""What the GM decides outside of combat, harm, things and magic, or what brings people and things to a table."""

STATES = (
    "wounded", "fatigued", "critically_wounded", "hamstrung", "deafened", "doomed", "stopped", "blind", "held", "dead",
    "hopeless", "poisoned", "festering", "quick", "hasted", "peaceful", "invisible", "shielded", "giving_way",
)  # fmt: skip


def _things(random: Random, one, many: int):
    """Somebody with so many things of any kind."""
    listed = [*things(), *weapons(), *armours(), *relics()]
    rows = [line for row in _rows() for line in row.gives if line.of not in transports()]
    for at in range(many):
        id_ = f"{one.id}x{at}"
        kind = random.random()
        if kind < 0.25:
            item = shard(random.choice(list(runeskelfs())), id_, scroll=random.random() < 0.3)
        elif kind < 0.55:
            item = from_gear(random.choice(rows), id_)
        else:
            item = made(random.choice(listed), id_)
        one = receive(one, replace(item, dots=random.randint(0, max(0, item.uses - 1)) if item.uses else 0))
    return one


def _rows():
    return [row for one in backgrounds().values() for table in one.tables for row in tables()[table].rows]


def _history(random: Random):
    table = random.choice([table for one in backgrounds().values() for table in one.tables])
    return row_id(table, random.choice(tables()[table].rows))


def _hurt(random: Random, one):
    """Somebody who has been through something."""
    if random.random() < 0.5:
        row = random.choice(list(scars().values()))
        part = {"broken_limb": random.choice(("Leg", "Arm", "Rib")), "sundered": random.choice(("hand", "leg", "ear"))}
        scar = Scar(row.id, part.get(row.id.rpartition(".")[2], ""), row.when != "now", random.choice((0, 7 * HOUR)))
        one = replace(one, scars=(scar,))
    if random.random() < 0.5:
        one = replace(one, states=tuple(random.sample(STATES, random.randint(1, 2))))
    if "critically_wounded" in one.states:
        one = replace(one, dies_at=random.randint(8, 9) * HOUR)
    if random.random() < 0.3:
        one = replace(one, deprived=(("hunger", 7 * HOUR),), strained=7 * HOUR)
    strain = tuple(random.choice(("pack", "body", "overflow")) for _ in range(random.choice((0, 0, 1, 3))))
    low = {name: max(1, getattr(one, f"{name}_max") - random.randint(0, 6)) for name in ("vigour", "clarity", "spirit")}
    return replace(one, strain=strain, guard=random.randint(0, one.guard_max), **low)


def people(random: Random, state: State, many: int, carried: int) -> State:
    """The state with a party of so many, each with so many things besides their own."""
    known = [one.name for one in backgrounds().values() if one.list == "second_edition"]
    found = party("; ".join(random.choice(known) for _ in range(many)), state.settings)
    made_up = []
    for at, typical in enumerate(found, 1):
        one = replace(
            typical, name=f"{typical.name} {at}", seat=f"player{at}", wealth=Wealth(5, 5, random.randint(0, 60))
        )
        one = replace(one, fed=state.clock, drank=state.clock, slept=state.clock)
        one = replace(one, life=replace(one.life, history=(*one.life.history, _history(random))))
        laden = _things(random, equipped(one), carried)
        made_up.append(_hurt(random, laden) if random.random() < 0.6 else laden)
    if random.random() < 0.4:
        made_up[-1] = replace(made_up[-1], kind="hireling")
    return replace(state, party=tuple(made_up))


def _foes(random: Random, state: State) -> State:
    kind = random.choice(list(monsters().values()))
    many = 1 if random.random() < 0.3 else random.randint(2, 3)
    foes = list(band(kind, many, [f"foe{at}" for at in range(1, many + 1)]))
    if kind.leader is not None and random.random() < 0.5:
        foes.append(leader(kind, "chief"))
    if random.random() < 0.3:
        foes.append(spawn(random.choice(list(monsters().values())), "other"))
    if random.random() < 0.25:
        foes[0] = replace(foes[0], detachment=True)
    if random.random() < 0.2:
        foes.append(replace(spawn(monsters()["modified_cairn.monster.wolf"], "beast"), states=("mount",)))
        foes[0] = replace(foes[0], mounted="beast")
    if random.random() < 0.2:
        foes[-1] = replace(foes[-1], side="third_side")
    return replace(state, foes=tuple(replace(foe, guard=random.randint(0, foe.guard_max)) for foe in foes))


def _begun(random: Random, clock: int = 8 * HOUR) -> State:
    return State(settings=random_settings(GAME, random), phase="free", clock=clock)


def in_a_fight(random: Random) -> State:
    """A fight that is on, everybody somewhere."""
    state = _foes(random, people(random, _begun(random), random.randint(2, 3), 3))
    if random.random() < 0.4:
        state = replace(state, transports=(Transport("t1", "Horse", "modified_cairn.transport.horse", 4, "hero1"),))
    sides = tuple(dict.fromkeys(("party", *[foe.side or "foes" for foe in state.foes])))
    back_to: Phase = random.choice(("free", "dungeon"))
    if back_to == "dungeon":
        state = replace(state, dungeon=Dungeon("the mill", since=state.clock, lit=random.random() < 0.5))
    combat = Combat(
        round=random.randint(1, 2), sides=sides, confined=random.random() < 0.3, dark=random.random() < 0.3,
        back_to=back_to,
    )  # fmt: skip
    state = arrayed(replace(state, phase="combat", combat=combat), random.choice(("engaged", "engaged", *BANDS)))
    everybody = [one.id for one in (*state.party, *state.foes)]
    combat = fight(state)
    for _ in range(random.randint(0, 4)):
        one, other = random.sample(everybody, 2)
        combat = with_band(combat, one, other, random.choice(BANDS))
    if random.random() < 0.4:
        mark = Mark(random.choice(everybody), random.choice(("impaired", "enhanced", "blast")))
        combat = replace(combat, marks=(mark,))
    side = random.choice(sides)
    acting = tuple(one.id for one in (*state.party, *state.foes) if able(one) and _side(state, one) == side)
    return shade(replace(state, combat=replace(combat, side=side, acting=acting)))


def _side(state: State, one) -> str:
    return one.side or ("party" if one in state.party else "foes")


def in_a_dungeon(random: Random) -> State:
    """A party in a dungeon."""
    state = people(random, _begun(random), 3, 4)
    state = replace(state, settings=replace(state.settings, dungeon_module=True))
    die, lit, safe = random.choice((12, 10, 8, 6)), random.random() < 0.3, random.random() < 0.3
    dungeon = Dungeon("the mill", die=die, since=state.clock, lit=lit, safe=safe)
    return shade(replace(state, phase="dungeon", dungeon=dungeon))


def in_town(random: Random) -> State:
    """A party in town, with a beast and a cart."""
    state = replace(people(random, _begun(random), 3, 5), phase="town")
    mule = Transport("t1", "Mule", "modified_cairn.transport.mule", 6, "hero1")
    cart = Transport("t2", "Cart", "modified_cairn.transport.cart", 4, "hero2")
    return replace(state, transports=(mule, cart))


def at_large(random: Random) -> State:
    """A party that is nowhere in particular, with things on the ground."""
    state = people(random, _begun(random), 3, 6)
    ground = tuple(replace(made(random.choice([*things(), *weapons()]), f"g{at}"), place="ground") for at in range(3))
    donkey = Transport("t1", "Donkey", "modified_cairn.transport.donkey", 4, "hero1")
    return replace(state, ground=ground, transports=(donkey,))


def on_the_way(random: Random) -> State:
    """A party on a journey."""
    state = people(random, _begun(random), 3, 4)
    state = replace(state, settings=replace(state.settings, wilderness_module=True))
    return replace(state, phase="journey", journey=Journey(terrain=random.choice(("easy", "tough", "perilous")), day=1))


"""How many scenes of each place there are for a number."""


def _handed(state: State, *items: Item) -> State:
    """The state with these things in the hands of the first of the party, who is well."""
    one = state.party[0]
    well = replace(one, states=(), scars=(), deprived=(), strain=(), dies_at=0, vigour=max(3, one.vigour))
    kept = tuple(item for item in well.items if item.place != "hands")[:4]
    held = tuple(replace(item, place="hands") for item in items)
    combat = state.combat
    if combat is not None:
        acting = tuple(who.id for who in state.party if able(who)) if well.id not in combat.acting else combat.acting
        acting = tuple(dict.fromkeys((well.id, *acting)))
        combat = replace(combat, side="party", acting=acting)
    return shade(replace(state, party=(replace(well, items=(*kept, *held)), *state.party[1:]), combat=combat))


def _with(kind: str, of: str, random: Random) -> Scene:
    fights = random.random() < 0.6
    state = in_a_fight(random) if fights else at_large(random)
    if kind == "rune":
        item, deed = shard(of, "x"), "channel" if fights else "channel_calmly"
    elif kind == "relic":
        item, deed = made(of, "x"), "use_relic" if fights else "use_relic_calmly"
    else:
        lines = {line.name: line for row in _rows() for line in row.gives}
        item = from_gear(lines[of], "x") if of in lines else made(of, "x")
        deed = "attack" if item.dice and fights else "use_item" if fights else "use"
    answers = ("x", "known") if random.random() < 0.8 else ("x",)
    return Scene("", _handed(state, item), (f"{deed} hero1",), 4, answers)


def _monster(of: str, random: Random) -> Scene:
    state = in_a_fight(random)
    foes = band(monsters()[of], 2, ["foe1", "foe2"])
    bands = tuple((*sorted((foe.id, one.id)), "engaged") for foe in foes for one in state.party)
    combat = replace(fight(state), sides=("party", "foes"), side="foes", acting=("foe1", "foe2"), bands=bands, marks=())
    wants = ("power foe1", "attack foe2") if monsters()[of].powers else ("attack foe1", "attack foe2")
    return Scene("", shade(replace(state, foes=foes, combat=combat)), wants, 5)


def _about(kind: str, of: str, random: Random) -> Scene:
    return _monster(of, random) if kind == "monster" else _with(kind, of, random)


def _subjects() -> Iterator[tuple[str, str]]:
    carried = {line.name: line for row in _rows() for line in row.gives if line.of not in transports()}
    known = (
        ("rune", runeskelfs()),
        ("relic", relics()),
        ("thing", carried),
        ("thing", things()),
        ("monster", monsters()),
    )
    yield from [(kind, of) for kind, entries in known for of in entries if of not in transports()]


PLACES = {
    "fight": (in_a_fight, 12), "dungeon": (in_a_dungeon, 2), "town": (in_town, 2), "free": (at_large, 4),
    "journey": (on_the_way, 1),
}  # fmt: skip
scene, names = by_chance(PLACES, _about, _subjects)
