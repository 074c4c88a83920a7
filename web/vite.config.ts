import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `tablier serve` listens while the pages are worked on with `npm run dev`. */
const SERVER = process.env["TABLIER_SERVER"] ?? "http://localhost:8000";

export default defineConfig({
  plugins: [svelte()],
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
