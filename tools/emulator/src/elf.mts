// SPDX-License-Identifier: Apache-2.0
// Reads the segments and symbols of an ELF executable for the Cortex-M0+.
// Source: Tool Interface Standard, ELF 1.2; Arm ELF for the Arm Architecture (IHI 0044).

/** Bytes for an address. */
export interface Segment {
    readonly address: number;
    readonly bytes: Uint8Array;
}

export interface Symbol {
    readonly name: string;
    /** Without the Thumb bit. */
    readonly address: number;
    /** In bytes; 0: unknown, as for labels of assembler. */
    readonly size: number;
}

/** An executable program and its properties. */
export interface Image {
    readonly segments: readonly Segment[];
    readonly symbols: readonly Symbol[];
    /** The entry point of an image without a vector table; the lowest bit may be set. */
    readonly entry: number;
}

/** The file cannot be run; the message ends with the remedy. */
export class ImageError extends Error {}

const MACHINE_ARM = 40;
const EXECUTABLE = 2;
const LOAD = 1;
const SYMBOL_TABLE = 2;
const HEADER_BYTES = 52;
const PROGRAM_ROW_BYTES = 32;
const SECTION_ROW_BYTES = 40;
const FUNCTION = 2;
const UNTYPED = 0;

export function isElf(file: Buffer): boolean {
    return file.length >= 4 && file.readUInt32BE(0) === 0x7f454c46;
}

function checkHeader(file: Buffer): void {
    if (file.length < HEADER_BYTES) {
        throw new ImageError("it ends within the ELF header; build it again");
    }
    const is32Bit = file[4] === 1 && file[5] === 1;
    if (!is32Bit || file.readUInt16LE(18) !== MACHINE_ARM) {
        throw new ImageError("it is for another processor; build it for rp2040");
    }
    if (file.readUInt16LE(16) !== EXECUTABLE) {
        throw new ImageError("it is not linked; name an executable");
    }
}

function slice(file: Buffer, offset: number, size: number): Buffer {
    if (offset + size > file.length) {
        throw new ImageError("it is truncated; build it again");
    }
    return file.subarray(offset, offset + size);
}

/** The rows of a table of the file, each a view. */
function rows(file: Buffer, offset: number, size: number, count: number): Buffer[] {
    return Array.from({ length: count }, (_, index) => slice(file, offset + index * size, size));
}

/** A table with a row size that the file defines, and its smallest valid size. */
function table(file: Buffer, offset: number, size: number, count: number, least: number): Buffer[] {
    if (count > 0 && size < least) {
        throw new ImageError("its tables make no sense; build it again");
    }
    return rows(file, offset, size, count);
}

function segments(file: Buffer): Segment[] {
    const offset = file.readUInt32LE(28);
    return table(file, offset, file.readUInt16LE(42), file.readUInt16LE(44), PROGRAM_ROW_BYTES)
        .map((row) => ({
            type: row.readUInt32LE(0),
            address: row.readUInt32LE(12),
            bytes: { offset: row.readUInt32LE(4), size: row.readUInt32LE(16) },
        }))
        .filter(({ type, bytes }) => type === LOAD && bytes.size > 0)
        .map(({ address, bytes }) => ({ address, bytes: slice(file, bytes.offset, bytes.size) }));
}

function text(strings: Buffer, offset: number): string {
    const end = strings.indexOf(0, offset);
    return strings.toString("latin1", offset, end < 0 ? strings.length : end);
}

function sections(file: Buffer) {
    const offset = file.readUInt32LE(32);
    const [size, count] = [file.readUInt16LE(46), file.readUInt16LE(48)];
    return table(file, offset, size, count, SECTION_ROW_BYTES).map((row) => ({
        type: row.readUInt32LE(4),
        offset: row.readUInt32LE(16),
        size: row.readUInt32LE(20),
        link: row.readUInt32LE(24),
    }));
}

function symbols(file: Buffer): Symbol[] {
    const all = sections(file);
    const symbolTable = all.find(({ type }) => type === SYMBOL_TABLE);
    const names = symbolTable && all[symbolTable.link];
    if (symbolTable === undefined || names === undefined) {
        return [];
    }
    const strings = slice(file, names.offset, names.size);
    return rows(file, symbolTable.offset, 16, Math.floor(symbolTable.size / 16))
        .filter((row) => [FUNCTION, UNTYPED].includes((row[12] ?? 0) & 0xf))
        .filter((row) => row.readUInt16LE(14) !== 0)
        .map((row) => ({
            name: text(strings, row.readUInt32LE(0)),
            address: (row.readUInt32LE(4) & ~1) >>> 0,
            size: row.readUInt32LE(8),
        }))
        .filter(({ name }) => name !== "" && !name.startsWith("$"));
}

/** Throws ImageError: it is not an executable for this processor. */
export function parseElf(file: Buffer): Image {
    checkHeader(file);
    return { segments: segments(file), symbols: symbols(file), entry: file.readUInt32LE(24) };
}
