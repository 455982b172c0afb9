"""``python -m tests.server.looking_often serve``: the referee, which looks every moment for a renewed certificate."""

import sys

from referee.commands.command_line import main
from referee.server import certificate_reload

if __name__ == "__main__":
    certificate_reload.LOOK_EVERY = 0.1
    sys.exit(main())
