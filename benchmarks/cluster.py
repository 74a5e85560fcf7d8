"""How much a server holds: tables of five pages, on SQLite and on PostgreSQL, in one process and in two.

Beside them, in the same run and on the same disk: boardgame.io with a game of one line, in memory, under the same shape
of load (npm installs it into a temporary folder), and the rate at which both databases commit bare rows. First each
table acts at a common pace, then as fast as it can; a time is that from sent to seen on every page of the table. SQLite
has one server at a time, so two processes are measured on PostgreSQL alone. Everything stays on this machine.

Where the milliseconds go in one process on SQLite at full speed (20 tables of 5 pages, 8,000 answers beside other work;
shares of the loop's processor time, by stacks taken at a steady pace of it): drawing what has changed 55 % (the
question or the place for now of each seat 28 %, what hangs on the state 11 %, views 4 %), comparing drawings and
framing events 6 %, sending them and waiting for the next 12 %, receiving requests and answering them 12 %, the rules
and the step 11 %. An answer took 1.65 ms of the process's time and 16 kB for all five pages. What is kept of that low:
what can be done now is worked out once for a state, an action and each fact are put into words once, what was just told
is drawn once for all who see it alike. That facts are remembered in words, and of two drawings only the parts that are
others are looked at, took away 12 of a hundred calls of functions, 4,756 to 4,195 for an answer without a network, with
the same bytes; of the server's time that is no more than 3 % (1.61 to 1.57 ms, three runs of each by turns). Commit
6929e9f, whose pages are a quarter shorter, took 1.67 ms of the same load where this took 1.52. The collector has 3 % by
the native stacks.

With two processes, whose pages of one table hang on either, each reads on whatever the other has done and draws it once
more. A notification says how far the table has gone, so nothing is asked before it is read; what is read shares all
that has not changed with what was there, so that no more is drawn than at the process at which it was done. Before
that two processes gave 0.38 of the answers of one. What remains is to load the table: its row, its state and the new
lines, each over SQLAlchemy in a thread.

Without a network and beside other work, the same 1,200 answers at ten tables took 1.00 ms of the loop's processor time
an answer before what stands in the place for now, sheets and cards were worked out once where they are the same, and
0.87 after (the same bytes; the lower quartile of each of the six moves, three runs in turn); at commit 6929e9f, whose
pages are a quarter shorter, 0.84. Most goes into the two moves in six that change the state: 1.4 and 1.5 ms, against
0.5 to 0.7.

By another count, on a machine with other work, by py-spy over the holder of the interpreter (base commit 8e662f8, 60
tables at full speed): drawing 43 %, calls of the system that send 25 % (seven for an answer: five events, a head and
its body), rules and the step 10 %, HTTP and its routing besides what it calls 7 %, comparing and framing 4 %, the
writer 3 %. No function of ours has more than three of a hundred by itself. By callgrind, which counts instructions of
our process and does not mind other work, an answer took 8.37 million instructions there (144 answers at 12 tables), and
7.98 after the following. Commit 6929e9f took 8.86 where 8e662f8 took 8.47 (48 answers at 2 tables).
- The head of an answer goes with its body: six calls that send, not seven (not in the count of instructions).
- To SQLite rows of many steps go by one statement; `executemany` hands the interpreter over for each row. By strace the
  loop and the writer called the system eleven times an answer for that before.
- Words without facts are looked up once; what the place for now says while somebody is asked is kept beside what it
  says else.
- What changes of an element is remembered only where several seats share it: of 1,078 kB that Python knows of for each
  table between the sixth and the fortieth 972 are left, about 190 of them in caches for all tables, full at a thousand
  states.
- A full collection takes about a third of a millisecond for each table, all at once: it comes once an hour.
A path of our own for the two hot routes was not built: those 7 % are all that is below it, less what it must check too.

By instructions of Python's own machine, which other work does not disturb (all that the server's process runs for 36
answers at 3 tables), commit 6929e9f takes 72,800 for an answer and this 67,900, although its pages are a third longer
(15.5 kB against 11.3). By processor time, both servers by turns in one run beside much other work, the lower quartile
of 9 to 14 batches was 1.76 ms against 1.91, and 1.79 against 1.86. Of the instructions drawing and its words have 46 %,
the game's rules and what everybody can do now 23 %, the table and its memory 15 %, HTTP and streams 14 %. What was
found this time: odds of a roll were solved again for each question, what has just happened was put into words once for
the log and once for the place for now, and a deed's words were looked up by its subject in words.
What is left has a reason. A move that changes one number of one sheet takes eight times the drawing of one that changes
none. Three tenths of that ask the rules anew what each of the party can do, for any rule may read that number; a
quarter says what comes first for each seat, a fifth is what each may see. Which rules read a number could be known by
watching every field that is read, which costs more than asking, or from lists made by hand, which would be wrong one
day. Pages are written one by one, each on a connection of its own: there is nothing to join but an answer's head and
body. A page in the background is sent what happens like any other: whoever has no stream open is shown as away to the
others.

On two cores that did nothing else, at 50 answers a second, 99 of a hundred came within 16.5 ms on SQLite, 17.9 on
PostgreSQL and 31.4 in two processes there with 100 tables; with 500 tables within 34.2, 46.5 and 32.8. Each table
beyond the first hundred took 0.87 MB, and 0.80 the last time. At full speed SQLite gave 584 answers a second with 100
tables, boardgame.io 4,612: 0.13 of it. Its game has one line and no rules, it keeps nothing on disk, and it sends the
five pages one small state, which they draw themselves: 0.18 ms of processor against 1.74 of ours, half of which is
drawing. To come level, drawing would have to go to the pages, and the rest to a fifth of what it takes. With 500 tables
at full speed PostgreSQL turns some answers away for a few seconds, and they are asked again: what that takes is
counted.
"""

