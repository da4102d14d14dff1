// SPDX-License-Identifier: Apache-2.0
// The core's view of memory. rp2040js only warns of an access that the chip refuses; here it is a
// fault: misaligned, to nothing, a write to flash. The boot ROM is not part of rp2040js, so an
// access below 0x4000, which succeeds on the chip, is a fault, too.

import type { RP2040 } from "rp2040js";
import { Fault, hex } from "./fault.mjs";
import type { Core } from "./processor.mjs";

export const FLASH = 0x1000_0000;
export const FLASH_BYTES = 16 << 20;
export const SRAM = 0x2000_0000;
export const SRAM_BYTES = 264 << 10;

const FLASH_VIEWS_END = 0x1400_0000; // XIP has four aliases, with and without its cache
const FLASH_MASK = FLASH_BYTES - 1;
const USB_RAM = 0x5010_0000;
const USB_RAM_BYTES = 4096;
const SIO = 0xd000_0000;
const SIO_BYTES = 0x180;
const PPB_PAGE = 0xe000e;
const ROM_BYTES = 0x4000;

function nothingThere(access: string, address: number): Fault {
    if (address < ROM_BYTES) {
        return new Fault(
            `${access} ${hex(address)}, the boot ROM, which this emulator does not have`,
        );
    }
    return new Fault(`${access} ${hex(address)}, where nothing is`);
}

function misaligned(access: string, address: number): Fault {
    return new Fault(`${access} ${hex(address)}, which is not aligned`);
}

function isFlash(address: number): boolean {
    return address >= FLASH && address < FLASH_VIEWS_END;
}

/** Is there a register or a buffer of the chip, other than flash and SRAM? */
function isDevice(mcu: RP2040, address: number): boolean {
    return (
        mcu.peripherals[(address >>> 14) << 2] !== undefined ||
        address >>> 12 === PPB_PAGE ||
        (address >= SIO && address < SIO + SIO_BYTES) ||
        (address >= USB_RAM && address < USB_RAM + USB_RAM_BYTES)
    );
}

function readDevice(mcu: RP2040, address: number): number {
    if (!isDevice(mcu, address)) {
        throw nothingThere("read of", address);
    }
    // Reads are the same for the four aliases of a register.
    const peripheral = mcu.peripherals[(address >>> 14) << 2];
    const value =
        peripheral === undefined
            ? mcu.readUint32((address & ~3) >>> 0)
            : peripheral.readUint32(address & 0xffc);
    return value >>> ((address & 3) * 8);
}

function checkWrite(mcu: RP2040, address: number): void {
    if (isFlash(address)) {
        throw new Fault(`write to ${hex(address)}, which is flash`);
    }
    if (!isDevice(mcu, address)) {
        throw nothingThere("write to", address);
    }
}

function correctReads(mcu: RP2040, core: Core): void {
    const sram32 = new Uint32Array(mcu.sram.buffer);
    const sram16 = new Uint16Array(mcu.sram.buffer);
    const flash32 = new Uint32Array(mcu.flash.buffer);

    core.readUint32 = (unbounded) => {
        const address = unbounded >>> 0;
        if ((address & 3) !== 0) {
            throw misaligned("read of", address);
        }
        const offset = address - SRAM;
        if (offset >= 0 && offset < SRAM_BYTES) {
            return sram32[offset >>> 2] ?? 0;
        }
        return isFlash(address)
            ? (flash32[(address & FLASH_MASK) >>> 2] ?? 0)
            : readDevice(mcu, address) >>> 0;
    };
    core.readUint16 = (unbounded) => {
        const address = unbounded >>> 0;
        if ((address & 1) !== 0) {
            throw misaligned("read of", address);
        }
        const offset = address - SRAM;
        if (offset >= 0 && offset < SRAM_BYTES) {
            return sram16[offset >>> 1] ?? 0;
        }
        return isFlash(address)
            ? (mcu.flash16[(address & FLASH_MASK) >>> 1] ?? 0)
            : readDevice(mcu, address) & 0xffff;
    };
    core.readUint8 = (unbounded) => {
        const address = unbounded >>> 0;
        const offset = address - SRAM;
        if (offset >= 0 && offset < SRAM_BYTES) {
            return mcu.sram[offset] ?? 0;
        }
        return isFlash(address)
            ? (mcu.flash[address & FLASH_MASK] ?? 0)
            : readDevice(mcu, address) & 0xff;
    };
}

function correctWrites(mcu: RP2040, core: Core): void {
    const sram32 = new Uint32Array(mcu.sram.buffer);
    const sram16 = new Uint16Array(mcu.sram.buffer);

    core.writeUint32 = (unbounded, value) => {
        const address = unbounded >>> 0;
        if ((address & 3) !== 0) {
            throw misaligned("write to", address);
        }
        const offset = address - SRAM;
        if (offset >= 0 && offset < SRAM_BYTES) {
            sram32[offset >>> 2] = value;
            return;
        }
        checkWrite(mcu, address);
        mcu.writeUint32(address, value);
    };
    core.writeUint16 = (unbounded, value) => {
        const address = unbounded >>> 0;
        if ((address & 1) !== 0) {
            throw misaligned("write to", address);
        }
        const offset = address - SRAM;
        if (offset >= 0 && offset < SRAM_BYTES) {
            sram16[offset >>> 1] = value;
            return;
        }
        checkWrite(mcu, address);
        mcu.writeUint16(address, value);
    };
    core.writeUint8 = (unbounded, value) => {
        const address = unbounded >>> 0;
        const offset = address - SRAM;
        if (offset >= 0 && offset < SRAM_BYTES) {
            mcu.sram[offset] = value;
            return;
        }
        checkWrite(mcu, address);
        mcu.writeUint8(address, value);
    };
}

/** Make invalid accesses of a core fault as on the chip. */
export function correctMemory(mcu: RP2040, core: Core): void {
    correctReads(mcu, core);
    correctWrites(mcu, core);
}

/** The instruction's first halfword. */
export function fetcher(mcu: RP2040): (address: number) => number {
    const sram16 = new Uint16Array(mcu.sram.buffer);
    const flash16 = mcu.flash16;
    return (address) => {
        const offset = address - SRAM;
        if (offset >= 0 && offset < SRAM_BYTES) {
            return sram16[offset >>> 1] ?? 0;
        }
        if (isFlash(address)) {
            return flash16[(address & FLASH_MASK) >>> 1] ?? 0;
        }
        throw nothingThere("execution of", address);
    };
}
