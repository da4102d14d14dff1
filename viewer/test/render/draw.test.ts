// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import {
  drawMinimap,
  hit,
  laneColour,
  minimapPosition,
  timeOf,
  picture,
  ROW_HEIGHT,
  rowAt,
  rowsHeight,
  rowTop,
  RULER_HEIGHT,
  themeOf,
  toSvg,
  xOf,
} from "../../src/render";
import { fade } from "../../src/render/links";
import { Pixels } from "../../src/render/pixels";
import { escaped } from "../../src/render/svg";
import { drawn } from "./fake";
import { row, sceneOf, track } from "./invented";

describe("rows", () => {
  const scene = sceneOf({ top: 30 });

  test("are below each other, pinned rows first", () => {
    expect(rowTop(scene, 0)).toBe(RULER_HEIGHT);
    expect(rowTop(scene, 1)).toBe(RULER_HEIGHT + ROW_HEIGHT - 30);
    expect(rowTop(scene, 2) - rowTop(scene, 1)).toBe(ROW_HEIGHT);
    expect(rowsHeight(scene)).toBe(RULER_HEIGHT + 8 * 26 + 3 * 84);
  });

  test("are found at their positions", () => {
    for (let place = 2; place < scene.rows.length; place++) {
      expect(rowAt(scene, rowTop(scene, place) + ROW_HEIGHT - 2)).toBe(place);
    }
    expect(rowAt(scene, 3)).toBe(-1);
  });
});

describe("the ground", () => {
  test("has the same picture with two device pixels per CSS pixel", () => {
    const scene = sceneOf();
    const [once, twice] = [drawn(scene, 1), drawn(scene, 2)];
    const y = rowTop(scene, 4) + 12;
    for (const time of [50, 150, 250, 400, 450, 700, 950]) {
      const x = Math.round(xOf(scene, time)) + 2;
      expect(twice.colourAt(2 * x, 2 * y), `time ${time}`).toBe(once.colourAt(x, y));
    }
  });

  test("stacks the shares of a column to their exact height", () => {
    const image = { width: 4, height: 10, data: new Uint8ClampedArray(160).fill(255) };
    const pixels = new Pixels(image, 1);
    pixels.stack({ x: 0, y: 0, width: 4, height: 10 }, [
      { share: Float64Array.of(0.3, 1, 0, 0.5), colour: "#ff0000" },
      { share: Float64Array.of(0.4, 0, 0, 0.5), colour: "#0000ff" },
    ]);
    const count = (x: number, red: number, blue: number): number =>
      [...Array(10).keys()].filter((y) => {
        const place = (y * 4 + x) * 4;
        return image.data[place] === red && image.data[place + 2] === blue;
      }).length;
    expect([count(0, 255, 0), count(0, 0, 255), count(0, 255, 255)]).toEqual([3, 4, 3]);
    expect([count(1, 255, 0), count(2, 255, 255), count(3, 0, 255)]).toEqual([10, 10, 5]);
  });

  test("draws nothing outside of its clip", () => {
    const image = { width: 4, height: 4, data: new Uint8ClampedArray(64) };
    const pixels = new Pixels(image, 1);
    pixels.clip({ x: 1, y: 1, width: 2, height: 2 });
    pixels.fill({ x: -5, y: -5, width: 50, height: 50 }, "#ffffff", 1);
    pixels.strip(
      { x: 0, y: 0, width: 4, height: 4 },
      Uint8Array.of(255, 255, 255, 255),
      "#ffffff",
      0.5,
    );
    expect(image.data.filter((byte) => byte !== 0).length).toBe(16);
  });
});

describe("events", () => {
  test("a search marks its results at every zoom", () => {
    const base = sceneOf({ rows: [row("lane", 2)] });
    const found = new Uint8Array(base.trace.count);
    const [event = 0] = base.analysis.lanes[2]?.events ?? [];
    found[event] = 1;
    for (const end of [200, 1000, 1e6]) {
      const scene = { ...base, found, range: { begin: 0, end } };
      const y = rowTop(scene, 0) + 20;
      const marked = drawn(scene).colourAt(xOf(scene, event * 10), y);
      expect(marked, `end ${end}`).not.toBe(themeOf(scene).ground);
    }
  });

  test("a missed deadline is visible at every zoom", () => {
    const base = sceneOf({ rows: [row("lane", 3)] });
    const misses = Float64Array.from({ length: 500 }, (_, place) => place * 2);
    const lanes = base.analysis.lanes.map((lane) => ({ ...lane, misses }));
    const scene = {
      ...base,
      analysis: { ...base.analysis, lanes },
      shows: { ...base.shows, inversions: false },
    };
    const { colourAt } = drawn(scene);
    for (let x = 210; x < 1190; x++) {
      const around = [-1, 0, 1].map((aside) => colourAt(x + aside, rowTop(scene, 0) + 2));
      expect(
        around.some((colour) => colour !== themeOf(scene).ground),
        `x ${x}`,
      ).toBe(true);
    }
  });

  test("arrows fade gradually", () => {
    expect([fade(10, 1200), fade(65, 1200), fade(100, 1200)]).toEqual([1, 0.5, 0]);
  });
});

