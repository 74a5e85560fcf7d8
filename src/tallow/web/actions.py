"""What people do at a table. Pages and the API both call these functions, and each answers in its own form."""

from collections.abc import Mapping
from random import SystemRandom
from typing import Any, get_args

from tallow.adventures import Document
from tallow.games import Game
from tallow.games.deeds import Action
from tallow.games.settings import chosen_settings
from tallow.play import Answer, Choice, Roll, Seat
from tallow.simulate.chosen_answers import by_chance
from tallow.store import Link, NewLink
from tallow.store.store import hashed, new_seed, new_token
from tallow.table import Step, Table, TableRefusal, next_place, open_table, then
from tallow.table.bots import autopilot
from tallow.table.bots.autopilot import Until
from tallow.table.bots.watching import may_kill
from tallow.table.seats import DiceFrom, Role, referee
from tallow.web.background import tasks
from tallow.web.live import gestures
from tallow.web.live.links import Visitor, derive_link, derived_token, first_links
from tallow.web.live.typed_text import REMARK, TITLE, clean_name, clean_text
from tallow.web.services import Services

NEW = "make_character"
"""The action of every game that makes a new character."""


async def open_new_table(
    services: Services,
    played: Game[Any],
    title: str,
    settings: dict[str, str],
    name: str,
    *,
    example: bool = False,
    adventure: Document | None = None,
) -> tuple[str, str, str]:
    """Open a table with its referee; the tokens for the referee, players and onlookers.

    With `example` it has the game's ready party; with an `adventure` the referee has every room of it as a card.
    """
    opened = open_table(
        played.id,
        clean_text(title, TITLE),
        chosen_settings(played, settings),
        new_seed(),
        example=example,
        adventure=adventure,
    )
    seated = opened.table.sit(referee(clean_name(name)))
    links = first_links()
    await services.rooms.open(Step(seated.table, (*opened.records, *seated.records), opened.line), links)
    return links[0].token, links[1].token, links[2].token


async def open_adventure(
    services: Services, played: Game[Any], document: Document, name: str, *, ready: bool = True
) -> tuple[str, str]:
    """Open a table without a referee for an adventure; the token of its first player, and the id of the table.

    That player has the `ready` party, or else makes characters of their own.
    """
    opened = open_table(
        played.id, document.adventure.title, {}, new_seed(), example=ready, adventure=document, referee=False
    )
    seated = opened.table.join(name, "pressed", next(iter(opened.table.free_seats()), ""))
    seat, own = seated.table.seats[-1].seat, new_token()
    links = (NewLink(own, "player", seat), derive_link(own, "player"), derive_link(own, "onlooker"))
    room = await services.rooms.open(Step(seated.table, (*opened.records, *seated.records), opened.line), links)
    return own, room.kept.id


async def go_on(services: Services, visitor: Visitor, document: Document) -> None:
    """On to the next place, with the same people and party: every link of the table leads there from now on."""
    visitor.must_preside()
    before = visitor.room
    await services.rooms.go_on(before, lambda table: next_place(table, document, new_seed()))
    services.links.forget_table(before.kept.id)


async def join(
    services: Services, visitor: Visitor, client: str, name: str, dice: str, seat: Seat, *, new: bool = False
) -> str:
    """Take a seat: a free one that has a character, or a fresh one. Returns the token of the person's own link.

    Whoever plays somebody `new` is asked at once who that is to be.
    """
    name = clean_name(name)
    if visitor.role == "onlooker":
        raise TableRefusal("onlookers_watch")
    if visitor.role != "player" or visitor.link.seat:
        raise TableRefusal("seated_already")
    await services.count("join", f"{visitor.link.hash} {client}")
    visitor.room.must_let_join(visitor.link)
    source, own = dice_source(dice), new_token()
    await services.rooms.do(
        visitor.room,
        lambda table: _joined(table, name, source, seat, new=new),
        lambda step: [NewLink(own, "player", step.table.seats[-1].seat)],
    )
    visitor.room.joined_by[visitor.link.hash] += 1
    return own


def _joined(table: Table, name: str, dice: DiceFrom, seat: Seat, *, new: bool) -> Step:
    """The step of sitting down, and of beginning a character where that is wished for and can be done now."""
    step = table.join(name, dice, seat)
    own = step.table.seats[-1].seat
    begins = [one.action for one in step.table.offers(own) if new and one.action.name == NEW and one.refusal is None]
    return then(step, step.table.act(own, begins[0])) if begins else step


async def ask_back(services: Services, visitor: Visitor, client: str, seat: Seat) -> str:
    """Ask to be let back into one's own seat, without the link to it. Returns the secret that it can be taken with."""
    if visitor.role != "player" or visitor.link.seat:
        raise TableRefusal("seated_already")
    await services.count("join", f"{visitor.link.hash} {client}")
    secret = new_token()
    await services.rooms.do(visitor.room, lambda table: table.ask_back(seat, hashed(secret)))
    return secret


async def answer_return(services: Services, visitor: Visitor, code: str, *, allow: bool) -> None:
    """Let somebody back into their seat, or not."""
    visitor.must_play()
    await services.rooms.do(visitor.room, lambda table: table.answer_return(visitor.seat, code, allow=allow))


