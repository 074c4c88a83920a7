/** Colours of players: how each is painted, and the mark that tells it apart for those who see no colours. */
export interface Paint {
  fill: string;
  /** Lit from above, and in the shade. */
  light: string;
  shade: string;
  edge: string;
  detail: string;
  mark: string;
}

const RING = "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0zm1.8 0a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0z";
const DOT = "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z";
const TRIANGLE = "M0-5 4.8 3.6H-4.8z";
const SQUARE = "M-3.8-3.8H3.8V3.8H-3.8z";
const PLUS = "M-1.6-5H1.6V-1.6H5V1.6H1.6V5H-1.6V1.6H-5V-1.6H-1.6z";
const DIAMOND = "M0-5.6 4.6 0 0 5.6-4.6 0z";

const PAINTS: Record<string, Paint> = {
  white: { fill: "#f7ecd3", light: "#fffaec", shade: "#d3ba8c", edge: "#4b3524", detail: "#93703c", mark: RING },
  black: { fill: "#3d322d", light: "#5c4d45", shade: "#221a16", edge: "#110c09", detail: "#dcc9a5", mark: DOT },
  red: { fill: "#bf4530", light: "#d9664e", shade: "#8e2d1c", edge: "#571a10", detail: "#fff0dc", mark: TRIANGLE },
  blue: { fill: "#2f6c9c", light: "#4e8cbc", shade: "#1e4d73", edge: "#10304a", detail: "#e8f4ff", mark: SQUARE },
  green: { fill: "#4c8743", light: "#6ca761", shade: "#33622c", edge: "#1f421b", detail: "#effde4", mark: PLUS },
  yellow: { fill: "#e6b637", light: "#f6d268", shade: "#b98a17", edge: "#6b4a08", detail: "#4d3500", mark: DIAMOND },
};
const PLAIN: Paint = { fill: "#a39a8f", light: "#bfb7ad", shade: "#7d756b", edge: "#3f3a35", detail: "#fffaf0", mark: "" };

/** The paint of a colour, grey for one that is unknown. */
export const paint = (colour: string): Paint => PAINTS[colour] ?? PLAIN;

export const shadow = (y: number, width: number, height = 4): string =>
  `<ellipse cy="${y}" rx="${width}" ry="${height}" fill="#2a1a0c" fill-opacity=".3" stroke="none"/>`;

export const mark = (look: Paint, x = 0, y = 0, scale = 1): string =>
  look.mark ? `<path d="${look.mark}" transform="translate(${x} ${y}) scale(${scale})" fill="${look.detail}" stroke="none"/>` : "";

export const lines = (look: Paint, path: string, width = 1.4): string =>
  `<path d="${path}" fill="none" stroke="${look.detail}" stroke-width="${width}" stroke-linecap="round"/>`;

/** A soft gleam, drawn over a body. */
export const gleam = (path: string, opacity = 0.35): string => `<path d="${path}" fill="#fff" fill-opacity="${opacity}" stroke="none"/>`;

/** A soft shade on the side away from the light. */
export const dusk = (path: string, opacity = 0.16): string => `<path d="${path}" fill="#1c0f04" fill-opacity="${opacity}" stroke="none"/>`;
