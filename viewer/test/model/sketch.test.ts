// SPDX-License-Identifier: Apache-2.0
// Goal: the sketch that is drawn before the analysis is complete equals a part of the final result.
// Method: the sketch after the first stage is compared with the trace after the third.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { traceOf, traceOfSketch } from "../../src/model";
import { buffersOf, sketchOf } from "../../src/model/sketch";
import { newEngine } from "./read";

const SAMPLES = ["inversion-plain-host.limen", "threadx-wp_pts.trx"];

describe.each(SAMPLES)("the sketch of %s", (name) => {
  const engine = newEngine();
  const path = new URL(`../../../examples/traces/${name}`, import.meta.url);
  engine.read(new Uint8Array(readFileSync(path)), name);
  engine.begin(name);
  const sketch = sketchOf(engine);
  const { trace, analysis } = traceOfSketch(sketch, name);
  engine.find();
  engine.complete();
  const complete = traceOf(engine, name);

  it("has the times and the running intervals of the complete trace", () => {
    expect(trace.count).toBeGreaterThan(50);
    expect(trace.time).toEqual(complete.trace.time);
    expect(trace.lanes).toEqual(complete.trace.lanes);
    expect(analysis.lanes.map(({ running }) => running)).toEqual(
      complete.analysis.lanes.map(({ running }) => running),
    );
  });

  it("answers queries about later results with nothing", () => {
    for (const lane of analysis.lanes) {
      expect([lane.ready, lane.waiting, lane.heldOff].map(({ count }) => count)).toEqual([0, 0, 0]);
      expect(lane.events.length + lane.priority.count + lane.level.count).toBe(0);
    }
    expect(analysis.jobs.count + analysis.waits.count + analysis.switches.count).toBe(0);
    expect(trace.queries.findings()).toEqual([]);
  });

  it("shares no memory with the engine", () => {
    expect(buffersOf(sketch)).not.toContain(engine.memory);
    expect(new Set(buffersOf(sketch)).size).toBe(8);
  });
});
