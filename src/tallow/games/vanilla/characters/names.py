"""A list of names for new characters."""

NAMES = tuple(
    sorted(
        (
            "Agnes", "Ansel", "Bram", "Brida", "Cole", "Cyneth", "Dora", "Drust", "Ebba", "Elric",
            "Fane", "Freda", "Garrick", "Gwen", "Hale", "Hilda", "Isolt", "Ivo", "Jocelin", "Kerra",
            "Lark", "Leof", "Maud", "Morcant", "Nessa", "Orm", "Petra", "Piers", "Ragna", "Rook",
            "Sibyl", "Tamsin", "Tarn", "Una", "Wenna", "Wulf",
        )
    )
)  # fmt: skip
