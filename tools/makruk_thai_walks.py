"""Record random walks of Fairy-Stockfish's variant `makruk`, for the tests of the Thai count.

Runs under any Python that has pyffish, which this project neither needs nor ships:

    python tools/makruk_thai_walks.py > tests/data/makruk_thai_walks.json
"""

import json
import random
import sys
from collections import Counter

import pyffish  # GPL: run beside the project, never imported by it

VARIANT = "makruk"
LONGEST = 420
HUNTERS = range(60, 70)
"""In walks whose moves bear these numbers a mate that can be given is given."""
STARTS = {
    # from the opening, taking whatever can be taken, until a count ends it
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1": 4,
    # the last Bia promotes, is taken, or is taken by a bare Khun
    "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1": 2,
    "4k3/8/4p3/2P5/8/2N5/3K4/8 w - - 0 1": 2,
    "2k5/3s4/3p4/4P3/3P4/8/3KR3/8 b - - 3 20": 3,
    "8/8/8/3Pk3/8/8/4K1R1/8 b - - 1 25": 2,
    "8/8/4M~3/4Pk2/8/2S5/2K5/8 b - - 5 31": 2,
    "8/4m3/1sk5/8/7p/4m2K/8/8 w - - 2 59": 2,
    "8/8/3k4/8/3p4/8/2K5/8 b - - 0 1": 2,
    # each row of the table, from the capture that bares the Khun
    "4k3/8/8/8/4n3/8/3K4/1R2R3 w - 128 30 40": 3,
    "4k3/8/8/8/4n3/8/3K4/4R3 w - 128 99 61": 3,
    "4k3/8/8/4n3/4S3/3S4/8/3K4 w - 128 11 70": 3,
    "4k3/8/8/8/4n3/2N5/8/K2N4 w - 128 5 33": 2,
    "4k3/8/8/4n3/4S3/8/8/3K4 w - 128 0 33": 1,
    "4k3/8/8/8/4n3/2N5/8/K7 w - 128 64 33": 1,
    "4k3/8/8/8/4n3/3M4/8/K7 w - 128 127 33": 1,
    "k3K3/8/8/8/3N4/8/r2r1s2/8 b - 128 90 90": 3,
    "8/1k6/8/3rN3/3m4/8/1K6/8 b - 128 2 9": 1,
    # so many pieces that the count is beyond its limit as it begins
    "4k3/3n4/8/8/8/1SNMSN2/3KM3/R2R4 w - 128 1 50": 2,
    "2k5/8/8/8/3n4/MSNNSM2/3K4/3RR3 w - 128 1 50": 2,
    # board's honour near and beyond its end
    "2k5/2m5/8/8/8/8/3KR3/8 w - 128 100 88": 2,
    "2k5/2m5/8/8/8/4r3/3K2N1/8 w - 128 118 88": 2,
    "4k3/8/8/8/4n3/8/4NK2/8 w - - 6 1": 2,
    # mates on, and past, the last ply; a bare Khun without a count
    "4k3/R7/4K3/8/8/8/8/8 w - 32 31 60": 1,
    "4k3/R7/4K3/8/8/8/8/8 w - 32 32 60": 1,
    "4k3/R7/4K3/8/8/8/8/8 w - 32 30 60": 1,
    "8/8/8/8/8/1k6/7r/K7 b - 32 32 60": 1,
    "4k3/8/8/8/8/5N2/3KR3/8 b - - 0 1": 2,
    "3k4/8/8/8/8/5N2/3KR3/8 w - - 7 1": 2,
    "4k3/4N3/8/8/8/8/3KN3/8 b - - 12 1": 1,
    "8/6k1/4K3/5R2/8/6R1/8/8 b - 16 9 44": 2,
    "7k/8/5K2/8/8/8/6R1/5R2 w - 16 8 44": 3,
}
SCRIPTS = {
    "5K2/8/8/1R6/8/8/3R4/k7 w - 16 9 40": "b5b6",
    "4k3/8/4p3/8/8/8/8/R3K3 w - - 0 1": "a1a2 e8e7 a2a1 e7e8 a1a2 e8e7 a2a1 e7e8",
    "3k4/8/8/8/8/5N2/3KR3/8 w - 32 9 1": "e2e3 d8c8 e3e2 c8d8 e2e3 d8c8 e3e2 c8d8",
    # a Met and a Met that was a Bia change places, twice
    "4k3/8/4p3/8/8/2M1M~3/8/K7 w - - 0 1": " ".join(["c3d4 e8e7 e3d2 e7e8 d4e3 e8e7 d2c3 e7e8", "e3d4 e8e7 c3d2 e7e8 d4c3 e8e7 d2e3 e7e8"]),
}
"""Ends that chance rarely finds: stalemate and repetition."""


