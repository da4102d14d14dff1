// SPDX-License-Identifier: Apache-2.0
// The chip, put together, and the loop that runs it.

import { RP2040 } from "rp2040js";
import { CLK_SYS_HZ, CycleClock, NEVER } from "./clock.mjs";
import type { Image } from "./elf.mjs";
import { Exceptions } from "./exceptions.mjs";
import { Fault, hex } from "./fault.mjs";
import { load } from "./image.mjs";
import { correctMemory, fetcher } from "./memory.mjs";
import { isWideDefined, Kind, kinds } from "./opcodes.mjs";
import { PinLog } from "./pins.mjs";
import { correctPpb } from "./ppb.mjs";
import { correctResets, type Resettable } from "./resets.mjs";
import { SEMIHOSTING } from "./semihosting.mjs";
import { correctSio } from "./sio.mjs";
import { SysTick } from "./systick.mjs";
import { Timer } from "./timer.mjs";
import { Uart } from "./uart.mjs";
import { XipCache } from "./xip.mjs";

const TIMER = 0x40054;
const UART0 = 0x40034;
const UART1 = 0x40038;
const UART0_IRQ = 20;
const UART1_IRQ = 21;
/** Between two calls of check, by default. */
const CHECK_CYCLES = 1 << 22;

export type EndReason = "exit" | "time" | "wall clock" | "lockup" | "deadlock" | "reset" | "output";

export interface End {
    readonly reason: EndReason;
    readonly status: number;
    readonly message: string;
}

export interface Surroundings {
    /** A byte that UART0 sends. */
    readonly onByte: (byte: number) => void;
    /** BKPT 0xAB. */
    readonly onSemihosting: () => void;
    /** For people. */
    readonly note: (message: string) => void;
    /** An address with the name of its function. */
    readonly describe: (address: number) => string;
    /** Called from time to time; may end the run. */
    readonly check: () => void;
    readonly checkCycles?: number;
    /** Cycles of a miss of the flash cache; undefined: the flash is as fast as SRAM. */
    readonly missCycles?: number;
    /** Called for each instruction, with the cycles since the previous one; undefined if not
     * needed. */
    readonly onInstruction?: (address: number, cycle: number) => void;
}

const FAULT_NOTES_MAX = 5;

export class Machine {
    readonly clock = new CycleClock();
    readonly mcu = new RP2040(this.clock);
    readonly exceptions: Exceptions;
    readonly pins: PinLog;
    readonly uarts: readonly [Uart, Uart];
    readonly vectorTable: number;
    readonly xip: XipCache | undefined;
    instructions = 0;
    idleCycles = 0;
    hardFaults = 0;
    end: End | undefined;
    /** The lowest value of the main stack pointer. */
    stackLow: number;
    readonly stackTop: number;

    private readonly kinds = kinds();
    private readonly fetch: (address: number) => number;
    private address = 0;
    private isWaitingForEvent = false;

    constructor(
        image: Image,
        private readonly around: Surroundings,
    ) {
        const { mcu, clock } = this;
        this.silence();
        clock.counter = mcu.core;
        const start = load(mcu, image);
        this.vectorTable = start.vectorTable;
        this.exceptions = new Exceptions(mcu, clock, {
            onHardFault: (reason, address) => this.onHardFault(reason, address),
            onLockup: (reason, address) => this.onLockup(reason, address),
        });
        correctMemory(mcu);
        correctSio(mcu, clock);
        correctPpb(mcu, this.exceptions, new SysTick(mcu, clock), () => this.onReset());
        const timer = new Timer(mcu, clock);
        const uart0 = new Uart(mcu, clock, UART0_IRQ, around.onByte);
        const uart1 = new Uart(mcu, clock, UART1_IRQ, () => undefined);
        const resettable = new Map<number, Resettable>([
            [TIMER, timer],
            [UART0, uart0],
            [UART1, uart1],
        ]);
        correctResets(mcu, resettable, around.note);
        this.uarts = [uart0, uart1];
        const { missCycles } = around;
        this.xip = missCycles === undefined ? undefined : new XipCache(mcu, missCycles);
        this.fetch = this.xip?.fetcher(fetcher(mcu)) ?? fetcher(mcu);
        this.pins = new PinLog(mcu, clock);
        mcu.core.VTOR = start.vectorTable;
        mcu.core.SP = start.stackPointer;
        mcu.core.PC = start.address & ~1;
        this.stackTop = mcu.core.SP;
        this.stackLow = mcu.core.SP;
    }

