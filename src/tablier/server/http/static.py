"""The browser's files: built by `make web` into web_files, served with names that change when they do, so that they can be kept."""

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
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


class _Kept(StaticFiles):
    """Files whose name holds a hash of what is in them, with a compressed copy beside them where it pays."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, to be kept for good."""
        accepted = Headers(scope=scope).get("accept-encoding", "")
        if "gzip" in accepted and (FILES / "assets" / f"{path}.gz").is_file():
            response = await super().get_response(f"{path}.gz", scope)
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Type"] = mimetypes.guess_type(path)[0] or "application/octet-stream"
        else:
            response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = FOREVER
        response.headers["Vary"] = "Accept-Encoding"
        return response


def pages(cookies: Cookies) -> list[Route | Mount]:
    """The routes of the browser's files; the last ones, because they answer to any address."""

    async def page(request: Request) -> Response:
        """A file of the top folder by its name, or the page that finds its way from the address."""
        name = request.path_params["path"]
        wanted = FILES / name
        if name and "/" not in name and wanted.is_file():
            return FileResponse(wanted, headers={"Cache-Control": ASK_AGAIN})
        index = FILES / "index.html"
        if not index.is_file():
            return PlainTextResponse("Les pages ne sont pas construites : make web. / The pages are not built: make web.\n", 503)
        response = FileResponse(index, headers={"Cache-Control": f"private, {ASK_AGAIN}"})
        if COOKIE not in request.cookies:
            # A page sends many requests at once; a new guest must be the same player in all of them.
            response.headers.append("set-cookie", cookies.header(cookies.sign(new_guest().player.id)))
        return response

    return [Mount("/assets", _Kept(directory=FILES / "assets", check_dir=False)), Route("/{path:path}", page, methods=["GET"])]
