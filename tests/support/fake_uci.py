"""A UCI program that plays the first legal move, or misbehaves as its option Mood says.

python fake_uci.py [TRANSCRIPT]
"""

import os
import signal
import sys
from typing import Any

from tablier import Match, game


def main() -> None:
    transcript = open(sys.argv[1], "a", encoding="utf-8") if len(sys.argv) > 1 else None  # noqa: SIM115  # open until exit
    mood, match = "honest", reached(["position", "startpos"])
    for line in sys.stdin:
        if transcript:
            transcript.write(line)
            transcript.flush()
        words = line.split()
        match words[0]:
            case "uci":
                say(
                    "id name Fake One",
                    "id author none",
                    "option name UCI_Variant type combo default chess var chess var apit",
                    "option name Rules apit setup type combo default 1-2 var 1-3 var 1-2",
                    "option name Mood type combo default honest var honest",
                    "option name Clear Hash type button",
                    "uciok",
                )
            case "isready":
                say("readyok")
            case "setoption" if words[2] == "Mood":
                mood = words[4]
                if mood == "stillborn":
                    os._exit(7)
            case "position":
                match = reached(words)
            case "go":
                go(mood, match)
            case "stop" if mood == "dawdling":
                say(f"bestmove {first(match)}")
            case "quit" if mood != "stubborn":
                return
    if mood == "stubborn":
        signal.pause()


def reached(words: list[str]) -> Match[Any, Any]:
    rules = game("apit")
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    match = Match(rules, rules.start() if words[1] == "startpos" else rules.load(" ".join(words[2:5])))
    for text in moves:
        match.play(f"{text[:2]}-{text[2:4]}")
    return match


def first(match: Match[Any, Any]) -> str:
    return match.game.write(match.position, match.legal()[0]).replace("-", "")


def go(mood: str, match: Match[Any, Any]) -> None:
    if mood == "crashing" and len(match.entries) > 6:
        os._exit(3)
    if mood == "lying":
        say("bestmove a1a1")
    elif mood == "resigned":
        say("bestmove (none)")
    elif mood == "mumbling":
        say("info string \x00 é bestmove", "", "bestmove")
    elif mood not in ("silent", "dawdling"):
        say("info depth 1 score cp 0", f"bestmove {first(match)} ponder a1a2")


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


if __name__ == "__main__":
    main()
