// Written by `make wire` from the types in src/tablier/api. Do not edit.

/** A new account. `bot` says that a program will play under this name. */
export interface AccountRequest {
  name: string;
  password: string;
  bot?: boolean;
}

/** A login. */
export interface LoginRequest {
  name: string;
  password: string;
}

/** A change of the password. */
export interface PasswordRequest {
  old: string;
  new: string;
}

/** The erasure of all your data. `password` is required for an account. */
export interface EraseRequest {
  password?: string | null;
}

/** The name that a guest wants to be called: 1 to 24 letters, digits and spaces, with `-`, `'` and `.` between them. */
export interface NameRequest {
  name: string;
}

/** Who you are. `scopes` are those of the token in use; null without one. */
export interface Me {
  player: Player;
  account: boolean;
  settings?: Record<string, string | number | number | boolean | null>;
  scopes?: string[] | null;
}

/** The client's settings. The server stores them and does not read them. */
export interface SettingsRequest {
  settings: Record<string, string | number | number | boolean | null>;
}

/** A browser in which you are logged in. Times are milliseconds since 1970; `seen` to the hour. */
export interface SessionView {
  id: string;
  created: number;
  seen: number;
  agent: string;
  current: boolean;
}

/** A new token. */
export interface TokenRequest {
  name: string;
  scopes: ("account" | "play" | "read" | "work")[];
}

/** A token of yours. `used` is its last use, to the hour. */
export interface TokenView {
  id: string;
  name: string;
  scopes: string[];
  created: number;
  used?: number | null;
}

/** A token that was just created: the only time its secret is shown. */
export interface NewToken {
  secret: string;
  token: TokenView;
}

/** A player's rating at a game. One that is not `sure` yet is in no leaderboard. */
export interface RatingView {
  game: string;
  rating: number;
  deviation: number;
  games: number;
  sure: boolean;
  updated: number;
}

/** A rating after a game: `[milliseconds since 1970, rating]`. */
export type RatingPoint = [at: number, rating: number];

/** A player's finished public games, by result. */
export interface GameCount {
  game: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
}

/** A player's public profile. `history` are the ratings after the last games, by game. */
export interface Profile {
  player: Player;
  since: number;
  ratings: RatingView[];
  counts: GameCount[];
  history: Record<string, RatingPoint[]>;
}

/** A row of a leaderboard. */
export interface LeaderboardRow {
  rank: number;
  player: Player;
  rating: number;
  deviation: number;
  games: number;
}

/** A position to analyse: a game, where it starts, the moves played from there, for how long, and how many lines to find. */
export interface AnalysisRequest {
  game: string;
  options?: Record<string, string | number>;
  position?: string | null;
  moves?: string[];
  lines?: number;
  seconds?: number;
}

/** A line, for the seat that acts: its score in hundredths of a piece, the chance to win, and a forced end where one is seen. */
export interface AnalysisLine {
  moves: string[];
  score: number;
  chance: number;
  win_in?: number | null;
  written?: WireText[];
}

/** A sentence on the best move, and the clauses it cites. */
export interface AnalysisReason {
  topic: "chance" | "effect" | "end" | "prevention" | "quiet" | "reply" | "threat";
  words: WireText;
  clauses?: string[];
}

/** What was found so far; better lines follow until `done`. Engines that sample have no depth: `nodes` are simulated games. */
export interface Analysis {
  seat: number;
  depth: number;
  nodes: number;
  seconds: number;
  chance: number;
  lines: AnalysisLine[];
  reasons?: AnalysisReason[];
  done?: boolean;
  exact?: WireText | null;
  played?: number | null;
}

/** The chance to win of the seat that acts at a ply, from 0 to 1. */
export interface PositionWorth {
  ply: number;
  seat: number;
  chance: number;
}

/** A game whose moves are to be judged: a game, where it starts, and all its moves. It is gone through from its end; with `known`, the
first ply that was judged before, from there. */
export interface GameAnalysisRequest {
  game: string;
  moves: string[];
  options?: Record<string, string | number>;
  position?: string | null;
  known?: PositionWorth | null;
}

/** What an analysis of a game goes through: the plies that have a position to judge, and from which loss of the chance to win a move is
called an inaccuracy, a mistake or a blunder. */
export interface GameOutline {
  plies: number[];
  thresholds: Record<"blunder" | "inaccuracy" | "mistake", number>;
}

/** What an engine thinks of the position at a ply, and of the move that was played there. */
export interface MoveReview {
  ply: number;
  seat: number;
  chance: number;
  best?: AnalysisLine | null;
  exact?: WireText | null;
  loss?: number | null;
  judgement?: "blunder" | "inaccuracy" | "mistake" | null;
  reasons?: AnalysisReason[];
}

/** The analysis of the game of a table, as far as it has come. */
export interface GameAnalysis {
  outline: GameOutline;
  reviews: MoveReview[];
}

/** A new challenge to one other player, at a game for two.

The same request sent again while the first challenge waits gives the first one; with other terms it is refused
(409 `already_challenged`). */
export interface ChallengeRequest {
  to: string;
  game: string;
  options?: Record<string, string | number>;
  clock?: ClockPlan;
  seat?: number | null;
  rated?: boolean;
  private?: boolean;
}

