/** The same court in the Western manner: king, queen, bishop, knight, rook and pawn. */
import { dusk, gleam, lines, mark, shadow, type Paint } from "./paint";

const FOOT = "M-12.500 17.500V14.500C-12.500 12.500-9 12-8 10.500H8C9 12 12.500 12.500 12.500 14.500V17.500z";
const foot = (look: Paint): string => `${shadow(17.5, 15)}<path d="${FOOT}" fill="${look.fill}"/>`;

export function king(look: Paint): string {
  return `${foot(look)}<path d="M-1.700-21.500H1.700V-18.600H4.600V-15.400H1.700V-12H-1.700V-15.400H-4.600V-18.600H-1.700z" stroke-width="1.2"/>
  <path d="M-8.500 10.500C-9.500 5-15-1-13-6.500-11-11-3.500-10.500 0-4.500 3.500-10.500 11-11 13-6.500 15-1 9.500 5 8.500 10.500z"/>
  <path d="M-3-7C-3-10-1.500-12 0-13 1.500-12 3-10 3-7L0-2z"/>${dusk("M0-4.500C3.500-10.500 11-11 13-6.500 15-1 9.500 5 8.500 10.500H2z")}
  ${lines(look, "M-8.500 7.200C-3 5.200 3 5.200 8.500 7.200M-9 14.600H9M-9.800-4.500C-10.200-2-7.500 1-6.500 3.500M9.800-4.500C10.200-2 7.500 1 6.500 3.500")}${mark(look, 0, 2.4, 0.55)}`;
}

export function queen(look: Paint): string {
  const beads = [
    [-14, -9],
    [-7.5, -14],
    [0, -16],
    [7.5, -14],
    [14, -9],
  ]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.4"/>`)
    .join("");
  return `${foot(look)}<path d="M-8.500 10.500-13.500-7-7.500-1-7.200-12.500-2.800-2.500 0-14 2.800-2.500 7.200-12.500 7.500-1 13.500-7 8.500 10.500z"/>
  ${dusk("M0-14 2.800-2.500 7.200-12.500 7.500-1 13.500-7 8.500 10.500H1z")}${beads}${lines(look, "M-9.200 7C-3 5 3 5 9.200 7M-9 14.600H9")}${mark(look, 0, 2.2, 0.55)}`;
}

export function bishop(look: Paint): string {
  return `${foot(look)}<path d="M-7 10.500C-6.500 8-6 6.500-6 5-10-1-8.500-8 0-15 8.500-8 10-1 6 5 6 6.500 6.500 8 7 10.500z"/><circle cy="-17" r="2.8"/>
  ${dusk("M0-15C8.500-8 10-1 6 5 6 6.500 6.500 8 7 10.500H2C5 2 4-7 0-15z")}${gleam("M-6-1C-6.500-4.500-4.500-8-2-10.500-3.500-7-4-4-4-1z", 0.4)}
  ${lines(look, "M0-9V-2M-3.200-5.500H3.200M-6.500 7.500H6.500M-9 14.600H9")}${mark(look, 0, 2.6, 0.5)}`;
}

export function knight(look: Paint): string {
  const body =
    "M-9 10.500C-9.500 5-4 3-3.500-3-7 1-9 .5-11 3.500-14 4.500-15.500 1.500-14.500-.5-12.500-4-12-7-9-10.500-8.500-13-8.500-15.500-7-18-5.500-16.500-4-15.500-3-14.500 6-15.500 12-6 10 10.500z";
  return `${foot(look)}<path d="${body}"/>${dusk("M-3-14.500C6-15.500 12-6 10 10.500H5C7.500 0 5-10-3-14.500z")}
  <circle cx="-7" cy="-8.500" r="1.500" fill="${look.detail}" stroke="none"/><circle cx="-12.600" cy="1" r=".9" fill="${look.detail}" stroke="none"/>
  ${lines(look, "M0-11.500C5.500-8.500 7.500-1 6.500 6.500M-9 14.600H9")}${mark(look, 0, 6, 0.6)}`;
}

export function rook(look: Paint): string {
  return `${foot(look)}<path d="M-8.500 10.500-7.500-5H-10.500V-14.500H-6.500V-11.500H-2.200V-14.500H2.200V-11.500H6.500V-14.500H10.500V-5H7.500L8.500 10.500z"/>
  ${dusk("M2.200-11.500H6.500V-14.500H10.500V-5H7.500L8.500 10.500H3.500z")}${lines(look, "M-8-5H8M-8.300 7.500H8.300M-9 14.600H9")}${gleam("M-5.800-3H-4L-4.500 6H-6.500z", 0.35)}${mark(look, 0, 1.5, 0.75)}`;
}

export function footman(look: Paint): string {
  return `${shadow(17, 13.5)}<path d="M-11.500 17V14.500C-11.500 10-5 9.500-4.500 1H4.500C5 9.500 11.500 10 11.500 14.500V17z"/>${dusk("M1 1H4.500C5 9.500 11.500 10 11.500 14.500V17H3z")}
  <ellipse cy="1" rx="7" ry="2.200" fill="${look.shade}"/><circle cy="-5.500" r="6.500"/>${gleam("M-4.800-6.500A5.500 5.500 0 0 1 0-10.800 8 8 0 0 0-4.800-6.500z", 0.5)}${lines(look, "M-8.500 14.600H8.500")}${mark(look, 0, -5.5, 0.62)}`;
}
