// SPDX-License-Identifier: Apache-2.0
// Names for addresses.

import type { Symbol } from "./elf.mjs";
import { hex } from "./fault.mjs";

/** A label of assembler has no size; an address far after it belongs to something else. */
const UNSIZED_BYTES_MAX = 4096;

export class Symbols {
    private readonly sorted: readonly Symbol[];

    constructor(symbols: readonly Symbol[]) {
        this.sorted = [...symbols].sort((a, b) => a.address - b.address || b.size - a.size);
    }

    /** The address of a function. */
    find(name: string): number | undefined {
        return this.sorted.find((symbol) => symbol.name === name)?.address;
    }

    /** The function that contains an address: the nearest name before it, unless it has ended. */
    containing(address: number): Symbol | undefined {
        let low = 0;
        let high = this.sorted.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if ((this.sorted[middle]?.address ?? Infinity) <= address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        const start = this.sorted[low - 1]?.address;
        return this.sorted
            .slice(this.firstAt(low, start), low)
            .find(({ address: first, size }) => address < first + (size || UNSIZED_BYTES_MAX));
    }

    /** An address with the name of its function. */
    describe(address: number): string {
        const symbol = this.containing(address);
        if (symbol === undefined) {
            return hex(address);
        }
        const offset = address - symbol.address;
        return `${hex(address)} (${symbol.name}${offset === 0 ? "" : `+${offset}`})`;
    }

    private firstAt(end: number, address: number | undefined): number {
        let first = end;
        while (first > 0 && this.sorted[first - 1]?.address === address) {
            first--;
        }
        return first;
    }
}