/** A challenge as both players see it, and no other. */
export interface Challenge {
  id: string;
  state: "accepted" | "declined" | "lapsed" | "waiting" | "withdrawn";
  challenger: Player;
  challenged: Player;
  game: string;
  options: Record<string, string | number>;
  created: number;
  lapses: number;
  clock?: ClockPlan;
  seat?: number | null;
  rated?: boolean;
  private?: boolean;
  table?: string | null;
  reason?: "busy" | "casual" | "clock" | "game" | "later" | "no_bots" | "only_bots" | "options" | "rated" | null;
}

/** Why a challenge is declined. */
export interface DeclineRequest {
  reason?: "busy" | "casual" | "clock" | "game" | "later" | "no_bots" | "only_bots" | "options" | "rated" | null;
}

/** A reason to decline, as it is said to the challenger. */
export interface ReasonView {
  id: "busy" | "casual" | "clock" | "game" | "later" | "no_bots" | "only_bots" | "options" | "rated";
  text: WireText;
}

/** Which challenges reach a player; others are refused as they are made (409 `not_accepted`). New players have the defaults. */
export interface ChallengeRules {
  accept?: "accounts" | "all" | "none";
  games?: string[];
}

/** A bot online: a program with a token that allows `play`, or an account of a program, whose stream of events is open. */
export interface BotView {
  player: Player;
  games: string[];
  accept?: "accounts" | "all" | "none";
  ratings?: RatingView[];
  playing?: number;
}

/** A record whose dice are to be checked. `commitment` is the one shown when the table was created, if the client noted it. */
export interface DiceCheckRequest {
  record: string;
  commitment?: string | null;
}

/** One roll: what the record says, and what the seed gives. */
export interface RollCheck {
  n: number;
  told: string;
  drawn: string;
}

/** Whether all dice came from the seed that was announced; `why` when they did not. */
export interface DiceCheck {
  good: boolean;
  commitment: string;
  rolls: RollCheck[];
  why?: WireText | null;
}

/** The exact value of a position for the seat that acts: 1 won, 0 drawn, -1 lost; `moves` are the winner's own. */
export interface EndingValue {
  result: number;
  words: WireText;
  ending?: string;
  moves?: number;
  to_change?: boolean;
  left?: number | null;
  balance?: number | null;
}

/** The exact value of a position and of each legal move, for the seat that acts; nothing where no ending knows it. */
export interface EndingView {
  position: string;
  value?: EndingValue | null;
  moves?: Record<string, EndingValue>;
}

/** A position whose exact value is asked for. */
export interface EndingQuestion {
  game: string;
  options: Record<string, string>;
  position: string;
}

/** An ending that is there: how many positions, either side to move, and its longest win. */
export interface EndingSetView {
  game: string;
  ending: string;
  variant: string;
  positions: number;
  bytes: number;
  longest?: number | null;
  position?: string | null;
}

/** A chat message of yours. */
export interface ChatExport {
  at: number;
  phrase?: string | null;
  text?: string | null;
}

/** A table that you created, sat at or acted at. `moves` are all moves of the game, if you sat there. */
export interface TableExport {
  id: string;
  game: string;
  state: string;
  created: number;
  seats: number[];
  ranks: string | null;
  moves: string[];
  said: ChatExport[];
}

/** What a game did to a rating of yours. */
export interface RatingChangeExport {
  table: string;
  game: string;
  at: number;
  before: number;
  after: number;
}

/** A puzzle that you tried, and what it did to your rating. */
export interface PuzzleTryExport {
  game: string;
  puzzle: string;
  at: number;
  solved: boolean;
  before: number;
  after: number;
}

/** All that the server stores about you, except the hashes of secrets. */
export interface Export {
  player: Player;
  created: number | null;
  settings: Record<string, string | number | number | boolean | null>;
  sessions: SessionView[];
  tokens: TokenView[];
  ratings: RatingView[];
  rating_changes: RatingChangeExport[];
  challenge_rules: ChallengeRules;
  challenges: Challenge[];
  lessons: Record<string, Record<string, number>>;
  puzzle_tries: PuzzleTryExport[];
  studies: StudyView[];
  tables: TableExport[];
}

/** What the player to act is to do now; in danger, a warning and the cells that glow. */
export interface PromptView {
  text: WireText;
  alert?: WireText | null;
  danger?: string[];
}

/** The position after `ply` entries. `last` are the cells of the last move. */
export interface Frame {
  ply: number;
  tokens: Record<string, WireToken>;
  gauges: Record<string, number>;
  actor: number | "chance" | null;
  position: string;
  last?: string[];
  ending?: Ending | null;
  captures?: number;
  warnings?: Record<string, string>;
  prompt?: PromptView | null;
  decisive?: string[];
}

/** Why something is refused: the clause, the words, the cells that show it, and what would be played instead. */
export interface RefusalView {
  why: WireText;
  clause?: string | null;
  cells?: string[];
  instead?: string[];
}

/** Details of a position: cells by move or by clause. */
export interface PositionDetails {
  takes: Record<string, string[]>;
  applies: Record<string, string[]>;
  bars: Record<string, string[]>;
  settled: Ending | null;
  example?: WireText | null;
}

/** A game as the analysis goes through it. `actors` has one more entry than `moves`: who acts where it stands. */
export interface GameLine {
  game: string;
  options: Record<string, string | number>;
  position: string | null;
  moves: string[];
  actors: (number | "chance" | null)[];
  seats: number;
  dice: boolean;
  ranks?: number[] | null;
}

/** Why a request was refused. */
export interface ErrorBody {
  code: string;
  why: WireText;
  clause?: string | null;
  cells?: string[];
  instead?: string[];
  retry?: number | null;
  line?: number | null;
}

