// SPDX-License-Identifier: Apache-2.0
// Goal: every browser opens a trace, shows it, and supports the main interactions without errors.
// Method: the same steps in each browser of the configuration; a test fails on any line in the
// console (support/viewer.ts).
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageOf, type ImageRecord } from "../../viewer/test/model/image";
import { lab, threadx } from "./support/limen";
import { expect, test } from "./support/viewer";

/** The file of a saved page. */
function saved(bytes: Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), "limen-")), "saved.html");
  writeFileSync(file, bytes);
  return file;
}

/** Number of colours with a noticeable share of the picture: background, threads, lines. */
const COLOURS_LEAST = 6;

test("opens a trace and draws it", async ({ viewer }) => {
  await viewer.open(lab("threshold-threshold-host"));
  const colours = await viewer.colours();
  const seen = colours.filter(([, share]) => share > 0.002);
  expect(seen.length).toBeGreaterThanOrEqual(COLOURS_LEAST);
  await expect(viewer.problem).toHaveCount(0);
});

test("opens a trace of ThreadX", async ({ viewer }) => {
  await viewer.open(threadx("wp_pts"));
  expect((await viewer.colours()).length).toBeGreaterThan(COLOURS_LEAST);
  await viewer.press("End");
  await expect(viewer.page.getByTestId("said")).toContainText("#");
});

/** Files larger than this are read in a worker. */
const MEGABYTE = 1 << 20;

test("opens a trace of more than a megabyte", async ({ viewer }) => {
  const { page } = viewer;
  const sleeps = MEGABYTE / 32 + 1;
  const records = Array.from({ length: sleeps }, (_, sleep): readonly ImageRecord[] => [
    { time: 9 * sleep, event: 4, thread: 1, a: 4, b: 1 },
    { time: 9 * sleep + 1 + (sleep % 8), event: 3, object: 1, a: 1 },
  ]);
  const bytes = imageOf([{ kind: 1, name: "sleeper", priority: 1 }], records.flat());
  expect(bytes.length).toBeGreaterThan(MEGABYTE);
  await viewer.open();
  await viewer.drop([{ name: "long.limen", bytes }]);
  await viewer.settle();
  await expect(viewer.canvas).toHaveAccessibleName(/: 65,538 events/u);
  await viewer.press("7");
  const table = page.getByTestId("table");
  await table.getByLabel("What is listed").selectOption("Waits");
  await expect(page.getByTestId("table-sum")).toContainText("32,769 rows;");
  await viewer.press("End");
  await expect(page.getByTestId("said")).toContainText("#65537 READY");
});

test("reports why a file is not a trace", async ({ viewer }) => {
  await viewer.open();
  await viewer.drop([{ name: "none.limen", bytes: new Uint8Array(99) }]);
  await expect(viewer.problem).toContainText("none.limen");
});

test("goes through findings", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(lab("inversion-plain-host"));
  const findings = page.getByTestId("findings").locator("button.finding");
  await expect(findings.first()).toContainText("Unbounded priority inversion");
  await viewer.press("x");
  await expect(findings.nth(0)).toHaveAttribute("aria-current", "true");
  await expect(page.getByTestId("said")).toContainText("#23 ");
  await viewer.press("x");
  await expect(findings.nth(1)).toHaveAttribute("aria-current", "true");
});

test("three clicks explain an unknown trace and send it to a colleague", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(threadx("wp_pts"));
  const worst = page.getByTestId("findings").getByRole("button").first();
  const sentence = /^Warning: Thread A was held off 12 times, .* by level 1 of Thread D/u;
  await expect(worst).toHaveAccessibleName(sentence);
  await worst.click(); // the first click: its place
  await viewer.rest();
  const span = await page.getByTestId("span").innerText();
  const { name, bytes } = await viewer.exported("Save as one page"); // the second and third one
  expect(name).toBe("wp_pts.html");
  // The colleague opens the file.
  const other = await page.context().newPage();
  await other.goto(`file://${saved(bytes)}`);
  await expect(other.getByTestId("span")).toHaveText(span);
  await other.getByRole("button", { name: /^Findings: /u }).click();
  const first = other.getByTestId("findings").getByRole("button").first();
  await expect(first).toHaveAccessibleName(sentence);
  await other.close();
});

test("zooms with the wheel and the keyboard", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(lab("threshold-threshold-host"));
  const span = page.getByTestId("span");
  const whole = (await span.textContent()) ?? "";
  await viewer.canvas.hover({ position: { x: 500, y: 200 } });
  await page.mouse.wheel(0, -400);
  await expect(span).not.toHaveText(whole);
  await viewer.press("f");
  await expect(span).toHaveText(whole);
  await viewer.press("w");
  await expect(span).not.toHaveText(whole);
});

test("lists and sorts waits, and shows the place of a wait", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(lab("threshold-threshold-host"));
  await viewer.press("7");
  const table = page.getByTestId("table");
  await table.getByLabel("What is listed").selectOption("Waits");
  await table.getByRole("columnheader", { name: "begin" }).getByRole("button").click();
  await table.locator(".table-body").getByRole("row").first().click();
  await expect(page.getByTestId("said")).toContainText("SUSPEND");
});

test("exports a picture and the statistics", async ({ viewer }) => {
  await viewer.open(lab("threshold-threshold-host"));
  const png = await viewer.exported("PNG");
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(png.bytes.length).toBeGreaterThan(10_000);
  const svg = await viewer.exported("SVG");
  expect(svg.bytes.toString()).toContain("<svg");
  const csv = await viewer.exported("CSV");
  expect(csv.bytes.toString()).toContain("system.switches");
});

test("scrollbars are dark in the dark theme", async ({ viewer, browserName }) => {
  await viewer.page.emulateMedia({ colorScheme: "dark" });
  await viewer.open(lab("threshold-threshold-host"));
  const panel = viewer.page.getByRole("tabpanel");
  await expect(panel).toHaveCSS("color-scheme", "dark");
  if (browserName === "firefox") {
    await expect(panel).not.toHaveCSS("scrollbar-color", "auto");
  }
});
