// SPDX-License-Identifier: Apache-2.0
// The mailboxes between the cores, and the part of the boot ROM that waits at the one of core 1
// for the words that start the core. rp2040js has neither.
// Source: RP2040 datasheet, 2.3.1.4 (FIFOs), 2.3.2 (interrupts), 2.8.2 (launching code on core 1).

import type { Processor } from "./processor.mjs";

const DEPTH = 8;
const STATUS = 0x50;
const WRITE = 0x54;
const READ = 0x58;

const VALID = 1 << 0;
const READY = 1 << 1;
const WRITTEN_FULL = 1 << 2;
const READ_EMPTY = 1 << 3;

/** Interrupt of core 0; that of core 1 is the next one. */
const INTERRUPT = 15;
/** The words before the vector table, the stack pointer and the first function. */
const GREETING = [0, 0, 1] as const;
const LAUNCH_WORDS = 6;

export interface Launch {
    readonly vectorTable: number;
    readonly stackPointer: number;
    readonly address: number;
}

interface Side {
    readonly words: number[];
    errors: number;
}

export class Mailboxes {
    /** The words that each core receives, and its errors. */
    private readonly sides: readonly [Side, Side] = [
        { words: [], errors: 0 },
        { words: [], errors: 0 },
    ];
    private readonly said: number[] = [];
    private hasLaunched = false;

    constructor(
        private readonly processors: readonly [Processor, Processor],
        private readonly onLaunch: (launch: Launch) => void,
    ) {}

    /** Reads a register; undefined: it is not one of these. */
    read(number: number, offset: number): number | undefined {
        const [own, other] = this.of(number);
        switch (offset) {
            case STATUS: {
                const valid = own.words.length > 0 ? VALID : 0;
                const ready = other.words.length < DEPTH ? READY : 0;
                return valid | ready | own.errors;
            }
            case WRITE:
                return 0;
            case READ: {
                const word = own.words.shift();
                own.errors |= word === undefined ? READ_EMPTY : 0;
                this.signal();
                return word ?? 0;
            }
            default:
                return undefined;
        }
    }

    /** Returns: whether it is one of these registers. */
    write(number: number, offset: number, value: number): boolean {
        const [own, other] = this.of(number);
        if (offset === STATUS) {
            own.errors = 0; // a write of any value clears them
        } else if (offset !== WRITE) {
            return offset === READ;
        } else if (number === 0 && !this.hasLaunched) {
            this.greet(value >>> 0);
        } else if (other.words.length < DEPTH) {
            other.words.push(value >>> 0);
        } else {
            own.errors |= WRITTEN_FULL;
        }
        this.signal();
        return true;
    }

    private of(number: number): readonly [own: Side, other: Side] {
        const [first, second] = this.sides;
        return number === 0 ? [first, second] : [second, first];
    }

    /** The boot ROM of core 1 answers each word with itself, and begins again at a wrong one. */
    private greet(word: number): void {
        const expected = GREETING[this.said.length];
        if (expected !== undefined && word !== expected) {
            this.said.length = 0;
        }
        if (expected === undefined || word === expected || word === GREETING[0]) {
            this.said.push(word);
        }
        this.sides[0].words.push(word);
        this.processors[0].core.eventRegistered = true;
        if (this.said.length === LAUNCH_WORDS) {
            const [vectorTable = 0, stackPointer = 0, address = 0] = this.said.slice(-3);
            this.hasLaunched = true;
            this.onLaunch({ vectorTable, stackPointer, address });
        }
    }

    /** The lines of the interrupts follow the state. */
    private signal(): void {
        this.processors.forEach(({ exceptions }, number) => {
            const [own] = this.of(number);
            exceptions.setLine(INTERRUPT + number, own.words.length > 0 || own.errors !== 0);
        });
    }
}
