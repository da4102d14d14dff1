// SPDX-License-Identifier: Apache-2.0
// Renders pictures for visual inspection: npx vite-node test/render/bench/look.ts FOLDER [TRACE
// ...]
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { openBench } from "./browser";
import type { Wish } from "./page";

const [folder = "build", ...files] = process.argv.slice(2);
const { browser, page } = await openBench();
const VIEWS: readonly (readonly [string, Wish])[] = [
  ["all", {}],
  ["tenth", { part: [0.3, 0.4] }],
  ["close", { part: [0.3, 0.31], open: [1, 2] }],
  ["sequence", { mode: "sequence", part: [0.3, 0.3] }],
  [
    "dark",
    {
      part: [0.3, 0.36],
      isDark: true,
      open: [1, 4],
      focus: { event: 100, range: null, lane: 1, object: null },
    },
  ],
];

for (const file of files) {
  const name = basename(file).replace(/\.\w+$/, "");
  const said = await page.evaluate(
    ([text, of]) => window.bench.load(text ?? "", of ?? ""),
    [readFileSync(file).toString("base64"), name],
  );
  console.log(name, said);
  const count = Number.parseInt(said, 10);
  for (const [view, wish] of VIEWS) {
    const from = wish.part?.[0] ?? 0;
    const part =
      wish.mode === "sequence" ? ([from, Math.min(from + 60 / count, 1)] as const) : wish.part;
    await page.evaluate((asked) => window.bench.show(asked), {
      ...wish,
      ...(part === undefined ? {} : { part }),
    });
    const shot = await page.screenshot();
    writeFileSync(`${folder}/${name}-${view}.png`, shot);
    if (view === "all") {
      const svg = await page.evaluate(() => [window.bench.svg({}), window.bench.picture({})]);
      svg.forEach((text, place) =>
        writeFileSync(`${folder}/${name}-${place === 0 ? "seen" : "print"}.svg`, text),
      );
      console.log(
        "SVG of",
        svg.map((text) => text.length),
        "bytes",
      );
    }
  }
}
const FOCUS = { event: 30, range: { begin: 220, end: 330 }, lane: 2, object: null };
const MARKERS = [
  { label: "M", time: 420, measures: true },
  { label: "N", time: 660, measures: true },
];
for (const [name, some] of [
  ["plain", {}],
  ["held", { focus: FOCUS, markers: MARKERS, isDark: true }],
  ["sequence", { mode: "sequence", range: { begin: 10, end: 70 }, focus: FOCUS }],
] as const) {
  await page.evaluate((scene) => window.bench.showInvented(scene), some);
  writeFileSync(`${folder}/invented-${name}.png`, await page.screenshot());
  writeFileSync(
    `${folder}/invented-${name}.svg`,
    await page.evaluate((scene) => window.bench.inventedSvg(scene), some),
  );
}
await browser.close();
