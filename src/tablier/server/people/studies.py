"""Studies: what teachers write, stored whole as JSON. All who have its link may read one; its author alone changes it."""

import secrets
from collections.abc import Sequence

import msgspec
from sqlalchemy import delete, func, insert, select, update

from tablier.api.studies import StudyCard, StudyContent, StudyView
from tablier.api.tables import Player
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.people.identity import account_player
from tablier.server.storage.database import Database
from tablier.server.storage.schema import players, studies
from tablier.server.timestamps import now_ms

MOST_STUDIES = 200
ID_BYTES = 9
"""A link is not to be guessed."""
decode_study = msgspec.json.Decoder(StudyContent).decode
UNKNOWN = Text("Il n'y a pas d'étude à cette adresse.", "There is no study at this address.")
NOT_YOURS = Text("Seul son auteur peut modifier une étude.", "Only its author may change a study.")
TOO_MANY = Text(f"Au plus {MOST_STUDIES} études : effacez-en une d'abord.", f"At most {MOST_STUDIES} studies: delete one first.")


class Studies:
    """Stores studies."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def mine(self, author: str) -> list[StudyCard]:
        """The studies of an author, the one changed last first."""
        async with self.database.read() as connection:
            rows = await connection.execute(select(studies).where(studies.c.author == author).order_by(studies.c.updated.desc()))
            return [StudyCard(row.id, row.title, len(decode_study(row.body).chapters), row.updated) for row in rows]

    async def all_of(self, author: Player) -> Sequence[StudyView]:
        """All that an author has written, for an export."""
        async with self.database.read() as connection:
            rows = await connection.execute(select(studies).where(studies.c.author == author.id).order_by(studies.c.created))
            return [StudyView(row.id, author, row.created, row.updated, decode_study(row.body), own=True) for row in rows]

    async def read(self, study: str, reader: str) -> StudyView:
        """The study of an id."""
        wanted = select(studies, players.c.name, players.c.bot).join(players, players.c.id == studies.c.author)
        async with self.database.read() as connection:
            row = (await connection.execute(wanted.where(studies.c.id == study))).first()
            if row is None:
                raise Problem(404, "unknown_study", UNKNOWN)
            author = (await connection.execute(select(players).where(players.c.id == row.author))).one()
        return StudyView(row.id, account_player(author), row.created, row.updated, decode_study(row.body), own=row.author == reader)

    async def create(self, author: str, content: StudyContent) -> str:
        """Store a new study; its id."""
        study, now = secrets.token_urlsafe(ID_BYTES), now_ms()
        row = {"id": study, "author": author, "title": content.title, "created": now, "updated": now, "body": _encode(content)}
        async with self.database.write() as connection:
            count = await connection.scalar(select(func.count()).select_from(studies).where(studies.c.author == author))
            if (count or 0) >= MOST_STUDIES:
                raise Problem(409, "too_many", TOO_MANY)
            await connection.execute(insert(studies).values(row))
        return study

    async def change(self, study: str, author: str, content: StudyContent) -> None:
        """Replace what a study says."""
        values = {"title": content.title, "updated": now_ms(), "body": _encode(content)}
        async with self.database.write() as connection:
            done = await connection.execute(update(studies).where(studies.c.id == study, studies.c.author == author).values(values))
        if not done.rowcount:
            await self._refuse(study)

    async def delete(self, study: str, author: str) -> None:
        """Delete a study for good."""
        async with self.database.write() as connection:
            done = await connection.execute(delete(studies).where(studies.c.id == study, studies.c.author == author))
        if not done.rowcount:
            await self._refuse(study)

    async def _refuse(self, study: str) -> None:
        await self.read(study, "")  # 404 where there is none
        raise Problem(403, "forbidden", NOT_YOURS)


def _encode(content: StudyContent) -> str:
    return msgspec.json.encode(content).decode()
