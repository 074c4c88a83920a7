"""Where a file of the repository stands in the site, and links from page to page."""

import posixpath
import re

DOCS, PROJECT, SOURCE = "docs", "project", "source"
LINK = re.compile(r"(?<=\]\()([^)\s#]+)")
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def site_path(path: str) -> str:
    """The page for a file of the repository: docs/ as it stands (a folder: its README), the top folder in project/, others as sources."""
    first, _, rest = path.partition("/")
    if first == DOCS:
        return rest if "." in posixpath.basename(rest) else f"{rest}/README.md"
    return f"{PROJECT}/{path}" if not rest and path.endswith(".md") else f"{SOURCE}/{path}.md"


def repository_path(page: str) -> str:
    """The file of the repository that a page of the site is made of."""
    first, _, rest = page.partition("/")
    return rest if first == PROJECT else f"{DOCS}/{page}"


def targets(page: str, text: str) -> set[str]:
    """The files of the repository that a page links to."""
    return {_resolve(page, link) for part in FENCE.split(text)[::2] for link in LINK.findall(part) if _is_local(link)}


def with_site_links(page: str, text: str) -> str:
    """A page whose links lead to pages of the site instead of files of the repository."""

    def replace(found: re.Match[str]) -> str:
        link = found[0]
        return _relative(page, site_path(_resolve(page, link))) if _is_local(link) else link

    parts = FENCE.split(text)
    return "".join(part if number % 2 else LINK.sub(replace, part) for number, part in enumerate(parts))


def _is_local(link: str) -> bool:
    return not re.match(r"[a-z]+:", link)


def _resolve(page: str, link: str) -> str:
    """The file of the repository that a link of a page leads to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(repository_path(page)), link))


def _relative(page: str, target: str) -> str:
    """A link from one page of the site to another."""
    return posixpath.relpath(target, posixpath.dirname(page))
