// SPDX-License-Identifier: Apache-2.0
// Goal: the page receives the engine's results unchanged (texts, links, columns, errors), also from
// the memory of another engine and after its memory has moved.
import { describe as suite, expect, test } from "vitest";
import { Engine, TraceError, traceOf } from "../../src/model";
import { upperBound } from "../../src/ui/ranges";
import { bytes, fromHex, text } from "./files";
import { imageOf } from "./image";
import { newEngine, readTrace } from "./read";
import { synthetic } from "./synthetic";
import { Recorder } from "./trx-image";

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

test.each([true, false])("a trace has the events of its dump, little-endian %s", (isLittle) => {
  const dump = JSON.parse(text("tests/support/golden/dump.json")) as readonly DumpedEvent[];
  const threads = ["idle", "high", "low"];
  const records = dump.map(({ event, thread, ...numbers }) => ({
    ...numbers,
    event: NUMBERS[event]!,
    thread: threads.indexOf(thread),
  }));
  const { trace } = readTrace(imageOf(OBJECTS, records, { isLittle }), "dump");
  const events = dump.map((_, i) => ({
    number: i,
    time: Number(trace.zero) + trace.time[i]!,
    depth: trace.depth[i],
    thread: trace.lanes[trace.lane[i]!]!.name,
    event: trace.queries.words(i).name,
    object: trace.words[0]!.at(i),
    a: trace.words[1]!.at(i),
    b: trace.words[2]!.at(i),
    details: trace.queries.details(i),
  }));
  expect(events).toEqual(dump);
});

test("a ring that wrapped, with a time beyond 32 bits, begins with its oldest event", () => {
  const { trace } = readTrace(fromHex(text("tests/support/golden/little.hex")), "little");
  expect(trace.lost).toBe(2);
  expect(Array.from(trace.event)).toEqual([49, 2, 200]);
  expect(trace.zero).toBe(0xfffffff0n);
  expect(Array.from(trace.time)).toEqual([0, 32, 48]);
  expect(trace.queries.details(0)).toBe("für A: 3 after, done");
  expect(trace.queries.details(2)).toBe("object 0, a 7, b 305419896");
});

