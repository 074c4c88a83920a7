"""Studies: positions and variations with text, made by teachers and shared by link."""

import msgspec

from tablier.api.http import Done
from tablier.api.studies import StudyCard, StudyContent, StudyView
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.clients import asker_of, while_connected
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.identity import require_account
from tablier.server.people.studies import Studies
from tablier.server.positions.questions import check_study
from tablier.server.positions.service import PositionService

LARGEST = 200_000
TOO_LONG = Text(f"Une étude a au plus {LARGEST // 1000} ko de texte.", f"A study has at most {LARGEST // 1000} kB of text.")


async def list_studies(call: Call, studies: Studies) -> list[StudyCard]:
    """Your studies."""
    return await studies.mine(require_account(call.who))


async def create_study(call: Call, content: StudyContent, studies: Studies, positions: PositionService) -> StudyView:
    """Make a study; its positions and moves are checked by the rules."""
    author = require_account(call.who)
    study = await studies.create(author, await _checked(call, content, positions))
    return await studies.read(study, author)


async def show_study(call: Call, studies: Studies) -> StudyView:
    """A study, for those who have its link."""
    return await studies.read(call.path["study"], call.who.player.id)


async def change_study(call: Call, content: StudyContent, studies: Studies, positions: PositionService) -> StudyView:
    """Replace what a study of yours says."""
    author = require_account(call.who)
    await studies.change(call.path["study"], author, await _checked(call, content, positions))
    return await studies.read(call.path["study"], author)


async def delete_study(call: Call, studies: Studies) -> Done:
    """Delete a study of yours for good."""
    await studies.delete(call.path["study"], require_account(call.who))
    return Done()


async def _checked(call: Call, content: StudyContent, positions: PositionService) -> StudyContent:
    """The study as it is stored; its moves are replayed in another process, since there may be many."""
    asked = msgspec.json.encode(content)
    if len(asked) > LARGEST:
        raise Problem(413, "too_long", TOO_LONG)
    answer = await while_connected(call, positions.ask(asker_of(call), check_study, asked))
    return msgspec.json.decode(answer, type=StudyContent)


ENDPOINTS = (
    Endpoint("GET", "/studies", "Your studies", list_studies, returns=list[StudyCard], scope="read"),
    Endpoint("POST", "/studies", "Make a study", create_study, body=StudyContent, returns=StudyView, scope="account", status=201, cost=5),
    Endpoint("GET", "/studies/{study}", "A study", show_study, returns=StudyView),
    Endpoint("PUT", "/studies/{study}", "Change a study", change_study, body=StudyContent, returns=StudyView, scope="account", cost=3),
    Endpoint("DELETE", "/studies/{study}", "Delete a study", delete_study, returns=Done, scope="account"),
)
