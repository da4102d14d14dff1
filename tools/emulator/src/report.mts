// SPDX-License-Identifier: Apache-2.0
// The report of a run as JSON.

import { NANOSECONDS_PER_CYCLE } from "./clock.mjs";
import type { Exceptions } from "./exceptions.mjs";
import type { Machine } from "./machine.mjs";
import type { FunctionCycles } from "./observe.mjs";
import type { Uart } from "./uart.mjs";
import type { PinNames } from "./vcd.mjs";

export interface Observed {
    readonly passes: readonly number[] | undefined;
    readonly functions: readonly FunctionCycles[] | undefined;
    readonly window: readonly (readonly [address: number, cycles: number])[] | undefined;
}

/** The names of the results of a run: the requested ones, or all pins with edges. */
export function pinsOf(machine: Machine, wanted: PinNames): PinNames {
    if (wanted.size > 0) {
        return wanted;
    }
    const moved = machine.pins.counts.flatMap((count, pin) => (count > 0 ? [pin] : []));
    return new Map(moved.map((pin) => [pin, `gpio${pin}`]));
}

function uartReport(uart: Uart): object {
    const text = Buffer.from(uart.text).toString("latin1");
    return { bytes: uart.bytes, lost: uart.lost, fifo_max: uart.fifoMax, text };
}

/** By number of the exception. */
function entriesOf(exceptions: Exceptions): object {
    return Object.fromEntries([...exceptions.taken.entries()].filter(([, count]) => count > 0));
}

export function report(machine: Machine, names: PinNames, observed: Observed): object {
    const { mcu, exceptions, end, xip } = machine;
    return {
        stop: end?.reason,
        status: end?.status,
        message: end?.message,
        cycles: mcu.core.cycles,
        nanoseconds: mcu.core.cycles * NANOSECONDS_PER_CYCLE,
        instructions: machine.instructions,
        idle_cycles: machine.idleCycles,
        exceptions: entriesOf(exceptions),
        hard_faults: machine.hardFaults,
        pins: Object.fromEntries(
            [...names].map(([pin, name]) => [name, { pin, edges: machine.pins.counts[pin] ?? 0 }]),
        ),
        uart0: uartReport(machine.uarts[0]),
        uart1: uartReport(machine.uarts[1]),
        ...(machine.launchedAt === undefined
            ? {}
            : {
                  core1: {
                      launched_at: machine.launchedAt,
                      cycles: machine.second.core.cycles,
                      idle_cycles: machine.second.idleCycles,
                      exceptions: entriesOf(machine.second.exceptions),
                  },
              }),
        main_stack: { top: machine.stackTop, low: machine.stackLow },
        ...(xip === undefined ? {} : { xip: { hits: xip.hits, misses: xip.misses } }),
        ...(observed.passes === undefined ? {} : { passes: observed.passes }),
        ...(observed.functions === undefined ? {} : { functions: observed.functions }),
        ...(observed.window === undefined ? {} : { window: observed.window }),
    };
}
