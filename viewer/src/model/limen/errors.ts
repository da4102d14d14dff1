// SPDX-License-Identifier: Apache-2.0
// Words for errors: which call answered what. The names are those of spec/errors.json.
import names from "../../../../spec/errors.json";
import { objectOf } from "../lookup";
import { threadxWords } from "../threadx/names";
import type { Trace } from "../types";

type Table = Readonly<Record<string, string>>;

const CALLS: Table = names.calls;
const STATUSES: Table = names.statuses;
const THREADX_STATUSES: Table = names.threadx_statuses;
const THREADX_ANSWERS: Readonly<Record<string, readonly string[]>> = names.threadx_answers;
const OF_THREADX = 1;

/** What an ERROR says: the object, the call, and its answer. */
export function describeError(trace: Trace, i: number): string {
  const number = trace.words[0]![i]!;
  const object = objectOf(trace, number);
  const named = object === undefined ? `#${number}: ` : `${object.kind} ${object.name}: `;
  const [call, answer] = errorNames(trace, i);
  return `${number === 0 ? "" : named}${call} answers ${answer}`;
}

/** The names of the call and of what it answers, in those of the application if it has some. */
export function errorNames(trace: Trace, i: number): readonly [call: string, answer: string] {
  const [, as, bs] = trace.words;
  const call = as![i]!;
  const status = bs![i]! & 0xffff;
  if (bs![i]! >>> 16 === OF_THREADX) {
    const service = threadxWords(call, true).name;
    return [service, THREADX_STATUSES[status] ?? `status ${status}`];
  }
  const answer = trace.wordsOf === "threadx" ? THREADX_ANSWERS[call] : undefined;
  return answer === undefined
    ? [CALLS[call] ?? `call ${call}`, STATUSES[status] ?? `status ${status}`]
    : [answer[0]!, answer[1]!];
}
