// SPDX-License-Identifier: Apache-2.0
// Goal: no query needs the columns that the engine frees after the analysis, and the findings need
// nothing of what is computed after them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newEngine } from "./read";

const EXAMPLES = join(__dirname, "../../../examples");
const NAMES = ["traces", "other-kernels"].flatMap((folder) =>
  readdirSync(join(EXAMPLES, folder))
    .filter((name) => name !== "README.md")
    .map((name) => join(folder, name)),
);

test.each(NAMES)("%s: a second query has the same findings and statistics", (name) => {
  const engine = newEngine();
  const count = engine.read(readFileSync(join(EXAMPLES, name)), name);
  engine.analyse(name);
  const counted = (): string => {
    const counting = engine.counting(0, count);
    let step = counting.next();
    while (step.done !== true) {
      step = counting.next();
    }
    return step.value;
  };
  const ask = (): string[] => [engine.ask("findings"), counted()];
  const before = ask();
  engine.define("Start\nEnd\n", "definitions"); // clears the cached answers, but not their input
  expect(ask()).toEqual(before);
});
