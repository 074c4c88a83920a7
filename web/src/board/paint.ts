/** The colours of players on boards and graphs, from the source of the pieces' drawings (render/shapes.py). */
import { PAINTS } from "../net/wire.gen";

export interface Paint {
  fill: string;
  edge: string;
  /** The path of a mark that tells the colour apart without seeing it. */
  mark: string;
}

const PLAIN: Paint = PAINTS[""] ?? { fill: "", edge: "", mark: "" };

/** The paint of a colour, grey for one that is unknown. */
export const paint = (colour: string): Paint => PAINTS[colour] ?? PLAIN;