suite("who runs when", () => {
  const image = synthetic({ events: 5000, start: 2 ** 32 - 10_000 });
  const { trace, analysis } = readTrace(image, "synthetic");

  test("slices of all lanes cover the time once", () => {
    const ticks = analysis.lanes.map(({ running }) => running.sum[running.count - 1] ?? 0);
    expect(ticks.reduce((sum, one) => sum + one, 0)).toBe(trace.time[trace.count - 1]);
  });

  test("no thread is ready and running at the same time", () => {
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

  test("each switch names the lane that runs next", () => {
    const { count, at, comes } = analysis.switches;
    expect(count).toBeGreaterThan(500);
    for (let place = 0; place < count; place++) {
      expect(trace.running[at[place]!]).toBe(comes[place]);
    }
  });

  test("every event belongs to its lane or to an interrupt", () => {
    const own = analysis.lanes.flatMap(({ events }) => [...events]);
    const others = [...trace.depth].filter((depth) => depth > 0).length;
    expect(new Set(own).size).toBe(own.length);
    expect(own.length + others).toBe(trace.count);
  });

  test("the level is the priority, except while a thread is dispatched or preempted", () => {
    for (const { priority, level, waiting } of analysis.lanes) {
      const at = (steps: typeof level, event: number): number =>
        steps.value[upperBound(steps.at, event) - 1] ?? -1;
      for (const event of waiting.first.subarray(0, 50)) {
        // The thread may still be dispatched at the event at which it begins to wait.
        const later = event + 2;
        const isOver = [...waiting.first].some(
          (one, k) => one <= later && waiting.last[k]! > later,
        );
        expect(isOver ? at(level, later) : -2).toBe(isOver ? at(priority, later) : -2);
      }
    }
  });
});

suite("the state of an engine", () => {
  const image = synthetic({ events: 500 });

  test("continues in the memory of another engine", () => {
    const one = readTrace(image, "synthetic");
    const other = newEngine();
    other.makeRoom(one.engine.memory.byteLength);
    for (let at = 0; at < one.engine.memory.byteLength; at += 100_000) {
      other.fill(at, new Uint8Array(one.engine.memory.slice(at, at + 100_000)));
    }
    const { trace, analysis } = traceOf(other, "synthetic");
    expect(trace.time).toEqual(one.trace.time);
    expect(analysis.lanes[1]).toEqual(one.analysis.lanes[1]);
    expect(trace.queries.details(7)).toBe(one.trace.queries.details(7));
    expect(trace.queries.statistics(0, 500)).toEqual(one.trace.queries.statistics(0, 500));
  });

  test("remains when its memory moves", () => {
    const { engine, trace } = readTrace(image, "synthetic");
    const before = [...trace.time];
    let moves = 0;
    engine.onMoved = () => moves++;
    // Longer than the free memory, so that the memory must grow.
    engine.finder("x".repeat(engine.memory.byteLength));
    expect(moves).toBe(1);
    expect(trace.time.length).toBe(0);
    expect([...traceOf(engine, "synthetic").trace.time]).toEqual(before);
  });

  test("has memory that does not move during queries", () => {
    const { engine, trace, analysis } = readTrace(image, "synthetic");
    engine.onMoved = () => expect.fail("it has moved");
    for (let event = 0; event < trace.count; event++) {
      trace.queries.words(event);
      trace.queries.details(event);
      trace.queries.fields(event);
    }
    for (let place = 0; place < analysis.switches.count; place++) {
      trace.queries.why(place);
    }
    trace.queries.statistics(0, trace.count);
  });
});

test("the statistics of a range are counted in blocks of events", () => {
  const PASSES = 7; // over all events, at least
  const BLOCK = 1 << 16;
  const { trace } = readTrace(synthetic({ events: 4 * BLOCK }), "long");
  const stepsOf = (events: number): number => {
    const counting = trace.queries.counting(1, events);
    let steps = 0;
    while (counting.next().done !== true) {
      steps++;
    }
    return steps;
  };
  expect(stepsOf(4 * BLOCK) - stepsOf(BLOCK)).toBeGreaterThanOrEqual(3 * PASSES);
});

test("every event of the specification has a name and fields", () => {
  const known = JSON.parse(text("spec/trace-events.json")) as readonly (readonly [
    number,
    string,
  ])[];
  const records = known
    .filter(([number]) => number !== 1 && number !== 108) // TIME and VALUES are not events
    .map(([event], time) => ({ event, time }));
  const image = imageOf(OBJECTS, [...records, { event: 250, time: 1000 }]);
  const { queries } = readTrace(image, "all").trace;
  records.forEach((record, i) => {
    expect(queries.words(i).name).toBe(known.find(([number]) => number === record.event)![1]);
    expect(queries.details(i)).not.toMatch(/^object \d+, a/);
    expect(queries.fields(i).every(({ name, text: said }) => name !== "" && said !== "")).toBe(
      true,
    );
  });
  expect(queries.words(records.length).name).toBe("EVENT_250");
  expect(queries.details(records.length)).toBe("object 0, a 0, b 0");
});

suite("an event of middleware", () => {
  const [socket, packet, length, sequence] = [0x2000_1a30, 0x46a328, 1024, 0x778eabc7];
  const objects = [...OBJECTS, { kind: 64 + 13, name: "client tcp", size: socket }];
  const send = { event: 103, thread: 1, a: 421, b: packet };
  const first = { event: 108, thread: 1, object: length, a: 0, b: socket };
  const second = { event: 108, thread: 1, object: 0, a: 0, b: sequence };
  const records = [send, first, second].map((record, time) => ({ time, ...record }));
  const { trace } = readTrace(imageOf(objects, records, { flags: 2 }), "middleware");

  test("has fields that lead to its object", () => {
    expect(trace.queries.words(0)).toEqual({ name: "nx_tcp_socket_send", code: "SS" });
    expect(trace.queries.fields(0)).toEqual([
      { name: "socket ptr", text: "client tcp", object: 4 },
      { name: "packet ptr", text: "0x46a328" },
      { name: "length", text: "1024" },
      { name: "tx sequence", text: "0x778eabc7" },
    ]);
    expect(trace.objects[4]!.kind).toBe("NetX TCP socket");
    expect(trace.object[0]).toBe(4);
  });

  test("has all its numbers in the raw fields", () => {
    expect(trace.queries.rawWords(0)).toBe(
      "0x00000005 0x000001A5 0x0046A328 0x20001A30 0x00000400 0x778EABC7",
    );
  });
});

suite("fields", () => {
  test("link to the threads and objects that they name", () => {
    const record = { event: 41, time: 5, thread: 1, object: 3, a: 1, b: 1 + 2 * 65536 };
    const { trace } = readTrace(imageOf(OBJECTS, [record]), "lock");
    expect(trace.queries.fields(0)).toEqual([
      { name: "mutex", text: "m", object: 2 },
      { name: "lock count after", text: "1" },
      { name: "outcome", text: "waits" },
      { name: "owner", text: "low", lane: 2 },
    ]);
  });

  test("link to an object that is in no table, as the event does", () => {
    const { trace } = readTrace(imageOf(OBJECTS, [{ event: 41, time: 5, object: 77 }]), "lock");
    expect(trace.objects[4]).toEqual({ id: 77, kind: "mutex", name: "#77", size: 0 });
    expect(trace.object[0]).toBe(4);
    expect(trace.queries.fields(0)[0]).toEqual({ name: "mutex", text: "#77", object: 4 });
  });
});

suite("a trace of ThreadX", () => {
  const recorder = new Recorder({ capacity: 3 });
  recorder.name(1, 0x40n, "worker");
  recorder.put({ stamp: 1n, context: 0x40n, event: 4097, info: [1n, 2n, 3n, 4n] });
  recorder.put({ stamp: 5n, context: 0xffffffffn, event: 3, priority: 0x40, info: [0n, 7n] });
  recorder.put({ stamp: 9n, context: 0x40n, event: 83, info: [0x5000n, 0n, 1n, 0n] });
  const line = "4097, Motor on, MO, (0,0,0), (1,1,1), speed, torque, , x,";
  const definitions = `# mine\nStart\n${line}\nEnd\n`;

  test("has lanes, nesting and objects", () => {
    const { trace, analysis } = readTrace(recorder.image(), "a.trx");
    expect([...trace.lane]).toEqual([1, 1, 1]);
    expect([...trace.depth]).toEqual([0, 1, 0]);
    expect(trace.objects.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "thread worker",
      "semaphore 0x5000",
    ]);
    expect([...trace.object]).toEqual([-1, -1, 1]);
    expect(analysis.interrupts[0]).toMatchObject({ count: 1 });
    expect([...analysis.interruptNumber[0]!]).toEqual([7]);
    expect(trace.queries.fields(1)[0]).toEqual({ name: "context", text: "interrupt", lane: 1 });
  });

  test("has the names of the program's events, from the start or set later", () => {
    const plain = readTrace(recorder.image(), "own.trx");
    expect(plain.trace.queries.details(0)).toBe("info 1 1, info 2 2, info 3 3, info 4 4");
    plain.engine.define(definitions, "own.trxc");
    for (const { trace } of [
      traceOf(plain.engine, "own.trx"),
      readTrace(recorder.image(), "own.trx", { definitions }),
    ]) {
      expect(trace.queries.words(0)).toEqual({ name: "Motor on", code: "MO" });
      expect(trace.queries.details(0)).toBe("speed 1, torque 2, x 4");
    }
    const broken = { definitions: "Start\n4097, too short\nEnd" };
    expect(() => readTrace(recorder.image(), "own.trx", broken)).toThrow(
      "definitions: line 2: this is not a definition",
    );
  });

  test("wraps its clock at the tick that the user gives", () => {
    const times = (options: { wrap?: number }): number[] => {
      const clock = new Recorder({ capacity: 4 });
      for (const stamp of [900n, 990n, 10n, 20n]) {
        clock.put({ stamp, context: 64n, event: 6 });
      }
      return [...readTrace(clock.image(), "clock.trx", options).trace.time];
    };
    expect(times({ wrap: 1000 })).toEqual([0, 90, 110, 120]);
  });
});

test("a search in the details ignores the case of letters", () => {
  const { trace } = readTrace(fromHex(text("tests/support/golden/little.hex")), "little");
  const found = (wanted: string): number[] => {
    const says = trace.queries.finder(wanted);
    return [0, 1, 2].filter(says);
  };
  expect(found("3 after, done")).toEqual([0]);
  expect(found("für a")).toEqual([0]);
  expect(found("no such thing")).toEqual([]);
});

suite("a file that is not a trace", () => {
  test("is refused with a message of one line", () => {
    const zip = new TextEncoder().encode("PK\x03\x04".padEnd(100, "x"));
    expect(() => readTrace(zip, "a.zip")).toThrow("a.zip: the archive contains no trace;");
    const picture = new Uint8Array(100).fill(1);
    expect(() => readTrace(picture, "a.limen")).toThrow(
      "a.limen: byte 0: this is not a trace of Limen: LIMN is missing; give the memory image",
    );
    expect(() => readTrace(new Uint8Array(0), "empty")).toThrow("empty: the file is empty");
    expect(() => readTrace(new Uint8Array(10), "x.trx")).toThrow(
      "x.trx: byte 0: this is not a trace of ThreadX",
    );
  });

  test("is refused if its header specifies more bytes than the file has", () => {
    const lie = synthetic({ events: 60 }).slice(0, 200);
    new DataView(lie.buffer).setUint32(24, 0xffffffff, true);
    expect(() => readTrace(lie, "x")).toThrow(
      /^x: byte 200: the file ends here, but the header specifies \d+ bytes/,
    );
  });

  test("is refused or shows fewer events, wherever a valid file is cut", () => {
    const good = bytes("examples/traces/inversion-plain-host.limen");
    const count = (length: number): number => {
      try {
        return readTrace(good.subarray(0, length), "x").trace.count;
      } catch (error) {
        expect(error).toBeInstanceOf(TraceError);
        return -1;
      }
    };
    const whole = count(good.length);
    expect(whole).toBeGreaterThan(5);
    const counts: number[] = [];
    for (let length = 0; length < good.length; length += 37) {
      counts.push(count(length));
    }
    expect(counts[0]).toBe(-1);
    expect(counts.every((one) => one <= whole)).toBe(true);
    // A longer file shows at least as many events.
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.some((one) => one > 0 && one < whole)).toBe(true);
  });
});

test("engines of one module are independent", () => {
  const one = readTrace(synthetic({ events: 100, seed: 1 }), "one");
  const other = readTrace(synthetic({ events: 50, seed: 2 }), "other");
  expect(one.trace.count).toBe(100);
  expect(other.trace.count).toBe(50);
  expect(one.engine).toBeInstanceOf(Engine);
  expect(one.engine.memory).not.toBe(other.engine.memory);
});
