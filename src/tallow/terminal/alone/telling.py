"""What has happened, as lines: the story of the last action, the log, and the rules behind both."""

from collections.abc import Iterable, Sequence

from tallow.play import RuleId
from tallow.table import Line, Shown, seen_going, seen_line
from tallow.table.bots.watching import STOPS
from tallow.terminal.alone.playing import Playing
from tallow.terminal.pen import Pen
from tallow.terminal.story import with_dice
from tallow.wording.story import Sentence, dice_said, log_line, sentences
from tallow.wording.table_speech import TableSpeech


def told_lines(told: Iterable[Sentence], speech: TableSpeech, pen: Pen) -> list[str]:
    """A line for each sentence, with its dice."""
    lines: list[str] = []
    for one in told:
        said = "".join([text for text, _ in one.parts])
        dice = "; ".join(dice_said(one.rolls, speech))
        drawn = with_dice(said, dice, pen)
        lines += [pen.faint(line) for line in pen.wrap(f"{said}  [{dice}]", 2, 4)] if one.bare else drawn
    return lines


class Teller:
    """Tells each thing once, also where an action stops at questions on its way. Remarks on the table are left out."""

    def __init__(self, playing: Playing) -> None:
        self._playing = playing
        self._line: Line | None = playing.log[-1][1] if playing.log else None
        self._going, self._shown = 0, 0
        self.rules: tuple[RuleId, ...] = ()

    def news(self) -> list[Sentence]:
        """What has happened since the last time. `rules` are then the rules behind it, the last first."""
        playing = self._playing
        told: list[Sentence] = []
        for line in self._new_lines():
            told += self._done(line)
            self._going = self._shown = 0
        self._line = playing.log[-1][1] if playing.log else None
        if (pending := playing.pending) is not None:
            skip = self._shown if self._going == pending.number else 0
            shown = seen_going(pending, playing.seat).shown
            told += sentences(shown[skip:], playing.speech)
            self._going, self._shown = pending.number, len(shown)
        else:
            self._going = self._shown = 0
        if whys := [one.why for one in reversed(told) if one.why]:
            self.rules = tuple(dict.fromkeys(whys))
        return told

    def _new_lines(self) -> list[Line]:
        """The lines since the last time that tell something: actions that stand, and why bots have stopped."""
        new: list[Line] = []
        for undone, line in reversed(self._playing.log):
            if line is self._line:
                break
            if not undone and (line.number or line.action.name.startswith(STOPS)):
                new.insert(0, line)
        return new

    def _done(self, line: Line) -> Sequence[Sentence]:
        """What a line tells beyond what was told while its action went on."""
        playing = self._playing
        shown = seen_line(0, False, line, playing.seat)
        if shown is None:
            return ()
        if self._going:
            rest: tuple[Shown, ...] = shown.shown[self._shown :]
            return tuple(sentences(rest, playing.speech))
        return log_line(shown, playing.speech).told


def log_told(playing: Playing, most: int) -> list[Sequence[Sentence]]:
    """What the last actions that stand have told, oldest first."""
    stand = [line for undone, line in playing.log if not undone and line.number]
    shown = [seen_line(0, False, line, playing.seat) for line in stand[-most:]]
    return [log_line(line, playing.speech).told for line in shown if line is not None]


def log_lines(playing: Playing, most: int, pen: Pen) -> list[str]:
    """The last actions that stand, oldest first."""
    return [line for told in log_told(playing, most) for line in told_lines(told, playing.speech, pen)]
