// SPDX-License-Identifier: Apache-2.0
// Time in whole cycles of clk_sys. rp2040js counts nanoseconds in two places, which drift apart;
// here the core's counter is the only one, and each later action is an alarm on it.

export const CLK_SYS_HZ = 125_000_000;
export const CYCLES_PER_MICROSECOND = CLK_SYS_HZ / 1_000_000;
export const NANOSECONDS_PER_CYCLE = 1_000_000_000 / CLK_SYS_HZ;

export const NEVER = Infinity;

/** Calls back once, at a cycle. rp2040js's own peripherals use schedule and cancel. */
export class Alarm {
    cycle = NEVER;

    constructor(
        private readonly clock: CycleClock,
        readonly ring: () => void,
    ) {}

    at(cycle: number): void {
        this.cycle = cycle;
        this.clock.arrange();
    }

    schedule(nanoseconds: number): void {
        this.at(this.clock.now + Math.ceil(nanoseconds / NANOSECONDS_PER_CYCLE));
    }

    cancel(): void {
        this.at(NEVER);
    }
}

export class CycleClock {
    /** The core, once there is one: it counts the cycles. */
    counter: { readonly cycles: number } = { cycles: 0 };
    /** The cycle at which the next alarm expires. */
    due = NEVER;
    private readonly alarms: Alarm[] = [];
    private ringing: number | undefined;

    /** The current cycle; while an alarm expires, its cycle, even if the instruction has
     * continued. */
    get now(): number {
        return this.ringing ?? this.counter.cycles;
    }

    get nanos(): number {
        return this.now * NANOSECONDS_PER_CYCLE;
    }

    createAlarm(ring: () => void): Alarm {
        const alarm = new Alarm(this, ring);
        this.alarms.push(alarm);
        return alarm;
    }

    arrange(): void {
        let due = NEVER;
        for (const alarm of this.alarms) {
            due = Math.min(due, alarm.cycle);
        }
        this.due = due;
    }

    /** Expire all alarms that are due, in order of time, and in order of creation at the same
     * cycle. */
    ring(): void {
        while (this.due <= this.counter.cycles) {
            const alarm = this.alarms.find((candidate) => candidate.cycle === this.due);
            if (alarm === undefined) {
                throw new Error("an alarm is due, but none has its cycle");
            }
            this.ringing = this.due;
            alarm.cancel();
            alarm.ring();
            this.ringing = undefined;
        }
    }
}
