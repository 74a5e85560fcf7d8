"""Who plays a side of a simulated fight: the bot of the game, one that looks ahead, or one of your own."""
