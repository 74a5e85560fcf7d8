"""The place for now: who is to act, what is asked, large buttons for what comes first, and the switch of bots."""

from collections.abc import Sequence

from msgspec import Struct

from tallow.adventures.standing import Explored
from tallow.play import REFEREE, Seat
from tallow.table import Table
from tallow.table.bots.autopilot import called
from tallow.table.bots.players import GAME_BOT, players
from tallow.table.seats import AUTOPILOT
from tallow.web.drawing.forms import form, hidden
from tallow.web.drawing.html_words import HtmlWords, escape
from tallow.wording.now import Now, NowAction
from tallow.wording.phrases import Phrases


def now_cards(words: HtmlWords, places: Sequence[Now]) -> str:
    """The first place; those of others, for whom the referee acts, are folded below it."""
    first = _place(words, places[0])
    others = "".join([_folded(words, one) for one in places[1:]])
    return f'{first}<div class="now-others">{others}</div>' if others else first


def _place(words: HtmlWords, now: Now) -> str:
    mark = "now-place" if now.actions else "now-still"  # another element, since the page morphs those of the same id
    asked = f'<p class="deed">{escape(now.who)}</p><h2 tabindex="-1">{escape(now.asked)}</h2>'
    return f'<article class="now-place" id="{mark}">{asked}{_firsts(words, now)}{_others(words, now)}</article>'


def _folded(words: HtmlWords, now: Now) -> str:
    said = words.say("now.act_for", name=now.who) if now.seat else escape(now.who)
    inside = f"{_firsts(words, now)}{_others(words, now)}"
    mark = escape(f"now-{now.seat or 'own'}")
    return f'<details id="{mark}"><summary>{said}</summary>{inside}</details>'


def _firsts(words: HtmlWords, now: Now) -> str:
    """The large buttons. The first stands out where it is the next step; after an adventure that is the next place."""
    if not now.actions and not now.onward:
        return ""
    buttons = [_button(one, now.seat, at, filled=now.filled and at == 0) for at, one in enumerate(now.actions)]
    return f'<ul class="firsts">{_onward(words) if now.onward else ""}{"".join(buttons)}</ul>'


def _onward(words: HtmlWords) -> str:
    """The way to the next place."""
    said = f'<span class="said">{words.say("next.title")}</span><span class="note">{words.say("next.now")}</span>'
    return f'<li><a class="button primary" href="next" id="onward">{said}</a></li>'


def _others(words: HtmlWords, now: Now) -> str:
    """All else that can be done, in a line of words, and the search."""
    if not now.more:
        return ""
    left = now.more - len(now.rest)
    rest = " · ".join(now.rest)
    said = words.say("now.rest", rest=rest, n=left) if rest and left > 0 else escape(rest)
    to = escape(f"#for-{now.actions[0].who}") if now.seat and now.actions else "#f-actions"
    more = f'<a href="{to}" data-jump="{to}">{said or words.say("now.more", n=now.more)}</a>'
    find = f'<button type="button" class="quiet js-only" data-palette>{words.say("palette.all")}</button>'
    return f'<p class="others">{more}{"" if now.seat else find}</p>'


def _button(one: NowAction, seat: str, at: int, *, filled: bool) -> str:
    note = f'<span class="note">{escape(one.note)}</span>' if one.note else ""
    kind = ' class="primary"' if filled else ""
    fields = hidden(name=one.name, who=one.who) + (hidden(answers=one.answers) if one.answers else "")
    fields += hidden(seat=seat) if seat else ""
    mark = escape(f"n-{one.who}-{one.name}-{at}")
    button = f'<button{kind} id="{mark}"><span class="said">{escape(one.said)}</span>{note}</button>'
    return f"<li>{form('act', fields + button)}</li>"


class AutopilotShown(Struct, frozen=True, gc=False):
    """Whom bots play now, by name, and whether the reader may stop them.

    `offers` are the buttons to begin: what each is called in the catalogue, for which seat, until when, and the bot.
    """

    playing: str = ""
    mine: bool = False
    offers: tuple[tuple[str, Seat, str, str], ...] = ()


def autopilot_shown(table: Table, seat: Seat, phrases: Phrases, *, lives: bool = True) -> AutopilotShown | None:
    """What a seat is shown of bots; None where they have nothing to do. `lives`: somebody of the seat does."""
    rules = table.rules
    if rules.bots is None or table.seated(seat).role == "onlooker":
        return None
    presides = table.presides(seat)
    if table.pilots:
        names = [phrases.say("auto.foes") if one.seat == REFEREE else called(table, one.seat) for one in table.pilots]
        mine = presides or table.pilot(seat) is not None
        return AutopilotShown(phrases.between.join(dict.fromkeys(names)), mine)
    due = rules.ui.due(table.state) if rules.ui.due else None
    plays = lives and seat in rules.seats(table.state)
    in_town = isinstance(table.state, Explored) and not table.state.place.room
    if due is None and (table.referee or not plays or in_town):
        return None
    offers: list[tuple[str, Seat, str]] = []
    if presides:
        offers.append(("auto.round" if due is not None or table.referee else "auto.step", "", "round"))
        offers += [("auto.empty", "", "")] if due is not None and table.free_seats() else []
    elif plays:
        offers += [("auto.own_step" if due is None else "auto.own_round", seat, "round"), ("auto.own", seat, "")]
    by_bots = tuple([(*offer, player) for player in players() for offer in offers])
    return AutopilotShown(offers=by_bots) if offers else None


def autopilot_switch(words: HtmlWords, shown: AutopilotShown | None) -> str:
    """The switch: who is played by a bot, with a button to stop it, or the buttons to begin."""
    if shown is None:
        return ""
    say = words.say
    if shown.playing:
        stop = f'<button name="stop" value="1" id="{AUTOPILOT}-stop">{say("auto.stop")}</button>'
        inside = form(AUTOPILOT, stop) if shown.mine else ""
        return (
            f'<div class="autopilot on"><p role="status">{say("auto.playing", names=shown.playing)}</p>{inside}</div>'
        )
    buttons = [form(AUTOPILOT, _begin(words, *offer)) for offer in shown.offers]
    return f'<div class="autopilot">{"".join(buttons)}</div>'


def _begin(words: HtmlWords, code: str, seat: Seat, until: str, player: str) -> str:
    """The button with which bots begin; one of somebody's own is named on it."""
    own = player != GAME_BOT
    mark = escape(code.replace(".", "-") + f"-{player}" * own)
    said = words.say("auto.by", what=words.phrases.say(code), player=player) if own else words.say(code)
    fields = hidden(seat=seat) * bool(seat) + hidden(player=player) * own
    return f'{fields}<button class="quiet" name="until" value="{until}" id="{mark}">{said}</button>'
