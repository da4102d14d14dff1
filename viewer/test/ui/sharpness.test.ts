// SPDX-License-Identifier: Apache-2.0
// Goal: a moving picture has a lower resolution only if the full one is too slow, and the full one
// at rest.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Sharpness } from "../../src/ui/sharpness";

const FAST_MS = 10;
const SLOW_MS = 40;
const REST_MS = 200;

describe("device pixels of a picture", () => {
  let frames: ((now: number) => void)[] = [];
  let [now, begin] = [0, 0];
  let redraw = vi.fn();

  beforeEach(() => {
    [frames, now, begin, redraw] = [[], 1000, 0, vi.fn()];
    vi.useFakeTimers();
    vi.stubGlobal("requestAnimationFrame", (call: (now: number) => void) => frames.push(call));
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Moves the picture in a frame that takes a number of milliseconds. */
  function step(sharpness: Sharpness, milliseconds: number): number {
    begin += 1;
    const ratio = sharpness.ratioAt(now, { begin, end: begin + 100 }, redraw);
    now += milliseconds;
    frames.splice(0).forEach((call) => call(now));
    return ratio;
  }

  function screen(ratio: number): Sharpness {
    vi.stubGlobal("devicePixelRatio", ratio);
    const sharpness = new Sharpness();
    expect(sharpness.ratioAt(now, { begin, end: begin + 100 }, redraw)).toBe(ratio);
    return sharpness;
  }

  test("are fewer during movement if full frames are late, and all at rest", () => {
    const sharpness = screen(2);
    expect([1, 2, 3].map(() => step(sharpness, SLOW_MS))).toEqual([2, 1, 1]);
    expect(redraw).not.toHaveBeenCalled();
    vi.advanceTimersByTime(REST_MS);
    now += REST_MS;
    expect(redraw).toHaveBeenCalledTimes(1);
    expect(sharpness.ratioAt(now, { begin, end: begin + 100 }, redraw)).toBe(2);
  });

  test("are all used for a single step", () => {
    const sharpness = screen(2);
    expect(step(sharpness, SLOW_MS)).toBe(2);
    now += REST_MS;
    expect(step(sharpness, SLOW_MS)).toBe(2);
  });

  test("are all used if frames are in time, or the screen has one per CSS pixel", () => {
    const fast = screen(2);
    expect([1, 2, 3].map(() => step(fast, FAST_MS))).toEqual([2, 2, 2]);
    const plain = screen(1);
    expect([1, 2, 3].map(() => step(plain, SLOW_MS))).toEqual([1, 1, 1]);
    expect(redraw).not.toHaveBeenCalled();
  });
});
