"""Themes: what a solution is made of, named by clause and motif. Read from the law alone.

What is common to all games is here. A law may name more of its own clauses in the module of its name in `motifs`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tablier.core.play import Verb
from tablier.core.text import Text
from tablier.games import AnyGame
from tablier.kernels import module_of
from tablier.puzzles.motifs.base import Motifs
from tablier.puzzles.verdict import Verdict
from tablier.search.analysis import MATE, SURE, win_chance
from tablier.search.effects import Effect, MoveEffects, targets, usual_targets

COMMON = {
    "victory": Text("Gagne tout de suite", "Wins at once"),
    "win-in-2": Text("Gain en deux coups", "Win in two"),
    "win-in-3": Text("Gain en trois coups", "Win in three"),
    "long-win": Text("Gain en plus de trois coups", "Win in more than three"),
    "advantage": Text("Prendre l'avantage", "Taking the lead"),
    "defence": Text("Sauver la partie", "Saving the game"),
    "quiet": Text("Coup tranquille", "Quiet move"),
    "double-capture": Text("Double prise", "Double capture"),
    "multiple-capture": Text("Prise multiple", "Multiple capture"),
    "sacrifice": Text("Sacrifice", "Sacrifice"),
    "fork": Text("Double menace", "Double threat"),
    "forced-reply": Text("Réponse forcée", "Forced reply"),
    "ending": Text("Finale exacte", "Exact ending"),
    "beat-the-count": Text("Battre le décompte", "Beat the count"),
    "odds": Text("Chances calculées", "Counted odds"),
}
"""The names of the themes of all games."""

ENOUGH_REPLIES = 12
"""Quiet replies that are tried to see what a move threatens."""


@dataclass(frozen=True)
class Solution:
    """A solved position: the moves in turn, and the verdict on the first of them."""

    rules: AnyGame
    position: Any
    moves: tuple[str, ...]
    verdict: Verdict


def motifs_of(rules: AnyGame) -> Motifs:
    """The motifs that a law names; none where it has no module of them."""
    module = f"tablier.puzzles.motifs.{module_of(type(rules))}"
    try:
        motifs: Motifs = import_module(module).MOTIFS
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return Motifs()
    return motifs


def theme_name(rules: AnyGame, theme: str) -> Text:
    """The name of a theme for players."""
    names = {**COMMON, **motifs_of(rules).names}
    return names.get(theme, Text(theme, theme))


def themes_of(solution: Solution) -> tuple[str, ...]:
    """The themes of a solution, each once, the aim first."""
    effects = MoveEffects(solution.rules)
    steps = _steps(solution, effects)
    found = [*_aim(solution.verdict, steps), *_motifs(solution, steps), *_shape(effects, steps)]
    return tuple(dict.fromkeys(found))


def _steps(solution: Solution, effects: MoveEffects) -> list[Effect]:
    pos, steps = solution.position, list[Effect]()
    for text in solution.moves:
        seat = solution.rules.actor(pos)
        steps.append(effects.of(pos, solution.rules.parse(text), seat if isinstance(seat, int) else 0))
        pos = steps[-1].after
    return steps


def _aim(verdict: Verdict, steps: list[Effect]) -> Iterator[str]:
    """What is gained."""
    if steps[0].wins:
        yield "victory"
    elif verdict.exact:
        yield "ending"
        yield "advantage" if verdict.score > 0 else "defence"
    elif verdict.score > SURE:
        count = (MATE - verdict.score + 1) // 2
        yield f"win-in-{count}" if count in (2, 3) else "long-win"
    else:
        yield "advantage" if win_chance(verdict.score) > 0.6 else "defence"
    if verdict.beats_count:
        yield "beat-the-count"


def _motifs(solution: Solution, steps: list[Effect]) -> Iterator[str]:
    """What the law names: clauses of the solver's events, of the end, and those that bar moves to the opponent."""
    motifs = motifs_of(solution.rules)
    for step in steps[::2]:
        for event in step.events:
            yield from motifs.played(event.because)
        if step.outcome is not None:
            yield from motifs.ended(step.outcome.because)
        elif motifs.bars:
            for _, barred in solution.rules.candidates(step.after):
                if barred is not None:
                    yield from motifs.barred(barred.because)


def _shape(effects: MoveEffects, steps: list[Effect]) -> Iterator[str]:
    """What every game shows in the same way."""
    if steps[0].quiet:
        yield "quiet"
    yield from _captures(steps[::2])
    for mine, reply in zip(steps[::2], steps[1::2], strict=False):
        if len(reply.harms) > len(mine.harms):
            yield "sacrifice"
        if sum(1 for _ in _legal(effects.game, reply.before)) == 1:
            yield "forced-reply"
    if steps[0].quiet and len(effects.game.seats) == 2 and _forks(effects, steps[0]):
        yield "fork"


def _captures(steps: Iterable[Effect]) -> Iterator[str]:
    for step in steps:
        taken = sum(event.verb is Verb.REMOVE for event in step.harms)
        if taken >= 2:
            yield "double-capture" if taken == 2 else "multiple-capture"


def _forks(effects: MoveEffects, step: Effect) -> bool:
    """Whether a move threatens two tokens that were not threatened before."""
    replies = [reply for reply in effects.at(step.after) if reply.quiet][:ENOUGH_REPLIES]
    before = targets(effects.at(step.before))
    return len([cell for cell in usual_targets(effects, replies) if cell not in before]) >= 2


def _legal(game: AnyGame, pos: Any) -> Iterator[Any]:
    return (move for move, barred in game.candidates(pos) if barred is None)


def odds_themes(rules: AnyGame, pos: Any, move: str) -> tuple[str, ...]:
    """The themes of a puzzle that is judged by its odds."""
    step = rules.apply(pos, rules.parse(move))
    named = [theme for event in step.events for theme in motifs_of(rules).played(event.because)]
    return tuple(dict.fromkeys(["odds", *named]))
