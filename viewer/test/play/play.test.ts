// SPDX-License-Identifier: Apache-2.0
// Goal: sliders change a system consistently, and a system is saved correctly.
// tests/engine/simulate/test_play_core.py compares the results of the core with those of the command, and
// tests/viewer/play.spec.ts tests the page.
import { describe, expect, it } from "vitest";
import { changed, horizonOf, isAnalysable, isFixed, limits } from "../../src/play/edit";
import { PRESETS } from "../../src/play/presets";
import type { System, Thread } from "../../src/play/system";
import { tomlOf } from "../../src/play/toml";

function made(title: string): System {
  const preset = PRESETS.find((one) => one.title === title);
  if (preset === undefined) {
    throw new Error(`unknown preset ${title}`);
  }
  return preset.system;
}

function one(system: System, index: number): Thread {
  const thread = system.threads[index];
  if (thread === undefined) {
    throw new Error(`unknown thread ${index}`);
  }
  return thread;
}

const SYSTEM = made("Deadlines: preemptive");

describe("sliders", () => {
  it("keep the threshold at most at the priority", () => {
    expect(one(changed(SYSTEM, 2, "threshold", 1), 2).threshold).toBe(1);
    const urgent = one(changed(SYSTEM, 2, "priority", 1), 2);
    expect([urgent.priority, urgent.threshold]).toEqual([1, 1]);
    expect(one(changed(SYSTEM, 2, "threshold", 9), 2).threshold).toBe(2);
  });

  it("change the work within the period, and the last chunk with it", () => {
    const chunks = [
      { work: 500, threshold: 0, stack: 0 },
      { work: 3000, threshold: 2, stack: 0 },
    ];
    const thread = { ...one(SYSTEM, 2), chunks };
    const system = { ...SYSTEM, threads: [thread] };
    const after = one(changed(system, 0, "work", 4000), 0);
    expect(after.chunks.map(({ work }) => work)).toEqual([500, 3500]);
    expect(after.work_min).toBe(4000);
    expect(limits(thread, thread, "work")).toEqual({ min: 501, max: 20_000 });
    expect(isFixed(thread, "threshold")).toBe(true);
  });

  it("keep critical sections within the work", () => {
    const low = one(made("Inversion: inheritance"), 2);
    expect(limits(low, low, "work").min).toBe(3000);
  });

  it("move a deadline at the end of the period with it", () => {
    expect(one(changed(SYSTEM, 1, "period", 9000), 1).deadline).toBe(9000);
    expect(one(changed(SYSTEM, 0, "period", 9000), 0).deadline).toBe(5000);
  });
});

describe("the length of a run", () => {
  it("is two hyperperiods after the largest offset", () => {
    expect(horizonOf(SYSTEM)).toBe(560_000);
    expect(horizonOf(made("Inversion: inheritance"))).toBe(41_500);
  });

  it("is limited if the hyperperiod is long", () => {
    const threads = [7919, 7907, 7901].map((period, index) => ({
      ...one(SYSTEM, index),
      period,
    }));
    expect(horizonOf({ ...SYSTEM, threads })).toBeLessThan(6e6);
  });
});

it("a mutex without protocol and a script have no bound", () => {
  expect(isAnalysable(SYSTEM)).toBe(true);
  expect(isAnalysable(made("Inversion: a plain mutex"))).toBe(false);
  expect(isAnalysable(made("Messages: preemptive"))).toBe(false);
});

it("a system is saved with all that the command reads", () => {
  const text = tomlOf(made("Inversion: a threshold instead"));
  expect(text).toContain('tick = "1000ns"');
  expect(text).toContain(
    '[[thread.sections]]\nresource = "mutex"\nstart = 500\nwork = 2500\n\n[[resource]]',
  );
  expect(text).toContain('protocol = "ceiling"');
});