def fen_after(start: str, moves: list[str]) -> str:
    """The position as the engine writes it."""
    return pyffish.get_fen(VARIANT, start, moves)


def ending(start: str, moves: list[str]) -> dict[str, object] | None:
    """How the engine says the game stands ended; None while it goes on."""
    fen = fen_after(start, moves)
    if not pyffish.legal_moves(VARIANT, start, moves):
        result = pyffish.game_result(VARIANT, start, moves)
        return {"why": "mate" if abs(result) > 1000 else "stalemate", "result": result}
    over, result = pyffish.is_immediate_game_end(VARIANT, start, moves)
    if over:
        return {"why": "immediate", "result": result}
    over, result = pyffish.is_optional_game_end(VARIANT, start, moves)
    if over:
        by_count, _ = pyffish.is_optional_game_end(VARIANT, fen, [])
        return {"why": "count" if by_count else "repetition", "result": result}
    if sum(letter.isalpha() for letter in fen.split()[0]) == 2:
        # Two bare Khuns: the engine knows that neither side can win, and leaves it to the table to stop.
        assert pyffish.has_insufficient_material(VARIANT, start, moves) == (True, True)
        return {"why": "bare", "result": 0}
    return None


def choose(fen: str, seen: Counter[str], rng: random.Random, *, greedy: bool, tidy: bool) -> str:
    """A random move: mate if a hunter can, often a capture if greedy, no third repetition if tidy."""
    legal = sorted(pyffish.legal_moves(VARIANT, fen, []))
    rng.shuffle(legal)
    if fen_number(fen) in HUNTERS:
        for move in legal:
            if pyffish.get_san(VARIANT, fen, move).endswith("#"):
                return move
    if greedy and rng.random() < 0.8:
        for move in legal:
            if squares(fen)[move[2:4]] != ".":
                return move
    for move in legal:
        if not (tidy and seen[repr(moved(squares(fen), move)) + other_side(fen)] == 2):
            return move
    return legal[0]


def fen_number(fen: str) -> int:
    """The number of the move, by which the starts of hunting walks are told."""
    return int(fen.split()[-1])


def other_side(fen: str) -> str:
    """Who moves after the side to move."""
    return "b" if fen.split()[1] == "w" else "w"


def squares(fen: str) -> dict[str, str]:
    """The letter on each cell, `.` on a free one; whether a Met was a Bia is left out."""
    rows = fen.split()[0].replace("~", "").split("/")
    wide = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in rows]
    return {f"{file}{8 - y}": row[x] for y, row in enumerate(wide) for x, file in enumerate("abcdefgh")}


def moved(board: dict[str, str], move: str) -> dict[str, str]:
    """The board once a move is made on it."""
    man = board[move[:2]]
    if move.endswith("m"):
        man = "M" if man.isupper() else "m"
    return {**board, move[:2]: ".", move[2:4]: man}


def diagram(fen: str) -> str:
    """Board and side, which is what a repetition compares."""
    return repr(squares(fen)) + fen.split()[1]


def walk(start: str, rng: random.Random, script: str = "", *, greedy: bool = False, tidy: bool = True) -> dict[str, object]:
    """One walk: moves (the script's first), and after each the FEN and the number of legal moves."""
    given = iter(script.split())
    moves: list[str] = []
    fens: list[str] = []
    legal = [len(pyffish.legal_moves(VARIANT, start, []))]
    seen = Counter([diagram(start)])
    base, since = start, list[str]()  # what came before a capture cannot repeat, so it need not be replayed
    fen, end = start, ending(start, [])
    while end is None and len(moves) < LONGEST:
        move = next(given, None) or choose(fen, seen, rng, greedy=greedy, tidy=tidy)
        taking = squares(fen)[move[2:4]] != "."
        fen = fen_after(fen, [move])
        base, since = (fen, []) if taking else (base, [*since, move])
        assert fen == fen_after(base, since)
        moves.append(move)
        fens.append(fen)
        seen[diagram(fen)] += 1
        legal.append(len(pyffish.legal_moves(VARIANT, fen, [])))
        end = ending(base, since)
    return {"start": start, "moves": " ".join(moves), "fens": fens, "legal": legal, "end": end}


def main() -> None:
    """Write the walks, a walk a line."""
    rng = random.Random(2024)
    walks = [
        walk(start, rng, greedy="pppppppp" in start, tidy=number % 3 != 2) for start, times in STARTS.items() for number in range(times)
    ]
    walks += [walk(start, rng, script) for start, script in SCRIPTS.items()]
    version = ".".join(map(str, pyffish.version()))
    lines = ",\n".join(json.dumps(walk, separators=(",", ":")) for walk in walks)
    sys.stdout.write(f'{{"source": "pyffish {version}, variant {VARIANT}",\n"walks": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main()
