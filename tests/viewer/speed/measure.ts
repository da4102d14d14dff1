// SPDX-License-Identifier: Apache-2.0
// Measures the waiting times and the memory of the page, inside of it.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { PAGE } from "../support/paths";

/** Frame times in milliseconds, 95th percentile. */
export interface Frames {
  readonly zoom: number;
  readonly pan: number;
}

export interface Opened {
  readonly events: number;
  /** From the choice of the file to the first picture, in ms. */
  readonly picture: number;
  /** From the choice of the file to the complete analysis, in ms. */
  readonly complete: number;
  /** From the choice of the file until a finding is shown, in ms. */
  readonly finding: number;
  /** Memory of the page's processes without that of the empty page, in bytes. */
  readonly memory: number;
  /** The share of pixels in the first picture that have a colour. */
  readonly coloured: number;
}

/** Opens a file in an empty page. */
export async function open(page: Page, browser: Browser, file: string): Promise<Opened> {
  await page.goto(PAGE);
  await page.getByTestId("file-input").waitFor({ state: "attached" });
  const empty = await memoryOf(page, browser);
  const times = await openAndTime(page, file);
  const coloured = await colouredOf(page);
  const memory = (await memoryOf(page, browser)) - empty;
  const label = (await canvas(page).getAttribute("aria-label")) ?? "";
  const events = Number(/: ([^:]+) events?,/u.exec(label)?.[1]?.replaceAll(/\D/gu, "") ?? NaN);
  return { events, ...times, memory, coloured };
}

function canvas(page: Page) {
  return page.getByTestId("canvas").first();
}

/**
 * The first picture is the first frame in which the canvas has a coloured pixel; the last one is
 * the frame after the page stops reporting progress.
 */
async function markTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const VISIBLE = 24;
    const probe = new OffscreenCanvas(240, 135);
    const context = probe.getContext("2d", { willReadFrequently: true });
    const hasColour = (picture: HTMLCanvasElement): boolean => {
      context?.drawImage(picture, 0, 0, probe.width, probe.height);
      const pixels = context?.getImageData(0, 0, probe.width, probe.height).data ?? [];
      for (let at = 0; at < pixels.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
        if (Math.max(red, green, blue) - Math.min(red, green, blue) > VISIBLE) {
          return true;
        }
      }
      return false;
    };
    const watch = (): void => {
      const picture = document.querySelector<HTMLCanvasElement>("[data-testid=canvas]");
      if (picture === null || picture.style.width === "" || !hasColour(picture)) {
        requestAnimationFrame(watch);
      } else {
        performance.mark("test:picture");
        requestAnimationFrame(wait);
      }
    };
    const wait = (): void => {
      if (document.querySelector("[data-testid=analysing], [data-testid=progress]") === null) {
        performance.mark("test:complete");
      } else {
        requestAnimationFrame(wait);
      }
    };
    const find = (): void => {
      if (document.querySelector(".finding") === null) {
        requestAnimationFrame(find);
      } else {
        performance.mark("test:finding");
      }
    };
    const begin = (): void => {
      performance.mark("test:file");
      requestAnimationFrame(watch);
      requestAnimationFrame(find);
    };
    document.addEventListener("change", begin, { capture: true, once: true });
  });
}

async function openAndTime(
  page: Page,
  file: string,
): Promise<Pick<Opened, "picture" | "complete" | "finding">> {
  await markTimes(page);
  await page.getByTestId("file-input").setInputFiles(file);
  await page.waitForFunction(
    () =>
      ["test:complete", "test:finding"].every(
        (name) => performance.getEntriesByName(name).length > 0,
      ),
    undefined,
    { polling: 50 },
  );
  return page.evaluate(() => {
    const until = (mark: string): number => performance.measure(mark, "test:file", mark).duration;
    return {
      picture: until("test:picture"),
      complete: until("test:complete"),
      finding: until("test:finding"),
    };
  });
}

