"""A conditional stands alone: in no other one, under no loop, in the place of no function; no arithmetic compares."""

import ast
from collections.abc import Iterator
from pathlib import Path

import referee

SOURCES = sorted(Path(referee.__file__).parent.rglob("*.py"))


def hard_to_read(node: ast.AST) -> bool:
    match node:
        case ast.IfExp(test=ast.IfExp()) | ast.IfExp(body=ast.IfExp()) | ast.IfExp(orelse=ast.IfExp()):
            return True
        case ast.For(iter=ast.IfExp()) | ast.comprehension(iter=ast.IfExp()) | ast.Call(func=ast.IfExp()):
            return True
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult(), left=left, right=right):
            return isinstance(left, ast.Compare) or isinstance(right, ast.Compare)
    return False


def found_in(path: Path) -> Iterator[str]:
    for statement in ast.walk(ast.parse(path.read_text("utf-8"))):
        for node in ast.iter_child_nodes(statement):
            if hard_to_read(node):
                yield f"{path}:{getattr(node, 'lineno', getattr(statement, 'lineno', 0))}"


def test_no_conditional_is_hard_to_read() -> None:
    assert len(SOURCES) > 400
    assert [place for path in SOURCES for place in found_in(path)] == []
