"""Run a command as somebody for whom files can be read-only: root may write them all, unless that right is put down.

``python -m tests.server.privileges PROGRAM ARGUMENTS…``; whoever is not root loses nothing.
"""

import ctypes
import os
import sys

DROP = 24
"""PR_CAPBSET_DROP of Linux: what the program that is run next can never have."""
OVERRIDE, SEARCH, OWNER = 1, 2, 3
"""CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER: the rights to pass over the rights of files."""

if __name__ == "__main__":
    if os.geteuid() == 0:
        library = ctypes.CDLL(None, use_errno=True)
        for right in (OVERRIDE, SEARCH, OWNER):
            if library.prctl(DROP, right, 0, 0, 0):
                sys.exit(os.strerror(ctypes.get_errno()))
    os.execv(sys.argv[1], sys.argv[1:])