/** The request was done. */
export interface Done {
  done?: boolean;
}

/** A position: a game, its options, where it starts, and the moves from there. */
export interface PositionRequest {
  game: string;
  options?: Record<string, string | number>;
  position?: string | null;
  moves?: string[];
  clicks?: string[];
}

/** A move that was played, with its board events. */
export interface PlayedMove {
  text: string;
  actor: number | "chance" | null;
  events: BoardEvent[];
  said: WireText;
  written?: WireText | null;
}

/** A position, its legal moves and its history; `why` when the last move or the clicks are refused. */
export interface PositionView {
  start: Frame;
  frame: Frame;
  legal: LegalMove[];
  look: PositionDetails;
  history: PlayedMove[];
  why?: RefusalView | null;
  tried?: WireText | null;
  facts?: Record<string, string>;
}

/** A position as placed tokens: which stand where, who acts, and the values of the gauges and facts that a composed position takes. */
export interface ComposeRequest {
  game: string;
  tokens: Record<string, WireToken>;
  options?: Record<string, string | number>;
  actor?: number;
  gauges?: Record<string, number>;
  facts?: Record<string, string>;
}

/** The text of a composed position, or everything that is wrong with it, by the rules of its game. */
export interface ComposedPosition {
  position?: string | null;
  problems?: WireText[];
}

/** A position that the pages of a game show, and the request it answers. */
export interface ShownPosition {
  asked: PositionRequest;
  view: PositionView;
}

/** An act at a table: `k` is its idempotency key, `v` the version it is based on. */
export interface ActBody {
  k: string;
  v: number;
  do: PlayMove | MakeOffer | AnswerOffer | Resign | TakeSeat | GiveNonce | LeaveSeat | SeatEngine | SendChat | ShowName | ClaimAbsence;
}

/** The table of an invitation code. */
export interface Invitation {
  table: string;
  view: TableView;
}

/** Choose a move as an engine of this level does. `seconds` bounds it further, where a clock runs low. */
export interface MoveTask {
  type: "move";
  game: string;
  options: Record<string, string | number>;
  position: string | null;
  moves: string[];
  level: number;
  seed: number;
  seconds?: number | null;
}

/** Find the best lines. */
export interface AnalysisTask {
  type: "analysis";
  game: string;
  options: Record<string, string | number>;
  position: string | null;
  moves: string[];
  lines: number;
  seconds: number;
  played?: string | null;
}

/** A task that a worker has taken. The worker must report within `timeout` seconds, or another one gets the job. */
export interface Job {
  id: string;
  task: MoveTask | AnalysisTask;
  timeout: number;
}

/** A worker asks for a job, and waits for one up to `wait` seconds. */
export interface TakeRequest {
  worker: string;
  kinds?: ("analysis" | "move")[];
  wait?: number;
}

/** The job that was taken; null when there is none. */
export interface Taken {
  job: Job | null;
}

/** A worker is still running its job, and may tell what it has found so far. */
export interface ProgressReport {
  worker: string;
  analysis?: Analysis | null;
}

/** Whether to go on: not when the answer is no longer wanted, nor when an analysis is requeued because a move waits. */
export interface ProgressReply {
  go_on: boolean;
}

/** The move to play, as text, and how likely the engine thinks to win; None where it had nothing to choose. */
export interface MoveResult {
  type: "move";
  text: string;
  chance?: number | null;
  level?: number | null;
}

/** The best lines. */
export interface AnalysisResult {
  type: "analysis";
  analysis: Analysis;
}

/** The worker failed. `no_engine`: it has no compiled engine for that game. */
export interface JobFailure {
  type: "failed";
  code: "bad_task" | "error" | "no_engine";
  why?: string;
}

/** The result that a worker sends. */
export interface ResultReport {
  worker: string;
  answer: MoveResult | AnalysisResult | JobFailure;
}

/** Whether the result was used; not when it came too late. */
export interface ResultReply {
  used: boolean;
}

/** A worker stops. */
export interface WorkerLeaves {
  worker: string;
}

/** A legal move and the clicks that make it: first in order, then the rest in any order. */
export interface LegalMove {
  text: string;
  ordered: string[];
  unordered?: string[];
}

/** An attempt at an exercise: the learner's moves so far. */
export interface AttemptRequest {
  game: string;
  exercise: string;
  moves?: string[];
  clicks?: string[];
}

/** The board after a turn of the attempt, what happened, and that in words. */
export interface AttemptStep {
  frame: Frame;
  events: BoardEvent[];
  said?: WireText | null;
}

/** Where an attempt stands. `steps` are the learner's last move and what answered it, or the position it begins with. */
export interface AttemptView {
  steps: AttemptStep[];
  seat: number;
  state: "failed" | "going" | "solved";
  used?: number;
  stars?: number;
  left?: string[];
  legal?: LegalMove[];
  takes?: Record<string, string[]>;
  why?: RefusalView | null;
}

/** An exercise. `solution` is a shortest way, and as many moves earn all stars; `start` is the attempt without a move. */
export interface WireExercise {
  id: string;
  text: WireText;
  praise: WireText;
  solution: string[];
  start: AttemptView;
  options?: Record<string, string>;
  gauges?: string[];
}

/** A chapter; one without exercises is a whole game to be played. */
export interface WireChapter {
  id: string;
  title: WireText;
  text: WireText;
  exercises: WireExercise[];
}

