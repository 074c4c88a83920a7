/** Flat pieces of wood: discs, squares, and discs upon discs. */
import { mark, shadow, type Paint } from "./paint";

const face = (look: Paint, y: number): string => `
  <circle cy="${y}" r="16.5" fill="${look.fill}"/>
  <path d="M-16.2 ${y - 1}A16.2 16.2 0 0 1 16.2 ${y - 1}A19 19 0 0 0-16.2 ${y - 1}z" fill="${look.light}" stroke="none"/>
  <circle cy="${y}" r="12.2" fill="none" stroke="${look.detail}" stroke-width="1.2" stroke-opacity=".8"/>
  <circle cy="${y}" r="10.4" fill="none" stroke="${look.detail}" stroke-width=".7" stroke-opacity=".5"/>`;

const side = (look: Paint, y: number): string => `<circle cy="${y}" r="16.5" fill="${look.shade}"/>`;

export function disc(look: Paint, middle: string = mark(look, 0, -1, 1.25)): string {
  return `${shadow(5.5, 17.5, 15)}${side(look, 2.5)}${face(look, -1)}${middle}`;
}

export function square(look: Paint): string {
  const box = (y: number, fill: string): string => `<rect x="-15" y="${-15 + y}" width="30" height="30" rx="3" fill="${fill}"/>`;
  return `<rect x="-16.500" y="-9" width="33" height="29" rx="6" fill="#2a1a0c" fill-opacity=".28" stroke="none"/>
  ${box(3, look.shade)}${box(-1.5, look.fill)}
  <path d="M-13.500-14.500H13.500L10-10.500H-10z" fill="${look.light}" stroke="none"/>
  <rect x="-10.500" y="-12" width="21" height="21" rx="1.500" fill="none" stroke="${look.detail}" stroke-width="1.2" stroke-opacity=".8"/>${mark(look, 0, -1.5, 1.25)}`;
}

/** A disc that was promoted: two of them, and a crown. */
export function stack(look: Paint): string {
  const crown = `<path d="M-8 5.500-9.500-5-4.400-.6 0-7.500 4.400-.6 9.500-5 8 5.500z" fill="${look.detail}" stroke="none"/>
    <circle cx="-9.500" cy="-5.600" r="1.500" fill="${look.detail}" stroke="none"/><circle cx="9.500" cy="-5.600" r="1.500" fill="${look.detail}" stroke="none"/><circle cy="-8.300" r="1.500" fill="${look.detail}" stroke="none"/>`;
  return `${shadow(8.5, 17.5, 14.5)}${side(look, 6)}<circle cy="3" r="16.5" fill="${look.fill}"/>${side(look, 0)}
  <circle cy="-4" r="16.5" fill="${look.fill}"/><path d="M-16.200-5A16.200 16.200 0 0 1 16.200-5A19 19 0 0 0-16.200-5z" fill="${look.light}" stroke="none"/>
  <circle cy="-4" r="13" fill="none" stroke="${look.detail}" stroke-width="1.2" stroke-opacity=".8"/><g transform="translate(0 -3.200)">${crown}</g>`;
}
