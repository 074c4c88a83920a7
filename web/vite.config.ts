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

/** Tells the service worker which files there are to keep. */
const keptFiles: Plugin = {
  name: "kept-files",
  apply: "build",
  generateBundle(_, bundle) {
    const files = ["/", "/icon.svg", "/app.webmanifest", ...Object.keys(bundle).filter((name) => name.startsWith("assets/")).map((name) => `/${name}`)];
    const worker = bundle["sw.js"];
    if (worker?.type === "chunk") worker.code = worker.code.replace(/["'`]__FILES__["'`]/, JSON.stringify(files));
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
      input: { index: "index.html", sw: "src/sw.ts" },
      // A service worker has one address for good, at the root that it serves.
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER.replace("http", "ws"), ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
