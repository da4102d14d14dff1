// SPDX-License-Identifier: Apache-2.0
// The SIO. rp2040js has that of one core. On the chip each core has a divider, interpolators and a
// number of its own. rp2040js halts the core while the divider works, and its result of a division
// by zero differs. Here the divider works beside the core, for eight cycles.
// Source: RP2040 datasheet, 2.3.1.

import type { RP2040 } from "rp2040js";
import type { CycleClock } from "./clock.mjs";
import type { Mailboxes } from "./mailboxes.mjs";

type Sio = RP2040["sio"];

const CORE_NUMBER = 0x00;
const FIRST_OWN = 0x60; // the divider
const DIVIDER_STATUS = 0x78;
const LAST_OWN = 0xfc; // of the interpolators
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

/** A division takes its time. */
function correctDivider(sio: Sio, clock: CycleClock): void {
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

/** current: the number of the core whose turn it is. */
export function correctSio(
    mcu: RP2040,
    clock: CycleClock,
    mailboxes: Mailboxes,
    current: () => number,
): void {
    const { sio } = mcu;
    const Class = sio.constructor as new (mcu: RP2040) => Sio; // which rp2040js does not export
    const ofSecond = new Class(mcu);
    correctDivider(sio, clock);
    correctDivider(ofSecond, clock);
    const readShared = sio.readUint32.bind(sio);
    const writeShared = sio.writeUint32.bind(sio);
    const isOfSecond = (offset: number): boolean =>
        offset >= FIRST_OWN && offset <= LAST_OWN && current() === 1;

    sio.readUint32 = (offset) => {
        if (offset === CORE_NUMBER) {
            return current();
        }
        return (
            mailboxes.read(current(), offset) ??
            (isOfSecond(offset) ? ofSecond.readUint32(offset) : readShared(offset))
        );
    };
    sio.writeUint32 = (offset, value) => {
        if (isOfSecond(offset)) {
            ofSecond.writeUint32(offset, value);
        } else if (!mailboxes.write(current(), offset, value)) {
            writeShared(offset, value);
        }
    };
}
