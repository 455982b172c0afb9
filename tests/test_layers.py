"""The direction of the arrows: each layer imports only rows higher in the table of ARCHITECTURE.md, and the rules
only the standard library."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import referee

PACKAGE = Path(referee.__file__).parent

# What each layer may import of the package, from the lowest up.
LAYERS: dict[str, set[str]] = {
    "words": set(),
    "cards": {"words"},
    "answers": {"words", "cards"},
    "game_definition": {"words", "cards", "answers"},
    "desk_questions": {"words", "cards", "answers", "game_definition"},
}
RULES = set(LAYERS)
LAYERS |= {"games": RULES, "desk": {*RULES, "games"}, "matches": {*RULES, "games"}}
PURE = tuple(LAYERS)
LAYERS["store"] = {*PURE, "local_time"}
LAYERS["bundles"] = {*PURE, "store", "local_time"}
LAYERS["web"] = {*PURE, "store", "bundles", "settings", "client_network", "lan_address", "local_time"}
# What stands beside the web: the machine and its settings, the demo's club, the HTTP server and
# the commands, which may import everything; and what only who works on the referee runs, which the wheel leaves out.
MACHINE: dict[str, set[str]] = {
    "__init__": set(),
    "settings": {"words"},
    "client_network": set(),
    "lan_address": set(),
    "local_time": set(),
}
BESIDE: dict[str, set[str]] = {
    "migrated_application": {*LAYERS, *MACHINE},
    "demo": {*LAYERS, *MACHINE} - {"web"},
    "server": {"words", "settings", "web"},
    "phone": {*LAYERS, *MACHINE, "demo", "migrated_application"},
    "hosting": {*LAYERS, *MACHINE, "migrated_application", "server", "phone"},
    "commands": {*LAYERS, *MACHINE, "migrated_application", "demo", "server", "phone", "hosting"},
    "__main__": {"commands"},
    "tools": {*LAYERS, *MACHINE},
}
MAY_IMPORT = {**LAYERS, **MACHINE, **BESIDE}
PURE_IN_BUNDLES = {
    "bundle", "comparison", "json_object", "log_replay", "match_files", "record", "untrusted_zip",
    "zip_file", "handover.codes", "handover.link", "handover.uploaded_match",
}  # fmt: skip
"""What reads and writes what travels: one day a phone without a server does so too."""

PURE_LIBRARIES = {"desk/search/vocabulary.py": {"snowballstemmer"}}
"""Libraries in plain Python for what is no rule of a game: the stems of French and English words."""

MOST_MODULES = 15

# What a page in a phone's browser could not do: the pure layers must one day run there.
NOT_IN_A_BROWSER = {
    "asyncio", "concurrent", "ctypes", "fcntl", "http", "multiprocessing", "select", "signal", "socket", "sqlite3",
    "ssl", "subprocess", "tempfile", "threading", "_thread",
}  # fmt: skip


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def layer_of(module: Path) -> str:
    """The folder below the package, or the name of a module that stands beside them."""
    first, *deeper = module.relative_to(PACKAGE).parts
    return first if deeper else first.removesuffix(".py")


@cache
def nodes_of(source: str) -> list[ast.AST]:
    """All that a source is made of, read once for all tests."""
    return list(ast.walk(parsed(source)))


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


def imported(source: str) -> Iterator[str]:
    """The full name of every module that a source imports, wherever it does so."""
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "an import names its module in full"
            assert node.module is not None
            if node.module == "referee":
                yield from (f"referee.{alias.name}" for alias in node.names)
            else:
                yield node.module


def own(source: str) -> set[str]:
    """The layers of the package that a source imports from; constants of the package itself are nobody's layer."""
    parts = (name.split(".") for name in imported(source) if name.partition(".")[0] == "referee")
    return {part[1] for part in parts if len(part) > 1 and not part[1].isupper() and part[1] != "__version__"}


def foreign(source: str) -> set[str]:
    """What a source imports that is neither the package's own nor the standard library's."""
    packages = {name.partition(".")[0] for name in imported(source)} - {"referee"}
    return {package for package in packages if package not in sys.stdlib_module_names}


def is_pure(module: Path) -> bool:
    """Whether a module must run in a phone's browser."""
    layer = layer_of(module)
    return layer in PURE or (layer == "bundles" and _in_bundles(module) in PURE_IN_BUNDLES)


def _in_bundles(module: Path) -> str:
    """The name of a module of the bundles below it."""
    return ".".join(module.relative_to(PACKAGE / "bundles").with_suffix("").parts)


@cache
def source_of(module: Path) -> str:
    return module.read_text(encoding="utf-8")


PURE_MODULES = [module for module in modules() if is_pure(module)]


def test_everything_in_the_package_has_its_place() -> None:
    found = {layer_of(module) for module in modules()}
    assert set(LAYERS) <= found
    assert found - set(MAY_IMPORT) == set()


