"""The parts of one server process, and how they are wired. There is no other global state."""

import secrets

from tablier.server.background import BackgroundTasks
from tablier.server.engines.game_analysis import GameAnalyst, MoveReviews
from tablier.server.engines.move_requests import MoveDelivery, MoveRequests
from tablier.server.engines.pool import Pool, with_worker_token
from tablier.server.engines.queue import JobQueue
from tablier.server.ops.metrics import Metrics, ProcessState
from tablier.server.people.accounts import Accounts
from tablier.server.people.auth import Authenticator
from tablier.server.people.challenges import Challenges
from tablier.server.people.changes import PlayerChanges
from tablier.server.people.cookies import Cookies
from tablier.server.people.lesson_stars import LessonStars
from tablier.server.people.online import Online
from tablier.server.people.players import Players
from tablier.server.people.privacy import Privacy
from tablier.server.people.puzzle_library import PuzzleLibrary
from tablier.server.people.puzzle_standings import PuzzleStandings
from tablier.server.people.ratings import Ratings
from tablier.server.people.studies import Studies
from tablier.server.people.tokens import Tokens
from tablier.server.positions.service import PositionService
from tablier.server.positions.table_details import TableDetails
from tablier.server.rate_limits import RateLimits
from tablier.server.settings import Settings, secret_of
from tablier.server.shutdown import Shutdown
from tablier.server.storage.database import Database
from tablier.server.storage.log import Log
from tablier.server.storage.open_bus import make_bus
from tablier.server.tables.acceptance import Acceptance
from tablier.server.tables.acts import ActRunner
from tablier.server.tables.cluster import Cluster
from tablier.server.tables.completion import Completion
from tablier.server.tables.creation import TableCreator
from tablier.server.tables.dispatch import ActDispatcher
from tablier.server.tables.opening_notices import OpeningNotices
from tablier.server.tables.openings import Openings
from tablier.server.tables.ownership import Leases
from tablier.server.tables.registry import TableRegistry
from tablier.server.ws.client import Hooks, TableAccess
from tablier.server.ws.endpoint import SocketEndpoint


class Services:
    """All parts of one process; `lifecycle` opens and closes them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings = with_worker_token(settings)
        self.name = f"process-{secrets.token_hex(6)}"
        quotas, secret = settings.quotas, secret_of(settings)
        self.shutdown = Shutdown()
        self.background = BackgroundTasks()

        # storage
        self.database = Database(settings.database_url)
        self.metrics = Metrics(lambda: _state(self), lambda: self.jobs.counts())
        self.bus = make_bus(settings.bus)
        self.log = Log(self.database, self.metrics.committed)

        # people
        self.rate_limits = RateLimits(quotas.rate, bus=self.bus)
        self.cookies = Cookies(secret, secure=settings.secure_cookies or settings.public_url.startswith("https:"))
        self.auth = Authenticator(self.database, self.cookies, settings.worker_token)
        self.accounts = Accounts(self.database, self.auth, self.rate_limits, secret)
        self.tokens = Tokens(self.database, self.auth)
        self.ratings = Ratings(self.database)
        self.puzzle_library = PuzzleLibrary()
        self.puzzle_standings = PuzzleStandings(self.database)
        self.players = Players(self.database, self.ratings)
        self.online = Online(self.name, self.bus)
        self.challenges = Challenges(self.database, self.bus, self.online)
        self.lessons = LessonStars(self.database)
        self.studies = Studies(self.database)
        self.privacy = Privacy(self.database, self.accounts, self.tokens, self.challenges, self.lessons, self.studies)

        # tables and engines
        self.cluster = Cluster(self.name, self.bus)
        self.leases = Leases(self.database, self.name, alone=not self.bus.shared)
        self.registry = TableRegistry(self.leases, self.log, self.cluster, self.background)
        self.delivery = MoveDelivery()
        self.jobs = JobQueue(self.database, self.bus, self.delivery.deliver, count_fault=self.metrics.engine_fault)
        self.reviews = MoveReviews(self.database)
        self.analyst = GameAnalyst(self.jobs, self.reviews)
        self.runner = ActRunner(self.log, self.cluster, MoveRequests(self.jobs, secret))
        self.dispatcher = ActDispatcher(self.registry, self.runner, self.players, self.cluster, self.metrics.answered)
        self.creator = TableCreator(self.registry, self.runner, self.database, self.players, quotas.tables_per_player)
        self.acceptance = Acceptance(self.challenges, self.creator, self.registry, self.players)
        self.opening_notices = OpeningNotices(self.database, self.registry, self.challenges)
        self.completion = Completion(self.ratings, self.creator.create)
        self.openings = Openings(self.database)
        self.delivery.play = self.dispatcher.engine_move
        self.registry.taken = self.dispatcher.resume
        self.runner.finish = self.completion.finish
        self.pool = Pool(self.name, settings, self.jobs.release_worker)
        self.positions = PositionService()
        self.details = TableDetails(self.positions)

        # sockets
        hooks = Hooks(self.metrics.socket_opened, self.metrics.socket_closed, self.metrics.reconnected)
        access = TableAccess(self.registry, self.dispatcher, self.details, quotas, hooks)
        self.sockets = SocketEndpoint(access, self.auth, self.rate_limits)
        self.changes = PlayerChanges(self.bus, self.auth, self.sockets.recheck)


def _state(services: Services) -> ProcessState:
    """What the gauges of /metrics show."""
    live = services.registry.live.values()
    owned = sum(table.epoch is not None for table in live)
    queues = [client.queued for client in services.sockets.connected]
    return ProcessState(owned, services.log.waiting, [table.queued for table in live], queues)
