// SPDX-License-Identifier: Apache-2.0
// Statistics as a tree of values with definitions, for tables, CSV files and comparisons.
import definitions from "../../../spec/statistics.json";
import { engineName, MEASURES } from "../model";
import type { Origin, Tree, Value } from "../model";

export type { Tree, Value } from "../model";

export interface Definition {
  readonly title: string;
  readonly unit: string;
  readonly definition: string;
}

export type Metric = keyof typeof MEASURES;
export const METRICS = Object.keys(MEASURES) as readonly Metric[];

type Definitions = Readonly<Record<string, Definition | undefined>>;

const MEASURED: Definitions = Object.fromEntries(
  METRICS.map((metric) => [engineName(metric), MEASURES[metric]]),
);

export function definitionOf(name: string, origin: Origin): Definition {
  const own: Definitions = definitions[origin];
  const shared: Definitions = definitions.both;
  return (
    own[name] ??
    shared[name] ??
    MEASURED[name] ?? { title: name.replaceAll("_", " "), unit: "", definition: "" }
  );
}

export function isValue(tree: Tree): tree is Value {
  return tree === null || typeof tree !== "object";
}

export function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}

/** A named part of a tree; null if it does not exist. */
export function partOf(tree: Tree, name: string): Tree {
  return isValue(tree) || isList(tree) ? null : (tree[name] ?? null);
}

/** A list in a tree; empty if it does not exist. */
export function rowsOf(tree: Tree, name: string): readonly Tree[] {
  const part = partOf(tree, name);
  return isList(part) ? part : [];
}

/** A number in a tree; 0 if it does not exist. */
export function numberOf(tree: Tree, name: string): number {
  const part = partOf(tree, name);
  return typeof part === "number" ? part : 0;
}

export function textOf(tree: Tree, name: string): string {
  const part = partOf(tree, name);
  return isValue(part) && part !== null ? String(part) : "";
}

/** The parts of a tree that are trees or lists. */
export function branchesOf(tree: Tree): (readonly [string, Tree])[] {
  return isValue(tree) || isList(tree)
    ? []
    : Object.entries(tree).filter(([, part]) => !isValue(part));
}

/** The scalar values at the first level of a tree. */
export function valuesOf(tree: Tree): (readonly [string, Value])[] {
  if (isValue(tree) || isList(tree)) {
    return [];
  }
  return Object.entries(tree).flatMap(([name, part]) =>
    isValue(part) ? [[name, part] as const] : [],
  );
}

/**
 * A row of a table: the scalar values of a tree, and those one level deeper under combined names.
 */
export function rowOf(tree: Tree): Readonly<Record<string, Value>> {
  if (isValue(tree) || isList(tree)) {
    return { value: isValue(tree) ? tree : tree.length };
  }
  const row: Record<string, Value> = {};
  for (const [name, part] of Object.entries(tree)) {
    if (isValue(part)) {
      row[name] = part;
    } else if (!isList(part)) {
      Object.assign(row, name === "counters" ? rowOf(part) : prefixed(name, part));
    }
  }
  return row;
}

function prefixed(name: string, tree: Tree): Record<string, Value> {
  return Object.fromEntries(valuesOf(tree).map(([inner, value]) => [`${name}.${inner}`, value]));
}

