// SPDX-License-Identifier: Apache-2.0
// Goal: flags as Arm defines them where rp2040js has them wrong, and every opcode has a kind.
// Method: one instruction in SRAM, executed on many operands, beside 64-bit arithmetic.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Machine } from "../src/machine.mjs";
import { isWideDefined, Kind, kindOf } from "../src/opcodes.mjs";

const VECTORS = 0x20000000;
const CODE = 0xc0;
const OPERANDS = [0, 1, 2, 31, 32, 33, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff];

interface Flags {
    readonly result: number;
    readonly carry: boolean;
    readonly overflow: boolean;
}

/** Execute one instruction on r0 and r1; the result is r0. */
function execute(opcode: number, r0: number, r1: number, carry: boolean): Flags {
    const bytes = new Uint8Array(256);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0x20040000, true);
    view.setUint32(4, VECTORS + CODE + 1, true);
    view.setUint16(CODE, opcode, true);
    const image = { segments: [{ address: VECTORS, bytes }], symbols: [], entry: VECTORS };
    const machine = new Machine(image, {
        onByte: () => undefined,
        onSemihosting: () => undefined,
        note: () => undefined,
        describe: String,
        check: () => undefined,
    });
    const { core } = machine.mcu;
    core.registers.set([r0, r1]);
    core.C = carry;
    core.V = false;
    machine.run(1);
    return { result: core.registers[0] ?? 0, carry: core.C, overflow: core.V };
}

function sum(a: number, b: number, carry: boolean): Flags {
    const unsigned = BigInt(a) + BigInt(b) + (carry ? 1n : 0n);
    const signed = BigInt(a | 0) + BigInt(b | 0) + (carry ? 1n : 0n);
    return {
        result: Number(BigInt.asUintN(32, unsigned)),
        carry: unsigned >> 32n !== 0n,
        overflow: BigInt.asIntN(32, signed) !== signed,
    };
}

test("adcs and sbcs", () => {
    for (const a of OPERANDS.slice(0, 3).concat(OPERANDS.slice(6))) {
        for (const b of OPERANDS.slice(0, 3).concat(OPERANDS.slice(6))) {
            for (const carry of [false, true]) {
                assert.deepEqual(execute(0x4148, a, b, carry), sum(a, b, carry), `${a} + ${b}`);
                assert.deepEqual(
                    execute(0x4188, a, b, carry),
                    sum(a, ~b >>> 0, carry),
                    `${a} - ${b}`,
                );
            }
        }
    }
});

test("shifts by a register leave the carry alone at zero, and empty it beyond 32", () => {
    const shifts = [0x4088, 0x40c8, 0x4108, 0x41c8]; // LSLS, LSRS, ASRS, RORS
    for (const opcode of shifts) {
        assert.equal(execute(opcode, 0x80000001, 0, true).carry, true);
        assert.equal(execute(opcode, 0x80000001, 0, false).carry, false);
        assert.equal(execute(opcode, 0x80000001, 0x100, true).carry, true);
    }
    assert.deepEqual(execute(0x4088, 1, 33, true), { result: 0, carry: false, overflow: false });
    assert.deepEqual(execute(0x4088, 1, 32, false), { result: 0, carry: true, overflow: false });
    assert.equal(execute(0x40c8, 0xffffffff, 33, true).carry, false);
});

test("what Armv6-M does not have is undefined", () => {
    const isUndefined = (opcode: number): boolean => kindOf(opcode) === Kind.undefined;
    const thumb2 = [0xb100, 0xb900, 0xbf08, 0xde00, 0xe800, 0xea00, 0xf800, 0xffff];
    assert.deepEqual(
        thumb2.filter((opcode) => !isUndefined(opcode)),
        [],
    );
    const count = Array.from({ length: 0x10000 }, (_, opcode) => opcode).filter(isUndefined).length;
    assert.ok(count < 0x10000 / 4);
});

test("of 32 bits there are BL, MRS, MSR and the barriers", () => {
    assert.ok(isWideDefined(0xf000, 0xf800));
    assert.ok(isWideDefined(0xf3ef, 0x8008));
    assert.ok(isWideDefined(0xf380, 0x8808));
    assert.ok(isWideDefined(0xf3bf, 0x8f4f));
    assert.ok(!isWideDefined(0xf3bf, 0x8f2f)); // CLREX
    assert.ok(!isWideDefined(0xf7f0, 0xa000)); // UDF.W
    assert.ok(!isWideDefined(0xf000, 0x8000)); // B.W of Armv7-M
});
