// SPDX-License-Identifier: Apache-2.0
// Looking on while the program runs: passages of functions, and the cycles of each.

import type { Symbols } from "./symbols.mjs";

export interface FunctionCycles {
    readonly name: string;
    readonly cycles: number;
}

/** Cycles by address. An instruction's are those until the next one begins. */
export class Profile {
    private readonly cycles = new Map<number, number>();
    private last: number | undefined;
    private since = 0;

    note(address: number, cycle: number): void {
        if (this.last !== undefined) {
            this.cycles.set(this.last, (this.cycles.get(this.last) ?? 0) + cycle - this.since);
        }
        this.last = address;
        this.since = cycle;
    }

    /** The most expensive first; sleep and exception entry are counted for the preceding
     * function. */
    functions(symbols: Symbols): FunctionCycles[] {
        const sums = new Map<string, number>();
        for (const [address, cycles] of this.cycles) {
            const name = symbols.containing(address)?.name ?? "?";
            sums.set(name, (sums.get(name) ?? 0) + cycles);
        }
        return [...sums]
            .map(([name, cycles]) => ({ name, cycles }))
            .sort((a, b) => b.cycles - a.cycles || (a.name < b.name ? -1 : 1));
    }
}

/** What Machine calls for each instruction; undefined if there is nothing to look for. */
export function observer(
    marks: ReadonlySet<number>,
    passes: number[],
    profile: Profile | undefined,
): ((address: number, cycle: number) => void) | undefined {
    if (marks.size === 0) {
        return profile && ((address, cycle) => profile.note(address, cycle));
    }
    return (address, cycle) => {
        if (marks.has(address)) {
            passes.push(cycle);
        }
        profile?.note(address, cycle);
    };
}
