// SPDX-License-Identifier: Apache-2.0
// Prepares a chip to start from a file, as the boot ROM would do.

import { readFileSync } from "node:fs";
import type { RP2040 } from "rp2040js";
import { type Image, ImageError, isElf, parseElf, type Segment } from "./elf.mjs";
import { hex } from "./fault.mjs";
import { FLASH, FLASH_BYTES, SRAM, SRAM_BYTES } from "./memory.mjs";
import { isUf2, parseUf2 } from "./uf2.mjs";

const BOOT2_BYTES = 256;
const VECTOR_TABLE_ALIGNMENT = 256;

/** Throws ImageError: it cannot be read, or is not executable. */
export function readImage(path: string): Image {
    let file: Buffer;
    try {
        file = readFileSync(path);
    } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new ImageError(`it cannot be read (${reason}); name a file that is there`);
    }
    if (isElf(file)) {
        return parseElf(file);
    }
    if (isUf2(file)) {
        return parseUf2(file);
    }
    const what = file.length === 0 ? "it is empty" : "it is neither ELF nor UF2";
    throw new ImageError(`${what}; name an executable`);
}

function place(mcu: RP2040, { address, bytes }: Segment): void {
    const fits = (start: number, size: number): boolean =>
        address >= start && address + bytes.length <= start + size;
    if (fits(FLASH, FLASH_BYTES)) {
        mcu.flash.set(bytes, address - FLASH);
    } else if (fits(SRAM, SRAM_BYTES)) {
        mcu.sram.set(bytes, address - SRAM);
    } else {
        const where = `${bytes.length} bytes for ${hex(address)}`;
        throw new ImageError(`${where} fit neither flash nor SRAM; see its linker script`);
    }
}

/** The start of a program, with the state of the core after the boot ROM. */
export interface Start {
    readonly vectorTable: number;
    readonly stackPointer: number;
    readonly address: number;
}

function startFrom(mcu: RP2040, vectorTable: number): Start {
    const stackPointer = mcu.readUint32(vectorTable);
    return { vectorTable, stackPointer, address: mcu.readUint32(vectorTable + 4) };
}

/** Put the image into memory. From flash, the vector table contains the entry point; an image for
 * SRAM may begin with code instead, as the boot ROM expects for images from USB. */
export function load(mcu: RP2040, { segments, entry }: Image): Start {
    if (segments.length === 0) {
        throw new ImageError("there is nothing in it to load; link a program");
    }
    mcu.flash.fill(0xff);
    segments.forEach((segment) => place(mcu, segment));
    const start = Math.min(...segments.map(({ address }) => address));
    const candidates = start === FLASH ? [FLASH, FLASH + BOOT2_BYTES] : [start];
    const table = candidates.find((address) => isVectorTable(mcu, address));
    if (table !== undefined) {
        return startFrom(mcu, table);
    }
    if (start >= SRAM && entry >= start && entry < SRAM + SRAM_BYTES) {
        return { vectorTable: start, stackPointer: SRAM + SRAM_BYTES, address: entry | 1 };
    }
    const places = candidates.map(hex).join(" nor ");
    throw new ImageError(`no vector table is at ${places}; see its linker script`);
}

/** A stack pointer into SRAM, and a reset handler with the Thumb bit. */
function isVectorTable(mcu: RP2040, address: number): boolean {
    if (address % VECTOR_TABLE_ALIGNMENT !== 0) {
        return false;
    }
    const stack = mcu.readUint32(address);
    const reset = mcu.readUint32(address + 4);
    return stack > SRAM && stack <= SRAM + SRAM_BYTES && stack % 4 === 0 && reset % 2 === 1;
}

/** The boot ROM's check of the second stage: polynomial 0x04c11db7, not reflected. */
export function boot2Checksum(bytes: Uint8Array): number {
    return bytes.reduce((before, byte) => {
        let sum = before ^ (byte << 24);
        for (let bit = 0; bit < 8; bit++) {
            sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
        }
        return sum >>> 0;
    }, 0xffffffff);
}

/** Would a board start this image? The emulator does not execute the second stage. */
export function bootProblem(mcu: RP2040, vectorTable: number): string | undefined {
    if (vectorTable !== FLASH + BOOT2_BYTES) {
        return undefined;
    }
    const boot2 = mcu.flash.subarray(0, BOOT2_BYTES - 4);
    const stored = mcu.flashView.getUint32(BOOT2_BYTES - 4, true);
    const wanted = boot2Checksum(boot2);
    const problem = `its second-stage boot has the checksum ${hex(stored)}, not ${hex(wanted)}`;
    return stored === wanted ? undefined : `a board would not start this: ${problem}`;
}