import json
import os
import resource
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import uvloop
from forms import parser
from msgspec import Struct
from sqlalchemy import create_engine, text

from table import PLAYERS, EndToEnd, Group, bare, measure, opened, percentile, serve, warm

sys.path.append(str(Path(__file__).parents[1]))
from scripts.postgresql import NoPostgresql, throwaway

PAGES = PLAYERS + 1
BOARDGAME = "boardgame.io@0.50.2"
NODE = Path(__file__).parent / "boardgame"
TICK = os.sysconf("SC_CLK_TCK")


class Measured(Struct, frozen=True):
    """One server under load: at a pace, at full speed, its processor time for an answer, and its megabytes."""

    paced: EndToEnd
    full: EndToEnd
    processor_ms: float
    megabytes: float


def ours(database: str, processes: int, tables: int, seconds: float, pace: float) -> Measured:
    """So many processes of ours over a database."""
    made = opened(database, tables)
    with socket.create_server(("127.0.0.1", 0), backlog=4096) as listening:
        port, fd = listening.getsockname()[1], listening.fileno()
        command = [sys.executable, __file__, "--serve", database, "--fd", str(fd)]
        running = [subprocess.Popen(command, pass_fds=[fd]) for _ in range(processes)]  # noqa: S603  (our own)

    async def measured() -> Measured:
        groups = [Group(port, tokens, who) for tokens, who in made]
        await warm(groups)
        paced = await measure(groups, seconds, tables / pace)
        before = sum(_processor(one.pid) for one in running)
        full = await measure(groups, seconds, 0)
        spent = sum(_processor(one.pid) for one in running) - before
        answers = full.rate * seconds
        return Measured(paced, full, spent / answers * 1000, sum(_megabytes(one.pid) for one in running))

    try:
        return uvloop.run(measured())
    finally:
        for one in running:
            one.terminate()
        for one in running:
            one.wait()


def _processor(pid: int) -> float:
    """The seconds of processor time that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def _megabytes(pid: int) -> float:
    """The memory that a process has for itself."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Private_")) / 1024


def bare_postgresql(database: str, seconds: float) -> float:
    """Rows a second in PostgreSQL, one commit for each."""
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    done = 0
    with engine.connect() as connection:
        connection.execute(text("CREATE TABLE rows (number SERIAL PRIMARY KEY, body BYTEA)"))
        connection.commit()
        start = perf_counter()
        while perf_counter() - start < seconds:
            connection.execute(text("INSERT INTO rows (body) VALUES (:body)"), {"body": b"x" * 200})
            connection.commit()
            done += 1
        took = perf_counter() - start
    engine.dispose()
    return done / took


@contextmanager
def boardgame(folder: Path) -> Iterator[Callable[[int, float, float], Measured] | None]:
    """A context manager for what measures boardgame.io, installed into a folder; None where npm cannot."""
    npm = shutil.which("npm")
    if npm is None:
        yield None
        return
    for script in NODE.glob("*.js"):
        shutil.copy(script, folder)
    install = [npm, "install", "--no-audit", "--no-fund", "--silent", BOARDGAME]
    with suppress(subprocess.TimeoutExpired):
        subprocess.run(install, cwd=folder, check=False, capture_output=True, timeout=300)  # noqa: S603
    yield _measured_by(folder) if (folder / "node_modules" / "boardgame.io").is_dir() else None


