// SPDX-License-Identifier: Apache-2.0
// Goal: what goes into the emulator and what comes out has the published formats.
// Method: hand-made examples.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boot2Checksum } from "../src/image.mjs";
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
