"""Things: carrying, wearing, using, buying and selling them."""
