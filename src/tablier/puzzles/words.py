"""Why the solution of a puzzle is the best move, in words."""

from typing import Any

from tablier.core.match import Match
from tablier.core.text import Text
from tablier.games import AnyGame
from tablier.puzzles.puzzle import Puzzle
from tablier.search.analysis import Analysis, Line, win_chance
from tablier.search.explanation import Reason, Topic, explain

ONLY_WIN = Text(
    "C'est le seul coup qui gagne : {move} laisse échapper la victoire.", "It is the only move that wins: {move} lets the win slip."
)
ONLY_DRAW = Text("C'est le seul coup qui sauve la partie : {move} la perd.", "It is the only move that saves the game: {move} loses it.")
ODDS = Text(
    "{move} laisse {chance} % de chances ; le meilleur des autres coups, {other}, {less} %.",
    "{move} leaves a {chance}% chance; the best of the other moves, {other}, {less}%.",
)


def puzzle_reasons(rules: AnyGame, puzzle: Puzzle) -> tuple[Reason, ...]:
    """What the first move of the solution does, and what the second best one would have given away."""
    match: Match[Any, Any] = Match(rules, rules.load(puzzle.position))
    best = Line((*puzzle.moves, *puzzle.tail), puzzle.score, win_chance(puzzle.score))
    second = Line(puzzle.instead, puzzle.second, win_chance(puzzle.second))
    told = explain(match, Analysis((best, second), 0, 0, 0.0), for_players=True)
    kept = tuple(reason for reason in told if not (puzzle.exact or puzzle.odds) or reason.topic not in (Topic.CHANCE, Topic.END))
    if puzzle.odds:
        return (*(reason for reason in kept if reason.topic is not Topic.QUIET), Reason(Topic.CHANCE, _odds(match, puzzle)))
    if puzzle.exact:
        form = ONLY_WIN if puzzle.score > 0 else ONLY_DRAW
        return (*kept, Reason(Topic.CHANCE, _put(form, move=_written(match, puzzle.instead[0]))))
    return kept


def _odds(match: Match[Any, Any], puzzle: Puzzle) -> Text:
    odds = puzzle.odds or {}
    first, other = puzzle.moves[0], puzzle.instead[0]
    shares = {"chance": round(odds[first] / 10), "less": round(odds[other] / 10)}
    return _put(ODDS, move=_written(match, first), other=_written(match, other), **shares)


def _written(match: Match[Any, Any], text: str) -> Text:
    game, pos = match.game, match.position
    move = game.parse(text)
    step = game.apply(pos, move)
    return game.notate(pos, move, step, game.outcome(step.after))


def _put(form: Text, **values: Text | int) -> Text:
    def said(value: Text | int, lang: int) -> str:
        return value[lang] if isinstance(value, Text) else str(value)

    return Text(*(words.format(**{name: said(value, lang) for name, value in values.items()}) for lang, words in enumerate(form)))
