"""How Sphinx builds the site. `make docs` runs it over the pages that scripts/docs/build.py brings together."""

from typing import Any

from pygments.lexers.special import TextLexer

from tallow import __version__
from tallow.table import Table, step

step.Table = Table  # the types of its records name it, and it is imported there for type checkers alone

project = "Tallow"
author = "The Tallow authors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["attrs_block", "colon_fence"]
myst_heading_anchors = 4
default_role = "code"
suppress_warnings = [
    "misc.highlighting_failure",  # examples have … in them
    "ref.python",  # two packages may each have a type of one name; links in texts are checked
]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
viewcode_line_numbers = True

html_theme = "furo"
html_title = "Tallow"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["tables.css"]
html_js_files = ["tables.js"]
html_theme_options = {"source_view_link": "", "top_of_page_buttons": []}


def setup(app: Any) -> None:
    """A request is shown as it is: without a version of HTTP in its first line it is a mistake to Pygments."""
    app.add_lexer("http", TextLexer)
