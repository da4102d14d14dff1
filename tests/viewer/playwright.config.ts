// SPDX-License-Identifier: Apache-2.0
// Tests the page in Debian's Chromium without a network, with a fixed size and fixed fonts, so that
// pictures can be compared. With LIMEN_LONG the tests for all browsers also run in Debian's Firefox,
// which Playwright drives by WebDriver BiDi.
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { BUILD, DOWNLOADS, HERE } from "./support/paths";

const FIREFOX = {
  name: "firefox",
  testMatch: "browsers.spec.ts",
  use: {
    browserName: "firefox",
    channel: "moz-firefox",
    // Firefox cannot be put offline. support/viewer.ts fails on each request instead.
    launchOptions: { executablePath: "/usr/bin/firefox-esr", downloadsPath: DOWNLOADS },
  },
} as const;

export default defineConfig({
  globalSetup: join(HERE, "support/setup.ts"),
  testDir: HERE,
  testIgnore: "speed/**",
  outputDir: join(BUILD, "viewer-pages"),
  snapshotPathTemplate: "{testDir}/golden/{arg}{ext}",
  fullyParallel: true,
  workers: 2,
  // A limit for pages that hang, far above the time on a busy machine.
  timeout: 900_000,
  expect: {
    timeout: 300_000,
    // Other versions of Chromium smooth letters differently. A lane at another position differs
    // more.
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
          // Chromium without its windows, which take more processor time than most tests.
          executablePath: "/usr/bin/chromium-headless-shell",
          // Chromium cannot start a sandbox as root in a container.
          args: ["--no-sandbox", "--font-render-hinting=none", "--disable-lcd-text"],
          env: { ...process.env, FONTCONFIG_FILE: join(HERE, "fonts.conf") },
        },
      },
    },
    ...(process.env.LIMEN_LONG === undefined ? [] : [FIREFOX]),
  ],
});
