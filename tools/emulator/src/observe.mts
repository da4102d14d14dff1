// SPDX-License-Identifier: Apache-2.0
// Observes the program while it runs: passages of functions, and the cycles of each.

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

    /** By address, in ascending order. */
    get addresses(): [address: number, cycles: number][] {
        return [...this.cycles].sort(([a], [b]) => a - b);
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

/** Between two passages of a mark: the cycles of each address. */
export interface Window {
    /** The passage with which it begins, from 0. */
    readonly first: number;
    readonly profile: Profile;
}

export interface Observer {
    readonly marks: ReadonlySet<number>;
    /** The cycle of each passage of a mark; the observer appends to it. */
    readonly passes: number[];
    /** The profile of the whole run. */
    readonly profile: Profile | undefined;
    /** The profile of a part of the run. */
    readonly window: Window | undefined;
}

/** The function that Machine calls for each instruction; undefined if nothing is observed. */
export function observer({
    marks,
    passes,
    profile,
    window,
}: Observer): ((address: number, cycle: number) => void) | undefined {
    if (marks.size === 0) {
        return profile && ((address, cycle) => profile.note(address, cycle));
    }
    const isInside = (): boolean => window !== undefined && passes.length === window.first + 1;
    return (address, cycle) => {
        const wasInside = isInside();
        if (marks.has(address)) {
            passes.push(cycle);
        }
        profile?.note(address, cycle);
        if (wasInside || isInside()) {
            window?.profile.note(address, cycle);
        }
    };
}
