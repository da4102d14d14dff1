// SPDX-License-Identifier: Apache-2.0
// Statistics as a tree of numbers with definitions: what a table, a CSV file and a comparison take from it.
import definitions from "../../../spec/statistics.json";
import type { Origin, Tree, Value } from "../model";

export type { Tree, Value } from "../model";

export interface Definition {
  readonly title: string;
  readonly unit: string;
  readonly definition: string;
}

type Definitions = Readonly<Record<string, Definition | undefined>>;

export function definitionOf(name: string, origin: Origin): Definition {
  const own: Definitions = definitions[origin];
  const shared: Definitions = definitions.both;
  return (
    own[name] ?? shared[name] ?? { title: name.replaceAll("_", " "), unit: "", definition: "" }
  );
}

export function isValue(tree: Tree): tree is Value {
  return tree === null || typeof tree !== "object";
}

export function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}

/** A part of a tree by its name; null if there is none. */
export function partOf(tree: Tree, name: string): Tree {
  return isValue(tree) || isList(tree) ? null : (tree[name] ?? null);
}

/** A list in a tree; empty if there is none. */
export function rowsOf(tree: Tree, name: string): readonly Tree[] {
  const part = partOf(tree, name);
  return isList(part) ? part : [];
}

/** A number in a tree; 0 if there is none. */
export function numberOf(tree: Tree, name: string): number {
  const part = partOf(tree, name);
  return typeof part === "number" ? part : 0;
}

export function textOf(tree: Tree, name: string): string {
  const part = partOf(tree, name);
  return isValue(part) && part !== null ? String(part) : "";
}

/** Parts of a tree that are no plain values. */
export function branchesOf(tree: Tree): (readonly [string, Tree])[] {
  return isValue(tree) || isList(tree)
    ? []
    : Object.entries(tree).filter(([, part]) => !isValue(part));
}

/** The plain values of a tree's first level. */
export function valuesOf(tree: Tree): (readonly [string, Value])[] {
  if (isValue(tree) || isList(tree)) {
    return [];
  }
  return Object.entries(tree).flatMap(([name, part]) =>
    isValue(part) ? [[name, part] as const] : [],
  );
}

/** Rows of a table: the plain values of each, those one level deeper included under their own names. */
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

/** Columns of a table in the order in which they come up. */
export function columnsOf(rows: readonly Readonly<Record<string, Value>>[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** Every value of a tree by its path: system.switches, threads.producer.runs. */
export function flatten(tree: Tree, path = ""): (readonly [string, Value])[] {
  if (isValue(tree)) {
    return [[path, tree]];
  }
  const parts = isList(tree)
    ? tree.map((part, place) => [nameOf(part) ?? String(place), part] as const)
    : Object.entries(tree);
  return parts.flatMap(([name, part]) => flatten(part, path === "" ? name : `${path}.${name}`));
}

/** What a row of a list is called. */
function nameOf(tree: Tree): string | null {
  if (isValue(tree) || isList(tree)) {
    return null;
  }
  const name = tree["name"] ?? tree["thread"] ?? tree["event"];
  return typeof name === "string" ? name : null;
}

export function toCsv(rows: readonly (readonly Value[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** What a spreadsheet takes for a formula, and a number, which it may compute (tools/src/limen/cells.py). */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/u;

function cell(value: Value): string {
  const shown = value === null ? "" : String(value);
  const text = FORMULA.test(shown) && !NUMBER.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One number of two traces, and the second as a multiple of the first. */
export interface Compared {
  readonly path: string;
  readonly one: Value;
  readonly other: Value;
  /** null: they are no numbers, or the second is 0. */
  readonly ratio: number | null;
}

/** All numbers that either of two statistics has. */
export function compare(one: Tree, other: Tree): Compared[] {
  const [left, right] = [new Map(flatten(one)), new Map(flatten(other))];
  const paths = [...new Set([...left.keys(), ...right.keys()])];
  return paths.map((path) => {
    const [a, b] = [left.get(path) ?? null, right.get(path) ?? null];
    const isNumber = typeof a === "number" && typeof b === "number" && b !== 0;
    return { path, one: a, other: b, ratio: isNumber ? a / b : null };
  });
}

/** Ranges of equal width, one beside the other. */
export interface Bins {
  readonly least: number;
  readonly width: number;
  readonly length: number;
}

/** Values counted in bins. */
export interface Histogram extends Bins {
  readonly counts: readonly number[];
}

/** The bin of a value; the greatest value belongs to the last one. */
export function placeInBins({ least, width, length }: Bins, value: number): number {
  return width === 0 ? 0 : Math.min(Math.floor((value - least) / width), length - 1);
}

export function histogram(values: readonly number[], length: number): Histogram {
  const least = values.reduce((one, other) => Math.min(one, other), Infinity);
  const greatest = values.reduce((one, other) => Math.max(one, other), -Infinity);
  if (values.length === 0 || greatest === least) {
    const only = values.length === 0 ? 0 : least;
    return { least: only, width: 0, length: 1, counts: [values.length] };
  }
  const bins = { least, width: (greatest - least) / length, length };
  const counts = new Array<number>(length).fill(0);
  for (const value of values) {
    const bin = placeInBins(bins, value);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { ...bins, counts };
}

/** Numbers that say something side by side: no names, no numbers of events. */
export function isProportion({ path, one, other }: Compared): boolean {
  const isNumber = typeof one === "number" || typeof other === "number";
  return (
    isNumber &&
    !/(?:^|\.)(?:first|last|begin|end|id|event|stack_event|clock_hz|object)$/u.test(path)
  );
}
