"""Frozen values that inherit: what a dataclass is, without the code that it compiles for every class.

A dataclass of the standard library costs half a millisecond to make and needs a module that takes ten to load; a short
command would wait a third of its time for the kinds of answers alone. Values that do not inherit are named tuples.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NoReturn, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class Frozen:
    """A value of the parts that its class and those before it declare, as in a dataclass; it never changes.

    Those declared after ``_: KW_ONLY`` are given by name. Two are equal where kind and parts are. Annotations are read
    as they are written: the module that declares one imports ``annotations`` from ``__future__``.

    >>> class Named(Frozen):
    ...     name: str
    ...     _: KW_ONLY
    ...     short: str = ""
    >>> Named("Ana"), Named("Ana") == Named(name="Ana", short=""), Named("Ana")._replace(short="A").short
    (Named(name='Ana', short=''), True, 'A')
    >>> Named("Ana", "A")
    Traceback (most recent call last):
    TypeError: Named takes (name, short=), not ('Ana', 'A') and {}
    """

    _in_order: ClassVar[tuple[str, ...]] = ()
    _by_name: ClassVar[tuple[str, ...]] = ()
    _parts: ClassVar[frozenset[str]] = frozenset()
    _defaults: ClassVar[Mapping[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        in_order, by_name = list(cls._in_order), list(cls._by_name)
        declared = in_order
        for name, kind in cls.__dict__.get("__annotations__", {}).items():
            if kind == "KW_ONLY":
                declared = by_name
            elif not kind.startswith("ClassVar") and name not in cls._parts:
                declared.append(name)
        cls._in_order, cls._by_name = tuple(in_order), tuple(by_name)
        cls._parts = frozenset((*in_order, *by_name))
        # A function among them belongs to the value: found on the class, it would be a method of it.
        cls._defaults = {name: getattr(cls, name) for name in cls._parts if hasattr(cls, name)}

    def __init__(self, *values: Any, **named: Any) -> None:
        given = dict(zip(self._in_order, values, strict=False), **named)
        parts = {**self._defaults, **given}
        if len(given) != len(values) + len(named) or parts.keys() != self._parts:
            takes = ", ".join((*self._in_order, *(f"{name}=" for name in self._by_name)))
            raise TypeError(f"{type(self).__name__} takes ({takes}), not {values} and {named}")
        self.__dict__.update(parts)

    def _replace(self, **changes: Any) -> Self:
        """The same with other parts."""
        return type(self)(**{**self.__dict__, **changes})

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in (*self._in_order, *self._by_name))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name}")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        parts = zip((*self._in_order, *self._by_name), self._values(), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in parts)})"
