// SPDX-License-Identifier: Apache-2.0
// Goal: pictures, statistics, links and print have the contents of the page.
// Method: each one is exported and read by another program.
import { lab } from "./support/limen";
import { expect, test, Viewer } from "./support/viewer";

const FILE = lab("threshold-preemptive-host");

test("PNG: the visible picture", async ({ viewer }) => {
  await viewer.open(FILE);
  const { name, bytes } = await viewer.exported("Picture as PNG");
  expect(name).toMatch(/^threshold-preemptive-host.*\.png$/u);
  const [seen, saved] = await viewer.page.evaluate(async (text) => {
    const image = new Image();
    image.src = `data:image/png;base64,${text}`;
    await image.decode();
    const canvas = document.querySelector<HTMLCanvasElement>("[data-testid=canvas]");
    return [
      [canvas?.width ?? 0, canvas?.height ?? 0],
      [image.naturalWidth, image.naturalHeight],
    ] as const;
  }, bytes.toString("base64"));
  expect((saved[0] ?? 0) % (seen[0] ?? 1)).toBe(0);
  // The picture has a title and a legend, and ends with the last row.
  const dots = (saved[0] ?? 0) / (seen[0] ?? 1);
  expect(saved[1] ?? 0).toBeGreaterThan(100 * dots);
  expect(saved[1] ?? 0).toBeLessThan((seen[1] ?? 0) * dots + 100 * dots);
});

test("SVG: a drawing with the names of all threads", async ({ viewer }) => {
  await viewer.open(FILE);
  const { name, bytes } = await viewer.exported("Picture as SVG");
  expect(name).toMatch(/^threshold-preemptive-host.*\.svg$/u);
  const found = await viewer.page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, "image/svg+xml");
    const texts = [...read.querySelectorAll("text")].map(({ textContent }) => textContent);
    const loads = [...read.querySelectorAll("[href], script, foreignObject")].length;
    const shapes = read.querySelectorAll("rect, path").length;
    return { root: read.documentElement.nodeName, texts, loads, shapes };
  }, bytes.toString("utf8"));
  expect(found.root).toBe("svg");
  expect(found.texts).toEqual(expect.arrayContaining(["A", "B", "C", "D"]));
  expect(found.loads).toBe(0);
  expect(found.shapes).toBeGreaterThan(20);
});

test("a link opens at the same place", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(FILE);
  await viewer.press("Home", "c", "c", "c", "w", "w", "w", "m", "c", "n");
  const said = await page.getByTestId("said").innerText();
  const seen = await page.getByTestId("span").innerText();
  const delta = await page.getByTestId("marker-delta").innerText();
  await expect.poll(() => page.url()).toContain("#");
  // The URL is updated a short time after the view changes.
  await expect
    .poll(() => decodeURIComponent(new URL(page.url()).hash))
    .toMatch(/event=\d+.*m=\d+.*n=\d+/u);
  const link = page.url();
  await viewer.shot("link");

  const other = await page.context().newPage();
  await other.goto(link);
  await other.getByTestId("file-input").setInputFiles(FILE);
  await expect(other.getByTestId("said")).toHaveText(said);
  await expect(other.getByTestId("span")).toHaveText(seen);
  await expect(other.getByTestId("marker-delta")).toHaveText(delta);
  // The picture is the same as before.
  await new Viewer(other).shot("link");
});

test("dark colours: set by the system, and by the button", async ({ viewer }) => {
  const { page } = viewer;
  await page.emulateMedia({ colorScheme: "dark" });
  await viewer.open(FILE);
  await viewer.press("Home", "c");
  await viewer.shot("dark");
  const [ground] = (await viewer.colours())[0] ?? [""];
  expect(Math.max(...ground.split(",").map(Number))).toBeLessThan(80);
  await page.getByRole("button", { name: "Change to light colours" }).click();
  await viewer.rest();
  const [light] = (await viewer.colours())[0] ?? [""];
  expect(Math.min(...light.split(",").map(Number))).toBeGreaterThan(200);
});

test("print: the picture and its statistics, black on white", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(FILE);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await viewer.shot("print");
  const pdf = await page.pdf({ format: "A4" });
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
});