def _measured_by(folder: Path) -> Callable[[int, float, float], Measured]:
    def measured(tables: int, seconds: float, pace: float) -> Measured:
        with socket.create_server(("127.0.0.1", 0)) as found:
            port = found.getsockname()[1]
        server = subprocess.Popen(["node", "server.js", str(port)], cwd=folder, stdout=subprocess.PIPE)  # noqa: S603, S607
        try:
            assert server.stdout is not None  # noqa: S101  (for the type checker)
            server.stdout.readline()
            paced = _load(folder, port, tables, seconds, tables / pace)
            before = _processor(server.pid)
            full = _load(folder, port, tables, seconds, 0)
            spent = _processor(server.pid) - before
            return Measured(paced, full, spent / (full.rate * seconds) * 1000, _megabytes(server.pid))
        finally:
            server.kill()
            server.communicate()

    return measured


def _load(folder: Path, port: int, tables: int, seconds: float, pause: float) -> EndToEnd:
    words = [str(one) for one in (port, tables, PAGES, seconds, pause)]
    done = subprocess.run(["node", "load.js", *words], cwd=folder, capture_output=True, check=True)  # noqa: S603, S607
    times = json.loads(done.stdout)
    return EndToEnd(len(times) / seconds, median(times), percentile(times), 0)


def main() -> None:
    """Measure and report."""
    takes = parser(__doc__)
    takes.add_argument("--tables", type=int, nargs="+", default=[100, 500], help="how many (100 and 500)")
    takes.add_argument("--seconds", type=float, default=12, help="for each run (12)")
    takes.add_argument("--pace", type=float, default=50, help="answers a second of all tables together (50)")
    takes.add_argument("--no-boardgame", action="store_true", help="leave out boardgame.io")
    takes.add_argument("--serve", default="", help="what this script says to itself")
    takes.add_argument("--fd", type=int, default=0, help="the same")
    given = takes.parse_args()
    if given.smallest:
        given.tables, given.seconds, given.pace, given.no_boardgame = [1], 0.2, 50, True
    if given.serve:
        serve(given.serve, given.fd)
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 16384)), hard))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        (folder / "node").mkdir()
        other = None if given.no_boardgame else stack.enter_context(boardgame(folder / "node"))
        fresh: Callable[[], str] | None = None
        with suppress(NoPostgresql):
            fresh = stack.enter_context(throwaway())
        print(f"bare SQLite, one row a commit      {bare(folder, min(given.seconds, 5)):8.0f} a second")
        if fresh:
            print(f"bare PostgreSQL, the same          {bare_postgresql(fresh(), min(given.seconds, 5)):8.0f} a second")
        for tables in given.tables:
            print(f"{tables} tables of {PAGES} pages, {given.seconds:g} s each, paced at {given.pace:g}, then freely")
            about = (tables, given.seconds, given.pace)
            alone = ours(f"sqlite:///{folder / f'{tables}.sqlite'}", 1, *about)
            _tell("SQLite, one process", alone, tables)
            if fresh:
                _tell("PostgreSQL, one process", ours(fresh(), 1, *about), tables)
                _tell("PostgreSQL, two processes", ours(fresh(), 2, *about), tables)
            if other:
                theirs = other(*about)
                _tell("boardgame.io, in memory", theirs, tables)
                print(f"  SQLite, one process: {alone.full.rate / theirs.full.rate:.2f} of the answers of boardgame.io")
    if fresh is None:
        print("PostgreSQL is not on this machine: apt-get install postgresql")
    if other is None and not given.no_boardgame:
        print("boardgame.io could not be installed by npm")


def _tell(what: str, found: Measured, tables: int) -> None:
    paced, full = found.paced, found.full
    sent = f", {full.kb_an_answer:.1f} kB an answer" if full.kb_an_answer else ""
    print(
        f"  {what:26} paced: median {paced.median:5.1f} ms, 99th {paced.p99:5.1f};  full: {full.rate:5.0f} a second, "
        f"median {full.median:5.0f} ms, 99th {full.p99:5.0f};  {found.processor_ms:.2f} ms of processor an answer, "
        f"{found.megabytes / tables:.2f} MB a table{sent}",
        flush=True,
    )


if __name__ == "__main__":
    main()
