"""The story of an evening: its winner, the records it broke, the series between its players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations, groupby

from referee.games.registry import GAMES
from referee.store.database.models import Player, Result
from referee.store.evenings.evenings import Extremes, extremes_before, first_point, results_of, series
from referee.store.players.best_figures import FIGURES, Feat, best_before, best_feats, never_reached
from referee.store.players.player_statistics import OpponentBalance, Point, Scope, against, lowest_is_best
from referee.store.players.players import PlayerRegister
from referee.words import Text, names, say, say_n

ENOUGH_TOTALS, ENOUGH_MEETINGS = 9, 3
"""Totals before one is a record; matches that make two people rivals."""
RIVALS = 3
"""The rivals of the champion that are shown."""
MOST_FIGURES = 3
"""Records of figures that are told: one long match may break all of its game's."""
SEASON, ENOUGH_DECIDED = 9, 5
"""The month (September) from which two others are counted, and the decided matches that make a series."""


@dataclass(frozen=True, slots=True)
class EveningPlace:
    """One player's evening: matches won, and the mean of the places."""

    player: Player
    wins: int
    played: int
    mean_place: Fraction

    @property
    def rank(self) -> tuple[int, Fraction]:
        """The order of the standing: matches won, then the mean of the places; the least comes first."""
        return -self.wins, self.mean_place


@dataclass(frozen=True, slots=True)
class EveningStory:
    """The story of an evening; ``rivals``: how often its champion finished before and behind each."""

    standing: Sequence[EveningPlace] = ()
    champion: Player | None = None
    sentences: Sequence[Text] = ()
    rivals: Sequence[tuple[Player, OpponentBalance]] = ()


def evening_story(club_id: int, match_ids: Sequence[int], people: PlayerRegister) -> EveningStory:
    """The story of an evening with these matches; merged players count as one."""
    results = results_of(match_ids)
    if not results:
        return EveningStory()
    standing = _places(results, people)
    whole = {result.game for result in results if result.whole}
    before = extremes_before(club_id, whole, _point(results[0]))
    sentences = [*_records(results, before, people), *_figure_records(club_id, results, before, people)]
    best, *others = standing
    alone = best.wins > 0 and best.played > 1 and all(place.rank != best.rank for place in others)
    if not alone:
        return EveningStory(standing, sentences=[*sentences, *_rivalries(club_id, results, people)])
    sentences += _rivalries(club_id, results, people, best.player.id)
    won = say_n(
        "%(who)s gagne la soirée : %(n)s partie sur %(played)s.",
        "%(who)s gagne la soirée : %(n)s parties sur %(played)s.",
        best.wins,
        who=best.player.name,
        played=best.played,
    )
    return EveningStory(standing, best.player, [won, *sentences], _rivals(club_id, results, best.player, people))


def _point(result: Result) -> Point:
    return result.day, result.finished_at


def _end(results: Sequence[Result]) -> Point:
    """The point just after the last of these results."""
    return results[-1].day, results[-1].finished_at + timedelta(microseconds=1)


def _places(results: Sequence[Result], people: PlayerRegister) -> list[EveningPlace]:
    places: dict[int, list[Result]] = {}
    for result in results:
        places.setdefault(people.root(result.player_id), []).append(result)
    standing = [
        EveningPlace(
            people.players[person],
            sum(result.won for result in own),
            len(own),
            Fraction(sum(result.place for result in own), len(own)),
        )
        for person, own in places.items()
    ]
    return sorted(standing, key=lambda place: place.rank)


def _records(results: Sequence[Result], before: Mapping[str, Extremes], people: PlayerRegister) -> Iterator[Text]:
    """The club's best and worst totals of each game that this evening set."""
    for game, extremes in before.items():
        own = [result for result in results if result.game == game and result.whole]
        if extremes.totals < ENOUGH_TOTALS or lowest_is_best(game) is None:
            continue
        sign = -1 if lowest_is_best(game) else 1
        best, worst = (choose(own, key=lambda result: sign * result.total) for choose in (max, min))
        old_worst, old_best = (extremes.lowest, extremes.highest)[::sign]
        if sign * best.total > sign * old_best:
            yield _record(best, _side(own, best, people), old_best)
        if sign * worst.total < sign * old_worst:
            yield say(
                "%(game)s : %(total)s pour %(who)s, le moins bon total du club (%(before)s jusque-là).",
                game=GAMES[game].name,
                total=worst.total,
                who=names(_side(own, worst, people)),
                before=old_worst,
            )


def _record(best: Result, who: Sequence[str], before: int) -> Text:
    return say_n(
        "%(game)s : %(who)s bat le record du club avec %(total)s (%(before)s jusque-là).",
        "%(game)s : %(who)s battent le record du club avec %(total)s (%(before)s jusque-là).",
        len(who),
        game=GAMES[best.game].name,
        who=names(who),
        total=best.total,
        before=before,
    )


