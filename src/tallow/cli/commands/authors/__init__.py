"""The commands of `tallow` for those who write games."""
