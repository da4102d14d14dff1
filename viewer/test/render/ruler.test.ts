// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import { duration, durationsOf, exactTime, grouped, ticksAndTime } from "../../src/render";
import type { Scene } from "../../src/render";
import { moment, roundStep } from "../../src/render/ticks";
import { random } from "../model/synthetic";
import { drawn } from "./fake";
import type { Word } from "./fake";
import { sceneOf } from "./invented";

describe("numbers", () => {
  test.each([
    [0.7, 1],
    [1, 1],
    [1.2, 2],
    [3, 5],
    [6, 10],
    [49e-9, 50e-9],
    [2e7, 2e7],
  ])("the round step for %d is %d", (least, step) => {
    expect(roundStep(least) / step).toBeCloseTo(1, 9);
  });

  test.each([
    [0, "0 s"],
    [1.5e-9, "1.5 ns"],
    [12.3456e-6, "12.35 µs"],
    [1e-3, "1 ms"],
    [2.5, "2.5 s"],
    [12345.678, "12,346 s"],
    [-0.002, "-2 ms"],
    [999.96e-6, "1.000 ms"],
    [9.9996, "10.00 s"],
    [9.9997e-3, "10.00 ms"],
    [2.0004, "2.000 s"],
    [276_249 / 25e6, "11.05 ms"],
    [7_000_000 / 25e6, "280 ms"],
  ])("%d seconds are %s", (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });

  test("labels on a ruler differ from step to step", () => {
    expect(moment(12.345678, 1e-6)).toBe("12,345,678 µs");
    expect(moment(0.02, 0.01)).toBe("20 ms");
  });

  test("adjacent ticks have different times", () => {
    expect(exactTime(12_345_678, 25_000_000)).not.toBe(exactTime(12_345_679, 25_000_000));
    expect(exactTime(1, 1_000_000)).toBe("1 µs");
  });

  test("digits are grouped, and ticks are shown with their time", () => {
    expect(grouped(-1234567)).toBe("-1,234,567");
    expect(ticksAndTime(2500, 25_000_000)).toBe("100 µs (2,500 ticks)");
    expect(ticksAndTime(1, null)).toBe("1 tick");
  });
});

describe("a column of durations", () => {
  test.each([
    [
      [0.012, 0.0034, 0],
      ["12.0 ms", "3.4 ms", "0.0 ms"],
    ],
    [
      [0.012, 3e-6],
      ["12.000 ms", "0.003 ms"],
    ],
    [
      [0.25, 0.5, 2],
      ["0.25 s", "0.50 s", "2.00 s"],
    ],
    [
      [1 / 3, 1 / 7],
      ["333.3 ms", "142.9 ms"],
    ],
    [
      [9.99999e-4, 1e-4],
      ["1.0000 ms", "0.1000 ms"],
    ],
    [
      [100, 1e-9],
      ["100.000000 s", "0.000000 s"],
    ],
    [[0], ["0 ns"]],
  ])("%j seconds in a column are %j", (seconds, texts) => {
    expect(seconds.map(durationsOf(seconds))).toEqual(texts);
  });
});

/** The begin and end of a text on the fake canvas. Its width is that of measured(). */
function extent({ text, x, align, font }: Word): readonly [number, number] {
  const size = Number(/([\d.]+)px/.exec(font)?.[1] ?? 0);
  const width =
    text.length * size * (font.startsWith("600") || font.includes("mono") ? 0.62 : 0.58);
  const begin = align === "center" ? x - width / 2 : align === "right" ? x - width : x;
  return [begin, begin + width];
}

function rulerWords(scene: Scene, baseline: number): readonly Word[] {
  return drawn(scene).words.filter(({ y }) => Math.abs(y - baseline) < 2);
}

describe("the ruler", () => {
  test.each(["time", "sequence"] as const)("has labels that do not touch (%s)", (mode) => {
    const next = random(7);
    for (let round = 0; round < 40; round++) {
      const begin = next() * 10 ** (next() * 11);
      const length = 10 ** (next() * 8 - (mode === "time" ? 1 : 0));
      const clockHz = round % 3 === 0 ? null : 10 ** Math.floor(3 + next() * 6);
      const scene = sceneOf({ mode, range: { begin, end: begin + length }, height: 60, rows: [] });
      const time = scene.trace.time.map((tick) => tick * 1e10);
      const count = mode === "time" ? scene.trace.count : 1e12;
      const words = rulerWords({ ...scene, trace: { ...scene.trace, clockHz, time, count } }, 14);
      const places = words.map(extent).sort(([one], [other]) => one - other);
      places.slice(1).forEach(([from], place) => {
        expect(from).toBeGreaterThan(places[place]?.[1] ?? 0);
      });
      expect(words.length).toBeGreaterThan(1);
    }
  });

  test("leaves room for plates, which show time and length", () => {
    const focus = { event: null, range: { begin: 200, end: 450 }, lane: null, object: null };
    const markers = [
      { label: "a note", time: 480, measures: false },
      { label: "A", time: 500, measures: true },
      { label: "B", time: 620, measures: true },
    ];
    const words = rulerWords(sceneOf({ focus, markers }), 29).map(({ text }) => text);
    expect(words).toContain("250 µs (250 ticks)");
    expect(words).toContain("120 µs (120 ticks)");
  });

  test("shows times if the clock rate is known, else ticks", () => {
    const scene = sceneOf();
    expect(rulerWords(scene, 14).map(({ text }) => text)).toContain("100 µs");
    const words = rulerWords({ ...scene, trace: { ...scene.trace, clockHz: null } }, 14);
    expect(words.map(({ text }) => text)).toContain("100");
  });

  test("counts from the start of the clock, as the command does", () => {
    const scene = sceneOf({ range: { begin: 0, end: 1000 } });
    const xs = new Map(rulerWords(scene, 14).map(({ text, x }) => [text, x]));
    const late = { ...scene, trace: { ...scene.trace, zero: 1_234_000n } };
    const words = rulerWords(late, 14).filter(({ text }) => text !== "1,234,000 µs");
    expect(words.length).toBeGreaterThan(2);
    for (const { text, x } of words.slice(0, -1)) {
      expect(text).toMatch(/^1,234,.00 µs$/u);
      expect(x).toBeCloseTo(xs.get(`${text.slice(6, 9)} µs`) ?? NaN, 6);
    }
  });
});
