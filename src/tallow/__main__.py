"""`python -m tallow` is `tallow`."""

import sys

from tallow.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