describe("words", () => {
  const texts = (scene = sceneOf()): readonly string[] =>
    drawn(scene).words.map(({ text }) => text);

  test("name rows, priorities, the objects of waits, and the thread that holds another off", () => {
    const all = texts(sceneOf({ range: { begin: 300, end: 700 }, width: 2400 }));
    for (const wanted of [
      "Core 0",
      "Interrupts, core 0",
      "medium",
      "P6 T1",
      "mutex",
      "queue max 4 of 4",
      "held off by medium",
      "mutex bus, held by low",
    ]) {
      expect(all).toContain(wanted);
    }
  });

  test("end in an ellipsis if they are too long", () => {
    const name = drawn(sceneOf()).words.find(
      ({ text, x }) => x < 200 && text.startsWith("a thread"),
    );
    expect(name?.text).toMatch(/^a thread with .*…$/);
  });
});

/** The elements of a document, if each start tag has an end tag. */
function parsed(text: string): readonly string[] {
  const names: string[] = [];
  const open: string[] = [];
  const rest = text.replace(
    /<(\/?)([a-zA-Z]+)((?:\s[\w:-]+="[^"<&]*(?:&\w+;[^"<&]*)*")*)\s*(\/?)>/g,
    (_, close, name, __, single) => {
      if (close === "/") {
        expect(open.pop()).toBe(name);
      } else {
        names.push(name);
        if (single !== "/") {
          open.push(name);
        }
      }
      return "";
    },
  );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/<|&(?!(amp|lt|gt|quot);)/);
  return names;
}

describe("SVG", () => {
  test("is well-formed and has real text, a title and no bitmap", () => {
    const svg = toSvg([sceneOf({ isDark: true })]);
    const names = parsed(svg);
    expect(names.filter((name) => name === "text").length).toBeGreaterThan(30);
    expect(names).toContain("title");
    expect(names).not.toContain("image");
    expect(svg.includes(">mutex bus, held by low<")).toBe(true);
  });

  test("escapes special characters in names", () => {
    const base = sceneOf({ range: { begin: 0, end: 400 } });
    const lanes = base.trace.lanes.map((lane) => ({
      ...lane,
      name: `<a&"b>${String.fromCharCode(1)}`,
    }));
    const svg = toSvg([{ ...base, trace: { ...base.trace, lanes, name: "]]><script>" } }]);
    expect(parsed(svg)).not.toContain("script");
    expect(svg).toContain("&lt;a&amp;&quot;b&gt;");
    expect(escaped("a\u0000b\ud800c")).toBe("abc");
  });

  test("has the bars of the canvas", () => {
    const scene = sceneOf({ rows: [row("lane", 2)] });
    const colour = laneColour(themeOf(scene), 2);
    // 200 to 500 of 1000 ticks on 1000 pixels.
    expect(toSvg([scene])).toMatch(new RegExp(`<path d="M400 [\\d.]+h300" stroke="${colour}"`));
  });

  test("stays small at a low zoom", () => {
    const near = toSvg([sceneOf({ rows: [row("lane", 2)], range: { begin: 0, end: 1000 } })]);
    const far = toSvg([sceneOf({ rows: [row("lane", 2)], range: { begin: 0, end: 1e6 } })]);
    expect(far.length).toBeLessThan(near.length);
  });

  test("of a report scales to its container and does not show the pointer", () => {
    const hover = {
      row: 1,
      what: "running",
      event: 3,
      merged: 1,
      begin: 0,
      end: 1,
      time: 123,
    } as const;
    const svg = picture(sceneOf({ hover, top: 50, isDark: true }), { title: "Figure", width: 900 });
    parsed(svg);
    expect(svg).toContain('width="100%" viewBox="0 0 900 ');
    expect(svg).toContain("<title>Figure</title>");
    expect(svg).not.toContain("123 µs");
    expect(svg).toContain(themeOf({ isDark: false }).ground);
  });
});

