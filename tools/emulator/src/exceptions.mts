// SPDX-License-Identifier: Apache-2.0
// Exceptions: their order and their cost, and the effects of faults.
//
// In rp2040js, the entry and the return of an exception take no time, the pending state of
// interrupts follows their lines, WFI takes interrupts in spite of PRIMASK, and there is no
// HardFault. This module replaces it.
//
// Cycles. Arm specifies 15 from the interrupt to the first instruction of its handler, with memory
// without wait states. The rest is an assumption. Of the 15 cycles, eight are the stacking, after
// which the vector is chosen (a more urgent exception that arrived in between goes first: late
// arrival). Seven fetch the vector and refill the pipeline. An exception that is pending when
// another one returns is entered by these seven alone (tail-chaining). A return that restores
// registers takes 13 cycles beyond its instruction; an exception that arrives in this time waits
// for its end.
//
// Faults. A fault in the handler of HardFault (or NMI), or a missing vector for it, is lockup. If
// registers cannot be saved, the handler of HardFault is entered nevertheless; without a main stack
// it will fail soon.
//
// Source: Armv6-M Architecture Reference Manual (DDI 0419), B1.5; Cortex-M0+ TRM (DDI 0484), 3.6.

import type { CycleClock } from "./clock.mjs";
import { Fault, hex } from "./fault.mjs";
import type { Core } from "./processor.mjs";

export const Exception = {
    nmi: 2,
    hardFault: 3,
    supervisorCall: 11,
    pendSv: 14,
    sysTick: 15,
    firstInterrupt: 16,
} as const;

export const STACKING_CYCLES = 8;
export const VECTOR_CYCLES = 7;
export const UNSTACKING_CYCLES = 13;

const THREAD_PRIORITY = 4;
const FRAME_BYTES = 32;
const ALIGNMENT_FLAG = 1 << 9;
const THUMB_FLAG = 1 << 24;
const RETURN_TO_HANDLER = 0xfffffff1;
const RETURN_TO_MAIN = 0xfffffff9;
const RETURN_TO_PROCESS = 0xfffffffd;
const MODE_HANDLER = 1;
const MODE_THREAD = 0;
const STACK_MAIN = 0;
const STACK_PROCESS = 1;

export interface FaultListener {
    /** An instruction, or the entry of an exception, caused a fault. */
    onHardFault(reason: string, address: number): void;
    /** A fault that cannot be handled: the processor stops. */
    onLockup(reason: string, address: number): void;
}

export class Exceptions {
    /** Priorities of the exceptions that have a configurable one, 0 to 3. */
    readonly priority = new Uint8Array(48);
    /** Number of entries of each exception. */
    readonly taken = new Float64Array(48);
    /** A branch went to an address without the Thumb bit: the next instruction faults. */
    isThumbLost = false;
    private lines = 0;

    constructor(
        private readonly core: Core,
        private readonly clock: CycleClock,
        private readonly listener: FaultListener,
    ) {
        core.checkForInterrupts = () => false;
        core.setInterrupt = (irq, isHigh) => this.setLine(irq, isHigh);
        core.BXWritePC = (address) => this.branch(address >>> 0);
    }

    /** A request of a peripheral; it is pending from the moment when it rises, also after it falls
     * again. */
    setLine(irq: number, isHigh: boolean): void {
        const bit = 1 << irq;
        if (!isHigh) {
            this.lines &= ~bit;
        } else if ((this.lines & bit) === 0) {
            this.lines |= bit;
            this.setPending(bit);
        }
    }

    setPending(interrupts: number): void {
        this.core.pendingInterrupts |= interrupts;
        this.core.interruptsUpdated = true;
    }

    /** A line that is high makes its interrupt pending again, unless it is being served. */
    clearPending(interrupts: number): void {
        const { core } = this;
        const active = core.IPSR >= Exception.firstInterrupt ? 1 << (core.IPSR - 16) : 0;
        core.pendingInterrupts &= ~interrupts | (this.lines & ~active);
    }

    /** Must WFI end? PRIMASK is ignored. */
    get wakes(): boolean {
        const next = this.mostUrgent();
        return next !== 0 && this.priorityOf(next) < this.priorityOf(this.core.IPSR);
    }

    /** Between two instructions: enter the most urgent exception, if possible. */
    take(): void {
        const { core } = this;
        core.interruptsUpdated = false;
        const next = this.mostUrgent();
        if (next !== 0 && this.priorityOf(next) < this.executionPriority) {
            this.enter(next, core.PC);
        }
    }

