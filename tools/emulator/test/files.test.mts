// SPDX-License-Identifier: Apache-2.0
// Goal: what goes into the emulator and what comes out has the published formats.
// Method: hand-made examples.

import assert from "node:assert/strict";
import { test } from "node:test";
import { RP2040 } from "rp2040js";
import { ImageError, parseElf } from "../src/elf.mjs";
import { boot2Checksum, bootProblem, load } from "../src/image.mjs";
import { parseOptions, UsageError } from "../src/options.mjs";
import { Symbols } from "../src/symbols.mjs";
import { vcd } from "../src/vcd.mjs";

test("a VCD has names, nanoseconds, and one time for edges of the same cycle", () => {
    const names = new Map([
        [16, "red"],
        [17, "blue"],
    ]);
    const edges = [
        { cycle: 10, pin: 16, isHigh: true },
        { cycle: 10, pin: 17, isHigh: true },
        { cycle: 11, pin: 3, isHigh: true },
        { cycle: 12, pin: 16, isHigh: false },
    ];
    const text = [...vcd(names, edges, 20)].join("");
    assert.match(text, /^\$timescale 1 ns \$end\n/);
    assert.match(text, /\$var wire 1 1 red \$end\n\$var wire 1 2 blue \$end\n/);
    assert.ok(text.endsWith("#0\n$dumpvars\n01\n02\n$end\n#80\n11\n12\n#96\n01\n#160\n"));
});

test("the checksum of the second-stage boot is CRC-32/MPEG-2", () => {
    assert.equal(boot2Checksum(Buffer.from("123456789")), 0x0376e6e7);
});

/** A program of a vector table and one symbol, with room for two section headers. */
function tinyElf(): Buffer {
    const file = Buffer.alloc(52 + 32 + 8 + 3 * 40 + 2 * 16 + 8);
    const [program, code, sections, symbols, strings] = [52, 84, 92, 212, 244] as const;
    file.write("\x7fELF\x01\x01\x01", "latin1");
    file.writeUInt16LE(2, 16);
    file.writeUInt16LE(40, 18);
    file.writeUInt32LE(program, 28);
    file.writeUInt32LE(sections, 32);
    [32, 1, 40, 3].forEach((value, index) => file.writeUInt16LE(value, 42 + 2 * index));
    [1, code, 0x10000000, 0x10000000, 8].forEach((value, index) =>
        file.writeUInt32LE(value, program + 4 * index),
    );
    [0x20040000, 0x10000009].forEach((value, index) => file.writeUInt32LE(value, code + 4 * index));
    [2, 0, 0, symbols, 32, 2].forEach((value, index) =>
        file.writeUInt32LE(value, sections + 44 + 4 * index),
    );
    [3, 0, 0, strings, 8].forEach((value, index) =>
        file.writeUInt32LE(value, sections + 84 + 4 * index),
    );
    file.writeUInt32LE(1, symbols + 16);
    file.writeUInt32LE(0x10000009, symbols + 20);
    file[symbols + 28] = 2;
    file.writeUInt16LE(1, symbols + 30);
    file.write("\0main\0", strings, "latin1");
    return file;
}

test("an executable has segments and symbols", () => {
    const { segments, symbols } = parseElf(tinyElf());
    assert.deepEqual(
        segments.map(({ address }) => address),
        [0x10000000],
    );
    assert.deepEqual(symbols, [{ name: "main", address: 0x10000008, size: 0 }]);
});

test("an executable with any byte wrong is run or refused", () => {
    const mcu = new RP2040();
    for (let offset = 4; offset < tinyElf().length; offset++) {
        for (const value of [0x00, 0x01, 0x7f, 0x80, 0xff]) {
            const file = tinyElf();
            file[offset] = value;
            try {
                const { segments, symbols, entry } = parseElf(file);
                load(mcu, { segments, symbols, entry });
            } catch (error) {
                assert.ok(error instanceof ImageError, `byte ${offset}: ${String(error)}`);
            }
        }
    }
});

test("a wrong checksum of the second-stage boot is told", () => {
    const mcu = new RP2040();
    const vectors = 0x10000100;
    assert.match(bootProblem(mcu, vectors) ?? "", /^a board would not start this: .* 0xffffffff/);
    const sum = boot2Checksum(mcu.flash.subarray(0, 252));
    mcu.flashView.setUint32(252, sum, true);
    assert.equal(bootProblem(mcu, vectors), undefined);
    assert.equal(bootProblem(mcu, 0x10000000), undefined);
});

test("an address belongs to the function around it", () => {
    const symbols = new Symbols([
        { name: "label", address: 0x100, size: 0 },
        { name: "main", address: 0x100, size: 8 },
        { name: "other", address: 0x110, size: 4 },
        { name: "end", address: 0x200, size: 0 },
    ]);
    assert.equal(symbols.describe(0x104), "0x00000104 (main+4)");
    assert.equal(symbols.describe(0x110), "0x00000110 (other)");
    assert.equal(symbols.describe(0x114), "0x00000114");
    assert.equal(symbols.describe(0x204), "0x00000204 (end+4)");
    assert.equal(symbols.describe(0x90000000), "0x90000000");
    assert.equal(symbols.describe(0x10), "0x00000010");
    assert.equal(symbols.find("other"), 0x110);
});

test("what follows the program is the program's", () => {
    const options = parseOptions(["--time", "5", "--pin", "16=red", "a.elf", "--vcd", "x"]);
    assert.equal(options.program, "a.elf");
    assert.deepEqual(options.commandArguments, ["--vcd", "x"]);
    assert.equal(options.milliseconds, 5);
    assert.deepEqual([...options.pins], [[16, "red"]]);
    assert.equal(options.vcd, undefined);
});

test("a command line without a program, or with nonsense, is refused", () => {
    const lines = [[], ["--time", "x", "a"], ["--pin", "99=a", "a"], ["--vcd"], ["--no", "a"]];
    for (const words of lines) {
        assert.throws(() => parseOptions(words), UsageError, words.join(" "));
    }
});
