// SPDX-License-Identifier: Apache-2.0
// Faults: operations that the processor cannot perform. Thrown in the middle of an instruction,
// which is then without effect on the program counter and the stack pointer; it becomes a
// HardFault.

export class Fault {
    constructor(readonly reason: string) {}
}

export function hex(value: number): string {
    return `0x${(value >>> 0).toString(16).padStart(8, "0")}`;
}
