// SPDX-License-Identifier: Apache-2.0
// Runs a program for the RP2040. Exit status: that of the program; 1 if the run could not continue;
// 2 if it could not begin.

import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { basename } from "node:path";
import { CLK_SYS_HZ, NEVER } from "./clock.mjs";
import { Console, OUTPUT_BYTES_MAX } from "./console.mjs";
import { ImageError } from "./elf.mjs";
import { bootProblem, readImage } from "./image.mjs";
import { Machine, milliseconds } from "./machine.mjs";
import { Mirror } from "./mirror.mjs";
import { observer, Profile, type Window } from "./observe.mjs";
import { type Options, parseOptions, USAGE, UsageError } from "./options.mjs";
import { pinsOf, report } from "./report.mjs";
import { Semihosting } from "./semihosting.mjs";
import { Symbols } from "./symbols.mjs";
import { vcd } from "./vcd.mjs";

const BAD_INPUT = 2;
/** Cycles between two checks whether a copy of the memory is due: a fraction of a millisecond. */
const MIRROR_CYCLES = 1 << 12;

function addresses(symbols: Symbols, marks: readonly string[]): Set<number> {
    return new Set(
        marks.map((name) => {
            const address = symbols.find(name);
            if (address === undefined) {
                throw new ImageError(`unknown function ${name}; mark it noinline`);
            }
            return address;
        }),
    );
}

function writeVcd(file: string, pieces: Iterable<string>): void {
    const handle = openSync(file, "w");
    for (const piece of pieces) {
        writeSync(handle, piece);
    }
    closeSync(handle);
}

/** The wall clock's part of the limits. */
function checker(machine: () => Machine, options: Options): () => void {
    const start = performance.now();
    const { wallSeconds } = options;
    return () => {
        if (wallSeconds !== undefined && performance.now() - start > 1000 * wallSeconds) {
            const { mcu } = machine();
            const simulated = milliseconds(mcu.core.cycles).toFixed(3);
            const problem = `it did not end within ${wallSeconds} s (${simulated} ms of its own time)`;
            machine().stopHere("wall clock", problem);
        }
    };
}

interface Run {
    readonly machine: Machine;
    readonly profile: Profile | undefined;
    readonly symbols: Symbols;
    readonly passes: readonly number[];
    readonly window: Window | undefined;
    readonly semihosting: Semihosting;
    readonly mirror: Mirror | undefined;
}

function prepare(options: Options, text: Console): Run {
    const image = readImage(options.program);
    const symbols = new Symbols(image.symbols);
    const passes: number[] = [];
    const profile = options.isProfiled ? new Profile() : undefined;
    const window =
        options.window === undefined
            ? undefined
            : { first: options.window, profile: new Profile() };
    const marks = addresses(symbols, options.marks);
    const onInstruction = observer({ marks, passes, profile, window });
    const stopIfFull = (): void => {
        if (text.isFull) {
            machine.stopHere("output", `it printed more than ${OUTPUT_BYTES_MAX >> 20} MiB`);
        }
    };
    const checkTime = checker(() => machine, options);
    const machine: Machine = new Machine(image, {
        onByte: (byte) => {
            text.put(byte);
            stopIfFull();
        },
        onSemihosting: () => {
            semihosting.serve();
            stopIfFull();
        },
        note: (message) => text.note(message),
        describe: (address) => symbols.describe(address),
        check: () => {
            checkTime();
            mirror?.check();
        },
        ...(options.memory === undefined ? {} : { checkCycles: MIRROR_CYCLES }),
        ...(options.missCycles === undefined ? {} : { missCycles: options.missCycles }),
        ...(onInstruction === undefined ? {} : { onInstruction }),
    });
    const mirror =
        options.memory === undefined ? undefined : new Mirror(machine.mcu.sram, options.memory);
    const semihosting = new Semihosting(machine.mcu, {
        console: text,
        folder: process.cwd(),
        commandLine: [basename(options.program), ...options.commandArguments].join(" "),
        exit: (status) => machine.stop("exit", status, `it ended with status ${status}`),
    });
    const problem = bootProblem(machine.mcu, machine.vectorTable);
    if (problem !== undefined) {
        text.note(problem);
    }
    return { machine, profile, symbols, passes, window, semihosting, mirror };
}

function execute({ machine }: Run, options: Options, text: Console): void {
    const limit = options.milliseconds;
    machine.isPatient = limit !== undefined;
    machine.run(limit === undefined ? NEVER : Math.round((limit * CLK_SYS_HZ) / 1000));
    machine.stop("time", 0, `its ${limit ?? 0} ms are over`);
    text.flush();
    const { end } = machine;
    if (end !== undefined && end.reason !== "exit") {
        text.note(end.message);
    }
    if (machine.mcu.clkSys !== CLK_SYS_HZ) {
        const rate = machine.mcu.clkSys / 1e6;
        text.note(`it set clk_sys to ${rate} MHz; its times are those of ${CLK_SYS_HZ / 1e6} MHz`);
    }
}

function writeResults({ machine, profile, symbols, passes, window }: Run, options: Options): void {
    const names = pinsOf(machine, options.pins);
    if (options.vcd !== undefined) {
        writeVcd(options.vcd, vcd(names, machine.pins.edges(), machine.mcu.core.cycles));
    }
    if (options.json !== undefined) {
        const result = report(machine, names, {
            passes: options.marks.length > 0 ? passes : undefined,
            functions: profile?.functions(symbols),
            window: window?.profile.addresses,
        });
        writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
    }
}

function main(words: readonly string[]): number {
    const text = new Console();
    let place = "";
    try {
        const options = parseOptions(words);
        place = `${options.program}: `;
        const run = prepare(options, text);
        execute(run, options, text);
        run.mirror?.copy();
        run.semihosting.close();
        writeResults(run, options);
        return run.machine.end?.status ?? 1;
    } catch (error) {
        if (error instanceof UsageError) {
            text.note(`${error.message}\n${USAGE}`);
            return BAD_INPUT;
        }
        if (error instanceof ImageError) {
            text.note(`${place}${error.message}`);
            return BAD_INPUT;
        }
        if (isSystemError(error)) {
            text.note(error.message);
            return BAD_INPUT;
        }
        throw error;
    }
}

/** An error of the operating system: a file that cannot be written. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
    return error instanceof Error && "code" in error && "syscall" in error;
}

process.exitCode = main(process.argv.slice(2));
