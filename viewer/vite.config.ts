// SPDX-License-Identifier: Apache-2.0
// Builds the page as one file that opens by double-click, with script and style inside.
import { viteSingleFile } from "vite-plugin-singlefile";
import { defineConfig } from "vitest/config";
import { BUILD, modules, packedPage } from "./build";

// The pages of tests, and of the server for development, are not packed.
const isPacked = process.argv.includes("build");

export default defineConfig({
  plugins: isPacked
    ? [modules(true), viteSingleFile(), packedPage()]
    : [modules(false), viteSingleFile()],
  build: {
    outDir: `${BUILD}/viewer`,
    emptyOutDir: true,
    target: "es2022",
    rollupOptions: { input: "limen.html" },
  },
  // A page opened from a file cannot start a module as a worker.
  worker: { format: "iife" },
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    environment: "node",
    // No file of tests changes what another one imports: one process loads each module once.
    pool: "threads",
    isolate: false,
    // A limit for tests that hang, far above the time on a busy machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
