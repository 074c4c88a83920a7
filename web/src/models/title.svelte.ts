/** The title of the page; the header adds how many games wait. */
const page = $state({ title: "" });

export const titled = {
  get text(): string {
    return page.title;
  },
};

export function setTitle(text: string): void {
  page.title = text;
}
