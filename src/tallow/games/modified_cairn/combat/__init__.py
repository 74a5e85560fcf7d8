"""Fights: rounds, declarations, attacks, Feats and Gambits, movement, mounts and Detachments."""
