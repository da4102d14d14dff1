// SPDX-License-Identifier: Apache-2.0
// Measurements inside of the page: what a user waits for.
import type { Page } from "@playwright/test";
import { PAGE } from "../support/paths";

/** Milliseconds of the slowest of 20 frames. */
export interface Frames {
  readonly zoom: number;
  readonly pan: number;
}

export interface Measured extends Frames {
  readonly events: number;
  /** From the choice of the file to the first picture, ms. */
  readonly picture: number;
  /** The page's memory with the trace open, after garbage has been collected, bytes. */
  readonly memory: number;
}

export async function measure(page: Page, file: string): Promise<Measured> {
  await page.goto(PAGE);
  const picture = await openAndTime(page, file);
  const memory = await memoryOf(page);
  const label = (await canvas(page).getAttribute("aria-label")) ?? "";
  const events = Number(/: ([^:]+) events?,/u.exec(label)?.[1]?.replaceAll(/\D/gu, "") ?? NaN);
  return { events, picture, memory, ...(await framesOf(page)) };
}

function canvas(page: Page) {
  return page.getByTestId("canvas").first();
}

/** The canvas gets its size in the frame that draws the first picture. */
async function openAndTime(page: Page, file: string): Promise<number> {
  await page.evaluate(() => {
    const watch = (): void => {
      const picture = document.querySelector<HTMLCanvasElement>("[data-testid=canvas]");
      if (picture === null || picture.style.width === "") {
        requestAnimationFrame(watch);
      } else {
        performance.mark("test:picture");
      }
    };
    const begin = (): void => {
      performance.mark("test:file");
      requestAnimationFrame(watch);
    };
    document.addEventListener("change", begin, { capture: true, once: true });
  });
  await page.getByTestId("file-input").setInputFiles(file);
  const time = await page.waitForFunction(
    () =>
      performance.getEntriesByName("test:picture").length > 0 &&
      performance.measure("test", "test:file", "test:picture").duration,
    undefined,
    { polling: 50 },
  );
  return Number(await time.jsonValue());
}

async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const usage: { usedSize: number; embedderHeapUsedSize?: number; backingStorageSize?: number } =
    await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usage.usedSize + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0);
}

/** From the whole trace down to single events and back, at several places; at each depth sideways. */
async function framesOf(page: Page): Promise<Frames> {
  return page.evaluate(async () => {
    const STEPS = 40;
    /** A page that stands still is not waited for. */
    const PART_MS = 6000;
    const target = document.querySelector<HTMLCanvasElement>("[data-testid=canvas]");
    if (target === null) {
      throw new Error("no canvas");
    }
    const box = target.getBoundingClientRect();
    const turn = (share: number, deltaY: number, shiftKey: boolean): void => {
      const clientX = box.left + 250 + share * (box.width - 300);
      const where = { clientX, clientY: box.top + box.height / 3, bubbles: true, cancelable: true };
      target.dispatchEvent(new WheelEvent("wheel", { ...where, deltaY, shiftKey }));
    };
    // One input a frame: from frame to frame is what the picture of that input took.
    const timed = (inputs: readonly (() => void)[]): Promise<number[]> =>
      new Promise((resolve) => {
        const times: number[] = [];
        const begin = performance.now();
        let last = -1;
        let place = 0;
        const frame = (now: number): void => {
          if (last >= 0) {
            times.push(now - last);
          }
          last = now;
          const input = inputs[place];
          place += 1;
          if (input === undefined || now - begin > PART_MS) {
            resolve(times.slice(1));
          } else {
            input();
            requestAnimationFrame(frame);
          }
        };
        requestAnimationFrame(frame);
      });
    const repeat = (count: number, input: (step: number) => void): (() => void)[] =>
      Array.from({ length: count }, (_, step) => () => input(step));
    const zoom: number[] = [];
    const pan: number[] = [];
    for (const share of [0.3, 0.55, 0.8]) {
      zoom.push(...(await timed(repeat(STEPS, () => turn(share, -100, false)))));
      zoom.push(...(await timed(repeat(STEPS, () => turn(share, 100, false)))));
    }
    for (let depth = 0; depth < 4; depth += 1) {
      await timed(repeat(8, () => turn(0.5, -100, false)));
      pan.push(
        ...(await timed(repeat(STEPS, (step) => turn(0.5, step < STEPS / 2 ? 100 : -100, true)))),
      );
    }
    const p95 = (times: number[]): number =>
      times.sort((one, other) => one - other)[Math.ceil(0.95 * times.length) - 1] ?? NaN;
    return { zoom: p95(zoom), pan: p95(pan) };
  });
}
