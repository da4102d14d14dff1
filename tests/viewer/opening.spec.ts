// SPDX-License-Identifier: Apache-2.0
// Goal: a file can be chosen or dropped, and one that is not a trace gives one clear message.
// Method: complete, truncated and random files.
import { readFileSync } from "node:fs";
import { lab, threadx } from "./support/limen";
import { expect, test } from "./support/viewer";
import type { Dropped } from "./support/viewer";

const LIMEN = lab("threshold-preemptive-host");
const THREADX = threadx("wp_pts");
const TIMELESS = lab("producer_consumer-host");

test("the start page explains how to open a trace", async ({ viewer }) => {
  await viewer.open();
  await expect(viewer.page.getByTestId("start")).toBeVisible();
  await expect(viewer.page.getByRole("button", { name: /choose a trace/iu })).toBeFocused();
  await viewer.shot("start");
});

test("a dropped file replaces the one before", async ({ viewer }) => {
  await viewer.open();
  await viewer.drop([LIMEN]);
  await viewer.settle();
  await expect(viewer.canvas).toHaveAccessibleName(/^threshold-preemptive-host\.limen: /u);
  await viewer.drop([THREADX], 0.2);
  await expect(viewer.canvas).toHaveAccessibleName(/^wp_pts\.trx: /u);
  await expect(viewer.page.getByTestId("canvas")).toHaveCount(1);
});

test("a trace in which no time passes opens in sequence mode", async ({ viewer }) => {
  await viewer.open();
  await viewer.drop([TIMELESS]);
  await viewer.settle();
  const sequence = viewer.page.getByRole("radio", { name: "Sequence" });
  await expect(sequence).toHaveAttribute("aria-checked", "true");
  await viewer.drop([LIMEN]);
  await viewer.settle();
  await expect(sequence).toHaveAttribute("aria-checked", "false");
});

/** Pseudo-random bytes, the same in each run. */
function noise(length: number): Uint8Array {
  let state = 12345;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
}

const whole = readFileSync(LIMEN);
const WRONG: readonly Dropped[] = [
  {
    name: "letter.txt",
    bytes: Buffer.from("Dear kernel,\nplease find enclosed no trace at all.\n"),
  },
  { name: "empty.limen", bytes: new Uint8Array() },
  { name: "noise.limen", bytes: noise(5000) },
  { name: "noise.trx", bytes: noise(5000) },
  { name: "cut-in-header.limen", bytes: whole.subarray(0, 40) },
  { name: "cut-in-objects.limen", bytes: whole.subarray(0, 100) },
  { name: "trace.json", bytes: Buffer.from('{"traceEvents": []}') },
  { name: "cut-in-header.trx", bytes: readFileSync(THREADX).subarray(0, 30) },
];

for (const file of WRONG) {
  test(`${file.name} is refused with a message of one line`, async ({ viewer }) => {
    await viewer.open();
    await viewer.drop([file]);
    await expect(viewer.problem).toBeVisible();
    const text = (await viewer.problem.innerText()).replaceAll(/\s+/gu, " ").trim();
    // The message has the place, the problem and the remedy.
    expect(text).toMatch(/^\S.*[.:] \S.*\.$/u);
    expect(text).toContain(file.name);
    expect(text).not.toMatch(/undefined|NaN|TypeError|RangeError|RuntimeError/u);
    expect(text.length).toBeLessThan(300);
    // A valid trace still opens, and the message disappears.
    await viewer.drop([LIMEN]);
    await viewer.settle();
    await expect(viewer.problem).toHaveCount(0);
  });
}

for (const [name, file] of [
  ["half.limen", LIMEN],
  ["half.trx", THREADX],
] as const) {
  test(`${name} shows its events and reports the missing ones`, async ({ viewer }) => {
    const bytes = readFileSync(file);
    await viewer.open();
    await viewer.drop([{ name, bytes: bytes.subarray(0, Math.floor(bytes.length * 0.6)) }]);
    await viewer.settle();
    await expect(viewer.problem).toHaveCount(0);
    await expect(viewer.page.getByTestId("findings")).toContainText("The file is cut: ");
  });
}

test("the message for a JSON file names the formats that open", async ({ viewer }) => {
  await viewer.open();
  await viewer.drop([{ name: "trace.json", bytes: Buffer.from('{"traceEvents": []}') }]);
  await expect(viewer.problem).toContainText("trace.json: this is JSON and not a trace.");
});

test("a wrong file does not affect the open trace", async ({ viewer }) => {
  await viewer.open(LIMEN);
  await viewer.drop([{ name: "letter.txt", bytes: Buffer.from("no trace") }], 0.2);
  await expect(viewer.problem).toBeVisible();
  await expect(viewer.canvas).toHaveAccessibleName(/^threshold-preemptive-host\.limen: /u);
  await viewer.shot("wrong-file");
});
