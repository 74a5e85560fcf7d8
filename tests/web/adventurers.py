"""People in an adventure without a referee."""

from tests.web.people import Person, Server


def begin(server: Server, game: str = "cairn", adventure: str = "mill") -> Person:
    """Somebody who plays an adventure now, with the ready party."""
    opened = server.client.post("/play", data={"game": game, "adventure": adventure}, follow_redirects=False)
    assert opened.status_code == 303, opened.text
    return Person(server, opened.headers["location"].removeprefix("/t/"))


def friend(server: Server, of: Person, name: str = "Bo") -> Person:
    """Somebody who joins by the link for players, on a phone of their own."""
    links = {link["role"]: link["token"] for link in of.get("links").json() if link["token"] != of.token}
    server.client.cookies.clear()
    joined = Person(server, links["player"]).form("join", script=False, name=name, seat="")
    return Person(server, joined.headers["location"].removeprefix("/t/"))


def over(server: Server) -> tuple[Person, Person]:
    """Two people whose adventure has ended: they have looked at the door, gone home and said that they are done."""
    ann = begin(server)
    bo = friend(server, ann)
    seat = ann.get("table").json()["seat"]
    for deed in ("set_out", "leave", "be_done"):
        answer = ann.act(f"place.{deed}", seat)
        assert answer.status_code == 200, answer.text
        ann.answer_all()
    return ann, bo
