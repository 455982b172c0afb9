"""The command where no folder of the system can be written: a container with a read-only root."""

import sys
import tempfile

from referee.commands.command_line import main

if __name__ == "__main__":
    vars(tempfile)["_candidate_tempdir_list"] = list
    sys.exit(main())
