"""One long expedition, town to dungeon and back, as a transcript: `TALLOW_TRANSCRIPTS=write` writes it anew."""

import os
from pathlib import Path
from random import Random
from typing import Any

from tallow.games.cairn.gear.light import dark, lights
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import Creature, State, able
from tallow.games.cairn.world.wilderness import watch
from tallow.games.deeds import Action
from tallow.play import REFEREE, Choice, Chosen, Event, Live, Matter, Question, Roll, Rolled, Told, Written
from tests.games.cairn.travellers import person, rations, table, thing

TRANSCRIPT = Path(__file__).with_name("expedition.txt")


class Guided(Live):
    """Dice from a seed; answers by what is asked, else the first option."""

    def __init__(self, random: Random, answers: dict[str, Any]) -> None:
        super().__init__(dice=lambda roll: tuple(random.randint(1, roll.sides) for _ in range(roll.n)))
        self._given = {what: list(said) if isinstance(said, list) else [said] for what, said in answers.items()}

    def _answer(self, question: Question) -> Any:
        if len(self.answers) == self._at and not isinstance(question, Roll):
            said = self._given.get(question.what)
            if isinstance(question, Choice):
                wanted: Any = said.pop(0) if said else None
                self.answers.append(wanted if wanted in question.options else question.options[0])
            else:
                self.answers.append(said.pop(0) if said else "a short note")
        return super()._answer(question)


class Scribe:
    """Plays deed after deed, and writes down in words all that comes of it."""

    def __init__(self, state: State, seed: int) -> None:
        self.state = state
        self.random = Random(seed)
        self.lines: list[str] = []

    def do(self, deed: str, who: str = "", **answers: Any) -> None:
        play = Guided(self.random, answers)
        actor = GAME.name(self.state, who) if who else GAME.referee
        self.lines.append(f"\n> {actor}: {GAME.words.say('action', deed, actor)}")
        before = self.state
        self.state = GAME.perform(play, before, Action(deed, who))
        self.lines += [line for event in play.events if (line := self._line(event, before))]
        while self.state.phase == "encounter":
            self.do("part")

    def _words(self, table_: str, code: str, facts: tuple[Any, ...], before: State) -> str:
        return GAME.words.say(table_, code, *facts, names=self._names(facts, before))

    def _names(self, facts: Any, before: State) -> dict[str, str]:
        listed = [f for fact in facts for f in (fact if isinstance(fact, tuple) else (fact,)) if isinstance(f, str)]
        named = {id_: (GAME.name(self.state, id_), GAME.name(before, id_)) for id_ in listed}
        return {id_: name for id_, names in named.items() for name in names if name != id_}

    def _line(self, event: Event, before: State) -> str:
        if isinstance(event, Told):
            return "  " + self._words("told", event.code, event.facts, before)
        if isinstance(event, Rolled):
            faces = " ".join(map(str, event.pool))
            return f"  [{self._seat(event.roll.by)}: {event.roll.n}d{event.roll.sides}: {faces}]"
        if isinstance(event, Written):
            return f"  {self._words('ask', event.writing.what, event.writing.facts, before)} {event.text}"
        choice, option = event.choice, event.option
        if isinstance(event, Chosen):
            asked = self._words("ask", choice.what, choice.facts, before)
            return f"  ({self._seat(choice.by)}) {asked} {self._option(choice, option, before)}"
        raise AssertionError(event)

    def _option(self, choice: Matter, option: Any, before: State) -> str:
        for code in (f"{choice.what}.{option}", str(option)):
            if GAME.words.has("option", code):
                return self._words("option", code, choice.facts, before)
        return GAME.words.fact(option, self._names((option,), before))

    def _seat(self, seat: str) -> str:
        return GAME.referee if seat == REFEREE else GAME.name(self.state, seat)

    def each(self, deed: str, **answers: Any) -> None:
        for one in self.state.party:
            if one.kind == "pc" and able(one):
                self.do(deed, one.id, **answers)

    def march(self, **arrives: Any) -> None:
        """Watch after watch until the party is there: camp by night, find the way when it is lost."""
        for _ in range(20):
            if self.state.phase != "wilderness" or self.state.journey is None:
                return
            if watch(self.state.clock) == "night" or self.state.weather == "catastrophic":
                self.each("make_camp", road_exhaustion="fatigue", road_loss="ration")
            elif self.state.journey.lost:
                self.each("find_way", road_exhaustion="fatigue", road_loss="ration")
            else:
                self.each("travel", weather="fatigue", road_exhaustion="fatigue", road_loss="fatigue", **arrives)
        raise AssertionError("the party never arrives")


def party() -> tuple[Creature, ...]:
    ada = person("ada", hp=4, hp_max=4, willpower=13, gp=60, items=(rations("food1"), thing("torch", "torch1")))
    bo = person("bo", hp=3, hp_max=3, strength=9, strength_max=9, gp=25, items=(rations("food2"), thing("bandages")))
    cy = person("cy", hp=6, hp_max=6, dexterity=14, dexterity_max=14, gp=12, items=(rations("food3"),))
    return ada, bo, cy


def expedition(seed: int) -> list[str]:
    scribe = Scribe(table(*party(), phase="town", season="summer"), seed)
    scribe.do("buy", "ada", buy_what="cairn.item.lantern")
    scribe.do("buy", "ada", buy_what="cairn.item.oil")
    scribe.do("buy", "bo", buy_what="cairn.item.rations")
    scribe.do("to_wilderness", path="trail", distance="short", terrain="tough")
    scribe.march(arrive="dungeon")
    scribe.do("dungeon_light", "ada", also_move="move")
    scribe.do("listen", "bo")
    scribe.do("look_out", "cy", light_what="torch1", listen="life", where="new_area", exhaustion="rest")
    scribe.do("trap", trap_whom="cy", hazard_ability="STR", hazard_dice="1d6")
    scribe.do("force_door", "cy")
    scribe.do("search", "ada")
    rests = "look_out" if dark(scribe.state) else "dungeon_rest"
    scribe.do(rests, "bo", door_risk="risk", search="found", loss="torch1", exhaustion="bear", weary="ration")
    scribe.do("call_save", save_how="together", save_ability="DEX", save_stake="they hear you")
    if lights(scribe.state):
        scribe.do("snuff")
    scribe.do("call_panic", panic_cause="dark", panic_whom="party")
    for one in scribe.state.party:
        if "panicked" in one.conditions:
            scribe.do("master_panic", one.id)
    scribe.each("dungeon_rush", where="new_area", loss="other")
    scribe.do("give_thing", thing="cairn.spell.sleep", give_whom="bo")
    scribe.do("fate")
    scribe.do("to_wilderness", path="trail", distance="short", terrain="tough", signs=1)
    scribe.march(arrive="town")
    scribe.do("buy", "ada", buy_what="cairn.item.private_room")
    scribe.do("night", "ada")
    scribe.do("harm", hazard_whom="bo", hazard_ability="DEX", hazard_dice="1d4")
    scribe.do("week", "bo", healer="paid", healing_price=5)
    scribe.do("to_downtime")
    scribe.do("research", "ada", research_aim="who built the stairs", aim_milestones=2, cost="gold", cost_gp=3)
    scribe.do("to_town")
    return scribe.lines


def test_an_expedition_reads_as_it_did() -> None:
    lines = "\n".join(expedition(seed=1)).strip() + "\n"
    if os.environ.get("TALLOW_TRANSCRIPTS") == "write":
        TRANSCRIPT.write_text(lines, "utf-8")
    assert lines == TRANSCRIPT.read_text("utf-8")
