// SPDX-License-Identifier: Apache-2.0
// Goal: long traces open, and the page says how fast.
// Method: the files that LIMEN_SPEED_FILES names are opened one after the other; what was measured
// goes to LIMEN_SPEED_RESULTS. Times differ from machine to machine: they are reported, not tested.
import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "@playwright/test";
import { measure } from "./measure";
import type { Measured } from "./measure";

const files = (process.env["LIMEN_SPEED_FILES"] ?? "").split(":").filter((name) => name !== "");
const results: Record<string, Measured & { readonly browser: string }> = {};

test("there is something to measure", () => {
  expect(files).not.toEqual([]);
});

for (const file of files) {
  test(`${basename(file)} opens and moves`, async ({ page, browser }) => {
    const measured = await measure(page, file);
    results[basename(file)] = { ...measured, browser: browser.version() };
    expect(measured.events).toBeGreaterThan(0);
    expect(measured.zoom).toBeGreaterThan(0);
  });
}

test.afterAll(() => {
  const target = process.env["LIMEN_SPEED_RESULTS"];
  if (target !== undefined) {
    writeFileSync(target, JSON.stringify(results, null, 2));
  }
});
