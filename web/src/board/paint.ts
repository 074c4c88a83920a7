/** The colours of players on boards and graphs; the pieces themselves come painted from the server (render/shapes.py). */
export interface Paint {
  fill: string;
  edge: string;
  /** The path of a mark that tells the colour apart without seeing it. */
  mark: string;
}

const PAINTS: Record<string, Paint> = {
  white: {
    fill: "#f7ecd3",
    edge: "#4b3524",
    mark: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0zm1.8 0a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0z",
  },
  black: { fill: "#3d322d", edge: "#110c09", mark: "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z" },
  red: { fill: "#bf4530", edge: "#571a10", mark: "M0-5 4.8 3.6H-4.8z" },
  blue: { fill: "#2f6c9c", edge: "#10304a", mark: "M-3.8-3.8H3.8V3.8H-3.8z" },
  green: { fill: "#4c8743", edge: "#1f421b", mark: "M-1.6-5H1.6V-1.6H5V1.6H1.6V5H-1.6V1.6H-5V-1.6H-1.6z" },
  yellow: { fill: "#e6b637", edge: "#6b4a08", mark: "M0-5.6 4.6 0 0 5.6-4.6 0z" },
};
const PLAIN: Paint = { fill: "#a39a8f", edge: "#3f3a35", mark: "" };

/** The paint of a colour, grey for one that is unknown. */
export const paint = (colour: string): Paint => PAINTS[colour] ?? PLAIN;
