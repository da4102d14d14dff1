// SPDX-License-Identifier: Apache-2.0
// Goal: each view of each lab's trace shows its contents, with the numbers that the command prints.
// Method: pictures are compared with golden ones; texts and numbers with `./limen trace --json`.
import { basename } from "node:path";
import type { Locator } from "@playwright/test";
import { expected, TRACES, ungrouped } from "./support/limen";
import type { Switch } from "./support/limen";
import { expect, test } from "./support/viewer";
import type { Viewer } from "./support/viewer";

/** Traces whose pictures in sequence mode are compared too. LIMEN_LONG compares all of them. */
const IN_SEQUENCE = new Set(["threshold-threshold", "inversion-plain", "wp_pts"]);
const TABS = ["Statistics", "Events", "Objects", "Info", "Details"] as const;
/** Values that the page failed to format. */
const LEFT_OVER = /\b(?:undefined|null|NaN|Infinity)\b|\[object/u;
/** Number of switches per trace whose reason is checked. */
const SWITCHES_READ = 20;

function titleOf(file: string): string {
  return basename(file)
    .replace(/\.(?:limen|trx)$/u, "")
    .replace(/-(?:host|mps2-an385)$/u, "");
}

async function tab(viewer: Viewer, name: string): Promise<Locator> {
  await viewer.page.getByRole("tab", { name, exact: true }).click();
  await viewer.rest();
  return viewer.page.getByRole("tabpanel");
}

/** Steps from switch to switch and compares the reasons with those of the command. */
async function readReasons(viewer: Viewer, switches: readonly Switch[]): Promise<void> {
  const said = viewer.page.getByTestId("said");
  await viewer.press("Home");
  for (const { event, why } of switches.slice(0, SWITCHES_READ)) {
    await viewer.page.keyboard.press("c");
    await expect(said).toHaveText(new RegExp(`^#${event} `, "u"));
    expect.soft(ungrouped(await said.innerText())).toContain(ungrouped(`: ${why}`));
  }
}

for (const file of TRACES) {
  const title = titleOf(file);
  if (process.env.LIMEN_LONG === undefined && !IN_SEQUENCE.has(title)) {
    continue;
  }

  test(`${title}: pictures, numbers, reasons`, async ({ viewer }) => {
    const { info, why, stats } = expected(file);
    await viewer.open(file);
    const label = ungrouped((await viewer.canvas.getAttribute("aria-label")) ?? "");
    expect.soft(label).toContain(`: ${info.events ?? info.raw_events} events`);
    await viewer.shot(`${title}-time`);
    const { bytes } = await viewer.exported("Statistics as JSON");
    expect.soft(JSON.parse(bytes.toString("utf8"))).toEqual(stats);
    await readReasons(viewer, why);
    if (IN_SEQUENCE.has(title)) {
      await viewer.press("v");
      await viewer.shot(`${title}-sequence`);
    }
    for (const name of TABS) {
      const panel = await tab(viewer, name);
      await expect.soft(panel).not.toBeEmpty();
      expect.soft(await panel.innerText()).not.toMatch(LEFT_OVER);
    }
  });
}
