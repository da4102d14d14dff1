// SPDX-License-Identifier: Apache-2.0
// ThreadX's traces, in every form, are read as their expected values say.
import { createHash } from "node:crypto";
import { describe as suite, expect, test } from "vitest";
import type { Trace } from "../../src/model";
import { describe, eventWords, readTrace } from "../../src/model";
import { contextName, urgency } from "../../src/model/threadx/describe";
import { bytes, text } from "./files";
import { INTERRUPT, Recorder } from "./trx-image";

interface Expected {
  readonly header: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly objects: readonly Readonly<Record<"address" | "type" | "name", string>>[];
  readonly first_raw_stamp: string;
  readonly last_raw_stamp: string;
  readonly raw_digest: string;
}

const DATA = "tests/tools/data/trx/";
const files = (JSON.parse(text(`${DATA}expected.json`)) as { files: Record<string, Expected> })
  .files;
const INITIALISE = 0xf0f0f0f0;

function open(name: string): Trace {
  return readTrace(bytes(DATA + name), name);
}

function hex8(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, "0");
}

/** One line for each event, as the digest of the expected values has them. */
function digest(trace: Trace): string {
  const hash = createHash("sha256");
  for (let i = 0; i < trace.count; i++) {
    const lane = trace.lane[i]!;
    const context = trace.depth[i]! > 0 ? INTERRUPT : lane < 0 ? INITIALISE : trace.lanes[lane]!.id;
    const infos = trace.words.slice(1).map((word) => hex8(word[i]!));
    hash.update(`${trace.time[i]},${trace.event[i]},${hex8(context)},${infos.join(",")}\n`);
  }
  return hash.digest("hex");
}

suite.each(Object.entries(files))("%s", (name, expected) => {
  const trace = open(name);
  const facts = new Map(trace.facts);

  test("has the header that is in the file", () => {
    for (const [key, value] of Object.entries(expected.header)) {
      if (key === "events_after_synthetic_running") {
        continue; // events that another program invents
      }
      const shown = Array.isArray(value) ? value.join(" to ") : `${value as string}`;
      expect([key, facts.get(key)?.toLowerCase()]).toEqual([key, shown.toLowerCase()]);
    }
    expect(facts.get("first_raw_stamp")).toBe(expected.first_raw_stamp);
    expect(facts.get("last_raw_stamp")).toBe(expected.last_raw_stamp);
  });

  test("has its objects", () => {
    const registered = trace.objects.slice(0, expected.objects.length);
    const found = registered.map((one) => [hex8(one.id), one.kind, one.name]);
    expect(found).toEqual(expected.objects.map((one) => [one.address, one.type, one.name]));
  });

  test("has its events", () => {
    expect(digest(trace)).toBe(expected.raw_digest);
  });
});

suite("a trace of two cores and 64-bit words", () => {
  const A = 0x2000_0100;
  const high = 0xffff_ffff_8000_0000n;
  const recorder = new Recorder({ capacity: 8, wordBytes: 8, isLittle: false, nameSize: 16 });
  recorder.name(1, BigInt(A), "a", 0x1000n, 256n);
  recorder.name(1, high, "b");
  const info = [0n, 0n, 0xffff_ffffn, 3n];
  recorder.put({ stamp: 10n, context: BigInt(A), event: 69, info, priority: 0x8005_0007 });
  recorder.put({ stamp: 30n, context: high, event: 6 | (1 << 24), priority: 0x8001_0001 });
  const entered = [0n, 7n, 0n, 0n];
  recorder.put({ stamp: 31n, context: BigInt(INTERRUPT), event: 3, priority: A, info: entered });
  const trace = readTrace(recorder.image(), "wide.trx");

  test("keeps cores and addresses apart", () => {
    expect(trace.cores).toBe(2);
    expect(Array.from(trace.core)).toEqual([0, 1, 0]);
    expect(trace.lanes.map((lane) => lane.name)).toEqual(["idle", "a", "b"]);
    expect(Array.from(trace.lane)).toEqual([1, 2, 1]);
    expect(Array.from(trace.time)).toEqual([0, 20, 21]);
    expect(Array.from(trace.depth)).toEqual([0, 0, 1]);
  });

  test("says what the dump says", () => {
    expect(describe(trace, 0)).toBe(
      "queue ptr 0x0, source ptr 0x0, wait option forever, enqueued 3",
    );
    expect(contextName(trace, 2)).toBe("interrupt");
    expect(urgency(trace, 0)).toBe("7(5)");
    expect(urgency(trace, 1)).toBe("1");
  });
});

suite("the clock", () => {
  function times(stamps: readonly number[], mask: number, wrap?: number): number[] {
    const recorder = new Recorder({ capacity: stamps.length, mask: BigInt(mask) });
    stamps.forEach((stamp) => recorder.put({ stamp: BigInt(stamp), context: 64n, event: 6 }));
    return Array.from(
      readTrace(recorder.image(), "clock.trx", wrap === undefined ? {} : { wrap }).time,
    );
  }

  test("of 16 bits wraps, up and down", () => {
    expect(times([0xfff0, 0xffff, 5, 9], 0xffff)).toEqual([0, 15, 21, 25]);
    expect(times([20, 5, 0xfff0], 0xffff)).toEqual([0, 15, 36]);
  });

  test("wraps where the user says", () => {
    expect(times([900, 990, 10, 20], 0xffff_ffff, 1000)).toEqual([0, 90, 110, 120]);
    const problem = "a stamp of 1000 is beyond a clock that wraps at 1000";
    expect(() => times([900, 1000, 10], 0xffff_ffff, 1000)).toThrow(problem);
  });
});

test("the program's own events have the names that it gave them", () => {
  const recorder = new Recorder({ capacity: 2 });
  recorder.put({ stamp: 1n, context: 64n, event: 4097, info: [1n, 2n, 3n, 4n] });
  const line = "4097, Motor on, MO, (0,0,0), (1,1,1), speed, torque, , x,";
  const own = readTrace(recorder.image(), "own.trx", {
    definitions: `# mine\nStart\n${line}\nEnd\n`,
  });
  expect(eventWords(own, 0)).toEqual({
    name: "Motor on",
    code: "MO",
    fields: ["speed", "torque", "", "x"],
  });
  expect(describe(own, 0)).toBe("speed 1, torque 2, x 4");
  const plain = readTrace(recorder.image(), "own.trx");
  expect(describe(plain, 0)).toBe("info 1 1, info 2 2, info 3 3, info 4 4");
  const broken = { definitions: "Start\n4097, too short\nEnd" };
  expect(() => readTrace(recorder.image(), "own.trx", broken)).toThrow(
    "definitions: line 2: this is not a definition",
  );
});
