// SPDX-License-Identifier: Apache-2.0
// Goal: ticks are exact after the clock has exceeded the integers that a double represents exactly.
// Method: the same events from tick 0 and from an odd tick after 2^54 have the same lengths.
import { expect, test } from "vitest";
import { imageOf, type ImageRecord } from "./image";
import { readTrace } from "./read";

const FIRST = (1n << 54n) + 1n;
const READY = 3;
const SUSPEND = 4;
const RELEASE = 26;
const COMPLETE = 27;

/** A thread that is released, runs and completes, at odd times. */
function image(): Uint8Array {
  const records = Array.from({ length: 40 }, (_, place): readonly ImageRecord[] => {
    const time = 1 + place * 102;
    return [
      { time, event: RELEASE, object: 1, b: place },
      { time, event: READY, object: 1, a: 1 },
      { time: time + 33, event: 2, object: 1, a: 1, b: 7 },
      { time: time + 51, event: COMPLETE, thread: 1, object: 1, b: 51 },
      { time: time + 51, event: SUSPEND, thread: 1, a: 14, b: 1 },
      { time: time + 51, event: 2, thread: 1, a: 32, b: 1 },
    ];
  });
  return imageOf([{ kind: 1, name: "late", priority: 1, threshold: 1 }], records.flat());
}

test("times after 2^53 are exact to the tick", () => {
  const early = image();
  const late = early.slice();
  new DataView(late.buffer).setUint32(36, Number(FIRST >> 32n), true);
  const [one, other] = [readTrace(early, "early"), readTrace(late, "late")];
  expect(one.trace.zero).toBe(1n);
  expect(other.trace.zero).toBe(FIRST);
  expect([...other.trace.time]).toEqual([...one.trace.time]);
  for (const name of ["release", "end", "response", "startLatency", "execution"] as const) {
    expect([...other.analysis.jobs[name]]).toEqual([...one.analysis.jobs[name]]);
  }
  expect([...other.analysis.jobs.release].slice(0, 3)).toEqual([0, 102, 204]);
  const of = ({ trace: { queries } }: typeof one): unknown => ({
    findings: queries.findings().map(({ sentence, event }) => [sentence, event]),
    why: queries.why(0),
  });
  expect(of(other)).toEqual(of(one));
});
