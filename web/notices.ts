import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const FILE = "NOTICES.txt";
/** Tools whose own helpers end up in the bundle, by the prefix of these modules' ids. */
const HELPERS = { "\0vite/": "vite", "\0rolldown/": "rolldown" };

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** The folder of the package that a module comes from; none for our own. */
function packageOf(module: string): string | undefined {
  for (const [prefix, name] of Object.entries(HELPERS)) {
    if (module.startsWith(prefix)) return join(import.meta.dirname, "node_modules", name);
  }
  if (!module.includes("/node_modules/")) return undefined;
  let folder = dirname(module.replace(/^\0/, "").replace(/\?.*$/, ""));
  while (!existsSync(join(folder, "package.json")) || !manifestOf(folder).name) folder = dirname(folder);
  return folder;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function notice(folder: string): string {
  const { name, version, license } = manifestOf(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (!file) throw new Error(`${name} ${version} is bundled, but has no licence file to pass on`);
  // Vite's file also lists what only its own program contains.
  const text = readFileSync(join(folder, file), "utf8").split(/^# Licenses of bundled dependencies/m)[0] ?? "";
  return `${name} ${version} (${license ?? "see below"})\n\n${text.trim()}\n`;
}

/** Write the licences of all packages that the pages contain beside them, as these licences ask. */
export const notices: Plugin = {
  name: "notices",
  apply: "build",
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
    const folders = new Set(modules.map(packageOf).filter((folder) => folder !== undefined));
    const texts = [...folders].map(notice).sort();
    const source = ["The pages of Tablier contain parts of these packages.\n", ...texts].join(`\n${"-".repeat(80)}\n\n`);
    this.emitFile({ type: "asset", fileName: FILE, source });
  },
};
