// SPDX-License-Identifier: Apache-2.0
// The four aliases of each register of a peripheral: write, exclusive or, set, clear.
// Source: RP2040 datasheet, 2.1.2.

import type { Peripheral } from "rp2040js";

const XOR = 1;
const SET = 2;
const CLEAR = 3;

/** The value of a register after a write to one of its aliases. */
export function updated(
    peripheral: Peripheral,
    offset: number,
    value: number,
    type: number,
): number {
    switch (type) {
        case XOR:
            return peripheral.readUint32(offset) ^ value;
        case SET:
            return peripheral.readUint32(offset) | value;
        case CLEAR:
            return peripheral.readUint32(offset) & ~value;
        default:
            return value;
    }
}
