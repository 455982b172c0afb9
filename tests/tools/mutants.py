"""``make mutants``: change the code in one place, run the tests of its package, and list the changes that none notices.

``FILES="referee/cards referee/games/tarot"`` or a part's name (``games``, ``cards``, ``access``, ``results``,
``bundles``) takes these alone, ``SAMPLE=150`` so many mutants by chance, ``SEED=2`` others. Cosmic Ray makes the
mutants; each is tested in a copy of the tree in ``instance/mutants``, in a process of its own: first by the tests
beside its package, then, where it survived these, by all that are about it.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 600
"""Seconds, after which a mutant that goes on for ever counts as killed."""

PARTS = {
    "cards": ("referee/cards",),
    "games": ("referee/games",),
    "access": ("referee/web/access", "referee/store/clubs"),
    "results": (
        "referee/store/matches/match_results.py", "referee/store/matches/page_tags.py", "referee/store/players",
    ),
    "bundles": ("referee/bundles", "referee/web/bundles"),
}  # fmt: skip

TESTS: dict[str, tuple[str, ...]] = {
    "referee": ("tests --ignore tests/browser --ignore tests/phone",),
    "referee/cards": (
        "tests/cards tests/test_doctests.py",
        "tests/games tests/desk tests/snapshots",
        "tests/cards --thorough",
    ),
    "referee/games/registry.py": ("tests/games",),
    "referee/games": (
        "tests/games/{game} tests/test_doctests.py",
        "tests/games tests/desk tests/snapshots --game {game_id}",
        "tests/game_definition tests/matches tests/store/matches tests/web/matches tests/web/desk --game {game_id}",
    ),
    "referee/web/access": (
        "tests/web/access/test_access.py tests/web/access/test_roles.py",
        "tests/web/access tests/web/clubs --ignore tests/web/access/test_fuzz.py",
    ),
    "referee/store/clubs": (
        "tests/store/clubs tests/web/clubs",
        "tests/web/bundles/test_phone_mode.py tests/web/access/test_roles.py tests/web/api",
    ),
    "referee/store/matches": ("tests/store/matches tests/store/players", "tests/web/players tests/web/evenings"),
    "referee/store/players": ("tests/store/players tests/web/players", "tests/store/matches tests/web/evenings"),
    "referee/bundles": ("tests/bundles tests/web/bundles", "tests/stateful"),
    "referee/web/bundles": ("tests/web/bundles tests/bundles", "tests/stateful"),
}
"""By the beginning of a module's path: the tests beside it, then the others about it."""

PYTEST = (sys.executable, "-m", "pytest", "-x", "-q")

OPERATORS = re.compile(
    "core/(AddNot|ReplaceTrueWithFalse|ReplaceFalseWithTrue|ReplaceAndWithOr|ReplaceOrWithAnd|NumberReplacer"
    "|ReplaceBreakWithContinue|ReplaceContinueWithBreak|ZeroIterationForLoop|RemoveDecorator|ExceptionReplacer"
    "|ReplaceUnaryOperator_Delete_(Not|USub)|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|Div_Mul|FloorDiv_Mul"
    "|Mod_FloorDiv|BitOr_BitAnd|BitAnd_BitOr|Pow_Mul)|ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE"
    "|GtE_Gt|Is_IsNot|IsNot_Is))"
)
"""What is changed: each thing in one way, or in the ways that are hard to see."""


def main() -> int:
    """Print each mutant that survives as a diff, and at last the share of those killed; 1 where one survives."""
    asked = os.environ.get("FILES", "").split() or list(PARTS)
    sample, seed = int(os.environ.get("SAMPLE") or 0), int(os.environ.get("SEED") or 1)
    began, killed, survivors = time.monotonic(), Counter[str](), Counter[str]()
    copy = ROOT / "instance" / "mutants" / "-".join(asked).replace("/", ".")
    _copy_tree(copy)
    os.chdir(copy)
    os.environ["PYTHONPATH"] = str(copy)
    mutants = list(_mutants(modules(asked)))
    chosen = Random(seed).sample(mutants, min(sample or len(mutants), len(mutants)))
    print(f"{len(chosen)} of {len(mutants)} mutants of {' '.join(asked)}, seed {seed}", flush=True)
    with suppress(KeyboardInterrupt):  # what was found so far
        for n, mutant in enumerate(chosen, 1):
            diff = _diff_if_alive(mutant)
            (survivors if diff else killed)[str(mutant.module_path.parent)] += 1
            if n % 20 == 0:
                print(f"{n} of {len(chosen)}, {survivors.total()} survived", file=sys.stderr, flush=True)
            if diff:
                print(f"\n{mutant.operator_name} in {mutant.definition_name}, {n} of {len(chosen)}\n{diff}", flush=True)
    for package in sorted(killed | survivors):
        print(f"{package}: {killed[package]} killed, {survivors[package]} survived")
    done = killed.total() + survivors.total()
    share = killed.total() / max(done, 1)
    print(f"{killed.total()} of {done} killed, {share:.1%}, in {(time.monotonic() - began) / 60:.0f} min")
    return int(bool(survivors))