    /** SVC has been executed. An interrupt that comes with it may go first; SVC stays pending. */
    supervisorCall(address: number): void {
        const { core } = this;
        if (this.priorityOf(Exception.supervisorCall) >= this.executionPriority) {
            core.pendingSVCall = false;
            this.hardFault(
                "SVC where its handler may not run: PRIMASK is set, or a handler as urgent is active",
                address,
            );
        }
    }

    /** The instruction at an address cannot be executed. */
    hardFault(reason: string, address: number): void {
        this.isThumbLost = false;
        if (this.priorityOf(this.core.IPSR) < 0) {
            this.listener.onLockup(reason, address);
            return;
        }
        this.listener.onHardFault(reason, address);
        this.enter(Exception.hardFault, address);
    }

    private priorityOf(exception: number): number {
        switch (exception) {
            case 0:
                return THREAD_PRIORITY;
            case Exception.nmi:
                return -2;
            case Exception.hardFault:
                return -1;
            default:
                return this.priority[exception] ?? THREAD_PRIORITY;
        }
    }

    private get executionPriority(): number {
        const current = this.priorityOf(this.core.IPSR);
        return this.core.PM ? Math.min(current, 0) : current;
    }

    /** The most urgent pending exception; at the same priority the lowest number; 0: none. */
    private mostUrgent(): number {
        const { core } = this;
        if (core.pendingNMI) {
            return Exception.nmi;
        }
        let best = 0;
        let bestPriority = THREAD_PRIORITY;
        const consider = (exception: number): void => {
            const priority = this.priorityOf(exception);
            if (priority < bestPriority) {
                best = exception;
                bestPriority = priority;
            }
        };
        if (core.pendingSVCall) {
            consider(Exception.supervisorCall);
        }
        if (core.pendingPendSV) {
            consider(Exception.pendSv);
        }
        if (core.pendingSystick) {
            consider(Exception.sysTick);
        }
        let interrupts = core.pendingInterrupts & core.enabledInterrupts;
        while (interrupts !== 0) {
            const lowest = interrupts & -interrupts;
            consider(Exception.firstInterrupt + 31 - Math.clz32(lowest));
            interrupts ^= lowest;
        }
        return best;
    }

    private activate(exception: number): void {
        const { core } = this;
        switch (exception) {
            case Exception.nmi:
                core.pendingNMI = false;
                break;
            case Exception.hardFault:
                break;
            case Exception.supervisorCall:
                core.pendingSVCall = false;
                break;
            case Exception.pendSv:
                core.pendingPendSV = false;
                break;
            case Exception.sysTick:
                core.pendingSystick = false;
                break;
            default:
                core.pendingInterrupts &= ~(1 << (exception - Exception.firstInterrupt));
        }
    }

    private pass(cycles: number): void {
        this.core.cycles += cycles;
        this.clock.ring();
    }

    private enter(wanted: number, returnAddress: number): void {
        const { core } = this;
        const isFromProcess = core.SPSEL === STACK_PROCESS && core.currentMode === MODE_THREAD;
        const isFromHandler = core.currentMode === MODE_HANDLER;
        const problem = this.stack(returnAddress, isFromProcess);
        core.LR = isFromHandler
            ? RETURN_TO_HANDLER
            : isFromProcess
              ? RETURN_TO_PROCESS
              : RETURN_TO_MAIN;
        core.currentMode = MODE_HANDLER;
        core.switchStack(STACK_MAIN);
        core.eventRegistered = true;
        this.pass(STACKING_CYCLES);
        if (problem === undefined) {
            this.enterVector(this.lateArrival(wanted));
        } else {
            this.derivedFault(problem, returnAddress);
        }
    }

    /** Push the frame. Returns: the fault, if any. */
    private stack(returnAddress: number, isFromProcess: boolean): string | undefined {
        const { core } = this;
        const before = isFromProcess ? core.SPprocess : core.SPmain;
        const frame = ((before - FRAME_BYTES) & ~4) >>> 0;
        const thumb = this.isThumbLost ? 0 : THUMB_FLAG;
        const alignment = (before & 4) !== 0 ? ALIGNMENT_FLAG : 0;
        const psr = (core.xPSR & ~(ALIGNMENT_FLAG | THUMB_FLAG)) | thumb | alignment;
        const words = [...core.registers.subarray(0, 4), core.registers[12] ?? 0, core.LR];
        words.push(returnAddress & ~1, psr);
        if (isFromProcess) {
            core.SPprocess = frame;
        } else {
            core.SPmain = frame;
        }
        try {
            words.forEach((word, index) => core.writeUint32(frame + 4 * index, word));
        } catch (fault) {
            if (!(fault instanceof Fault)) {
                throw fault;
            }
            return `${fault.reason}, to save registers; the stack pointer was ${hex(before)}`;
        }
        return undefined;
    }