async def come_back(services: Services, visitor: Visitor, secret: str) -> str:
    """Take one's seat again, once that was allowed. Returns the token of a new link to it."""
    request, own = visitor.room.table.returning(hashed(secret)), new_token()
    if request is None:
        raise TableRefusal("nothing_asked")
    await services.rooms.do(
        visitor.room, lambda table: table.come_back(hashed(secret)), lambda _: [NewLink(own, "player", request.seat)]
    )
    return own


async def free_seat(services: Services, visitor: Visitor, seat: Seat) -> None:
    """Take a player from their seat, and let their links open nothing any more."""
    await services.rooms.do(visitor.room, lambda table: table.free_seat(visitor.seat, seat))
    for link in await services.rooms.read(services.rooms.store.links, visitor.link.table):
        if link.seat == seat and not link.revoked:
            await revoke_link(services, visitor, link.hash)


async def rename(services: Services, visitor: Visitor, name: str) -> None:
    """Change one's own name."""
    visitor.must_play()
    name = clean_name(name)
    await services.rooms.do(visitor.room, lambda table: table.rename(visitor.seat, name))


async def act(
    services: Services,
    visitor: Visitor,
    action: Action,
    answers: tuple[Answer, ...] | Mapping[str, Answer],
    seat: Seat,
) -> None:
    """Begin an action, with its first answers, in order or by what is asked. The referee may for another `seat`."""
    seat = seat or visitor.seat
    if seat != visitor.seat:
        visitor.must_be_referee()
    by = visitor.seat if seat != visitor.seat else ""
    await services.rooms.do(visitor.room, lambda table: table.act(seat, action, by=by, answers=answers))


async def answer(
    services: Services, visitor: Visitor, starter: Seat, answer: Any, given: int | None, number: int | None
) -> None:
    """Answer a question. `given` and `number`, as they came with it, make a late answer be refused."""
    await services.rooms.do(
        visitor.room, lambda table: table.answer(visitor.seat, starter, answer, given=given, number=number)
    )


async def roll_on(services: Services, visitor: Visitor, starter: Seat, given: int | None, number: int | None) -> None:
    """Roll, and whatever else the action has the seat roll after it, up to what may kill somebody."""
    await services.rooms.do(visitor.room, lambda table: _rolled_on(table, visitor.seat, starter, given, number))


def _rolled_on(table: Table, seat: Seat, starter: Seat, given: int | None, number: int | None) -> Step:
    step = table.answer(seat, starter, (), given=given, number=number)
    while step.fault is None and number is not None and (next_ := step.table.numbered(number)) is not None:
        asked = next_.question
        if not isinstance(asked, Roll) or asked.by != seat or may_kill(table.rules, asked):
            break
        step = then(step, step.table.answer(seat, starter, (), number=number))
    return step


MOST_BY_CHANCE = 200
"""No character is made by more answers."""


async def leave_to_chance(services: Services, visitor: Visitor, number: int | None) -> None:
    """Have the rest of a character made by chance, in one step: all of it is drawn once, when it is done."""
    if visitor.room.table.numbered(number or 0) is None:
        return
    await services.rooms.do(visitor.room, lambda table: _by_chance(table, visitor.seat, number))


def _by_chance(table: Table, seat: Seat, number: int | None) -> Step:
    """Answers by chance: until the action is done, or asks for a text or for dice that are typed."""
    step = Step(table, ())
    for _ in range(MOST_BY_CHANCE):
        table = step.table
        asked = [one for one in table.questions(seat) if one.number == number and table.may_leave_to_chance(seat, one)]
        match asked[0].question if asked and step.fault is None else None:
            case Choice(options=options):
                given: Answer = by_chance(list(options), SystemRandom())
            case Roll() if table.dice_of(seat) != "typed":
                given = ()
            case _:
                break
        step = then(step, table.answer(seat, asked[0].starter, given, number=number))
    return step


async def play_itself(
    services: Services, visitor: Visitor, seats: tuple[Seat, ...], until: str, player: str = "bot"
) -> None:
    """Have bots play: one's own seat; for whoever presides any, or without `seats` all whom nobody plays.

    `until` is "round" for the rest of the round, or "" until they are stopped; `player` is the bot's name.
    """
    if until not in get_args(Until):
        raise TableRefusal("not_offered", until)
    whom = seats or (() if visitor.room.table.presides(visitor.seat) else (visitor.seat,))
    lasting: Until = "round" if until else ""
    await services.rooms.do(
        visitor.room, lambda table: autopilot.play_itself(table, visitor.seat, whom, lasting, player)
    )


async def stop_bots(services: Services, visitor: Visitor, seats: tuple[Seat, ...]) -> None:
    """Stop bots: those of `seats`, or all that the visitor may stop."""
    await services.rooms.do(visitor.room, lambda table: autopilot.stop(table, visitor.seat, seats))


async def take_back(services: Services, visitor: Visitor, starter: Seat, number: int | None) -> None:
    """Take back a pending action."""
    await services.rooms.do(visitor.room, lambda table: table.take_back(visitor.seat, starter, number))


