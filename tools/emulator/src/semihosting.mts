// SPDX-License-Identifier: Apache-2.0
// Semihosting: BKPT 0xAB asks the host for input and output. It works in handlers and with
// interrupts masked, since no exception is involved. Files are in the folder of the run.
// Source: Arm, Semihosting for AArch32 and AArch64, sections 3 and 5.

import { closeSync, openSync, realpathSync, writeSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { RP2040 } from "rp2040js";
import type { Console } from "./console.mjs";
import { hex } from "./fault.mjs";

export const SEMIHOSTING = 0xab;

const Call = {
    open: 0x01,
    close: 0x02,
    writeCharacter: 0x03,
    writeString: 0x04,
    write: 0x05,
    commandLine: 0x15,
    exit: 0x18,
    exitExtended: 0x20,
} as const;

const APPLICATION_EXIT = 0x20026;
const FAILED = 0xffffffff;
const MODES = ["r", "r", "r+", "r+", "w", "w", "w+", "w+", "a", "a", "a+", "a+"] as const;
const FIRST_WRITING_MODE = 4;
const CONSOLE = ":tt";
const CONSOLE_HANDLE = 1;
const STRING_MAX = 1 << 20;
const FILE_BYTES_MAX = 256 << 20;
const FILES_MAX = 16;

export interface Host {
    readonly console: Console;
    /** The folder of the files of the program. */
    readonly folder: string;
    readonly commandLine: string;
    /** The program has ended. */
    readonly exit: (status: number) => void;
}

export class Semihosting {
    private readonly files = new Map<number, number>();
    private written = 0;
    private readonly noted = new Set<string>();

    constructor(
        private readonly mcu: RP2040,
        private readonly host: Host,
    ) {}

    /** Serve the call in r0 with the parameters at r1; its result is in r0. Throws Fault. */
    serve(): void {
        const core = this.mcu.core;
        const [call = 0, parameter = 0] = core.registers;
        core.registers[0] = this.answer(call, parameter);
    }

    close(): void {
        this.files.forEach((file) => closeSync(file));
        this.files.clear();
    }

    private answer(call: number, parameter: number): number {
        const word = (index: number): number => this.mcu.core.readUint32(parameter + 4 * index);
        switch (call) {
            case Call.open:
                return this.open(this.text(word(0), word(2)), word(1));
            case Call.close:
                return this.closeFile(word(0));
            case Call.writeCharacter:
                this.host.console.put(this.mcu.core.readUint8(parameter));
                return 0;
            case Call.writeString:
                this.print(parameter);
                return 0;
            case Call.write:
                return this.write(word(0), word(1), word(2));
            case Call.commandLine:
                return this.commandLine(parameter, word(0), word(1));
            case Call.exit:
                this.host.exit(parameter === APPLICATION_EXIT ? 0 : 1);
                return 0;
            case Call.exitExtended:
                this.host.exit(word(0) === APPLICATION_EXIT ? word(1) & 0xff : 1);
                return 0;
            default:
                return this.refuse(`semihosting call ${hex(call)} is not served`);
        }
    }

    private refuse(why: string): number {
        if (!this.noted.has(why) && this.noted.size < 10) {
            this.noted.add(why);
            this.host.console.note(why);
        }
        return FAILED;
    }

    private bytes(address: number, size: number): Uint8Array {
        return Uint8Array.from({ length: size }, (_, index) =>
            this.mcu.core.readUint8(address + index),
        );
    }

    private text(address: number, size: number): string {
        return Buffer.from(this.bytes(address, Math.min(size, STRING_MAX))).toString("utf8");
    }

    private print(address: number): void {
        for (let at = address; at < address + STRING_MAX; at++) {
            const byte = this.mcu.core.readUint8(at);
            if (byte === 0) {
                return;
            }
            this.host.console.put(byte);
        }
    }

    private open(name: string, mode: number): number {
        if (name === CONSOLE) {
            return CONSOLE_HANDLE;
        }
        const flags = MODES[mode];
        if (flags === undefined || mode < FIRST_WRITING_MODE) {
            return this.refuse(`${name} cannot be read: programs here only write files`);
        }
        if (this.files.size >= FILES_MAX) {
            return this.refuse(`${name}: ${FILES_MAX} files are open already`);
        }
        const path = resolve(this.host.folder, name);
        try {
            const folder = realpathSync(this.host.folder);
            const isInside = `${realpathSync(dirname(path))}/`.startsWith(`${folder}/`);
            if (!isInside || join(folder, basename(path)) !== resolve(folder, name)) {
                return this.refuse(
                    `${name} is not in the folder of this run, so it is not written`,
                );
            }
            const handle = CONSOLE_HANDLE + 1 + this.files.size;
            this.files.set(handle, openSync(path, flags));
            return handle;
        } catch (error) {
            return this.refuse(
                `${name}: ${error instanceof Error ? error.message : String(error)}`,
            );
        }
    }

    private closeFile(handle: number): number {
        if (handle === CONSOLE_HANDLE) {
            return 0;
        }
        const file = this.files.get(handle);
        if (file === undefined) {
            return FAILED;
        }
        closeSync(file);
        this.files.delete(handle);
        return 0;
    }

    /** Returns: bytes that were not written. */
    private write(handle: number, address: number, size: number): number {
        if (size > STRING_MAX || this.written + size > FILE_BYTES_MAX) {
            this.refuse(`a program may write ${FILE_BYTES_MAX >> 20} MiB; this one wants more`);
            return size;
        }
        const bytes = this.bytes(address, size);
        if (handle === CONSOLE_HANDLE) {
            bytes.forEach((byte) => this.host.console.put(byte));
            return 0;
        }
        const file = this.files.get(handle);
        if (file === undefined) {
            return size;
        }
        this.written += size;
        return size - writeSync(file, bytes);
    }

    private commandLine(block: number, buffer: number, size: number): number {
        const text = Buffer.from(`${this.host.commandLine}\0`);
        if (text.length > size) {
            return FAILED;
        }
        text.forEach((byte, index) => this.mcu.core.writeUint8(buffer + index, byte));
        this.mcu.core.writeUint32(block + 4, text.length - 1);
        return 0;
    }
}
