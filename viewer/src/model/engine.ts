// SPDX-License-Identifier: Apache-2.0
// The engine for traces (engine/wasm/trace.cpp), a WebAssembly module. Each instance holds one
// trace, and its whole state is in its memory: a copy of the memory, for example from a worker,
// continues where the original stopped.
import { TraceError } from "./error";
import type { TraceProblem } from "./error";

/**
 * Exported functions take numbers and addresses. A function whose result is a text stores it at
 * text_data() and returns nothing.
 */
interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  allocate(bytes: number): number;
  release(address: number): void;
  text_data(): number;
  text_size(): number;
  open(bytes: number, size: number, name: number, nameSize: number, wrap: number): number;
  begin(): number;
  analyse(): void;
  complete(): void;
  event_count(): number;
  define(text: number, size: number): number;
  signals(text: number, size: number): number;
  set_clock(hz: number): void;
  columns(): void;
  about(): void;
  words(event: number): void;
  details(event: number): void;
  fields(event: number): void;
  raw_words(event: number): void;
  why(place: number): void;
  needle(text: number, size: number): number;
  says(event: number, needle: number): number;
  begin_count(first: number, last: number): number;
  count_on(counting: number): number;
  end_count(counting: number): void;
  findings(): void;
  observed(): void;
  digest(): void;
  changes(text: number, size: number): number;
  meanwhile(begin: number, end: number): void;
}

/** An exported function whose result is a text. */
export type Question =
  | "columns"
  | "about"
  | "words"
  | "details"
  | "fields"
  | "raw_words"
  | "why"
  | "findings"
  | "observed"
  | "digest"
  | "meanwhile";

export interface ReadOptions {
  /** The tick after which a ThreadX clock restarts, if its mask does not say. */
  readonly wrap?: number;
  /** The text of a .trxc file, which names the events of a ThreadX program. */
  readonly definitions?: string;
  /** The clock rate of a ThreadX trace, whose file does not have it. */
  readonly clockHz?: number;
}

const PAGE_BYTES = 1 << 16;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Engine {
  private readonly exports: Exports;
  /** Called after the memory has moved, which detaches all typed arrays over it. */
  onMoved: () => void = () => undefined;
  private buffer: ArrayBuffer;

  constructor(instance: WebAssembly.Instance) {
    this.exports = instance.exports as unknown as Exports;
    this.exports._initialize();
    this.buffer = this.exports.memory.buffer;
  }

  static async start(module: WebAssembly.Module): Promise<Engine> {
    return new Engine(await WebAssembly.instantiate(module, {}));
  }

  /** The memory of the instance, which is its whole state. */
  get memory(): ArrayBuffer {
    return this.exports.memory.buffer;
  }

  /** Grows the memory to `bytes`, so that the caller can copy another instance's memory into it. */
  makeRoom(bytes: number): void {
    const more = bytes - this.memory.byteLength;
    if (more > 0) {
      this.exports.memory.grow(Math.ceil(more / PAGE_BYTES));
    }
    this.buffer = this.memory;
  }

  fill(at: number, bytes: Uint8Array): void {
    new Uint8Array(this.memory).set(bytes, at);
  }

  /**
   * Reads a trace file of Limen or ThreadX. O(bytes) time and memory. Returns the number of events.
   * Throws TraceError if the file is not a valid trace.
   */
  read(bytes: Uint8Array, name: string, options: ReadOptions = {}): number {
    return this.readAt(this.store(bytes), bytes.length, name, options);
  }

  /** Allocates memory for a file that fill() then writes piece by piece. Returns its address. */
  room(bytes: number): number {
    const address = this.exports.allocate(Math.max(bytes, 1));
    if (address === 0) {
      throw new RangeError("not enough memory");
    }
    return address;
  }

  /** Like read(), for a file that is in the memory already. Releases that memory. */
  readAt(file: number, bytes: number, name: string, options: ReadOptions = {}): number {
    const isRead = this.withText(name, (text, size) =>
      this.exports.open(file, bytes, text, size, options.wrap ?? 0),
    );
    this.refuse(isRead, name);
    if (options.definitions !== undefined) {
      this.define(options.definitions, "definitions");
    }
    if (options.clockHz !== undefined) {
      this.setClock(options.clockHz);
    }
    return this.exports.event_count();
  }

  /** Runs all stages of the analysis. Throws TraceError. */
  analyse(name: string): void {
    this.begin(name);
    this.find();
    this.complete();
  }

  /** Runs the first stage: which thread ran when. Throws TraceError. */
  begin(name: string): void {
    this.refuse(this.exports.begin(), name);
    this.look();
  }

  /** Runs the second stage: the findings. Requires the first one. */
  find(): void {
    this.exports.analyse();
    this.look();
  }

  /** Runs the third stage, everything else. Requires the second one. */
  complete(): void {
    this.exports.complete();
    this.look();
  }

  /** Sets the clock rate of a ThreadX trace; 0: not known. */
  setClock(hz: number): void {
    this.exports.set_clock(hz);
  }

  /** Names the events of a ThreadX program. Throws TraceError. */
  define(text: string, place: string): void {
    this.refuse(
      this.withText(text, (address, size) => this.exports.define(address, size)),
      place,
    );
    this.look();
  }

  /** Reads a recording of signals. The result is valid until the next call. Throws TraceError. */
  readSignals(recording: string, place: string): string {
    this.refuse(
      this.withText(recording, (address, size) => this.exports.signals(address, size)),
      place,
    );
    return this.text();
  }

  /** Calls an exported function and returns the text that it produced. */
  ask(question: Question, ...numbers: readonly number[]): string {
    const call = this.exports[question] as (...numbers: number[]) => void;
    call(...numbers);
    this.look();
    return this.text();
  }

  /**
   * Counts the statistics of the events first <= i < last in steps of a few milliseconds. Returns
   * them as JSON. Other statistics can be counted between two steps.
   */
  *counting(first: number, last: number): Generator<undefined, string> {
    const counting = this.exports.begin_count(first, last);
    try {
      while (this.exports.count_on(counting) === 1) {
        this.look();
        yield;
      }
      this.look();
      return this.text();
    } finally {
      this.exports.end_count(counting);
    }
  }

  /** Returns the changes since a trace whose digest is given, as JSON. */
  changes(before: string): string {
    this.withText(before, (address, size) => this.exports.changes(address, size));
    return this.text();
  }

  /** Returns a predicate: whether the details of an event contain `piece`, in lower-case ASCII. */
  finder(piece: string): (event: number) => boolean {
    const needle = this.withText(piece, (text, size) => this.exports.needle(text, size));
    return (event) => this.exports.says(event, needle) === 1;
  }

  private text(): string {
    const { text_data: data, text_size: size } = this.exports;
    return decoder.decode(new Uint8Array(this.memory, data(), size()));
  }

  private store(bytes: Uint8Array): number {
    const address = this.room(bytes.length);
    this.fill(address, bytes);
    return address;
  }

  private withText(text: string, call: (address: number, size: number) => number): number {
    const bytes = encoder.encode(text);
    const address = this.store(bytes);
    const answer = call(address, bytes.length);
    this.exports.release(address);
    this.look();
    return answer;
  }

  private refuse(isDone: number, name: string): void {
    if (isDone !== 1) {
      const { place, problem, remedy } = JSON.parse(this.text()) as TraceProblem;
      throw new TraceError(place === "" ? name : `${name}: ${place}`, problem, remedy);
    }
  }

  private look(): void {
    if (this.buffer !== this.memory) {
      this.buffer = this.memory;
      this.onMoved();
    }
  }
}
