// SPDX-License-Identifier: Apache-2.0
// The engine's columns as typed arrays over its memory, without a copy.
import type { Engine } from "./engine";
import type { Numbers, Ticks } from "./types";

/** In the order of the enumeration Type in engine/src/trace/tables.hpp. */
const TYPES = [
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  BigInt64Array,
  BigUint64Array,
  Float64Array,
] as const;

export type Column = InstanceType<(typeof TYPES)[number]>;

type Entry = readonly [
  table: string,
  name: string,
  type: number,
  address: number,
  count: number,
  base: string,
];

export class Columns {
  private readonly columns: ReadonlyMap<string, Column>;
  /** The number to add to each value of a column. */
  private readonly bases: ReadonlyMap<string, bigint>;

  constructor(engine: Engine) {
    const entries = JSON.parse(engine.ask("columns")) as readonly Entry[];
    const { memory } = engine;
    this.bases = new Map(
      entries.map(([table, name, , , , base]) => [`${table}.${name}`, BigInt(base)]),
    );
    this.columns = new Map(
      entries.map(([table, name, type, address, count]) => {
        const make = TYPES[type] ?? Uint8Array;
        return [`${table}.${name}`, new make(memory, count === 0 ? 0 : address, count)];
      }),
    );
  }

  has(table: string, name: string): boolean {
    return this.columns.has(`${table}.${name}`);
  }

  find<Kind extends Column>(
    type: new (...numbers: never[]) => Kind,
    table: string,
    name: string,
  ): Kind {
    const column = this.columns.get(`${table}.${name}`);
    if (!(column instanceof type)) {
      throw new Error(`the engine has no column ${table}.${name} of this type`);
    }
    return column;
  }

  u8(table: string, name: string): Uint8Array {
    return this.find(Uint8Array, table, name);
  }

  i16(table: string, name: string): Int16Array {
    return this.find(Int16Array, table, name);
  }

  u16(table: string, name: string): Uint16Array {
    return this.find(Uint16Array, table, name);
  }

  i32(table: string, name: string): Int32Array {
    return this.find(Int32Array, table, name);
  }

  u32(table: string, name: string): Uint32Array {
    return this.find(Uint32Array, table, name);
  }

  /** A column of indices: 16 bits each if all of them fit, else 32. */
  places(table: string, name: string): Int16Array | Int32Array {
    const column = this.columns.get(`${table}.${name}`);
    return column instanceof Int16Array ? column : this.find(Int32Array, table, name);
  }

  /**
   * The lower 32 bits of a column of words. The engine may store indices into a table of distinct
   * words instead.
   */
  words(table: string, name: string): Numbers {
    const places = this.columns.get(`${table}.${name}`);
    const { buffer, byteOffset, length } = this.find(BigUint64Array, table, `${name}_values`);
    const halves = new Uint32Array(buffer, byteOffset, 2 * length);
    return length === 0 || places === undefined
      ? this.u32(table, name)
      : { at: (row) => halves[2 * Number(places[row])] };
  }

  /** A column of whole numbers from 0 on: 32 bits each if all of them fit, else doubles. */
  ticks(table: string, name: string): Ticks {
    const column = this.columns.get(`${table}.${name}`);
    return column instanceof Uint32Array ? column : this.find(Float64Array, table, name);
  }

  /**
   * A copy of a 64-bit column with `zero` subtracted. The engine may store the column in 32 bits.
   */
  less(table: string, name: string, zero: bigint): Float64Array {
    const column = this.columns.get(`${table}.${name}`);
    const base = this.bases.get(`${table}.${name}`) ?? 0n;
    if (column instanceof BigInt64Array) {
      return Float64Array.from(column, (value) => Number(value - zero));
    }
    const by = Number(base - zero);
    const distances = this.find(Uint32Array, table, name);
    // A loop, because from() with a function takes fifty times as long for a million rows.
    const values = new Float64Array(distances.length);
    for (let row = 0; row < values.length; row++) {
      values[row] = (distances[row] as number) + by;
    }
    return values;
  }
}
