// SPDX-License-Identifier: Apache-2.0
// Limen's traces say on the page what they say on the command line.
import { describe as suite, expect, test } from "vitest";
import { analyse, describe, eventWords, fieldsOf, indexAt, readTrace } from "../../src/model";
import { fromHex, text } from "./files";
import { imageOf } from "./image";
import { synthetic } from "./synthetic";

interface DumpedEvent {
  readonly number: number;
  readonly time: number;
  readonly depth: number;
  readonly thread: string;
  readonly event: string;
  readonly object: number;
  readonly a: number;
  readonly b: number;
  readonly details: string;
}

const OBJECTS = [
  { kind: 1, name: "high", priority: 1, threshold: 1, size: 1024 },
  { kind: 1, name: "low", priority: 9, threshold: 9, size: 1024 },
  { kind: 3, name: "m", threshold: 1 },
  { kind: 4, name: "q [x]", size: 4 },
];
const NUMBERS: Readonly<Record<string, number>> = {
  SWITCH: 2,
  READY: 3,
  SUSPEND: 4,
  SLICE: 6,
  PRIORITY: 8,
  IRQ_ENTER: 9,
  IRQ_EXIT: 10,
  MUTEX_LOCK: 41,
  MUTEX_UNLOCK: 42,
  QUEUE_SEND: 49,
  EVENT_99: 99,
};

suite.each([true, false])("a trace of which the dump is known, little-endian %s", (isLittle) => {
  const dump = JSON.parse(text("tests/tools/golden/dump.json")) as readonly DumpedEvent[];
  const threads = ["idle", "high", "low"];
  const records = dump.map(({ event, thread, ...numbers }) => ({
    ...numbers,
    event: NUMBERS[event]!,
    thread: threads.indexOf(thread),
  }));
  const trace = readTrace(imageOf(OBJECTS, records, { isLittle }), "dump");

  test("has its events and words", () => {
    const events = dump.map((_, i) => ({
      number: i,
      time: Number(trace.zero) + trace.time[i]!,
      depth: trace.depth[i],
      thread: trace.lanes[trace.lane[i]!]!.name,
      event: eventWords(trace, i).name,
      object: trace.words[0]![i],
      a: trace.words[1]![i],
      b: trace.words[2]![i],
      details: describe(trace, i),
    }));
    expect(trace.count).toBe(dump.length);
    expect(events).toEqual(dump);
  });

  test("finds events by time", () => {
    for (let i = 0; i < trace.count; i++) {
      const found = indexAt(trace, trace.time[i]!);
      expect(trace.time[found]).toBe(trace.time[i]);
      expect(found === 0 || trace.time[found - 1]! < trace.time[i]!).toBe(true);
    }
    expect(indexAt(trace, trace.time[trace.count - 1]! + 1)).toBe(trace.count);
  });
});

test("a ring that wrapped, with a time beyond 32 bits, begins with its oldest event", () => {
  const trace = readTrace(fromHex(text("tests/tools/golden/little.hex")), "little");
  expect(trace.lost).toBe(2);
  expect(Array.from(trace.event)).toEqual([49, 2, 200]);
  expect(trace.zero).toBe(0xfffffff0n);
  expect(Array.from(trace.time)).toEqual([0, 32, 48]);
  expect(describe(trace, 0)).toBe("für A: 3 after, done");
  expect(describe(trace, 2)).toBe("object 0, a 7, b 305419896");
});

suite("who runs when", () => {
  const trace = readTrace(synthetic({ events: 5000, start: 2 ** 32 - 10_000 }), "synthetic");
  const analysis = analyse(trace);

  test("slices of all lanes cover the time once", () => {
    const ticks = analysis.lanes.map(({ running }) => running.sum[running.count - 1] ?? 0);
    expect(ticks.reduce((sum, one) => sum + one, 0)).toBe(trace.time[trace.count - 1]);
  });

  test("no thread is ready and runs at once", () => {
    const end = (last: number): number => (last < 0 ? trace.count : last);
    for (const { running, ready } of analysis.lanes) {
      for (let place = 0; place < ready.count; place++) {
        const overlaps = Array.from(running.first).some(
          (first, slice) =>
            first < end(ready.last[place]!) && ready.first[place]! < end(running.last[slice]!),
        );
        expect(overlaps).toBe(false);
      }
    }
  });

  test("each switch brings the lane that runs next", () => {
    const { count, at, comes } = analysis.switches;
    expect(count).toBeGreaterThan(500);
    for (let place = 0; place < count; place++) {
      expect(trace.running[at[place]!]).toBe(comes[place]);
    }
  });
});

test("what follows from a trace can be handed over, and another trace be opened after that", () => {
  const bytes = synthetic({ events: 500 });
  for (let round = 0; round < 2; round++) {
    const trace = readTrace(bytes, "synthetic");
    const found = { trace, analysis: analyse(trace) };
    const moved = structuredClone(found, { transfer: [...buffersOf(found)] });
    expect(trace.time.length).toBe(0);
    expect(moved.trace.time.length).toBe(500);
    expect(moved.analysis.lanes[1]!.running.count).toBeGreaterThan(0);
  }
});

