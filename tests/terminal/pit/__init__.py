"""The Pit: a game of a few lines, to show that the terminal knows no game in particular."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.characters import Characters
from tallow.games.deeds import Action, Offer, Refusal, Refused
from tallow.games.game import Bots, Game, Outcome, Theme
from tallow.games.rulebook import Rulebook
from tallow.games.view import Panel, Stat, Tag, Tags, Track, View
from tallow.play import REFEREE, Choice, Play, Seat

BOOK = Rulebook("tests.terminal.pit")


class Settings(Struct, frozen=True):
    depth: Literal["shallow", "deep"] = "shallow"
    turns: int = 9


class Digger(Struct, frozen=True):
    name: str
    kind: str
    luck: int
    hp: int


class State(Struct, frozen=True):
    hero: Digger
    foe: str
    foe_hp: int = 13
    turn: Seat = "player"
    guarded: bool = False


def create(play: Play, settings: Settings) -> Digger:
    kind = play.choose("player", "kind", ("pit.kind.brave", "pit.kind.sly"), why="pit.make.kind")
    luck = play.choose("player", "luck", range(1, 11), why="pit.make.kind")
    name = play.write("player", "name", why="pit.make.name")
    hp = 6 + sum(play.roll(2, 6, by="player", why="pit.make.hp"))
    play.tell("made", name, hp, why="pit.make.hp")
    return Digger(name, kind, luck, hp)


def skirmish(play: Play, hero: Digger, foes: str, settings: Settings) -> State:
    foe = foes or play.choose("player", "foe", ("rat", "cave bat"), why="pit.fight.foe")
    play.tell("met", foe, why="pit.fight.foe")
    play.tell("plans", foe, why="pit.fight.foe", seen_by=(REFEREE,))
    return State(hero, foe)


class Deeds:
    def offers(self, state: State, _seat: Seat) -> tuple[Offer, ...]:
        tired = Refusal("tired", (state.hero.name,), "pit.fight.guard") if state.guarded else None
        return (
            Offer(Action("strike", "hero"), "pit.fight.strike", "action"),
            Offer(Action("guard", "hero"), "pit.fight.guard", "", tired),
            Offer(Action("dig", "hero"), "pit.fight.strike"),
        )

    def offer(self, state: State, seat: Seat, action: Action) -> Offer | None:
        return next((offer for offer in self.offers(state, seat) if offer.action == action), None)

    def perform(self, play: Play, state: State, action: Action) -> State:
        if action.name == "guard" and state.guarded:
            raise Refused(Refusal("tired", (state.hero.name,)))
        if action.name == "bite":
            (face,) = play.roll(1, 4, by=REFEREE, why="pit.fight.bite", hidden=True)
            where = play.choose(REFEREE, "where", ("leg", "arm"), why="pit.fight.bite")
            play.tell("bitten", state.hero.name, where, face, why="pit.fight.bite")
            return replace(state, hero=replace(state.hero, hp=state.hero.hp - face), turn="player")
        if action.name == "guard":
            play.tell("guards", state.hero.name, why="pit.fight.guard")
            return replace(state, guarded=True)
        (face,) = play.roll(1, 6, by="player", why="pit.fight.strike")
        play.tell("struck", "hero", "foe", face, why="pit.fight.strike")
        return replace(state, foe_hp=state.foe_hp - face, turn=REFEREE)


def over(state: State) -> Outcome | None:
    if state.foe_hp <= 0:
        return Outcome(True, "foe_down")
    return Outcome(False, "hero_down") if state.hero.hp <= 0 else None


def view(state: State, seat: Seat) -> View:
    hero = Panel(
        "hero", state.hero.name, "card", (Stat("hp", state.hero.hp, 18), Tags("signs", (Tag("tired", bad=True),)))
    )
    foe = Panel("foe", state.foe, "card", (Track("foe_hp", max(0, state.foe_hp), 13),))
    return View((hero, foe))


def sheet(hero: Digger) -> View:
    return View((Panel("hero", hero.name, "sheet", (Stat("hp", hero.hp), Stat("luck", hero.luck)), hero.kind),))


def name(state: State, id: str) -> str:  # noqa: A002
    return {"hero": state.hero.name, "foe": state.foe}.get(id, id)


def decide(choice: Choice) -> object:
    return choice.options[-1]


def never(*_: object) -> State:
    raise NotImplementedError


GAME: Game[State] = Game(
    id="pit",
    title="The Pit",
    referee="Pitmaster",
    theme=Theme("#000000", "#d9a441", ""),
    book=BOOK,
    settings=Settings,
    state=State,
    new_state=never,
    deeds=Deeds(),
    seats=lambda _: (REFEREE, "player"),
    waiting=lambda state: (state.turn, REFEREE),
    view=view,
    name=name,
    characters=Characters(create=create, sheet=sheet),
    bots=Bots(action=lambda _state, _seat: Action("bite"), answer=decide, over=over, fight=never, skirmish=skirmish),
)
