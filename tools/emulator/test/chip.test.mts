// SPDX-License-Identifier: Apache-2.0
// Goal: the parts of the chip, each by itself: alarms, pending interrupts, the timer, the divider.
// Method: a machine with an empty program; registers are written as the core would.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Machine } from "../src/machine.mjs";

const VECTORS = 0x20000000;
const TIMER = 0x40054000;
const UART0 = 0x40034000;
const NVIC_ISPR = 0xe000e200;
const NVIC_ICPR = 0xe000e280;
const RESETS_CLEAR = 0x4000f000;
const SIO_DIVIDER = 0xd0000060;

/** A program that waits for interrupts for ever, and the notes that it gets. */
function machine(): { machine: Machine; notes: string[]; sent: number[] } {
    const bytes = new Uint8Array(256);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0x20040000, true);
    view.setUint32(4, VECTORS + 0xc1, true);
    view.setUint16(0xc0, 0xbf30, true); // 1: wfi
    view.setUint16(0xc2, 0xe7fd, true); // b 1b
    const notes: string[] = [];
    const sent: number[] = [];
    const image = { segments: [{ address: VECTORS, bytes }], symbols: [], entry: VECTORS };
    const around = {
        onByte: (byte: number) => void sent.push(byte),
        onSemihosting: () => undefined,
        note: (note: string) => void notes.push(note),
        describe: String,
        check: () => undefined,
    };
    const made = new Machine(image, around);
    made.isPatient = true;
    made.mcu.core.writeUint32(RESETS_CLEAR, 0x1ffffff);
    return { machine: made, notes, sent };
}

test("alarms ring in order of time, then of creation, and know their own time", () => {
    const { clock } = machine().machine;
    const rung: [string, number][] = [];
    const late = clock.createAlarm(() => rung.push(["late", clock.now]));
    const first = clock.createAlarm(() => rung.push(["first", clock.now]));
    const second = clock.createAlarm(() => rung.push(["second", clock.now]));
    late.at(30);
    second.at(20);
    first.at(20);
    clock.counter = { cycles: 35 };
    clock.ring();
    assert.deepEqual(rung, [
        ["first", 20],
        ["second", 20],
        ["late", 30],
    ]);
});

test("a line stays pending when it falls, and is pending again while it is high", () => {
    const { mcu, exceptions } = machine().machine;
    exceptions.setLine(5, true);
    exceptions.setLine(5, false);
    assert.equal(mcu.core.readUint32(NVIC_ISPR), 1 << 5);
    mcu.core.writeUint32(NVIC_ICPR, 1 << 5);
    assert.equal(mcu.core.readUint32(NVIC_ISPR), 0);
    exceptions.setLine(5, true);
    mcu.core.writeUint32(NVIC_ICPR, 1 << 5);
    assert.equal(mcu.core.readUint32(NVIC_ISPR), 1 << 5);
});

test("software makes every interrupt pending and takes it back", () => {
    const { mcu } = machine().machine;
    mcu.core.writeUint32(NVIC_ISPR, 0xffffffff);
    assert.equal(mcu.core.readUint32(NVIC_ISPR), 0xffffffff);
    mcu.core.writeUint32(NVIC_ICPR, 0x7fffffff);
    assert.equal(mcu.core.readUint32(NVIC_ISPR), 0x80000000);
});

test("an alarm set to the present rings after a turn, one ahead at its microsecond", () => {
    const made = machine().machine;
    const core = made.mcu.core;
    core.writeUint32(TIMER + 0x10, 0);
    core.writeUint32(TIMER + 0x14, 3);
    made.run(3 * 125);
    assert.equal(core.readUint32(TIMER + 0x34), 0);
    made.run(3 * 125 + 1);
    assert.equal(core.readUint32(TIMER + 0x34), 2);
    assert.equal(core.readUint32(TIMER + 0x20), 1);
});

test("the time can be set, paused, and read in two halves", () => {
    const made = machine().machine;
    const core = made.mcu.core;
    core.writeUint32(TIMER + 0x04, 0xffffffff);
    core.writeUint32(TIMER + 0x00, 7);
    made.run(125);
    assert.equal(core.readUint32(TIMER + 0x0c), 0);
    assert.equal(core.readUint32(TIMER + 0x08), 8);
    core.writeUint32(TIMER + 0x30, 1);
    made.run(1000);
    assert.equal(core.readUint32(TIMER + 0x28), 0);
    core.writeUint32(TIMER + 0x30, 0);
    made.run(1000 + 125);
    assert.equal(core.readUint32(TIMER + 0x28), 1);
});

test("two stop bits and parity make a character longer", () => {
    const made = machine().machine;
    const core = made.mcu.core;
    core.writeUint32(UART0 + 0x24, 1);
    core.writeUint32(UART0 + 0x2c, 0x60 | 0b1010);
    core.writeUint32(UART0 + 0x30, 0x301);
    core.writeUint32(UART0, 0x41);
    made.run(12 * 16);
    assert.equal(core.readUint32(UART0 + 0x18) & 8, 8);
    made.run(12 * 16 + 1);
    assert.equal(core.readUint32(UART0 + 0x18) & 8, 0);
});

test("the divisor is taken over with LCR_H", () => {
    const { machine: made, sent } = machine();
    const core = made.mcu.core;
    core.writeUint32(UART0 + 0x30, 0x301);
    core.writeUint32(UART0 + 0x24, 1);
    core.writeUint32(UART0, 0x41);
    made.run(10_000);
    assert.equal(core.readUint32(UART0 + 0x18) & 8, 8);
    assert.deepEqual(sent, [0x41]);
});

test("the divider answers like the chip's", () => {
    const { core } = machine().machine.mcu;
    const divide = (offset: number, dividend: number, divisor: number): number[] => {
        core.writeUint32(SIO_DIVIDER + offset, dividend >>> 0);
        core.writeUint32(SIO_DIVIDER + offset + 4, divisor >>> 0);
        return [core.readUint32(SIO_DIVIDER + 0x14) | 0, core.readUint32(SIO_DIVIDER + 0x10) | 0];
    };
    assert.deepEqual(divide(8, -7, 2), [-1, -3]);
    assert.deepEqual(divide(0, 0xffffffff, 10), [5, 429496729]);
    assert.deepEqual(divide(8, -7, 0), [-7, 1]);
    assert.deepEqual(divide(8, 7, 0), [7, -1]);
    assert.deepEqual(divide(0, 0, 0), [0, -1]);
});

test("a peripheral in reset is noted once", () => {
    const { machine: made, notes } = machine();
    const core = made.mcu.core;
    core.writeUint32(RESETS_CLEAR - 0x1000, 1 << 14);
    core.readUint32(0x40050000);
    core.readUint32(0x40050000);
    assert.equal(notes.filter((note) => note.startsWith("PWM is used while")).length, 1);
});