/** The stars of a player, by game and exercise. */
export interface Progress {
  stars: Record<string, Record<string, number>>;
}

/** A place on the board, as seat 0 sees it: x to the right, y upward. */
export interface WireCell {
  name: string;
  x: number;
  y: number;
  level?: number;
  tags?: string[];
}

/** What a tag of cells means, and the colour that shows it ("" for none). */
export interface WireTag {
  id: string;
  name: WireText;
  colour: string;
}

/** A kind of token: how to draw it, write it and say it. */
export interface WirePiece {
  id: string;
  shape: string;
  colour: string;
  glyph: string;
  name: WireText;
  seat: number | null;
  value: WireText | null;
  drawing?: string;
  drawings?: Record<string, string>;
  counters?: string[];
  afloat?: boolean;
  unit?: WireText | null;
}

/** The name and the colour of a seat. */
export interface WirePlace {
  name: WireText;
  colour: string;
}

/** A number beside the board; `die` tells that it is what a die shows. */
export interface WireGauge {
  id: string;
  name: WireText;
  seat: number | null;
  die?: boolean;
  short?: WireText | null;
  composed?: boolean;
}

/** Something that a position holds and no frame shows; a composed position takes its value, a word. */
export interface WireFact {
  id: string;
  name: WireText;
}

/** Something to click that is not a cell. */
export interface WireButton {
  id: string;
  name: WireText;
}

/** A position and what is tried in it, to show a clause. The last of `moves` is played, or refused where `refused` says so. */
export interface WireExample {
  moves: string[];
  position: string;
  options: Record<string, string>;
  refused?: boolean;
}

/** A sentence of the rules. */
export interface WireClause {
  id: string;
  kind: "note" | "ruling" | "sheet";
  text: WireText;
  why: WireText | null;
  examples: WireExample[];
}

/** A value of an option, and its meaning where the name does not explain it. */
export interface WireValue {
  id: string;
  name: WireText;
  help: WireText | null;
}

/** A choice between readings of the rules: one of `values`, or a number from `low` to `high`. */
export interface WireOption {
  id: string;
  name: WireText;
  help: WireText;
  default: string | number;
  values: WireValue[];
  low: number;
  high: number;
  only: [string, string] | null;
}

/** A foreign word in the texts of a game: as its own language writes it, what it means, the word known here for one and for several,
and what piece it names. */
export interface WireTerm {
  word: string;
  script: string;
  meaning: WireText;
  twin: WireText;
  twins: WireText;
  piece: string;
}

/** A game in the collection. */
export interface GameCard {
  id: string;
  name: WireText;
  summary: WireText;
  source: WireText;
  version: number;
  seats: number;
  width: number;
  height: number;
  sets: string[];
  levels: number[];
  elos?: Record<string, number>;
  order?: number;
  minutes?: number;
  difficulty?: 0 | 1 | 2 | 3;
  tokens?: Record<string, WireToken>;
  moves?: string[];
}

/** All that a client needs to draw, play and explain a game with its options chosen. */
export interface Manifest {
  game: GameCard;
  options: Record<string, string | number>;
  choices: WireOption[];
  cells: WireCell[];
  legend: WireTag[];
  pieces: WirePiece[];
  places: WirePlace[];
  gauges: WireGauge[];
  buttons: WireButton[];
  clauses: WireClause[];
  dice: boolean;
  lines?: [string, string][];
  counts?: boolean;
  terms?: WireTerm[];
  formats?: string[];
  placeable?: WireToken[];
  facts?: WireFact[];
}

/** Play a move, as text. */
export interface PlayMove {
  type: "move";
  text: string;
  seat?: number | null;
}

/** Offer something to the others. */
export interface MakeOffer {
  type: "offer";
  kind: "abort" | "rematch" | "stop" | "takeback";
  seat?: number | null;
}

/** Say yes or no to an offer, or take one's own back. */
export interface AnswerOffer {
  type: "answer";
  kind: "abort" | "rematch" | "stop" | "takeback";
  yes: boolean;
  seat?: number | null;
}

/** Give up; at a table of three or four the others go on. */
export interface Resign {
  type: "resign";
  seat?: number | null;
}

/** Take an open seat: this one, or any; in a game that goes on, the own seat that an engine has played meanwhile.
`nonce` is what the player adds to the chance of the dice; without one, the empty text. */
export interface TakeSeat {
  type: "sit";
  seat?: number | null;
  nonce?: string | null;
}

/** Add a nonce to the chance of the dice, at a table that was created with this player: at most 64 letters, digits, `-` and `_`,
drawn after the commitment was received. Without `seat`, for all seats of the player that have none. */
export interface GiveNonce {
  type: "nonce";
  nonce: string;
  seat?: number | null;
}

/** Get up before the game has begun. */
export interface LeaveSeat {
  type: "leave";
  seat?: number | null;
}

/** Let an engine take an open seat. */
export interface SeatEngine {
  type: "invite";
  seat: number;
  level: number;
}

/** Say a phrase, or something in one's own words. */
export interface SendChat {
  type: "say";
  phrase?: string | null;
  text?: string | null;
}

/** Be shown at this table under the name that you have by now. */
export interface ShowName {
  type: "name";
}

/** A player is gone, and the time of the `Absence` is over: go on as the table chose, without the player or with an engine. */
export interface ClaimAbsence {
  type: "claim";
  seat: number;
}

