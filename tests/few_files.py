"""``python -m tests.few_files serve``: the commands in a process that may open 200 files, until it raises the limit."""

import resource

from referee.__main__ import run

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    run()
