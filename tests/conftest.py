"""What all tests share: the programs that some of them run beside, how many were skipped for want of one, what is measured."""

import os
import re
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Under nohup and in background jobs SIGINT is ignored, which the programs under test would inherit; a handler is reset by exec.
    signal.signal(signal.SIGINT, signal.default_int_handler)

PROGRAMS: dict[str, Callable[[], object]] = {
    "PostgreSQL": lambda: any(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or shutil.which("initdb"),
    "Redis": lambda: shutil.which("redis-server"),
    "Chromium": lambda: chromium(),
}
NEEDS = "needs "
UNMEASURED = {"arena", "cli", "conformance", "docs", "guides", "kernels", "package", "perft", "playthroughs", "web"}
"""Tests that coverage leaves alone before Python 3.12: without `sys.monitoring` it doubles the time of all that it measures. For the same
reason it then looks at the first parameters only of a test that runs with several."""


def chromium() -> str | None:
    """The browser of the tests: Chromium's headless shell, which takes half the processor time of Chromium with its window, or that."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--services",
        choices=("yes", "no"),
        default=os.environ.get("SERVICES", "yes"),
        help="no: skip what needs PostgreSQL, Redis or Chromium (also SERVICES=no)",
    )


@pytest.hookimpl(optionalhook=True)  # `make test-pythons` runs without xdist
def pytest_xdist_auto_num_workers() -> int:
    """Two workers more than there are cores: tests of pages and of several processes wait more than they compute."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Stop what pytest-cov starts in a worker of xdist when it reads `-n`, as if it were the process that distributes the tests.

    What it measures is not read, and it goes on where the worker's own measurement is paused: `no_cover` would spare nothing.
    """
    plugin = config.pluginmanager.getplugin("_cov")
    if hasattr(config, "workerinput") and plugin is not None and plugin.cov_controller is not None:
        plugin.cov_controller.cov.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if sys.version_info < (3, 12):
        tests, measured = Path(__file__).parent, set[tuple[Path, str]]()
        for item in items:
            function = (item.path, item.name.partition("[")[0])
            if item.path.relative_to(tests).parts[0] in UNMEASURED or function in measured:
                item.add_marker("no_cover")
            measured.add(function)


@pytest.fixture(scope="session")
def need(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Skip a test that needs one of PROGRAMS where it is unwanted or missing; in CI a missing one is an error."""

    def check(program: str) -> None:
        if pytestconfig.getoption("services") == "no":
            pytest.skip(f"{NEEDS}{program}")
        if not PROGRAMS[program]():
            if os.environ.get("CI", "false") not in ("", "0", "false"):
                pytest.fail(f"{program} is not installed: run `make services`, or SERVICES=no to do without", pytrace=False)
            pytest.skip(f"{NEEDS}{program}")

    return check


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reasons = (str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", ()) if isinstance(report.longrepr, tuple))
    missing = Counter(match[1] for match in (re.search(rf"{NEEDS}(\w+)$", reason) for reason in reasons) if match)
    for program, count in sorted(missing.items()):
        terminalreporter.write_line(f"skipped: need {program}: {count}", yellow=True)


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A head and a second node, each a raylet with one core."""
    import ray
    from ray.cluster_utils import Cluster

    nodes: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    nodes.wait_for_nodes()
    yield nodes
    ray.shutdown()
    nodes.shutdown()
