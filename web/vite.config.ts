/// <reference types="vitest/config" />
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { notices } from "./notices.ts";

/** The server behind `npm run dev`. */
const SERVER = process.env["TABLIER_SERVER"] ?? "http://localhost:8000";

/** Write a compressed copy of every hashed file, for the server to send. */
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

/** Files without a hash in their names, and their sources. */
const NAMED = { "/": "index.html", "/icon.svg": "public/icon.svg", "/app.webmanifest": "public/app.webmanifest" };

/** Insert the list of files and the name of this build into the service worker. */
const cachedFiles: Plugin = {
  name: "cached-files",
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
  plugins: [svelte(), notices, cachedFiles, compressed],
  build: {
    outDir: "../src/tablier/server/web_files",
    emptyOutDir: true,
    target: "es2022",
    // Inlined images would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", sw: "src/net/serviceWorker.ts" },
      // A service worker keeps one address, at the root of its scope.
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER.replace("http", "ws"), ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
