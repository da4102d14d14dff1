// SPDX-License-Identifier: Apache-2.0
// Reads the contents of a UF2 file, the format for the board's USB drive: blocks of 512 bytes.
// Source: USB Flashing Format (UF2).

import { type Image, ImageError, type Segment } from "./elf.mjs";

const BLOCK_BYTES = 512;
const MAGIC = [0x0a324655, 0x9e5d5157] as const;
const FINAL_MAGIC = 0x0ab16f30;
const PAYLOAD_MAX = 476;
const NOT_FOR_FLASH = 1 << 0;
const HAS_FAMILY = 1 << 13;
const FAMILY_RP2040 = 0xe48bff56;

export function isUf2(file: Buffer): boolean {
    return file.length >= 8 && MAGIC.every((word, index) => file.readUInt32LE(4 * index) === word);
}

function block(file: Buffer, index: number): Segment | undefined {
    const bytes = file.subarray(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES);
    if (!isUf2(bytes) || bytes.readUInt32LE(BLOCK_BYTES - 4) !== FINAL_MAGIC) {
        throw new ImageError(`block ${index} of this UF2 file is damaged; make it again`);
    }
    const flags = bytes.readUInt32LE(8);
    const size = bytes.readUInt32LE(16);
    if (size > PAYLOAD_MAX) {
        throw new ImageError(`block ${index} of this UF2 file has ${size} bytes; make it again`);
    }
    const isOurs = (flags & HAS_FAMILY) === 0 || bytes.readUInt32LE(28) === FAMILY_RP2040;
    if ((flags & NOT_FOR_FLASH) !== 0 || !isOurs) {
        return undefined;
    }
    return { address: bytes.readUInt32LE(12), bytes: bytes.subarray(32, 32 + size) };
}

/** Throws ImageError: it is damaged, or contains nothing for this chip. */
export function parseUf2(file: Buffer): Image {
    if (file.length % BLOCK_BYTES !== 0) {
        throw new ImageError("this UF2 file is truncated; make it again");
    }
    const blocks = Array.from({ length: file.length / BLOCK_BYTES }, (_, index) =>
        block(file, index),
    );
    const segments = blocks.filter((segment) => segment !== undefined);
    if (segments.length === 0) {
        throw new ImageError(
            "this UF2 file has nothing for an RP2040; make it for family e48bff56",
        );
    }
    const entry = Math.min(...segments.map(({ address }) => address));
    return { segments, symbols: [], entry };
}
