"""The screen itself: what its parts show, and what keys and clicks do."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.style import Style
from textual.widgets import Input, Static

from tallow.games.deeds import Refused
from tallow.games.rulebook import Entry
from tallow.table import TableRefusal, between_places
from tallow.terminal.alone.hearing import meant, picked, typed
from tallow.terminal.alone.moment import Moment, Pick, matching, moment
from tallow.terminal.alone.pages import behind_lines, panels, seen_lines, sheet_lines, why_lines
from tallow.terminal.alone.playing import LOG, Playing
from tallow.terminal.alone.screen import scene
from tallow.terminal.alone.screen.drawn import Draw, Drawn, Row, rows
from tallow.terminal.alone.screen.finder import Finder, Found
from tallow.terminal.alone.screen.now_pane import Act, NowPane
from tallow.terminal.alone.screen.paint import DARK, LIGHT, screen_pen, themes
from tallow.terminal.alone.screen.reader import Reader
from tallow.terminal.alone.telling import Teller, log_lines, log_told
from tallow.terminal.answers import Unclear
from tallow.terminal.page import page
from tallow.terminal.pen import Pen
from tallow.wording.speech import upper
from tallow.wording.story import Sentence

KEYS = {
    "/": "find",
    "?": "help",
    "m": "map",
    "s": "sheet",
    "u": "undo",
    "a": "auto",
    "l": "log",
    "w": "why",
    "q": "leave",
    "v": "look",
    "r": "rules",
    "d": "dice",
    "t": "light",
    "n": "next",
}
"""The keys and what they do, in the order in which they are shown; each has words of its own."""

NAMED = {"/": "slash,ctrl+k", "?": "question_mark", "q": "q,ctrl+q"}
COLUMNS = 72
"""A screen that is narrower than this has all in one column."""

TALL = 30
"""A screen with fewer lines than this has none to spare."""

REMEMBERED = 40
"""So many things that happened are on the screen; the log has more."""


class AdventureScreen(App[bool]):
    """An adventure on the whole terminal; its result is whether to go on to the next place."""

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS: ClassVar[list[tuple[int, str]]] = [  # type: ignore[misc]
        (0, "-narrow"),
        (COLUMNS, "-columns"),
        (96, "-roomy"),
        (130, "-wide"),
    ]
    VERTICAL_BREAKPOINTS: ClassVar[list[tuple[int, str]]] = [(0, "-short"), (TALL, "-tall")]  # type: ignore[misc]
    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(NAMED.get(key, key), action, "") for key, action in KEYS.items()],
        Binding("ctrl+c", "leave", "", priority=True),
        *[Binding(str(digit), f"number('{digit}')", "") for digit in range(10)],
        Binding("up", "move(0, -1)", ""),
        Binding("down", "move(0, 1)", ""),
        Binding("left", "move(-1, 0)", ""),
        Binding("right", "move(1, 0)", ""),
        Binding("pageup", "scroll(-1)", ""),
        Binding("pagedown", "scroll(1)", ""),
        Binding("escape", "back", ""),
    ]

    def __init__(self, playing: Playing, *, light: bool = False) -> None:
        super().__init__()
        self.animation_level = "none"  # nothing moves by itself, for those whom it would disturb
        self.playing = playing
        self._game = playing.speech.game
        self.say = Pen(language=self._game.words.language).say
        self._teller = Teller(playing)
        self._now = Moment("over")
        self._listed: tuple[Pick, ...] = ()
        self._heading = ""
        self._told: list[Sequence[Sentence | str]] = [*log_told(playing, REMEMBERED)]
        self._scenes: tuple[str, ...] = ()
        self._cards: dict[str, object] = {}
        self._changed: frozenset[str] = frozenset()
        for theme in themes(self._game):
            self.register_theme(theme)
        self.theme = LIGHT if light else DARK

    def compose(self) -> ComposeResult:
        """All parts of the screen."""
        playing, game = self.playing, self._game
        yield Drawn(lambda pen: scene.bar(playing, pen), game, id="bar")
        with Container(id="body"):
            with Container(id="side"):
                with VerticalScroll(id="party", can_focus=False):
                    yield Drawn(self._party, game, id="people")
                yield Drawn(self._map, game, id="map")
            with Container(id="middle"):
                with Container(id="above"):
                    with VerticalScroll(id="scene", can_focus=False):
                        yield Drawn(self._place, game, id="place")
                    with VerticalScroll(id="story", can_focus=False):
                        yield Drawn(self._story, game, id="told")
                yield NowPane(game)
        yield Static(self._keys(), id="keys")

    async def on_mount(self) -> None:
        """Begin with what happened last."""
        await self._go_on()

    @property
    def _short(self) -> bool:
        """Whether there are no lines to spare."""
        return self.size.height < TALL or self._narrow

    @property
    def _narrow(self) -> bool:
        """Whether all stands in one column."""
        return self.size.width < COLUMNS

    def _party(self, pen: Pen) -> Iterable[Row]:
        tight = self._narrow and self.size.height < TALL
        return scene.party(self.playing, self._changed, pen, short=self._short, tight=tight)

    def _place(self, pen: Pen) -> Iterable[Row]:
        beside = screen_pen(self.query_one("#map").content_size.width, self._game)
        charted = not self._narrow and bool(scene.side_chart(self.playing, beside))
        return scene.scene(self.playing, pen, short=self._short, charted=charted)

    def _map(self, pen: Pen) -> Iterable[Row]:
        high = self.query_one("#map").content_size.height
        return scene.side_chart(self.playing, pen) or scene.map_part(self.playing, pen, high)

    def _story(self, pen: Pen) -> Sequence[Row]:
        return scene.story(self._told, self.playing, pen)

    def _keys(self) -> Content:
        """The keys, each to be clicked too."""
        parts: list[Content | tuple[str, str]] = []
        for key, action in KEYS.items():
            click = Style.from_meta({"@click": f"app.{action}"})
            said = Content.assemble((f" {key} ", "bold $primary"), (f"{self.say(f'screen.key.{action}')} ", "$soft"))
            parts.append(said.stylize(click))
        return Content.assemble(*parts)

    async def _go_on(self, *notices: str) -> None:
        """Show what has happened and what is asked now."""
        playing = self.playing
        told: list[Sentence | str] = [*notices, *self._teller.news()]
        if told:
            self._told = [*self._told[-REMEMBERED:], told]
        scenes = panels(playing, "scene")
        cards = {card.id: card.blocks for card in scene.people(playing)[0]}
        self._changed = frozenset([id_ for id_, blocks in cards.items() if self._cards.get(id_, blocks) != blocks])
        self._cards = dict(cards)
        titles = tuple([one.title for one in scenes])
        self.query_one("#above").set_class(titles != self._scenes, "arrived")
        self._scenes = titles
        self._now = moment(playing)
        for part in self.query(Drawn):
            part.again()
        await self._ask(self._question, self._now.picks)
        self.call_after_refresh(self._follow)

    def _follow(self) -> None:
        """Scroll to the last of the story and to the top of the scene."""
        self.query_one("#story", VerticalScroll).scroll_end(animate=False)
        self.query_one("#scene", VerticalScroll).scroll_home(animate=False)

    @property
    def _question(self) -> str:
        """What is asked now, or that it is over."""
        if between_places(self.playing.table):
            return self.say("screen.onward")
        return self._now.asked or self.say("play.nothing_left")

    @property
    def _whole(self) -> tuple[Pick, ...]:
        """All that can be picked: of what was narrowed down, no more than that."""
        return (*self._listed, *self._now.others) if self._listed == self._now.picks else self._listed

    async def _ask(self, heading: str, picks: Sequence[Pick], notice: str = "") -> None:
        self._heading, self._listed = heading, tuple(picks)
        await self.query_one(NowPane).ask(self._now, heading, self._listed, notice)

    async def _does(self, what: Callable[[], tuple[Pick, ...] | bool], said: str = "") -> None:
        """Do something, and show what came of it: news, others to pick from, or why it would not do."""
        try:
            others = what()
        except Unclear as unclear:
            await self._ask(self._heading, self._listed, str(unclear))
            return
        except Refused as refused:
            await self._go_on()
            await self._ask(self._question, self._now.picks, self.playing.speech.refusal(refused.refusal))
            return
        if isinstance(others, tuple) and others:
            await self._ask(self.say("play.whom", action=said), others)
        else:
            await self._go_on()

    async def on_act_picked(self, event: Act.Picked) -> None:
        """Do what was picked."""
        await self._pick(event.pick)

    async def _pick(self, pick: Pick | None) -> None:
        """Do it, unless it was picked of what was asked before."""
        if pick is not None and any(pick is one for one in self._whole):
            await self._does(lambda: picked(self.playing, pick), pick.said)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed for the answer, unless it was typed for what was asked before."""
        if event.input not in self.query("#typed"):
            return
        line = event.value.strip()

        def answer() -> tuple[Pick, ...] | bool:
            if typed(self.playing, self._now, line, self.say):
                return True
            return picked(self.playing, meant(self._now, self._listed, line, self.say)[0])

        await self._does(answer)

    async def action_number(self, digit: str) -> None:
        """Pick by number: at once if it can be no other, or else by looking for it."""
        listed = [pick for pick in self._listed if pick.key == digit]
        starting = [pick for pick in self._whole if pick.key.startswith(digit)]
        if listed and (len(starting) == 1 or self._now.kind == "act"):
            await self._pick(listed[0])
        elif len(starting) == 1:
            await self._pick(starting[0])
        elif starting:
            self.action_find(digit)

    def action_move(self, across: int, down: int) -> None:
        """To what lies next in a direction."""
        here = self.focused
        if here is None:
            return
        x, y = here.region.x, here.region.y
        near = []
        for one in self.query_one(NowPane).query("#typed, Act"):
            dx, dy = one.region.x - x, one.region.y - y
            if (dx * across > 0 and dy == 0) or dy * down > 0:
                near.append((abs(dy), abs(dx), one))
        if near:
            min(near, key=lambda each: each[:2])[2].focus()

    def action_scroll(self, way: int) -> None:
        """Leaf through what has happened."""
        story = self.query_one("#story", VerticalScroll)
        story.scroll_relative(y=way * max(1, story.size.height - 1), animate=False)

    async def action_back(self) -> None:
        """Back from whom to what."""
        await self._ask(self._question, self._now.picks)

    def action_find(self, words: str = "") -> None:
        """Look for something among all that can be done, and for what cannot be, with the reason."""
        now, refused, whole = self._now, self.say("help.refused"), self._whole

        def search(line: str) -> list[Found[Pick]]:
            fit = matching(whole, line) if line else whole
            found = [Found(one.said, one, one.key, one.note, one.under) for one in fit]
            low = line.casefold()
            found += [Found(said, None, "", why, refused) for said, why in now.refused if low in said.casefold()]
            return found or [Found(self.say("screen.nothing", text=line), None)]

        self.push_screen(Finder(self.say("screen.find"), search, words), self._pick)

    def action_rules(self) -> None:
        """Look something up in the rulebook."""
        book = self._game.book

        def search(line: str) -> list[Found[Entry]]:
            found = list(book.search(line))[:50] if line else []
            said = [Found(upper(one.title), one) for one in found]
            return said if said or not line else [Found(self.say("help.nothing", words=line), None)]

        self.push_screen(Finder(self.say("screen.rules"), search), self._entry)

    def _entry(self, entry: Entry | None) -> None:
        if entry is not None:
            self._read([(entry.title, lambda pen: rows(page(self._game, entry, pen)))])

    def _read(self, pages: Sequence[tuple[str, Draw]], at: int = 0, *, end: bool = False) -> None:
        hint = self.say("screen.read.pages" if len(pages) > 1 else "screen.read")
        self.push_screen(Reader(pages, self._game, hint, at, end=end))

    def _read_one(self, action: str, lines: Callable[[Pen], Sequence[str]], *, end: bool = False) -> None:
        self._read([(upper(self.say(f"screen.key.{action}")), lambda pen: rows(lines(pen)))], end=end)

    def action_map(self) -> None:
        """The whole map."""
        self._read_one("map", lambda pen: scene.whole_map(self.playing, pen))

    def action_look(self) -> None:
        """All that is seen."""
        self._read_one("look", lambda pen: seen_lines(self.playing, pen))

    def action_sheet(self, at: int = 0) -> None:
        """The sheets, one to a page."""
        names = [sheet.title for sheet in panels(self.playing, "sheet")]
        pages: list[tuple[str, Draw]] = [(name, self._sheet(name)) for name in names]
        if pages:
            self._read(pages, at)

    def _sheet(self, name: str) -> Draw:
        return lambda pen: rows(sheet_lines(self.playing, name, pen))

    def action_log(self) -> None:
        """What has happened, to its end."""
        self._read_one("log", lambda pen: log_lines(self.playing, LOG, pen), end=True)

    def action_why(self) -> None:
        """The rules behind what has just happened, and behind what is marked."""
        pages: list[tuple[str, Draw]] = [
            (self.say("help.line"), lambda pen: rows(why_lines(self.playing, self._teller.rules, pen)))
        ]
        marked = self.focused
        if isinstance(marked, Act) and marked.pick.why:
            why = marked.pick.why
            pages.append((marked.pick.said, lambda pen: rows(why_lines(self.playing, [why], pen))))
        self._read(pages)

    def action_help(self) -> None:
        """The keys, what cannot be done and why, the rule behind the question."""

        def lines(pen: Pen) -> list[str]:
            said = [pen.say("screen.help.number"), pen.say("screen.help.arrows")]
            said += [f"{key:<12} {pen.say(f'screen.help.{action}')}" for key, action in KEYS.items()]
            known = [line for one in said for line in pen.wrap(one, indent=1, hang=14)]
            return [*known, *behind_lines(self.playing, self._now, pen)]

        self._read_one("help", lines)

    async def action_undo(self) -> None:
        """Take back the last answer."""
        try:
            self.playing.undo()
        except TableRefusal:
            await self._go_on(self.say("play.empty"))
            return
        self._told = [*log_told(self.playing, REMEMBERED)]
        await self._go_on(self.say("play.undone"))

    async def action_auto(self) -> None:
        """Have the program play this round."""
        try:
            self.playing.play_itself()
        except TableRefusal:
            await self._go_on(self.say("play.no_auto"))
            return
        await self._go_on()

    async def action_dice(self) -> None:
        """Say who throws the dice."""
        mine = not self.playing.typed_dice
        self.playing.throw("typed" if mine else "server")
        await self._go_on(self.say("play.dice_mine" if mine else "play.dice_yours"))

    def action_light(self) -> None:
        """Dark or light."""
        self.theme = DARK if self.theme == LIGHT else LIGHT

    def action_leave(self) -> None:
        """Leave the table; all that was answered is kept."""
        self.exit(result=False)

    def action_next(self) -> None:
        """On to the next place, where the adventure has ended."""
        if between_places(self.playing.table):
            self.exit(result=True)
