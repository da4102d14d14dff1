// SPDX-License-Identifier: Apache-2.0
// Drives the page as a user does: opens it by double-click, gives it files, and watches for errors.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test as base } from "@playwright/test";
import type { Locator, Page, ViewportSize } from "@playwright/test";
import { DOWNLOADS, PAGE } from "./paths";

export interface Dropped {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Exported {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Waits until loading has ended and the last change has been drawn. */
export async function rest(page: Page): Promise<void> {
  await expect(page.getByTestId("progress")).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frames = 0; frames < 3; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

export class Viewer {
  constructor(readonly page: Page) {}

  get canvas(): Locator {
    return this.page.getByTestId("canvas").first();
  }

  get problem(): Locator {
    return this.page.getByTestId("problem");
  }

  /** Opens the page with files chosen in its dialogue; without files, opens the start page. */
  async open(...files: readonly string[]): Promise<void> {
    await this.page.goto(PAGE);
    await expect(this.page.getByTestId("app")).toBeVisible();
    if (files.length > 0) {
      await this.page.getByTestId("file-input").setInputFiles([...files]);
      await this.settle(files.length);
    }
  }

  /** Drops files on the middle of the page, as a file manager does. */
  async drop(files: readonly (string | Dropped)[], share = 0.5): Promise<void> {
    const contents = files.map((file) =>
      typeof file === "string" ? { name: basename(file), bytes: readFileSync(file) } : file,
    );
    const parcel = contents.map(({ name, bytes }) => ({
      name,
      text: Buffer.from(bytes).toString("base64"),
    }));
    await this.page.evaluate(
      ([list, x]) => {
        const dataTransfer = new DataTransfer();
        for (const { name, text } of list) {
          const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
          dataTransfer.items.add(new File([bytes], name));
        }
        const where = { clientX: innerWidth * x, clientY: innerHeight / 2, dataTransfer };
        for (const kind of ["dragover", "drop"]) {
          document.body.dispatchEvent(
            new DragEvent(kind, { ...where, bubbles: true, cancelable: true }),
          );
        }
      },
      [parcel, share] as const,
    );
  }

  /** Waits until a number of traces are open and the picture has settled. */
  async settle(traces = 1): Promise<void> {
    await expect(this.page.getByTestId("canvas")).toHaveCount(traces);
    await this.rest();
  }

  /** Waits until loading has ended and the last change has been drawn. */
  async rest(): Promise<void> {
    await rest(this.page);
  }

  /** Presses keys on the picture, unless another element has the focus. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
    await this.rest();
  }

  /** The colours in a part of the picture with their shares, most frequent first. */
  async colours(canvas = this.canvas): Promise<readonly (readonly [string, number])[]> {
    return canvas.evaluate((element) => {
      const picture = element as HTMLCanvasElement;
      const { width, height } = picture;
      const copy = new OffscreenCanvas(width, height).getContext("2d", {
        willReadFrequently: true,
      });
      copy?.drawImage(picture, 0, 0);
      const { data } = copy?.getImageData(0, 0, width, height) ?? { data: [] };
      const counts = new Map<string, number>();
      for (let at = 0; at < data.length; at += 4) {
        const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
      const pixels = data.length / 4;
      return [...counts]
        .sort(([, one], [, other]) => other - one)
        .map(([colour, count]) => [colour, count / pixels] as const);
    });
  }

  /** The file that an entry of the export menu writes. */
  async exported(item: string): Promise<Exported> {
    await this.page.getByRole("button", { name: "Export" }).click();
    if (this.page.context().browser()?.browserType().name() === "firefox") {
      return this.exportedByFirefox(item);
    }
    const waiting = this.page.waitForEvent("download");
    await this.page.getByRole("button", { name: item }).click();
    const download = await waiting;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  /** Playwright does not see downloads of an unmodified Firefox, so this looks for the file. */
  private async exportedByFirefox(item: string): Promise<Exported> {
    rmSync(DOWNLOADS, { recursive: true, force: true });
    await this.page.getByRole("button", { name: item }).click();
    const complete = (): readonly string[] =>
      existsSync(DOWNLOADS) ? readdirSync(DOWNLOADS).filter((name) => !/part$/u.test(name)) : [];
    await expect.poll(() => complete().length).toBe(1);
    const name = complete()[0] ?? "";
    await expect.poll(() => readFileSync(join(DOWNLOADS, name)).length).toBeGreaterThan(0);
    return { name, bytes: readFileSync(join(DOWNLOADS, name)) };
  }

  async shot(name: string): Promise<void> {
    await this.rest();
    await expect.soft(this.page).toHaveScreenshot(`${name}.png`);
  }
}

/** Ends the work of a test on a page, so that the next test finds it as if it were new. */
async function clear(page: Page, size: ViewportSize | null): Promise<void> {
  page.removeAllListeners();
  const others = page
    .context()
    .pages()
    .filter((other) => other !== page);
  await Promise.all(others.map(async (other) => other.close()));
  await page.goto("about:blank");
  await page.mouse.move(-1, -1);
  await page.emulateMedia({ media: null, colorScheme: "light" });
  if (size !== null) {
    await page.setViewportSize(size);
  }
}

interface Fixtures {
  readonly viewer: Viewer;
}

interface Shared {
  readonly pages: Map<string, Page>;
}

/**
 * The tests of a process share a page, and each loads its own document: a new page costs more
 * processor time than most tests. A test with a viewer fails if the page writes to the console or
 * requests another URL.
 */
export const test = base.extend<Fixtures, Shared>({
  pages: [
    async ({}, use) => {
      const pages = new Map<string, Page>();
      await use(pages);
      await Promise.all([...pages.values()].map(async (page) => page.context().close()));
    },
    { scope: "worker" },
  ],
  page: async ({ pages, browser, viewport, hasTouch, offline }, use) => {
    const options = JSON.stringify([viewport, hasTouch, offline]);
    const page = pages.get(options) ?? (await (await browser.newContext()).newPage());
    pages.set(options, page);
    await use(page);
    await clear(page, viewport);
  },
  viewer: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        complaints.push(message.text());
      }
    });
    page.on("request", (request) => {
      if (!/^(?:blob|data):/.test(request.url()) && request.url().split("#")[0] !== PAGE) {
        complaints.push(`asks for ${request.url()}`);
      }
    });
    await use(new Viewer(page));
    expect(complaints).toEqual([]);
  },
});

export { expect };
