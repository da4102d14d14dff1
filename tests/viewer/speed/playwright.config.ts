// SPDX-License-Identifier: Apache-2.0
// How fast the page is: one browser alone, as many frames as it can make.
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
  // What a project says about the browser is stronger than what stands beside the projects.
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