def test_a_module_imports_only_what_stands_below_it() -> None:
    above = {module: own(source_of(module)) - {layer_of(module)} - MAY_IMPORT[layer_of(module)] for module in modules()}
    assert len(above) > 100
    assert {module: layers for module, layers in above.items() if layers} == {}


def test_the_pure_layers_import_the_standard_library_alone() -> None:
    packages = {str(module.relative_to(PACKAGE)): foreign(source_of(module)) for module in PURE_MODULES}
    assert len(packages) > 100
    assert {module: names for module, names in packages.items() if names} == PURE_LIBRARIES


def test_the_pure_layers_import_nothing_that_a_browser_has_not() -> None:
    packages = {module: {name.partition(".")[0] for name in imported(source_of(module))} for module in PURE_MODULES}
    assert {module: names for module, names in packages.items() if names & NOT_IN_A_BROWSER} == {}


def test_a_pure_module_does_nothing_when_it_is_imported() -> None:
    """No file, no stream and no process is opened outside a function."""
    called = {module: called_outside(source_of(module)) for module in PURE_MODULES}
    assert any(called.values())
    opening = {"open", "read_text", "read_bytes", "print", "exec", "eval", "__import__", "import_module"}
    assert {module: names for module, names in called.items() if names & opening} == {}


def called_outside(source: str) -> set[str]:
    """The names of what a source calls outside its functions and classes."""
    body = parsed(source).body
    outside = [node for node in body if not isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    return {
        node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        for statement in outside
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute))
    }


def test_what_travels_is_read_and_written_by_pure_modules_alone() -> None:
    bundles = PACKAGE / "bundles"
    files = {_in_bundles(module): module for module in bundles.rglob("*.py")}
    assert files.keys() >= PURE_IN_BUNDLES
    for name in PURE_IN_BUNDLES:
        names = set(imported(source_of(files[name])))
        own_names = {module.removeprefix("referee.bundles.") for module in names if "referee.bundles." in module}
        assert own_names <= PURE_IN_BUNDLES
        assert own(source_of(files[name])) <= {*PURE, "bundles"}


def test_no_folder_has_more_modules_than_a_reader_takes_in() -> None:
    folders = {path.parent for path in modules()} - {PACKAGE / "store" / "migrations" / "versions"}
    crowded = {str(folder): len(list(folder.glob("[!_]*.py"))) for folder in folders}
    assert {name: number for name, number in crowded.items() if number > MOST_MODULES} == {}


def folder_imports(top: str) -> set[tuple[str, str]]:
    """Which folder or module directly below a layer imports which other one of that layer."""
    prefix = f"referee.{top}."
    pairs = set()
    for module in (PACKAGE / top).rglob("*.py"):
        importer = module.relative_to(PACKAGE / top).parts[0].removesuffix(".py")
        names = [name for name in imported(source_of(module)) if name.startswith(prefix)]
        pairs |= {(importer, name.removeprefix(prefix).split(".")[0]) for name in names}
    return {(importer, other) for importer, other in pairs if importer != other}


@pytest.mark.parametrize("top", ["store", "bundles", "web"])
def test_the_folders_of_a_layer_import_each_other_in_one_direction(top: str) -> None:
    pairs = folder_imports(top)
    assert pairs, "nothing was looked at"
    while pairs:
        lowest = {other for _, other in pairs} - {importer for importer, _ in pairs}
        assert lowest, f"a circle among {sorted(pairs)}"
        pairs = {(importer, other) for importer, other in pairs if other not in lowest}


def test_the_arrows_point_one_way() -> None:
    seen: set[str] = set()
    for layer, below in LAYERS.items():
        assert below <= seen | set(MACHINE)
        seen.add(layer)


def test_no_value_is_a_tuple_with_names() -> None:
    """Every value is a frozen dataclass with slots: values of two kinds are never equal and have no length."""
    modules = [path for path in PACKAGE.rglob("*.py") if "migrations" not in path.parts]
    assert len(modules) > 200
    assert [path.name for path in modules if "NamedTuple" in path.read_text("utf-8")] == []


def test_the_command_line_imports_nothing_before_it_knows_what_is_asked() -> None:
    body = ast.parse((PACKAGE / "commands" / "command_line.py").read_text(encoding="utf-8")).body
    first = "\n".join(ast.unparse(node) for node in body if isinstance(node, (ast.Import, ast.ImportFrom)))
    assert own(first) <= {"words", "commands"}
    assert foreign(first) == {"click"}


FOR_PROGRAMS = (
    "msgspec", "spectree", "referee.bundles.handover.match_file_import", "referee.store.clubs.api_tokens",
    "referee.web.api",
)  # fmt: skip


