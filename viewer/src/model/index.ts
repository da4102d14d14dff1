// SPDX-License-Identifier: Apache-2.0
// The door of the model: what the rest of the page takes from here.
export * from "./types";
export { analyse } from "./analysis/analyse";
export { TraceError } from "./error";
export type { TraceProblem } from "./error";
export type { Field } from "./fields";
export { fieldsOf } from "./fields";
export { indexAt, laneOfThread, lowerBound, objectOf, placeOfObject } from "./lookup";
export type { Part } from "./parts";
export { readTrace } from "./read";
export type { ReadOptions } from "./read";
export { statistics } from "./statistics/statistics";
export type { Branch, Tree, Value } from "./statistics/tree";
export type { Clock, Wire } from "./vcd";
export { readVcd } from "./vcd";
export type { Why } from "./why";
export { whyOf } from "./why";
export { describe, eventWords } from "./words";
