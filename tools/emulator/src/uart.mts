// SPDX-License-Identifier: Apache-2.0
// A PL011 that sends at its rate. In rp2040js a byte is sent when it is written.
//
// Transmission: a FIFO of 32 bytes (1 if it is disabled) and a shifter that sends at the configured
// rate. Reception: only the bytes of the loopback.
//
// Source: Arm PrimeCell UART (PL011) TRM (DDI 0183), 2.4 and 3.3; RP2040 datasheet, 4.2.

import type { RP2040 } from "rp2040js";
import { type Alarm, CLK_SYS_HZ, type CycleClock, NEVER } from "./clock.mjs";
import { updated } from "./peripheral.mjs";
import type { Resettable } from "./resets.mjs";

const Register = {
    data: 0x00,
    errors: 0x04,
    flags: 0x18,
    integerDivisor: 0x24,
    fractionalDivisor: 0x28,
    line: 0x2c,
    control: 0x30,
    levels: 0x34,
    mask: 0x38,
    raw: 0x3c,
    masked: 0x40,
    clear: 0x44,
} as const;

const FIRST_IDENTITY = 0xfe0;
const IDENTITY = [0x11, 0x10, 0x34, 0x00, 0x0d, 0xf0, 0x05, 0xb1] as const;

const Flag = { busy: 1 << 3, rxEmpty: 1 << 4, txFull: 1 << 5, rxFull: 1 << 6, txEmpty: 1 << 7 };
const Control = { enable: 1 << 0, loopback: 1 << 7, transmit: 1 << 8, receive: 1 << 9 };
const CONTROL_AFTER_RESET = Control.transmit | Control.receive;
const LEVELS_AFTER_RESET = 0x12; // both half full
const Line = { parity: 1 << 1, twoStopBits: 1 << 3, fifos: 1 << 4 };
const RX_INTERRUPT = 1 << 4;
const TX_INTERRUPT = 1 << 5;
const OVERRUN = 1 << 3;
const OVERRUN_INTERRUPT = 1 << 10;

export const FIFO_BYTES = 32;
const LEVELS = [4, 8, 16, 24, 28] as const;
const TEXT_BYTES_MAX = 1 << 20;
/** Samples of a bit. */
const OVERSAMPLING = 16;

export class Uart implements Resettable {
    /** Accepted bytes. */
    bytes = 0;
    /** Bytes that were written while the FIFO was full. */
    lost = 0;
    /** Largest number of bytes that waited for the shifter. */
    fifoMax = 0;
    /** The accepted bytes, or the first part of them. */
    readonly text: number[] = [];

    private readonly waiting: number[] = [];
    private readonly received: number[] = [];
    private shifting: number | undefined;
    private shiftedAt = 0;
    private readonly alarm: Alarm;
    private errors = 0;
    private integerDivisor = 0;
    private fractionalDivisor = 0;
    /** The effective divisor in 64ths; a write to LCR_H activates it. */
    private divisor64 = 0;
    private line = 0;
    private control = CONTROL_AFTER_RESET;
    private levels = LEVELS_AFTER_RESET;
    private mask = 0;
    private raw = 0;

    constructor(
        private readonly mcu: RP2040,
        private readonly clock: CycleClock,
        private readonly irq: number,
        private readonly onByte: (byte: number) => void,
    ) {
        this.alarm = clock.createAlarm(() => this.sent());
    }

    reset(): void {
        this.waiting.length = 0;
        this.received.length = 0;
        this.shifting = undefined;
        this.alarm.cancel();
        this.errors = 0;
        this.integerDivisor = 0;
        this.fractionalDivisor = 0;
        this.divisor64 = 0;
        this.line = 0;
        this.control = CONTROL_AFTER_RESET;
        this.levels = LEVELS_AFTER_RESET;
        this.mask = 0;
        this.raw = 0;
        this.update();
    }

    readUint32(offset: number): number {
        if (offset >= FIRST_IDENTITY) {
            return IDENTITY[(offset - FIRST_IDENTITY) / 4] ?? 0;
        }
        switch (offset) {
            case Register.data:
                return this.receive();
            case Register.errors:
                return this.errors;
            case Register.flags:
                return this.flags;
            case Register.integerDivisor:
                return this.integerDivisor;
            case Register.fractionalDivisor:
                return this.fractionalDivisor;
            case Register.line:
                return this.line;
            case Register.control:
                return this.control;
            case Register.levels:
                return this.levels;
            case Register.mask:
                return this.mask;
            case Register.raw:
                return this.raw;
            case Register.masked:
                return this.raw & this.mask;
            default:
                return 0;
        }
    }

