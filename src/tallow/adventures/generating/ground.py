"""A place while it is made: its ground plan, what it is about, its rooms and the ways between them."""

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from tallow.adventures.documents import effects as h
from tallow.adventures.documents.document import Exit, Feature, Group, Risk, Room, Stands, Thing, Trap, Way
from tallow.adventures.generating import prose
from tallow.adventures.generating.layout import PITCH, Edge, Layout, lay_out
from tallow.adventures.generating.prose import Drawn, capital, filled
from tallow.games.stocking import Stocking
from tallow.play import Simulated

DIRECTIONS = {
    (1, 0): ("east", "west"),
    (-1, 0): ("west", "east"),
    (0, 1): ("south", "north"),
    (0, -1): ("north", "south"),
}


LOCK, SEAL, AROUND, KEY, FRIEND, GOAL, DONE = "lock", "seal", "around", "key", "friend", "goal", "done"
"""Ids of parts that others name."""


class Ground:
    """Rooms and ways, made when it is; all else is added to it."""

    def __init__(self, game: str, stocking: Stocking, rooms: int, seed: str, softness: int) -> None:
        self.game, self.stocking, self.softness = game, stocking, softness
        self.random = random = Random(f"{game}:{rooms}:{seed}")
        self.dice = Simulated(random, lambda choice: choice.options[0])
        self.drawn = Drawn(random)
        self.layout: Layout = lay_out(rooms, random)
        self.theme = prose.theme(random.choice(prose.THEMES))
        self.story = random.choice(prose.stories().story)
        self.friend = random.choice(prose.stories().friend)
        self.riddle = random.choice(prose.parts().riddle)
        self.answer = random.randrange(3)
        self.words: dict[str, str] = {
            "place": random.choice(prose.common().place),
            "prize": random.choice(self.theme.prize),
            "nuisance": random.choice(self.theme.nuisance),
            "captive": random.choice(prose.common().person),
            "friend": self.friend.title,
            "choice": self.riddle.choices[self.answer],
            "pay": str(stocking.pay),
            "coin": stocking.coin,
        }
        self.rooms: list[Room] = []
        self.exits: list[Exit] = []
        self.features: list[Feature] = []
        self.groups: list[Group] = []
        self.things: list[Thing] = []
        self.traps: list[Trap] = []
        self.met: set[str] = set()
        self.found: set[str] = set()
        halls = [at for at in self.layout.near if at and at in self.layout.others]
        random.shuffle(halls)
        self.key_room = next((at for at in halls if at != self.layout.locked[0]), halls[0])
        self.friend_room = next((at for at in reversed(halls) if at != self.key_room), self.key_room)
        self._rooms()
        self._exits()

    def in_words(self, room: int) -> str:
        """A room in the middle of a sentence."""
        name = self.rooms[room].name
        return name[:1].lower() + name[1:]

    def say(self, text: str, more: Mapping[str, str] | None = None) -> str:
        """A text of this place."""
        return filled(text, {**self.words, **(more or {})})

    def _rooms(self) -> None:
        layout, theme, common = self.layout, self.theme, prose.common()
        own = {0: theme.entrance, layout.goal: theme.goal, layout.vault: common.vault, layout.lair: common.lair}
        for at, (column, row) in enumerate(layout.cells):
            plain = theme.room if self.drawn.left(theme.room) and self.random.random() < 0.8 else common.room
            if not self.drawn.left(plain):
                plain = theme.room
            said = self.drawn.one(own.get(at, plain))
            size = (self.random.choice((4, 5)), self.random.choice((3, 4)))
            spare = PITCH[0] - 1 - size[0], PITCH[1] - 1 - size[1]
            corner = (
                column * PITCH[0] + self.random.randint(0, spare[0]),
                row * PITCH[1] + self.random.randint(0, spare[1]),
            )
            seen = self.say(said.seen)
            self.rooms.append(
                Room(id=f"room{at + 1}", number=at + 1, name=said.name, seen=seen, at=corner, size=size, light=at == 0)
            )

    def _exits(self) -> None:
        layout = self.layout
        nimble = self.stocking.scores["nimble"]
        for edge in (layout.around, *layout.tree, *layout.loops):
            if edge == layout.locked:
                self._exit(LOCK, edge, "door", "locked", "locked", key=KEY)
            elif edge == layout.sealed:
                self._exit(SEAL, edge, "door", "sealed", "barred", force="never")
            elif edge == layout.around:
                way: Way = self.random.choice(("hole", "water"))
                slip = h.Harm(self.stocking.harm[0], text="Something under foot is not where it was.")
                risk = Risk(save=nimble, text="It is narrow, wet and further than it looks.", fails=(slip,), once=True)
                self._exit(AROUND, edge, way, way, "open", found="search", risk=risk)
            else:
                kinds: list[Way] = ["door", "passage", "passage", "gate", "hole"]
                left = [kind for kind in kinds if self.drawn.left(prose.parts().way[kind])]  # type: ignore[index]
                kind = self.random.choice(left)
                stands: Stands = (
                    "open" if kind in {"passage", "hole"} else self.random.choice(("shut", "shut", "stuck"))
                )
                self._exit(f"way{edge[0] + 1}_{edge[1] + 1}", edge, kind, kind, stands)

    def _exit(self, id_: str, edge: Edge, way: Way, look: Any, stands: Stands, **more: Any) -> None:
        (x, y), (to_x, to_y) = self.layout.cells[edge[0]], self.layout.cells[edge[1]]
        there, back = DIRECTIONS[to_x - x, to_y - y]
        said = self.drawn.one(prose.parts().way[look])
        article, _, rest = said.partition(" ")
        short = rest.split(",")[0]
        self.exits.append(
            Exit(
                id=id_,
                from_=self.rooms[edge[0]].id,
                to=self.rooms[edge[1]].id,
                way=way,
                name=f"{capital(article)} {rest}, to the {there}",
                back=f"The {short}, to the {back}",
                stands=stands,
                **more,
            )
        )
        self.words[f"{id_}_way"] = f"{article} {short}"

    def heard(self, room: int, text: str) -> None:
        """What is heard at one of the ways to a room."""
        here = self.rooms[room].id
        for at, one in enumerate(self.exits):
            if one.to == here and not one.heard and one.id not in {SEAL, AROUND}:
                self.exits[at] = replace(one, heard=text)
                return
