"""The peers' own loops, run as a separate program under the bench's own Python: prints one JSON object.

python peer_loops.py NAME SECONDS
"""

import json
import random
import sys
import time
from collections.abc import Callable


def pyffish_random(seconds: float) -> float:
    """Random Makruk plies a second through pyffish."""
    import pyffish

    start, rng, plies, moves = pyffish.start_fen("makruk"), random.Random(1), 0, []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        legal = pyffish.legal_moves("makruk", start, moves)
        if legal and len(moves) < 200:
            moves.append(rng.choice(legal))
            plies += 1
        else:
            moves = []
    return plies / seconds


def pyffish_legal(seconds: float) -> float:
    """Calls of legal_moves a second at the opening."""
    import pyffish

    start, calls = pyffish.start_fen("makruk"), 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pyffish.legal_moves("makruk", start, [])
        calls += 1
    return calls / seconds


def pydraughts_random(seconds: float) -> float:
    """Random plies of Turkish draughts a second through pydraughts."""
    from draughts import Board

    rng, plies = random.Random(1), 0
    board = Board(variant="turkish", fen="startpos")
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        legal = board.legal_moves()
        if board.is_over() or not legal:
            board = Board(variant="turkish", fen="startpos")
            continue
        board.push(rng.choice(legal))
        plies += 1
    return plies / seconds


def python_chess_random(seconds: float) -> float:
    """Random plies of chess a second on python-chess's board: list the legal moves, pick one, push it, ask whether it is over."""
    import chess

    board, rng, plies = chess.Board(), random.Random(1), 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if board.is_game_over():
            board = chess.Board()
        board.push(rng.choice(list(board.legal_moves)))
        plies += 1
    return plies / seconds


def _open_spiel(name: str, seconds: float) -> float:
    import pyspiel

    game, rng, plies = pyspiel.load_game(name), random.Random(1), 0
    state = game.new_initial_state()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if state.is_terminal():
            state = game.new_initial_state()
        state.apply_action(rng.choice(state.legal_actions()))
        plies += 1
    return plies / seconds


LOOPS: dict[str, Callable[[float], float]] = {
    "pyffish_random": pyffish_random,
    "pyffish_legal": pyffish_legal,
    "pydraughts_random": pydraughts_random,
    "python_chess_random": python_chess_random,
    "open_spiel_breakthrough": lambda seconds: _open_spiel("breakthrough", seconds),
    "open_spiel_chess": lambda seconds: _open_spiel("chess", seconds),
}

if __name__ == "__main__":
    print(json.dumps({"rate": LOOPS[sys.argv[1]](float(sys.argv[2]))}))
