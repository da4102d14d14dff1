// SPDX-License-Identifier: Apache-2.0
// Reads recordings of signals in VCD format through the engine, and converts their times to ticks
// of the trace. A recording begins when the target's clock starts.
import type { Engine } from "./engine";
import { TraceError } from "./error";

/** The changes of a signal. */
export interface Wire {
  readonly name: string;
  /** Ticks since the oldest event of the trace, ascending; the value changes at each. */
  readonly time: Float64Array;
  /** The value after each change; NaN: unknown (x or z). */
  readonly value: Float64Array;
}

/** The properties of a trace that the conversion needs. */
export interface Clock {
  readonly clockHz: number | null;
  readonly zero: bigint;
}

interface Recording {
  /** Femtoseconds per time unit of the recording. */
  readonly unit: number;
  readonly wires: readonly (readonly [name: string, time: number, value: number, count: number])[];
}

const FEMTOSECONDS = 1e15;

/** Reads a recording. O(length). `place` names the recording in errors. Throws TraceError. */
export function readVcd(engine: Engine, text: string, clock: Clock, place: string): Wire[] {
  const { clockHz } = clock;
  if (clockHz === null) {
    const problem =
      "the trace does not contain its clock rate, so signals cannot be aligned with it";
    throw new TraceError(place, problem, "open it with a trace of Limen");
  }
  const { unit, wires } = JSON.parse(engine.readSignals(text, place)) as Recording;
  const perSecond = FEMTOSECONDS / unit;
  const zero = Number(clock.zero);
  return wires.map(([name, timeAt, valueAt, count]) => {
    const changes = (at: number): Float64Array =>
      new Float64Array(engine.memory, count === 0 ? 0 : at, count);
    const time = changes(timeAt).map((units) => Math.round((units / perSecond) * clockHz) - zero);
    return { name, ...byTick(time, changes(valueAt)) };
  });
}

/** Keeps the last of several changes in one tick if it differs from the value before. */
function byTick(time: Float64Array, value: Float64Array): Omit<Wire, "name"> {
  const kept = { time: new Float64Array(time.length), value: new Float64Array(time.length) };
  let count = 0;
  time.forEach((tick, place) => {
    if (count > 0 && kept.time[count - 1] === tick) {
      count--;
    }
    if (count === 0 || !Object.is(kept.value[count - 1], value[place])) {
      kept.time[count] = tick;
      kept.value[count++] = value[place] as number;
    }
  });
  return { time: kept.time.slice(0, count), value: kept.value.slice(0, count) };
}
