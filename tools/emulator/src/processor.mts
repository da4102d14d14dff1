// SPDX-License-Identifier: Apache-2.0
// One of the two cores, with the parts that it does not share: its exceptions, SysTick, and view of
// the memory. rp2040js has one core, and knows it as mcu.core: there it finds the one whose turn it
// is.

import type { RP2040 } from "rp2040js";
import type { CycleClock } from "./clock.mjs";
import { Exceptions, type FaultListener } from "./exceptions.mjs";
import { correctMemory, fetcher } from "./memory.mjs";
import { SysTick } from "./systick.mjs";
import type { XipCache } from "./xip.mjs";

export type Core = RP2040["core"];

export class Processor {
    readonly exceptions: Exceptions;
    readonly sysTick: SysTick;
    readonly fetch: (address: number) => number;
    /** The address of the instruction that is executed, or was executed last. */
    address = 0;
    idleCycles = 0;
    isWaitingForEvent = false;

    constructor(
        mcu: RP2040,
        readonly number: number,
        readonly core: Core,
        clock: CycleClock,
        xip: XipCache | undefined,
        listener: FaultListener,
    ) {
        this.exceptions = new Exceptions(core, clock, listener);
        this.sysTick = new SysTick(core, clock);
        correctMemory(mcu, core);
        this.fetch = xip?.serve(core, fetcher(mcu)) ?? fetcher(mcu);
    }

    start(vectorTable: number, stackPointer: number, address: number): void {
        const { core } = this;
        core.VTOR = vectorTable;
        core.SP = stackPointer;
        core.PC = address & ~1;
    }

    /** Must the core continue after WFI or WFE? */
    get wakes(): boolean {
        return this.exceptions.wakes || (this.isWaitingForEvent && this.core.eventRegistered);
    }

    get isAsleep(): boolean {
        return this.core.waiting && !this.wakes;
    }

    wake(): void {
        const { core } = this;
        if (this.isWaitingForEvent && core.eventRegistered) {
            core.eventRegistered = false;
        }
        core.waiting = false;
        core.interruptsUpdated = true;
        this.isWaitingForEvent = false;
    }

    idleTo(cycle: number): void {
        this.idleCycles += cycle - this.core.cycles;
        this.core.cycles = cycle;
    }
}

/** Another core of the same chip. rp2040js does not export its class. */
export function anotherCore(mcu: RP2040): Core {
    const Class = mcu.core.constructor as new (mcu: RP2040) => Core;
    return new Class(mcu);
}
