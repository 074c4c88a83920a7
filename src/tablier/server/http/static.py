"""The files of the web client, which `make web` builds into web_files, and of the documentation: `make docs` into docs_files."""

import mimetypes
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tablier.core.text import Text
from tablier.server.people.cookies import COOKIE, Cookies
from tablier.server.people.identity import new_guest

FILES = Path(__file__).parents[1] / "web_files"
DOCS = Path(__file__).parents[1] / "docs_files"
INLINE_SCRIPTS = "inline_scripts.txt"
NO_PAGES = Text("Les pages ne sont pas construites : make web.", "The pages are not built: make web.")
NO_SUCH_PAGE = Text("La documentation n'a pas cette page.", "The documentation has no such page.")
NOT_BUILT = Text("La documentation n'est pas construite : make docs.", "The documentation is not built: make docs.")
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"


class _Assets(StaticFiles):
    """Files whose names hold a hash of their content; some have a compressed copy beside them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, which browsers may cache for good."""
        accepted = Headers(scope=scope).get("accept-encoding", "")
        if "gzip" in accepted and (FILES / "assets" / f"{path}.gz").is_file():
            response = await super().get_response(f"{path}.gz", scope)
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Type"] = mimetypes.guess_type(path)[0] or "application/octet-stream"
        else:
            response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = IMMUTABLE
        response.headers["Vary"] = "Accept-Encoding"
        return response


class _Documentation(StaticFiles):
    """The site of the documentation, whose pages hold scripts: those that the build has listed are allowed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)
        listed = folder / INLINE_SCRIPTS
        hashes = listed.read_text(encoding="utf-8").split() if listed.is_file() else []
        scripts = "".join(f" 'sha256-{value}'" for value in hashes)
        self.policy = (
            f"default-src 'self'; script-src 'self'{scripts}; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
            "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        )

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A page or another file of the site."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as missing:
            return _say(NO_SUCH_PAGE, missing.status_code)
        response.headers["Content-Security-Policy"] = self.policy
        response.headers["Cache-Control"] = REVALIDATE
        return response


def documentation(folder: Path = DOCS) -> list[Route | Mount]:
    """The routes of the documentation, as it was built into a folder; where it was not, they say how to."""

    async def begin(request: Request) -> Response:
        return RedirectResponse("/docs/")

    async def not_built(request: Request) -> Response:
        return _say(NOT_BUILT, 404)

    if not (folder / "index.html").is_file():
        return [Route(path, not_built, methods=["GET"]) for path in ("/docs", "/docs/{path:path}")]
    return [Route("/docs", begin, methods=["GET"]), Mount("/docs", GZipMiddleware(_Documentation(folder)))]


def _say(text: Text, status: int) -> Response:
    return PlainTextResponse(f"{text.fr} / {text.en}\n", status)


def pages(cookies: Cookies) -> list[Route | Mount]:
    """The routes of the web client's files; they must come last, because they match every path."""

    async def page(request: Request) -> Response:
        """A file of the top folder, or index.html, whose router reads the path."""
        name = request.path_params["path"]
        file = FILES / name
        if name and "/" not in name and file.is_file():
            return FileResponse(file, headers={"Cache-Control": REVALIDATE})
        index = FILES / "index.html"
        if not index.is_file():
            return _say(NO_PAGES, 503)
        response = FileResponse(index, headers={"Cache-Control": f"private, {REVALIDATE}"})
        if COOKIE not in request.cookies:
            # A page sends many requests at once; a new guest must be the same player in all of them.
            response.headers.append("set-cookie", cookies.header(cookies.sign(new_guest().player.id)))
        return response

    return [Mount("/assets", _Assets(directory=FILES / "assets", check_dir=False)), Route("/{path:path}", page, methods=["GET"])]
