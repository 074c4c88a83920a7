"""What a program that uses Tablier is told by a type checker. Read by mypy, never run."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar, assert_type

from tablier import CHANCE, Game, Match, arena, game, games, kernel, read_record, write_json, write_text
from tablier.core.actors import Actor
from tablier.core.grid import Shift
from tablier.core.play import Gesture, Outcome, Refusal, Step
from tablier.core.scene import Scene
from tablier.games.achef import Achef
from tablier.games.achef import position as achef
from tablier.games.mako import MakoNaval
from tablier.games.mako import position as mako
from tablier.games.makruk import Makruk
from tablier.games.makruk.position import Position
from tablier.games.makyek import MakYek
from tablier.games.makyek import position as makyek
from tablier.games.malawi import Malawi
from tablier.games.malawi import position as malawi
from tablier.games.turkish import TurkishDraughts
from tablier.games.turkish import position as turkish
from tablier.kernels.kernel import Kernel

P = TypeVar("P")
M = TypeVar("M")


def games_by_name() -> None:
    assert_type(game("makruk", count="none"), Game[Any, Any])
    assert_type(games()["makruk"], type[Game[Any, Any]])
    game(3)  # type: ignore[arg-type]  # refused: a game is named by a string


def rules(rules: Game[P, M], pos: P, move: M) -> None:
    assert_type(rules.start(), P)
    assert_type(rules.legal(pos), tuple[M, ...])
    assert_type(rules.read(pos, "e3-e4"), M)
    assert_type(rules.play(pos, move), Step[P])
    assert_type(rules.play(pos, move).after, P)
    assert_type(rules.why_not(pos, move), Refusal | None)
    assert_type(rules.outcome(pos), Outcome | None)
    assert_type(rules.odds(pos), Mapping[M, Fraction])
    assert_type(rules.gesture(move), Gesture)
    assert_type(rules.scene(pos), Scene)
    rules.play(move, pos)  # type: ignore[arg-type]  # refused: the position comes first
    if rules.actor(pos) is CHANCE:
        assert_type(rules.chance(pos, 0.5), M)


def a_known_game_knows_its_positions() -> None:
    makruk = Makruk()
    assert_type(makruk.start(), Position)
    assert_type(makruk.load("8/8/8/8/8/8/8/8"), Position)
    assert_type(makruk.legal(makruk.start()), tuple[Shift, ...])
    assert_type(makruk.read(makruk.start(), "c3-c4"), Shift)
    assert_type(makruk.play(makruk.start(), Shift(18, 26)).after, Position)
    assert_type(makruk.as_of(1), Makruk)
    assert_type(makruk.picture(makruk.start()), str)
    assert_type(Match(makruk), Match[Position, Shift])
    assert_type(Match(makruk).position, Position)
    assert_type(Match(makruk).copy().legal(), tuple[Shift, ...])
    assert_type(Achef().start(), achef.Position)
    assert_type(MakoNaval().start(), mako.Position)
    assert_type(MakYek().start(), makyek.Position)
    assert_type(Malawi().start(), malawi.Position)
    assert_type(TurkishDraughts().start(), turkish.Position)
    makruk.play(makruk.start(), makruk.read(makruk.start(), "c3-c4"))
    makruk.play(makruk.start(), "c3-c4")  # type: ignore[arg-type]  # refused: only a match reads texts


def a_match(match: Match[P, M], move: M) -> None:
    assert_type(match.play("c3-c4"), Step[P])
    assert_type(match.play(move), Step[P])
    assert_type(match.position, P)
    assert_type(match.legal(), tuple[M, ...])
    assert_type(match.moves, tuple[str, ...])
    assert_type(match.actor, Actor | None)
    assert_type(match.outcome, Outcome | None)
    assert_type(match.undo(), str)
    assert_type(read_record(write_text(match)), Match[Any, Any])
    assert_type(write_json(match), str)


def a_kernel() -> None:
    twin = kernel("makruk", count="none")
    assert_type(twin, Kernel)
    assert_type(twin.perft(3), int)
    assert_type(twin.legal_moves(), list[str])
    assert_type(twin.ranks, tuple[int, ...] | None)


def an_arena_match(log: Path) -> None:
    assert_type(arena.run("makruk", ["level:1", "level:2"], 2, log=log), arena.MatchScore)
    arena.run("makruk", ["level:1", "level:2"], 2)  # type: ignore[call-arg]  # refused: a match is always logged
