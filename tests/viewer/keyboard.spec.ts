// SPDX-License-Identifier: Apache-2.0
// Goal: the page is usable by keyboard and with a screen reader.
// Method: an investigation by keys from start to end; announced texts are checked, and axe looks
// for other accessibility defects.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { lab } from "./support/limen";
import { ROOT } from "./support/paths";
import { expect, test } from "./support/viewer";

const FILE = lab("inversion-plain-host");

test("an investigation with the keyboard only", async ({ viewer }) => {
  const { page } = viewer;
  page.on("filechooser", (dialogue) => void dialogue.setFiles(FILE));
  await viewer.open();
  // The button of the start page has the focus: Enter opens the browser's dialogue.
  await expect(page.getByRole("button", { name: /choose a trace/iu })).toBeFocused();
  await page.keyboard.press("Enter");
  await viewer.settle();

  const said = page.getByTestId("said");
  await viewer.press("Home");
  await expect(said).toHaveText(/^#0 /u);
  await viewer.press("ArrowRight");
  await expect(said).toHaveText(/^#1 /u);
  await viewer.press("c");
  await expect(said).toHaveText(/ SWITCH by .*\.$/u);
  await expect(page.getByTestId("why")).toContainText("Why");
  const first = await said.innerText();
  await viewer.press("c", "Shift+C");
  await expect(said).toHaveText(first);

  await viewer.press("m", "c", "c", "n");
  await expect(page.getByTestId("marker-delta")).toHaveText(/^N − M .*ticks/u);

  await viewer.press("/");
  await expect(page.getByTestId("search")).toBeFocused();
  await page.keyboard.type("mutex");
  await expect(page.getByTestId("search-count")).toHaveText(/\d/u);
  await viewer.press("Enter");
  await expect(page.getByTestId("search-count")).toHaveText(/^\d+ of \d+$/u);
  await viewer.press("Escape");
  await expect(page.getByTestId("search")).not.toBeFocused();

  const before = await page.getByTestId("span").innerText();
  await viewer.press("f", "w", "w", "d");
  expect(await page.getByTestId("span").innerText()).not.toBe(before);
  await viewer.press("v");
  await expect(page.getByRole("radio", { name: "Sequence" })).toBeChecked();
  await viewer.press("2");
  await expect(page.getByRole("tab", { name: "Statistics" })).toHaveAttribute(
    "aria-selected",
    "true",
  );

  await viewer.press("?");
  await expect(page.getByTestId("help")).toBeVisible();
  await viewer.shot("help");
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const room = await page.getByTestId("help").evaluate((help) => ({
      right: help.clientWidth - help.scrollWidth,
      below: help.clientHeight - help.scrollHeight,
    }));
    // On a phone the list scrolls vertically, never horizontally.
    expect(room.right, `${width}`).toBe(0);
    expect(room.below === 0 || width < 720, `${height}`).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await viewer.press("Escape");
  await expect(page.getByTestId("help")).toHaveCount(0);
});

test("every element that the Tab key reaches is visible and has a name", async ({ viewer }) => {
  const { page } = viewer;
  await viewer.open(FILE);
  const stops = new Set<string>();
  for (;;) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) {
        return { what: "the browser", name: "the browser", isRinged: true };
      }
      // The focus ring of a field surrounds the group that it belongs to.
      const style = getComputedStyle(element.closest("[role=search]") ?? element);
      const name = element.getAttribute("aria-label") ?? element.title;
      return {
        what: element.outerHTML.slice(0, 200),
        name: name === "" ? element.innerText.trim() : name,
        isRinged: style.outlineStyle !== "none" || style.boxShadow !== "none",
      };
    });
    if (stops.has(stop.what)) {
      break;
    }
    stops.add(stop.what);
    expect.soft(stop.name, `no name: ${stop.what}`).not.toBe("");
    expect.soft(stop.isRinged, `no ring: ${stop.what}`).toBe(true);
  }
  // The top bar, the picture, the panel.
  expect(stops.size).toBeGreaterThan(15);
});

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly {
    readonly target: readonly string[];
    readonly failureSummary: string;
  }[];
}

async function violations(page: Page): Promise<readonly string[]> {
  const source = readFileSync(join(ROOT, "viewer/node_modules/axe-core/axe.min.js"), "utf8");
  await page.evaluate(source);
  const found = (await page.evaluate(`axe.run({ resultTypes: ["violations"] })`)) as {
    readonly violations: readonly Violation[];
  };
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}: ${target.join(" ")}: ${failureSummary}`,
    ),
  );
}

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds no defect in ${scheme} colours`, async ({ viewer }) => {
    const { page } = viewer;
    await page.emulateMedia({ colorScheme: scheme });
    await viewer.open();
    expect(await violations(page)).toEqual([]);
    await viewer.open(FILE);
    await viewer.press("Home", "c");
    expect(await violations(page)).toEqual([]);
    for (const key of ["2", "3", "4", "5", "6", "7", "?"]) {
      await viewer.press(key);
      expect(await violations(page), key).toEqual([]);
    }
  });
}

test("what a screen reader finds", async ({ viewer }) => {
  await viewer.open(FILE);
  await viewer.press("Home", "c");
  await expect(viewer.page.getByTestId("app")).toMatchAriaSnapshot(`
    - banner:
      - toolbar "Trace":
        - 'button "File: inversion-plain-host.limen"'
        - radiogroup "Horizontal axis":
          - radio "Time" [checked]
          - radio "Sequence"
        - button "Zoom out"
        - button "Fit"
        - button "Zoom in"
        - search:
          - textbox "Search events"
    - main:
      - heading "inversion-plain-host.limen" [level=1]
      - region "Picture":
        - img /The whole trace/
        - application /inversion-plain-host.limen. [\\d,]+ events, \\d+ threads/
      - complementary "Panel":
        - tablist "Panel":
          - tab "Findings"
          - tab "Details" [selected]
          - tab "Statistics"
          - tab "Events"
          - tab "Objects"
          - tab "Info"
        - tabpanel "Details"
    - contentinfo:
      - status: /#\\d+ SWITCH/
  `);
});
