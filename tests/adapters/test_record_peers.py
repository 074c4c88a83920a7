"""Programs of others, run beside us, write the records that we read, and the moves that we write."""

import json
import os
import random
import subprocess
from pathlib import Path

import pytest

from tablier import Match, game
from tablier.adapters.records import FORMATS, read_games

PEERS = Path(os.environ.get("TABLIER_PEERS", Path(__file__).parents[2] / ".bench" / "bin" / "python"))
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PEERS.exists(), reason="no Python with the peers: `make bench` sets one up, or TABLIER_PEERS names one"),
]
FAIRY = """
import json, sys, pyffish
start = pyffish.start_fen("makruk")
for line in sys.stdin:
    moves = json.loads(line)
    print(json.dumps([pyffish.get_san_moves("makruk", start, moves), pyffish.get_fen("makruk", start, moves)]))
"""
DRAUGHTS = """
import json, sys
from draughts.PDN import PDNReader
for game in PDNReader(filename=sys.argv[1], encodings="utf-8").games:
    print(json.dumps([game.tags["White"], game.moves]))
"""


def run(program, *words, typed=""):
    done = subprocess.run([PEERS, "-W", "ignore", "-c", program, *words], input=typed, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_fairy_stockfish_writes_the_same_moves():
    rng, rules = random.Random(17), game("makruk", count="thai")
    matches = [Match(rules) for _ in range(40)]
    for match in matches:
        for _ in range(200):
            if legal := match.legal():
                match.apply(rng.choice(legal))
    asked = [json.dumps([_uci(match, number) for number in range(len(match.entries))]) for match in matches]
    for match, line in zip(matches, run(FAIRY, typed="\n".join(asked)), strict=True):
        moves, fen = json.loads(line)
        words = FORMATS["pgn"].write(match).partition("\n\n")[2].split()
        assert [word for word in words[:-1] if not word[0].isdigit()] == moves
        [again] = read_games(['[Variant "Makruk"]', " ".join(moves)])
        assert (again.match.moves, rules.dump(again.match.position)) == (match.moves, fen)


def _uci(match, number):
    before = match.entries[number - 1].step.after if number else match.origin
    text = match.entries[number].text.replace("-", "")
    origin, to = (match.game.board.index(text[at : at + 2]) for at in (0, 2))
    return text + ("m" if before.cells[origin] != match.entries[number].step.after.cells[to] else "")


def test_pydraughts_reads_our_games(tmp_path):
    rng, written = random.Random(5), []
    for number in range(20):
        match = Match(game("turkish"), tags={"Seat0": f"Ayşe {number}"})
        for _ in range(60):
            if legal := match.legal():
                match.apply(rng.choice(legal))
        written.append(FORMATS["pdn"].write(match))
    file = tmp_path / "games.pdn"
    file.write_text("".join(written), encoding="utf-8")
    for number, (text, line) in enumerate(zip(written, run(DRAUGHTS, str(file)), strict=True)):
        words = text.partition("\n\n")[2].split()[:-1]
        assert json.loads(line) == [f"Ayşe {number}", [word for word in words if not word[0].isdigit()]]
