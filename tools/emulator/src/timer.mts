// SPDX-License-Identifier: Apache-2.0
// The 64-bit timer of microseconds and its four alarms. In rp2040js alarms expire fractions of a
// microsecond late.
//
// An alarm expires when the lower half of the time becomes equal to its value. A value that is
// equal to the time already, or less, is reached after a period of 71 minutes.
//
// Source: RP2040 datasheet, 4.6.

import type { RP2040 } from "rp2040js";
import { type Alarm, CYCLES_PER_MICROSECOND, type CycleClock, NEVER } from "./clock.mjs";
import { updated } from "./peripheral.mjs";
import type { Resettable } from "./resets.mjs";

const Register = {
    timeHighWrite: 0x00,
    timeLowWrite: 0x04,
    timeHigh: 0x08,
    timeLow: 0x0c,
    alarm0: 0x10,
    alarm3: 0x1c,
    armed: 0x20,
    rawHigh: 0x24,
    rawLow: 0x28,
    debugPause: 0x2c,
    pause: 0x30,
    raised: 0x34,
    enabled: 0x38,
    forced: 0x3c,
    status: 0x40,
} as const;

const ALARMS = 4;
const HALF = 2 ** 32;

export class Timer implements Resettable {
    private readonly alarms: readonly Alarm[];
    private readonly targets = new Uint32Array(ALARMS);
    private armed = 0;
    private raised = 0;
    private enabled = 0;
    private forced = 0;
    private latchedHigh = 0;
    private writtenLow = 0;
    /** The difference of the time and the clock, and the time at which it is paused. */
    private ahead = 0;
    private pausedAt: number | undefined;

    constructor(
        private readonly mcu: RP2040,
        private readonly clock: CycleClock,
    ) {
        this.alarms = Array.from({ length: ALARMS }, (_, index) =>
            clock.createAlarm(() => this.ring(index)),
        );
    }

    reset(): void {
        this.armed = 0;
        this.raised = 0;
        this.enabled = 0;
        this.forced = 0;
        this.pausedAt = undefined;
        this.setTime(0);
        this.update();
    }

    readUint32(offset: number): number {
        if (offset >= Register.alarm0 && offset <= Register.alarm3) {
            return this.targets[(offset - Register.alarm0) / 4] ?? 0;
        }
        switch (offset) {
            case Register.timeHigh:
                return this.latchedHigh;
            case Register.timeLow:
                this.latchedHigh = Math.floor(this.time / HALF);
                return this.time >>> 0;
            case Register.rawHigh:
                return Math.floor(this.time / HALF);
            case Register.rawLow:
                return this.time >>> 0;
            case Register.armed:
                return this.armed;
            case Register.pause:
                return this.pausedAt === undefined ? 0 : 1;
            case Register.raised:
                return this.raised;
            case Register.enabled:
                return this.enabled;
            case Register.forced:
                return this.forced;
            case Register.status:
                return this.status;
            default:
                return 0;
        }
    }

    writeUint32Atomic(offset: number, value: number, type: number): void {
        if (offset === Register.raised || offset === Register.armed) {
            this.writeUint32(offset, value); // a write of 1 clears, with any alias
        } else {
            this.writeUint32(offset, updated(this, offset, value, type));
        }
    }

    writeUint32(offset: number, value: number): void {
        if (offset >= Register.alarm0 && offset <= Register.alarm3) {
            this.arm((offset - Register.alarm0) / 4, value);
            return;
        }
        switch (offset) {
            case Register.timeLowWrite:
                this.writtenLow = value >>> 0;
                break;
            case Register.timeHighWrite:
                this.setTime((value >>> 0) * HALF + this.writtenLow);
                break;
            case Register.armed:
                this.disarm(value);
                break;
            case Register.pause:
                this.pause((value & 1) !== 0);
                break;
            case Register.raised:
                this.raised &= ~value;
                break;
            case Register.enabled:
                this.enabled = value & 0xf;
                break;
            case Register.forced:
                this.forced = value & 0xf;
                break;
        }
        this.update();
    }

    private get time(): number {
        return this.pausedAt ?? Math.floor(this.clock.now / CYCLES_PER_MICROSECOND) + this.ahead;
    }

    private get status(): number {
        return (this.raised & this.enabled) | this.forced;
    }

    private arm(index: number, target: number): void {
        this.targets[index] = target;
        this.armed |= 1 << index;
        this.schedule(index);
    }

    private disarm(alarms: number): void {
        this.armed &= ~alarms;
        this.alarms.forEach((_, index) => this.schedule(index));
    }

    private schedule(index: number): void {
        const isComing = (this.armed & (1 << index)) !== 0 && this.pausedAt === undefined;
        const wait = ((this.targets[index] ?? 0) - this.time) >>> 0 || HALF;
        const cycle = (this.time - this.ahead + wait) * CYCLES_PER_MICROSECOND;
        this.alarms[index]?.at(isComing ? cycle : NEVER);
    }

    private setTime(time: number): void {
        this.ahead += time - this.time;
        this.pausedAt = this.pausedAt === undefined ? undefined : time;
        this.alarms.forEach((_, index) => this.schedule(index));
    }

    private pause(isPaused: boolean): void {
        if (isPaused === (this.pausedAt !== undefined)) {
            return;
        }
        const time = this.time;
        this.pausedAt = isPaused ? time : undefined;
        this.ahead += time - this.time;
        this.alarms.forEach((_, index) => this.schedule(index));
    }

    private ring(index: number): void {
        this.armed &= ~(1 << index);
        this.raised |= 1 << index;
        this.update();
    }

    private update(): void {
        for (let index = 0; index < ALARMS; index++) {
            this.mcu.setInterrupt(index, (this.status & (1 << index)) !== 0);
        }
    }
}