    /** The registers could not be saved: their frame is lost, and a HardFault occurs instead. */
    private derivedFault(problem: string, address: number): void {
        this.listener.onHardFault(problem, address);
        this.enterVector(Exception.hardFault);
    }

    private lateArrival(wanted: number): number {
        const urgent = this.mostUrgent();
        return urgent !== 0 && this.priorityOf(urgent) < this.priorityOf(wanted) ? urgent : wanted;
    }

    private enterVector(exception: number): void {
        const { core } = this;
        this.activate(exception);
        this.taken[exception] = (this.taken[exception] ?? 0) + 1;
        core.IPSR = exception;
        const vector = this.vectorOf(exception);
        if (vector === undefined) {
            return;
        }
        core.PC = vector & ~1;
        this.isThumbLost = (vector & 1) === 0;
        core.interruptsUpdated = true;
        this.pass(VECTOR_CYCLES);
    }

    /** Undefined: it cannot be read, and the fault has been raised. */
    private vectorOf(exception: number): number | undefined {
        const { core } = this;
        try {
            return core.readUint32(core.VTOR + 4 * exception);
        } catch (fault) {
            if (!(fault instanceof Fault)) {
                throw fault;
            }
            this.hardFault(`${fault.reason}, for the vector of exception ${exception}`, core.PC);
            return undefined;
        }
    }

    private branch(address: number): void {
        const { core } = this;
        if (core.currentMode === MODE_HANDLER && address >>> 28 === 0xf) {
            this.leave(address);
            return;
        }
        this.isThumbLost = (address & 1) === 0;
        core.PC = address & ~1;
    }

    private leave(excReturn: number): void {
        const { core } = this;
        const isToProcess = excReturn === RETURN_TO_PROCESS;
        const isToHandler = excReturn === RETURN_TO_HANDLER;
        if (!isToProcess && !isToHandler && excReturn !== RETURN_TO_MAIN) {
            throw new Fault(`return from an exception with ${hex(excReturn)}, which means nothing`);
        }
        const frame = isToProcess ? core.SPprocess : core.SPmain;
        const psr = core.readUint32(frame + 28);
        const returnsTo = isToHandler ? psr & 0x3f : 0;
        if (core.IPSR >= Exception.firstInterrupt) {
            core.pendingInterrupts |= this.lines & (1 << (core.IPSR - Exception.firstInterrupt));
        }
        core.eventRegistered = true;
        const next = this.mostUrgent();
        const current = this.priorityOf(returnsTo);
        if (next !== 0 && this.priorityOf(next) < (core.PM ? Math.min(current, 0) : current)) {
            core.LR = excReturn;
            this.enterVector(next);
            return;
        }
        this.unstack(frame, psr, excReturn);
        core.interruptsUpdated = true;
        this.pass(UNSTACKING_CYCLES);
    }

    private unstack(frame: number, psr: number, excReturn: number): void {
        const { core } = this;
        const words = Array.from({ length: 7 }, (_, index) => core.readUint32(frame + 4 * index));
        const [r0 = 0, r1 = 0, r2 = 0, r3 = 0, r12 = 0, lr = 0, pc = 0] = words;
        const top = (frame + FRAME_BYTES) | ((psr & ALIGNMENT_FLAG) !== 0 ? 4 : 0);
        core.registers.set([r0, r1, r2, r3]);
        core.registers[12] = r12;
        core.LR = lr;
        core.PC = pc & ~1;
        this.isThumbLost = (psr & THUMB_FLAG) === 0;
        core.currentMode = excReturn === RETURN_TO_HANDLER ? MODE_HANDLER : MODE_THREAD;
        if (excReturn === RETURN_TO_PROCESS) {
            core.SPprocess = top;
            core.switchStack(STACK_PROCESS);
        } else {
            core.SPmain = top;
        }
        core.APSR = psr & 0xf0000000;
        core.IPSR = excReturn === RETURN_TO_HANDLER ? psr & 0x3f : 0;
    }
}
