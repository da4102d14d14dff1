// SPDX-License-Identifier: Apache-2.0
// The page is one file that opens by double-click: script and style stand in it.
import { viteSingleFile } from "vite-plugin-singlefile";
import { defineConfig } from "vitest/config";
import { BUILD, traceEngine } from "./build";

// There are two pages: the viewer, and with LIMEN_PAGE=play the one in which a system is changed.
const page = process.env["LIMEN_PAGE"] === "play" ? "play" : "limen";

export default defineConfig({
  plugins: [traceEngine(), viteSingleFile()],
  build: {
    outDir: `${BUILD}/${page === "play" ? "play" : "viewer"}`,
    emptyOutDir: true,
    target: "es2022",
    rollupOptions: { input: `${page}.html` },
  },
  // A module does not start as a worker in a page that was opened from a file.
  worker: { format: "iife" },
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    environment: "node",
    // For tests that hang: far above what a busy machine takes.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
