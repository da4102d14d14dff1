// SPDX-License-Identifier: Apache-2.0
// Prints frame times during zooming and panning: npx vite-node test/render/bench/frames.ts [EVENTS
// ...]
import { openBench } from "./browser";

const FRAMES = 120;
const TRIES = 4;

const { browser, page } = await openBench();
const sizes = process.argv.slice(2).map(Number);
for (const events of sizes.length > 0 ? sizes : [1e6]) {
  console.log(await page.evaluate(([count]) => window.bench.synthetic(count ?? 0, 12), [events]));
  for (const mode of ["time", "sequence"] as const) {
    const times = await page.evaluate(
      ({ mode, count, tries }) => window.bench.frames({ mode }, count, tries),
      {
        mode,
        count: FRAMES,
        tries: TRIES,
      },
    );
    const rest = times.slice(3).sort((one, other) => one - other);
    const at = (part: number): string =>
      (rest[Math.floor((rest.length - 1) * part)] ?? 0).toFixed(1);
    const first = (times[0] ?? 0).toFixed(1);
    console.log(
      `${mode}: least ${at(0)} ms, median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}, first ${first}`,
    );
  }
}
await browser.close();