    /** Run until the end, at the latest until a cycle; then without an ending. */
    run(until: number = NEVER): void {
        const step = this.around.checkCycles ?? CHECK_CYCLES;
        let next = Math.min(until, this.mcu.core.cycles + step);
        while (this.end === undefined && this.mcu.core.cycles < until) {
            try {
                this.runTo(next);
            } catch (fault) {
                if (!(fault instanceof Fault)) {
                    throw fault;
                }
                this.exceptions.hardFault(fault.reason, this.address);
            }
            if (this.mcu.core.cycles >= next) {
                this.around.check();
                next = Math.min(until, this.mcu.core.cycles + step);
            }
        }
    }

    stop(reason: EndReason, status: number, message: string): void {
        this.end ??= { reason, status, message };
    }

    /** The program was stopped: report where it was. */
    stopHere(reason: EndReason, problem: string): void {
        this.stop(reason, 1, `${problem}; it was at ${this.around.describe(this.address)}`);
    }

    private runTo(cycle: number): void {
        const { clock, exceptions, kinds, around } = this;
        const core = this.mcu.core;
        while (core.cycles < cycle && this.end === undefined) {
            if (core.cycles >= clock.due) {
                clock.ring();
            }
            if (core.waiting) {
                this.sleep(cycle);
                continue;
            }
            if (core.interruptsUpdated) {
                exceptions.take();
                this.lookAtStack();
                continue;
            }
            const address = core.PC;
            this.address = address;
            if (exceptions.isThumbLost) {
                throw new Fault("a branch to an address without the Thumb bit");
            }
            around.onInstruction?.(address, core.cycles);
            const opcode = this.fetch(address);
            const kind = kinds[opcode];
            if (kind === Kind.plain) {
                core.executeInstruction();
            } else {
                this.help(kind ?? Kind.undefined, opcode, address);
            }
            this.instructions++;
        }
    }

    private help(kind: number, opcode: number, address: number): void {
        const core = this.mcu.core;
        switch (kind) {
            case Kind.linkStacked:
                core.executeInstruction();
                core.cycles++;
                this.lookAtStack();
                break;
            case Kind.stackGrows:
                core.executeInstruction();
                this.lookAtStack();
                break;
            case Kind.breakpoint:
                this.breakpoint(opcode & 0xff);
                break;
            case Kind.supervisorCall:
                core.executeInstruction();
                this.exceptions.supervisorCall(address);
                break;
            case Kind.callRegister:
                this.callRegister(opcode);
                break;
            case Kind.wide:
                this.wide(opcode, address);
                break;
            case Kind.undefined:
                throw undefinedInstruction(opcode);
            default:
                this.helpOneCycle(kind, opcode);
        }
    }

    /** Instructions that rp2040js executes incorrectly, or that this emulator executes itself. */
    private helpOneCycle(kind: number, opcode: number): void {
        const core = this.mcu.core;
        if (kind === Kind.shiftByRegister) {
            this.shiftByRegister(opcode);
            return;
        }
        core.PC += 2;
        core.cycles++;
        switch (kind) {
            case Kind.addWithCarry:
                this.addWithCarry(opcode & 7, core.registers[(opcode >> 3) & 7] ?? 0);
                break;
            case Kind.subtractWithCarry:
                this.addWithCarry(opcode & 7, ~(core.registers[(opcode >> 3) & 7] ?? 0) >>> 0);
                break;
            case Kind.sendEvent:
                core.eventRegistered = true;
                break;
            case Kind.waitForEvent:
                core.cycles++;
                this.isWaitingForEvent = !core.eventRegistered;
                core.waiting = this.isWaitingForEvent;
                core.eventRegistered = false;
                break;
        }
    }

    private addWithCarry(target: number, b: number): void {
        const core = this.mcu.core;
        const a = core.registers[target] ?? 0;
        const sum = a + b + (core.C ? 1 : 0);
        const result = sum >>> 0;
        core.registers[target] = result;
        core.N = result >>> 31 !== 0;
        core.Z = result === 0;
        core.C = sum !== result;
        core.V = (~(a ^ b) & (a ^ result)) >>> 31 !== 0;
    }

