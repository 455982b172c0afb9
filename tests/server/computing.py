"""``python -m tests.server.computing serve``: the referee with a page that reads, then computes for a minute."""

import sys
import time
from typing import Any

from sqlalchemy import text

from referee import migrated_application
from referee.commands import serve
from referee.commands.command_line import main
from referee.server import http_server
from referee.store.database.orm_base import db

COMPUTING = "/computing"
ENDING, ENDED = 2, 4
"""Seconds for requests in flight, and to the end of the process: less than the server of a club takes."""


def _create_app(settings: Any) -> Any:
    app = _created(settings)
    app.add_url_rule(COMPUTING, view_func=_compute)
    return app


def _compute() -> str:
    db.session.execute(text("SELECT * FROM match")).all()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        pass
    return "done"


if __name__ == "__main__":
    _created, migrated_application.create_app = migrated_application.create_app, _create_app
    http_server.ENDING, serve.ENDED = ENDING, ENDED
    sys.exit(main())
