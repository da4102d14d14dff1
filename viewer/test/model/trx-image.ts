// SPDX-License-Identifier: Apache-2.0
// Writes images of ThreadX's trace buffer.

export const INTERRUPT = 0xffffffff;
const MAGIC = 0x54585442n;
const BASE = 0x2000_0000n;

export interface RecorderOptions {
  readonly capacity: number;
  readonly nameSize?: number;
  readonly wordBytes?: 4 | 8;
  readonly isLittle?: boolean;
  readonly mask?: bigint;
}

export interface TrxRecord {
  readonly stamp: bigint;
  readonly context: bigint;
  readonly event: number;
  readonly priority?: number;
  readonly info?: readonly bigint[];
}

type Entry = readonly [type: number, address: bigint, name: string, p1: bigint, p2: bigint];

/** A ring that is written in the same way as by tx_trace. */
export class Recorder {
  private readonly entries: Entry[] = [];
  private readonly slots: (TrxRecord | null)[];
  private next = 0;

  constructor(private readonly options: RecorderOptions) {
    this.slots = Array.from({ length: options.capacity }, () => null);
  }

  name(type: number, address: bigint, name: string, p1 = 0n, p2 = 0n): void {
    this.entries.push([type, address, name, p1, p2]);
  }

  put(record: TrxRecord): void {
    this.slots[this.next] = record;
    this.next = (this.next + 1) % this.slots.length;
  }

  image(): Uint8Array {
    const { nameSize = 32, wordBytes = 4 } = this.options;
    const registry = 12 * wordBytes;
    const ring = registry + this.entries.length * (4 * wordBytes + nameSize);
    const bytes = new Uint8Array(ring + this.slots.length * 8 * wordBytes);
    this.header(bytes, registry, ring, nameSize);
    this.entries.forEach((entry, place) =>
      this.entry(bytes, registry + place * (4 * wordBytes + nameSize), entry),
    );
    this.slots.forEach((slot, place) => this.slot(bytes, ring + place * 8 * wordBytes, slot));
    return bytes;
  }

  private words(bytes: Uint8Array, at: number, values: readonly bigint[]): void {
    const { wordBytes = 4, isLittle = true } = this.options;
    const view = new DataView(bytes.buffer);
    values.forEach((value, place) => {
      if (wordBytes === 8) {
        view.setBigUint64(at + place * 8, value, isLittle);
      } else {
        view.setUint32(at + place * 4, Number(value & 0xffffffffn), isLittle);
      }
    });
  }

  private header(bytes: Uint8Array, registry: number, ring: number, nameSize: number): void {
    const { wordBytes = 4, isLittle = true, mask = 0xffffffffn } = this.options;
    const at = (offset: number): bigint => BASE + BigInt(offset);
    const next = at(ring + this.next * 8 * wordBytes);
    const ends = [
      at(ring),
      at(ring),
      at(bytes.length),
      next,
      0xaaaaaaaan,
      0xbbbbbbbbn,
      0xccccccccn,
    ];
    this.words(bytes, 0, [MAGIC, mask, BASE, at(registry), 0n, ...ends]);
    new DataView(bytes.buffer).setUint32(4 * wordBytes, 0);
    new DataView(bytes.buffer).setUint16(4 * wordBytes + 2, nameSize, isLittle);
  }

  private entry(bytes: Uint8Array, at: number, [type, address, name, p1, p2]: Entry): void {
    const { wordBytes = 4, nameSize = 32 } = this.options;
    bytes[at + 1] = type;
    this.words(bytes, at + wordBytes, [address, p1, p2]);
    bytes.set(new TextEncoder().encode(name).subarray(0, nameSize - 1), at + 4 * wordBytes);
  }

  private slot(bytes: Uint8Array, at: number, record: TrxRecord | null): void {
    if (record !== null) {
      const { stamp, context, event, priority = 0, info = [0n, 0n, 0n, 0n] } = record;
      this.words(bytes, at, [context, BigInt(priority), BigInt(event), stamp, ...info]);
    }
  }
}
