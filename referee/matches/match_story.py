"""The story of a finished match in a few sentences: the leaders, the turning point, the best figures.

Sentences are made from the sheet's rows and the game's figures only, and only where they are worth telling.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from referee.answers.table import Table
from referee.game_definition.figures import Figure
from referee.game_definition.game import Game
from referee.game_definition.sheet import Round, Sheet, figure_sums
from referee.words import Text, names, say, say_n, signed

SENTENCES = 3
"""The number of sentences in a story."""

NAMED = 2
"""The largest number of overtaken sides that a sentence names."""

WORTH_TELLING = Fraction(1, 4)
"""The least deficit of a comeback, as a part of the final difference between first and last."""

NARROW = 20
"""A narrow win: by at most one ``NARROW``th of the winner's points, or by one point."""

FEW = 3
"""The least number of deals for a best deal or a narrow win."""

Sums = dict[str, tuple[int, int]]
"""A figure by player: count, out of."""

NONE = (0, 0)


@dataclass(frozen=True, slots=True)
class MatchStory:
    """The sentences, the turning point first; ``turning_row``: the index of the row from which the winners led."""

    sentences: tuple[Text, ...] = ()
    turning_row: int | None = None


def match_story(game: Game, table: Table, sheet: Sheet) -> MatchStory:
    """The story of a finished match; empty without a winner."""
    match = _Match(game, table, sheet)
    if not sheet.winners or not match.deals:
        return MatchStory()
    row = match.turning_row
    lead = match.turning_point(row) if row else match.never_behind()
    chances = (match.deals_led, match.figures, match.narrow, match.comeback, match.widest_lead, match.best_deal)
    sentences = _in_varied_order([sentence for chance in chances for sentence in chance()])
    texts = [*filter(None, [lead]), *(sentence.text for sentence in sentences)]
    return MatchStory(tuple(texts[:SENTENCES]), row if row and lead else None)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence, the side or player it is about, and its sort."""

    text: Text
    about: str
    kind: str


def _in_varied_order(sentences: Sequence[_Sentence]) -> Iterator[_Sentence]:
    """The sentences, ordered so that the first ones are of different sorts and about different people."""
    remaining, kinds, people = list(sentences), Counter[str](), Counter[str]()
    while remaining:
        sentence = min(remaining, key=lambda sentence: (kinds[sentence.kind], people[sentence.about]))
        remaining.remove(sentence)
        kinds[sentence.kind] += 1
        people[sentence.about] += 1
        yield sentence


class _Match:
    """The data of the sentences: sides, rows, and the leaders after each row."""

    def __init__(self, game: Game, table: Table, sheet: Sheet) -> None:
        self.game, self.table, self.rows, self.winners = game, table, sheet.rounds, sheet.winners
        nobody = game.dummies(table.rules)
        self.players = [player for player in table.players if player not in nobody]
        self.low = game.lowest_wins(table.rules)
        self.deals = [row for row in self.rows if row.complete]
        self.leaders = [self._leaders(row.totals) for row in self.rows]
        self.totals, self.ranking = sheet.totals, sheet.ranking

    def _leaders(self, totals: Mapping[str, int]) -> tuple[str, ...]:
        best = min(totals.values()) if self.low else max(totals.values())
        return tuple(side for side, total in totals.items() if total == best)

    @property
    def turning_row(self) -> int | None:
        """The index of the row from which the winners led, if one of them had been behind before; else None."""
        if set(self.leaders[-1]) != set(self.winners):  # a player who left the table may have more points
            return None
        turn = len(self.rows) - 1
        while turn and self.leaders[turn - 1] == self.leaders[-1]:
            turn -= 1
        overtaken = any(winner not in leaders for leaders in self.leaders[:turn] for winner in self.winners)
        return turn if turn and overtaken else None

    def turning_point(self, turn: int) -> Text:
        """The sentence about the last change of the lead, at row ``turn``."""
        row, last = self.rows[turn], self.deals[-1].number
        what = self._change(self.leaders[turn - 1])
        if row.number > last:
            return say("Tout se joue après la dernière donne : %(what)s.", what=what)
        if row.number == last:
            return say("Tout se joue à la dernière donne : %(what)s.", what=what)
        return say("Le tournant : donne %(deal)s, %(what)s.", deal=row.number, what=what)

    def _change(self, before: Sequence[str]) -> Text:
        """The clause that says how the winners overtook or caught up with the earlier leaders."""
        overtaken = [side for side in before if side not in self.winners]
        newcomers = [side for side in self.winners if side not in before]
        if not overtaken:
            n = self.people(newcomers)
            return say_n(
                "%(who)s rejoint %(other)s",
                "%(who)s rejoignent %(other)s",
                n,
                who=names(newcomers),
                other=names(before),
            )
        n, who, other = self.people(self.winners), names(self.winners), names(overtaken)
        if len(overtaken) > NAMED:
            return say_n("%(who)s prend la tête", "%(who)s prennent la tête", n, who=who)
        if len(newcomers) == len(self.winners):
            return say_n("%(who)s passe %(other)s", "%(who)s passent %(other)s", n, who=who, other=other)
        return say_n(
            "%(who)s laisse %(other)s derrière",
            "%(who)s laissent %(other)s derrière",
            n,
            who=who,
            other=names(overtaken),
        )

    def people(self, sides: Sequence[str]) -> int:
        """The number of people of these sides, for the agreement of the verb."""
        return sum(len(side.players) for side in self.table.sides if side.name in sides)

    def never_behind(self) -> Text | None:
        """The sentence about winners who led all the time, alone or shared; else None."""
        if len(self.deals) < 2 or any(winner not in leaders for leaders in self.leaders for winner in self.winners):
            return None
        who, n = names(self.winners), self.people(self.winners)
        if len(self.winners) == 1 and all(len(leaders) == 1 for leaders in self.leaders):
            return say_n(
                "%(who)s mène de la première à la dernière donne.",
                "%(who)s mènent de la première à la dernière donne.",
                n,
                who=who,
            )
        if len(self.winners) == len(self.totals):
            return None
        return say("Personne n'est jamais passé devant %(who)s.", who=who)

    def deals_led(self) -> Iterator[_Sentence]:
        """The side that led alone after most deals, but not after all."""
        led = Counter(leaders[0] for row in self.deals if len(leaders := self._leaders(row.totals)) == 1)
        side = _alone_at_top(led)
        if side is not None and 1 < led[side] < len(self.deals):
            number, deals = self.people([side]), len(self.deals)
            text = say_n(
                "%(who)s a mené %(led)s donnes sur %(deals)s.",
                "%(who)s ont mené %(led)s donnes sur %(deals)s.",
                number,
                who=side,
                led=led[side],
                deals=deals,
            )
            yield _Sentence(text, side, "lead")

    def comeback(self) -> Iterator[_Sentence]:
        """The winner's largest deficit, if large."""
        if len(self.winners) != 1:
            return
        winner = self.winners[0]
        rows = [row for row in self.deals if winner in row.totals]
        behind = {row.number: abs(row.totals[winner] - row.totals[self._leaders(row.totals)[0]]) for row in rows}
        deal = max(behind, key=lambda number: behind[number], default=0)
        span = max(self.totals.values()) - min(self.totals.values())
        if deal and behind[deal] > 1 and behind[deal] >= WORTH_TELLING * span:
            text = say_n(
                "%(who)s revient de loin : %(points)s points de retard après la donne %(deal)s.",
                "%(who)s reviennent de loin : %(points)s points de retard après la donne %(deal)s.",
                self.people([winner]),
                who=winner,
                points=behind[deal],
                deal=deal,
            )
            yield _Sentence(text, winner, "lead")

    def narrow(self) -> Iterator[_Sentence]:
        """The margin of the win, if narrow."""
        if len(self.winners) == 1 and len(self.ranking) > 1 and len(self.deals) >= FEW:
            best, after = (self.totals[level[0]] for level in self.ranking[:2])
            margin = after - best if self.low else best - after
            if 0 < margin <= max(1, abs(best) // NARROW):
                text = say_n(
                    "Il ne s'en est fallu que d'un point.", "Il ne s'en est fallu que de %(n)s points.", margin
                )
                yield _Sentence(text, self.winners[0], "finish")

    def widest_lead(self) -> Iterator[_Sentence]:
        """The widest lead of the match, if no other side's was as wide and it is not the final one."""
        leads: Counter[str] = Counter()
        when: dict[str, Round] = {}
        for row in self.rows:
            best, after = sorted(row.totals.values(), reverse=not self.low)[:2]
            side, lead = self._leaders(row.totals)[0], abs(best - after)
            if lead > leads[side]:
                leads[side], when[side] = lead, row
        top = _alone_at_top(leads)
        if top is not None and leads[top] > 1 and when[top].complete and when[top] is not self.rows[-1]:
            text = say_n(
                "%(who)s a compté jusqu'à %(points)s points d'avance, après la donne %(deal)s.",
                "%(who)s ont compté jusqu'à %(points)s points d'avance, après la donne %(deal)s.",
                self.people([top]),
                who=top,
                points=leads[top],
                deal=when[top].number,
            )
            yield _Sentence(text, top, "lead")

    def best_deal(self) -> Iterator[_Sentence]:
        """The most points of a side in one deal, if unique."""
        gains = Counter({(side, row.number): points for row in self.deals for side, points in row.scores.items()})
        top = _alone_at_top(gains)
        if top is None or gains[top] <= 0 or len(self.deals) < FEW:
            return
        side, number = top
        label = next(row.label for row in self.deals if row.number == number)
        values = {"who": side, "points": signed(gains[top]), "deal": _deal(number, label)}
        if self.low:
            yield _Sentence(say("La donne la plus lourde : %(who)s, %(points)s (%(deal)s).", **values), side, "deal")
        else:
            yield _Sentence(say("La meilleure donne : %(who)s, %(points)s (%(deal)s).", **values), side, "deal")

    def figures(self) -> Iterator[_Sentence]:
        """The highest value of each figure, if one side alone has it."""
        sums = figure_sums(self.rows, self.players)
        for figure in self.game.figures:
            whole: Sums = {}
            by_detail: dict[str, Sums] = {}
            for (who, id, detail), numbers in sums.items():
                if id == figure.id:
                    whole[who] = _add(whole.get(who, NONE), numbers)
                    by_detail.setdefault(detail, {})[who] = numbers
            if not self._is_total(whole):
                yield from self._most(figure, whole)
            elif figure.kind == "mean" and figure.detail is not None:
                for detail, parts in by_detail.items():
                    yield from self._most(figure, parts, figure.detail(detail))

    def _is_total(self, sums: Sums) -> bool:
        """Whether a figure equals the totals."""
        totals = {player: self.totals[side] for player, side in self.table.side_by_player.items()}
        return all(totals.get(who) == count for who, (count, _) in sums.items())

    def _most(self, figure: Figure, sums: Sums, detail: Text | None = None) -> Iterator[_Sentence]:
        """The highest value of a figure, if one player has it alone, or the players of one side."""
        if figure.kind == "count":
            sums = {**dict.fromkeys(self.players, (0, 1)), **{who: (count, 1) for who, (count, _) in sums.items()}}
        values = {who: Fraction(count, out_of) for who, (count, out_of) in sums.items() if out_of}
        top = max(values.values(), default=Fraction(0))
        holders = [who for who, value in values.items() if value == top]
        partners = [side.name for side in self.table.sides if set(side.players) == set(holders)]
        if top <= 0 or len(values) == len(holders) or not (len(holders) == 1 or partners):
            return
        count, out_of = sums[holders[0]]
        if figure.kind == "share" and any(other >= count for who, (other, _) in sums.items() if who not in holders):
            return
        label = say("%(figure)s, %(detail)s", figure=figure.label, detail=detail) if detail else figure.label
        params = {"figure": label, "who": partners[0] if partners else holders[0]}
        if figure.kind == "share":
            text = say("%(figure)s : %(who)s, %(n)s sur %(of)s, le plus de la table.", **params, n=count, of=out_of)
        else:
            value: object = count if out_of == 1 else _tenths(top)
            text = say("%(figure)s : %(who)s, %(value)s, le plus de la table.", **params, value=value)
        yield _Sentence(text, str(params["who"]), "figure")


def _add(sums: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return sums[0] + other[0], sums[1] + other[1]


def _alone_at_top(counts: Counter[Any]) -> Any:
    """The key with the highest count, None if several share it."""
    most = counts.most_common(2)
    return most[0][0] if most and (len(most) == 1 or most[0][1] > most[1][1]) else None


def _deal(number: int, label: Text) -> Text:
    """A deal by its number, and its label unless that is "Donne n"."""
    numbered = say("donne %(deal)s", deal=number)
    if label == say("Donne %(n)s", n=number):
        return numbered
    return say("%(deal)s : %(label)s", deal=numbered, label=label)


def _tenths(value: Fraction) -> Text:
    """A positive number with one decimal place, halves rounded up."""
    whole, tenths = divmod(int(value * 10 + Fraction(1, 2)), 10)
    return say("%(whole)s,%(tenths)s", whole=whole, tenths=tenths)
