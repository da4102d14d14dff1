// SPDX-License-Identifier: Apache-2.0
// Goal: each view of each lab's trace shows what is there, and the numbers that the command prints.
// Method: pictures are compared with golden ones; texts and numbers with `./limen trace --json`.
import { basename } from "node:path";
import type { Locator } from "@playwright/test";
import { LABS, limen, THREADX } from "./support/limen";
import { expect, test } from "./support/viewer";
import type { Viewer } from "./support/viewer";

interface Info {
  readonly events?: number;
  readonly raw_events?: number;
}

interface Why {
  readonly event: number;
  readonly text: string;
}

const TABS = ["Details", "Statistics", "Events", "Objects", "Information"] as const;
/** Values that a program forgot to make words of. */
const LEFT_OVER = /\b(?:undefined|null|NaN|Infinity)\b|\[object/u;
/** Switches of each trace whose reason is read in the page. */
const SWITCHES_READ = 25;

function titleOf(file: string): string {
  return basename(file).replace(/\.(?:limen|trx)$/u, "").replace(/-host$/u, "");
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

for (const file of [...LABS, ...THREADX]) {
  const title = titleOf(file);

  test(`${title}: time and sequence`, async ({ viewer }) => {
    await viewer.open(file);
    const events = (await eventsOf(file)).toLocaleString("en-US");
    await expect(viewer.canvas).toHaveAttribute("aria-label", new RegExp(`: ${events} events?,`, "u"));
    await viewer.shot(`${title}-time`);
    await viewer.press("v", "Home", "c");
    await viewer.shot(`${title}-sequence`);
  });

  test(`${title}: panels`, async ({ viewer }) => {
    await viewer.open(file);
    await viewer.press("c");
    for (const name of TABS) {
      const panel = await tab(viewer, name);
      await expect(panel).not.toBeEmpty();
      await expect(panel).not.toContainText(LEFT_OVER);
    }
  });

  test(`${title}: reasons of switches`, async ({ viewer }) => {
    const expected = (await limen("trace", "why", file)) as readonly Why[];
    await viewer.open(file);
    await viewer.press("Home");
    const said = viewer.page.getByTestId("said");
    for (const { event, text } of expected.slice(0, SWITCHES_READ)) {
      await viewer.page.keyboard.press("c");
      await expect(said).toHaveText(new RegExp(`^#${event + 1} .*: ${escaped(text)}$`, "u"));
    }
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}
