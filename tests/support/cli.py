"""Running the command inside the test process, as a script would from outside."""

import io
import sys
from dataclasses import dataclass

import pytest

from tablier.cli.main import main


@dataclass
class Done:
    code: object
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str, typed: str = "") -> Done:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
    with pytest.raises(SystemExit) as left:
        main(list(words))
    out, err = capsys.readouterr()
    return Done(left.value.code, out, err)
