/** What is told to people who listen: one polite live region for the whole page. */
const region = $state({ text: "" });

export const announced = {
  get text(): string {
    return region.text;
  },
};

let odd = false;

/** Says something once. The same words twice are told twice, thanks to a space that nobody hears. */
export function announce(text: string): void {
  odd = !odd;
  region.text = odd ? text : `${text}\u00a0`;
}
