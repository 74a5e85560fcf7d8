"""Things: carrying, using, buying and selling them; weapons, light, Gear Bubbles and coins."""
