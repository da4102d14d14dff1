// SPDX-License-Identifier: Apache-2.0
// Goal: the words of events are those of the file, regardless of how the engine stores them.
// Method: columns with one distinct word, with as many as a byte can index, with one more, and with
// more than two bytes can index; words of four and of eight bytes.
import { expect, test } from "vitest";
import { readTrace } from "./read";
import { Recorder } from "./trx-image";

const THREAD = 0x2000_1000n;
const CREATE = 110;
const EVENTS = 66_000;
/** Number of distinct words in a column. */
const DIFFERENT = [1, 256, 257, EVENTS].map(BigInt);

test.each([4, 8] as const)("words of %i bytes", (wordBytes) => {
  const upper = wordBytes === 8 ? 0xabcd_ef01n << 32n : 0n;
  const made = new Recorder({ capacity: EVENTS, wordBytes });
  const wordsOf = (event: number): bigint[] =>
    DIFFERENT.map((different, column) => {
      const word = (BigInt(event) % different) * 0x11n;
      return column % 2 === 1 && event > 0 ? word | upper : word;
    });
  for (let event = 0; event < EVENTS; event++) {
    const [stamp, info] = [BigInt(event), wordsOf(event)];
    made.put({ stamp, context: THREAD, event: CREATE, priority: 1 + (event % 3), info });
  }
  const { trace } = readTrace(made.image(), "words.trx");
  const [priority, ...infos] = trace.words;
  for (let event = 0; event < EVENTS; event += event < 600 ? 1 : 97) {
    const words = wordsOf(event);
    expect(priority?.at(event)).toBe(1 + (event % 3));
    expect(infos.map((info) => info.at(event))).toEqual(
      words.map((word) => Number(BigInt.asUintN(32, word))),
    );
    const raw = trace.queries.rawWords(event).split(" ").map(BigInt);
    expect(raw).toEqual([BigInt(1 + (event % 3)), ...words]);
  }
  expect(infos.map((info) => info.at(EVENTS))).toEqual(infos.map(() => undefined));
  expect(trace.core).toEqual(new Uint8Array(EVENTS));
});
