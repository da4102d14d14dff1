// SPDX-License-Identifier: Apache-2.0
// Goal: from a finding of a trace it is three clicks to a system that is proven to meet its
// deadlines, and the page shows what the commands print.
// Method: samples are opened; the page's system, proposals and bounds are compared with those of
// `limen analyze` and `limen assign`; the link and the saved page are opened again.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./support/viewer";
import type { Page } from "@playwright/test";
import { BUILD, PAGE, ROOT } from "./support/paths";

const FOLDER = join(BUILD, "remedy-pages");
const SAMPLES = join(ROOT, "examples/traces");
const INHERITANCE = ["--thresholds", "keep", "--protocols", "inheritance"];
/** Each has a finding with a remedy; the third column are arguments of assign. */
const CASES: readonly (readonly [string, "limen" | "trx", readonly string[]])[] = [
  ["schedulability-preemptive-host", "limen", ["--thresholds", "minimal"]],
  ["inversion-plain-host", "limen", INHERITANCE],
  ["inversion-plain-host", "trx", INHERITANCE],
];

/** The ThreadX file of each sample takes the same steps. LIMEN_LONG tests both files. */
const ALSO_AS_THREADX = "inversion-plain-host.limen";

interface Json {
  readonly schedulable: boolean;
  readonly threads: readonly {
    readonly name: string;
    readonly deadline: number;
    readonly period: number;
    readonly response_safe: number | null;
  }[];
  readonly changes: readonly {
    readonly thread: string;
    readonly what: string;
    readonly before: number | string;
    readonly after: number | string;
  }[];
}

/** Returns the JSON that a command prints. Its status is 1 if deadlines can be missed. */
function limen(...words: string[]): Json {
  try {
    return JSON.parse(
      execFileSync(join(ROOT, "limen"), [...words, "--json"], { cwd: ROOT, encoding: "utf8" }),
    ) as Json;
  } catch (error) {
    return JSON.parse((error as { readonly stdout: string }).stdout) as Json;
  }
}

function sampleOf(name: string): string {
  return join(SAMPLES, `${name}.limen`);
}

/** The run as ThreadX would have recorded it. */
function asThreadx(sample: string): string {
  const file = join(FOLDER, `${sample}.trx`);
  execFileSync(join(ROOT, "limen"), ["trace", "convert", sampleOf(sample), file]);
  return file;
}

async function open(page: Page, trace: string): Promise<void> {
  await page.goto(PAGE);
  await page.getByTestId("file-input").setInputFiles(trace);
  await expect(page.getByTestId("findings")).toBeVisible();
}

async function tryRemedy(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Try a remedy" }).first().click();
  await expect(page.getByTestId("proposals")).toBeVisible();
}

/** Reads bound and deadline of each thread from the table. */
async function table(page: Page): Promise<Record<string, readonly [string, number]>> {
  return page.locator(".play-table tbody tr").evaluateAll((rows) =>
    Object.fromEntries(
      rows.map((row) => {
        const name = row.querySelector("th")?.textContent ?? "";
        const bound = row.querySelector(`[data-testid="${name}-bound"]`)?.textContent ?? "";
        const deadline = row.querySelector<HTMLInputElement>(`[aria-label="deadline of ${name}"]`);
        return [name, [bound, Number(deadline?.value)]];
      }),
    ),
  );
}

function expected({ threads }: Json): Record<string, readonly [string, number]> {
  return Object.fromEntries(
    threads.map(({ name, response_safe: bound, deadline }) => [
      name,
      [bound?.toLocaleString("en") ?? "none", deadline],
    ]),
  );
}

for (const [sample, kind, words] of CASES) {
  if (process.env.LIMEN_LONG === undefined && `${sample}.${kind}` === ALSO_AS_THREADX) {
    continue;
  }
  test(`${sample}.${kind}: three clicks to the proven system of the commands`, async ({ page }) => {
    mkdirSync(FOLDER, { recursive: true });
    const trace = kind === "trx" ? asThreadx(sample) : sampleOf(sample);
    await open(page, trace);
    await tryRemedy(page);
    expect(await table(page)).toEqual(expected(limen("analyze", trace)));
    const { changes } = limen("assign", trace, ...words);
    const first = page.getByTestId("proposals").locator("li").first();
    await expect(first).toContainText(
      changes
        .map(({ thread, what, before, after }) => `${what} of ${thread} ${before} → ${after}`)
        .join("; "),
    );
    await first.getByRole("button").click();
    await expect(page.getByTestId("sentence")).toContainText(
      "All deadlines are met, which is proven",
    );
    for (const cell of await page.locator('[data-testid$="-misses"]').allTextContents()) {
      expect(cell).toBe("0");
    }
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save system.toml" }).click();
    const file = join(FOLDER, `${sample}-${kind}.toml`);
    await (await download).saveAs(file);
    const proven = limen("analyze", file);
    expect(proven.schedulable).toBe(true);
    expect(await table(page)).toEqual(expected(proven));
  });
}

test("the deadline that the trace missed is missed in the simulation, then met", async ({
  page,
}) => {
  await open(page, sampleOf("schedulability-preemptive-host"));
  await tryRemedy(page);
  await expect(page.getByTestId("t3-misses")).not.toHaveText("0");
  await expect(page.getByTestId("sentence")).toContainText(/57\.50\sms of 50\sms/u);
  await page.getByRole("button", { name: "Use: The fewest thresholds" }).click();
  await expect(page.getByTestId("t3-misses")).toHaveText("0");
  await expect(page.getByTestId("t3-longest")).toHaveText("1,187,496");
  await expect(page.getByTestId("t3-bound")).toHaveText("1,187,496");
  await page.getByRole("button", { name: "Back to the trace" }).click();
  await expect(page.getByTestId("findings")).toContainText("t3 missed its deadline 2 times");
});

test("the link and the saved page open the system", async ({ page }) => {
  mkdirSync(FOLDER, { recursive: true });
  await open(page, sampleOf("schedulability-preemptive-host"));
  await tryRemedy(page);
  await page.getByRole("button", { name: "Use: The fewest thresholds" }).click();
  const sentence = (await page.getByTestId("sentence").textContent()) ?? "";
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = page.url();
  expect(link).toContain("#play=1");
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(other.getByTestId("sentence")).toHaveText(sentence);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save page" }).click();
  const file = join(FOLDER, "saved.html");
  await (await download).saveAs(file);
  await other.goto(`file://${file}`);
  await expect(other.getByTestId("sentence")).toHaveText(sentence);
  await expect(other.getByTestId("canvas")).toBeVisible();
});

test("a missing bound has its reason", async ({ page }) => {
  const file = join(SAMPLES, "inversion-plain-host.limen");
  await open(page, sampleOf("inversion-plain-host"));
  await tryRemedy(page);
  await expect(page.getByTestId("high-bound")).toHaveText("none");
  await expect(page.getByTestId("high-bound")).toHaveAttribute("title", /has no protocol/u);
  expect(limen("analyze", file).schedulable).toBe(false);
});
