"""Whoever runs the tests and however: they speak English and heed interrupts, as do the commands that they start."""

import os
import signal

os.environ["TALLOW_LANGUAGE"] = "en"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)
