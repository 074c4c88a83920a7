"""Searches in threads, so that `stop` and `isready` are answered at once."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tablier.adapters.uci.go import Go
from tablier.adapters.uci.report import info
from tablier.core.match import Match
from tablier.kernels import kernel_of
from tablier.render.uci_notation import line_to_uci
from tablier.search.alphabeta import Stop
from tablier.search.analysis import Analysis, Limits
from tablier.search.levels import LevelPlayer
from tablier.search.tree_engine import TreeEngine

Send = Callable[[str], None]

CURRMOVE_NODES = 1_000_000
"""Nodes of a search before each root move is told."""


class Search:
    """A search for a move. An infinite one, or one on the opponent's time, sends its move only once it is released."""

    def __init__(
        self, match: Match[Any, Any], go: Go, engine: TreeEngine, send: Send, *, lines: int = 1, player: LevelPlayer | None = None
    ) -> None:
        self.match, self.go, self.engine, self.send, self.lines, self.player = match, go, engine, send, lines, player
        self.stop, self.released = Stop(), threading.Event()
        self.timer: threading.Timer | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)
        if not go.ponder:
            self.ponderhit()
        self.thread.start()

    def ponderhit(self) -> None:
        """The clock starts now: the opponent has played the expected move."""
        if self.go.infinite or self.released.is_set():
            return
        if self.go.limits.seconds is not None:
            self.timer = threading.Timer(self.go.limits.seconds, self.stop.set)
            self.timer.daemon = True
            self.timer.start()
        self.released.set()

    def end(self) -> None:
        """Stop, and wait until the move is sent."""
        self.stop.set()
        self.released.set()
        self.thread.join()

    def _run(self) -> None:
        texts = self._moves() if self.match.outcome is None else ()
        self.released.wait()
        if self.timer is not None:
            self.timer.cancel()
        best, *others = line_to_uci(self.match.game, self.match.position, texts[:2]) or ["(none)"]
        self.send(" ".join(["bestmove", best, *(["ponder", *others] if others else [])]))

    def _moves(self) -> tuple[str, ...]:
        if self.player is not None and not self.go.among:
            return (self.player.choose(self.match, self.stop),)
        limits = replace(self.go.limits, seconds=None)  # the timer's
        if self.player is not None:
            level = self.player.level
            limits = level.limits or Limits(depth=level.effort)
        found = self.engine.analyse(
            self.match, limits, lines=self.lines, stop=self.stop, progress=self._send_info, among=self.go.among, on_move=self._send_move
        )
        return found.lines[0].moves

    def _send_info(self, found: Analysis) -> None:
        for number, line in enumerate(found.lines, 1):
            self.send(info(self.match, found, line, number))

    def _send_move(self, text: str, number: int, depth: int, nodes: int) -> None:
        if nodes >= CURRMOVE_NODES:
            move = line_to_uci(self.match.game, self.match.position, [text])[0]
            self.send(f"info depth {depth} currmove {move} currmovenumber {number}")


class Perft:
    """A count of the positions at a depth, move by move; `stop` ends it after the present move."""

    def __init__(self, match: Match[Any, Any], depth: int, send: Send) -> None:
        self.match, self.depth, self.send = match, max(depth, 1), send
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def ponderhit(self) -> None:
        """Nothing: a count has no clock."""

    def end(self) -> None:
        """Stop after the present move, and wait for that."""
        self.stop.set()
        self.thread.join()

    def _run(self) -> None:
        rules, pos = self.match.game, self.match.position
        twin = kernel_of(rules, rules.dump(pos))
        total = 0
        for text in twin.legal_moves() if self.match.outcome is None else ():
            if self.stop.is_set():
                self.send("info string perft stopped")
                return
            twin.push(text)
            count = twin.perft(self.depth - 1)
            twin.pop()
            total += count
            self.send(f"{line_to_uci(rules, pos, [text])[0]}: {count}")
        self.send(f"Nodes searched: {total}")
