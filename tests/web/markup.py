"""A page taken apart: its elements as a browser sees them, and whether it is written strictly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

from lxml import etree

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])


@dataclass(slots=True, eq=False)
class Element:
    """One element; ``children`` are elements and texts in their order."""

    tag: str
    attributes: dict[str, str]
    parent: Element | None = None
    children: list[Element | str] = field(default_factory=list)

    def all(self, tag: str | None = None, class_: str | None = None) -> list[Element]:
        """The elements inside, in the order of the page."""
        return [
            element
            for element in self._inside()
            if tag in (None, element.tag) and (class_ is None or class_ in element.classes)
        ]

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    def text(self) -> str:
        """What can be read, in one line; a space wherever an element begins or ends."""
        return " ".join(" ".join(self._texts()).split())

    def raw_text(self) -> str:
        return "".join(child if isinstance(child, str) else child.raw_text() for child in self.children)

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            yield child if isinstance(child, str) else child.text()

    def nearest(self, fits: Callable[[Element], bool]) -> Element:
        """The closest element around this one that fits."""
        around = self.parent
        while around is not None and around.parent is not None and not fits(around):
            around = around.parent
        assert around is not None
        return around

    def _inside(self) -> Iterator[Element]:
        waiting = self.children[::-1]
        while waiting:
            child = waiting.pop()
            if not isinstance(child, str):
                yield child
                waiting += child.children[::-1]


class _Tree:
    """What a parser of HTML reports, as a tree of elements."""

    def __init__(self) -> None:
        self.root = Element("", {})
        self.open = self.root

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        element = Element(tag, dict(attributes), self.open)
        self.open.children.append(element)
        self.open = element

    def end(self, _tag: str) -> None:
        assert self.open.parent is not None
        self.open = self.open.parent

    def data(self, text: str) -> None:
        """A text, or the next part of one: the parser parts it at every character reference."""
        before = self.open.children[-1:]
        if before and isinstance(before[0], str):
            self.open.children[-1] = before[0] + text
        else:
            self.open.children.append(text)

    def close(self) -> Element:
        return self.root


def parse_page(page: str) -> Element:
    """The whole page, as a browser reads it: what is not well made is mended."""
    root: Element = etree.HTML(page, etree.HTMLParser(target=_Tree()))
    return root


class _Strict(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end_option(tag == "option")
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> names an attribute twice: {names} (line {self.getpos()[0]})"

    def _end_option(self, ends: bool) -> None:
        if ends and self.open[-1:] == ["option"]:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        self._end_option(tag in ("select", "datalist"))
        assert self.open[-1:] == [tag], f"</{tag}> where {self.open[-1:]} is open (line {self.getpos()[0]})"
        self.open.pop()


def assert_strict(page: str) -> None:
    """What is opened is closed, in order, and no name stands twice in one tag.

    Only an option may go without its end, as HTML allows.
    """
    reader = _Strict()
    reader.feed(page)
    reader.close()
    assert reader.open == [], f"never closed: {reader.open}"