async def undo(services: Services, visitor: Visitor, actions: int) -> None:
    """Undo the last actions; a player only their own last one."""
    await services.rooms.undo(visitor.room, visitor.seat, actions)


async def ask_undo(services: Services, visitor: Visitor) -> None:
    """Ask the referee to undo one's own last action."""
    await services.rooms.do(visitor.room, lambda table: table.ask_undo(visitor.seat))


async def allow_undo(services: Services, visitor: Visitor, seat: Seat, done: int | None) -> None:
    """Undo what a player asked for, if the table still has done `done` actions."""
    await services.rooms.allow_undo(visitor.room, visitor.seat, seat, done)


async def refuse_undo(services: Services, visitor: Visitor, seat: Seat) -> None:
    """Refuse what a player asked to undo."""
    await services.rooms.do(visitor.room, lambda table: table.refuse_undo(visitor.seat, seat))


async def set_dice_source(services: Services, visitor: Visitor, dice: str) -> None:
    """Say where one's dice come from: "server", "pressed" or "typed"."""
    source = dice_source(dice)
    await services.rooms.do(visitor.room, lambda table: table.take_dice_from(visitor.seat, source))


async def remark(services: Services, visitor: Visitor, text: str, to: Seat = "", *, narrates: bool = False) -> None:
    """Say something to all, or to one seat alone; the referee may narrate."""
    said = clean_text(text, REMARK, lines=True)
    await services.rooms.do(visitor.room, lambda table: table.say(visitor.seat, said, to, narrates=narrates))


async def reveal_seed(services: Services, visitor: Visitor) -> None:
    """Show the seed of the dice so far; a new seed takes over."""
    await services.rooms.do(visitor.room, lambda table: table.reveal(visitor.seat, new_seed()))


async def move_item(services: Services, visitor: Visitor, who: str, item: str, to: str) -> None:
    """Move an item to another place."""
    await services.rooms.do(visitor.room, lambda table: gestures.move_item(table, visitor.seat, who, item, to))


async def set_value(
    services: Services, visitor: Visitor, who: str, label: str, value: int | None, *, most: bool
) -> None:
    """The referee sets somebody's number, or its maximum with `most`. None is refused: it was no number."""
    visitor.must_be_referee()
    if value is None:
        raise TableRefusal("not_a_number")
    await services.rooms.do(visitor.room, lambda table: gestures.set_value(table, who, label, value, most=most))


async def bring_character(services: Services, visitor: Visitor, seat: Seat, document: str | bytes) -> None:
    """Bring a character made elsewhere to one's own seat; the referee to any, or to a fresh one."""
    if seat and seat != visitor.seat:
        visitor.must_be_referee()
    to = seat or ("" if visitor.role == "referee" else visitor.seat)
    read = await read_character(services, visitor, document)
    await services.rooms.do(visitor.room, lambda table: gestures.bring_character(table, visitor.seat, to, read))


async def read_character(services: Services, visitor: Visitor, document: str | bytes) -> str:
    """A character in any format that the table's game is read in, as our own."""
    if not document.strip():
        raise TableRefusal("no_document")
    game_id = visitor.room.table.game
    return await services.pools.characters.run(visitor.link.hash, tasks.read_character, game_id, document)


def dice_source(given: str) -> DiceFrom:
    """Where dice come from, checked."""
    known: dict[str, DiceFrom] = {one: one for one in get_args(DiceFrom)}
    if given not in known:
        raise TableRefusal("bad_dice")
    return known[given]


async def list_links(services: Services, visitor: Visitor) -> list[tuple[Link, str]]:
    """The links of a table that are not revoked, each with its token where the referee's own can derive it."""
    links = await services.rooms.read(services.rooms.store.links, visitor.link.table)
    return [
        (link, visitor.token if link.hash == visitor.link.hash else derived_token(visitor.token, link))
        for link in links
        if not link.revoked
    ]


async def make_link(services: Services, visitor: Visitor, role: str, seat: Seat) -> NewLink:
    """Add a link: to a role, or back to a seat that is taken."""
    roles: dict[str, Role] = {"referee": "referee", "player": "player", "onlooker": "onlooker"}
    if role not in roles or (role == "referee" and not visitor.room.table.referee):
        raise TableRefusal("bad_role")
    if seat:
        if visitor.room.table.seated(seat).role != "player":
            raise TableRefusal("bad_role")
        role = "player"
    link = derive_link(visitor.token, roles[role], seat)
    await services.rooms.add_link(visitor.room, link)
    return link


async def revoke_link(services: Services, visitor: Visitor, hash_: str) -> None:
    """Revoke a link; not the referee's own, by which they came."""
    known = await services.rooms.read(services.rooms.store.links, visitor.link.table)
    if hash_ == visitor.link.hash:
        raise TableRefusal("own_link")
    if not any(link.hash == hash_ for link in known):
        raise TableRefusal("no_such_link")
    await services.rooms.revoke(visitor.room, hash_)
    services.links.forget(hash_)
