// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import type { Hit, Scene } from "../../src/render";
import {
  hit,
  laneColour,
  nameWidth,
  ROW_HEIGHT,
  rowTop,
  RULER_HEIGHT,
  themeOf,
  timeOf,
  xOf,
  xOfEvent,
} from "../../src/render";
import { Event } from "../../src/model";
import { drawn } from "./fake";
import { EVENTS, row, sceneOf, STEP, track } from "./invented";

const lanes = (some: Partial<Scene> = {}): Scene =>
  sceneOf({ rows: [row("lane", 1), row("lane", 2), row("lane", 3), row("lane", 0)], ...some });

const NAMES = nameWidth({ width: 1200 });

/** The middle of the bar of a row. */
const barOf = (scene: Scene, place: number): number => rowTop(scene, place) + 12;
const rugOf = (scene: Scene, place: number): number => rowTop(scene, place) + 23;

/** The scene without events, so that no box covers the bars. */
function bare(scene: Scene): Scene {
  const quiet = scene.analysis.lanes.map((lane) => ({ ...lane, events: new Int32Array(0) }));
  return { ...scene, analysis: { ...scene.analysis, lanes: quiet } };
}

describe.each(["time", "sequence"] as const)("in %s", (mode) => {
  const range = mode === "time" ? { begin: 0, end: EVENTS * STEP } : { begin: 0, end: EVENTS };

  test("a bar is hit exactly where it is drawn in full", () => {
    const scene = bare(lanes({ mode, range }));
    const { colourAt } = drawn(scene);
    for (const [place, lane] of [1, 2, 3].entries()) {
      const y = barOf(scene, place);
      const colour = laneColour(themeOf(scene), lane);
      for (let x = NAMES + 1; x < scene.width; x += 3) {
        const found = hit(scene, x + 0.5, y);
        const before = hit(scene, x - 0.5, y).what;
        const after = hit(scene, x + 1.5, y).what;
        // A pixel at an edge is a mixture, and so is one at the frame of another interval.
        if (before === found.what && after === found.what) {
          expect(colourAt(x, y) === colour, `lane ${lane}, x ${x}: ${found.what}`).toBe(
            found.what === "running",
          );
        }
      }
    }
  });

  test("each event is hit at its tick in the strip", () => {
    const scene = lanes({ mode, range });
    const { colourAt } = drawn(scene);
    const empty = drawn(bare(scene));
    scene.rows.slice(0, 3).forEach(({ place }, index) => {
      for (const event of scene.analysis.lanes[place]?.events ?? []) {
        const x = xOfEvent(scene, event);
        const found = hit(scene, x, rugOf(scene, index));
        expect([found.what, found.event, found.merged]).toEqual(["event", event, 1]);
        expect(colourAt(x, rugOf(scene, index))).not.toBe(empty.colourAt(x, rugOf(scene, index)));
      }
    });
  });

  test("two letters are hit where they are written", () => {
    const scene = lanes({ mode, range: { begin: range.end / 10, end: range.end / 3 } });
    const codes = drawn(scene).words.filter(({ text, x }) => /^[A-Z]{2}$/.test(text) && x > NAMES);
    expect(codes.length).toBeGreaterThan(10);
    for (const { x, y } of codes) {
      expect(hit(scene, x, y - 4).what).toBe("event");
    }
  });

  test("x and time convert into each other", () => {
    const scene = lanes({ mode, range });
    for (let x = NAMES + 20; x < scene.width - 20; x += 37) {
      expect(xOf(scene, timeOf(scene, x))).toBeCloseTo(x, 6);
    }
  });
});

function what(scene: Scene, time: number, y: number): Hit["what"] {
  return hit(scene, xOf(scene, time), y).what;
}

describe("the state of a lane", () => {
  const scene = bare(lanes());

  test("running, ready, waiting, held off, nothing", () => {
    const y = barOf(scene, 2);
    expect(what(scene, 290, y)).toBe("ready");
    expect(what(scene, 310, y)).toBe("running");
    expect(what(scene, 450, y)).toBe("waiting");
    expect(what(scene, 670, y)).toBe("heldOff");
    expect(what(scene, 200, y)).toBe("nothing");
  });

  test("a held-off thread is ready if held-off times are hidden", () => {
    const hidden = { ...scene, shows: { ...scene.shows, heldOff: false } };
    expect(what(hidden, 670, barOf(scene, 2))).toBe("ready");
  });

  test("an interval has its start and end", () => {
    const found = hit(scene, xOf(scene, 310), barOf(scene, 2));
    expect([found.begin, found.end, found.event]).toEqual([300, 320, 30]);
    expect(found.time).toBeCloseTo(310, 6);
  });

  test("an inversion is at the top of the waiter's row", () => {
    expect(what(scene, 500, rowTop(scene, 2) + 3)).toBe("inversion");
    expect(what(scene, 500, rowTop(scene, 1) + 3)).not.toBe("inversion");
  });
});

