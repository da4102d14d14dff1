// SPDX-License-Identifier: Apache-2.0
// Goal: programs wait for the flash exactly when what they need is not in the cache.
// Method: small programs, and the cycle in which each of their instructions begins. The numbers are
// counted by hand, from the lines that the program touches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Machine } from "../src/machine.mjs";

const FLASH = 0x10000000;
const SRAM = 0x20000000;
const CODE = 0x100; // of a line
const WAY = 8 << 10; // two addresses so far apart have the same set
const MISS = 80;
const NOP = 0x46c0;
const STOP = 0xe7fe; // b .
const LOAD = 0x6803; // ldr r3, [r0]; [r1] and [r2] are the next two in steps of 8

interface Run {
    readonly machine: Machine;
    /** The cycle in which each executed instruction began, with its index in the code. */
    readonly steps: readonly (readonly [index: number, cycle: number])[];
}

/** Execute some instructions of code behind a vector table, and one more. */
function run(
    base: number,
    code: readonly number[],
    count: number,
    { missCycles, registers = [] }: { missCycles?: number; registers?: readonly number[] } = {},
): Run {
    const bytes = new Uint8Array(CODE + 2 * code.length);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0x20040000, true);
    view.setUint32(4, base + CODE + 1, true);
    view.setUint32(4 * 11, base + CODE + 1, true); // SVC
    code.forEach((opcode, index) => view.setUint16(CODE + 2 * index, opcode, true));
    const steps: [number, number][] = [];
    const image = { segments: [{ address: base, bytes }], symbols: [], entry: base };
    const machine: Machine = new Machine(image, {
        onByte: () => undefined,
        onSemihosting: () => void machine.mcu.core.readUint32(FLASH + WAY),
        note: () => undefined,
        describe: String,
        check: () => undefined,
        ...(missCycles === undefined ? {} : { missCycles }),
        onInstruction: (address, cycle) => {
            steps.push([(address - base - CODE) / 2, cycle]);
            if (steps.length > count) {
                machine.stop("exit", 0, "");
            }
        },
    });
    machine.mcu.core.registers.set(registers);
    machine.run();
    return { machine, steps };
}

/** How long each of these instructions took. */
function durations({ steps }: Run): number[] {
    return steps.slice(1).map(([, cycle], index) => cycle - (steps[index]?.[1] ?? 0));
}

function counts({ machine }: Run): readonly [hits: number, misses: number] {
    assert.ok(machine.xip);
    return [machine.xip.hits, machine.xip.misses];
}

// movs r0, #3; 10 nops; subs r0, #1; bne to the first nop; b .: four lines of four.
const LOOP = [0x2003, ...Array<number>(10).fill(NOP), 0x3801, 0xd1f3, STOP];

function rounds(missCycles?: number): number[] {
    const { steps } = run(FLASH, LOOP, 38, missCycles === undefined ? {} : { missCycles });
    return steps.filter(([index]) => index === 1).map(([, cycle]) => cycle);
}

test("a loop waits for its lines in its first round only", () => {
    const round = 10 + 1 + 2;
    assert.deepEqual(rounds(), [1, 1 + round, 1 + 2 * round]);
    const first = MISS + 1; // the line of movs, in which the loop begins
    const second = first + 3 * MISS + round;
    assert.deepEqual(rounds(MISS), [first, second, second + round]);
});

test("an instruction waits itself, not the one before it", () => {
    const line = [MISS + 1, 1, 1, 1];
    assert.deepEqual(durations(run(FLASH, LOOP, 8, { missCycles: MISS })), [...line, ...line]);
});

test("a fetch has two halfwords, a line two words", () => {
    const straight = run(FLASH, [NOP, NOP, NOP, NOP, NOP, STOP], 5, { missCycles: MISS });
    assert.deepEqual(counts(straight), [1, 2]);
    // The branch leads to itself, an upper halfword: it fetches its word each time.
    const branches = run(FLASH, [NOP, NOP, NOP, STOP], 5, { missCycles: MISS });
    assert.deepEqual(
        branches.steps.map(([index]) => index),
        [0, 1, 2, 3, 3, 3],
    );
    assert.deepEqual(counts(branches), [3, 1]);
});