    writeUint32Atomic(offset: number, value: number, type: number): void {
        const isPlain = offset === Register.data || offset === Register.clear;
        this.writeUint32(offset, isPlain ? value : updated(this, offset, value, type));
    }

    writeUint32(offset: number, value: number): void {
        switch (offset) {
            case Register.data:
                this.send(value & 0xff);
                break;
            case Register.errors:
                this.errors = 0;
                break;
            case Register.integerDivisor:
                this.integerDivisor = value & 0xffff;
                break;
            case Register.fractionalDivisor:
                this.fractionalDivisor = value & 0x3f;
                break;
            case Register.line:
                this.line = value & 0xff;
                this.divisor64 = this.integerDivisor * 64 + this.fractionalDivisor;
                break;
            case Register.control:
                this.control = value & 0xffff;
                this.shift(this.clock.now);
                break;
            case Register.levels:
                this.levels = value & 0x3f;
                break;
            case Register.mask:
                this.mask = value & 0x7ff;
                break;
            case Register.clear:
                this.raw &= ~value;
                break;
        }
        this.update();
    }

    private get depth(): number {
        return (this.line & Line.fifos) !== 0 ? FIFO_BYTES : 1;
    }

    private get flags(): number {
        const isBusy = this.shifting !== undefined || this.waiting.length > 0;
        return (
            (isBusy ? Flag.busy : 0) |
            (this.waiting.length === 0 ? Flag.txEmpty : 0) |
            (this.waiting.length >= this.depth ? Flag.txFull : 0) |
            (this.received.length === 0 ? Flag.rxEmpty : 0) |
            (this.received.length >= this.depth ? Flag.rxFull : 0)
        );
    }

    /** Cycles of clk_sys per character; in general not a whole number. */
    private get characterCycles(): number {
        const data = 5 + ((this.line >> 5) & 3);
        const parity = (this.line & Line.parity) !== 0 ? 1 : 0;
        const stop = (this.line & Line.twoStopBits) !== 0 ? 2 : 1;
        const samples = (1 + data + parity + stop) * OVERSAMPLING;
        return (samples * this.divisor64 * CLK_SYS_HZ) / (64 * this.mcu.clkPeri);
    }

    private level(select: number): number {
        return this.depth === 1 ? 1 : (LEVELS[select] ?? FIFO_BYTES / 2);
    }

    private send(byte: number): void {
        if (this.waiting.length >= this.depth) {
            this.lost++;
            return;
        }
        this.bytes++;
        if (this.text.length < TEXT_BYTES_MAX) {
            this.text.push(byte);
        }
        this.onByte(byte);
        this.waiting.push(byte);
        this.shift(this.clock.now);
        this.fifoMax = Math.max(this.fifoMax, this.waiting.length);
        if (!this.isBelowTxLevel) {
            this.raw &= ~TX_INTERRUPT;
        }
    }

    private get isBelowTxLevel(): boolean {
        const most = this.depth === 1 ? 0 : this.level(this.levels & 7);
        return this.waiting.length <= most;
    }

    /** Begin with the next byte at an instant, if there is one and it may be sent. */
    private shift(start: number): void {
        const required = Control.enable | Control.transmit;
        const mayShift = (this.control & required) === required && this.divisor64 > 0;
        if (this.shifting !== undefined || !mayShift) {
            return;
        }
        const wasBelow = this.isBelowTxLevel;
        this.shifting = this.waiting.shift();
        if (this.shifting === undefined) {
            return;
        }
        this.shiftedAt = start + this.characterCycles;
        this.alarm.at(Math.ceil(this.shiftedAt));
        if (!wasBelow && this.isBelowTxLevel) {
            this.raw |= TX_INTERRUPT;
        }
    }

    private sent(): void {
        const byte = this.shifting;
        this.shifting = undefined;
        if (byte !== undefined && (this.control & Control.loopback) !== 0) {
            this.accept(byte);
        }
        this.alarm.at(NEVER);
        this.shift(this.shiftedAt);
        this.update();
    }

    private accept(byte: number): void {
        if (this.received.length >= this.depth) {
            this.errors |= OVERRUN;
            this.raw |= OVERRUN_INTERRUPT;
            return;
        }
        this.received.push(byte);
        if (this.received.length >= this.level((this.levels >> 3) & 7)) {
            this.raw |= RX_INTERRUPT;
        }
    }

    private receive(): number {
        const byte = this.received.shift() ?? 0;
        if (this.received.length < this.level((this.levels >> 3) & 7)) {
            this.raw &= ~RX_INTERRUPT;
        }
        this.update();
        return byte;
    }

    private update(): void {
        this.mcu.setInterrupt(this.irq, (this.raw & this.mask) !== 0);
    }
}
