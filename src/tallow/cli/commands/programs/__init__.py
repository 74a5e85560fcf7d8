"""The commands of `tallow` that other programs use."""