test("an instruction of 32 bits may need two lines", () => {
    const barrier = [0xf3bf, 0x8f4f]; // dsb, three cycles
    const inside = run(FLASH, [NOP, ...barrier, STOP], 2, { missCycles: MISS });
    assert.deepEqual(durations(inside), [MISS + 1, 3]);
    assert.deepEqual(counts(inside), [1, 1]);
    const across = run(FLASH, [NOP, NOP, NOP, ...barrier, STOP], 4, { missCycles: MISS });
    assert.deepEqual(durations(across), [MISS + 1, 1, 1, MISS + 3]);
    assert.deepEqual(counts(across), [1, 2]);
});

/** Runs loads by a program in SRAM, whose own fetches do not go through the cache. */
function loads(code: readonly number[], ...registers: number[]): Run {
    return run(SRAM, [...code, STOP], code.length, { missCycles: MISS, registers });
}

test("of three lines of a set, the one that was used least recently goes", () => {
    const [a, b, c] = [LOAD, LOAD + 8, LOAD + 16];
    const done = loads([a, b, a, c, a, b, c], FLASH, FLASH + WAY, FLASH + 2 * WAY);
    const waits = durations(done).map((cycles) => cycles - 2);
    assert.deepEqual(waits, [MISS, MISS, 0, MISS, 0, MISS, MISS]);
    assert.deepEqual(counts(done), [2, 5]);
});

test("neighbours have sets of their own", () => {
    const [a, b, c] = [LOAD, LOAD + 8, LOAD + 16];
    const done = loads([a, b, c, a, b, c], FLASH, FLASH + 8, FLASH + WAY - 8);
    const waits = durations(done).map((cycles) => cycles - 2);
    assert.deepEqual(waits, [MISS, MISS, MISS, 0, 0, 0]);
});

test("loads of each width go through the cache, of several words for each line", () => {
    const byte = loads([0x7803, LOAD + 8], FLASH + 7, FLASH); // ldrb r3, [r0]; ldr r3, [r1]
    assert.deepEqual(durations(byte), [MISS + 2, 2]);
    const half = loads([0x8803, LOAD + 8], FLASH + 6, FLASH); // ldrh r3, [r0]
    assert.deepEqual(durations(half), [MISS + 2, 2]);
    const four = loads([0xc81e], FLASH + 4); // ldmia r0!, {r1-r4}: of three lines
    assert.deepEqual(durations(four), [3 * MISS + 1 + 4]);
    assert.deepEqual(counts(four), [1, 3]);
});

test("loads and fetches have the same cache", () => {
    const [hit, miss] = [FLASH + CODE + 4, FLASH + CODE + WAY];
    const code = [LOAD, LOAD + 8, NOP, NOP, NOP, STOP];
    const done = run(FLASH, code, 5, { missCycles: MISS, registers: [hit, miss] });
    assert.deepEqual(durations(done), [MISS + 2, MISS + 2, 1, 1, MISS + 1]);
});

test("a vector comes through the cache", () => {
    const [table, code] = [MISS, MISS];
    const done = run(FLASH, [0xdf00], 1, { missCycles: MISS }); // svc #0, whose handler it is
    const plain = run(FLASH, [0xdf00], 1);
    assert.deepEqual(
        durations(done),
        durations(plain).map((cycles) => cycles + table + code),
    );
});

test("SRAM and the other views of the flash do not wait", () => {
    const views = [FLASH + (1 << 24), FLASH + (2 << 24), FLASH + (3 << 24)];
    const done = loads([LOAD, LOAD + 8, LOAD + 16], ...views);
    assert.deepEqual(durations(done), [2, 2, 2]);
    const sram = loads([LOAD], SRAM);
    assert.deepEqual([...counts(done), ...counts(sram)], [0, 0, 0, 0]);
});

test("what the host reads takes no time", () => {
    const done = loads([0xbeab, LOAD], FLASH + WAY); // bkpt 0xab
    assert.deepEqual(durations(done), [1, 2]);
});

test("without the option the cache is off", () => {
    assert.equal(run(FLASH, LOOP, 1).machine.xip, undefined);
});
