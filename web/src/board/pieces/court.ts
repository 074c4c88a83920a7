/** A court of the old Siamese kind: turned spires for the great ones, a horse, a boat seen from above, cowrie shells. */
import { dusk, gleam, lines, mark, shadow, type Paint } from "./paint";

export function khun(look: Paint): string {
  const body =
    "M-13.500 17.500V14C-10 12.500-9.500 9-8.500 5H-10.500V1.500H-6.500C-4.500-2-4-5-3.500-8H-5V-10.500H-2.500L0-21.500 2.500-10.500H5V-8H3.500C4-5 4.500-2 6.500 1.500H10.500V5H8.500C9.500 9 10 12.500 13.500 14V17.500z";
  return `${shadow(17.5, 15.5)}<path d="${body}"/>${dusk("M1-17 2.500-10.500H5V-8H3.500C4-5 4.500-2 6.500 1.500H10.500V5H8.500C9.500 9 10 12.500 13.500 14V17.500H2z")}
  ${lines(look, "M-10 14.500H10M-6.500 5.500H6.500M-4.500 1H4.500M-2-8H2")}${gleam("M-6.500 13C-5 9-3.500 3-2.500-6L-1-6C-1.500 3-3 9-4 13z", 0.3)}${mark(look, 0, 10, 0.62)}`;
}

export function met(look: Paint): string {
  const body =
    "M-12 16.500V13.500C-8 11.500-7.500 8.500-6.500 5.500H-8.500V2.500H-4.500C-3-.5-2-3.500 0-12 2-3.500 3-.5 4.500 2.500H8.500V5.500H6.500C7.500 8.500 8 11.500 12 13.500V16.500z";
  return `${shadow(16.5, 14)}<path d="${body}"/>${dusk("M.8-8C2-3 3-.5 4.500 2.500H8.500V5.500H6.500C7.500 8.500 8 11.500 12 13.500V16.500H2z")}
  ${lines(look, "M-8.500 13.700H8.500M-4.500 6H4.500")}${mark(look, 0, 10, 0.55)}`;
}

export function khon(look: Paint): string {
  const body =
    "M-13 17V14C-8.500 12-8 9-7.500 6H-10V3H-8.500C-10-6-5-11.500-2-12.500V-15.500H2V-12.500C5-11.500 10-6 8.500 3H10V6H7.500C8 9 8.500 12 13 14V17z";
  return `${shadow(17, 15)}<path d="${body}"/><circle cy="-16" r="2.8"/>${dusk("M2-12.500C5-11.500 10-6 8.500 3H10V6H7.500C8 9 8.500 12 13 14V17H3C5 8 5-4 2-12.500z")}
  ${lines(look, "M-9.500 14.200H9.500M-5.500 6.500H5.500M-6 2.500H6")}${gleam("M-5.500-1C-5.500-5-4-8.500-2-10-3-6-3.500-4-3.500-1z", 0.4)}${mark(look, 0, -3, 0.7)}`;
}

export function ma(look: Paint): string {
  const body =
    "M-11.500 17V13.500C-9 12-9.500 7-7-1-12 4-14.500 3-15-.5-12-4-10.500-9-7-12.500L-7.500-18.500-2.500-14.500C6-14.500 11-5 10 3.500 9.500 8 9.500 11 12.500 13.500V17z";
  return `${shadow(17, 14.5)}<path d="${body}"/>${dusk("M2-13.500C8-11.500 10.800-4 10 3.500 9.500 8 9.500 11 12.500 13.500V17H4C7 8 8-4 2-13.500z")}
  <circle cx="-5.600" cy="-8" r="1.400" fill="${look.detail}" stroke="none"/>${lines(look, "M-8.500 13.800H9.500M1-11.500C5.500-8 7-2 6.500 4M-.5-7C2.500-4 3.500 0 3 4M-13.500-.5-11-1")}${mark(look, -1.5, 8.6, 0.6)}`;
}

export function rua(look: Paint): string {
  const body =
    "M-15 15.500V11.500C-11.500 10-11.500 6-12 2.500H-15.500V-7H-9.500V-3H-4V-7H4V-3H9.500V-7H15.500V2.500H12C11.500 6 11.500 10 15 11.500V15.500z";
  return `${shadow(16, 17)}<path d="${body}"/>${dusk("M4-3H9.500V-7H15.500V2.500H12C11.500 6 11.500 10 15 11.500V15.500H6C8 9 8 3 4-3z")}
  ${lines(look, "M-11.500 12H11.500M-11 2.800H11")}${gleam("M-13.500-5H-11.500V.5H-13.500z", 0.45)}${mark(look, 0, 7.4, 0.72)}`;
}

/** A cowrie shell, mouth up. */
export function bia(look: Paint): string {
  return `${shadow(6, 13.5, 9.5)}<ellipse cy="2" rx="13" ry="10" fill="${look.shade}"/><ellipse rx="13" ry="10"/>
  ${gleam("M-10-2.500C-8-7-3-8.800 2-8.300-3-7.500-7.500-5.500-10-2.500z", 0.5)}${lines(look, "M-8.800 1C-4-1.200 4-1.200 8.800 1", 1.9)}
  ${lines(look, "M-5.500-2.400V2.400M-1.900-3.100V2.500M1.900-3.100V2.500M5.500-2.400V2.400", 1)}${mark(look, 0, 6, 0.42)}`;
}
