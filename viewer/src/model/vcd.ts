// SPDX-License-Identifier: Apache-2.0
// Recordings of signals in the format VCD (IEEE 1364, 18.2), on the time base of a trace: their
// times begin when the target's clock does. Whatever a file holds, it is read or refused with the
// line that is wrong.
import { TraceError } from "./error";
import { printable } from "./text";

/** How a signal changed. */
export interface Wire {
  readonly name: string;
  /** Ticks since the oldest event of the trace, rising; the value changes at each. */
  readonly time: Float64Array;
  /** Of each change; NaN: not known (x or z). */
  readonly value: Float64Array;
}

/** What a recording needs of the trace that it belongs to. */
export interface Clock {
  readonly clockHz: number | null;
  readonly zero: bigint;
}

const REMEDY = "record it again, as VCD";
const WIRES_MAX = 512;
const SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  ms: 1e3,
  us: 1e6,
  ns: 1e9,
  ps: 1e12,
  fs: 1e15,
};

interface Changes {
  readonly name: string;
  readonly time: number[];
  readonly value: number[];
}

/** Read a recording. O(length). Throws TraceError; `place` is what messages call it. */
export function readVcd(text: string, clock: Clock, place: string): Wire[] {
  if (clock.clockHz === null) {
    const problem =
      "the trace does not contain its clock rate, so signals cannot be aligned with it";
    throw new TraceError(place, problem, "open it with a trace of Limen");
  }
  return new Reader(text, clock.clockHz, Number(clock.zero), place).run();
}

class Reader {
  private readonly words = /\S+/g;
  private at = 0;
  /** Units of the file's time in a second; 0: not told yet. */
  private scale = 0;
  /** Time of the file, and in ticks since the oldest event. */
  private told = 0;
  private now: number;
  private isDeclared = false;
  private readonly byCode = new Map<string, Changes>();
  private readonly wires: Changes[] = [];
  private readonly names = new Set<string>();
  private readonly scopes: string[] = [];

  constructor(
    private readonly text: string,
    private readonly clockHz: number,
    private readonly zero: number,
    private readonly place: string,
  ) {
    this.now = -zero;
  }

  run(): Wire[] {
    for (let word = this.next(); word !== null; word = this.next()) {
      this.take(word);
    }
    if (!this.isDeclared) {
      throw this.error("it ends before $enddefinitions");
    }
    if (this.wires.length === 0) {
      throw new TraceError(this.place, "it has no signal", REMEDY);
    }
    return this.wires.map(({ name, time, value }) => ({
      name,
      time: Float64Array.from(time),
      value: Float64Array.from(value),
    }));
  }

  private next(): string | null {
    const found = this.words.exec(this.text);
    this.at = found === null ? this.text.length : found.index;
    return found === null ? null : found[0];
  }

  private error(problem: string, remedy = REMEDY): TraceError {
    const line = this.text.slice(0, this.at).split("\n").length;
    return new TraceError(`${this.place}: line ${line}`, `it is not VCD: ${problem}`, remedy);
  }

  private take(word: string): void {
    const first = word[0]!;
    if (first === "$") {
      this.declare(word);
    } else if (!this.isDeclared) {
      throw this.error(`${shown(word)} is not a declaration`);
    } else if (first === "#") {
      this.advance(word.slice(1));
    } else if ("01xXzZ".includes(first)) {
      this.change(word.slice(1), scalar(first));
    } else if ("bBrRsS".includes(first)) {
      this.change(this.next() ?? "", number(word));
    } else {
      throw this.error(`${shown(word)} is neither a time nor a change`);
    }
  }

  /** Words up to $end. */
  private body(): string[] {
    const words: string[] = [];
    for (let word = this.next(); word !== "$end"; word = this.next()) {
      if (word === null) {
        throw this.error("a declaration has no $end");
      }
      if (words.length < 16) {
        words.push(word);
      }
    }
    return words;
  }

  private declare(word: string): void {
    switch (word) {
      case "$end":
      case "$dumpvars":
      case "$dumpall":
      case "$dumpon":
      case "$dumpoff":
        break;
      case "$timescale":
        this.setScale(this.body().join(""));
        break;
      case "$scope":
        this.scopes.push(this.body()[1] ?? "");
        break;
      case "$upscope":
        this.body();
        this.scopes.pop();
        break;
      case "$var":
        this.addWire(this.body());
        break;
      case "$enddefinitions":
        this.body();
        this.isDeclared = true;
        break;
      default:
        this.body();
    }
  }

  private setScale(told: string): void {
    const [, magnitude, unit] = /^(1|10|100)([munpf]?s)$/.exec(told) ?? [];
    const units = SECONDS[unit ?? ""];
    if (magnitude === undefined || units === undefined) {
      throw this.error(
        `${shown(told)} is not a timescale`,
        "write 1, 10 or 100 of s, ms, us, ns, ps or fs",
      );
    }
    this.scale = units / Number(magnitude);
  }

  private addWire([, , code, reference]: readonly string[]): void {
    if (code === undefined || reference === undefined) {
      throw this.error("a signal has no name");
    }
    if (this.wires.length >= WIRES_MAX) {
      throw this.error(`it has more than ${WIRES_MAX} signals`, "record fewer");
    }
    const known = this.byCode.get(code);
    const short = printable(reference);
    const name = this.names.has(short) ? [...this.scopes.map(printable), short].join(".") : short;
    this.names.add(name);
    const wire: Changes = { name, time: known?.time ?? [], value: known?.value ?? [] };
    this.wires.push(wire);
    this.byCode.set(code, known ?? wire);
  }

  private advance(told: string): void {
    if (this.scale === 0) {
      throw this.error("there is no timescale before its first time");
    }
    const time = /^\d+$/.test(told) ? Number(told) : NaN;
    if (!Number.isSafeInteger(time) || time < this.told) {
      throw this.error(`time ${shown(told)} is before the previous one, or out of range`);
    }
    this.told = time;
    this.now = Math.round((time / this.scale) * this.clockHz) - this.zero;
  }

  private change(code: string, value: number): void {
    const wire = this.byCode.get(code);
    if (wire === undefined) {
      throw this.error(`no signal ${shown(code)} is declared`);
    }
    const { time, value: values } = wire;
    const { now } = this;
    if (time[time.length - 1] === now) {
      time.pop();
      values.pop();
    }
    if (!Object.is(values[values.length - 1], value)) {
      time.push(now);
      values.push(value);
    }
  }
}

function scalar(level: string): number {
  return level === "0" ? 0 : level === "1" ? 1 : NaN;
}

/** A number of several bits, or a real one; anything else is not known. */
function number(word: string): number {
  const digits = word.slice(1);
  if (word[0] === "b" || word[0] === "B") {
    return /^[01]{1,1024}$/.test(digits) ? Number(`0b${digits}`) : NaN;
  }
  return digits === "" ? NaN : Number(digits);
}

/** A piece of a file, as short as a message wants it. */
function shown(word: string): string {
  return printable(word.length > 24 ? `${word.slice(0, 24)}…` : word);
}
