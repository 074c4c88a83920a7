"""Accounts from creation to erasure, in a real browser against the real server."""

import json

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web.conftest import SHOTS, NewPage, Server
from tests.web.test_pages import api
from tests.web.test_table import axe

PASSWORD, OTHER = "une phrase assez longue", "une autre phrase, plus longue"


def fill_in(page: Page, form: str, name: str, password: str) -> None:
    fields = page.get_by_role("form", name=form)
    fields.get_by_label("Nom").fill(name)
    fields.get_by_label("Mot de passe").fill(password)
    fields.get_by_role("button").click()


def is_known(page: Page, name: str) -> None:
    expect(page.get_by_text(f"Vous êtes {name}.")).to_be_visible()


def register(page: Page, server: Server, name: str) -> Page:
    page.goto(f"{server.address}/me")
    fill_in(page, "Créer un compte", name, PASSWORD)
    is_known(page, name)
    return page


def log_in(page: Page, server: Server, name: str, password: str = PASSWORD) -> Page:
    page.goto(f"{server.address}/me")
    fill_in(page, "Se connecter", name, password)
    return page


def told(page: Page, words: str) -> None:
    expect(page.locator(".told")).to_have_text(words)


def test_one_registers_leaves_and_comes_back(new_page: NewPage, server: Server):
    page = register(new_page(), server, "Aurore")
    page.reload()
    is_known(page, "Aurore")
    page.get_by_role("button", name="Se déconnecter").click()
    expect(page.get_by_text("Vous jouez sous le nom")).to_be_visible()
    fill_in(page, "Se connecter", "Aurore", "ce n'est pas cela")
    expect(page.get_by_role("form", name="Se connecter").get_by_role("alert")).to_be_visible()
    fill_in(page, "Se connecter", "Aurore", PASSWORD)
    is_known(page, "Aurore")


def test_a_name_that_is_taken_is_refused_in_words(new_page: NewPage, server: Server):
    register(new_page(), server, "Basile")
    other = new_page()
    other.goto(f"{server.address}/me")
    fill_in(other, "Créer un compte", "Basile", PASSWORD)
    expect(other.get_by_role("form", name="Créer un compte").get_by_role("alert")).to_contain_text("nom")


def test_a_changed_password_ends_the_other_sessions(new_page: NewPage, server: Server):
    page, elsewhere = register(new_page(), server, "Clotilde"), new_page()
    is_known(log_in(elsewhere, server, "Clotilde"), "Clotilde")
    page.get_by_label("Mot de passe actuel").fill("pas le bon mot")
    page.get_by_label("Nouveau mot de passe").fill(OTHER)
    page.get_by_role("button", name="Changer le mot de passe").click()
    expect(page.locator(".told")).not_to_be_empty()
    page.get_by_label("Mot de passe actuel").fill(PASSWORD)
    page.get_by_label("Nouveau mot de passe").fill(OTHER)
    page.get_by_role("button", name="Changer le mot de passe").click()
    told(page, "Le mot de passe est changé\u00a0; les autres navigateurs sont déconnectés.")
    page.reload()
    is_known(page, "Clotilde")
    elsewhere.reload()
    expect(elsewhere.get_by_text("Vous jouez sous le nom")).to_be_visible()
    log_in(elsewhere, server, "Clotilde")
    expect(elsewhere.get_by_role("form", name="Se connecter").get_by_role("alert")).to_be_visible()
    log_in(elsewhere, server, "Clotilde", OTHER)
    is_known(elsewhere, "Clotilde")


def test_another_browser_is_logged_out_from_here(new_page: NewPage, server: Server):
    page, elsewhere = register(new_page(), server, "Dorothée"), new_page()
    is_known(log_in(elsewhere, server, "Dorothée"), "Dorothée")
    page.reload()
    sessions = page.get_by_role("region", name="Appareils connectés").get_by_role("listitem")
    expect(sessions).to_have_count(2)
    expect(sessions.filter(has_text="ce navigateur")).to_have_count(1)
    sessions.get_by_role("button", name="Déconnecter").click()
    told(page, "Ce navigateur est déconnecté.")
    expect(sessions).to_have_count(1)
    elsewhere.reload()
    expect(elsewhere.get_by_text("Vous jouez sous le nom")).to_be_visible()


