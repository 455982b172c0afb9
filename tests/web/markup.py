"""A page taken apart, strictly: what is opened is closed, in order, and no name stands twice in one tag.

Only an option may go without its end, as HTML allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

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


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end_option(tag == "option")
        self._begin(tag, attrs)
        if tag not in VOID:
            assert isinstance(self.open.children[-1], Element)
            self.open = self.open.children[-1]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._begin(tag, attrs)

    def _begin(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> names an attribute twice: {names} (line {self.getpos()[0]})"
        self.open.children.append(Element(tag, {name: value or "" for name, value in attrs}, self.open))

    def _end_option(self, ends: bool) -> None:
        if ends and self.open.tag == "option" and self.open.parent is not None:
            self.open = self.open.parent

    def handle_endtag(self, tag: str) -> None:
        self._end_option(tag in ("select", "datalist"))
        assert tag == self.open.tag, f"</{tag}> where <{self.open.tag}> is open (line {self.getpos()[0]})"
        assert self.open.parent is not None
        self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)


def parsed(page: str) -> Element:
    """The whole page.

    :raises AssertionError: it is not well made.
    """
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.open is reader.root, f"<{reader.open.tag}> is never closed"
    return reader.root
