"""Elements: of two drawings only what differs is sent."""

from tallow.web.drawing.elements import Element, Growth, for_several, patches


def _list(*items: tuple[str, str], grows: Growth = "") -> dict[str, Element]:
    within = [Element(f"p-{name}", f'<li id="p-{name}">{text}</li>') for name, text in items]
    return {"sheet": Element("f-sheet", '<ol id="f-sheet">', *within, "</ol>", grows=grows)}


def test_of_an_element_only_the_elements_in_it_that_changed_are_sent() -> None:
    before = _list(("a", "one"), ("b", "two"))
    assert patches(before, before) == patches(before, _list(("a", "one"), ("b", "two"))) == ""
    assert patches(before, _list(("a", "one"), ("b", "3"))) == '<li id="p-b" hx-swap-oob="morph">3</li>'
    for other in (_list(("a", "one")), _list(("a", "one"), ("c", "two"))):
        assert patches(before, other).startswith('<ol id="f-sheet" hx-swap-oob="morph">')


def test_of_a_list_that_grows_only_what_is_new_is_sent() -> None:
    log = _list(("a", "one"), ("b", "two"), grows="beforeend")
    more = _list(("b", "2"), ("c", "three"), grows="beforeend")
    changed, fresh = '<li id="p-b" hx-swap-oob="morph">2</li>', '<li id="p-c">three</li>'
    assert patches(log, more) == f'{changed}<ol data-more hx-swap-oob="beforeend:#f-sheet">{fresh}</ol>'
    one, undone = _list(("a", "one"), grows="beforeend"), _list(("a", "1"), grows="beforeend")
    assert patches(one, undone) == '<li id="p-a" hx-swap-oob="morph">1</li>'
    assert patches(one, log) == '<ol data-more hx-swap-oob="beforeend:#f-sheet"><li id="p-b">two</li></ol>'
    assert patches(log, more, whole=True).startswith('<ol id="f-sheet" hx-swap-oob="morph">')
    rolls = _list(("a", "one"), ("b", "two"), grows="afterbegin")
    more = _list(("c", "three"), ("a", "one"), grows="afterbegin")
    gone = '<li id="p-b" hx-swap-oob="delete"></li>'
    assert patches(rolls, more) == f'{gone}<ol data-more hx-swap-oob="afterbegin:#f-sheet">{fresh}</ol>'
    for other in ((("x", "1"), ("y", "2")), (("b", "two"), ("a", "one")), (("a", "one"), ("c", "three"), ("b", "two"))):
        for grows in ("beforeend", "afterbegin"):
            then = _list(*other, grows=grows)
            assert patches(log | {}, then).startswith('<ol id="f-sheet" hx-swap-oob="morph">')


def test_what_several_seats_share_is_compared_once_for_all_of_them() -> None:
    told: list[str] = []

    class Text(str):
        """Says when it is put together for a page."""

        __slots__ = ()

        def __str__(self) -> str:
            told.append(str.__str__(self))
            return told[-1]

    @for_several(10)
    def drawn(text: str) -> Element:
        return Element("p-a", Text(f'<li id="p-a">{text}</li>'))

    before, now = drawn("one"), drawn("two")
    assert drawn("one") is before
    pages = [patches({"sheet": Element("f-sheet", before)}, {"sheet": Element("f-sheet", now)}) for _ in range(3)]
    assert pages == ['<li id="p-a" hx-swap-oob="morph">two</li>'] * 3
    assert len(told) == 1
    alone = [Element("p-a", Text(f"<p>{text}</p>")) for text in "ab"]
    assert [alone[1].patches(alone[0], False) for _ in range(2)] == [["<p>b</p>"]] * 2
    assert len(told) == 3, "what is drawn for one seat is put together whenever it is sent"
