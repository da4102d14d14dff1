// SPDX-License-Identifier: Apache-2.0
// Columns that grow: rows of whole numbers, appended one at a time without an object for each.

export class Rows {
  /** One entry a row and column, row by row. */
  private cells: Int32Array;
  count = 0;

  constructor(readonly width: number) {
    this.cells = new Int32Array(width * 1024);
  }

  /** Place of a new row, filled with zeros; cells are set with `set`. */
  add(): number {
    const need = (this.count + 1) * this.width;
    if (need > this.cells.length) {
      const larger = new Int32Array(this.cells.length * 2);
      larger.set(this.cells);
      this.cells = larger;
    }
    return this.count++;
  }

  set(row: number, column: number, value: number): void {
    this.cells[row * this.width + column] = value;
  }

  get(row: number, column: number): number {
    return this.cells[row * this.width + column]!;
  }

  int32(column: number): Int32Array {
    return this.copy(column, new Int32Array(this.count));
  }

  int16(column: number): Int16Array {
    return this.copy(column, new Int16Array(this.count));
  }

  uint8(column: number): Uint8Array {
    return this.copy(column, new Uint8Array(this.count));
  }

  private copy<Column extends Int32Array | Int16Array | Uint8Array>(
    column: number,
    out: Column,
  ): Column {
    const { cells, width } = this;
    for (let row = 0, at = column; row < this.count; row++, at += width) {
      out[row] = cells[at]!;
    }
    return out;
  }
}

/** Rows by the number in one of their columns: those of number n are rows[start[n] .. start[n + 1]]. */
export interface Buckets {
  readonly start: Int32Array;
  readonly rows: Int32Array;
}

/** Sort rows by a number 0 <= n < size, keeping their order; others are left out. O(rows + size). */
export function bucket(numbers: ArrayLike<number>, count: number, size: number): Buckets {
  const start = new Int32Array(size + 1);
  for (let row = 0; row < count; row++) {
    const number = numbers[row]!;
    if (number >= 0 && number < size) {
      start[number + 1]!++;
    }
  }
  for (let number = 0; number < size; number++) {
    start[number + 1]! += start[number]!;
  }
  const next = start.slice();
  const rows = new Int32Array(start[size]!);
  for (let row = 0; row < count; row++) {
    const number = numbers[row]!;
    if (number >= 0 && number < size) {
      rows[next[number]!++] = row;
    }
  }
  return { start, rows };
}