    private shiftByRegister(opcode: number): void {
        const core = this.mcu.core;
        const amount = (core.registers[(opcode >> 3) & 7] ?? 0) & 0xff;
        const carry = core.C;
        core.executeInstruction();
        if (amount === 0) {
            core.C = carry;
        } else if (amount > 32 && opcode >> 6 === 0b0100000010) {
            core.C = false; // LSL
        }
    }

    private callRegister(opcode: number): void {
        const core = this.mcu.core;
        const target = core.registers[(opcode >> 3) & 0xf] ?? 0;
        core.executeInstruction();
        this.exceptions.isThumbLost = (target & 1) === 0;
    }

    private wide(first: number, address: number): void {
        const second = this.fetch(address + 2);
        if (!isWideDefined(first, second)) {
            throw undefinedInstruction(first, second);
        }
        this.mcu.core.executeInstruction();
    }

    private breakpoint(number: number): void {
        const core = this.mcu.core;
        if (number !== SEMIHOSTING) {
            throw new Fault(`breakpoint ${number} without a debugger`);
        }
        const before = core.cycles;
        this.around.onSemihosting();
        core.PC += 2;
        core.cycles = before + 1; // what the host reads takes no time of the core
    }

    private lookAtStack(): void {
        const low = this.mcu.core.SPmain;
        if (low < this.stackLow) {
            this.stackLow = low;
        }
    }

    /** Nothing is executed until an interrupt or an event comes. */
    private sleep(until: number): void {
        const core = this.mcu.core;
        const hasEvent = this.isWaitingForEvent && core.eventRegistered;
        if (hasEvent || this.exceptions.wakes) {
            core.waiting = false;
            core.interruptsUpdated = true;
            core.eventRegistered = core.eventRegistered && !hasEvent;
            this.isWaitingForEvent = false;
            return;
        }
        if (this.clock.due === NEVER) {
            this.onDeadlock(until);
            return;
        }
        this.idleTo(Math.min(this.clock.due, until));
    }

    private idleTo(cycle: number): void {
        this.idleCycles += cycle - this.mcu.core.cycles;
        this.mcu.core.cycles = cycle;
    }

    private onDeadlock(until: number): void {
        if (this.isPatient) {
            this.idleTo(until);
            return;
        }
        const where = this.around.describe(this.address);
        this.stop("deadlock", 1, `it waits for an interrupt at ${where}, and none will ever come`);
    }

    /** A time limit was given: idling until then is not a failure. */
    isPatient = false;

    private onHardFault(reason: string, address: number): void {
        if (++this.hardFaults <= FAULT_NOTES_MAX) {
            this.around.note(`HardFault: ${reason}; ${this.situation(address)}`);
        }
    }

    private onLockup(reason: string, address: number): void {
        const problem = `lockup: a fault where none can be handled: ${reason}`;
        this.stop("lockup", 1, `${problem}; ${this.situation(address)}`);
    }

    /** The position, and the context. */
    private situation(address: number): string {
        const { LR, SP } = this.mcu.core;
        const lr = LR >>> 28 === 0xf ? hex(LR) : this.around.describe(LR & ~1);
        return `at ${this.around.describe(address)}, lr ${lr}, sp ${hex(SP)}`;
    }

    private onReset(): void {
        const where = this.around.describe(this.address);
        this.stop("reset", 1, `it asked for a reset of the chip, at ${where}`);
    }

    /** rp2040js reports what it does not model: each message once is enough. */
    private silence(): void {
        const told = new Set<string>();
        const tell = (component: string, message: string): void => {
            const line = `${component}: ${message}`;
            if (told.size < 10 && !told.has(line)) {
                told.add(line);
                this.around.note(line);
            }
        };
        const ignore = (): void => undefined;
        this.mcu.logger = { debug: ignore, info: ignore, warn: tell, error: tell };
        console.warn = (...words: unknown[]) => tell("rp2040js", words.map(String).join(" "));
        console.error = console.warn;
    }
}

function undefinedInstruction(first: number, second?: number): Fault {
    const halves = [first, ...(second === undefined ? [] : [second])];
    const text = halves.map((half) => half.toString(16).padStart(4, "0")).join(" ");
    const hint = first === 0xffff ? ", as in erased flash" : "";
    return new Fault(`undefined instruction ${text}${hint}`);
}

export function milliseconds(cycles: number): number {
    return (cycles / CLK_SYS_HZ) * 1000;
}