/** The columns of a table, in the order of their first occurrence. */
export function columnsOf(rows: readonly Readonly<Record<string, Value>>[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** A step into a tree: a key of the engine, or the name of the entry of a list. */
interface Step {
  readonly text: string;
  readonly isName: boolean;
}

interface Leaf {
  readonly steps: readonly Step[];
  readonly value: Value;
}

function leavesOf(tree: Tree, steps: readonly Step[] = []): readonly Leaf[] {
  if (isValue(tree)) {
    return [{ steps, value: tree }];
  }
  const parts: (readonly [Step, Tree])[] = isList(tree)
    ? tree.map((part, place) => [{ text: nameOf(part) ?? String(place), isName: true }, part])
    : Object.entries(tree).map(([text, part]) => [{ text, isName: false }, part]);
  return parts.flatMap(([step, part]) => leavesOf(part, [...steps, step]));
}

function pathOf(steps: readonly Step[]): string {
  return steps.map(({ text }) => text).join(".");
}

/** All values of a tree by path: system.switches, threads.producer.runs. */
export function flatten(tree: Tree): (readonly [string, Value])[] {
  return leavesOf(tree).map(({ steps, value }) => [pathOf(steps), value]);
}

/** Groups that a label omits. */
const SILENT: ReadonlySet<string> = new Set(["system", "threads", "counters"]);

/** The words for a value, without a key of the engine: "producer: runs". */
function aboutSteps(steps: readonly Step[], origin: Origin): Definition {
  const last = definitionOf(steps[steps.length - 1]?.text ?? "", origin);
  const outer = steps
    .slice(0, -1)
    .filter(({ text, isName }) => isName || !SILENT.has(text))
    .map(({ text, isName }) => (isName ? text : definitionOf(text, origin).title));
  return outer.length === 0
    ? last
    : { ...last, title: `${outer.join(", ")}: ${last.title.toLowerCase()}` };
}

/** The name of a list entry. */
function nameOf(tree: Tree): string | null {
  if (isValue(tree) || isList(tree)) {
    return null;
  }
  const name = tree["name"] ?? tree["thread"] ?? tree["event"] ?? tree["of"];
  return typeof name === "string" ? name : null;
}

export function toCsv(rows: readonly (readonly Value[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/**
 * A spreadsheet would execute a cell that begins like this as a formula, unless it is a number
 * (tools/src/limen/cells.py).
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/u;

function cell(value: Value): string {
  const shown = value === null ? "" : String(value);
  const text = FORMULA.test(shown) && !NUMBER.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A value of two traces, and their ratio. */
export interface Compared {
  readonly path: string;
  readonly about: Definition;
  readonly one: Value;
  readonly other: Value;
  /** one / other; null: a value is not a number, or the second is 0. */
  readonly ratio: number | null;
}

/** Compares all values that either of two statistics has. */
export function compare(one: Tree, other: Tree, origin: Origin): Compared[] {
  const [left, right] = [one, other].map(
    (tree) => new Map(leavesOf(tree).map((leaf) => [pathOf(leaf.steps), leaf])),
  );
  return [...new Map([...(left ?? []), ...(right ?? [])])].map(([path, { steps }]) => {
    const [a, b] = [left?.get(path)?.value ?? null, right?.get(path)?.value ?? null];
    const isNumber = typeof a === "number" && typeof b === "number" && b !== 0;
    const about = aboutSteps(steps, origin);
    return { path, about, one: a, other: b, ratio: isNumber ? a / b : null };
  });
}

/** Adjacent ranges of equal width. */
export interface Bins {
  readonly least: number;
  readonly width: number;
  readonly length: number;
}

/** The number of values in each bin. */
export interface Histogram extends Bins {
  readonly counts: readonly number[];
  /** How many they are. */
  readonly values: number;
}

type Values = Float64Array | readonly number[];

/** The index of a value's bin. The greatest value belongs to the last bin. */
export function placeInBins({ least, width, length }: Bins, value: number): number {
  return width === 0 ? 0 : Math.min(Math.floor((value - least) / width), length - 1);
}

function extremesOf(values: Values): { least: number; greatest: number } {
  let least = Infinity;
  let greatest = -Infinity;
  for (let place = 0; place < values.length; place++) {
    const value = values[place] as number;
    least = value < least ? value : least;
    greatest = value > greatest ? value : greatest;
  }
  return { least, greatest };
}

export function histogram(values: Values, length: number): Histogram {
  const { least, greatest } = extremesOf(values);
  if (values.length === 0 || greatest === least) {
    const only = values.length === 0 ? 0 : least;
    return { least: only, width: 0, length: 1, counts: [values.length], values: values.length };
  }
  const bins = { least, width: (greatest - least) / length, length };
  const counts = new Float64Array(length);
  for (let place = 0; place < values.length; place++) {
    const bin = placeInBins(bins, values[place] as number);
    counts[bin] = (counts[bin] as number) + 1;
  }
  return { ...bins, counts: [...counts], values: values.length };
}

/**
 * Whether a ratio of the values is meaningful: not for names and event numbers. Calls by number and
 * by address are among the popular services, with names.
 */
export function isProportion({ path, one, other }: Compared): boolean {
  const isNumber = typeof one === "number" || typeof other === "number";
  return (
    isNumber &&
    !/^(?:services|suspensions_by_target|resumptions_by_target)\./u.test(path) &&
    !/(?:^|\.)(?:first|last|begin|end|id|event|stack_event|clock_hz|object)$/u.test(path)
  );
}
