"""A record from elsewhere comes on the board of the analysis page: pasted, chosen as a file, dropped; and what is wrong is shown."""

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.web.conftest import NewPage, Server

GAMES = Path(__file__).parents[1] / "adapters" / "games"
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"])
    document.querySelector("main").dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def test_a_record_from_elsewhere_comes_on_the_board(new_page: NewPage, server: Server):
    page = new_page()
    page.goto(f"{server.address}/analysis")
    text = page.get_by_label("Le texte d'une partie")
    text.fill('[Variant "Makruk"]\n\n1. e4 e5\n2. Nf3 *')
    page.get_by_role("button", name="La mettre sur le plateau").click()
    expect(page.get_by_role("alert")).to_contain_text("coup 2 de Blanc (« Nf3 ») : ce coup n'est pas permis. Permis : Nd2, Ne2")
    assert text.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)") == "2. Nf3 *"

    page.locator("input[type=file]").set_input_files(GAMES / "three.pgn")
    expect(page.get_by_role("heading", name="Coup 0 sur 6")).to_be_visible()
    expect(page.get_by_text("A quiet opening, on two lines.")).to_be_visible()
    page.get_by_label("Parties du texte").select_option("2")
    expect(page.get_by_role("heading", name="Coup 0 sur 1")).to_be_visible()

    page.evaluate(DROP, ["two.pdn", (GAMES / "two.pdn").read_text(encoding="utf-8")])
    expect(page.get_by_text("Ayşe – Burak", exact=False).first).to_be_visible()
    expect(page).to_have_url(re.compile("game=turkish"))
