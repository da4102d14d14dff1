// SPDX-License-Identifier: Apache-2.0
// Goal: the built page is one small file without external dependencies.
// Method: the file is examined, and opened while all requests are recorded.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "./support/viewer";
import { bytesOf } from "../../viewer/src/model/letters";
import { PAGE, PAGE_FILE } from "./support/paths";

const BYTES_MAX = 500_000;

test("the page is small", () => {
  expect(readFileSync(PAGE_FILE).length).toBeLessThanOrEqual(BYTES_MAX);
});

test("the page contains no host name", () => {
  // Names of XML namespaces look like URLs, but browsers do not load them.
  const page = readFileSync(PAGE_FILE, "utf8");
  const [, packed = ""] = /\[bytesOf\("(.*?)"/.exec(page) ?? [];
  const [style, script] = JSON.parse(gunzipSync(bytesOf(packed)).toString()) as string[];
  const text = `${page}${style}${script}`.replaceAll(/http:\/\/www\.w3\.org\/[\w/]+/g, "");
  expect(text.match(/(?:https?:|wss?:)?\/\/\w[\w-]*(?:\.\w[\w-]*)+[^\s"'`]*/g)).toBeNull();
});

test("the page loads only itself", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(PAGE);
  await expect(page.locator("#app")).not.toBeEmpty();
  expect(asked.filter((url) => !/^(?:blob|data):/.test(url))).toEqual([PAGE]);
});
