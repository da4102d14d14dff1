// SPDX-License-Identifier: Apache-2.0
// Goal: a URL restores the view, steps lead to the next event of their kind, lists scroll to each
// row, lanes are sorted as requested.
import { describe, expect, test } from "vitest";
import { fromHash, toHash } from "../../src/ui/url-state";
import type { UrlState } from "../../src/ui/url-state";
import { frame, ROW_PIXELS, scrollFor } from "../../src/ui/virtual-scroll";
import {
  drop,
  dragInto,
  NO_WISHES,
  ORDERS,
  rowName,
  rowsOf,
  sortLanes,
} from "../../src/ui/row-order";
import { step } from "../../src/ui/event-steps";
import { coveredTime } from "../../src/ui/covered-time";
import { made } from "./small-trace";

const { trace, analysis } = made();

describe("links", () => {
  const place: UrlState = {
    file: "a file & more.limen",
    mode: "sequence",
    range: { begin: -12.5, end: 1e9 },
    event: 17,
    selected: { begin: 3, end: 4.25 },
    markers: [5, null],
    search: 'thread:"x y" #1',
    clockHz: 1_000_000,
    notes: [
      { begin: 3, end: 3, text: "here: why & how?" },
      { begin: 4.5, end: 9, text: "#2" },
    ],
  };

  test("restore the state that they encode", () => {
    expect(fromHash(toHash(place))).toEqual(place);
    const bare = {
      ...place,
      event: null,
      selected: null,
      markers: [null, null],
      search: "",
      clockHz: null,
      notes: [],
    } as const;
    expect(fromHash(toHash(bare))).toEqual(bare);
  });

  test.each(["", "1:2", "1:2:", "2:1:x", "x:2:y"])("have no note %s", (note) => {
    const hash = `#file=a&view=1:2&note=${encodeURIComponent(note)}`;
    expect(fromHash(hash)?.notes).toEqual([]);
  });

  test.each(["", "#", "#file=a", "#file=a&view=2:1", "#file=a&view=x:y", "#view=1:2"])(
    "%s is none",
    (hash) => {
      expect(fromHash(hash)).toBeNull();
    },
  );
});

describe("steps", () => {
  const seen = (kind: "switch" | "thread" | "kind", from: number): number[] => {
    const found: number[] = [];
    for (let event = step(trace, analysis, null, from, 1, kind); event >= 0;) {
      found.push(event);
      event = step(trace, analysis, null, event, 1, kind);
    }
    return found;
  };

  test("visit all switches", () => {
    expect(seen("switch", -1)).toEqual([
      ...analysis.switches.at.subarray(0, analysis.switches.count),
    ]);
  });

  test("stay with the thread and with the kind of an event", () => {
    const from = trace.count >> 1;
    const later = (column: ArrayLike<number>): number[] =>
      Array.from({ length: trace.count }, (_, event) => event).filter(
        (event) => event > from && column[event] === column[from],
      );
    expect(seen("thread", from)).toEqual(later(trace.lane));
    expect(seen("kind", from)).toEqual(later(trace.event));
  });

  test("forward and back return to the start; no step leads beyond the end", () => {
    expect(
      step(trace, analysis, null, step(trace, analysis, null, 50, 1, "event"), -1, "event"),
    ).toBe(50);
    expect(step(trace, analysis, null, trace.count - 1, 1, "event")).toBe(-1);
    expect(step(trace, analysis, null, -1, -1, "event")).toBe(trace.count - 1);
    expect(step(trace, analysis, null, -1, 1, "found")).toBe(-1);
  });
});

