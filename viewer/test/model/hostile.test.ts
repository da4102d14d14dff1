// SPDX-License-Identifier: Apache-2.0
// Goal: no file makes the model do anything but answer or say one clear line: no crash, no hang, no
// memory beyond a small multiple of the file. LIMEN_LONG makes the random part long; its seed is
// printed, and LIMEN_SEED repeats it.
import { describe as suite, expect, test } from "vitest";
import type { Trace } from "../../src/model";
import {
  analyse,
  describe,
  eventWords,
  fieldsOf,
  indexAt,
  readTrace,
  statistics,
  TraceError,
  whyOf,
} from "../../src/model";
import { bytes } from "./files";
import { imageOf } from "./image";
import { synthetic, random } from "./synthetic";
import { INTERRUPT, Recorder } from "./trx-image";

const LONG = process.env["LIMEN_LONG"] !== undefined;
const ROUNDS = LONG ? 20_000 : 200;
const SEED = Number(process.env["LIMEN_SEED"] ?? Date.now() % 1_000_000);
const MULTIPLE = 40;
const ROOM = 1 << 20;
const EXTREMES = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff];

function goodTrx(wordBytes: 4 | 8): Uint8Array {
  const recorder = new Recorder({ capacity: 8, nameSize: 8, wordBytes });
  recorder.name(1, 0x2000_0100n, "T", 0x2000_1000n, 512n);
  recorder.name(5, 0x2000_0200n, "m");
  [1, 2, 3, 52, 57, 4, 109, 5].forEach((event, place) =>
    recorder.put({
      stamp: BigInt(place * 256),
      context: event === 3 || event === 4 ? BigInt(INTERRUPT) : 0x2000_0100n,
      event,
      info: [0x2000_0100n, 5n, 0x2000_0100n, 0x2000_0200n],
      priority: 0x8005_0005,
    }),
  );
  return recorder.image();
}

function withMiddleware(): Uint8Array {
  const events = [103, 108, 108, 5, 103, 108, 1, 108, 103, 5, 5, 103, 108];
  const records = events.map((event, time) => ({ event, time, object: 9, a: 421, b: 0x1000 }));
  return imageOf(
    [{ kind: 64 + 13, name: "socket", size: 0x1000 }],
    records.map((record) => (record.event === 1 ? { ...record, object: 0, a: 0, b: 0 } : record)),
    { flags: 2, capacity: 16 },
  );
}

const GOOD: Readonly<Record<string, Uint8Array>> = {
  limen: synthetic({ events: 60, threads: 3 }),
  "big-endian limen": synthetic({ events: 60, threads: 3, isLittle: false, capacity: 40 }),
  "limen with middleware": withMiddleware(),
  trx: goodTrx(4),
  "64-bit trx": goodTrx(8),
};

function held(value: unknown, found = new Set<ArrayBufferLike>()): number {
  if (ArrayBuffer.isView(value)) {
    found.add(value.buffer);
  } else if (typeof value === "object" && value !== null) {
    Object.values(value).forEach((part) => held(part, found));
  }
  return [...found].reduce((sum, buffer) => sum + buffer.byteLength, 0);
}

/** Read and use a file; its one allowed failure is a TraceError of one line. */
function use(content: Uint8Array): Trace | null {
  try {
    const trace = readTrace(content, "x");
    const analysis = analyse(trace);
    for (let i = 0; i < Math.min(trace.count, 40); i++) {
      describe(trace, i);
      eventWords(trace, i);
      fieldsOf(trace, i);
      indexAt(trace, trace.time[i]!);
    }
    for (let place = 0; place < Math.min(analysis.switches.count, 40); place++) {
      const { text, parts } = whyOf(trace, analysis, place);
      expect(text).toBe(parts.map((part) => part.text).join(""));
    }
    JSON.stringify(statistics(trace, analysis, 0, trace.count));
    expect(held([trace, analysis])).toBeLessThan(MULTIPLE * content.length + ROOM);
    return trace;
  } catch (error) {
    expect(error).toBeInstanceOf(TraceError);
    expect((error as Error).message).toMatch(/^x(: [^:;]+)?: [^\n]+; [^\n]+$/);
    return null;
  }
}

suite.each(Object.entries(GOOD))("%s", (_, good) => {
  test("is good as it is", () => {
    expect(use(good)?.count).toBeGreaterThan(5);
  });

  test("is refused wherever it is cut off", () => {
    for (let length = 0; length < good.length; length++) {
      expect(use(good.subarray(0, length))).toBeNull();
    }
  });

  test("survives extreme values anywhere in its header", () => {
    for (let offset = 0; offset < 96; offset += 4) {
      for (const value of EXTREMES) {
        for (const isLittle of [true, false]) {
          const lie = good.slice();
          new DataView(lie.buffer).setUint32(offset, value, isLittle);
          use(lie);
        }
      }
    }
  });
});

test("a file of another kind is told from a trace", () => {
  expect(() => readTrace(new TextEncoder().encode("PK\x03\x04".padEnd(100, "x")), "a.zip")).toThrow(
    "a.zip: byte 0: this is not a trace of Limen: LIMN is missing; give the memory image",
  );
  expect(() => readTrace(new Uint8Array(0), "empty")).toThrow(
    "empty: the file has 0 bytes, but the header alone has 64",
  );
  expect(() => readTrace(new Uint8Array(10), "x.trx")).toThrow(
    "x.trx: byte 0: this is not a trace of ThreadX",
  );
});

test("a file that asks for more than it has costs nothing", () => {
  const lie = GOOD["limen"]!.slice(0, 200);
  new DataView(lie.buffer).setUint32(24, 0xffffffff, true);
  expect(() => readTrace(lie, "x")).toThrow(
    /^x: byte 200: the file ends here, but the header specifies \d+ bytes/,
  );
});

test("ten thousand threads that hold each other off are refused in one line", () => {
  const image = synthetic({ events: 20_000, threads: 2 });
  const view = new DataView(image.buffer);
  for (let at = image.length - 16; at > 2000; at -= 16) {
    view.setUint16(at + 6, at % 10_007, true);
  }
  expect(() => readTrace(image, "x")).toThrow(
    /x: it names \d+ threads, more than the viewer can show/,
  );
});

test(`random damage is survived (LIMEN_SEED=${SEED})`, () => {
  const next = random(SEED);
  const below = (limit: number): number => Math.floor(next() * limit);
  const sources = [
    ...Object.values(GOOD),
    bytes("tests/tools/data/trx/wp_case2_wrapped_small.trx"),
  ];
  const text = bytes("tests/tools/data/trx/ihex.trx").subarray(0, 4000);
  for (let round = 0; round < ROUNDS; round++) {
    const kind = below(8);
    const source = kind === 0 ? text : sources[below(sources.length)]!;
    const damaged =
      kind === 1 ? Uint8Array.from({ length: below(400) }, () => below(256)) : source.slice();
    for (let change = below(6); change >= 0 && damaged.length > 0; change--) {
      damaged[below(damaged.length)] = below(256);
    }
    if (kind === 1) {
      damaged.set([0x4c, 0x49, 0x4d, 0x4e].slice(0, damaged.length));
    }
    use(damaged);
  }
});