/** Follow a table; `v` is the last version known, 0 for none. `code` opens a private one. A client that comes back and still has all
that it was shown up to `v`, and not only what happened, says in `shown` to whom: which player it was then. */
export interface Sub {
  type: "sub";
  table: string;
  v?: number;
  code?: string | null;
  shown?: string | null;
}

/** Follow it no longer. */
export interface Unsub {
  type: "unsub";
  table: string;
}

/** Do something: `k` is a key that makes sending it twice harmless, `v` the version that the player saw. */
export interface ActRequest {
  type: "act";
  table: string;
  k: string;
  v: number;
  do: PlayMove | MakeOffer | AnswerOffer | Resign | TakeSeat | GiveNonce | LeaveSeat | SeatEngine | SendChat | ShowName | ClaimAbsence;
}

/** Ask for a closer look at the position. */
export interface Look {
  type: "look";
  table: string;
  v: number;
}

/** Ask what these legal moves would take. */
export interface Preview {
  type: "preview";
  table: string;
  v: number;
  moves: string[];
}

/** Ask why these clicks make no move. */
export interface WhyNot {
  type: "ask";
  table: string;
  v: number;
  clicks: string[];
}

/** Keep the connection alive: `t` comes back; `heard` is the last time the server sent, so that it knows the lag. */
export interface Ping {
  type: "ping";
  t: number;
  heard?: number | null;
}

/** The first message: who you are, and what time it is here (milliseconds since 1970). */
export interface Hello {
  type: "hello";
  player: string;
  name: string;
  now: number;
  release: string;
}

/** Something happened. While a client catches up, only the event; live, also what it changed. */
export interface Update {
  type: "ev";
  table: string;
  v: number;
  at: number;
  event: Created | Sat | NonceGiven | Left | Started | Moved | Declared | Offered | Answered | TookBack | Said | Renamed | Replaced | Returned | Ended | Rated | Rematched | Resumed;
  frame?: Frame | null;
  view?: TableView | null;
  clocks?: Clocks | null;
  seats?: number[] | null;
  legal?: LegalMove[] | null;
}

/** How the table stands at version `v`; ends the answer to `sub`. `seats` are those that you hold. */
export interface Sync {
  type: "sync";
  table: string;
  v: number;
  seats: number[];
  view: TableView;
  frame: Frame;
  clocks: Clocks | null;
  legal: LegalMove[];
  present?: number[];
  watching?: number;
  absent?: Absence[];
}

/** Nothing has happened since version `v`, all of which you were shown; ends the answer to `sub` instead of `sync`. */
export interface Still {
  type: "still";
  table: string;
  v: number;
  clocks?: Clocks | null;
  present?: number[];
  watching?: number;
  absent?: Absence[];
}

/** Who is there: the seats whose players are connected, how many look on, and which players the others need not wait for much longer. */
export interface Present {
  type: "present";
  table: string;
  seats: number[];
  watching: number;
  absent?: Absence[];
}

/** What you did counts, as version `v`, and is kept for good. */
export interface Ack {
  type: "ack";
  table: string;
  k: string;
  v: number;
}

/** What you wanted to do was refused, and nothing changed. */
export interface Nak {
  type: "nak";
  table: string;
  k: string;
  code: "bad_notation" | "bad_request" | "forbidden" | "illegal_move" | "no_offer" | "not_now" | "not_open" | "not_rated" | "not_your_turn" | "over" | "seat_taken" | "stale" | "too_fast" | "too_long" | "unavailable" | "unknown_seat" | "unknown_table";
  why: WireText;
  clause?: string | null;
  cells?: string[];
  instead?: string[];
  v?: number | null;
}

/** A closer look at version `v`. */
export interface Looked {
  type: "looked";
  table: string;
  v: number;
  look: PositionDetails;
}

/** What the moves asked about would take at version `v`, by their texts; those that are not legal there are left out. */
export interface Previewed {
  type: "previewed";
  table: string;
  v: number;
  moves: string[];
  takes: Record<string, string[]>;
}

/** Why these clicks make no move; null when they do, or may still. */
export interface WhyNotAnswer {
  type: "asked";
  table: string;
  v: number;
  clicks: string[];
  why: RefusalView | null;
}

/** The answer to a ping; `now` is the server's time. */
export interface Pong {
  type: "pong";
  t: number;
  now: number;
}

/** You no longer follow this table: it is not there, or not for you. */
export interface Gone {
  type: "gone";
  table: string;
  why: WireText;
}

/** The server goes away for a moment; come back soon. */
export interface Closing {
  type: "closing";
}

/** At one of your tables the game began, it is your turn, an offer was made, or the game is over. */
export interface Notification {
  type: "end" | "offer" | "start" | "turn";
  table: string;
  game: string;
  v: number;
  seat: number;
  id?: string;
  options?: Record<string, string | number>;
  position?: string;
  legal?: string[];
  start?: string | null;
  moves?: string[];
  last?: string | null;
  clocks?: Clocks | null;
  seats?: SeatView[];
  offer?: "abort" | "rematch" | "stop" | "takeback" | null;
  ranks?: number[];
}

/** A challenge to you or of yours was made, accepted, declined, withdrawn, or has lapsed; see its `state`.

A stream begins with those that wait. Of a challenge accepted you are also told the `start` of its table. */
export interface ChallengeNotice {
  type: "challenge";
  id: string;
  challenge: Challenge;
}

/** Games in which a move was played: how many each seat won alone, and how many were drawn or shared. */
export interface OpeningResults {
  games: number;
  wins: number[];
  shared: number;
}

