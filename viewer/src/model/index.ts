// SPDX-License-Identifier: Apache-2.0
// The public interface of the model. Other parts of the page import from here.
export * from "./types";
export { Event, FIRST_EVENT_OF_USERS, HELD, STATUSES } from "./numbers";
export { aboutTrace } from "./about";
export { instant, sinceOldest } from "./clock";
export { Engine } from "./engine";
export type { ReadOptions } from "./engine";
export { TraceError } from "./error";
export type { TraceProblem } from "./error";
export { engineModule, unpack, unpackLetters } from "./module";
export { emptyTable, engineName } from "./rows";
export type { Rows, TableName } from "./rows";
export { MEASURES } from "./tables";
export { traceOfSketch } from "./sketch";
export type { Sketch } from "./sketch";
export type { Clock, Wire } from "./vcd";
export { readVcd } from "./vcd";
export type { TraceAndAnalysis } from "./view";
export { traceOf } from "./view";
