// SPDX-License-Identifier: Apache-2.0
// Goal: a report shows its embedded traces without other files.
// Method: the command writes one with two traces, and the test opens it.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { lab } from "./support/limen";
import { BUILD, ROOT } from "./support/paths";
import { expect, test, Viewer } from "./support/viewer";

test("a report of two traces opens them side by side", async ({ page }) => {
  const report = join(BUILD, "viewer-report.html");
  const traces = [lab("threshold-preemptive-host"), lab("threshold-threshold-host")];
  execFileSync(join(ROOT, "limen"), ["report", ...traces, "-o", report], { cwd: ROOT });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(report).href);
  await new Viewer(page).settle(2);
  await expect(page.getByTestId("canvas").first()).toHaveAccessibleName(
    /^threshold-preemptive-host/u,
  );
  await expect(page.getByTestId("canvas").nth(1)).toHaveAccessibleName(
    /^threshold-threshold-host/u,
  );
  expect(asked.filter((url) => !/^(?:blob|data):/u.test(url))).toEqual([
    pathToFileURL(report).href,
  ]);
});
