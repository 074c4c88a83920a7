"""Exact values in words."""

from tablier.core.text import Text
from tablier.endings.value import Exact


def describe(value: Exact) -> Text:
    """An exact value for the player to act: "exact: won in 7 (the count leaves 13)"."""
    said = _balance(value) if value.balance is not None else _result(value)
    return Text(f"exact : {said.fr}", f"exact: {said.en}")


def _result(value: Exact) -> Text:
    if not value.without_count:
        return Text("nulle", "drawn")
    won = value.without_count > 0
    number, left = value.moves, value.left
    if value.to_change:
        said = (
            Text(f"gagné, prise, promotion ou mat en {number}", f"won, by a capture, a promotion or mate in {number}")
            if won
            else Text(f"perdu, prise, promotion ou mat en {number}", f"lost, by a capture, a promotion or mate in {number}")
        )
    else:
        said = Text(f"gagné en {number}", f"won in {number}") if won else Text(f"perdu en {number}", f"lost in {number}")
    if not value.result:
        return Text(
            f"nulle par le compte ({said.fr}, mais le compte n'en laisse que {left})",
            f"drawn by the count ({said.en}, but the count leaves only {left})",
        )
    if left is None:
        return said
    return Text(f"{said.fr} (le compte en laisse {left})", f"{said.en} (the count leaves {left})")


def _balance(value: Exact) -> Text:
    number = abs(value.balance or 0)
    if not number:
        return Text("autant de prises de chaque côté à la fin", "as many captures on each side in the end")
    french, english = ("prise" if number == 1 else "prises"), ("capture" if number == 1 else "captures")
    if value.result > 0:
        return Text(f"gagné, {number} {french} d'avance à la fin", f"won, {number} {english} ahead in the end")
    return Text(f"perdu, {number} {french} de retard à la fin", f"lost, {number} {english} behind in the end")
