"""The catalogue of texts: complete in both languages, and no text outside it."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from tablier.cli import messages
from tablier.cli.commands.completion import SCRIPTS
from tablier.core.text import Text
from tablier.render import speech
from tablier.search import explanation as explaining

CATALOGUES = {module.__name__.rpartition(".")[2]: module for module in (*messages.CATALOGUES, speech, explaining)}
TEXTS = [
    (f"{name}.{key}", text)
    for name, module in CATALOGUES.items()
    for key, value in vars(module).items()
    for text in (value.values() if isinstance(value, dict) and key.isupper() else [value])
    if isinstance(text, Text)
]
FOLDER = Path(messages.__file__).parents[1]
SOURCES = [path for path in sorted(FOLDER.rglob("*.py")) if path.parent.name != "messages"]


@pytest.mark.parametrize(("name", "text"), TEXTS)
def test_a_message_has_both_languages_with_the_same_blanks(name, text):
    assert text.fr.strip() and text.en.strip()
    blanks = [{field for _, field, _, _ in Formatter().parse(words) if field is not None} for words in text]
    assert blanks[0] == blanks[1]


@pytest.mark.parametrize(("name", "text"), TEXTS)
def test_french_is_set_as_french_is(name, text):
    assert not re.search(r"[^\s\W][:;!?](\s|$)", text.fr), "a blank stands before : ; ! ?"
    assert '"' not in text.fr
    assert not re.search(r"\s[:;!?](\s|$)", text.en), "English puts no blank before : ; ! ?"


def test_every_message_is_used():
    used = set(re.findall(r"\b[A-Z][A-Z_]+\b", "".join(path.read_text(encoding="utf-8") for path in SOURCES)))
    known = {
        key for module in messages.CATALOGUES for key, value in vars(module).items() if key.isupper() and isinstance(value, Text | dict)
    }
    assert known <= used


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.name)
def test_no_sentence_hides_outside_the_catalogue(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = {
        ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    }
    documented |= {node.value.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    said = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    allowed = {"bold red", "bold green", "tab: complete", "bind ^I rl_complete", "No such command", " is not one of ", *SCRIPTS.values()}
    assert [words for words in said if re.search(r"\w{2,} \w{2,}", words) and words not in documented | allowed] == []
