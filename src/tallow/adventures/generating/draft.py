"""A draft of a generated place: a document by chance, whole and within reach, with every sentence once.

Whether a party comes home from it is not known here: `tallow.simulate.places` asks the simulator.
"""

from collections.abc import Sequence
from typing import Any, Literal

from tallow.adventures.documents import effects as h
from tallow.adventures.documents.document import (
    Document,
    Feature,
    Group,
    Mood,
    Thing,
    Trap,
    Use,
)
from tallow.adventures.generating import prose
from tallow.adventures.generating.ground import AROUND, DONE, FRIEND, GOAL, KEY, SEAL, Ground
from tallow.adventures.generating.prose import Cache, capital, filled, several
from tallow.adventures.generating.telling import about, clocks, ends
from tallow.games.game import Game

FEWEST, MOST = 6, 20
"""So many rooms a generated place may have."""

ROOMS_FOR_SUPPLY = 2
"""For each so many rooms above the fewest somebody has left something that is used up on the way."""

BAND = 0.6
"""So often several folk say what only several can."""

TRIES = 400
"""So often creatures are drawn until some turn up that are known here and not yet met."""


def draft(game: Game[Any], rooms: int, seed: str, softness: int = 0) -> Document:
    """A place of so many rooms for a game; the softer, the fewer and weaker those who mean harm."""
    if game.stocking is None:
        raise ValueError(f"{game.title} has no generated places")
    if not FEWEST <= rooms <= MOST:
        raise ValueError(f"a generated place has {FEWEST} to {MOST} rooms, not {rooms}")
    return _Place(game.base, game.stocking, rooms, seed, softness).document()


