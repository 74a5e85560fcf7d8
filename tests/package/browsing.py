"""A page's assets: what its markup and its styles name."""

import re
from html.parser import HTMLParser
from urllib.error import HTTPError
from urllib.parse import urldefrag, urlencode, urljoin
from urllib.request import urlopen

NAMED = re.compile(r"""url\(\s*["']?([^"')]+)["']?\s*\)|@import\s+["']([^"']+)["']""")
LINKED = {"stylesheet", "icon", "manifest", "preload", "modulepreload", "apple-touch-icon"}


class _Assets(HTMLParser):
    """Collects what a browser would load with a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        linked = tag == "link" and bool(LINKED & set(given.get("rel", "").split()))
        if tag in {"script", "img", "source", "audio", "video"}:
            self.found.append(given.get("src", ""))
        elif linked or tag in {"use", "image"}:
            self.found.append(given.get("href", ""))


def fetched(address: str, **form: str) -> tuple[int, str, bytes]:
    """The status, the address in the end and the body; a form is posted."""
    try:
        with urlopen(address, urlencode(form).encode() if form else None, timeout=60) as answer:  # noqa: S310
            return answer.status, answer.url, answer.read()
    except HTTPError as refusal:
        return refusal.code, address, refusal.read()


def assets(address: str, body: bytes) -> dict[str, int]:
    """By address the status of all that a page loads, and of all that its styles load."""
    page = _Assets()
    page.feed(body.decode())
    waiting = [urljoin(address, name) for name in page.found if name]
    seen: dict[str, int] = {}
    while waiting:
        one = urldefrag(waiting.pop()).url
        if one in seen or one.startswith("data:"):
            continue
        status, _, content = fetched(one)
        seen[one] = status if content else 0
        if ".css" in one:
            names = [first or second for first, second in NAMED.findall(content.decode())]
            waiting += [urljoin(one, name) for name in names]
    return seen
