// SPDX-License-Identifier: Apache-2.0
// The command line.

import { parseArgs } from "node:util";
import { PINS } from "./pins.mjs";
import type { PinNames } from "./vcd.mjs";

export const USAGE = `usage: node main.mjs [options] PROGRAM [ARGUMENT ...]
  --vcd FILE        write the pins' changes
  --json FILE       write what was counted, and how the run ended
  --pin N=NAME      a pin for --vcd; without any: all that the program moves
  --time MS         end after so much of the program's time, with status 0
  --wall S          end after so much of ours, with status 1
  --mark FUNCTION   note the cycle of each passage in the JSON; may be repeated
  --window N        with --mark: in the JSON, the cycles of each address from
                    passage N, counted from 0, to the next one
  --memory FILE     keep a copy of the SRAM in this file while it runs
  --xip-cache N     with the flash cache, which is empty at first; a miss takes N
                    cycles: 80 with the usual read of four bits at a time
  --profile         count the cycles of each function in the JSON
`;

/** The error in the command line. */
export class UsageError extends Error {}

export interface Options {
    readonly program: string;
    readonly commandArguments: readonly string[];
    readonly vcd: string | undefined;
    readonly json: string | undefined;
    readonly pins: PinNames;
    readonly milliseconds: number | undefined;
    readonly wallSeconds: number | undefined;
    readonly marks: readonly string[];
    readonly window: number | undefined;
    readonly memory: string | undefined;
    readonly missCycles: number | undefined;
    readonly isProfiled: boolean;
}

/** Options come first: the arguments after the program are those of the program. */
function split(words: readonly string[]): [own: string[], program: string[]] {
    const files = ["--vcd", "--json", "--memory"];
    const limits = ["--time", "--wall", "--window", "--xip-cache"];
    const takesValue = new Set([...files, ...limits, "--pin", "--mark"]);
    let index = 0;
    while (words[index]?.startsWith("--") === true) {
        index += takesValue.has(words[index] ?? "") ? 2 : 1;
    }
    return [words.slice(0, index), words.slice(index)];
}

function positive(name: string, text: string | undefined): number | undefined {
    if (text === undefined) {
        return undefined;
    }
    const value = Number(text);
    if (!Number.isFinite(value) || value <= 0) {
        throw new UsageError(`${name} ${text}: give a number greater than 0`);
    }
    return value;
}

function missCycles(text: string | undefined): number | undefined {
    if (text !== undefined && !/^[1-9]\d*$/.test(text)) {
        throw new UsageError(`--xip-cache ${text}: give the cycles of a miss, 1 or more`);
    }
    return text === undefined ? undefined : Number(text);
}

function passage(text: string | undefined, marks: readonly string[]): number | undefined {
    if (text === undefined) {
        return undefined;
    }
    if (!/^\d+$/.test(text) || marks.length === 0) {
        throw new UsageError(`--window ${text}: give a number of 0 or more, and --mark`);
    }
    return Number(text);
}

function pinNames(texts: readonly string[]): PinNames {
    return new Map(
        texts.map((text) => {
            const match = /^(\d+)=([A-Za-z_]\w*)$/.exec(text);
            const pin = Number(match?.[1]);
            if (match?.[2] === undefined || pin >= PINS) {
                throw new UsageError(
                    `--pin ${text}: write it as 16=name; pins are 0 to ${PINS - 1}`,
                );
            }
            return [pin, match[2]] as const;
        }),
    );
}

/** Throws UsageError. */
export function parseOptions(words: readonly string[]): Options {
    const [own, [program, ...commandArguments]] = split(words);
    if (program === undefined) {
        throw new UsageError("which program?");
    }
    const { values } = parse(own);
    return {
        program,
        commandArguments,
        vcd: values.vcd,
        json: values.json,
        pins: pinNames(values.pin ?? []),
        milliseconds: positive("--time", values.time),
        wallSeconds: positive("--wall", values.wall),
        marks: values.mark ?? [],
        window: passage(values.window, values.mark ?? []),
        memory: values.memory,
        missCycles: missCycles(values["xip-cache"]),
        isProfiled: values.profile ?? false,
    };
}

function parse(args: string[]) {
    const options = {
        vcd: { type: "string" },
        json: { type: "string" },
        pin: { type: "string", multiple: true },
        time: { type: "string" },
        wall: { type: "string" },
        mark: { type: "string", multiple: true },
        window: { type: "string" },
        memory: { type: "string" },
        "xip-cache": { type: "string" },
        profile: { type: "boolean" },
    } as const;
    try {
        return parseArgs({ args, options });
    } catch (error) {
        throw new UsageError(error instanceof Error ? error.message : String(error));
    }
}
