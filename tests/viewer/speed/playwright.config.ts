// SPDX-License-Identifier: Apache-2.0
// Configuration for measurements: one browser at a time, without a limit on the frame rate.
import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

const chromium = base.projects?.find(({ name }) => name === "chromium");
const launch = chromium?.use?.launchOptions;

export default defineConfig({
  ...base,
  testDir: __dirname,
  testIgnore: [],
  globalSetup: [],
  workers: 1,
  fullyParallel: false,
  // Options of a project override those of the configuration.
  projects: [
    {
      ...chromium,
      use: {
        ...chromium?.use,
        viewport: { width: 1920, height: 1080 },
        launchOptions: {
          ...launch,
          args: [...(launch?.args ?? []), "--disable-frame-rate-limit", "--disable-gpu-vsync"],
        },
      },
    },
  ],
});