def modules(asked: Sequence[str]) -> list[Path]:
    """The modules of these parts, folders and files, by their paths from the root."""
    roots = [Path(path) for name in asked for path in PARTS.get(name, (name,))]
    found = [path for root in roots for path in ([root] if root.suffix else sorted(root.rglob("*.py")))]
    return list(dict.fromkeys(found))


def _runs(module: Path) -> list[str]:
    """The test runs that a mutant of this module must survive, as arguments of pytest."""
    part = max((path for path in TESTS if module.is_relative_to(path)), key=len)
    runs = (*_folder_of_tests(module), *TESTS[part]) if part == "referee" else TESTS[part]
    game = module.relative_to("referee/games").parts[0] if module.is_relative_to("referee/games") else ""
    return [run.format(game=game, game_id=game.replace("_", "-")) for run in runs]


def _folder_of_tests(module: Path) -> list[str]:
    """The folder of tests named as the module's folder, or as one above it, where there is one."""
    folders = [Path("tests", *parent.parts[1:]) for parent in module.parents if len(parent.parts) > 1]
    return [str(folder) for folder in folders if folder.is_dir()][:1]


def _mutants(paths: Sequence[Path]) -> Iterator[MutationSpec]:
    """All mutants of these modules, but those of annotations and of the flags of a dataclass, which hold no rule."""
    with use_db(Path("session.sqlite"), WorkDB.Mode.create) as found:
        init(paths, found, {})
        items = found.work_items
    left_out = {str(path): list(_annotations_and_flags(path)) for path in paths}
    for item in sorted(items, key=lambda item: _place(item.mutations[0])):
        (mutant,) = item.mutations
        inside = any(start <= mutant.start_pos < end for start, end in left_out[str(mutant.module_path)])
        if OPERATORS.fullmatch(mutant.operator_name) and not inside:
            yield mutant


def _place(mutant: MutationSpec) -> tuple[str, tuple[int, int], str, int]:
    return str(mutant.module_path), mutant.start_pos, mutant.operator_name, mutant.occurrence


def _annotations_and_flags(path: Path) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where the annotations of a module and the decorators of its classes stand: line and column."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        decorators = node.decorator_list if isinstance(node, ast.ClassDef) else []
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None), *decorators):
            if isinstance(part, ast.expr) and part.end_lineno is not None and part.end_col_offset is not None:
                yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


def _diff_if_alive(mutant: MutationSpec) -> str | None:
    """The mutant's diff where all its tests pass."""
    diff = None
    for run in _runs(mutant.module_path):
        command = " ".join([*PYTEST, run])
        _pass_without_mutant(command)
        result = mutate_and_test([mutant], command, TIMEOUT)
        if result.test_outcome is not TestOutcome.SURVIVED:
            return None
        diff = result.diff
    return diff


@cache
def _pass_without_mutant(command: str) -> None:
    """What fails without any mutant would kill each."""
    subprocess.run(command.split(), check=True, stdout=subprocess.DEVNULL)


def _copy_tree(copy: Path) -> None:
    """A copy of the files that git knows, and of the sentences compiled: the tree itself is never changed."""
    shutil.rmtree(copy, ignore_errors=True)
    known = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, check=True
    )
    names = [name for name in known.stdout.decode().split("\0") if name]
    for name in (*names, "referee/words/en/LC_MESSAGES/messages.mo"):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)


if __name__ == "__main__":
    sys.exit(main())
