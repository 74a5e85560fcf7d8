"""Tables of any game at which random people do whatever they can."""

from random import Random

from msgspec.structs import replace

from tallow.games import game
from tallow.games.optional import archetypes_of, needed_bots
from tallow.play import Roll
from tallow.table import Step, Table, open_table
from tallow.table.motion import tried
from tallow.table.seats import DiceFrom, referee
from tests.web.people import live_answer

SEEDS = (bytes(32), bytes([7]) * 32, bytes([9]) * 32)


def example(name: str, seed: bytes = SEEDS[0], dice: DiceFrom = "server") -> Table:
    """A table of a game, ready to play, with a player in every seat."""
    table = open_table(name, "The Old Mill", {}, seed, example=True).table.sit(referee("Ann")).table
    while table.free_seats():
        table = table.join(f"Player {len(table.seats)}", dice, table.free_seats()[0]).table
    return table.join("New", dice).table


def in_a_fight(name: str, seed: bytes = SEEDS[0], dice: DiceFrom = "server") -> Table:
    """The party of the example in a fight with somebody weak."""
    rules = game(name)
    table = example(name, seed, dice)
    archetypes, bots = archetypes_of(rules), needed_bots(rules)
    assert archetypes is not None
    state = bots.fight(archetypes.party(1), f"{archetypes.foe} x3", None)
    state = next(tried(rules, state, bots.action(state, rules.waiting(state)[0]), ()))
    party = tuple([replace(one, seat=f"player{at}") for at, one in enumerate(state.party, 1)])
    return replace(table, state=replace(state, party=party))


def goes_on(table: Table, random: Random) -> Step | None:
    """Somebody begins something, or answers; often something else begins before what waits is answered."""
    if table.pending and random.random() < 0.5:
        pending = random.choice(table.pending)
        question = pending.question
        thrown = isinstance(question, Roll) and table.dice_of(question.by) == "server"
        answer = () if thrown else live_answer(question, random)
        return table.answer(question.by, pending.starter, answer, number=pending.number)
    seat = random.choice([one.seat for one in table.seats])
    offers = [one.action for one in table.offers(seat) if not one.refusal]
    return table.act(seat, random.choice(offers)) if offers else None
