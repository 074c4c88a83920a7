import type { BoardEvent, Frame, LegalMove, Manifest } from "../net/wire.gen";
import type { Trace } from "../models/turns";
import type { BoardEvents, TablierBoard } from "./element";
import type { Turn } from "./geometry";

/** What `Board.svelte` is given. */
export interface BoardProps {
  manifest: Manifest;
  frame: Frame;
  /** The events that led to the frame, to be animated. */
  events?: readonly BoardEvent[];
  legal?: readonly LegalMove[];
  takes?: Record<string, string[]>;
  turn?: Turn;
  lit?: readonly string[];
  /** Cells with a star to be collected. */
  stars?: readonly string[];
  traces?: readonly Trace[];
  seats?: readonly number[];
  pending?: readonly string[];
  drawable?: boolean;
  coordinates?: boolean;
  name: string;
  board?: TablierBoard | undefined;
  onplay?: (detail: BoardEvents["play"]) => void;
  /** The pointer rests on a target of these moves: what they take is worth asking for. */
  onpreview?: (moves: string[]) => void;
  onrefuse?: (detail: BoardEvents["refuse"]) => void;
  onclicks?: (detail: BoardEvents["clicks"]) => void;
  onpremove?: (detail: BoardEvents["premove"]) => void;
}
