// SPDX-License-Identifier: Apache-2.0
// Goal: each sample opens with a sentence, at every width and zoom: a finding, or that there is
// none. Method: the first finding has to lie in the window when the trace has been opened, and the
// top bar has to count the findings of its severity.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "./support/paths";
import { expect, test, Viewer } from "./support/viewer";

/** A screen, a tablet, a phone, and a laptop at 200 %. */
const SIZES = [
  [1280, 800],
  [700, 900],
  [390, 844],
  [640, 400],
] as const;
const SAMPLES = readdirSync(join(ROOT, "examples/traces"))
  .filter((name) => /\.(?:limen|trx)$/u.test(name))
  .map((name) => join(ROOT, "examples/traces", name));
/** Every n-th sample is opened, different ones at each size. LIMEN_LONG opens all. */
const SAMPLED = process.env.LIMEN_LONG === undefined ? 26 : 1;

interface Finding {
  readonly severity: string;
  readonly sentence: string;
}

function findingsOf(file: string): readonly Finding[] {
  const words = ["trace", "findings", file, "--json"];
  return JSON.parse(execFileSync(join(ROOT, "limen"), words, { encoding: "utf8" })) as Finding[];
}

for (const [place, [width, height]] of SIZES.entries()) {
  test(`samples open with a sentence at ${width} x ${height}`, async ({ viewer }) => {
    const { page } = viewer;
    await page.setViewportSize({ width, height });
    for (const file of SAMPLES.filter((_, at) => (at + 6 * place) % SAMPLED === 0)) {
      const [worst, ...others] = findingsOf(file);
      await viewer.open(file);
      const first = page.getByTestId("findings").getByRole("button").first();
      await expect(first, basename(file)).toContainText(worst?.sentence ?? "no finding");
      await expect(first, basename(file)).toBeInViewport({ ratio: 0.6 });
      const alike = others.filter(({ severity }) => severity === worst?.severity).length + 1;
      const count =
        worst?.severity === "note"
          ? "no error"
          : `${alike} ${worst?.severity}${alike > 1 ? "s" : ""}`;
      await expect(page.getByRole("button", { name: `Findings: ${count}` })).toBeInViewport();
    }
  });
}

test("hidden rows stay hidden in the next trace of the program", async ({ viewer }) => {
  const { page } = viewer;
  const [one = "", other = ""] = ["plain", "inheritance"].map((name) =>
    join(ROOT, `examples/traces/inversion-${name}-host.limen`),
  );
  await viewer.open(one);
  await page.getByRole("button", { name: "Rows: show, hide, sort" }).click();
  await page.getByRole("checkbox", { name: "Idle", exact: true }).uncheck();
  await page.keyboard.press("Escape");
  await page.getByTestId("file-input").setInputFiles(other);
  await viewer.settle();
  await expect(viewer.canvas).toHaveAccessibleName(/inversion-inheritance/u);
  await page.getByRole("button", { name: "Rows: show, hide, sort" }).click();
  await expect(page.getByRole("checkbox", { name: "Idle", exact: true })).not.toBeChecked();
});

test("the first picture has its final size", async ({ viewer }) => {
  // A page of its own: a script of a page stays for all documents.
  const page = await viewer.page.context().newPage();
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    const widths: number[] = [];
    Object.assign(globalThis, { widths });
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...how: never[]) {
      if (this.dataset["testid"] === "canvas") {
        queueMicrotask(() => widths.push(Number.parseFloat(this.style.width)));
      }
      return Reflect.apply(getContext, this, how);
    } as typeof getContext;
  });
  await new Viewer(page).open(SAMPLES[0] ?? "");
  const box = await page.getByTestId("canvas").boundingBox();
  const widths = await page.evaluate(() => (globalThis as unknown as { widths: number[] }).widths);
  expect(new Set(widths)).toEqual(new Set([box?.width]));
});
