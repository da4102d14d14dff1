// SPDX-License-Identifier: Apache-2.0
// A headless browser with the page of page.ts.
import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import { build } from "vite";
import { modules } from "../../../build";

const HTML = `<!doctype html><meta charset="utf-8"><style>body{margin:0;background:#888}canvas{display:block}</style>
<canvas id="minimap"></canvas><canvas id="picture"></canvas>`;

async function script(): Promise<string> {
  const entry = new URL("page.ts", import.meta.url).pathname;
  const output = await build({
    configFile: false,
    plugins: [modules(false)],
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry, formats: ["iife"], name: "page" },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const chunk = first !== undefined && "output" in first ? first.output[0] : undefined;
  if (chunk === undefined) {
    throw new Error("vite built nothing");
  }
  return chunk.code;
}

/** Starts the installed browser and opens the page. The caller closes the browser. */
export async function openBench(): Promise<{ browser: Browser; page: Page }> {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1600, height: 960 } });
  page.on("pageerror", (error) => console.error(error.stack ?? error.message));
  await page.setContent(HTML);
  await page.addScriptTag({ content: await script() });
  return { browser, page };
}
