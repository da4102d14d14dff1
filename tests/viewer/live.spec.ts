// SPDX-License-Identifier: Apache-2.0
// Goal: a target that runs is seen while it runs, and whole once it has ended.
// Method: an endless program on this machine, ended by Ctrl-C; the page is served by the command.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { ROOT } from "./support/paths";
import { expect, test } from "./support/viewer";

test.use({ offline: false });

interface Run {
  readonly process: ChildProcess;
  readonly address: string;
}

/** The command as a person starts it; a shell in the background would have it ignore Ctrl-C. */
async function start(): Promise<Run> {
  const limen = [join(ROOT, "limen"), "run", "example-watch", "--live", "--no-browser", "--", "0"];
  const process_ = spawn("env", ["--default-signal=INT", ...limen], {
    cwd: ROOT,
    env: { ...process.env, LIMEN_CLOCK: "real" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [address] = (await once(createInterface(process_.stdout), "line")) as [string];
  return { process: process_, address };
}

/** Of "live, 1,234 events, 5 lost". */
async function events(page: Page, phase: string): Promise<number> {
  const text =
    (await page.getByText(new RegExp(`^${phase}, [\\d,]+ events`, "u")).textContent()) ?? "";
  return Number(/([\d,]+) events/u.exec(text)?.[1]?.replaceAll(",", ""));
}

test("a running program is followed until it ends", async ({ page }) => {
  const run = await start();
  try {
    await page.goto(run.address);
    await expect(page.getByText(/^live, [\d,]+ events/u)).toBeVisible();
    const first = await events(page, "live");
    await expect.poll(() => events(page, "live")).toBeGreaterThan(first);
    await expect(page.getByTestId("problem")).toHaveCount(0);
    run.process.kill("SIGINT");
    await expect(page.getByText(/^ended, [\d,]+ events/u)).toBeVisible();
    expect(await events(page, "ended")).toBeGreaterThan(first);
    const [status] = (await once(run.process, "exit")) as [number | null];
    expect(status).toBe(0);
  } finally {
    run.process.kill("SIGKILL");
  }
});
