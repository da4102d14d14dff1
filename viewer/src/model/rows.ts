// SPDX-License-Identifier: Apache-2.0
// Tables of the analysis as objects with an array for each column. tables.ts has their names.
import type { Columns } from "./columns";
import { TABLES } from "./tables";

/** How the page stores a column. Instants are ticks since the oldest event. */
const ARRAYS = {
  u8: Uint8Array,
  i16: Int16Array,
  u16: Uint16Array,
  i32: Int32Array,
  ticks: Float64Array,
  instant: Float64Array,
} as const;

type Kind = keyof typeof ARRAYS;
type ArrayOf<Stored> = Stored extends Kind ? InstanceType<(typeof ARRAYS)[Stored]> : never;
export type TableName = keyof typeof TABLES;

export type Rows<Name extends TableName> = { readonly count: number } & {
  readonly [Column in keyof (typeof TABLES)[Name]]: ArrayOf<(typeof TABLES)[Name][Column]>;
};

function columnsOf(table: TableName): [string, Kind][] {
  return Object.entries<Kind>(TABLES[table]);
}

/** The name in the engine, in statistics and in SQL of a table or column: start_latency. */
export function engineName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * A table of the engine, without a copy. Its ticks are copied at the first access: the engine
 * stores them in fewer bytes.
 */
export function tableOf<Name extends TableName>(
  columns: Columns,
  table: Name,
  zero: bigint,
): Rows<Name> {
  const rows: Record<string, unknown> = {};
  for (const [column, kind] of columnsOf(table)) {
    const name = engineName(column);
    const view = `view_${engineName(table)}`;
    const owner = columns.has(view, name) ? view : engineName(table);
    if (kind === "ticks" || kind === "instant") {
      const get = (): Float64Array => {
        const value = columns.less(owner, name, kind === "instant" ? zero : 0n);
        Object.defineProperty(rows, column, { value });
        return value;
      };
      Object.defineProperty(rows, column, { get, configurable: true, enumerable: true });
    } else {
      const value = columns.find<InstanceType<(typeof ARRAYS)[typeof kind]>>(
        ARRAYS[kind],
        owner,
        name,
      );
      rows[column] = value;
      rows["count"] = value.length;
    }
  }
  return rows as Rows<Name>;
}

/** A table without rows. */
export function emptyTable<Name extends TableName>(table: Name): Rows<Name> {
  const columns = columnsOf(table).map(([column, kind]) => [column, new ARRAYS[kind](0)]);
  return { count: 0, ...Object.fromEntries(columns) } as Rows<Name>;
}
