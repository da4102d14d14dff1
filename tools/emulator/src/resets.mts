// SPDX-License-Identifier: Apache-2.0
// Tells which peripherals are held in reset. In rp2040js all of them are ready; on the chip most
// are not until the program releases them, and using one before is a mistake that only a board
// would show: here it prints a note. A reset of the timer or of a UART restores its initial state.
// Source: RP2040 datasheet, 2.14.

import type { Peripheral, RP2040 } from "rp2040js";
import { updated } from "./peripheral.mjs";

const Register = { reset: 0x0, select: 0x4, done: 0x8 } as const;
const RESETS = 0x4000c;
const ALL = 0x01ffffff;
/** The peripherals that the boot ROM needs to start a program from flash. */
const RELEASED = (1 << 6) | (1 << 9); // IO_QSPI, PADS_QSPI

const PERIPHERALS: readonly (readonly [name: string, key: number, bit: number])[] = [
    ["ADC", 0x4004c, 0],
    ["DMA", 0x50000, 2],
    ["I2C0", 0x40044, 3],
    ["I2C1", 0x40048, 4],
    ["IO_BANK0", 0x40014, 5],
    ["PADS_BANK0", 0x4001c, 8],
    ["PIO0", 0x50200, 10],
    ["PIO1", 0x50300, 11],
    ["PLL_SYS", 0x40028, 12],
    ["PLL_USB", 0x4002c, 13],
    ["PWM", 0x40050, 14],
    ["RTC", 0x4005c, 15],
    ["SPI0", 0x4003c, 16],
    ["SPI1", 0x40040, 17],
    ["TIMER", 0x40054, 21],
    ["UART0", 0x40034, 22],
    ["UART1", 0x40038, 23],
    ["USBCTRL", 0x50110, 24],
];

class Resets implements Peripheral {
    private held = ALL & ~RELEASED;
    private select = 0;

    constructor(private readonly onHeld: (bits: number) => void) {}

    isHeld(bit: number): boolean {
        return (this.held & (1 << bit)) !== 0;
    }

    readUint32(offset: number): number {
        switch (offset) {
            case Register.reset:
                return this.held;
            case Register.select:
                return this.select;
            default:
                return offset === Register.done ? ALL & ~this.held : 0;
        }
    }

    writeUint32(offset: number, value: number): void {
        if (offset === Register.reset) {
            this.held = value & ALL;
            this.onHeld(this.held);
        } else if (offset === Register.select) {
            this.select = value & ALL;
        }
    }

    writeUint32Atomic(offset: number, value: number, type: number): void {
        this.writeUint32(offset, updated(this, offset, value, type));
    }
}

/** A peripheral that can be reset. */
export interface Resettable extends Peripheral {
    reset(): void;
}

function guarded(peripheral: Peripheral, onUse: () => void): Peripheral {
    return {
        readUint32: (offset) => {
            onUse();
            return peripheral.readUint32(offset);
        },
        writeUint32: (offset, value) => {
            onUse();
            peripheral.writeUint32(offset, value);
        },
        writeUint32Atomic: (offset, value, type) => {
            onUse();
            peripheral.writeUint32Atomic(offset, value, type);
        },
    };
}

/** Install them, and resettable peripherals by their key. note: prints a message. */
export function correctResets(
    mcu: RP2040,
    resettable: ReadonlyMap<number, Resettable>,
    note: (message: string) => void,
): void {
    const resets = new Resets((held) => {
        for (const [, key, bit] of PERIPHERALS) {
            if ((held & (1 << bit)) !== 0) {
                resettable.get(key)?.reset();
            }
        }
    });
    const noted = new Set<string>();
    mcu.peripherals[RESETS] = resets;
    for (const [name, key, bit] of PERIPHERALS) {
        const peripheral = resettable.get(key) ?? mcu.peripherals[key];
        if (peripheral === undefined) {
            continue;
        }
        mcu.peripherals[key] = guarded(peripheral, () => {
            if (resets.isHeld(bit) && !noted.has(name)) {
                noted.add(name);
                note(
                    `${name} is used while it is in reset: a board would not answer; release it first`,
                );
            }
        });
    }
}
