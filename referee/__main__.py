"""``python -m referee``: the command line."""

import sys

from referee.commands.command_line import main

sys.exit(main())
