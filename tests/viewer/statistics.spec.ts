// SPDX-License-Identifier: Apache-2.0
// Goal: the page shows the computed statistics, each with its definition, also for a part of the
// trace.
// Method: the tables are compared with `./limen trace stats --json`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { expected, lab, threadx, ungrouped } from "./support/limen";
import { ROOT } from "./support/paths";
import { expect, test } from "./support/viewer";
import type { Viewer } from "./support/viewer";

type Numbers = Readonly<Record<string, unknown>>;
type Definitions = Readonly<
  Record<string, Readonly<Record<string, { title: string; definition: string }>>>
>;

const DEFINITIONS = JSON.parse(
  readFileSync(join(ROOT, "spec/statistics.json"), "utf8"),
) as Definitions;

/** Opens the statistics with times in ticks. */
async function openStatistics(viewer: Viewer, file: string): Promise<Locator> {
  await viewer.open(file);
  await viewer.press("2");
  const panel = viewer.page.getByTestId("statistics");
  const unit = panel.getByRole("button", { name: "time", exact: true });
  if ((await unit.count()) > 0) {
    await unit.click();
  }
  return panel;
}

/** Title and value of each line, without grouping of digits. */
async function lines(panel: Locator): Promise<ReadonlyMap<string, string>> {
  const rows = await panel.locator("table.is-lines").first().locator("tr").all();
  const texts = await Promise.all(
    rows.map(async (row) => [
      // The title is followed by its definition, which is visible on hover.
      ((await row.locator("th").innerText()).split("\n")[0] ?? "").trim(),
      ungrouped((await row.locator("td").innerText()).trim()),
    ]),
  );
  return new Map(texts.map(([name = "", value = ""]) => [name, value]));
}

for (const [origin, file] of [
  ["limen", lab("threshold-threshold-host")],
  ["limen", lab("inversion-plain-host")],
  ["threadx", threadx("wp_pts")],
] as const) {
  test(`${file.replace(/.*\//u, "")}: each line shows the value of the command`, async ({
    viewer,
  }) => {
    const stats = expected(file).stats as Numbers;
    const shown = await lines(await openStatistics(viewer, file));
    const counted = { ...stats, ...(stats["system"] as Numbers | undefined) };
    let compared = 0;
    for (const [name, value] of Object.entries(counted).filter(([, one]) =>
      Number.isInteger(one),
    )) {
      const title = (DEFINITIONS[origin]?.[name] ?? DEFINITIONS["both"]?.[name])?.title ?? name;
      if (shown.has(title)) {
        compared += 1;
        expect.soft(shown.get(title), name).toBe(String(value));
      }
    }
    expect(compared).toBeGreaterThan(10);
  });
}

test("middleware has its statistics, and a value that is not recorded is a dash", async ({
  viewer,
}) => {
  const folder = join(ROOT, "tests/support/golden/analysis");
  for (const [file, read] of [
    ["middleware-threadx.trx", "512"],
    ["middleware-limen.limen", "–"],
  ] as const) {
    const panel = await openStatistics(viewer, join(folder, file));
    expect((await lines(panel.getByTestId("filex"))).get("File bytes read")).toBe(read);
    expect((await lines(panel.getByTestId("netx"))).get("IP bytes sent")).toBe("1560");
    expect((await lines(panel.getByTestId("usbx"))).get("Host class reads")).toBe("2");
  }
});

test("a definition appears on hover and on focus", async ({ viewer }) => {
  const panel = await openStatistics(viewer, lab("threshold-threshold-host"));
  const term = panel.locator(".term").first();
  const definition = term.getByRole("tooltip", { includeHidden: true });
  await expect(definition).not.toBeVisible();
  await term.hover();
  await expect(definition).toBeVisible();
  await viewer.shot("statistics");
  await viewer.page.mouse.move(400, 400);
  await term.focus();
  await expect(definition).toBeVisible();
});

test("a range has its own statistics", async ({ viewer }) => {
  const { page } = viewer;
  const panel = await openStatistics(viewer, lab("threshold-threshold-host"));
  const before = await lines(panel);
  const box = await viewer.canvas.boundingBox();
  const y = (box?.y ?? 0) + 60;
  await page.mouse.move((box?.x ?? 0) + 400, y);
  await page.keyboard.down("Shift");
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 600, y, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect(page.getByTestId("range")).toBeVisible();
  await expect(panel).toContainText("Selected range");
  await expect
    .poll(async () => (await lines(panel)).get("Switches"))
    .not.toBe(before.get("Switches"));
  await viewer.shot("range");
});
