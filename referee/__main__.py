"""``referee`` and ``python -m referee``: the command line in a process of its own."""

import sys

from referee.commands.command_line import main as run

if __name__ == "__main__":
    sys.exit(run())
