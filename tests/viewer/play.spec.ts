// SPDX-License-Identifier: Apache-2.0
// Goal: the page that simulates a system shows the results of the command.
// Method: sliders are moved, and the saved files are compared byte for byte with those of ./limen
// simulate.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./support/viewer";
import type { Page } from "@playwright/test";
import { BUILD, ROOT } from "./support/paths";

const FOLDER = join(BUILD, "play-pages");
const PAGE = join(FOLDER, "play.html");
const SYSTEM = join(FOLDER, "system.toml");
const TEXT = `name = "example"
[[resource]]
name = "bus"
protocol = "ceiling"
[[interrupt]]
name = "timer"
period = 700
work = 20
[[thread]]
name = "fast"
period = 1000
work = 150
priority = 1
[[thread]]
name = "middle"
period = 3000
work = 600
priority = 4
threshold = 2
sections = [{ resource = "bus", start = 100, work = 200 }]
[[thread]]
name = "slow"
period = 12000
work = 3000
priority = 9
jitter = 500
chunks = [{ work = 1000, threshold = 9 }, { work = 2000, threshold = 3 }]
sections = [{ resource = "bus", start = 1200, work = 300 }]
`;

function limen(...words: string[]): void {
  execFileSync(join(ROOT, "limen"), words, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
}

test.beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(SYSTEM, TEXT);
  limen("play", SYSTEM, "-o", PAGE);
});

async function open(page: Page): Promise<void> {
  await page.goto(`file://${PAGE}`);
  await expect(page.getByTestId("canvas")).toBeVisible();
}

async function saved(page: Page, button: string): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await page.getByTestId("play").getByRole("button", { name: button, exact: true }).click();
  return readFileSync(await (await download).path());
}

/** The command's trace of a system, up to the instant at which the page's run ends. */
async function traceOf(page: Page, file: string): Promise<Buffer> {
  const text = (await page.getByTestId("summary").textContent()) ?? "";
  const end = /in ([\d,]+) ticks/u.exec(text)?.[1]?.replaceAll(",", "") ?? "";
  const trace = `${file}.limen`;
  limen("simulate", file, "--for", end, "--trace", trace);
  return readFileSync(trace);
}

test("the trace equals that of the command", async ({ page }) => {
  await open(page);
  const ours = await saved(page, "Save trace");
  expect(ours.equals(await traceOf(page, SYSTEM))).toBe(true);
});

test("the trace equals that of the command after each move of a slider", async ({ page }) => {
  await open(page);
  await page.getByLabel("threshold of middle").fill("1");
  await page.getByLabel("work of slow").fill("3700");
  await page.getByLabel("period of fast").fill("800");
  const file = join(FOLDER, "moved.toml");
  writeFileSync(file, await saved(page, "Save system.toml"));
  await expect(page.getByTestId("slow-bound")).not.toBeEmpty();
  const ours = await saved(page, "Save trace");
  expect(ours.equals(await traceOf(page, file))).toBe(true);
});

test("two cores have the bounds of the command", async ({ page }) => {
  await open(page);
  await page.getByLabel("Example").selectOption({ label: "Two cores: a shared mutex" });
  const file = join(FOLDER, "cores.toml");
  writeFileSync(file, await saved(page, "Save system.toml"));
  const analysis = JSON.parse(
    execFileSync(join(ROOT, "limen"), ["analyze", file, "--json"], { encoding: "utf8" }),
  ) as {
    readonly threads: readonly { readonly name: string; readonly response_safe: number | null }[];
  };
  for (const { name, response_safe: response } of analysis.threads) {
    const bound = response?.toLocaleString("en") ?? "none";
    await expect(page.getByTestId(`${name}-bound`)).toHaveText(bound);
  }
  await page.getByLabel("core of network").fill("0");
  await page.getByLabel("core of log").fill("0");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("log-longest")).toHaveText("6,900");
});

test("the white papers' example: 18 switches a period, or 4", async ({ page }) => {
  await open(page);
  const summary = page.getByTestId("summary");
  await page.getByLabel("Example").selectOption({ label: "Messages: preemptive" });
  await expect(summary).toContainText("39 switches"); // 3 at the start and 18 in each of 2 periods
  await page.getByLabel("threshold of D").fill("1");
  await expect(summary).toContainText("11 switches");
});

test("thresholds let a system meet its deadlines", async ({ page }) => {
  await open(page);
  await page.getByLabel("Example").selectOption({ label: "Deadlines: preemptive" });
  await expect(page.getByTestId("T3-misses")).toHaveText("4");
  await page.getByLabel("threshold of T2").fill("0");
  await page.getByLabel("threshold of T3").fill("1");
  await expect(page.getByTestId("T3-misses")).toHaveText("0");
  await expect(page.getByTestId("T3-longest")).toHaveText("9,500");
  await expect(page.getByTestId("T3-bound")).toHaveText("9,500");
});

test("M runs in an inversion only if L does not inherit", async ({ page }) => {
  await open(page);
  await page.getByLabel("Example").selectOption({ label: "Inversion: a plain mutex" });
  await expect(page.getByTestId("H-longest")).toHaveText("9,500");
  await page.getByLabel("Example").selectOption({ label: "Inversion: inheritance" });
  await expect(page.getByTestId("H-longest")).toHaveText("3,500");
  await expect(page.getByTestId("summary")).toContainText(
    "no shared stack, since threads can wait for a mutex",
  );
});
