"""A table as files: on paper, as an archive, and in again."""

from tests.web.people import Person, Server, ready_table

EVIL = "<script>alert(1)</script>\"'&"


def test_the_party_on_paper(server: Server) -> None:
    referee, (bo, _) = ready_table(server)
    whole, own = referee.page("/party.pdf"), bo.page("/party.pdf")
    assert whole.content.startswith(b"%PDF")
    assert own.content.startswith(b"%PDF")
    assert len(whole.content) > len(own.content)
    assert whole.headers["content-type"] == "application/pdf"


def test_a_table_goes_out_as_a_file_and_in_again(server: Server) -> None:
    referee, (bo, _) = ready_table(server)
    referee.act("fate")
    assert referee.post("reveal").status_code == 200
    whole = referee.page("/archive")
    assert whole.status_code == 200
    assert bo.page("/archive").status_code == 403
    brought = server.client.post("/import", files={"archive": ("a", whole.content)}, follow_redirects=False)
    assert brought.status_code == 303
    there = Person(server, brought.headers["location"].removeprefix("/t/"))
    assert there.get("view").json() == referee.get("view").json()
    assert server.client.post("/verify", files={"archive": ("a", whole.content)}).status_code == 200
    tables = len(server.store.tables())
    for damaged in (whole.content[:-40], b"", EVIL.encode()):
        answer = server.client.post("/import", files={"archive": ("a", damaged)}, follow_redirects=False)
        assert answer.status_code == 400
        assert "<script>alert" not in answer.text
    assert server.client.post("/import", data={"archive": "text"}).status_code == 409
    assert len(server.store.tables()) == tables
