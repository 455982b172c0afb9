"""The examples in docstrings come to what is written beside them."""

import doctest
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROMPT = ">>> "


def modules_with_examples() -> list[str]:
    sources = [path for folder in ("referee", "tests") for path in sorted((ROOT / folder).rglob("*.py"))]
    with_examples = [path for path in sources if path != Path(__file__) and PROMPT in path.read_text("utf-8")]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in with_examples]


def test_every_example_comes_to_what_is_written_beside_it() -> None:
    tried = {name: doctest.testmod(import_module(name)) for name in modules_with_examples()}
    assert sum(result.attempted for result in tried.values()) > 200
    assert [name for name, result in tried.items() if result.failed] == []