def test_a_token_is_shown_once_works_and_is_revoked(new_page: NewPage, server: Server):
    page, program = register(new_page(), server, "Eulalie"), new_page().context.request
    page.get_by_text("Jetons pour vos programmes").click()
    page.get_by_label("À quoi il sert").fill("mon robot")
    page.get_by_role("button", name="Créer un jeton").click()
    told(page, "Le jeton est prêt.")
    secret = page.locator(".secret code").inner_text()
    tokens = page.get_by_role("region", name="Jetons pour vos programmes").get_by_role("listitem")
    expect(tokens).to_contain_text("Lire, Jouer")
    page.screenshot(path=SHOTS / "account-token.png", full_page=True)
    assert axe(page) == []

    def ask() -> int:
        return program.get(f"{server.address}/api/me", headers={"Authorization": f"Bearer {secret}"}).status

    assert ask() == 200
    page.reload()
    page.get_by_text("Jetons pour vos programmes").click()
    expect(tokens).to_have_count(1)
    assert secret not in page.content()
    page.get_by_role("button", name="Révoquer mon robot").click()
    told(page, "Ce jeton ne fonctionne plus.")
    expect(tokens).to_have_count(0)
    assert ask() == 401


def test_a_revoked_token_is_no_longer_there_to_be_copied(new_page: NewPage, server: Server):
    page = register(new_page(), server, "Félicité")
    page.get_by_text("Jetons pour vos programmes").click()
    page.get_by_label("À quoi il sert").fill("un essai")
    page.get_by_role("button", name="Créer un jeton").click()
    expect(page.locator(".secret")).to_be_visible()
    page.get_by_role("button", name="Révoquer un essai").click()
    told(page, "Ce jeton ne fonctionne plus.")
    expect(page.locator(".secret")).to_have_count(0)


def test_all_data_of_an_account_is_downloaded(new_page: NewPage, server: Server):
    page = register(new_page(), server, "Gaspard")
    table = api(page, server, "/tables", {"game": "makyek", "seats": [{"kind": "you"}] * 2})["id"]
    with page.expect_download() as download:
        page.get_by_role("link", name="Télécharger mes données").click()
    assert download.value.suggested_filename == "tablier-export.json"
    text = download.value.path().read_text(encoding="utf-8")
    assert json.loads(text)["player"]["name"] == "Gaspard"
    assert table in text and "password" not in text and "argon2" not in text


def never(route: Route) -> None:
    """A request that never gets a response."""


@pytest.mark.parametrize("name", ["Hortense", None], ids=["account", "guest"])
def test_an_erased_player_is_logged_out_at_once(new_page: NewPage, server: Server, name: str | None):
    page = new_page()
    page.goto(f"{server.address}/me")
    if name:
        register(page, server, name)
    expect(page.get_by_role("heading", name="Vos données")).to_be_visible()
    page.get_by_text("Effacer mes données").click()
    erase = page.locator("details form")
    if name:
        erase.get_by_label("Mot de passe").fill("pas le bon mot")
        erase.get_by_role("button").click()
        expect(page.locator(".told")).not_to_be_empty()
        erase.get_by_label("Mot de passe").fill(PASSWORD)
    # No further request is sent for the erased player.
    page.route("**/api/me", lambda route: route.continue_() if route.request.method == "DELETE" else never(route))
    page.route("**/api/me/tables*", never)
    erase.get_by_role("button").click()
    page.wait_for_url(f"{server.address}/")
    expect(page.locator("article").first).to_be_visible()
    page.unroute_all()
    if name:
        log_in(page, server, name)
        expect(page.get_by_role("form", name="Se connecter").get_by_role("alert")).to_be_visible()
