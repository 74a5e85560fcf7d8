"""Faults under load: servers, workers, databases, networks, clocks and disks. `python -m scripts.faults --help`."""
