"""``referee`` and ``python -m referee``: the command line in a process of its own."""

import gc
import sys

from referee.commands.command_line import main

FEW_COLLECTIONS = 10_000
"""New objects before the next look for garbage, and not 700: most of what a command makes at its start stays."""


def run() -> int:
    """Run the command of this process's arguments and give its exit status."""
    gc.set_threshold(FEW_COLLECTIONS)
    status = main()
    gc.freeze()  # the process ends: a last look through all that was imported takes longer than a score
    return status


if __name__ == "__main__":
    sys.exit(run())
