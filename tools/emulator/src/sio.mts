// SPDX-License-Identifier: Apache-2.0
// The divider of the SIO: rp2040js halts the core while it works, and rounds what it answers to a
// division by zero differently. Here it works beside the core, for eight cycles.
// Source: RP2040 datasheet, 2.3.1.5.

import type { RP2040 } from "rp2040js";
import type { CycleClock } from "./clock.mjs";

const DIVIDER_STATUS = 0x78;
const DIVIDER_CYCLES = 8;
const READY = 1 << 0;

function divide(dividend: number, divisor: number, isSigned: boolean): [number, number] {
    const a = isSigned ? dividend | 0 : dividend >>> 0;
    const b = isSigned ? divisor | 0 : divisor >>> 0;
    if (b === 0) {
        return [isSigned && a < 0 ? 1 : -1, a];
    }
    return [Math.trunc(a / b), a % b];
}

export function correctSio(mcu: RP2040, clock: CycleClock): void {
    const sio = mcu.sio;
    const readOthers = sio.readUint32.bind(sio);
    let readyAt = 0;

    sio.updateHardwareDivider = (isSigned) => {
        const [quotient, remainder] = divide(sio.divDividend, sio.divDivisor, isSigned);
        sio.divQuotient = quotient >>> 0;
        sio.divRemainder = remainder >>> 0;
        sio.divCSR = 0b11;
        readyAt = clock.now + DIVIDER_CYCLES;
    };
    sio.readUint32 = (offset) => {
        const value = readOthers(offset);
        return offset === DIVIDER_STATUS && clock.now < readyAt ? value & ~READY : value;
    };
}
