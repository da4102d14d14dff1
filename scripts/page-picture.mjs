// SPDX-License-Identifier: Apache-2.0
// A picture of the viewer as a reader of the README sees it: page-picture.mjs URL PNG
import { createRequire } from "node:module";

const viewer = createRequire(new URL("../viewer/package.json", import.meta.url));
const { chromium } = viewer("@playwright/test");

const [url, file] = process.argv.slice(2);
const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 560 } });
await page.goto(url);
await page.getByTestId("canvas").waitFor();
await page.waitForTimeout(500); // fonts, the first frame
await page.screenshot({ path: file });
await browser.close();
