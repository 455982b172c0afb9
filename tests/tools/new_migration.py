"""Write the migration of what ``models.py`` has changed since the last one: ``make migration NAME="a season's rank"``.

The file stands beside the former ones, to be read and completed: what becomes of the rows is for its author to say.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from flask_migrate import revision

from referee.migrated_application import migrate
from referee.settings import Settings
from referee.store.database.engine import close_database
from referee.web import create_app
from referee.web.application import MIGRATIONS


def main(arguments: Sequence[str]) -> int:
    """Compare the models with an empty database of the last version; 2: no name was given."""
    name = " ".join(arguments).strip()
    if not name:
        print('What does it change? make migration NAME="…"', file=sys.stderr)
        return 2
    with TemporaryDirectory() as folder:
        settings = Settings(Path(folder), f"sqlite:///{folder}/empty.db", secret_key=token_hex())
        app = create_app(settings)
        migrate(app)
        with app.app_context():
            revision(str(MIGRATIONS), message=name, autogenerate=True)
            close_database()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
