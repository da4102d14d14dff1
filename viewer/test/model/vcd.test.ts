// SPDX-License-Identifier: Apache-2.0
// Goal: recordings of signals are converted to the time base of a trace, or rejected with a clear
// message.
import { describe as suite, expect, test } from "vitest";
import { readVcd as read, TraceError } from "../../src/model";
import type { Clock, Wire } from "../../src/model/vcd";
import { newEngine } from "./read";
import { random } from "./synthetic";

function readVcd(text: string, clock: Clock, place: string): Wire[] {
  return read(newEngine(), text, clock, place);
}

const CLOCK = { clockHz: 25_000_000, zero: 1000n };
const HEAD = `$date today $end
$timescale 10 ns $end
$scope module pins $end
$var wire 1 ! LED $end
$var wire 8 " bus [7:0] $end
$var real 64 # volt $end
$upscope $end
$enddefinitions $end
`;

function wires(body: string): Record<string, [number, number][]> {
  return Object.fromEntries(
    readVcd(HEAD + body, CLOCK, "x.vcd").map(({ name, time, value }) => [
      name,
      Array.from(time, (at, place): [number, number] => [at, value[place]!]),
    ]),
  );
}

test("changes have ticks of the trace", () => {
  const found = wires(
    '#0 $dumpvars 0! b0 " r1.5 # $end\n#4000 1!\nb101 "\n#8000\n0!\n1!\n#9000 0!',
  );
  expect(found).toEqual({
    LED: [
      [-1000, 0],
      [0, 1],
      [1250, 0],
    ],
    bus: [
      [-1000, 0],
      [0, 5],
    ],
    volt: [[-1000, 1.5]],
  });
});

test("the last of several changes in one tick counts", () => {
  expect(wires("#0 0!\n#1 1!\n#4 0!\n#5 1!")["LED"]).toEqual([[-1000, 1]]);
  expect(wires("#0 0!\n#4 1!\n#5 0!\n#5 1!")["LED"]).toEqual([
    [-1000, 0],
    [-999, 1],
  ]);
});

test("a time unit can be one cycle of the processor", () => {
  const text = HEAD.replace("10 ns", "8 ns");
  const [led] = readVcd(`${text}#0 0!\n#5 1!`, CLOCK, "x.vcd");
  expect(Array.from(led?.time ?? [])).toEqual([-1000, -999]);
});

test("an unknown level is NaN", () => {
  expect(wires("#0 x!\n#4 z!\n#8 1!")["LED"]).toEqual([
    [-1000, NaN],
    [-998, 1],
  ]);
});

suite("an error names its line", () => {
  test.each([
    ["", "x.vcd: line 1: it is not VCD: it ends before $enddefinitions; record it again, as VCD"],
    ["$var wire 1 ! LED", "x.vcd: line 1: it is not VCD: a declaration has no $end"],
    ["$timescale 3 days $end", "x.vcd: line 1: it is not VCD: 3days is not a timescale"],
    ["PK\x03\x04", "x.vcd: line 1: it is not VCD: PK\ufffd\ufffd is not a declaration"],
    [
      "$enddefinitions $end\n#5",
      "x.vcd: line 2: it is not VCD: its first time comes before the timescale",
    ],
    ["$enddefinitions $end", "x.vcd: it has no signal; record it again, as VCD"],
    [`${HEAD}#5\n1?`, "x.vcd: line 10: it is not VCD: no signal ? is declared"],
    [
      `${HEAD}#5\n#4`,
      "x.vcd: line 10: it is not VCD: time 4 is before the previous one, or out of range",
    ],
    [`${HEAD}#5\nwhat`, "x.vcd: line 10: it is not VCD: what is neither a time nor a change"],
  ])("%j", (text, message) => {
    expect(() => readVcd(text, CLOCK, "x.vcd")).toThrow(message);
  });

  test("a trace without a clock rate", () => {
    expect(() => readVcd(HEAD, { clockHz: null, zero: 0n }, "x.vcd")).toThrow(
      "x.vcd: the trace does not contain its clock rate",
    );
  });
});

const SEED = Number(process.env["LIMEN_SEED"] ?? Date.now() % 1_000_000);

test(`random damage causes no crash (LIMEN_SEED=${SEED})`, () => {
  const next = random(SEED);
  const whole = `${HEAD}#0 0! b0 " r0 #\n#5 1!\n#7 b11 "\n#9 0!`;
  for (let round = 0; round < 2000; round++) {
    const at = Math.floor(next() * whole.length);
    const letter = String.fromCharCode(Math.floor(next() * 256));
    const damaged = whole.slice(0, at) + letter + whole.slice(at + Math.floor(next() * 9));
    try {
      readVcd(damaged, CLOCK, "x");
    } catch (error) {
      expect(error).toBeInstanceOf(TraceError);
      expect((error as Error).message).toMatch(/^x(: line \d+)?: .+; .+$/);
    }
  }
});
