// SPDX-License-Identifier: Apache-2.0
// The registers of the processor: SysTick, NVIC, system control.
// Source: Armv6-M Architecture Reference Manual (DDI 0419), B3.2 to B3.4.

import type { RP2040 } from "rp2040js";
import { Exception } from "./exceptions.mjs";
import type { Processor } from "./processor.mjs";

const Register = {
    sysTickControl: 0x010,
    sysTickReload: 0x014,
    sysTickCounter: 0x018,
    setPending: 0x200,
    clearPending: 0x280,
    interruptControl: 0xd04,
    vectorTable: 0xd08,
    applicationInterrupt: 0xd0c,
    systemControl: 0xd10,
    configuration: 0xd14,
    priority2: 0xd1c,
    priority3: 0xd20,
} as const;

const FIRST_PRIORITY = 0x400;
const LAST_PRIORITY = 0x41c;
const PRIORITY_BITS = 0xc0c0c0c0;
const RESET_REQUEST = 1 << 2;
const KEY = 0x05fa;
const ALWAYS_ALIGNED = 0x208; // CCR: stack alignment, faults on misaligned accesses

/** Make the registers of the core whose turn it is those of the chip. onReset: the program requests
 * a reset of the chip. */
export function correctPpb(mcu: RP2040, current: () => Processor, onReset: () => void): void {
    const ppb = mcu.ppb;
    const readOthers = ppb.readUint32.bind(ppb);
    const writeOthers = ppb.writeUint32.bind(ppb);
    ppb.readUint32 = (offset) => read(current(), offset) ?? readOthers(offset);
    ppb.writeUint32 = (offset, value) => {
        if (!write(current(), onReset, offset, value)) {
            writeOthers(offset, value);
            mcu.core.interruptsUpdated = true;
        }
    };
}

/** The exceptions whose priorities are in the four bytes of a register, by the lowest one. */
function firstOf(offset: number): number | undefined {
    if (offset >= FIRST_PRIORITY && offset <= LAST_PRIORITY) {
        return Exception.firstInterrupt + offset - FIRST_PRIORITY;
    }
    if (offset === Register.priority2) {
        return 8;
    }
    return offset === Register.priority3 ? 12 : undefined;
}

function readPriorities(priority: Uint8Array, first: number): number {
    return [...priority.subarray(first, first + 4)].reduceRight(
        (word, value) => ((word << 8) | (value << 6)) >>> 0,
        0,
    );
}

function writePriorities(priority: Uint8Array, first: number, value: number): void {
    for (let byte = 0; byte < 4; byte++) {
        priority[first + byte] = (value >>> (8 * byte + 6)) & 3;
    }
}

function read({ exceptions, sysTick }: Processor, offset: number): number | undefined {
    switch (offset) {
        case Register.sysTickControl:
            return sysTick.readControl();
        case Register.sysTickReload:
            return sysTick.readReload();
        case Register.sysTickCounter:
            return sysTick.readCounter();
        case Register.applicationInterrupt:
            return 0xfa05_0000;
        case Register.systemControl:
            return 0;
        case Register.configuration:
            return ALWAYS_ALIGNED;
        default: {
            const first = firstOf(offset);
            return first === undefined ? undefined : readPriorities(exceptions.priority, first);
        }
    }
}

/** Returns: whether the register differs from that of rp2040js. */
function write(
    { core, exceptions, sysTick }: Processor,
    onReset: () => void,
    offset: number,
    value: number,
): boolean {
    switch (offset) {
        case Register.sysTickControl:
            sysTick.writeControl(value);
            return true;
        case Register.sysTickReload:
            sysTick.writeReload(value);
            return true;
        case Register.sysTickCounter:
            sysTick.writeCounter();
            return true;
        case Register.setPending:
            exceptions.setPending(value);
            return true;
        case Register.clearPending:
            exceptions.clearPending(value);
            return true;
        case Register.vectorTable:
            core.VTOR = (value & ~0xff) >>> 0;
            return true;
        case Register.applicationInterrupt:
            if (value >>> 16 === KEY && (value & RESET_REQUEST) !== 0) {
                onReset();
            }
            return true;
        case Register.systemControl:
        case Register.configuration:
            return true;
        default: {
            const first = firstOf(offset);
            if (first !== undefined) {
                writePriorities(exceptions.priority, first, value & PRIORITY_BITS);
            }
            return false; // rp2040js has a copy, with which it determines whether an exception is
            // pending
        }
    }
}
