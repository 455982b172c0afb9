"""``referee`` and ``python -m referee``: the command line in a process of its own."""

import gc
import sys

from referee.commands.command_line import main


def run() -> int:
    """Run the command of this process's arguments and give its exit status."""
    status = main()
    gc.freeze()  # the process ends: looking through all that was imported for garbage takes longer than a score
    return status


if __name__ == "__main__":
    sys.exit(run())
