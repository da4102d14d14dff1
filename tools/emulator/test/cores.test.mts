// SPDX-License-Identifier: Apache-2.0
// Goal: core 1 starts by the words of the boot ROM, has what each core has for itself, and exchanges
// words, events and spinlocks with core 0.
// Method: a machine with two small programs in SRAM; the test is the debugger.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Machine } from "../src/machine.mjs";

const VECTORS = 0x20000000;
const FIRST = VECTORS + 0xc0;
const SECOND = VECTORS + 0x180;
const HANDLER = VECTORS + 0x1c0;
const SECOND_VECTORS = VECTORS + 0x200;
const SECOND_STACK = 0x20020000;
const DATA = 0x20030000;
const SIO = 0xd0000000;
const FIFO_STATUS = SIO + 0x50;
const FIFO_WRITE = SIO + 0x54;
const FIFO_READ = SIO + 0x58;
const DIVIDEND = SIO + 0x60;
const SPINLOCK = SIO + 0x100;
const SYSTICK_RELOAD = 0xe000e014;
const NVIC_ENABLE = 0xe000e100;
const HAS_WORD = 1;
const HAS_ROOM = 2;
const WFE = 0xbf20;
const WFI = 0xbf30;
const SEV = 0xbf40;
const NOP = 0xbf00;
const BACK = 0xe7fd; // b to the instruction before
const STORE = 0x6008; // str r0, [r1]
const LOAD = 0x6808; // ldr r0, [r1]
const COUNT = 0x3201; // adds r2, #1

interface Programs {
    readonly first?: readonly number[];
    readonly second?: readonly number[];
    readonly handler?: readonly number[];
}

/** Both programs end with a loop around WFI. */
function machine({ first = [], second = [], handler = [] }: Programs): Machine {
    const bytes = new Uint8Array(0x400);
    const view = new DataView(bytes.buffer);
    const put = (address: number, opcodes: readonly number[]): void =>
        opcodes.forEach((opcode, index) =>
            view.setUint16(address - VECTORS + 2 * index, opcode, true),
        );
    view.setUint32(0, 0x20040000, true);
    view.setUint32(4, FIRST | 1, true);
    view.setUint32(SECOND_VECTORS - VECTORS + 4 * 32, HANDLER | 1, true);
    put(FIRST, [...first, WFI, BACK]);
    put(SECOND, [...second, WFI, BACK]);
    put(HANDLER, [...handler, 0x4770]); // bx lr
    const image = { segments: [{ address: VECTORS, bytes }], symbols: [], entry: VECTORS };
    const made = new Machine(image, {
        onByte: () => undefined,
        onSemihosting: () => undefined,
        note: () => undefined,
        describe: String,
        check: () => undefined,
    });
    made.isPatient = true;
    return made;
}

/** Returns: the answers to the words. */
function say({ mcu }: Machine, words: readonly number[]): number[] {
    return words.map((word) => {
        mcu.core.writeUint32(FIFO_WRITE, word);
        return mcu.core.readUint32(FIFO_READ);
    });
}

const LAUNCH = [0, 0, 1, SECOND_VECTORS, SECOND_STACK, SECOND | 1];

function launched(programs: Programs): Machine {
    const made = machine(programs);
    say(made, LAUNCH);
    return made;
}

test("the boot ROM answers each word, and a wrong one begins again", () => {
    const made = machine({});
    assert.deepEqual(say(made, [5, 0, 1, 0, 0, 2]), [5, 0, 1, 0, 0, 2]);
    assert.equal(made.launchedAt, undefined);
    assert.deepEqual(say(made, LAUNCH), LAUNCH);
    assert.notEqual(made.launchedAt, undefined);
    assert.equal(made.second.core.VTOR, SECOND_VECTORS);
    assert.equal(made.second.core.SP, SECOND_STACK);
});

