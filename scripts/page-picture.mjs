// SPDX-License-Identifier: Apache-2.0
// A picture of a page as a reader of the documentation sees it: page-picture.mjs URL PNG [EXAMPLE]
// An example is one of those that the page of limen play offers.
import { createRequire } from "node:module";

const viewer = createRequire(new URL("../viewer/package.json", import.meta.url));
const { chromium } = viewer("@playwright/test");

const [url, file, example] = process.argv.slice(2);
const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 560 } });
await page.goto(url);
await page.getByTestId("canvas").waitFor();
if (example !== undefined) {
    await page.getByLabel("Example").selectOption({ label: example });
}
await page.waitForTimeout(500); // fonts, the first frame
await page.screenshot({ path: file });
await browser.close();
