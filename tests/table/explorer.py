"""People who see nearly all of a game: they go back to tables at which something new was seen, and go on from there.

What has been seen is every kind of question that waits, with the deed that asks it, and every effect in force. They
begin at all kinds of tables: with other rulings, with parties that have been through much, in a fight with anybody of
the bestiary, in places by chance. Most of them type in their dice, which often fall as low or as high as they can.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, get_args

from msgspec import structs
from msgspec.structs import replace

from tallow.adventures import checked
from tallow.adventures.generating.draft import draft
from tallow.games import game
from tallow.games.optional import archetypes_of, needed_bots
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.play import Roll
from tallow.table import Pending, Step, Table, open_table
from tallow.table.motion import tried
from tallow.table.seats import referee
from tests.table.curious import Curious
from tests.table.evenings import example
from tests.table.veterans import MONSTERS, VETERANS

LONG, SHORT = 200, 60
"""So many steps are done from a new table, and from one to which they have gone back."""

PATIENCE = 10
"""After so many refusals they go elsewhere."""

ROOMS = 8
"""So many rooms has a place by chance."""


WORDS = ("attribute", "does", "each", "save", "unit", "until")
"""Fields of effects that have one of a few words."""

COUNTS = ("deprives", "hates", "steps", "wants", "wearies")
"""Fields of effects that only a few of them have."""


def seen(table: Table) -> Iterator[str]:
    """The kinds of questions that wait at a table, and the effects that are in force."""
    for pending in table.pending:
        yield str(getattr(pending.question, "what", "roll"))
    state = getattr(table.state, "game", table.state)
    for effect in getattr(state, "effects", ()):
        yield effect.of
        yield from words_of(structs.asdict(effect))


def words_of(effect: Mapping[str, Any]) -> Iterator[str]:
    """What is said of an effect in single words, each with its field (`until: dawn`), and what only few have."""
    yield from (f"{field}: {word}" for field, word in effect.items() if field in WORDS)
    yield from (field for field in COUNTS if effect.get(field))


class Explorer(Curious):
    """People at one table after another of a game."""

    def __init__(self, name: str, seed: int) -> None:
        self._tables: dict[Hashable, Table] = {}
        self._visits: Counter[Hashable] = Counter()
        self._left = 0
        super().__init__(name, seed)

    def begin(self) -> None:
        """Another table: a new one, or one at which something was seen."""
        self._refused = 0
        if self._tables and self.random.random() > 0.2:
            kind = min(self._tables, key=lambda one: self._visits[one] + 3 * self.random.random())
            self._visits[kind] += 1
            self.table, self._left = self._tables[kind], SHORT
            return
        self._left = LONG
        self._new_table()
        if self.random.random() < 0.6:
            self.table = replace(self.table, state=self._varied(self.table.state))
        if self.random.random() < 0.7:
            typing = tuple([replace(one, dice="typed") for one in self.table.seats])
            self.table = replace(self.table, seats=typing)

    def _new_table(self) -> None:
        chance, played = self.random.random(), game(self.name)
        if chance < 0.25:
            self.table = self._fight()
        elif chance < 0.35 and played.stocking is not None:
            place = checked(draft(played, ROOMS, str(self.random.random()), 0), played)
            seed = self.random.randbytes(32)
            table = open_table(self.name, "The Mill", {}, seed, example=True, adventure=place).table
            table = table.sit(referee("Ann")).table
            while table.free_seats():
                table = table.join(f"Player {len(table.seats)}", seat=table.free_seats()[0]).table
            self.table = table
        else:
            super().begin()

    def _fight(self) -> Table:
        """A typical party in a fight with two of somebody."""
        rules = game(self.name)
        archetypes, bots = archetypes_of(rules), needed_bots(rules)
        assert archetypes is not None
        foe = self.random.choice(list(MONSTERS[self.name]().values()))
        try:
            state = bots.fight(archetypes.party(1), f"{foe.name} x2", None)
        except (Unknown, Malformed):  # an entry for any number of Hit Dice has no name of its own
            state = bots.fight(archetypes.party(1), f"{archetypes.foe} x2", None)
        state = next(tried(rules, state, bots.action(state, rules.waiting(state)[0]), ()))
        party = tuple([replace(one, seat=f"player{at}") for at, one in enumerate(state.party, 1)])
        return replace(example(self.name, self.random.randbytes(32)), state=replace(state, party=party))

    def _varied(self, state: Any) -> Any:
        """Other rulings, and a party that has been through much."""
        inner = getattr(state, "game", state)
        fields = {one.name: get_args(one.type) for one in structs.fields(inner.settings)}
        chosen = {name: self.random.choice(words) for name, words in fields.items() if self.random.random() < 0.3}
        after = VETERANS[self.name](self.random, replace(inner, settings=replace(inner.settings, **chosen)))
        return replace(state, game=after) if inner is not state else after

    def go_on(self) -> bool:
        """One step more; whether something was done."""
        step = self.step(self.table)
        if step is None:
            self._refused += 1
        else:
            self.table, self._refused = step.table, 0
            self._left -= 1
            self._remember()
        if self._left <= 0 or self._refused > PATIENCE:
            self.begin()
        return step is not None

    def _remember(self) -> None:
        for pending in self.table.pending:
            self._keep((pending.action.name, getattr(pending.question, "what", "roll")))
        for kind in seen(self.table):
            self._keep(kind)

    def _keep(self, kind: Hashable) -> None:
        if kind not in self._tables or self.random.random() < 0.05:
            self._tables[kind] = self.table

    def _answer(self, table: Table, pending: Pending) -> Step:
        question = pending.question
        if isinstance(question, Roll) and table.dice_of(question.by) == "typed":
            return table.answer(question.by, pending.starter, self._thrown(question), number=pending.number)
        return super()._answer(table, pending)

    def _thrown(self, roll: Roll) -> tuple[int, ...]:
        """A third of all dice are 1, a third as high as they can be."""
        chance = self.random.random()
        if chance < 0.6:
            return (1 if chance < 0.3 else roll.sides,) * roll.n
        return tuple([self.random.randint(1, roll.sides) for _ in range(roll.n)])