function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    found.add(value.buffer as ArrayBuffer);
  } else if (typeof value === "object" && value !== null) {
    Object.values(value).forEach((part) => buffersOf(part, found));
  }
  return found;
}

test("every event that the specification names has words of its own, and fields", () => {
  const known = JSON.parse(text("spec/trace-events.json")) as readonly (readonly [
    number,
    string,
  ])[];
  const records = known
    .filter(([number]) => number !== 1 && number !== 108) // TIME and VALUES are no events
    .map(([event], time) => ({ event, time }));
  const trace = readTrace(imageOf(OBJECTS, [...records, { event: 250, time: 1000 }]), "all");
  records.forEach((record, i) => {
    expect(eventWords(trace, i).name).toBe(known.find(([number]) => number === record.event)![1]);
    expect(describe(trace, i)).not.toMatch(/^object \d+, a/);
    expect(fieldsOf(trace, i).every(({ name, text: said }) => name !== "" && said !== "")).toBe(
      true,
    );
  });
  expect(eventWords(trace, records.length).name).toBe("EVENT_250");
  expect(describe(trace, records.length)).toBe("object 0, a 0, b 0");
});

suite.each([true, false])("an event of middleware, little-endian %s", (isLittle) => {
  const [socket, packet, length, sequence] = [0x2000_1a30, 0x46a328, 1024, 0x778eabc7];
  const objects = [...OBJECTS, { kind: 64 + 13, name: "client tcp", size: socket }];
  const send = { event: 103, thread: 1, a: 421, b: packet };
  const first = { event: 108, thread: 1, object: length, a: 0, b: socket };
  const second = { event: 108, thread: 1, object: 0, a: 0, b: sequence };
  const orphan = { event: 108, object: 7, a: 7, b: 7 };
  const records = [orphan, send, first, second, orphan, orphan, { event: 5 }, orphan, send, send];
  const image = imageOf(
    objects,
    [...records, first].map((record, time) => ({ time, ...record })),
    { isLittle, flags: 2 },
  );
  const trace = readTrace(image, "middleware");

  test("is joined with its numbers, and others are skipped", () => {
    expect([...trace.event]).toEqual([103, 5, 103, 103]);
    expect([...trace.words[0]!]).toEqual([5, 0, 0, 5]);
    expect([...trace.time]).toEqual([0, 5, 7, 8]);
    expect(eventWords(trace, 0)).toMatchObject({ name: "nx_tcp_socket_send", code: "SS" });
    expect(describe(trace, 0)).toBe(
      "socket ptr=client tcp, packet ptr=0x46a328, length=1024, tx sequence=0x778eabc7",
    );
    expect(describe(trace, 2)).toBe("packet ptr=0x46a328");
    expect(describe(trace, 3)).toBe(
      "socket ptr=client tcp, packet ptr=0x46a328, length=1024, tx sequence=0",
    );
  });

  test("has fields that lead to its object", () => {
    expect(fieldsOf(trace, 0)).toEqual([
      { name: "socket ptr", text: "client tcp", object: 4 },
      { name: "packet ptr", text: "0x46a328" },
      { name: "length", text: "1024" },
      { name: "tx sequence", text: "0x778eabc7" },
    ]);
    expect(trace.objects[4]!.kind).toBe("NetX TCP socket");
    expect(trace.object[0]).toBe(4);
  });
});

test("fields lead to the threads and objects that they speak of", () => {
  const record = { event: 41, time: 5, thread: 1, object: 3, a: 1, b: 1 + 2 * 65536 };
  const trace = readTrace(imageOf(OBJECTS, [record]), "lock");
  expect(fieldsOf(trace, 0)).toEqual([
    { name: "mutex", text: "m", object: 2 },
    { name: "lock count after", text: "1" },
    { name: "outcome", text: "waits" },
    { name: "owner", text: "low", lane: 2 },
  ]);
});

test("a program for ThreadX on Limen has ThreadX's names", () => {
  const records = [
    { event: 49, time: 1, object: 4 },
    { event: 97, time: 2, object: 4 },
    { event: 24, time: 3, object: 1, b: 65536 },
    { event: 7, time: 4, object: 1 },
    { event: 103, time: 5, object: 4, a: 70, b: 1 },
  ];
  const trace = readTrace(imageOf(OBJECTS, records, { flags: 2 }), "threadx");
  const names = records.map((_, i) => eventWords(trace, i).name);
  expect(names).toEqual([
    "tx_queue_send",
    "tx_queue_send_notify",
    "tx_thread_preemption_change",
    "LEVEL",
    "tx_queue_send_notify",
  ]);
});
