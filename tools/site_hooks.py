"""What mkdocs does not do by itself for the site: pages made of code, links that leave docs/, what the server is to allow.

mkdocs calls the functions that are named `on_…`; see mkdocs.yml. Nothing is written but the site: generated pages exist in memory.
"""

import base64
import hashlib
import re
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from tools import rule_pages, site_boards, site_links, site_reference

ROOT = Path(__file__).resolve().parents[1]
ICON = ROOT / "web" / "public" / "icon.svg"
INLINE_SCRIPTS = "inline_scripts.txt"
"""The hashes of the scripts inside the pages, one on each line; tablier.server.http.static allows these and no others."""

LANGUAGES = {"py": "python", "pyx": "cython", "pxd": "cython", "cjs": "javascript"}
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fill the folders of the navigation."""
    pages = sorted(site_links.site_path(path.relative_to(ROOT).as_posix()) for path in ROOT.joinpath("docs").rglob("*.md"))
    generated = [*(f"rules/{name}" for name in rule_pages.names()), *site_reference.pages()]
    assert config.nav is not None
    named = set(re.findall(r"[\w/.-]+\.md", str(config.nav)))
    config.nav = _filled(config.nav, [page for page in (*pages, *generated) if page not in named])
    return config


def _filled(nav: Any, pages: list[str]) -> Any:
    """The navigation with each pattern replaced by the pages that it matches."""
    if isinstance(nav, dict):
        return {title: _filled(part, pages) for title, part in nav.items()}
    if not isinstance(nav, list):
        return nav
    filled: list[Any] = []
    for part in nav:
        if isinstance(part, str) and "*" in part:
            filled += [page for page in pages if fnmatch(page, part)]
        else:
            filled.append(_filled(part, pages))
    return filled


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made of code, those of the top folder, and the sources that any of them links to."""
    for path in sorted(ROOT.glob("*.md")):
        _add(files, config, site_links.site_path(path.name), path.read_text(encoding="utf-8"))
    for name, text in rule_pages.pages().items():
        _add(files, config, f"rules/{name}", text)
    for name, text in site_reference.pages().items():
        _add(files, config, name, text)
    for file in files.documentation_pages():
        for name, drawing in site_boards.boards(file.content_string):
            if files.get_file_from_path(name) is None:
                _add(files, config, name, drawing)
    linked = {target for file in files.documentation_pages() for target in site_links.targets(file.src_uri, file.content_string)}
    for target in sorted(linked):
        page = site_links.site_path(target)
        if page.startswith(f"{site_links.SOURCE}/") and (ROOT / target).is_file():
            _add(files, config, page, _source(ROOT / target, target))
    files.append(File.generated(config, "assets/icon.svg", abs_src_path=str(ICON)))
    return files


def _add(files: Files, config: MkDocsConfig, name: str, text: str) -> None:
    files.append(File.generated(config, name, content=text))


def _source(path: Path, name: str) -> str:
    """A file of the sources as a page that the search leaves out."""
    language = LANGUAGES.get(path.suffix[1:], path.suffix[1:])
    text = path.read_text(encoding="utf-8").rstrip()
    head = "---\nsearch:\n  exclude: true\nhide: [navigation, toc]\n---\n"
    return f"{head}# {name}\n\n````{{.{language} linenums=1}}\n{text}\n````\n"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links as the site needs them; positions with their boards; blocks with their file's name, coloured as dialogues, and without what
    only tests read."""
    markdown = site_boards.with_boards(markdown, page.file.src_uri.count("/"))
    markdown = re.sub(r"^(```\w+) skip: .*$", r"\1", markdown, flags=re.MULTILINE)
    markdown = re.sub(r"^```(\w+) ([\w./-]+)$", r'```\1 title="\2"', markdown, flags=re.MULTILINE)
    markdown = re.sub(r"^```python\n(?=>>> )", "```pycon\n", markdown, flags=re.MULTILINE)
    if page.file.src_uri.startswith(f"{site_links.SOURCE}/"):
        return markdown
    return _indented(site_links.with_site_links(page.file.src_uri, markdown))


def _indented(markdown: str) -> str:
    """Lists inside lists are indented by two spaces here; mkdocs wants four."""
    parts = site_links.FENCE.split(markdown)
    parts[::2] = [re.sub(r"^ +", lambda spaces: spaces[0] * 2, part, flags=re.MULTILINE) for part in parts[::2]]
    return "".join(parts)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Say which pages are French."""
    if page.file.src_uri == f"rules/{rule_pages.INDEX['fr']}" or page.file.src_uri.endswith(".fr.md"):
        output = output.replace('<article class="md-content__inner', '<article lang="fr" class="md-content__inner', 1)
    return output


def on_post_build(config: MkDocsConfig) -> None:
    """Leave out what is not read, add the licence of the scripts, and list the scripts inside the pages for the server."""
    site = Path(config.site_dir)
    for unread in (*site.rglob("*.map"), *site.glob("sitemap.xml*"), site / "404.html"):  # links of 404.html hold at a site's root only
        unread.unlink()
    licence = metadata.distribution("mkdocs-material").read_text("licenses/LICENSE")
    (site / "NOTICES.txt").write_text(f"Scripts and styles are those of Material for MkDocs.\n\n{licence}", encoding="utf-8")
    scripts = {script for page in site.rglob("*.html") for script in SCRIPT.findall(page.read_text(encoding="utf-8"))}
    hashes = sorted(base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    (site / INLINE_SCRIPTS).write_text("".join(f"{value}\n" for value in hashes), encoding="utf-8")