/**
 * Selects most of the trace, and returns the longest time in which the page does nothing else until
 * it shows the statistics of the range, in ms.
 */
export async function stopOf(page: Page): Promise<number> {
  const box = await canvas(page).boundingBox();
  if (box === null) {
    return NaN;
  }
  await page.keyboard.press("0");
  await page.evaluate(async () => {
    // The picture of the whole trace is not a part of it.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    let [last, longest] = [performance.now(), 0];
    const tick = (): void => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      const shown = document.querySelector("[data-testid=statistics]");
      if (shown === null || shown.getAttribute("aria-busy") === "true") {
        setTimeout(tick);
      } else {
        performance.measure("test:stop", { start: 0, duration: longest });
      }
    };
    tick();
  });
  const y = box.y + box.height / 3;
  await page.keyboard.down("Shift");
  await page.mouse.move(box.x + 0.3 * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.95 * box.width, y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await page.waitForFunction(
    () => performance.getEntriesByName("test:stop").length > 0,
    undefined,
    { polling: 50 },
  );
  return page.evaluate(() => performance.getEntriesByName("test:stop")[0]?.duration ?? NaN);
}

/**
 * The frame time of an empty page that only fills a canvas of the picture's size: 95th percentile.
 */
export async function floorOf(page: Page): Promise<number> {
  await page.goto("about:blank");
  return page.evaluate(async () => {
    const FRAMES = 60;
    const canvas = document.createElement("canvas");
    document.body.append(canvas);
    document.body.style.margin = "0";
    canvas.width = innerWidth * devicePixelRatio;
    canvas.height = innerHeight * devicePixelRatio;
    canvas.style.cssText = `width: ${innerWidth}px; height: ${innerHeight}px; display: block`;
    const context = canvas.getContext("2d", { alpha: false });
    const times: number[] = [];
    let last = await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < FRAMES && context !== null; frame += 1) {
      context.fillStyle = frame % 2 === 0 ? "#ffffff" : "#fefefe";
      context.fillRect(0, 0, canvas.width, canvas.height);
      const now = await new Promise<number>(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    times.sort((one, other) => one - other);
    return times[Math.ceil(0.95 * times.length) - 1] ?? NaN;
  });
}

/** The share of coloured pixels. A picture without any activity is white, black and grey. */
export async function colouredOf(page: Page): Promise<number> {
  const box = await canvas(page).boundingBox();
  if (box === null) {
    return 0;
  }
  const shot = (await page.screenshot({ clip: box })).toString("base64");
  return page.evaluate(async (encoded) => {
    const VISIBLE = 48;
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    let coloured = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > VISIBLE) {
        coloured += 1;
      }
    }
    return coloured / (pixels.length / 4);
  }, shot);
}

/** The private memory of the page's processes: heaps, workers, WebAssembly, pictures. */
async function memoryOf(page: Page, browser: Browser): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let time = 0; time < 2; time += 1) {
    await session.send("HeapProfiler.collectGarbage");
    await page.waitForTimeout(500);
  }
  await session.detach();
  const all = await browser.newBrowserCDPSession();
  const { processInfo } = await all.send("SystemInfo.getProcessInfo");
  await all.detach();
  const pages = processInfo.filter(({ type }) => type === "renderer");
  return pages.reduce((sum, { id }) => sum + ownBytes(id), 0);
}

function ownBytes(process: number): number {
  const rollup = readFileSync(`/proc/${process}/smaps_rollup`, "utf8");
  const kilobytes = ["Pss_Anon", "Pss_Shmem"].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "mu").exec(rollup)?.[1] ?? NaN),
  );
  return 1024 * kilobytes.reduce((one, other) => one + other, 0);
}

/**
 * Zooms from the whole trace to single events and back at several positions, and pans at each zoom.
 */
export async function framesOf(page: Page): Promise<Frames> {
  return page.evaluate(async () => {
    const STEPS = 40;
    /** A page that does not respond is given up after this time. */
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
    // There is one input per frame, so the distance between frames is the time of its picture.
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
