// SPDX-License-Identifier: Apache-2.0
// Goal: a trace opens with its findings, each of which is one click or key away from its place; the
// details of a thread that does not run name the threads that do.
import { lab } from "./support/limen";
import { expect, test } from "./support/viewer";

test("a trace opens with its findings, which lead to their places", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(lab("inversion-plain-host"));
  const findings = page.getByTestId("findings").locator("button.finding");
  await expect(findings.first()).toContainText("Unbounded priority inversion: high waited");
  await findings.first().click();
  await expect(findings.first()).toHaveAttribute("aria-current", "true");
  await expect(page.getByTestId("said")).toContainText("#23 ");
  await expect(page.getByTestId("span")).toHaveText("visible: 14.4 ms");
});

test("keys step through the findings and wrap around", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(lab("threshold-threshold-host"));
  await viewer.press("x");
  const findings = page.getByTestId("findings").locator("button.finding");
  await expect(findings.nth(0)).toHaveAttribute("aria-current", "true");
  await viewer.press("x");
  await expect(findings.nth(1)).toHaveAttribute("aria-current", "true");
  await viewer.press("Shift+X", "Shift+X");
  await expect(findings.last()).toHaveAttribute("aria-current", "true");
});

test("a search finds the events of findings", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(lab("inversion-plain-host"));
  await page.locator("#search").fill('"unbounded priority"');
  await viewer.rest();
  await page.getByRole("button", { name: "Next result" }).click();
  await expect(page.getByTestId("said")).toContainText("#23 ");
});

test("the details of a ready thread name the threads that ran", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(lab("inversion-plain-host"));
  await viewer.canvas.click({ position: { x: 400, y: 399 } });
  await expect(page.getByTestId("picked")).toContainText("low is ready, but does not run");
  await expect(page.getByTestId("meanwhile")).toHaveText("medium10 ms (250,000 ticks) · 100 %");
});
