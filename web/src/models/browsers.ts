/** The names of a browser and its system, from its user agent. */
const BROWSERS: [RegExp, string][] = [
  [/Firefox|FxiOS/, "Firefox"],
  [/Edg/, "Edge"],
  [/OPR|Opera/, "Opera"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Chrom(e|ium)|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS/, "macOS"],
  [/Linux/, "Linux"],
];

export function browserOf(agent: string): string {
  const first = (known: [RegExp, string][]): string => known.find(([pattern]) => pattern.test(agent))?.[1] ?? "";
  return [first(BROWSERS), first(SYSTEMS)].filter(Boolean).join(" · ") || agent.slice(0, 60);
}
