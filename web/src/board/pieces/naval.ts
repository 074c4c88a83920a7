/** What floats: boats with two sails, and mines. */
import { dusk, gleam, lines, mark, shadow, type Paint } from "./paint";

export function boat(look: Paint): string {
  return `${shadow(16, 19, 3.6)}
  <path d="M-18.500 7H18.500C16.500 13.200 12.200 16.500 7 16.500H-8C-13 16.500-17 12.200-18.500 7z"/>
  <path d="M-18.500 7H18.500L17.600 9.600H-17.600z" fill="${look.shade}" stroke="none"/>${lines(look, "M-14.500 12.200H13.500", 1.2)}
  <path d="M0 7V-19.500" fill="none" stroke-width="2.2"/>
  <path d="M1.500-18.500C10.500-14 15.500-6 16 4.500H1.500z" fill="${look.fill}"/>${dusk("M9-13C13-8 15.500-2 16 4.500H9z", 0.14)}
  <path d="M-2.500-13C-8-8.500-11.500-3-12.500 4.500H-2.500z" fill="${look.light}"/>${gleam("M2.500-16C6-13.500 8-11 9.500-8.500 7-9 4-9.500 2.500-9z", 0.25)}
  <path d="M0-19.500 6-21.500 0-23z" fill="${look.fill}" stroke-width="1"/>${mark(look, 6.8, -2.8, 1)}`;
}

export function mine(look: Paint): string {
  const spikes = "M0-15.500V15.500M-15.500 0H15.500M-11-11 11 11M-11 11 11-11";
  return `${shadow(5, 14, 11.5)}<path d="${spikes}" stroke-width="3.600" stroke-linecap="round"/>
  <circle r="11"/>${dusk("M8-7.500A11 11 0 0 1-7.500 8 13 13 0 0 0 8-7.500z", 0.22)}${gleam("M-8-4A9 9 0 0 1-1-9.300 12 12 0 0 0-8-4z", 0.4)}${mark(look, 0, 0, 1.15)}`;
}
