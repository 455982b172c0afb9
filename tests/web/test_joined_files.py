"""The scripts and styles that are served: the sources without what nobody reads, and what goes together in one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.settings import CHECKOUT
from referee.web.responses.joined_files import EXPORT, HOLDS, IMPORT, JOINED, served_files

STATIC = CHECKOUT / "static"
SCRIPTS = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))
STYLES = sorted(path.name for path in STATIC.glob("*.css"))


def source(name: str) -> str:
    return (STATIC / name).read_text("utf-8")


def test_a_module_is_written_in_the_forms_that_can_be_joined() -> None:
    lines = [(name, line) for name in SCRIPTS for line in source(name).splitlines()]
    assert [line for line in lines if line[1].startswith("import ") and not IMPORT.match(line[1])] == []
    assert [line for line in lines if line[1].startswith("export ") and not EXPORT.match(line[1])] == []
    assert [line for line in lines if line[1].count("`") % 2 or "/*" in line[1]] == []
    assert [line for line in lines if re.search(r"(?<![\w$])\$(?![\w{])", line[1])] == []


def test_whatever_a_module_imports_is_there_and_was_joined_before_it() -> None:
    order = [module for modules in JOINED.values() for module in modules]
    imports = [(name, *found) for name in SCRIPTS for found in IMPORT.findall(source(name))]
    assert len(imports) > 20
    for name, names, target in imports:
        module = (STATIC / name).parent.joinpath(target).resolve().relative_to(STATIC.resolve()).as_posix()
        exported = {found[2] for found in EXPORT.finditer(source(module))}
        assert {one.split(" as ")[0].strip() for one in names.split(",")} <= exported, name
        if name in HOLDS:
            assert order.index(module) < order.index(name)


def test_every_module_that_is_joined_stands_in_one_file_and_none_of_its_own() -> None:
    served = served_files(STATIC)
    assert set(JOINED) <= set(served)
    for module, file in HOLDS.items():
        assert module not in served
        assert f'$["{module}"] = ' in served[file].decode()


@pytest.mark.parametrize("name", STYLES)
def test_a_style_keeps_its_rules_and_what_stands_in_quotes(name: str) -> None:
    small, bare = served_files(STATIC)[name].decode(), re.sub(r"/\*.*?\*/", "", source(name), flags=re.S)
    assert small.count("{") == small.count("}") == bare.count("{") == bare.count("}")
    assert re.findall(r'"[^"]*"', small) == re.findall(r'"[^"]*"', bare)
    assert len(small) < len(bare)
    for kept in ("calc(", " and (", ":is("):
        assert small.count(kept) == bare.count(kept)


def test_what_is_asked_for_by_the_page_of_a_mark_is_what_was_there_at_the_start(tmp_path: Path) -> None:
    for file, modules in JOINED.items():
        for module in (file, *modules):
            if (STATIC / module).exists():
                (tmp_path / module).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / module).write_text(source(module), "utf-8")
    before = served_files(tmp_path)
    (tmp_path / "referee.js").write_text("", "utf-8")
    assert served_files(tmp_path) is before
