// SPDX-License-Identifier: Apache-2.0
// SysTick. In rp2040js it fires as soon as it is enabled, a tick too early in each period, always
// at the rate of clk_sys, and does not wake the processor.
//
// The counter is described by the tick at which it becomes 0. A tick is a cycle or a microsecond.
// One tick after 0 it is RVR again.

import { type Alarm, CYCLES_PER_MICROSECOND, type CycleClock, NEVER } from "./clock.mjs";
import type { Core } from "./processor.mjs";

const ENABLE = 1 << 0;
const TICKINT = 1 << 1;
const CLKSOURCE = 1 << 2;
const COUNTFLAG = 1 << 16;
const COUNTER_MASK = 0xffffff;

export class SysTick {
    private control = 0;
    private reload = 0;
    private stoppedAt = 0;
    private zeroTick = NEVER;
    private hasCounted = false;
    private readonly alarm: Alarm;

    constructor(
        private readonly core: Core,
        private readonly clock: CycleClock,
    ) {
        this.alarm = clock.createAlarm(() => this.catchUp());
    }

    readControl(): number {
        this.catchUp();
        const value = this.control | (this.hasCounted ? COUNTFLAG : 0);
        this.hasCounted = false;
        return value;
    }

    writeControl(value: number): void {
        const counter = this.readCounter();
        this.control = value & (ENABLE | TICKINT | CLKSOURCE);
        this.start(counter);
    }

    readReload(): number {
        return this.reload;
    }

    writeReload(value: number): void {
        this.catchUp();
        this.reload = value & COUNTER_MASK;
    }

    readCounter(): number {
        this.catchUp();
        if ((this.control & ENABLE) === 0) {
            return this.stoppedAt;
        }
        const left = this.zeroTick - this.tick;
        return left <= this.reload ? left : 0;
    }

    /** A write of any value clears it, without an interrupt. */
    writeCounter(): void {
        this.catchUp();
        this.hasCounted = false;
        this.start(0);
    }

    private get cyclesPerTick(): number {
        return (this.control & CLKSOURCE) !== 0 ? 1 : CYCLES_PER_MICROSECOND;
    }

    private get tick(): number {
        return Math.floor(this.clock.now / this.cyclesPerTick);
    }

    private start(counter: number): void {
        this.stoppedAt = counter;
        const isCounting = (this.control & ENABLE) !== 0 && (counter !== 0 || this.reload !== 0);
        const ticks = counter !== 0 ? counter : this.reload + 1;
        this.zeroTick = isCounting ? this.tick + ticks : NEVER;
        this.setAlarm();
    }

    /** Process all times at which the counter was 0. */
    private catchUp(): void {
        const now = this.tick;
        if (this.zeroTick > now) {
            return;
        }
        this.hasCounted = true;
        const period = this.reload + 1;
        if ((this.control & TICKINT) !== 0) {
            this.core.pendingSystick = true;
            this.core.interruptsUpdated = true;
        }
        const zeros = Math.floor((now - this.zeroTick) / period) + 1;
        this.zeroTick = this.reload === 0 ? NEVER : this.zeroTick + zeros * period;
        this.setAlarm();
    }

    /** Without its interrupt no alarm is needed, and an idle program is not kept awake. */
    private setAlarm(): void {
        const isWanted = (this.control & TICKINT) !== 0;
        this.alarm.at(isWanted ? this.zeroTick * this.cyclesPerTick : NEVER);
    }
}
