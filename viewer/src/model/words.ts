// SPDX-License-Identifier: Apache-2.0
// Events in words, whatever their origin.
import { describeLimen } from "./limen/describe";
import { threadxName } from "./limen/threadx";
import { Event } from "./limen/format";
import { limenWords } from "./limen/words";
import { describeThreadx, wordsOf } from "./threadx/describe";
import { middlewareWords } from "./threadx/names";
import type { EventWords, Trace } from "./types";

/** Name, two letters and labels of an event: those of its kernel, or of the program. */
export function eventWords(trace: Trace, i: number): EventWords {
  const number = trace.event[i]!;
  if (trace.origin === "threadx") {
    return wordsOf(trace, number);
  }
  const words = limenWords(number);
  const name = trace.wordsOf === "threadx" ? threadxName(trace, i) : null;
  if (name === null) {
    return words;
  }
  const isService = number === (Event.Service as number);
  const code = (isService && middlewareWords(trace.words[1]![i]!)?.code) || words.code;
  return { ...words, name, code };
}

/** What an event says beyond its name, time and thread: as limen trace dump does; may be empty. */
export function describe(trace: Trace, i: number): string {
  return trace.origin === "limen" ? describeLimen(trace, i) : describeThreadx(trace, i);
}
