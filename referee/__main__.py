"""``referee`` and ``python -m referee``: the command line in a process of its own."""

import gc
import sys

FEW_COLLECTIONS = 10_000
"""New objects before the next look for garbage, and not 700: most of what a command makes at its start stays."""


def run() -> int:
    """Run the command of this process's arguments and give its exit status."""
    gc.set_threshold(FEW_COLLECTIONS)  # before anything is imported, which is most of a short command's work
    from referee.commands.command_line import main

    status = main()
    gc.freeze()  # the process ends: a last look through all that was imported takes longer than a score
    return status


if __name__ == "__main__":
    sys.exit(run())
