// SPDX-License-Identifier: Apache-2.0
// Records the edges of each pin. A pin that is not driven has the level of its pull resistor.

import { GPIOPinState, type RP2040 } from "rp2040js";
import type { CycleClock } from "./clock.mjs";

export const PINS = 30;

/** The level of a pin from a cycle on. */
export interface Edge {
    readonly cycle: number;
    readonly pin: number;
    readonly isHigh: boolean;
}

const EDGES_MAX = 1 << 24;

/** Edges in order of time, in two columns: a long run has many. */
export class PinLog {
    readonly counts = new Array<number>(PINS).fill(0);
    private cycles = new Float64Array(1024);
    private levels = new Uint8Array(1024);
    private length = 0;
    private readonly isHigh = new Array<boolean>(PINS).fill(false);

    constructor(mcu: RP2040, clock: CycleClock) {
        mcu.gpio.forEach((pin, index) => {
            pin.addListener((state) => this.note(clock.now, index, state));
        });
    }

    /** Were there more edges than are recorded? */
    get isFull(): boolean {
        return this.length === EDGES_MAX;
    }

    *edges(): Generator<Edge> {
        for (let index = 0; index < this.length; index++) {
            const level = this.levels[index] ?? 0;
            yield { cycle: this.cycles[index] ?? 0, pin: level >> 1, isHigh: (level & 1) !== 0 };
        }
    }

    private note(cycle: number, pin: number, state: GPIOPinState): void {
        const isHigh = state === GPIOPinState.High || state === GPIOPinState.InputPullUp;
        if (isHigh === this.isHigh[pin] || this.isFull) {
            return;
        }
        this.isHigh[pin] = isHigh;
        this.counts[pin] = (this.counts[pin] ?? 0) + 1;
        if (this.length === this.cycles.length) {
            this.grow();
        }
        // One of two cores may be ahead by an instruction.
        this.cycles[this.length] = Math.max(cycle, this.cycles[this.length - 1] ?? 0);
        this.levels[this.length] = (pin << 1) | (isHigh ? 1 : 0);
        this.length++;
    }

    private grow(): void {
        const cycles = new Float64Array(2 * this.length);
        const levels = new Uint8Array(2 * this.length);
        cycles.set(this.cycles);
        levels.set(this.levels);
        this.cycles = cycles;
        this.levels = levels;
    }
}
