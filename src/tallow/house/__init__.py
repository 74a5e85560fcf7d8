"""House rules: a game with a rule, a row, a number or an item of one's own.

`House` is a set of them under a name, `read` makes one of a TOML file, `with_house` a game of a game and house rules.
`houses` are those that are known here; `game("cairn+grim")` is the game with one of them, and raises `NoSuchHouse`
where it is not known. docs/house-rules.md explains.
"""

from tallow.house.found import NoSuchHouse, houses, use, with_house
from tallow.house.house import BadHouse, House, read

__all__ = ["BadHouse", "House", "NoSuchHouse", "houses", "read", "use", "with_house"]
