// SPDX-License-Identifier: Apache-2.0
// Pins as a Value Change Dump (IEEE 1364, 18.2), which logic analysers and wave viewers read.

import { NANOSECONDS_PER_CYCLE } from "./clock.mjs";
import type { Edge } from "./pins.mjs";

export type PinNames = ReadonlyMap<number, string>;

const FIRST_CODE = 33;

function code(pin: number): string {
    return String.fromCharCode(FIRST_CODE + pin);
}

function header(names: PinNames): string {
    const wires = [...names].map(([pin, name]) => `$var wire 1 ${code(pin)} ${name} $end`);
    const lows = [...names.keys()].map((pin) => `0${code(pin)}`);
    return [
        "$timescale 1 ns $end",
        "$scope module rp2040 $end",
        ...wires,
        "$upscope $end",
        "$enddefinitions $end",
        "#0",
        "$dumpvars",
        ...lows,
        "$end",
        "",
    ].join("\n");
}

/** The text in pieces. All pins are low at first; the last time is that of the end. */
export function* vcd(names: PinNames, edges: Iterable<Edge>, end: number): Generator<string> {
    yield header(names);
    let last = 0;
    for (const { cycle, pin, isHigh } of edges) {
        if (!names.has(pin)) {
            continue;
        }
        const time = cycle === last ? "" : `#${cycle * NANOSECONDS_PER_CYCLE}\n`;
        last = cycle;
        yield `${time}${isHigh ? 1 : 0}${code(pin)}\n`;
    }
    if (end > last) {
        yield `#${end * NANOSECONDS_PER_CYCLE}\n`;
    }
}
