"""Run the cells of docs/guides/tour.ipynb in order and write what they show into it.

Cells are plain Python. A cell shows what it prints and the value of its last expression, as text and, where the value draws itself, as
a picture: what a notebook program would show, without one.
"""

import ast
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

TOUR = Path(__file__).parent.parent / "docs" / "guides" / "tour.ipynb"


def run_cells(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs of its cells."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell | _run(cell, number, names) if cell["cell_type"] == "code" else cell for number, cell in enumerate(notebook["cells"])]
    return notebook | {"cells": cells}


def _run(cell: dict[str, Any], number: int, names: dict[str, Any]) -> dict[str, Any]:
    tree, printed, value = ast.parse("".join(cell["source"])), io.StringIO(), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        data: dict[str, Any] = {"text/plain": [repr(value)]}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = [value._repr_svg_()]
        outputs.append({"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data})
    return {"execution_count": None, "outputs": outputs}


if __name__ == "__main__":
    written = run_cells(json.loads(TOUR.read_text(encoding="utf-8")))
    TOUR.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{TOUR.name}: {len(written['cells'])} cells")