/** A move of an opening: in the library's own games, in the book of the engines, and the engine's opinion. */
export interface OpeningMove {
  text: string;
  written?: WireText | null;
  library?: OpeningResults | null;
  book?: OpeningResults | null;
  chance?: number | null;
}

/** How a book was made: games of the engine against itself, nodes for each move and for each opinion. */
export interface BookView {
  games: number;
  nodes: number;
  opinion_nodes: number;
}

/** What is known of an early position, the moves played most first. `standard`: openings are counted by the rules of the sheet only. */
export interface OpeningView {
  game: string;
  position: string;
  standard: boolean;
  seat?: number | null;
  moves?: OpeningMove[];
  made?: BookView | null;
}

/** An opening by the book alone, with the key under which games are counted and the words of all its moves. */
export interface KeyedOpening {
  key: string;
  view: OpeningView;
  written: Record<string, WireText | null>;
}

/** The same words in French and in English. */
export interface WireText {
  fr: string;
  en: string;
}

/** What stands on a cell: `[piece, number]`. */
export type WireToken = [piece: string, value: number];

/** One thing to animate, because of a clause. */
export interface BoardEvent {
  verb: "add" | "alter" | "gauge" | "move" | "pass" | "remove" | "roll" | "swap";
  clause: string;
  cell?: string | null;
  to?: string | null;
  token?: WireToken | null;
  gauge?: string | null;
  value?: number | null;
}

/** How a game ended: a rank for each seat, the clause that ended it, and both in words. */
export interface Ending {
  ranks: number[];
  clause: string;
  why: WireText;
  said: WireText;
}

/** A theme: its id, its name, and how many puzzles have it. */
export interface PuzzleTheme {
  id: string;
  name: WireText;
  count: number;
}

/** How an account stands with the puzzles of a game. */
export interface PuzzleStanding {
  rating: number;
  deviation: number;
  solved?: number;
  failed?: number;
  streak?: number;
  best_streak?: number;
}

/** The puzzles of a game: how many, their themes, and the one of the day. `standing` is there for accounts that have tried some. */
export interface PuzzleGame {
  game: string;
  count: number;
  themes: PuzzleTheme[];
  daily: string;
  standing?: PuzzleStanding | null;
}

/** A puzzle to solve. `length` are the moves to find; `odds` says that chances are compared, not a win. */
export interface PuzzleView {
  game: string;
  id: string;
  options: Record<string, string | number>;
  position: string;
  rating: number;
  length: number;
  odds?: boolean;
  done?: boolean;
}

/** The solver's own moves so far, the last one new; or the wish to see the solution. */
export interface PuzzleAttempt {
  moves?: string[];
  give_up?: boolean;
}

/** A move of a line: its text, and as players of the game write it. */
export interface PuzzleMove {
  text: string;
  written: WireText;
}

/** The solution, how the game goes on, why it is best, and its themes; in a game with dice the chances of every move, in thousandths. */
export interface PuzzleSolution {
  moves: PuzzleMove[];
  tail: PuzzleMove[];
  reasons: AnalysisReason[];
  themes: PuzzleTheme[];
  odds?: Record<string, number>;
}

/** What an attempt came to: `right` or not, the reply that is played, and the solution once it is found or asked for. */
export interface PuzzleAnswer {
  right: boolean;
  reply?: string | null;
  solution?: PuzzleSolution | null;
  standing?: PuzzleStanding | null;
  change?: number | null;
}

/** A puzzle that an account has tried, and the rating after it. */
export interface PuzzleTry {
  puzzle: string;
  at: number;
  solved: boolean;
  rating: number;
}

/** A puzzle whose solution is asked for. */
export interface PuzzleQuestion {
  game: string;
  puzzle: string;
}

/** The text of a record, ours or in a format of others, and which of its games is wanted. */
export interface RecordRequest {
  text: string;
  number?: number;
  options?: Record<string, string | number>;
}

/** One game of a text: who played, what is said of it, and its result as the text writes it. */
export interface RecordHeading {
  number: number;
  players: string[];
  event?: string;
  date?: string;
  result?: string;
}

/** What a record says beside a move: comments, numbered judgements, and the moves of other lines that begin instead of it. */
export interface RecordNote {
  ply: number;
  comments?: string[];
  judgements?: number[];
  variations?: string[][];
}

/** One game of a text, replayed by the rules, and the list of all games there. */
export interface RecordView {
  format: string;
  game: string;
  options: Record<string, string | number>;
  position: string | null;
  moves: string[];
  number: number;
  headings: RecordHeading[];
  notes?: RecordNote[];
}

/** A move of a chapter. `after` is the index of the move it follows, -1 for the position of the chapter. */
export interface StudyMove {
  move: string;
  after?: number;
  comment?: string;
  mark?: string;
}

/** A position with its variations. In an `exercise` the reader finds the moves of the side to act. */
export interface StudyChapter {
  title: string;
  game: string;
  options?: Record<string, string | number>;
  position?: string | null;
  text?: string;
  moves?: StudyMove[];
  exercise?: boolean;
}

/** What the author of a study writes. */
export interface StudyContent {
  title: string;
  text?: string;
  chapters?: StudyChapter[];
}

/** A study as all see it who have its link. `own`: you are its author. */
export interface StudyView {
  id: string;
  author: Player;
  created: number;
  updated: number;
  content: StudyContent;
  own?: boolean;
}