test("steps end with the trace", () => {
  const scene = sceneOf({ rows: [row("object", 1)], range: { begin: 0, end: 2000 } });
  const { colourAt } = drawn(scene);
  const isBlank = (time: number): boolean =>
    [...Array(23).keys()].every(
      (y) => colourAt(xOf(scene, time), rowTop(scene, 0) + y) === themeOf(scene).ground,
    );
  expect([isBlank(955), isBlank(1055)]).toEqual([false, true]);
});

test("a position on the minimap is above that of the picture", () => {
  const scene = sceneOf({ range: { begin: 0, end: 990 } });
  for (const x of [200, 500, 1200]) {
    expect(minimapPosition(scene, scene.width, x)).toBeCloseTo(timeOf(scene, x), 6);
  }
});

test("the minimap is drawn without rows", () => {
  const calls: string[] = [];
  const context = new Proxy({ canvas: { width: 300, height: 40 } } as Record<string, unknown>, {
    get: (target, name: string) => {
      if (name === "createImageData") {
        return (width: number, height: number) => ({
          width,
          height,
          data: new Uint8ClampedArray(width * height * 4),
        });
      }
      return target[name] ?? (() => calls.push(name));
    },
  });
  drawMinimap(context as unknown as CanvasRenderingContext2D, sceneOf({ rows: [] }), 300, 40);
  expect(calls).toContain("putImageData");
  expect(calls.filter((call) => call === "fillRect").length).toBeGreaterThanOrEqual(2);
});

const NO_TRACK = track();
const NOTHING = { running: NO_TRACK, ready: NO_TRACK, waiting: NO_TRACK, heldOff: NO_TRACK };

test("a wire without a known level has a gap", () => {
  const wire = {
    name: "bus",
    time: Float64Array.of(0, 300, 600),
    value: Float64Array.of(1, NaN, 0),
  };
  const scene = sceneOf({ rows: [row("signal", 0)], signals: [wire] });
  const { colourAt } = drawn(scene);
  const inks = [150, 450, 750].map((time) =>
    [...Array(23).keys()].filter(
      (y) => colourAt(xOf(scene, time), rowTop(scene, 0) + y + 1) !== themeOf(scene).ground,
    ),
  );
  expect(inks.map((rows) => rows.length > 0)).toEqual([true, false, true]);
  expect(Math.min(...(inks[2] ?? []))).toBeGreaterThan(Math.min(...(inks[0] ?? [])));
});

describe("nothing breaks on", () => {
  const empty = sceneOf();
  const none = new Int32Array(0);
  const lanes = empty.analysis.lanes.map((lane) => ({ ...lane, ...NOTHING, events: none }));
  const trace = {
    ...empty.trace,
    count: 0,
    time: new Float64Array(0),
    depth: new Uint8Array(0),
    lane: new Int16Array(0),
  };
  const analysis = {
    ...empty.analysis,
    lanes,
    interrupts: [],
    fills: [null, null],
    owners: [null, null],
    objectEvents: [none, none],
  };

  test.each(["time", "sequence"] as const)("a trace without events (%s)", (mode) => {
    const scene = { ...empty, mode, trace, analysis, range: { begin: 0, end: 1 }, signals: [] };
    expect(drawn(scene).words.length).toBeGreaterThan(5);
    expect(hit(scene, 600, rowTop(scene, 4) + 10).what).toBe("nothing");
    parsed(toSvg([scene]));
  });

  test.each([
    [0, 0],
    [150, 100],
    [1200, 20],
  ])("a picture of %d x %d pixels", (width, height) => {
    expect(() => drawn(sceneOf({ width, height }))).not.toThrow();
  });

  test("ranges before, behind and far beyond the trace, and of no length", () => {
    for (const [begin, end] of [
      [-1e6, -5e5],
      [1e9, 2e9],
      [-1e12, 1e12],
      [5, 5],
    ] as const) {
      for (const mode of ["time", "sequence"] as const) {
        expect(
          () => drawn(sceneOf({ range: { begin, end }, mode })),
          `${begin} ${end}`,
        ).not.toThrow();
      }
    }
  });
});