test("at a low zoom a hit has the number of intervals in its pixel", () => {
  const base = lanes();
  const many = Array.from({ length: 2000 }, (_, place) => [place * 4, place * 4 + 1, 0] as const);
  const running = track(...many);
  const [idle, first, ...others] = base.analysis.lanes;
  const analysis = { ...base.analysis, lanes: [idle!, { ...first!, running }, ...others] };
  const scene = { ...base, analysis, range: { begin: 0, end: 8000 } };
  // 1000 pixels: two intervals in each.
  let sum = 0;
  for (let x = NAMES; x < scene.width; x++) {
    const found = hit(scene, x + 0.5, barOf(scene, 0));
    expect(found.what).toBe("running");
    sum += found.merged;
  }
  expect(sum).toBeGreaterThanOrEqual(2000);
  expect(sum).toBeLessThan(3100);
});

describe("other rows", () => {
  const scene = sceneOf();
  const at = (place: number, time: number, below = 12): Hit =>
    hit(scene, xOf(scene, time), rowTop(scene, place) + below);

  test("a core has the thread that runs on it", () => {
    expect([at(0, 150).what, at(0, 150).begin, at(0, 150).end]).toEqual(["running", 100, 200]);
    expect([at(1, 400).what, at(1, 400).begin]).toEqual(["running", 300]);
  });

  test("nested interrupts are above those that they interrupt", () => {
    expect([at(2, 445, 8).begin, at(2, 445, 8).end]).toEqual([430, 460]);
    expect([at(2, 445, 18).begin, at(2, 445, 18).end]).toEqual([400, 500]);
    expect(at(2, 445, 8).what).toBe("interrupt");
  });

  test("fills and signals have the value at the pointer", () => {
    expect([at(8, 300, 30).what, at(8, 300, 30).begin, at(8, 300, 30).end]).toEqual([
      "fill",
      210,
      400,
    ]);
    expect([at(9, 225).what, at(9, 225).begin, at(9, 225).end]).toEqual(["signal", 200, 250]);
  });

  test("names, ruler and markers", () => {
    const marked = { ...scene, markers: [{ label: "M", time: 500, measures: true }] };
    expect(hit(scene, 20, rowTop(scene, 3) + 5)).toMatchObject({ what: "name", row: 3 });
    expect(hit(scene, 600, 5)).toMatchObject({ what: "ruler", row: -1 });
    expect(hit(marked, xOf(marked, 500) + 2, 5)).toMatchObject({ what: "marker", begin: 500 });
    expect(hit(scene, 600, 590)).toMatchObject({ what: "nothing", row: -1 });
  });
});

test("an item that is scrolled under a pinned row is not hit", () => {
  const scene = sceneOf({ top: 40 });
  expect(hit(scene, 600, RULER_HEIGHT + 3).row).toBe(0);
  expect(hit(scene, 600, RULER_HEIGHT + ROW_HEIGHT + 1).row).toBe(2);
});

test("the cross of a fault selects its event", () => {
  const scene = bare(lanes());
  const at = 30;
  const time = at * STEP;
  const faulty = scene.analysis.lanes.map((lane, place) =>
    place === 2 ? { ...lane, faults: Float64Array.of(time) } : lane,
  );
  const event = scene.trace.event.slice();
  event[at] = Event.Fault;
  const shown = {
    ...scene,
    trace: { ...scene.trace, event },
    analysis: { ...scene.analysis, lanes: faulty },
  };
  const x = xOf(shown, time);
  const y = rowTop(shown, 1) + 4;
  expect(hit(shown, x, y)).toMatchObject({ what: "event", event: at, merged: 1 });
  expect(hit(shown, x + 9, y).what).not.toBe("event");
  expect(hit(shown, x, barOf(shown, 1)).what).not.toBe("event");
});
