"""``referee`` on a machine whose clock is wrong, by the seconds that a file in its data folder says at each look."""

import os
import sys
import time
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

RIGHT = time.time


def off_by() -> float:
    said = Path(os.environ["REFEREE_DATA"]) / "clock-off-by"
    return float(said.read_text()) if said.exists() else 0.0


class WrongDatetime(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + timedelta(seconds=off_by())


if __name__ == "__main__":
    time.time = lambda: RIGHT() + off_by()
    from referee.commands.command_line import main
    from referee.store.database import models

    models.datetime = WrongDatetime  # type: ignore[misc]
    sys.exit(main())