def test_what_is_for_programs_alone_is_imported_by_a_server_alone() -> None:
    """A phone has none of it: elsewhere it is imported within the function that needs it."""
    importing: dict[str, set[str]] = {}
    for module in modules():
        tops = (node for node in parsed(source_of(module)).body if isinstance(node, (ast.Import, ast.ImportFrom)))
        names = {name for top in tops for name in imported(ast.unparse(top)) if name.startswith(FOR_PROGRAMS)}
        importing[".".join(module.relative_to(PACKAGE).with_suffix("").parts)] = names
    users = {name for name, names in importing.items() if names}
    assert len(users) > 5
    assert {name for name in users if not f"referee.{name}".startswith(FOR_PROGRAMS)} == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import referee.web.home", {"web"}),
        ("from referee.store import models", {"store"}),
        ("from referee import lan_address, RULES_VERSION", {"lan_address"}),
        ("def f():\n    from referee.web import home", {"web"}),
        ("if TYPE_CHECKING:\n    import referee.store", {"store"}),
        ("import json\nfrom referee import __version__", set()),
    ],
)
def test_an_import_is_seen_wherever_it_stands(source: str, found: set[str]) -> None:
    assert own(source) == found


def test_another_package_is_seen() -> None:
    assert foreign("import json, flask\nfrom markdown_it.token import Token\nimport referee") == {
        "flask",
        "markdown_it",
    }


def test_no_two_classes_have_one_name() -> None:
    """But of two games, and the models of the API, whose names its published document has."""
    named: dict[str, list[str]] = {}
    for module in modules():
        if layer_of(module) != "games" and module.parts[-2:] != ("api", "models.py"):
            for node in nodes_of(source_of(module)):
                if isinstance(node, ast.ClassDef):
                    named.setdefault(node.name, []).append(str(module.relative_to(PACKAGE)))
    assert {name: places for name, places in named.items() if len(places) > 1} == {}


PARTICIPLES = {
    "asked", "called", "chosen", "counted", "drawn", "ended", "found", "given", "gone", "held", "heard", "judged",
    "kept", "known", "laid", "left", "listed", "made", "meant", "moved", "named", "noted", "opened", "played",
    "recorded", "refused", "removed", "ruled", "said", "seen", "sent", "settled", "shown", "spoken", "stored",
    "taken", "told", "typed", "used", "wanted", "won", "written",
}  # fmt: skip


def test_no_function_and_no_class_is_a_participle_alone() -> None:
    """It says neither what it does nor what it is; a predicate may be one."""
    assert len(modules()) > 400
    participles: list[str] = []
    for module in modules():
        for node in nodes_of(source_of(module)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                named = node.name if node.returns is None or ast.unparse(node.returns) != "bool" else ""
            else:
                named = node.name if isinstance(node, ast.ClassDef) else ""
            if named.strip("_").lower() in PARTICIPLES:
                participles.append(f"{module.relative_to(PACKAGE)}: {named}")
    assert participles == []


def test_no_condition_is_hidden_in_an_expression() -> None:
    """An ``if`` says it."""
    assert len(modules()) > 400
    clever: list[str] = []
    for module in modules():
        for node in nodes_of(source_of(module)):
            if hides_a_condition(node):
                clever.append(f"{module.relative_to(PACKAGE)}: {ast.unparse(node)}")
    assert clever == []


def hides_a_condition(node: ast.AST) -> bool:
    """Whether this is one of the forms that a reader must take apart."""
    match node:
        case ast.Call(func=ast.IfExp()) | ast.Subscript(value=ast.IfExp()) | ast.Attribute(value=ast.IfExp()):
            return True
        case ast.IfExp(test=ast.IfExp()) | ast.IfExp(body=ast.IfExp()) | ast.IfExp(orelse=ast.IfExp()):
            return True
        case ast.For(iter=ast.IfExp()) | ast.comprehension(iter=ast.IfExp()) | ast.AugAssign(value=ast.Compare()):
            return True
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult()):
            return isinstance(node.left, ast.Compare) or isinstance(node.right, ast.Compare)
        case ast.Compare():
            return len(node.ops) > 1 and ast.NotEq in map(type, node.ops)
    return False


@pytest.mark.parametrize(
    ("plain", "clever"),
    [
        ("f(x) if c else g(x)", "(f if c else g)(x)"),
        ("(a if c else b) + 1", "(a if c else b).x"),
        ("(a, b if c else d)", "a if c else (b if d else e)"),
        ("a if b and c else d", "a if (b if c else d) else e"),
        ("for x in a: pass", "for x in a if c else (): pass"),
        ("[x for x in a]", "[x for x in (a if c else ())]"),
        ("a - 1 if b == c else a", "a - (b == c)"),
        ("n += 1", "n += a == b"),
        ("a == b and b != c", "a == b != c"),
    ],
)
def test_a_hidden_condition_is_seen(plain: str, clever: str) -> None:
    assert [any(map(hides_a_condition, nodes_of(source))) for source in (plain, clever)] == [False, True]
