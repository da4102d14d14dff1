// SPDX-License-Identifier: Apache-2.0
// Goal: no query needs the columns that the engine frees after the analysis.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newEngine } from "./read";

const TRACES = join(__dirname, "../../../examples/traces");
const NAMES = readdirSync(TRACES).filter((name) => /\.(limen|trx)$/u.test(name));

test.each(NAMES)(
  "%s: findings and statistics are the same when they are asked for again",
  (name) => {
    const engine = newEngine();
    const count = engine.read(readFileSync(join(TRACES, name)), name);
    engine.analyse(name);
    const ask = (): string[] => [engine.ask("findings"), engine.ask("statistics", 0, count)];
    const before = ask();
    engine.define("Start\nEnd\n", "definitions"); // clears the cached answers, but not their input
    expect(ask()).toEqual(before);
  },
);
