"""`tablier bot`: a program that plays at a server."""

import asyncio
import math
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli.arguments import LangOption, argument, option, view_of
from tablier.cli.errors import INTERRUPTED, client_required
from tablier.cli.language import user_error
from tablier.cli.messages import common
from tablier.cli.messages import hosting as m
from tablier.cli.view import View
from tablier.core.text import Text

if TYPE_CHECKING:
    from tablier.client.bot_settings import BotSettings

TOKEN = "TABLIER_TOKEN"
FIRST_CONTACT = 10.0
"""Seconds that a server may take to answer for the first time; later the bot waits for as long as it takes."""

SettingsFile = Annotated[str, argument(common.META_FILE, m.ARG_BOT_FILE)]
ServerUrl = Annotated[str, option("--server", m.OPT_BOT_SERVER, "URL")]
Token = Annotated[str, option("--token", m.OPT_BOT_TOKEN, "TOKEN")]
PlayerText = Annotated[str, option("--player", m.OPT_BOT_PLAYER, "PLAYER")]
Games = Annotated[int | None, option("--games", m.OPT_BOT_GAMES, "N", min=1)]
Example = Annotated[bool, option("--example", m.OPT_BOT_EXAMPLE)]


def bot(
    context: typer.Context,
    file: SettingsFile = "",
    server: ServerUrl = "",
    token: Token = "",
    player: PlayerText = "",
    games: Games = None,
    example: Example = False,
    lang: LangOption = None,
) -> None:
    """Play at a server until stopped."""
    view = view_of(context, lang)
    with client_required():
        from tablier.client.bot_settings import EXAMPLE
    if example:
        view.print_raw(EXAMPLE.rstrip())
        return
    sys.path.insert(0, str(Path.cwd()))  # where the module of a function mostly is
    settings = _settings(file, {"server": server, "token": token or os.environ.get(TOKEN, ""), "player": player})
    try:
        asyncio.run(_play(settings, games, view))
    except (KeyboardInterrupt, asyncio.CancelledError):
        view.print_message(m.BOT_STOPPED)
        raise typer.Exit(INTERRUPTED) from None


def _settings(file: str, given: dict[str, str]) -> "BotSettings":
    """The settings of a file, with what the command line says instead."""
    from msgspec.structs import replace

    from tablier.client.bot_player import check_player
    from tablier.client.bot_settings import BotSettings, Conditions, read_settings

    # Without a file the bot takes part in whatever there is.
    settings = read_settings(_read(file), file) if file else BotSettings(accept=Conditions(), sit=Conditions())
    settings = replace(settings, **{name: value for name, value in given.items() if value})
    needed = {m.BOT_NEEDS_SERVER: settings.server, m.BOT_NEEDS_TOKEN: settings.token, m.BOT_NEEDS_PLAYER: settings.player}
    for message, value in needed.items():
        if not value:
            raise user_error(message, variable=TOKEN)
    check_player(settings.player)
    return settings


def _read(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise user_error(common.NOT_TEXT, file=file) from error


async def _play(settings: "BotSettings", games: int | None, view: View) -> None:
    from tablier.client import AsyncClient
    from tablier.client.bot import Bot

    def report(words: Text) -> None:
        view.print_line(words.say(view.lang))

    task = asyncio.current_task()
    if task is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    async with AsyncClient(settings.server, token=settings.token, patience=FIRST_CONTACT) as client:
        await client.me()  # an address or a token that is wrong is told at once
    async with AsyncClient(settings.server, token=settings.token, patience=math.inf) as client:
        await Bot(client, settings, report).run(games)
