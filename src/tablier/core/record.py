"""Records: a match as text that a person can read, and its twin in JSON. Both replay exactly, or say why they do not.

```
[Tablier "1"]
[Game "turkish"]
[Rules "1"]
[Options "penalty=strict"]
[Result "1-2"]

1. a3-a4 a6-a5
2. a4xa6 … 1-2
```
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from tablier.core.actors import CHANCE
from tablier.core.errors import BadRecord, TablierError
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.play import Outcome
from tablier.core.text import Text

FORMAT = 1
LONGEST = 1_000_000
"""Characters a record may have; a game of a hundred thousand moves fits."""

Finder = Callable[[str, Mapping[str, str]], Game[Any, Any]]
"""Gives the game of an id with its options chosen."""

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\]')
_RESERVED = ("Tablier", "Game", "Rules", "Options", "Start", "Result", "Because")


def result_text(outcome: Outcome | None) -> str:
    """The ranks joined by dashes, `*` for a game that goes on."""
    return "*" if outcome is None else "-".join(map(str, outcome.ranks))


def _facts(match: Match[Any, Any]) -> dict[str, str]:
    game, outcome = match.game, match.outcome
    facts = {"Tablier": str(FORMAT), "Game": game.info.id, "Rules": str(game.rules)}
    if game.options:
        facts["Options"] = " ".join(f"{name}={value}" for name, value in game.options.items())
    if match.origin != game.start():
        facts["Start"] = game.dump(match.origin)
    facts |= {name: value for name, value in match.tags.items() if name not in _RESERVED}
    facts["Result"] = result_text(outcome)
    if outcome is not None:
        facts["Because"] = outcome.because.id
    return facts


def write_text(match: Match[Any, Any]) -> str:
    """The record as text."""
    lines = [f'[{name} "{_escape(value)}"]' for name, value in _facts(match).items()]
    return "\n".join([*lines, "", *_score(match), result_text(match.outcome), ""])


def _escape(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))


def _score(match: Match[Any, Any]) -> list[str]:
    """The moves in numbered lines; a line ends when the turn comes back to a seat that has played in it."""
    lines: list[list[str]] = []
    played: list[object] = []
    for entry in match.entries:
        fresh = entry.actor is not CHANCE and entry.actor in played and entry.actor != played[-1]
        if not lines or fresh:
            lines.append([f"{len(lines) + 1}."])
            played = []
        if entry.actor is not CHANCE:
            played.append(entry.actor)
        lines[-1].append(entry.text)
    return [" ".join(line) for line in lines]


def write_json(match: Match[Any, Any]) -> str:
    """The record as JSON: the same facts, the moves as a list."""
    return json.dumps({"tags": _facts(match), "moves": list(match.moves)}, ensure_ascii=False, indent=1)


def read_record(text: str, find: Finder) -> Match[Any, Any]:
    """The match that a record tells, as text or as JSON, replayed move by move under its own rules."""
    if len(text) > LONGEST:
        raise BadRecord(Text(f"plus de {LONGEST} caractères", f"more than {LONGEST} characters"))
    if text.lstrip().startswith("{"):
        tags, moves = _parse_json(text)
    else:
        tags, moves = _parse_text(text)
    match = _open(tags, find)
    for line, move in moves:
        try:
            match.enter(move)
        except TablierError as error:
            raise BadRecord(error.text, line) from error
    _compare("Result", tags["Result"], result_text(match.outcome))
    if "Because" in tags and match.outcome is not None:
        _compare("Because", tags["Because"], match.outcome.because.id)
    return match


def _compare(tag: str, stated: str, found: str) -> None:
    if stated != found:
        raise BadRecord(
            Text(
                f"{tag} annonce « {stated[:40]} », mais les coups donnent « {found} »",
                f"{tag} says '{stated[:40]}', but the moves give '{found}'",
            )
        )


def _parse_text(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    tags: dict[str, str] = {}
    moves: list[tuple[int, str]] = []
    end: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("["):
            if not (found := _TAG.fullmatch(line)) or found[1] in tags or moves:
                raise BadRecord(
                    Text(
                        'une étiquette s\'écrit [Nom "valeur"], une fois, avant les coups',
                        'a tag is written [Name "value"], once, before the moves',
                    ),
                    number,
                )
            tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
            continue
        for word in re.sub(r"\{[^{}]*\}", " ", line).split():
            if end is not None:
                raise BadRecord(Text(f"« {word[:40]} » après la fin « {end} »", f"'{word[:40]}' after the end '{end}'"), number)
            if word == "*" or re.fullmatch(r"\d(-\d)+", word):
                end = word
            elif not re.fullmatch(r"\d+\.", word):
                moves.append((number, word))
    if tags and end is None:
        raise BadRecord(
            Text(
                "le résultat qui clôt les coups manque : le texte est coupé",
                "the result that closes the moves is missing: the text is cut off",
            )
        )
    if tags.get("Result", end) != end:
        _compare("Result", tags["Result"], str(end))
    return tags, moves


def _parse_json(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    try:
        data = json.loads(text)
        tags, moves = data["tags"], data["moves"]
        sound = all(isinstance(word, str) for word in (*tags, *tags.values(), *moves)) and isinstance(moves, list)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        sound = False
    if not sound:
        raise BadRecord(
            Text(
                'JSON attendu : {"tags": {…}, "moves": […]}, que des textes', 'expected JSON: {"tags": {…}, "moves": […]}, all of it texts'
            )
        )
    return dict(tags), [(0, move) for move in moves]


def _open(tags: Mapping[str, str], find: Finder) -> Match[Any, Any]:
    """The match before its first move, from the tags."""
    missing = [name for name in ("Tablier", "Game", "Rules", "Result") if name not in tags]
    if missing:
        names = ", ".join(missing)
        raise BadRecord(Text(f"ce n'est pas un texte de partie : il manque {names}", f"this is no record of a game: {names} missing"))
    _check_version("Tablier", tags["Tablier"], FORMAT)
    options: dict[str, str] = {}
    for pair in tags.get("Options", "").split():
        name, _, value = pair.partition("=")
        options[name] = value
    try:
        game = find(tags["Game"], options)
        _check_version("Rules", tags["Rules"], game.info.version)
        game = game.as_of(int(tags["Rules"]))
        origin = game.load(tags["Start"]) if "Start" in tags else game.start()
    except BadRecord:
        raise
    except TablierError as error:
        raise BadRecord(error.text) from error
    return Match(game, origin, {name: value for name, value in tags.items() if name not in _RESERVED})


def _check_version(tag: str, stated: str, newest: int) -> None:
    known = stated.isascii() and stated.isdecimal() and len(stated) < 6 and 1 <= int(stated) <= newest
    if not known:
        raise BadRecord(
            Text(
                f"{tag} « {stated[:20]} » est inconnu ici (au plus {newest}) : il faut un Tablier plus récent",
                f"{tag} '{stated[:20]}' is unknown here (at most {newest}): a newer Tablier is needed",
            )
        )
