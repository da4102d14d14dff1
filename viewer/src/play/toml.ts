// SPDX-License-Identifier: Apache-2.0
// Writes a system as a file that the command reads: spec/system.schema.json. Times are in ticks.
import { PROTOCOLS } from "./system";
import type { System, Thread } from "./system";

export function tomlOf(system: System): string {
  const { dispatch, exit, preemption } = system.overheads;
  const blocks = [
    [`name = ${quoted(system.name)}`, `tick = "${system.tick_ns}ns"`],
    ...system.threads.map((thread) => threadOf(thread, system)),
    ...system.interrupts.map(({ name, period, work, jitter, core }) => [
      "[[interrupt]]",
      `name = ${quoted(name)}`,
      `period = ${period}`,
      `work = ${work}`,
      `jitter = ${jitter}`,
      ...coreOf(core),
    ]),
    ...system.resources.map(({ name, value }) => [
      "[[resource]]",
      `name = ${quoted(name)}`,
      `protocol = "${PROTOCOLS[value] ?? "inheritance"}"`,
    ]),
  ];
  if (dispatch + exit + preemption > 0) {
    blocks.push([
      "[overheads]",
      `dispatch = ${dispatch}`,
      `exit = ${exit}`,
      `preemption = ${preemption}`,
    ]);
  }
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function threadOf(thread: Thread, system: System): readonly string[] {
  const { chunks, sections } = thread;
  return [
    "[[thread]]",
    `name = ${quoted(thread.name)}`,
    `period = ${thread.period}`,
    `deadline = ${thread.deadline}`,
    `offset = ${thread.offset}`,
    `jitter = ${thread.jitter}`,
    `work = ${thread.work}`,
    `work_min = ${thread.work_min}`,
    `priority = ${thread.priority}`,
    `threshold = ${thread.threshold}`,
    `stack = ${thread.stack}`,
    ...coreOf(thread.core),
    ...chunks.flatMap(({ work, threshold }) => [
      "[[thread.chunks]]",
      `work = ${work}`,
      `threshold = ${threshold}`,
    ]),
    ...sections.flatMap(({ resource, start, work }) => [
      "[[thread.sections]]",
      `resource = ${quoted(system.resources[resource]?.name ?? "")}`,
      `start = ${start}`,
      `work = ${work}`,
    ]),
  ];
}

function coreOf(core: number): readonly string[] {
  return core === 0 ? [] : [`core = ${core}`];
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
