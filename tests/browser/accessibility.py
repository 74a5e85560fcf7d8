"""What axe-core finds wrong on a page."""

from pathlib import Path

import pytest

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
WRONG = """async (rules) => {
    const {violations} = await axe.run(document, {resultTypes: ["violations"], preload: false, ...rules});
    const where = (found) => found.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ");
    return violations.map((found) => `${found.id}: ${where(found)}`);
}"""

needs_axe = pytest.mark.skipif(not AXE.exists(), reason="npm ci gets axe-core")


def faults(page) -> list[str]:
    """What axe finds on a page in light and in dark, and whether it is too wide."""
    found = []
    page.evaluate(AXE.read_text("utf-8"))
    for scheme, rules in (("dark", {}), ("light", {"runOnly": ["color-contrast"]})):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{scheme}: {fault}" for fault in page.evaluate(WRONG, rules)]
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        found.append("wider than the screen")
    return found