def _figure_records(
    club_id: int, results: Sequence[Result], before: Mapping[str, Extremes], people: PlayerRegister
) -> Iterator[Text]:
    """The figures that this evening raised above all before, with their holders and the former record."""
    games = {game for game, extremes in before.items() if extremes.totals >= ENOUGH_TOTALS}
    feats = {best[0].of: best for best in best_feats({result.match_id for result in results}, games)}
    start = _point(results[0])
    records = never_reached(club_id, [best[0] for best in feats.values()], start)
    for of, old in best_before(club_id, records[:MOST_FIGURES], start).items():
        yield say(
            "%(game)s, « %(figure)s » : %(count)s pour %(who)s, record du club en une partie (%(before)s "
            "jusque-là, par %(holder)s).",
            game=GAMES[of[0]].name,
            figure=FIGURES[of].label,
            count=_count(feats[of][0]),
            who=names([people.players[people.root(feat.player_id)].name for feat in feats[of]]),
            before=_count(old[0]),
            holder=names([people.players[people.root(feat.player_id)].name for feat in old]),
        )


def _count(feat: Feat) -> Text | int:
    if FIGURES[feat.of].kind == "count":
        return feat.count
    return say("%(won)s sur %(played)s", won=feat.count, played=feat.out_of)


def _side(results: Sequence[Result], of: Result, people: PlayerRegister) -> list[str]:
    """The people on the side of a result, under their present names."""
    side = (result for result in results if (result.match_id, result.side) == (of.match_id, of.side))
    return [people.players[people.root(result.player_id)].name for result in side]


def _rivals(
    club_id: int, results: Sequence[Result], champion: Player, people: PlayerRegister
) -> list[tuple[Player, OpponentBalance]]:
    """The champion against the opponents of that evening, over all matches of the club up to its end."""
    met = set[int]()
    for _, group in groupby(results, key=lambda result: result.match_id):
        match = list(group)
        own = {result.side for result in match if people.root(result.player_id) == champion.id}
        met |= {people.root(result.player_id) for result in match if own and result.side not in own}
    lines = against(Scope(club_id, before=_end(results)), people, champion.id)
    often = [line for line in lines if line.player_id in met and line.matches >= ENOUGH_MEETINGS]
    return [(people.players[line.player_id], line) for line in often[:RIVALS]]


def _rivalries(
    club_id: int, results: Sequence[Result], people: PlayerRegister, champion_id: int | None = None
) -> Iterator[Text]:
    """The tightest and the longest series of two others that this evening changed.

    Two are no rivals where one was ahead less than half as often as the other.
    """
    tonight = {tuple(sorted(pair)) for pair in _ahead(results, people) if champion_id not in pair}
    today = results[-1].day
    year = today.year - 1 if today.month < SEASON else today.year
    september = date(year, SEASON, 1)
    season = Scope(club_id, since=september, before=_end(results))
    ahead = series(season, people, {player for pair in tonight for player in pair}) if tonight else {}
    scores = {(first, second): (ahead[first, second], ahead[second, first]) for first, second in sorted(tonight)}
    scores = {
        pair: score for pair, score in scores.items() if sum(score) >= ENOUGH_DECIDED and 2 * min(score) >= max(score)
    }
    if scores:
        tightest = min(scores, key=lambda pair: (abs(scores[pair][0] - scores[pair][1]), -sum(scores[pair])))
        longest = max(scores, key=lambda pair: sum(scores[pair]))
        since = _since(club_id, september, _point(results[0]))
        for pair in dict.fromkeys((tightest, longest)):
            named = zip(scores[pair], (people.players[id].name for id in pair), strict=True)
            first, second = sorted(named, reverse=True)
            yield _rivalry(first, second, since)


def _since(club_id: int, september: date, evening: Point) -> Text:
    """From when on a season is counted, in words: a club that began after September has no match of then.

    :param evening: the point of the first match of the evening.
    """
    first = first_point(club_id)
    if first is None or first >= evening:
        return say("ce soir")
    if first[0] < september + timedelta(days=30):
        return say("depuis septembre")
    return say("depuis la première soirée du club")


def _rivalry(first: tuple[int, str], second: tuple[int, str], since: Text) -> Text:
    (most, leader), (least, follower) = first, second
    if most == least:
        who = names(sorted((leader, follower)))
        return say("%(who)s : %(n)s partout %(since)s.", who=who, n=most, since=since)
    return say(
        "%(leader)s mène %(most)s à %(least)s face à %(follower)s %(since)s.",
        leader=leader,
        most=most,
        least=least,
        follower=follower,
        since=since,
    )


def _ahead(results: Sequence[Result], people: PlayerRegister) -> Iterator[tuple[int, int]]:
    """Every two of whom one finished before the other in one of these matches."""
    for _, group in groupby(results, key=lambda result: result.match_id):
        for first, other in combinations(group, 2):
            pair = people.root(first.player_id), people.root(other.player_id)
            if first.place != other.place and pair[0] != pair[1]:
                yield pair