/** A study in the list of its author. */
export interface StudyCard {
  id: string;
  title: string;
  chapters: number;
  updated: number;
}

/** How time is kept: `base` + `increment` (Fischer), `base` then `periods` of `period` (byo-yomi), or `days` for each move. */
export interface ClockPlan {
  kind?: "byoyomi" | "correspondence" | "fischer" | "none";
  base?: number;
  increment?: number;
  periods?: number;
  period?: number;
  days?: number;
}

/** Who plays a seat: the host, an engine of a level, or the first who takes it. */
export interface SeatPlan {
  kind: "engine" | "open" | "you";
  level?: number;
}

/** What is chosen when a table is created. */
export interface TablePlan {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, string | number>;
  clock?: ClockPlan;
  private?: boolean;
  rated?: boolean;
  leavers?: "engine" | "wait" | "withdraw";
  leaver_level?: number;
  position?: string | null;
}

/** A person or a bot. A guest who has given no name has one made up by the server. */
export interface Player {
  id: string;
  name: string;
  guest?: boolean;
  bot?: boolean;
  rating?: number | null;
  named?: boolean;
}

/** A table was created. `commitment` is the SHA-256 of the seed of its dice. */
export interface Created {
  type: "created";
  plan: TablePlan;
  by: Player;
  rules: number;
  commitment?: string | null;
  elos?: (number | null)[];
}

/** A player took a seat. `nonce` is what the player adds to the chance of the dice; null when it was not asked for yet. */
export interface Sat {
  type: "sat";
  seat: number;
  player: Player;
  nonce?: string | null;
}

/** The player of a seat added a nonce to the chance of the dice. */
export interface NonceGiven {
  type: "nonce";
  seat: number;
  nonce: string;
}

/** A player left a seat before the game began. */
export interface Left {
  type: "left";
  seat: number;
}

/** All seats are taken: the game begins. */
export interface Started {
  type: "started";
}

/** A move or a roll. `spent` is the time it is charged with, in milliseconds. */
export interface Moved {
  type: "moved";
  text: string;
  seat: number | null;
  events: BoardEvent[];
  said: WireText;
  spent?: number;
  written?: WireText | null;
}

/** A declaration as a record writes it: `!agree`, `!resign:0`, `!flag:1`, `!withdraw:2`. */
export interface Declared {
  type: "declared";
  text: string;
  seat: number | null;
  events?: BoardEvent[];
  cause?: "absent" | "flagged" | "resigned" | null;
}

/** A player offers something to the others. `plies`: how many entries would be taken back. */
export interface Offered {
  type: "offered";
  kind: "abort" | "rematch" | "stop" | "takeback";
  seat: number;
  plies?: number;
}

/** A player answers an offer; all must say yes. The player who made it takes it back by saying no. */
export interface Answered {
  type: "answered";
  kind: "abort" | "rematch" | "stop" | "takeback";
  seat: number;
  yes: boolean;
}

/** The last entries are undone. */
export interface TookBack {
  type: "tookback";
  plies: number;
}

/** Words at the table: a phrase by its id, or free text (erased when its author leaves the library). */
export interface Said {
  type: "said";
  player: Player;
  phrase?: string | null;
  text?: string | null;
}

/** A player at the table is called otherwise from now on. */
export interface Renamed {
  type: "renamed";
  player: Player;
}

/** An engine plays a seat: from the start, or for a player who left, and then why. */
export interface Replaced {
  type: "replaced";
  seat: number;
  level: number;
  cause?: "absent" | "flagged" | "resigned" | null;
  elo?: number | null;
}

/** A player who had left plays the seat again that an engine has played meanwhile. */
export interface Returned {
  type: "returned";
  seat: number;
}

/** The game is over, or was given up before it counted (`ending` is null). */
export interface Ended {
  type: "ended";
  ending: Ending | null;
  seed?: string | null;
}

/** What the result did to the players' ratings, by seat: before and after. Engines keep theirs. */
export interface Rated {
  type: "rated";
  changes: Record<string, [number, number]>;
}

/** The same players meet again at another table. */
export interface Rematched {
  type: "rematched";
  table: string;
}

/** The server came back after `gap` milliseconds in which no clock ran. */
export interface Resumed {
  type: "resumed";
  gap: number;
}

/** Milliseconds left for each seat as this was sent; the running one goes on. With byo-yomi, the periods left. */
export interface Clocks {
  left: number[];
  running?: number | null;
  periods?: number[];
}

/** A seat as all clients see it. The player of an engine's seat is the one who left it and may come back. */
export interface SeatView {
  kind: "engine" | "human" | "open";
  player?: Player | null;
  level?: number;
  left?: "absent" | "flagged" | "resigned" | null;
  withdrawn?: boolean;
  elo?: number | null;
}

/** A player is not connected: in `left` milliseconds, as this was sent, the others may go on without (`claim`). */
export interface Absence {
  seat: number;
  left: number;
}

/** An offer that waits: who made it, and who has said yes so far. */
export interface OfferView {
  kind: "abort" | "rematch" | "stop" | "takeback";
  seat: number;
  agreed: number[];
  plies?: number;
}

/** A table as shown to all who may see it. */
export interface TableView {
  id: string;
  version: number;
  state: "open" | "over" | "playing";
  plan: TablePlan;
  seats: SeatView[];
  host: Player;
  created: number;
  ply: number;
  moves?: string[];
  offers?: OfferView[];
  ending?: Ending | null;
  rematch?: string | null;
  commitment?: string | null;
  seed?: string | null;
  code?: string | null;
  can_abort?: boolean;
  turn?: number | null;
  awaited?: number[];
  clocks?: Clocks | null;
}

