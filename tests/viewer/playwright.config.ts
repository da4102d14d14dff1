// SPDX-License-Identifier: Apache-2.0
// How the page is tested: in Debian's Chromium, without a network, always at the same size and
// with the same fonts, so that pictures can be compared; and what every browser must do in Debian's
// Firefox too, which Playwright drives by WebDriver BiDi.
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { BUILD, DOWNLOADS, HERE } from "./support/paths";

export default defineConfig({
  globalSetup: join(HERE, "support/setup.ts"),
  testDir: HERE,
  testIgnore: "speed/**",
  outputDir: join(BUILD, "viewer-pages"),
  snapshotPathTemplate: "{testDir}/golden/{arg}{ext}",
  fullyParallel: true,
  workers: 2,
  // Limits are for pages that hang: far above what a busy machine takes.
  timeout: 900_000,
  expect: {
    timeout: 300_000,
    // A newer Chromium rounds the edges of letters in another way; a lane that moves is more.
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: "disabled", caret: "hide" },
  },
  use: {
    viewport: { width: 1280, height: 720 },
    deviceScaleFactor: 1,
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "light",
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    {
      name: "chromium",
      use: {
        offline: true,
        launchOptions: {
          executablePath: "/usr/bin/chromium",
          // As root, in a container, there is no sandbox to be had.
          args: ["--no-sandbox", "--font-render-hinting=none", "--disable-lcd-text"],
          env: { ...process.env, FONTCONFIG_FILE: join(HERE, "fonts.conf") },
        },
      },
    },
    {
      name: "firefox",
      testMatch: "browsers.spec.ts",
      use: {
        browserName: "firefox",
        channel: "moz-firefox",
        // It has no way to be offline: support/viewer.ts complains about each request.
        launchOptions: { executablePath: "/usr/bin/firefox-esr", downloadsPath: DOWNLOADS },
      },
    },
  ],
});