describe("long lists", () => {
  test.each([3, 100, 5000, 10_000_000])("of %d rows can show every row", (count) => {
    const room = 400;
    for (const row of [0, 1, count >> 1, count - 2, count - 1]) {
      const scroll = scrollFor(count, row, 0, room);
      const now = frame(count, scroll, room);
      expect(row).toBeGreaterThanOrEqual(now.first);
      expect(row).toBeLessThan(now.first + now.rows);
      const y = now.top + (row - now.first) * ROW_PIXELS - scroll;
      expect(y).toBeGreaterThanOrEqual(-ROW_PIXELS);
      expect(y).toBeLessThan(room);
      expect(now.height).toBeLessThan(16_000_000);
    }
  });
});

describe("rows", () => {
  test.each(ORDERS)("sorted by %s are complete", (order) => {
    const lanes = sortLanes(trace, analysis, order);
    expect([...lanes].sort((one, other) => one - other)).toEqual(
      trace.lanes.slice(1).map((_, lane) => lane + 1),
    );
  });

  test("of threads are below those of the core on which they ran longest", () => {
    const some = analysis.lanes.map((lane, place) => ({
      ...lane,
      running: { ...lane.running, kind: lane.running.kind.map(() => (place % 2 === 0 ? 1 : 0)) },
    }));
    const two = { ...trace, cores: 2, core: trace.event.map(() => 0) as unknown as Uint8Array };
    const rows = rowsOf(two, { ...analysis, lanes: some }, [], NO_WISHES).map(rowName);
    const [zero, one] = [rows.indexOf("core:0"), rows.indexOf("core:1")];
    const ran = some.flatMap((lane, place) => (place > 0 && lane.running.count > 0 ? [place] : []));
    expect(zero).toBe(0);
    expect(ran.length).toBeGreaterThan(1);
    for (const lane of ran) {
      expect(rows.indexOf(`lane:${lane}`) > one).toBe(lane % 2 === 0);
    }
  });

  test("have the order that the user chose", () => {
    const priorities = sortLanes(trace, analysis, "priority").map(
      (lane) => trace.lanes[lane]?.priority ?? Infinity,
    );
    expect(priorities).toEqual([...priorities].sort((one, other) => one - other));
    const names = sortLanes(trace, analysis, "name").map((lane) => trace.lanes[lane]?.name ?? "");
    expect(names).toEqual(
      [...names].sort((one, other) => one.localeCompare(other, "en", { numeric: true })),
    );
    const events = sortLanes(trace, analysis, "events").map(
      (lane) => analysis.lanes[lane]?.events.length ?? 0,
    );
    expect(events).toEqual([...events].sort((one, other) => other - one));
  });

  test("omit hidden rows, and pinned rows come first", () => {
    const wishes = { ...NO_WISHES, hidden: new Set(["lane:2"]), pinned: new Set(["lane:3"]) };
    const names = rowsOf(trace, analysis, [], wishes).map(rowName);
    expect(names).not.toContain("lane:2");
    expect(names[0]).toBe("lane:3");
    expect(rowsOf(trace, analysis, [], { ...wishes, showsIdle: false }).map(rowName)).not.toContain(
      "lane:0",
    );
  });

  test("move to the place at which they are dropped", () => {
    expect(drop(["a", "b", "c"], "c", "a")).toEqual(["c", "a", "b"]);
    expect(drop(["a", "b", "c"], "a", null)).toEqual(["b", "c", "a"]);
    expect(dragInto(["a", "x", "b", "c"], ["c", "b", "a"])).toEqual(["c", "x", "b", "a"]);
  });
});

test("the covered time of a range is the sum over its parts", () => {
  const track = analysis.lanes[1]!.running;
  const end = trace.time[trace.count - 1] ?? 0;
  for (const [begin, stop] of [
    [0, end],
    [end * 0.2, end * 0.6],
    [end * 0.5, end * 0.5],
    [-5, end * 2],
  ] as const) {
    let sum = 0;
    for (let place = 0; place < track.count; place++) {
      sum += Math.max(Math.min(track.end[place]!, stop) - Math.max(track.begin[place]!, begin), 0);
    }
    expect(coveredTime(track, { begin, end: stop })).toBeCloseTo(sum, 6);
  }
});
