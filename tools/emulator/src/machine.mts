// SPDX-License-Identifier: Apache-2.0
// The chip, put together, and the loop that runs it.

import { RP2040 } from "rp2040js";
import { CLK_SYS_HZ, CycleClock, NEVER } from "./clock.mjs";
import type { Image } from "./elf.mjs";
import type { Exceptions } from "./exceptions.mjs";
import { Fault, hex } from "./fault.mjs";
import { load } from "./image.mjs";
import { type Launch, Mailboxes } from "./mailboxes.mjs";
import { isWideDefined, Kind, kinds } from "./opcodes.mjs";
import { PinLog } from "./pins.mjs";
import { correctPpb } from "./ppb.mjs";
import { anotherCore, type Core, Processor } from "./processor.mjs";
import { correctResets, type Resettable } from "./resets.mjs";
import { SEMIHOSTING } from "./semihosting.mjs";
import { correctSio } from "./sio.mjs";
import { Timer } from "./timer.mjs";
import { Uart } from "./uart.mjs";
import { XipCache } from "./xip.mjs";

const TIMER = 0x40054;
const UART0 = 0x40034;
const UART1 = 0x40038;
const UART0_IRQ = 20;
const UART1_IRQ = 21;
/** The cycles between two calls of check, by default. */
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
    /** A call of the program by BKPT 0xAB. */
    readonly onSemihosting: () => void;
    /** A message for the user. */
    readonly note: (message: string) => void;
    /** An address with the name of its function. */
    readonly describe: (address: number) => string;
    /** Called from time to time; may end the run. */
    readonly check: () => void;
    readonly checkCycles?: number;
    /** Cycles of a miss of the flash cache; undefined: the flash is as fast as SRAM. */
    readonly missCycles?: number;
    /** Called for each instruction of core 0, with its cycle; undefined if not needed. */
    readonly onInstruction?: (address: number, cycle: number) => void;
}

const FAULT_NOTES_MAX = 5;
/** From the last word of the start until core 1 executes its first instruction: an assumption. */
const LAUNCH_CYCLES = 40;

export class Machine {
    readonly clock = new CycleClock();
    readonly mcu = new RP2040(this.clock);
    readonly first: Processor;
    readonly second: Processor;
    readonly pins: PinLog;
    readonly uarts: readonly [Uart, Uart];
    readonly vectorTable: number;
    readonly xip: XipCache | undefined;
    instructions = 0;
    hardFaults = 0;
    /** The first cycle of core 1, if it has been launched. */
    launchedAt: number | undefined;
    end: End | undefined;
    /** The lowest value of the main stack pointer of core 0. */
    stackLow: number;
    readonly stackTop: number;

    private readonly kinds = kinds();
    /** The processor whose turn it is: mcu.core is its core. */
    private current: Processor;

    constructor(
        image: Image,
        private readonly around: Surroundings,
    ) {
        const { mcu, clock } = this;
        this.silence();
        const start = load(mcu, image);
        this.vectorTable = start.vectorTable;
        const { missCycles } = around;
        this.xip = missCycles === undefined ? undefined : new XipCache(missCycles);
        const [first, second] = [mcu.core, anotherCore(mcu)].map(
            (core, number) =>
                new Processor(mcu, number, core, clock, this.xip, {
                    onHardFault: (reason, address) => this.onHardFault(reason, address),
                    onLockup: (reason, address) => this.onLockup(reason, address),
                }),
        ) as [Processor, Processor];
        this.first = first;
        this.second = second;
        this.current = first;
        clock.counter = first.core;
        mcu.setInterrupt = (irq, isHigh) => {
            first.exceptions.setLine(irq, isHigh);
            second.exceptions.setLine(irq, isHigh);
        };
        const mailboxes = new Mailboxes([first, second], (launch) => this.launch(launch));
        correctSio(mcu, clock, mailboxes, () => this.current.number);
        const current = (): Processor => this.current;
        correctPpb(mcu, current, () => this.onReset());
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
        this.pins = new PinLog(mcu, clock);
        first.start(start.vectorTable, start.stackPointer, start.address);
        this.stackTop = mcu.core.SP;
        this.stackLow = mcu.core.SP;
    }

