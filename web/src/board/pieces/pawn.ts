/** A turned pawn, with the rings that it bears. */
import { dusk, gleam, mark, shadow, type Paint } from "./paint";

/** More rings than this are told by their number only. */
const MOST_RINGS = 6;

export function pawn(look: Paint): string {
  const body = "M-14 13.500C-14 10-7 8-5-5H5C7 8 14 10 14 13.500 14 18.500-14 18.500-14 13.500z";
  return `${shadow(16, 17, 5)}<path d="${body}"/>${dusk("M2-5H5C7 8 14 10 14 13.500 14 16 8 17.200 2 17.300z")}
  <path d="M-11.500 12.500C-9 10.500-5.500 8-4-2" fill="none" stroke="${look.light}" stroke-width="1.6" stroke-linecap="round"/>
  <ellipse cy="-5" rx="7.8" ry="2.6" fill="${look.shade}"/><circle cy="-12" r="7.4"/>${gleam("M-5.500-13.500A6 6 0 0 1 0-18 8 8 0 0 0-5.500-13.500z", 0.5)}${mark(look, 0, -12, 0.78)}`;
}

/** Rings around the pawn's foot, the first at the bottom. */
export function rings(count: number): string {
  let drawn = "";
  for (let ring = 0; ring < Math.min(count, MOST_RINGS); ring += 1) {
    const wide = 14.6 - 1.5 * ring;
    const low = 11.8 - 3.5 * ring;
    const arc = `M${-wide} ${low}a${wide} 4.400 0 0 0 ${2 * wide} 0`;
    drawn += `<path d="${arc}" stroke="#5d3c05" stroke-width="4.400"/><path d="${arc}" stroke="#f0b92d" stroke-width="2.700"/>`;
    drawn += `<path d="M${-wide * 0.75} ${low + 2.2}a${wide} 4.400 0 0 0 ${wide * 0.5} 1.500" stroke="#fff0b8" stroke-width="1.100"/>`;
  }
  return drawn ? `<g fill="none" stroke-linecap="round">${drawn}</g>` : "";
}
