// SPDX-License-Identifier: Apache-2.0
// The cache of the flash, for programs whose start is of interest: until their code is in the
// cache, they wait for the flash. Without this module the flash is as fast as SRAM.
//
// 16 KiB in lines of 8 bytes, two in each set, of which a new line replaces the one that was used
// less recently. A hit costs nothing, a miss the time in which the flash sends the line. The
// README of this folder derives this time and lists what is not modelled.
//
// Source: RP2040 datasheet, 2.6.3.

import { FLASH } from "./memory.mjs";
import type { Core } from "./processor.mjs";

const LINE_BITS = 3;
const WAYS = 2;
const SETS = (16 << 10) / (WAYS << LINE_BITS);
const EMPTY = -1;
/** The 16 MiB of addresses for which the cache is used; the other views of the flash go around
 * it. */
const CACHED_PAGE = FLASH >>> 24;

export class XipCache {
    hits = 0;
    misses = 0;
    /** The numbers of the lines, two for each set, the one that was used last first. */
    private readonly lines = new Int32Array(WAYS * SETS).fill(EMPTY);

    constructor(private readonly missCycles: number) {}

    /**
     * From now on, loads of a core go through the cache. Wraps its fetch so that it does, too. The
     * core fetches words: the second halfword comes with the first one, unless a branch leads to
     * it.
     */
    serve(core: Core, fetch: (address: number) => number): (address: number) => number {
        let fetched = 0; // the halfword that was fetched last
        // rp2040js reads the halfwords of an instruction again that have just been fetched. While
        // it does so, the program counter is still at the first one.
        const isOpcode = (address: number): boolean => address === fetched || address === core.PC;
        const readUint32 = core.readUint32.bind(core);
        const readUint16 = core.readUint16.bind(core);
        const readUint8 = core.readUint8.bind(core);
        core.readUint32 = (address) => {
            const value = readUint32(address);
            this.access(core, address >>> 0);
            return value;
        };
        core.readUint16 = (address) => {
            const value = readUint16(address);
            if (!isOpcode(address)) {
                this.access(core, address >>> 0);
            }
            return value;
        };
        core.readUint8 = (address) => {
            const value = readUint8(address);
            this.access(core, address >>> 0);
            return value;
        };
        return (address) => {
            const opcode = fetch(address);
            if ((address & 2) === 0 || fetched !== address - 2) {
                this.access(core, address);
            }
            fetched = address;
            return opcode;
        };
    }

    private access(core: Core, address: number): void {
        if (address >>> 24 !== CACHED_PAGE) {
            return;
        }
        const line = address >>> LINE_BITS;
        const way = (line % SETS) * WAYS;
        const newest = this.lines[way] ?? EMPTY;
        if (newest === line) {
            this.hits++;
            return;
        }
        if (this.lines[way + 1] === line) {
            this.hits++;
        } else {
            this.misses++;
            core.cycles += this.missCycles;
        }
        this.lines[way + 1] = newest;
        this.lines[way] = line;
    }
}