export type AnyAct = PlayMove | MakeOffer | AnswerOffer | Resign | TakeSeat | GiveNonce | LeaveSeat | SeatEngine | SendChat | ShowName | ClaimAbsence;

export type AnyFromClient = Sub | Unsub | ActRequest | Look | Preview | WhyNot | Ping;

export type AnyFromServer = Hello | Update | Sync | Still | Present | Ack | Nak | Looked | Previewed | WhyNotAnswer | Pong | Gone | Closing;

export type AnyResult = MoveResult | AnalysisResult | JobFailure;

export type AnyTableEvent = Created | Sat | NonceGiven | Left | Started | Moved | Declared | Offered | Answered | TookBack | Said | Renamed | Replaced | Returned | Ended | Rated | Rematched | Resumed;

export type AnyTask = MoveTask | AnalysisTask;

export type AttemptState = "failed" | "going" | "solved";

export type Cause = "absent" | "flagged" | "resigned";

export type ChallengePolicy = "accounts" | "all" | "none";

export type ChallengeState = "accepted" | "declined" | "lapsed" | "waiting" | "withdrawn";

export type Choice = string | number | number | boolean | null;

export type DeclineReason = "busy" | "casual" | "clock" | "game" | "later" | "no_bots" | "only_bots" | "options" | "rated";

export type JobKind = "analysis" | "move";

export type NakCode = "bad_notation" | "bad_request" | "forbidden" | "illegal_move" | "no_offer" | "not_now" | "not_open" | "not_rated" | "not_your_turn" | "over" | "seat_taken" | "stale" | "too_fast" | "too_long" | "unavailable" | "unknown_seat" | "unknown_table";

export type OfferKind = "abort" | "rematch" | "stop" | "takeback";

export type OpeningPlayers = "engines" | "mixed" | "people";

export type Scope = "account" | "play" | "read" | "work";

export type WireActor = number | "chance" | null;

/** What can be said at a table in any language. */
export const PHRASES: Record<string, WireText> = {
  "hello": {
    "fr": "Bonjour !",
    "en": "Hello!"
  },
  "luck": {
    "fr": "Bonne partie !",
    "en": "Have a good game!"
  },
  "nice": {
    "fr": "Joli coup !",
    "en": "Nice move!"
  },
  "oops": {
    "fr": "Oups…",
    "en": "Oops…"
  },
  "think": {
    "fr": "Je réfléchis.",
    "en": "I am thinking."
  },
  "thanks": {
    "fr": "Merci pour la partie.",
    "en": "Thanks for the game."
  },
  "again": {
    "fr": "On en refait une ?",
    "en": "Shall we play again?"
  },
  "bye": {
    "fr": "Au revoir !",
    "en": "Goodbye!"
  }
};

/** Why challenges are declined. */
export const DECLINE_REASONS: Record<DeclineReason, WireText> = {
  "later": {
    "fr": "Pas maintenant : redemandez-moi plus tard.",
    "en": "Not now: ask me again later."
  },
  "busy": {
    "fr": "Je suis en pleine partie.",
    "en": "I am in the middle of a game."
  },
  "game": {
    "fr": "Je ne joue pas à ce jeu.",
    "en": "I do not play this game."
  },
  "options": {
    "fr": "Je préférerais d'autres règles.",
    "en": "I would rather play by other rules."
  },
  "clock": {
    "fr": "Je préférerais une autre pendule.",
    "en": "I would rather play with another clock."
  },
  "casual": {
    "fr": "Je préférerais une partie amicale, non classée.",
    "en": "I would rather play a friendly game, not rated."
  },
  "rated": {
    "fr": "Je préférerais une partie classée.",
    "en": "I would rather play a rated game."
  },
  "no_bots": {
    "fr": "Je ne joue pas contre des programmes.",
    "en": "I do not play against programs."
  },
  "only_bots": {
    "fr": "Je ne joue que contre des programmes.",
    "en": "I only play against programs."
  }
};

/** Of each colour, "" for any other: body, outline, and the path of its mark. */
export const PAINTS: Record<string, { fill: string; edge: string; mark: string }> = {
  "white": {
    "fill": "#f7ecd3",
    "edge": "#4b3524",
    "mark": "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0zm1.8 0a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0z"
  },
  "black": {
    "fill": "#3d322d",
    "edge": "#110c09",
    "mark": "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z"
  },
  "red": {
    "fill": "#bf4530",
    "edge": "#571a10",
    "mark": "M0-5 4.8 3.6H-4.8z"
  },
  "blue": {
    "fill": "#2f6c9c",
    "edge": "#10304a",
    "mark": "M-3.8-3.8H3.8V3.8H-3.8z"
  },
  "green": {
    "fill": "#4c8743",
    "edge": "#1f421b",
    "mark": "M-1.6-5H1.6V-1.6H5V1.6H1.6V5H-1.6V1.6H-5V-1.6H-1.6z"
  },
  "yellow": {
    "fill": "#e6b637",
    "edge": "#6b4a08",
    "mark": "M0-5.6 4.6 0 0 5.6-4.6 0z"
  },
  "": {
    "fill": "#a39a8f",
    "edge": "#3f3a35",
    "mark": ""
  }
};
