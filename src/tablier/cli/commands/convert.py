"""`tablier convert`: the games of a file in another format."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import typer

from tablier.adapters.records import FORMATS, AnnotatedMatch
from tablier.cli.arguments import GameOptions, LangOption, RecordFile, option, parse_options, view_of
from tablier.cli.errors import USER_ERROR
from tablier.cli.language import user_error
from tablier.cli.messages import common
from tablier.cli.messages import table as m
from tablier.cli.records import OWN_FORMATS, is_other_file, open_records, write_as, write_file
from tablier.cli.view import View, clean, make_console
from tablier.core.errors import BadRecord

Target = Annotated[str, option("--to", m.OPT_TO, m.META_FORMAT)]
Output = Annotated[str, option("--out", m.OPT_OUT, common.META_FILE)]
OnlyNumber = Annotated[int | None, option("--number", common.OPT_NUMBER, "N", min=1)]
KNOWN = (*OWN_FORMATS, *FORMATS)


def convert(
    context: typer.Context,
    file: RecordFile,
    to: Target = "",
    out: Output = "",
    number: OnlyNumber = None,
    options: GameOptions = None,
    lang: LangOption = None,
) -> None:
    """Write the games of a file in another format."""
    view = view_of(context, lang)
    form = to or _suffix(out) or OWN_FORMATS[0]
    if form not in KNOWN:
        raise user_error(m.NO_SUCH_FORMAT, format=form[:20], formats=", ".join(KNOWN))
    if out and is_other_file(out):
        raise user_error(m.NOT_OURS, file=out)
    faults = Faults(view)
    texts: Iterable[str] = _texts(file, form, number, parse_options(options), faults)
    if form not in FORMATS:
        texts = list(texts)  # a single one, or an error before anything is written
    if out:
        write_file(out, texts)
    else:
        for text in texts:
            view.print_raw(text.rstrip("\n") + ("\n" if form in FORMATS else ""))
    if faults.count:
        raise typer.Exit(USER_ERROR)


class Faults:
    """Tells the faulty games of a file on the error stream, and counts them."""

    def __init__(self, view: View) -> None:
        self.lang, self.console, self.count = view.lang, make_console(stderr=True), 0

    def tell(self, error: BadRecord) -> None:
        """Print what is wrong with a game."""
        self.count += 1
        self.console.print(clean(error.say(self.lang)), soft_wrap=True)


def _texts(file: str, form: str, number: int | None, options: dict[str, Any], faults: Faults) -> Iterator[str]:
    """The games as texts, each read when the one before is written; a faulty one is told and left out."""
    written = 0
    for annotated in _chosen(file, number, options, faults):
        if written and form not in FORMATS:
            raise user_error(m.SEVERAL_GAMES, file=file, format=form)
        yield write_as(annotated, form)
        written += 1
    if number is not None and not written and not faults.count:
        raise user_error(m.NO_SUCH_GAME_THERE, number=number, file=file)


def _chosen(file: str, number: int | None, options: dict[str, Any], faults: Faults) -> Iterator[AnnotatedMatch]:
    with open_records(file) as records:
        if records.form is None:
            yield from (annotated for count, annotated in enumerate(records.games(options), 1) if number in (None, count))
            return
        for text in records.texts:
            if number in (None, text.number):
                try:
                    yield records.form.read(text, options)
                except BadRecord as error:
                    faults.tell(error)


def _suffix(name: str) -> str:
    suffix = name.lower().rpartition(".")[2]
    return suffix if suffix in KNOWN else ""
