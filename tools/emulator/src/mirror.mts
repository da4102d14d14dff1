// SPDX-License-Identifier: Apache-2.0
// Copies the SRAM into a file, for users who watch the program while it runs (limen run --live).
// The file is replaced as a whole between two instructions: each copy is of one moment.

import { closeSync, openSync, renameSync, writeSync } from "node:fs";

/** Wall-clock time between two copies. */
const PERIOD_MS = 10;

export class Mirror {
    private due = 0;

    constructor(
        private readonly sram: Uint8Array,
        private readonly file: string,
    ) {}

    /** Copy if it is due. */
    check(): void {
        const now = performance.now();
        if (now >= this.due) {
            this.copy();
            this.due = now + PERIOD_MS;
        }
    }

    copy(): void {
        const next = `${this.file}.next`;
        const handle = openSync(next, "w");
        try {
            writeSync(handle, this.sram);
        } finally {
            closeSync(handle);
        }
        renameSync(next, this.file);
    }
}
