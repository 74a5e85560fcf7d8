"""Names for characters whose players do not bring one; the list is our own."""

_LIST = """
Aldith Anselm Bertrada Corvin Dagna Edric Elswyth Fenn Gisela Godric Hawise Hob Idony Jory Kester
Leofric Mabel Merek Nell Odo Perrin Quilla Rohese Sabin Thora Ulric Vesna Wat Ysolde Zoric
"""
NAMES = tuple(_LIST.split())
