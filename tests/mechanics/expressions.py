"""Any dice expression at all, for hypothesis."""

from hypothesis import strategies as st

from tallow.mechanics.dice import (
    Chart,
    Condition,
    Dice,
    Explode,
    Group,
    Keep,
    Node,
    Number,
    Product,
    Quotient,
    Reroll,
    Risk,
    Sum,
    Usage,
)

LABELS = st.sampled_from(("", "fire", "a b"))


@st.composite
def dice(draw: st.DrawFn) -> Dice:
    number, sides = draw(st.integers(1, 5)), draw(st.integers(2, 20).filter(lambda n: n not in {44, 66}))
    kind = draw(st.sampled_from(("plain", "fate", "own")))
    fate = kind == "fate"
    own = tuple(sorted(draw(st.lists(st.integers(-3, 9), min_size=2, max_size=6)))) if kind == "own" else ()
    made = Dice(number, 3 if fate else len(own) or sides, fate, own=own)
    faces = st.sampled_from(made.faces())
    some = st.builds(Condition, st.sampled_from(("=", ">=", "<=")), faces).filter(
        lambda on: not all(on.meets(face) for face in made.faces())
    )
    lean = draw(st.sampled_from(("", "adv", "dis"))) if number == 1 else ""
    keeps = st.builds(Keep, st.sampled_from(("kh", "kl")), st.integers(1, number))
    if number > 1:
        keeps |= st.builds(Keep, st.sampled_from(("dh", "dl")), st.integers(1, number - 1))
    middle = [one for one in range(1, number + 1) if (number - one) % 2 == 0]
    explode = (
        None
        if lean or len(set(made.faces())) < 2
        else draw(st.none() | st.builds(Explode, some, st.sampled_from(("!", "!!", "!p"))))
    )
    if explode is None or explode.how == "!!":
        keeps |= st.builds(Keep, st.just("km"), st.sampled_from(middle))
    bounds = sorted((draw(st.integers(1, sides)), draw(st.integers(1, sides))))
    positive = st.builds(Condition, st.just("="), st.integers(0, 30))
    return Dice(
        number,
        made.sides,
        fate,
        lean,  # type: ignore[arg-type]
        None if len(set(made.faces())) < 2 else draw(st.none() | st.builds(Reroll, some, st.booleans())),
        explode,
        None if fate or own else draw(st.sampled_from((None, bounds[0]))),
        None if fate or own else draw(st.sampled_from((None, bounds[1]))),
        None if lean else draw(st.none() | keeps),
        draw(st.none() | positive | st.builds(Condition, st.sampled_from((">=", "<=")), st.integers(-3, 30))),
        draw(LABELS),
        own,
    )


LEAVES: st.SearchStrategy[Node] = (
    dice()
    | st.builds(Number, st.integers(0, 99), LABELS)
    | st.builds(Chart, st.sampled_from((4, 6)), LABELS)
    | st.builds(Usage, st.sampled_from((20, 12, 10, 8, 6, 4)), LABELS)
    | st.builds(Risk, st.integers(0, 4), LABELS)
)


def _joined(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    groups = several.flatmap(
        lambda parts: st.builds(
            Group,
            st.just(parts),
            st.none() | st.builds(Keep, st.sampled_from(("kh", "dl")), st.integers(1, len(parts) - 1)),
            st.none() | st.builds(Condition, st.just(">="), st.integers(0, 20)),
            LABELS,
        )
    )
    sums = several.flatmap(lambda parts: st.builds(Sum, st.just(parts), st.tuples(*(st.booleans() for _ in parts))))
    return groups | sums | st.builds(Product, several) | st.builds(Quotient, inner, st.integers(1, 9))


EXPRESSIONS = st.recursive(LEAVES, _joined, max_leaves=4)
