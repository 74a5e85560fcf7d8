"""Words for people: what a game's codes mean, for every face. Plain text: a face adds its own HTML or colours."""
