"""``make table-check``: random matches of all games at tables as they are, folded, and replayed whole.

``MATCHES=480`` takes so many; 10,000 without. The same number makes the same matches: ``random_course(seed)`` of
``tests/matches/random_tables.py`` makes one of them again.
"""

import sys
import time
import traceback
from collections import Counter

from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.matches.random_tables import random_course, sheet_of_course

USUAL = 10_000


def main() -> int:
    """0: no exception, and every fold is the whole replay; 1: some are not, with their numbers."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else USUAL
    seen, failed = Counter[str](), list[int]()
    for seed in range(matches):
        try:
            course = random_course(seed)
            for language in LANGUAGES:
                sheet_of_course(course, language)
        except Exception:  # noqa: BLE001  (whatever it is, the number of the match is what helps)
            failed.append(seed)
            print(f"random_course({seed}):\n{traceback.format_exc()}", flush=True)
        else:
            seen += course.seen
    print(f"{matches} matches of {len(GAMES)} games, {len(failed)} failed, {time.process_time():.0f} s of CPU")
    print(", ".join(f"{what} {times}" for what, times in seen.most_common()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