    /** The exceptions of core 0. */
    get exceptions(): Exceptions {
        return this.first.exceptions;
    }

    get idleCycles(): number {
        return this.first.idleCycles;
    }

    /** Run until the end, at the latest until a cycle; then without an ending. */
    run(until: number = NEVER): void {
        const step = this.around.checkCycles ?? CHECK_CYCLES;
        let next = Math.min(until, this.turn().core.cycles + step);
        while (this.end === undefined && this.turn().core.cycles < until) {
            try {
                this.runTo(next);
            } catch (fault) {
                if (!(fault instanceof Fault)) {
                    throw fault;
                }
                this.current.exceptions.hardFault(fault.reason, this.current.address);
            }
            if (this.turn().core.cycles >= next) {
                this.around.check();
                next = Math.min(until, this.turn().core.cycles + step);
            }
        }
        this.giveTurn(this.first);
    }

    /** The core that is behind in time continues: so what one does comes, but for the rest of an
     * instruction, before what the other does later. */
    private turn(): Processor {
        const { first, second, current } = this;
        if (this.launchedAt === undefined) {
            return first;
        }
        const next = second.core.cycles < first.core.cycles ? second : first;
        if (next !== current) {
            this.giveTurn(next);
        }
        return next;
    }

    private giveTurn(next: Processor): void {
        this.current = next;
        (this.mcu as { core: Core }).core = next.core;
        this.clock.counter = next.core;
    }

    private launch({ vectorTable, stackPointer, address }: Launch): void {
        const { core } = this.second;
        core.cycles = this.first.core.cycles + LAUNCH_CYCLES;
        this.second.start(vectorTable, stackPointer, address);
        this.launchedAt = core.cycles;
    }

    stop(reason: EndReason, status: number, message: string): void {
        this.end ??= { reason, status, message };
    }

    /** The program was stopped: report where it was. */
    stopHere(reason: EndReason, problem: string): void {
        this.stop(reason, 1, `${problem}; it was at ${this.around.describe(this.current.address)}`);
    }

    private runTo(cycle: number): void {
        const { clock, kinds, around } = this;
        while (this.end === undefined) {
            const processor = this.turn();
            const { core, exceptions } = processor;
            if (core.cycles >= cycle) {
                return;
            }
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
            processor.address = address;
            if (exceptions.isThumbLost) {
                throw new Fault("a branch to an address without the Thumb bit");
            }
            if (processor === this.first) {
                around.onInstruction?.(address, core.cycles);
            }
            const opcode = processor.fetch(address);
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
                this.current.exceptions.supervisorCall(address);
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
                this.first.core.eventRegistered = true;
                this.second.core.eventRegistered = true;
                break;
            case Kind.waitForEvent:
                core.cycles++;
                this.current.isWaitingForEvent = !core.eventRegistered;
                core.waiting = this.current.isWaitingForEvent;
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
        this.current.exceptions.isThumbLost = (target & 1) === 0;
    }

    private wide(first: number, address: number): void {
        const second = this.current.fetch(address + 2);
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
        const low = this.first.core.SPmain;
        if (low < this.stackLow) {
            this.stackLow = low;
        }
    }

    /** Nothing is executed until an interrupt or an event comes, at the earliest from the other
     * core. */
    private sleep(until: number): void {
        const { clock, current, first, second } = this;
        if (current.wakes) {
            current.wake();
            return;
        }
        const other = current === first ? second : first;
        if (this.launchedAt !== undefined && !other.isAsleep) {
            current.idleTo(Math.min(clock.due, until, other.core.cycles + 1));
        } else if (clock.due === NEVER) {
            this.onDeadlock(until);
        } else {
            current.idleTo(Math.min(clock.due, until));
        }
    }

    private onDeadlock(until: number): void {
        if (this.isPatient) {
            this.current.idleTo(until);
            return;
        }
        const where = this.around.describe(this.current.address);
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
        const where = this.around.describe(this.current.address);
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
