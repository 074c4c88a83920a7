"""Questions about positions, answered in the process of `PositionService`: each takes and gives JSON."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from tablier import read_record
from tablier.api.analysis import GameAnalysisRequest
from tablier.api.clicks import why_not_clicks
from tablier.api.dice_check import DiceCheck, DiceCheckRequest, RollCheck
from tablier.api.endings import EndingQuestion, ending_sets, ending_view
from tablier.api.frames import PositionDetails, RefusalView, frame_of, position_details
from tablier.api.game_line import requested_line
from tablier.api.http import ComposedPosition, ComposeRequest, PlayedMove, PositionRequest, PositionView
from tablier.api.jobs import AnalysisTask, replay
from tablier.api.legal import legal_moves
from tablier.api.lessons import AttemptRequest, attempt_view
from tablier.api.move_words import move_words, refusal_in_words, refused_move
from tablier.api.openings import keyed_opening
from tablier.api.primitives import WireText, board_event, wire_actor, wire_text
from tablier.api.puzzles import PuzzleQuestion, puzzle_solution
from tablier.api.studies import StudyContent, checked_study
from tablier.core.errors import BadPosition, IllegalMove, TablierError
from tablier.core.match import Match
from tablier.core.play import Token
from tablier.core.scene import Scene
from tablier.core.text import Text
from tablier.games import game
from tablier.server.errors import problem_of
from tablier.server.tables.dice import Verdict, verify

Reply = tuple[bool, bytes]
"""True and the answer, or False and an `ErrorBody`, as JSON."""
Question = Callable[[bytes], Reply]
CROWDED_START = Text(
    "Dans cette position il y aurait des milliers de prises à énumérer ; une table ne commence pas là.",
    "In this position there would be thousands of captures to list; a table does not begin there.",
)


def describe_position(request: bytes) -> Reply:
    """The `PositionView` of a `PositionRequest`."""
    return reply_to(lambda: position_view(msgspec.json.decode(request, type=PositionRequest)))


class DetailsQuestion(Struct, frozen=True):
    """A position of a table: its game as it was when the table was created, and the position as its law writes it."""

    game: str
    options: dict[str, Any]
    rules: int
    position: str


def describe_details(question: bytes) -> Reply:
    """The `PositionDetails` of a `DetailsQuestion`."""
    return reply_to(lambda: _details(msgspec.json.decode(question, type=DetailsQuestion)))


def compose_position(request: bytes) -> Reply:
    """The `ComposedPosition` of a `ComposeRequest`."""
    return reply_to(lambda: composed_position(msgspec.json.decode(request, type=ComposeRequest)))


def find_actor(task: bytes) -> Reply:
    """Who acts in the position of an `AnalysisTask`."""
    return reply_to(lambda: wire_actor(replay(msgspec.json.decode(task, type=AnalysisTask)).actor))


def outline_game(request: bytes) -> Reply:
    """The `GameLine` of a `GameAnalysisRequest`."""
    return reply_to(lambda: requested_line(msgspec.json.decode(request, type=GameAnalysisRequest)))


def probe_ending(question: bytes) -> Reply:
    """The `EndingView` of an `EndingQuestion`."""
    return reply_to(lambda: ending_view(msgspec.json.decode(question, type=EndingQuestion)))


def check_start(request: bytes) -> Reply:
    """Where a game can begin: the position of a `PositionRequest` as its law writes it, null for the opening."""
    return reply_to(lambda: _start_position(msgspec.json.decode(request, type=PositionRequest)))


def list_endings(name: bytes) -> Reply:
    """The endings of a game that are there, or of all games for an empty name."""
    return reply_to(lambda: ending_sets(msgspec.json.decode(name, type=str)))


def try_exercise(request: bytes) -> Reply:
    """The `AttemptView` of an `AttemptRequest`."""
    return reply_to(lambda: attempt_view(msgspec.json.decode(request, type=AttemptRequest)))


def find_opening(request: bytes) -> Reply:
    """The `KeyedOpening` of a `PositionRequest`."""
    return reply_to(lambda: keyed_opening(msgspec.json.decode(request, type=PositionRequest)))


def check_study(content: bytes) -> Reply:
    """The `StudyContent` as it is stored, once its law has replayed it."""
    return reply_to(lambda: checked_study(msgspec.json.decode(content, type=StudyContent)))


def solve_puzzle(question: bytes) -> Reply:
    """The `PuzzleSolution` of a `PuzzleQuestion`."""
    return reply_to(lambda: puzzle_solution(msgspec.json.decode(question, type=PuzzleQuestion)))


def check_dice(request: bytes) -> Reply:
    """The `DiceCheck` of a `DiceCheckRequest`."""
    asked = msgspec.json.decode(request, type=DiceCheckRequest)
    return reply_to(lambda: _dice_check(verify(read_record(asked.record), asked.commitment)))


def position_view(request: PositionRequest) -> PositionView:
    """A position as clients show it. A last move that is refused is explained; an earlier one raises."""
    rules = game(request.game, **request.options)
    match: Match[Any, Any] = Match(rules, rules.load(request.position) if request.position else None)
    start, why, tried = frame_of(match), None, None
    for number, move in enumerate(request.moves, 1):
        try:
            match.enter(move)
        except TablierError as error:
            if number < len(request.moves):
                raise
            why, tried = _refused(match, move, error)
    if request.clicks and why is None:
        why = why_not_clicks(match, request.clicks[:64])
    return PositionView(
        start,
        frame_of(match),
        tuple(legal_moves(match).values()),
        position_details(match),
        tuple(_history(match)),
        why,
        tried,
        dict(match.game.fact_values(match.position)),
    )


def _details(question: DetailsQuestion) -> PositionDetails:
    rules = game(question.game, **question.options).as_of(question.rules)
    return position_details(Match(rules, rules.load(question.position)))


def composed_position(request: ComposeRequest) -> ComposedPosition:
    """The position that placed tokens make, as the law writes it, or all the reasons why it cannot be."""
    rules = game(request.game, **request.options)
    if not 0 <= request.actor < len(rules.seats):
        raise BadPosition((Text(f"joueurs : 0 à {len(rules.seats) - 1}", f"players: 0 to {len(rules.seats) - 1}"),))
    scene = Scene({cell: Token(one.piece, one.value) for cell, one in request.tokens.items()}, request.gauges)
    try:
        return ComposedPosition(rules.dump(rules.load(rules.compose(scene, request.actor, request.facts))))
    except BadPosition as error:
        return ComposedPosition(problems=tuple(map(wire_text, error.problems)))


def _start_position(request: PositionRequest) -> str | None:
    rules = game(request.game, **request.options)
    if request.position is None:
        return None
    pos = rules.load(request.position)
    outcome = rules.outcome(pos)
    if outcome is not None:
        why = outcome.because.text
        raise TablierError(
            Text(f"Dans cette position la partie est déjà finie : {why.fr}", f"In this position the game is over already: {why.en}")
        )
    if rules.too_many_moves(pos):
        raise TablierError(CROWDED_START)
    return None if pos == rules.start() else rules.dump(pos)


def _refused(match: Match[Any, Any], move: str, error: TablierError) -> tuple[RefusalView, WireText | None]:
    if not isinstance(error, IllegalMove):
        return RefusalView(wire_text(error.text)), None
    game, pos = match.game, match.position
    return refusal_in_words(game, pos, error.refusal), refused_move(game, pos, move)


def _history(match: Match[Any, Any]) -> Iterator[PlayedMove]:
    before = match.origin
    for entry in match.entries:
        written, said = move_words(match.game, before, entry)
        yield PlayedMove(entry.text, wire_actor(entry.actor), tuple(map(board_event, entry.step.events)), said, written)
        before = entry.step.after


def _dice_check(verdict: Verdict) -> DiceCheck:
    rolls = tuple(RollCheck(roll.n, roll.told, roll.drawn) for roll in verdict.rolls)
    return DiceCheck(verdict.good, verdict.commitment, rolls, wire_text(verdict.why) if verdict.why else None)


def reply_to(answer: Callable[[], Any]) -> Reply:
    """The answer to a question, or what is wrong with it."""
    try:
        return True, msgspec.json.encode(answer())
    except TablierError as error:
        return False, msgspec.json.encode(problem_of(error).body)
