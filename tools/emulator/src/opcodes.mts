// SPDX-License-Identifier: Apache-2.0
// Tells which instructions rp2040js executes as the processor does, and which need help.
// Source: Armv6-M Architecture Reference Manual (DDI 0419), A5.2 and A5.3.

export const Kind = {
    plain: 0,
    /** PUSH with lr, POP with pc: the processor takes one cycle more. */
    linkStacked: 1,
    /** The stack pointer decreases. */
    stackGrows: 2,
    undefined: 3,
    breakpoint: 4,
    supervisorCall: 5,
    /** BLX: the lowest bit of the target must be set. */
    callRegister: 6,
    addWithCarry: 7,
    subtractWithCarry: 8,
    /** A shift by zero does not change the carry. */
    shiftByRegister: 9,
    waitForEvent: 10,
    sendEvent: 11,
    /** Reserved hints have no effect. */
    hint: 12,
    /** 32 bits: the second half is needed too. */
    wide: 13,
} as const;

const MISCELLANEOUS: readonly (readonly [first: number, last: number, kind: number])[] = [
    [0xb000, 0xb07f, Kind.plain], // ADD sp
    [0xb080, 0xb0ff, Kind.stackGrows], // SUB sp
    [0xb200, 0xb2ff, Kind.plain], // extend
    [0xb400, 0xb4ff, Kind.stackGrows], // PUSH
    [0xb500, 0xb5ff, Kind.linkStacked],
    [0xb662, 0xb662, Kind.plain], // CPSIE i
    [0xb672, 0xb672, Kind.plain], // CPSID i
    [0xba00, 0xba7f, Kind.plain], // REV, REV16
    [0xbac0, 0xbaff, Kind.plain], // REVSH
    [0xbc00, 0xbcff, Kind.plain], // POP
    [0xbd00, 0xbdff, Kind.linkStacked],
    [0xbe00, 0xbeff, Kind.breakpoint],
    [0xbf00, 0xbf00, Kind.plain], // NOP
    [0xbf20, 0xbf20, Kind.waitForEvent],
    [0xbf30, 0xbf30, Kind.plain], // WFI
    [0xbf40, 0xbf40, Kind.sendEvent],
];

function dataProcessing(opcode: number): number {
    switch ((opcode >> 6) & 0xf) {
        case 0x5:
            return Kind.addWithCarry;
        case 0x6:
            return Kind.subtractWithCarry;
        case 0x2:
        case 0x3:
        case 0x4:
        case 0x7:
            return Kind.shiftByRegister;
        default:
            return Kind.plain;
    }
}

function branchExchange(opcode: number): number {
    if ((opcode & 7) !== 0) {
        return Kind.undefined;
    }
    return (opcode & 0x80) !== 0 ? Kind.callRegister : Kind.plain;
}

function miscellaneous(opcode: number): number {
    const row = MISCELLANEOUS.find(([first, last]) => opcode >= first && opcode <= last);
    if (row !== undefined) {
        return row[2];
    }
    return opcode >= 0xbf00 && (opcode & 0xf) === 0 ? Kind.hint : Kind.undefined;
}

/** The kind of an instruction, by its first halfword. */
export function kindOf(opcode: number): number {
    if (opcode >= 0xf000 && opcode < 0xf800) {
        return Kind.wide;
    }
    if (opcode >= 0xe800) {
        return Kind.undefined;
    }
    switch (opcode >> 8) {
        case 0x40:
        case 0x41:
        case 0x42:
        case 0x43:
            return dataProcessing(opcode);
        case 0x47:
            return branchExchange(opcode);
        case 0xde:
            return Kind.undefined;
        case 0xdf:
            return Kind.supervisorCall;
        default:
            return opcode >> 12 === 0xb ? miscellaneous(opcode) : Kind.plain;
    }
}

/** Is there a 32-bit instruction of these halves: BL, MSR, MRS, DSB, DMB, ISB? */
export function isWideDefined(first: number, second: number): boolean {
    if ((second & 0xd000) === 0xd000) {
        return true; // BL
    }
    if ((first & 0xfff0) === 0xf380) {
        return (second & 0xff00) === 0x8800; // MSR
    }
    if (first === 0xf3bf) {
        return [0x8f40, 0x8f50, 0x8f60].includes(second & 0xfff0);
    }
    return first === 0xf3ef && (second & 0xf000) === 0x8000; // MRS
}

/** The kinds of all first halfwords. */
export function kinds(): Uint8Array {
    return Uint8Array.from({ length: 0x10000 }, (_, opcode) => kindOf(opcode));
}
