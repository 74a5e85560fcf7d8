"""Things: carrying, using, buying and selling them; light, coins and transports."""
