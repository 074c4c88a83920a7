import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Where `tablier serve` listens while the pages are worked on with `npm run dev`. */
const SERVER = process.env["TABLIER_SERVER"] ?? "http://localhost:8000";

/** Every file with a hash in its name once more, compressed, so that the server need not do it again and again. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle)) {
      if (!/^assets\/.*\.(js|css|svg)$/.test(name)) continue;
      const file = join(dir ?? "", name);
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
    }
  },
};

/** Files whose name says nothing of what is in them, and where they are made. */
const NAMED = { "/": "index.html", "/icon.svg": "public/icon.svg", "/app.webmanifest": "public/app.webmanifest" };

/** Tells the service worker which files there are to keep, and by which name this build goes. */
const keptFiles: Plugin = {
  name: "kept-files",
  apply: "build",
  generateBundle(_, bundle) {
    const files = [
      ...Object.keys(NAMED),
      ...Object.keys(bundle)
        .filter((name) => name.startsWith("assets/"))
        .map((name) => `/${name}`),
    ];
    const build = createHash("sha256").update(JSON.stringify(files));
    for (const source of Object.values(NAMED)) build.update(readFileSync(join(import.meta.dirname, source)));
    const worker = bundle["sw.js"];
    if (worker?.type !== "chunk") throw new Error("there is no service worker");
    worker.code = worker.code.replace(/["'`]__FILES__["'`]/, JSON.stringify(files)).replace("__BUILD__", build.digest("hex").slice(0, 12));
  },
};

export default defineConfig({
  plugins: [svelte(), keptFiles, compressed],
  build: {
    outDir: "../src/tablier/server/web_files",
    emptyOutDir: true,
    target: "es2022",
    // Small pictures as data would need `data:` in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", sw: "src/net/serviceWorker.ts" },
      // A service worker has one address for good, at the root that it serves.
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER.replace("http", "ws"), ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
