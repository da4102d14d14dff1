// SPDX-License-Identifier: Apache-2.0
// Names of Limen's events and of what their numbers mean.
import table from "../../../../spec/trace-events.json";
import type { EventWords } from "../types";

type Row = readonly (string | number)[];

/** Labels of the object, of a, and of b or its two halves; an empty one has no meaning. */
const LIMEN = new Map<number, EventWords>(
  (table as readonly Row[]).map(([number, name, code, ...fields]) => [
    number as number,
    { name: name as string, code: code as string, fields: fields as string[] },
  ]),
);
const UNKNOWN_FIELDS = ["object", "a", "b"];

/** Words for an event of Limen, known or not. */
export function limenWords(number: number): EventWords {
  return LIMEN.get(number) ?? { name: `EVENT_${number}`, code: "", fields: UNKNOWN_FIELDS };
}