class _Place(Ground):
    """A place while it is made."""

    def document(self) -> Document:
        self._goal()
        self._friend()
        self._riddle()
        self._sleeper()
        self._foes()
        self._key()
        self._treasure()
        self._supplies()
        self._traps()
        self._features()
        return Document(
            adventure=about(self),
            room=tuple(self.rooms),
            exit=tuple(self.exits),
            feature=tuple(self.features),
            group=tuple(self.groups),
            thing=tuple(self.things),
            trap=tuple(self.traps),
            clock=clocks(self),
            end=ends(self),
        )

    def _goal(self) -> None:
        story, room = self.story, self.rooms[self.layout.goal].id
        done = h.Mark(DONE)
        if story.id == "prize":
            name = capital(self.words["prize"].removeprefix("the "))
            self.things.append(Thing(id=GOAL, name=name, room=room, text=story.seen, taken=(done,)))
        elif story.id == "captive":
            talk = Use(label=story.label, text=self.say(story.text), when=(h.Marked(DONE, no=True),), then=(done,))
            name = self.words["captive"]
            self.groups.append(
                Group(
                    id=GOAL,
                    name=name,
                    who=self.stocking.person(name),
                    room=room,
                    seen=self.say(story.seen),
                    mood="friendly",
                    greets=self.say(story.greets),
                    talk=(talk,),
                    beaten=(h.Mark("slain"),),
                )
            )
        else:
            going = (h.Marked(DONE, no=True),)
            strength = Use(
                label=story.label,
                text=story.text,
                when=going,
                turns=1,
                save=self.stocking.scores["body"],
                then=(done,),
                fails=story.fails,
                otherwise=(h.Harm(self.stocking.harm[0]), h.Noise()),
                again=True,
            )
            trick = Use(label=story.study, text=story.studied, when=going, turns=2, then=(done,))
            self.features.append(
                Feature(id=GOAL, room=room, name=story.name, look=self.say(story.look), use=(trick, strength))
            )

    def _friend(self) -> None:
        """Somebody who for food tells of the way round the lock, and of what had better be left alone."""
        secret = prose.stories().secret
        layout, said = self.layout, self.friend
        knows = self.random.choice(("way", "key"))
        if knows == "way":
            (near,) = (at for at in layout.around if at in layout.near)
        else:
            near = self.key_room
        there = {"room": self.in_words(near), "way": self.words["around_way"]}
        told = self.say(self.random.choice(secret["way" if knows == "way" else "key"]), there)
        better = secret["there" if near == layout.lair else "better"]
        warned = self.say(self.random.choice(better), {"room": self.in_words(layout.lair)})
        shown = AROUND if knows == "way" else KEY
        calm: tuple[h.Effect, ...] = (h.Calm(FRIEND),) if said.eats else (h.Calm(FRIEND), h.Reveal(shown))
        talk = Use(label=said.label, text=said.text, when=(h.Friendly(FRIEND, no=True),), then=calm)
        riddle = Use(
            label=f"Ask about the {self.riddle.feature.lower()}",
            text=f'"{self.say(self.riddle.answer)}"',
            when=(h.Friendly(FRIEND), h.Visited(self.rooms[layout.puzzle].id)),
        )
        self.groups.append(
            Group(
                id=FRIEND,
                name=said.title,
                who=self.stocking.person(capital(said.title.removeprefix("the "))),
                room=self.rooms[self.friend_room].id,
                seen=said.seen,
                mood="wary",
                greets=said.greets,
                wants=(self.stocking.food,) if said.eats else (),
                tells=self.say(said.tells, {"secret": f"{told} {warned}"}),
                bought=(h.Reveal(shown),),
                talk=(talk, riddle),
            )
        )

    def _riddle(self) -> None:
        """Three choices before the vault, and the clue in a room on this side of the lock."""
        said, layout = self.riddle, self.layout
        wrong = list(said.wrong)
        uses = []
        going = (h.IsOpen(SEAL, no=True),)
        for at, choice in enumerate(said.choices):
            label = self.say(said.label, {"choice": choice})
            if at == self.answer:
                uses.append(Use(label=label, text=said.right, when=going, then=(h.Open(SEAL),)))
            else:
                hurt = (h.Harm(self.stocking.harm[0]), h.Noise())
                uses.append(Use(label=label, text=wrong.pop(), when=going, then=hurt))
        clues = [at for at in layout.near if at and at != layout.puzzle] or [0]
        room = self.rooms[self.random.choice(clues)]
        known = f"The right one is the {self.words['choice']} one; it opens the way to room {layout.vault + 1}."
        self.features += [
            Feature(
                id="riddle",
                room=self.rooms[layout.puzzle].id,
                name=said.feature,
                look=said.look,
                known=known,
                use=tuple(uses),
            ),
            Feature(id="clue", room=room.id, name=said.clue, look=self.say(said.clue_look)),
        ]

    def _sleeper(self) -> None:
        """Something better left alone, and what it has."""
        known = [name for name in self.stocking.mighty if name in prose.creatures()]
        name = self.random.choice(known)
        self.met.add(name)
        room = self.rooms[self.layout.lair].id
        self.groups.append(
            Group(
                id="sleeper",
                name=f"the {name.lower()}",
                who=name,
                room=room,
                seen=prose.creatures()[name].seen,
                mood="asleep",
                known="It sleeps until somebody wakes it, and new characters do not outlive that.",
            )
        )
        self._find("sleeper_hoard", dear=True, group="sleeper")

    def _foes(self) -> None:
        """Those who live here, by the game's tables, one group to a room; the last of them roam."""
        layout = self.layout
        many = max(2, round(len(self.rooms) * 0.3) - self.softness // 2)
        free = [at for at in (*layout.others, layout.goal) if at != self.friend_room]
        rooms = self.random.sample(free, min(many, len(free)))
        for at, room in enumerate(sorted(rooms)):
            name, number = self._creature()
            said = prose.creatures()[name]
            who = several(name, said.plural, number)
            folk = said.kind == "folk"
            mood: Mood = "reaction" if folk else self.random.choice(("hostile", "hostile", "reaction", "asleep"))
            roams = at == len(rooms) - 1
            self.groups.append(
                Group(
                    id=f"group{at + 1}",
                    name=f"the {said.plural or name.lower() + 's'}" if number > 1 else f"the {name.lower()}",
                    who=f"{name} x{number}" if number > 1 else name,
                    room=self.rooms[room].id,
                    seen=filled(said.seen, {"who": who}),
                    mood="reaction" if roams and mood == "asleep" else mood,
                    roams=roams,
                    wants=(self.stocking.food,) if folk else (),
                    greets=self._spoken("greets", number) if folk else "",
                    tells=self._spoken("tells", number) if folk else "",
                )
            )
            self.heard(room, said.heard)
            if said.kind in {"folk", "dead"} and self.random.random() < 0.6:
                self._find(f"group{at + 1}_purse", group=f"group{at + 1}")

    def _spoken(self, what: Literal["greets", "tells"], number: int) -> str:
        """What so many folk say, nothing twice: one of them speaks for nobody else."""
        told = prose.stories()
        band = number > 1 and bool(self.drawn.left(told.band[what])) and self.random.random() < BAND
        return self.drawn.one((told.band if band else told.folk)[what])

    def _creature(self) -> tuple[str, int]:
        """A kind that is not met here yet, and how many, fewer the softer the place."""
        known = prose.creatures()
        lines = {known[name].seen for name in self.met}
        for _ in range(TRIES):
            name, number = self.stocking.creatures(self.dice)
            if name in known and known[name].kind != "mighty" and known[name].seen not in lines:
                self.met.add(name)
                most = 1 if known[name].swarm else max(1, 3 - self.softness // 2)
                return name, min(number, most)
        raise ValueError(f"the tables of {self.game} have too few creatures that are known here")

    def _find(self, id_: str, *, dear: bool = False, caches: Sequence[Cache] = (), **where: Any) -> None:
        """Treasure by the game's own dice, of a name that nothing else here has.

        What is `dear` is nothing of the shops. Of `caches` it lies in one that has room for it.
        """
        for _ in range(TRIES):
            goods = self.stocking.treasure(self.dice)
            if dear and goods.plain:
                continue
            purses = prose.parts().purse if goods.coins else ()
            name = self.drawn.one(purses) if self.drawn.left(purses) else goods.name
            if name not in self.found:
                break
        else:
            return
        self.found.add(name)
        if caches:
            large = goods.plain or (goods.size or 0) > 1
            where["text"] = self.drawn.one(caches, lambda one: one.roomy or not large).text
        self.things.append(
            Thing(
                id=id_,
                name=name,
                like=goods.like or None,
                coins=goods.coins,
                worth=goods.worth,
                size=goods.size,
                **where,
            )
        )

    def _key(self) -> None:
        """What opens the lock, on this side of it: with somebody, or where a search finds it."""
        said = self.random.choice(prose.parts().key)
        room = self.rooms[self.key_room].id
        known = f"It opens the way from room {self.layout.locked[0] + 1} to room {self.layout.locked[1] + 1}."
        self.things.append(
            Thing(id=KEY, name=said.name, room=room, found="search", size=0, text=said.text, known=known)
        )

    def _treasure(self) -> None:
        """Two in the vault, one at the goal, and some that a search finds."""
        layout = self.layout
        for which in ("vault_first", "vault_second"):
            self._find(which, dear=True, room=self.rooms[layout.vault].id)
        self._find("goal_find", room=self.rooms[layout.goal].id)
        caches = prose.parts().cache
        for at, room in enumerate(self.random.sample(layout.others, max(1, len(layout.others) // 4)), 1):
            self._find(f"cache{at}", caches=caches, room=self.rooms[room].id, found="search")

    def _supplies(self) -> None:
        """What somebody has left who came this way before: the larger the place, the more, all through it."""
        listed, rooms = self.stocking.supplies, (0, *self.layout.others)
        wanted = (len(self.rooms) - FEWEST) // ROOMS_FOR_SUPPLY + self.softness
        many = min(wanted, len(rooms), len(prose.parts().left)) if listed else 0
        for at in range(many):
            goods = listed[at % len(listed)]
            room = self.rooms[rooms[at * len(rooms) // many]].id
            name = f"{goods.name} {self.drawn.one(prose.parts().left)}"
            self.things.append(Thing(id=f"supply{at + 1}", name=name, like=goods.like, room=room))

    def _traps(self) -> None:
        traps = prose.parts().trap
        rooms = self.random.sample(self.layout.others, max(1, len(self.rooms) // 6))
        dice = self.stocking.harm[1 if self.softness < 2 else 0]
        for at, room in enumerate(rooms, 1):
            said = self.drawn.one(traps)
            self.traps.append(
                Trap(
                    id=f"trap{at}",
                    name=said.name,
                    on=self.rooms[room].id,
                    clue=said.clue,
                    text=said.text,
                    save=self.stocking.scores[said.save],
                    does=(h.Harm(dice),),
                )
            )

    def _features(self) -> None:
        """Something to look at in every room that has nothing else; what hides something has something to hide."""
        features = prose.parts().feature
        for at, room in enumerate(self.rooms):
            full = room.id in {*[one.room for one in self.features], *[one.room for one in self.groups]}
            if at == self.layout.vault or (full and self.random.random() < 0.6) or not self.drawn.left(features):
                continue
            said = self.drawn.one(features)
            uses = []
            if said.use is not None:
                self._find(f"hidden{at + 1}", dear=True, room=room.id, found="hidden")
                if self.things[-1].id == f"hidden{at + 1}":
                    then = (h.Reveal(f"hidden{at + 1}"),)
                    uses.append(Use(label=said.use.label, text=said.use.text, turns=1, then=then))
            self.features.append(
                Feature(id=f"feature{at + 1}", room=room.id, name=said.name, look=said.look, use=tuple(uses))
            )
