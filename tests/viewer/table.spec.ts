// SPDX-License-Identifier: Apache-2.0
// Goal: one table lists the results of a trace of any length, by pointer and by keyboard; a row
// leads to its place, and a bar of a histogram to its jobs.
import type { Locator } from "@playwright/test";
import { imageOf } from "../../viewer/test/model/image";
import type { ImageRecord } from "../../viewer/test/model/image";
import { lab } from "./support/limen";
import { expect, test } from "./support/viewer";
import type { Viewer } from "./support/viewer";

async function openTable(viewer: Viewer, kind: string): Promise<Locator> {
  await viewer.press("7");
  const table = viewer.page.getByTestId("table");
  await table.getByLabel("What is listed").selectOption(kind);
  return table;
}

/** The rows below the titles. */
function rowsOf(table: Locator): Locator {
  return table.locator(".table-body").getByRole("row");
}

/** The texts of a column. */
async function cells(table: Locator, column: number): Promise<readonly string[]> {
  return rowsOf(table).locator(`:nth-child(${column})`).allTextContents();
}

test("a click on a row shows its place", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(lab("inversion-plain-host"));
  const table = await openTable(viewer, "Inversions");
  await expect(rowsOf(table)).toHaveCount(1);
  await expect(rowsOf(table)).toContainText("unbounded");
  await rowsOf(table).click();
  await expect(rowsOf(table)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByTestId("said")).toContainText("#23 ");
  await expect(page.getByTestId("span")).toHaveText("visible: 14.4 ms");
  await viewer.shot("table");
});

test("titles sort, and rows are reached with the keyboard", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(lab("threshold-threshold-host"));
  const table = await openTable(viewer, "Waits");
  const title = table.getByRole("columnheader", { name: "begin" });
  await expect(table.getByRole("columnheader", { name: "length" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await title.getByRole("button").focus();
  await viewer.press("Enter", "Enter");
  await expect(title).toHaveAttribute("aria-sort", "ascending");
  const begins = (await cells(table, 4)).map(parseFloat);
  expect(begins.length).toBeGreaterThan(10);
  expect(begins).toEqual([...begins].sort((one, other) => one - other));
  const before = await page.getByTestId("said").textContent();
  await table.getByRole("grid").focus();
  await viewer.press("ArrowDown", "ArrowDown");
  await expect(page.getByTestId("said")).toHaveText(before ?? "");
  await viewer.press("Enter");
  await expect(rowsOf(table).nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByTestId("said")).toContainText("SUSPEND by ");
});

test("a thread and a range of the picture select rows", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(lab("threshold-threshold-host"));
  const table = await openTable(viewer, "Held off");
  const sum = page.getByTestId("table-sum");
  await expect(sum).toContainText("24 rows");
  await table.getByLabel("Thread", { exact: true }).selectOption("A");
  await expect(sum).toContainText("8 rows; length: 186.6 µs (4,666 ticks) in total");
  const box = await viewer.canvas.boundingBox();
  const [x, y] = [box?.x ?? 0, (box?.y ?? 0) + 60];
  await page.keyboard.down("Shift");
  await page.mouse.move(x + 300, y);
  await page.mouse.down();
  await page.mouse.move(x + 500, y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await viewer.press("7");
  await expect(sum).toContainText(/^[1-7] rows in the selected range/u);
});

test("bars of a histogram list their jobs", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(lab("preemption-models-readers-host"));
  await viewer.press("2");
  const bars = page.getByTestId("bars-response").first();
  await bars.scrollIntoViewIfNeeded();
  const box = await bars.boundingBox();
  const [x, y] = [box?.x ?? 0, (box?.y ?? 0) + 30];
  await page.mouse.move(x + 1, y);
  await page.mouse.down();
  await page.mouse.move(x + (box?.width ?? 0) / 2, y, { steps: 3 });
  await page.mouse.up();
  const table = page.getByTestId("table");
  await expect(bars).toHaveAttribute("aria-valuetext", /^[1-9]\d* jobs? /u);
  await viewer.rest();
  const text = (await bars.getAttribute("aria-valuetext")) ?? "";
  const jobs = Number(/^(\d+) jobs? /u.exec(text)?.[1]);
  await expect(rowsOf(table)).toHaveCount(jobs);
  await rowsOf(table).first().click();
  await expect(page.getByTestId("said")).toContainText("#");
  await viewer.shot("table-brush");
  const all = table.getByRole("button", { name: "All jobs again" });
  await all.click();
  await expect(page.getByTestId("brush")).toHaveCount(0);
});

test("the keyboard selects bars too", async ({ viewer }) => {
  await viewer.open(lab("preemption-models-readers-host"));
  await viewer.press("2");
  const bars = viewer.page.getByTestId("bars-response").first();
  await bars.focus();
  await viewer.press("ArrowRight");
  await expect(bars).toHaveAttribute("aria-valuetext", /^\d+ jobs? from /u);
  await viewer.press("Shift+ArrowRight", "Enter");
  await expect(viewer.page.getByTestId("brush")).toContainText("response time");
});

const [READY, SUSPEND] = [3, 4];
const WAITS = 100_000;

/** A thread that repeatedly waits and becomes ready some ticks later. */
function waits(): Uint8Array {
  const records: ImageRecord[] = [];
  let time = 0;
  for (let wait = 0; wait < WAITS; wait += 1) {
    records.push({ time, event: SUSPEND, thread: 1, a: 4, b: 1 });
    time += 1 + ((wait * 7919) % 1009);
    records.push({ time, event: READY, object: 1, a: 1 });
    time += 1;
  }
  return imageOf([{ kind: 1, name: "sleeper", priority: 1, threshold: 1 }], records);
}

test("of a hundred thousand rows only the visible ones exist", async ({ viewer }) => {
  const bytes = waits();
  await viewer.open();
  await viewer.drop([{ name: "long.limen", bytes }]);
  await viewer.settle();
  await viewer.shot("long");
  const table = await openTable(viewer, "Waits");
  await expect(viewer.page.getByTestId("table-sum")).toContainText("100,000 rows;");
  expect(await rowsOf(table).count()).toBeLessThan(60);
  await table.getByRole("columnheader", { name: "begin" }).getByRole("button").click();
  await table.getByRole("grid").focus();
  await viewer.press("Home", "Enter");
  // The first click on a title sorts in descending order.
  await expect(viewer.page.getByTestId("said")).toContainText("#199998 ");
  await viewer.press("End", "Enter");
  await expect(viewer.page.getByTestId("said")).toContainText("#0 ");
  await expect(table.locator("[aria-selected=true]")).toHaveCount(1);
  expect(await rowsOf(table).count()).toBeLessThan(60);
});
