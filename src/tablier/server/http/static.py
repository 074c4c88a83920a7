"""The files of the web client, which `make web` builds into web_files."""

import mimetypes
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tablier.server.people.cookies import COOKIE, Cookies
from tablier.server.people.identity import new_guest

FILES = Path(__file__).parents[1] / "web_files"
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
            return PlainTextResponse("Les pages ne sont pas construites : make web. / The pages are not built: make web.\n", 503)
        response = FileResponse(index, headers={"Cache-Control": f"private, {REVALIDATE}"})
        if COOKIE not in request.cookies:
            # A page sends many requests at once; a new guest must be the same player in all of them.
            response.headers.append("set-cookie", cookies.header(cookies.sign(new_guest().player.id)))
        return response

    return [Mount("/assets", _Assets(directory=FILES / "assets", check_dir=False)), Route("/{path:path}", page, methods=["GET"])]
