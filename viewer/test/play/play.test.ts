// SPDX-License-Identifier: Apache-2.0
// Goal: sliders change a system consistently, and a system is saved correctly.
// tests/engine/simulate/test_play_core.py compares the results of the core with those of the command, and
// tests/viewer/play.spec.ts tests the page.
import { describe, expect, it } from "vitest";
import {
  changed,
  horizonOf,
  isFixed,
  limits,
  withCore,
  withMutex,
  withoutMutex,
  withoutThread,
  withProtocol,
  withSection,
  withSections,
  withThread,
} from "../../src/play/edit";
import { fromAddress, isLesson, toAddress } from "../../src/play/address";
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
  it("keep the threshold at least as urgent as the priority", () => {
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

describe("the structure", () => {
  it("gets a new thread with a unique name, less urgent than all others", () => {
    const more = withThread(withThread(SYSTEM));
    expect(more.threads.map(({ name }) => name)).toEqual(["T1", "T2", "T3", "T4", "T5"]);
    expect(one(more, 4).priority).toBe(4);
    expect(withoutThread(more, 0).threads.map(({ name }) => name)).toEqual([
      "T2",
      "T3",
      "T4",
      "T5",
    ]);
  });

  it("loses the sections of a mutex with it", () => {
    const two = withMutex(made("Inversion: inheritance"));
    const system = withSection(two, 1, 1);
    expect(system).not.toBeNull();
    const left = withoutMutex(system ?? two, 0);
    expect(left.resources.map(({ name }) => name)).toEqual(["mutex 1"]);
    expect(left.threads.map(({ sections }) => sections.map(({ resource }) => resource))).toEqual([
      [],
      [0],
      [],
    ]);
  });

  it("refuses sections that overlap or do not fit into the work", () => {
    const system = withMutex(made("Inversion: inheritance"));
    const section = (resource: number, start: number, work: number) => ({ resource, start, work });
    const apart = [section(0, 0, 100), section(1, 100, 100)];
    const nested = [section(0, 0, 500), section(1, 100, 100)];
    expect(withSections(system, 0, apart)).not.toBeNull();
    expect(withSections(system, 0, nested)).not.toBeNull();
    expect(withSections(system, 0, [section(0, 0, 500), section(1, 400, 200)])).toBeNull();
    expect(withSections(system, 0, [section(0, 0, 500), section(0, 100, 100)])).toBeNull();
    expect(withSections(system, 0, [section(0, 1000, 501)])).toBeNull();
  });
});

describe("several cores", () => {
  const two = made("Two cores: a shared mutex");
  const valueAfter = (system: System | null): number | undefined => system?.resources[0]?.value;

  it("share what their threads use", () => {
    const inherited = withProtocol(made("Inversion: inheritance"), 0, 0);
    expect(valueAfter(inherited)).toBe(0);
    const moved = withCore(made("Inversion: inheritance"), 2, 1);
    expect([moved?.threads[2]?.core, valueAfter(moved)]).toEqual([1, 3]);
    expect(valueAfter(withProtocol(two, 0, 4))).toBe(4);
    expect(valueAfter(withProtocol(two, 0, 1))).toBe(3);
    expect(valueAfter(withProtocol({ ...two, threads: two.threads.slice(0, 2) }, 0, 1))).toBe(1);
  });

  it("have no nested sections of resources of all cores", () => {
    const more = withMutex(two);
    const inner = { resource: 1, start: 60, work: 10 };
    const outer = { resource: 0, start: 50, work: 100 };
    expect(withSections(more, 0, [outer, { ...inner, start: 150 }])).not.toBeNull();
    expect(withSections(more, 0, [outer, inner])).toBeNull();
  });

  it("are in the address and in the file", () => {
    const address = toAddress({ system: two, about: "" });
    expect(fromAddress(address.replace("k=2.1", "k=2.8"))).toBeNull();
    expect(fromAddress(address.replace("m=0.3.", "m=0.0."))).toBeNull();
    const interrupt = { name: "uart", period: 100, work: 1, jitter: 0, core: 1 };
    const lesson = { system: { ...two, interrupts: [interrupt] }, about: "" };
    expect(fromAddress(toAddress(lesson))).toEqual(lesson);
    const text = tomlOf(lesson.system);
    expect(text.split("core = 1")).toHaveLength(4);
    expect(text).toContain('protocol = "shared"');
  });
});

describe("the address", () => {
  it("contains each example completely", () => {
    for (const { system, text } of PRESETS) {
      const lesson = { system: { ...system, name: "50 % & more = #1" }, about: text };
      const address = toAddress(lesson);
      expect(isLesson(address)).toBe(true);
      expect(fromAddress(address)).toEqual(lesson);
    }
  });

  it("is refused if its numbers do not describe a valid system", () => {
    const address = toAddress({ system: SYSTEM, about: "" });
    expect(fromAddress(address.replace("7000.5000", "7000.x"))).toBeNull();
    expect(fromAddress(address.replace("2000.2000.0.0", "2000.2000.0.1"))).toBeNull();
    expect(fromAddress(address.replace("play=1", "play=2"))).toBeNull();
    expect(fromAddress("#play=1")).toBeNull();
    expect(fromAddress(`${address}&s=0.0.0.5`)).toBeNull();
  });
});

it("a saved system has all properties that the command reads", () => {
  const text = tomlOf(made("Inversion: a threshold instead"));
  expect(text).toContain('tick = "1000ns"');
  expect(text).toContain(
    '[[thread.sections]]\nresource = "mutex"\nstart = 500\nwork = 2500\n\n[[resource]]',
  );
  expect(text).toContain('protocol = "none"');
});
