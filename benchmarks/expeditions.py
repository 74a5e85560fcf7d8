"""How fast expeditions are, in every game, on one core; and what each torch more is worth in Cairn.

In processor time: the same four people against two and then three of the weakest foe, an empty room between, two turns
from room to room, one foe wandering.
"""

from time import process_time

from forms import parser

from tallow.games import game, names
from tallow.games.optional import archetypes_of, expedition_of
from tallow.simulate import Plan, explore

FOUR = "4 HP, 1 Armor, 11 STR, 10 DEX, 10 WIL, sword (d8) x4"


def main() -> None:
    """Measure and report."""
    takes = parser(__doc__)
    takes.add_argument("-n", type=int, default=200, help="expeditions in each game (200)")
    options = takes.parse_args()
    if options.smallest:
        options.n = 1
    print(f"{'':16}{'a second':>10}{'home':>9}{'turned back':>13}{'lost':>8}{'turns':>8}{'deaths':>8}")
    for name in names():
        played = game(name)
        four = archetypes_of(played)
        if four is None or expedition_of(played) is None:
            continue
        plan = Plan((f"{four.foe} x2", "", f"{four.foe} x3"), wandering=four.foe)
        started = process_time()
        found = explore(played, four.party(1), plan, n=options.n, cores=1)
        speed = options.n / (process_time() - started)
        ends = [f"{found.ends.get(how, 0):.1%}" for how in ("home", "turned_back", "lost")]
        turns, deaths = found.counts["turns"].mean, found.counts["deaths"].mean
        print(f"{played.title:16}{speed:>10.0f}{ends[0]:>9}{ends[1]:>13}{ends[2]:>8}{turns:>8.1f}{deaths:>8.2f}")
    print("\nCairn, three rooms of two goblins, four turns apart, a goblin wandering: home with so many torches")
    plan = Plan(("Goblin x2",) * 3, turns=4, wandering="Goblin")
    for torches in range(1, 6):
        wins = explore("cairn", FOUR, plan, pack=f"Torch x{torches}", n=5 * options.n, cores=1).wins
        print(f"{torches}: {wins.p:6.1%}   between {wins.low:.1%} and {wins.high:.1%}")


if __name__ == "__main__":
    main()
