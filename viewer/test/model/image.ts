// SPDX-License-Identifier: Apache-2.0
// Writes trace images of Limen record by record, in the format of spec/trace-format.md.

export interface ImageObject {
  readonly kind: number;
  readonly name: string;
  readonly priority?: number;
  readonly threshold?: number;
  readonly size?: number;
}

export interface ImageOptions {
  readonly capacity: number;
  readonly objects: readonly ImageObject[];
  readonly clockHz?: number;
  readonly isLittle?: boolean;
  readonly flags?: number;
  readonly levels?: number;
}

export interface ImageRecord {
  readonly time: number;
  readonly event: number;
  readonly depth?: number;
  readonly thread?: number;
  readonly object?: number;
  readonly a?: number;
  readonly b?: number;
}

const TWO_32 = 2 ** 32;

/** A ring of records in memory. New records overwrite the oldest ones. */
export class Image {
  readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly isLittle: boolean;
  private readonly begin: number;
  private next: number;
  private wraps = 0;
  written = 0;

  constructor(options: ImageOptions) {
    const { capacity, objects } = options;
    this.isLittle = options.isLittle ?? true;
    this.begin = 64 + objects.length * 32;
    this.next = this.begin;
    this.bytes = new Uint8Array(this.begin + capacity * 16);
    this.view = new DataView(this.bytes.buffer);
    this.header(options);
    objects.forEach((object, place) => this.object(object, place));
  }

  private header({ capacity, objects, clockHz, flags, levels }: ImageOptions): void {
    this.u32(0, 0x4e4d494c);
    [1, 64, 32, 16].forEach((value, place) => this.u16(4 + 2 * place, value));
    [clockHz ?? 1_000_000, objects.length, objects.length, capacity].forEach((value, place) =>
      this.u32(12 + 4 * place, value),
    );
    this.u32(28, this.next);
    this.u16(40, levels ?? 32);
    this.u16(42, flags ?? 0);
  }

  private object({ kind, name, priority, threshold, size }: ImageObject, place: number): void {
    const at = 64 + place * 32;
    [place + 1, kind, priority ?? 0, threshold ?? 0].forEach((value, index) =>
      this.u16(at + 2 * index, value),
    );
    this.u32(at + 8, size ?? 0);
    this.bytes.set(new TextEncoder().encode(name).subarray(0, 20), at + 12);
  }

  u16(at: number, value: number): void {
    this.view.setUint16(at, value, this.isLittle);
  }

  u32(at: number, value: number): void {
    this.view.setUint32(at, value % TWO_32, this.isLittle);
  }

  /** b: any 32-bit number. */
  write(
    time: number,
    event: number,
    depth: number,
    thread: number,
    object: number,
    a: number,
    b: number,
  ): void {
    if (this.next === this.bytes.length) {
      this.next = this.begin;
      this.wraps++;
    }
    const at = this.next;
    this.u32(at, time);
    this.bytes[at + 4] = event;
    this.bytes[at + 5] = depth;
    this.u16(at + 6, thread);
    this.u16(at + 8, object);
    this.u16(at + 10, a);
    this.u32(at + 12, b);
    this.next += 16;
    this.written++;
    this.u32(28, this.next);
    this.u32(32, this.wraps);
    this.u32(36, Math.floor(time / TWO_32));
    this.u32(44, time);
  }

  record({ time, event, depth = 0, thread = 0, object = 0, a = 0, b = 0 }: ImageRecord): void {
    this.write(time, event, depth, thread, object, a, b);
  }
}

/** An image with exactly these records. */
export function imageOf(
  objects: readonly ImageObject[],
  records: readonly ImageRecord[],
  options: Partial<ImageOptions> = {},
): Uint8Array {
  const image = new Image({ capacity: Math.max(records.length, 1), ...options, objects });
  records.forEach((record) => image.record(record));
  return image.bytes;
}
