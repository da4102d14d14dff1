// SPDX-License-Identifier: Apache-2.0
// Builds the page as one file that opens by double-click, with script and style inside.
import { viteSingleFile } from "vite-plugin-singlefile";
import { defineConfig } from "vitest/config";
import { BUILD, packedPage, traceEngine } from "./build";

// There are two pages: the viewer and, with LIMEN_PAGE=play, the page in which a system can be
// changed.
const page = process.env["LIMEN_PAGE"] === "play" ? "play" : "limen";

// The pages of tests, and of the server for development, are not packed.
const isPacked = process.argv.includes("build") && page === "limen";

export default defineConfig({
  plugins: isPacked
    ? [traceEngine(true), viteSingleFile(), packedPage()]
    : [traceEngine(false), viteSingleFile()],
  build: {
    outDir: `${BUILD}/${page === "play" ? "play" : "viewer"}`,
    emptyOutDir: true,
    target: "es2022",
    rollupOptions: { input: `${page}.html` },
  },
  // A page opened from a file cannot start a module as a worker.
  worker: { format: "iife" },
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    environment: "node",
    // A limit for tests that hang, far above the time on a busy machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