test("each core has a number, a divider, SysTick and interrupts of its own", () => {
    const made = launched({ second: [LOAD, 0x1c03, STORE] }); // adds r3, r0, #0
    const { core } = made.second;
    core.registers[1] = SIO;
    made.mcu.core.writeUint32(DIVIDEND, 7);
    made.mcu.core.writeUint32(SYSTICK_RELOAD, 9);
    made.mcu.core.writeUint32(NVIC_ENABLE, 1);
    assert.equal(made.mcu.core.readUint32(SIO), 0);
    made.run(200);
    assert.equal(core.registers[3], 1);
    assert.equal(core.enabledInterrupts, 0);
    assert.equal(made.second.sysTick.readReload(), 0);
    assert.equal(made.first.sysTick.readReload(), 9);
    assert.equal(made.mcu.core.readUint32(DIVIDEND), 7);
});

test("a word interrupts the other core, which sleeps, within cycles", () => {
    const made = launched({ first: [STORE], handler: [LOAD, 0x1c04] }); // adds r4, r0, #0
    const [first, second] = [made.first.core, made.second.core];
    first.registers[0] = 42;
    first.registers[1] = FIFO_WRITE;
    second.registers[1] = FIFO_READ;
    second.enabledInterrupts = 1 << 16;
    made.run(500);
    assert.equal(made.second.exceptions.taken[32], 1);
    assert.equal(second.registers[4], 42);
    assert.equal(made.first.exceptions.taken[31], 0);
    assert.ok(made.second.idleCycles > 0);
});

test("a full mailbox and an empty one say so, and the error stays until it is cleared", () => {
    const made = launched({});
    const { core } = made.mcu;
    for (let word = 0; word < 8; word++) {
        assert.equal(core.readUint32(FIFO_STATUS) & HAS_ROOM, HAS_ROOM);
        core.writeUint32(FIFO_WRITE, word);
    }
    assert.equal(core.readUint32(FIFO_STATUS) & (HAS_ROOM | HAS_WORD), 0);
    core.writeUint32(FIFO_WRITE, 8);
    core.readUint32(FIFO_READ);
    assert.equal(core.readUint32(FIFO_STATUS), 0b1100);
    core.writeUint32(FIFO_STATUS, 0);
    assert.equal(core.readUint32(FIFO_STATUS), 0);
});

test("an event of one core ends the wait of the other", () => {
    const made = launched({ first: [...Array<number>(60).fill(NOP), SEV], second: [WFE, COUNT] });
    made.run(60);
    assert.equal(made.second.core.registers[2], 0);
    made.run(80);
    assert.equal(made.second.core.registers[2], 1);
});

test("one of two cores gets a spinlock", () => {
    const made = launched({ first: [LOAD], second: [LOAD] });
    made.first.core.registers[1] = SPINLOCK;
    made.second.core.registers[1] = SPINLOCK;
    made.run(200);
    const got = [made.first, made.second].map(({ core }) => core.registers[0]);
    assert.deepEqual(got.sort(), [0, 1]);
});

test("the cores run at the same time, and neither is ahead by more than an instruction", () => {
    const loop = [COUNT, BACK]; // three cycles
    const made = launched({ first: loop, second: loop });
    const [first, second] = [made.first.core, made.second.core];
    made.run(3000);
    assert.ok(Math.abs(first.cycles - second.cycles) <= 3);
    const begin = made.launchedAt ?? 0;
    assert.ok(Math.abs((first.registers[2] ?? 0) - 1000) <= 1);
    assert.ok(Math.abs((second.registers[2] ?? 0) - (3000 - begin) / 3) <= 1);
});

test("a store of one core is read by the other", () => {
    const made = launched({ first: [STORE], second: [LOAD, LOAD, LOAD] });
    made.first.core.registers[0] = 77;
    made.first.core.registers[1] = DATA;
    made.second.core.registers[1] = DATA;
    made.run(200);
    assert.equal(made.second.core.registers[0], 77);
});
