"""Whoever runs the tests, they speak English unless a test says otherwise."""

import os

os.environ["TALLOW_LANGUAGE"] = "en"
