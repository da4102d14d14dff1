// SPDX-License-Identifier: Apache-2.0
// Goal: each view of each lab's trace shows what is there, and the numbers that the command prints.
// Method: pictures are compared with golden ones; texts and numbers with `./limen trace --json`.
import { basename } from "node:path";
import type { Locator } from "@playwright/test";
import { lab, limen, threadx, ungrouped } from "./support/limen";
import { expect, test } from "./support/viewer";
import type { Viewer } from "./support/viewer";

interface Info {
  readonly events?: number;
  readonly raw_events?: number;
}

interface Switch {
  readonly event: number;
  readonly why: string;
}

const LIMEN = [
  "critical-section-mutex-host",
  "inversion-inheritance-host",
  "inversion-plain-host",
  "io-overlap-threads-host",
  "preemption-models-readers-host",
  "preemption-models-spinlock-host",
  "priorities-equal-host",
  "starvation-slices-host",
  "switch-cost-interrupt-mps2-an385",
  "threshold-preemptive-host",
  "threshold-threshold-host",
  "time-slice-block-1000-host",
  "window-interrupt-host",
];
const THREADX = ["timeslice", "wp_case2_wrapped_small", "wp_pts", "srec"];
/** Those whose columns of single events are compared as pictures, too. */
const IN_SEQUENCE = new Set(["threshold-threshold", "inversion-plain", "wp_pts"]);
const TABS = ["Statistics", "Events", "Objects", "Information", "Details"] as const;
/** Values that a program forgot to make words of. */
const LEFT_OVER = /\b(?:undefined|null|NaN|Infinity)\b|\[object/u;
/** Switches of each trace whose reason is read in the page. */
const SWITCHES_READ = 20;

function titleOf(file: string): string {
  return basename(file).replace(/\.(?:limen|trx)$/u, "").replace(/-(?:host|mps2-an385)$/u, "");
}

async function eventsOf(file: string): Promise<number> {
  const info = (await limen("trace", "info", file)) as Info;
  return info.events ?? info.raw_events ?? NaN;
}

async function tab(viewer: Viewer, name: string): Promise<Locator> {
  await viewer.page.getByRole("tab", { name, exact: true }).click();
  await viewer.rest();
  return viewer.page.getByRole("tabpanel");
}

for (const file of [...LIMEN.map(lab), ...THREADX.map(threadx)]) {
  const title = titleOf(file);

  test(`${title}: pictures and panels`, async ({ viewer }) => {
    await viewer.open(file);
    const label = ungrouped((await viewer.canvas.getAttribute("aria-label")) ?? "");
    expect(label).toContain(`: ${await eventsOf(file)} events`);
    await viewer.shot(`${title}-time`);
    await viewer.press("v", "Home", "c");
    if (IN_SEQUENCE.has(title)) {
      await viewer.shot(`${title}-sequence`);
    }
    for (const name of TABS) {
      const panel = await tab(viewer, name);
      await expect(panel).not.toBeEmpty();
      await expect(panel).not.toContainText(LEFT_OVER);
    }
  });

  test(`${title}: reasons of switches`, async ({ viewer }) => {
    const switches = (await limen("trace", "why", file)) as readonly Switch[];
    expect(switches.length).toBeGreaterThan(0);
    await viewer.open(file);
    await viewer.press("Home");
    const said = viewer.page.getByTestId("said");
    for (const { event, why } of switches.slice(0, SWITCHES_READ)) {
      await viewer.page.keyboard.press("c");
      await expect(said).toHaveText(new RegExp(`^#\\D?${event + 1}\\b`, "u"));
      const text = await said.innerText();
      expect(ungrouped(text.slice(text.indexOf("): ") + 3))).toBe(ungrouped(why));
    }
  });
}
