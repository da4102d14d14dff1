// SPDX-License-Identifier: Apache-2.0
// Goal: a visitor understands a trace and sends it to a colleague: samples on the start page, exact
// measuring, a clock rate, one file with the page, the trace and the place.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { lab, threadx } from "./support/limen";
import { BUILD } from "./support/paths";
import { expect, test } from "./support/viewer";

test("a visitor without a trace opens a sample with one click", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open();
  const samples = page.getByTestId("samples").getByRole("button");
  await expect(samples).toHaveCount(8);
  await samples.nth(1).click();
  await viewer.settle();
  await expect(page.getByTestId("findings")).toContainText("t3 missed its deadline");
});

test("the page is saved with its trace and its place", async ({ page, viewer }) => {
  await viewer.open(threadx("wp_pts"));
  await viewer.press("6", "x");
  await page.getByRole("tab", { name: "Info" }).click();
  await page.getByTestId("clock-rate").fill("1000000");
  await page.getByTestId("clock-rate").press("Enter");
  await expect(page.getByTestId("span")).toContainText("ms");
  await expect(page).toHaveURL(/hz=1000000/u);
  const span = await page.getByTestId("span").innerText();
  const saved = await viewer.exported("Save as one page");
  const file = join(BUILD, "saved.html");
  writeFileSync(file, saved.bytes);
  const other = await page.context().newPage();
  await other.goto(`file://${file}`);
  await expect(other.getByTestId("canvas")).toHaveAccessibleName(/^wp_pts\.trx: /u);
  await expect(other.getByTestId("span")).toHaveText(span);
  await other.close();
});

test("notes at events and ranges are in the link and in the saved page", async ({
  page,
  viewer,
}) => {
  await viewer.open(lab("inversion-plain-host"));
  const field = page.getByTestId("note");
  await expect(field).toHaveAttribute("placeholder", "A note at the visible range");
  await field.fill("all of it");
  await field.press("Enter");
  await field.press("Escape");
  await viewer.press("6", "x");
  await expect(field).toHaveAttribute("placeholder", "A note at event 23");
  await field.fill("Look: <b>here</b> & why?");
  await field.press("Enter");
  const notes = page.getByTestId("notes").getByRole("listitem");
  await expect(notes).toHaveCount(2);
  await expect(page).toHaveURL(/note=.*note=/u);
  const { bytes } = await viewer.exported("Save as one page");
  const file = join(BUILD, "noted.html");
  writeFileSync(file, bytes);
  const other = await page.context().newPage();
  await other.goto(`file://${file}`);
  await other.getByRole("button", { name: /^Findings: /u }).click();
  const there = other.getByTestId("notes").getByRole("listitem");
  await expect(there).toHaveCount(2);
  await expect(there.nth(1)).toContainText("Look: <b>here</b> & why?");
  await there.nth(1).getByRole("button").first().click();
  await there
    .nth(1)
    .getByRole("button", { name: /^Remove/u })
    .click();
  await expect(there).toHaveCount(1);
  await other.close();
});

test("a link to a missing file names the file to drop", async ({ page, viewer }) => {
  await viewer.open(lab("inversion-plain-host"));
  await viewer.press("w");
  await expect(page).toHaveURL(/file=inversion/u);
  await page.reload();
  await expect(page.getByTestId("link-file")).toContainText("inversion-plain-host.limen");
  await page.getByTestId("file-input").setInputFiles(lab("inversion-plain-host"));
  await viewer.settle();
  await expect(page.getByTestId("link-file")).toHaveCount(0);
});

test("a slice of 10 ms measured with the mouse has 10 ms", async ({ page, viewer }) => {
  await viewer.open(lab("inversion-plain-host"));
  const box = await viewer.canvas.boundingBox();
  const [left, top] = [box?.x ?? 0, box?.y ?? 0];
  // The slice of medium is from 2 ms to 12 ms; the pointer is some pixels beside its edges.
  const axis = (ms: number): number => {
    const [from, to] = [0.4, 20.4];
    return left + 200 + ((ms + from) / (from + to)) * ((box?.width ?? 0) - 200);
  };
  await page.mouse.move(axis(2) + 5, top + 20);
  await page.mouse.down();
  await page.mouse.move(axis(7), top + 20);
  await page.mouse.move(axis(12) - 5, top + 20);
  await page.mouse.up();
  await expect(page.getByTestId("range")).toHaveText(/^range 10 ms \(250,000 ticks\)$/u);
  await expect(page.getByRole("tab", { name: "Statistics" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.mouse.click(axis(2) + 5, top + 120);
  await viewer.press("m");
  await page.mouse.click(axis(12) - 5, top + 120);
  await viewer.press("n");
  await expect(page.getByTestId("marker-delta")).toHaveText("N − M 10 ms (250,000 ticks)");
});
