"""Creatures: who they are, what they can do, and how they are met.

What is special of a monster is a `Special` of its entry, and its `when` says which module applies it: "hit", "hit_odd",
"damage" and "attacked" `specials`, "action" `powers`, "turn_start" and "zero_hp" `instincts`, "passive" `passives`.
"""
