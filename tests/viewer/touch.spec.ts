// SPDX-License-Identifier: Apache-2.0
// Goal: the page is usable by touch and on the screen of a phone.
// Method: a touch screen of 390 x 844; the browser's protocol simulates two fingers.
import type { CDPSession } from "@playwright/test";
import { lab } from "./support/limen";
import { expect, test } from "./support/viewer";
import type { Viewer } from "./support/viewer";

const PREEMPTIVE = lab("threshold-preemptive-host");
const THRESHOLD = lab("threshold-threshold-host");

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

type Point = readonly [x: number, y: number];

/** Moves fingers from some positions to others in a few steps. */
async function move(
  session: CDPSession,
  from: readonly Point[],
  to: readonly Point[],
): Promise<void> {
  const points = (share: number): { x: number; y: number; id: number }[] =>
    from.map(([x, y], id) => {
      const [toX = x, toY = y] = to[id] ?? [];
      return { x: x + (toX - x) * share, y: y + (toY - y) * share, id };
    });
  const send = async (type: string, touchPoints: object[]): Promise<void> => {
    await session.send("Input.dispatchTouchEvent", { type, touchPoints } as never);
  };
  await send("touchStart", points(0));
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await send("touchMove", points(share));
  }
  await send("touchEnd", []);
}

/** The visible length in microseconds. */
async function seen(viewer: Viewer): Promise<number> {
  await viewer.rest();
  return Number.parseFloat(
    (await viewer.page.getByTestId("span").innerText()).slice("visible: ".length),
  );
}

test("two fingers zoom, one moves, a tap selects", async ({ viewer }) => {
  await viewer.open(PREEMPTIVE);
  const session = await viewer.page.context().newCDPSession(viewer.page);
  const box = await viewer.canvas.boundingBox();
  const [left, top] = [box?.x ?? 0, box?.y ?? 0];
  const whole = await seen(viewer);
  await move(
    session,
    [
      [left + 220, top + 100],
      [left + 270, top + 100],
    ],
    [
      [left + 170, top + 100],
      [left + 320, top + 100],
    ],
  );
  const near = await seen(viewer);
  expect(whole / near).toBeCloseTo(3, 0);
  const before = await viewer.canvas.screenshot();
  await move(session, [[left + 250, top + 100]], [[left + 150, top + 100]]);
  expect(await seen(viewer)).toBe(near);
  expect((await viewer.canvas.screenshot()).equals(before)).toBe(false);
  await viewer.press("Backspace", "Backspace");
  expect(await seen(viewer)).toBe(whole);
  await viewer.page.touchscreen.tap(left + 200, top + 70);
  await expect(viewer.page.getByTestId("panel")).toBeVisible();
  await expect(viewer.page.getByTestId("said")).not.toBeEmpty();
});

test("a phone shows the complete page", async ({ viewer }) => {
  await viewer.open(PREEMPTIVE);
  await expect(viewer.page.getByTestId("findings")).toBeInViewport();
  await expect(viewer.page.getByTestId("legend")).toHaveCount(0);
  const width = await viewer.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  const [picture, panel] = [
    await viewer.canvas.boundingBox(),
    await viewer.page.getByTestId("panel").boundingBox(),
  ];
  expect(panel?.width).toBe(390);
  expect(panel?.y).toBeGreaterThan((picture?.y ?? 0) + 200);
  await viewer.shot("phone");
  await viewer.page.getByRole("button", { name: /^Rows/u }).click();
  const menu = await viewer.page.locator(".menu-list").boundingBox();
  expect(menu?.x).toBeGreaterThanOrEqual(0);
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(390);
});

test("the page reports rows that do not fit, and a button scrolls to them", async ({ viewer }) => {
  await viewer.page.setViewportSize({ width: 390, height: 560 });
  await viewer.open(PREEMPTIVE, THRESHOLD);
  const below = viewer.page.getByTestId("rows-below").first();
  await expect(below).toHaveText(/\d+ more rows?/u, { timeout: 20_000 });
  await below.click();
  await expect(viewer.page.getByTestId("rows-above").first()).toBeVisible();
});
