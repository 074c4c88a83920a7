from pathlib import Path

from tablier.api.typescript import typescript

WRITTEN = Path(__file__).parents[2] / "web/src/net/wire.gen.ts"


def test_the_browser_knows_the_wire_as_it_is():
    assert WRITTEN.read_text(encoding="utf-8") == typescript(), "run `make wire`"


def test_what_need_not_travel_is_optional_and_tags_tell_unions_apart():
    written = typescript()
    assert (
        'export interface Sub {\n  type: "sub";\n  table: string;\n  v?: number;\n  code?: string | null;\n  shown?: string | null;\n}'
        in written
    )
    assert "export type WireToken = [piece: string, value: number];" in written
    assert "export type AnyFromClient = Sub | Unsub | Act" in written
