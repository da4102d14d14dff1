// SPDX-License-Identifier: Apache-2.0
// Goal: long traces open and show a picture, and the times are reported.
// Method: the files in LIMEN_SPEED_FILES are opened one after the other, on displays of scale 1 and
// 2; the results go to LIMEN_SPEED_RESULTS. Times depend on the machine, so they are reported and
// not tested.
import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "@playwright/test";
import { colouredOf, floorOf, framesOf, open, stopOf } from "./measure";
import type { Frames, Opened } from "./measure";

/** The least share of coloured pixels. A picture without any activity has none. */
const COLOURED_LEAST = 0.01;
const files = (process.env["LIMEN_SPEED_FILES"] ?? "").split(":").filter((name) => name !== "");
interface Measured extends Opened, Frames {
  /** The first zoom, before caches are filled. */
  readonly first: number;
  /** The longest time without a frame while the statistics of a range are counted. */
  readonly stop: number;
  readonly zoom2: number;
  readonly pan2: number;
  readonly browser: string;
}

const results: Record<string, Measured | { readonly floor: number; readonly floor2: number }> = {};

test("LIMEN_SPEED_FILES names files", () => {
  expect(files).not.toEqual([]);
});

/** A single measurement depends on the load of the machine. */
const FLOOR_ROUNDS = 5;

test("an empty page", async ({ browser }) => {
  const floors = [];
  for (const deviceScaleFactor of [1, 2]) {
    const page = await browser.newPage({ deviceScaleFactor });
    const rounds = [];
    for (let round = 0; round < FLOOR_ROUNDS; round += 1) {
      rounds.push(await floorOf(page));
    }
    floors.push(Math.min(...rounds));
    await page.close();
  }
  const [floor = NaN, floor2 = NaN] = floors;
  results["floor"] = { floor, floor2 };
});

/** The fastest round counts, as in the benchmarks of commands. */
const FRAME_ROUNDS = 3;

for (const file of files) {
  test(`${basename(file)} opens and moves`, async ({ browser }) => {
    const measured = [];
    for (const deviceScaleFactor of [1, 2]) {
      const page = await browser.newPage({ deviceScaleFactor });
      const opened = await open(page, browser, file);
      expect(opened.events).toBeGreaterThan(0);
      expect(opened.coloured, "an empty picture").toBeGreaterThan(COLOURED_LEAST);
      const rounds = [];
      for (let round = 0; round < FRAME_ROUNDS; round += 1) {
        rounds.push(await framesOf(page));
      }
      expect(await colouredOf(page), "an empty picture").toBeGreaterThan(COLOURED_LEAST);
      measured.push({
        ...opened,
        first: rounds[0]?.zoom ?? NaN,
        zoom: Math.min(...rounds.map(({ zoom }) => zoom)),
        pan: Math.min(...rounds.map(({ pan }) => pan)),
        stop: await stopOf(page),
      });
      await page.close();
    }
    const [one, two] = measured;
    if (one !== undefined && two !== undefined) {
      const version = browser.version();
      results[basename(file)] = { ...one, zoom2: two.zoom, pan2: two.pan, browser: version };
    }
  });
}

test.afterAll(() => {
  const target = process.env["LIMEN_SPEED_RESULTS"];
  if (target !== undefined) {
    writeFileSync(target, JSON.stringify(results, null, 2));
  }
});
