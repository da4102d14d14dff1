// SPDX-License-Identifier: Apache-2.0
// Goal: the stretches in which a thread disabled interrupts or preemption have their kind, thread
// and length, also one that is open at the end and one that lost records end.
import { expect, test } from "vitest";
import { tableOf } from "../../src/ui/table-contents";
import { imageOf } from "./image";
import { readTrace } from "./read";

const [SWITCH, LEVEL, LOST, IRQ_OFF, IRQ_ON] = [2, 7, 11, 118, 119];
const reason = (number: number): number => number * 0x10000;

test("the table lists each stretch with its kind, thread and length", () => {
  const objects = [
    { kind: 1, name: "one", priority: 3, threshold: 3 },
    { kind: 1, name: "two", priority: 5, threshold: 5 },
  ];
  const off = readTrace(
    imageOf(objects, [
      { time: 0, event: SWITCH, object: 1, a: 3 },
      { time: 10, event: IRQ_OFF, thread: 1 },
      { time: 12, event: IRQ_OFF, thread: 1 },
      { time: 40, event: IRQ_ON, thread: 1 },
      { time: 50, event: LEVEL, thread: 1, object: 1, a: 0, b: 3 + reason(5) },
      { time: 55, event: LEVEL, thread: 1, object: 1, a: 3, b: reason(6) },
      { time: 60, event: LEVEL, thread: 1, object: 2, a: 0, b: 5 + reason(7) },
      { time: 90, event: LEVEL, thread: 1, object: 2, a: 5, b: reason(8) },
      { time: 95, event: IRQ_OFF, thread: 1 },
      { time: 97, event: LOST, thread: 1, b: 4 },
      { time: 98, event: IRQ_OFF, thread: 1 },
      { time: 104, event: SWITCH, object: 1, a: 3, thread: 1 },
    ]),
    "off.limen",
  );
  const table = tableOf(off, "off", null);
  const rows = Array.from({ length: table.count }, (_, row) =>
    table.columns.map((c) => c.text(row)),
  );
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ["interrupts", "one", "30 µs"],
    ["interrupts", "one", "2 µs"],
    ["interrupts", "one", "6 µs"],
    ["preemption", "one", "5 µs"],
    ["preemption, in a section", "two", "30 µs"],
  ]);
  expect(table.spot(2)).toEqual({ begin: 98, end: 104, event: 10, lane: 1 });
});
