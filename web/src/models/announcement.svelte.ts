/** The live region of the page, read by screen readers. */
const region = $state({ text: "" });

export const announced = {
  get text(): string {
    return region.text;
  },
};

let odd = false;

/** Announce a text; a trailing space makes equal texts differ, so that they are read again. */
export function announce(text: string): void {
  odd = !odd;
  region.text = odd ? text : `${text}\u00a0`;
}
