// SPDX-License-Identifier: Apache-2.0
// Prints the output of the program, by semihosting or UART0, to standard output, line by line in
// order. Messages of the emulator go to standard error.

import { writeSync } from "node:fs";

const STDOUT = 1;
const STDERR = 2;
const PENDING_MAX = 4096;
const NEWLINE = 10;

/** More output than a user reads: the program prints in an endless loop. */
export const OUTPUT_BYTES_MAX = 16 << 20;

export class Console {
    private pending: number[] = [];
    private written = 0;

    get isFull(): boolean {
        return this.written > OUTPUT_BYTES_MAX;
    }

    put(byte: number): void {
        this.pending.push(byte);
        this.written++;
        if (byte === NEWLINE || this.pending.length >= PENDING_MAX) {
            this.flush();
        }
    }

    flush(): void {
        writeAll(STDOUT, Uint8Array.from(this.pending));
        this.pending = [];
    }

    note(message: string): void {
        this.flush();
        writeAll(STDERR, Buffer.from(`emulator: ${message}\n`));
    }
}

function writeAll(file: number, bytes: Uint8Array): void {
    let left = bytes;
    while (left.length > 0) {
        left = left.subarray(writeSync(file, left));
    }
}
