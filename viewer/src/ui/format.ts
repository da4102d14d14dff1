// SPDX-License-Identifier: Apache-2.0
// Formats numbers and times.

import { duration as seconds, durationsOf, grouped, ticksAndTime } from "../render";

/** Groups the digits of a whole number; other numbers get at most `digits` decimals. */
export function count(value: number, digits = 0): string {
  return grouped(value, Number.isInteger(value) ? 0 : digits);
}

/** Ticks as a time, or as ticks if the clock rate is unknown. */
export function duration(ticks: number, clockHz: number | null): string {
  return clockHz === null ? `${count(Math.round(ticks))} ticks` : seconds(ticks / clockHz);
}

/** Formats the lengths of a column, in ticks, with one unit and one number of decimals. */
export function durations(
  ticks: readonly number[],
  clockHz: number | null,
): (one: number) => string {
  if (clockHz === null) {
    return (one) => duration(one, null);
  }
  const text = durationsOf(ticks.map((one) => one / clockHz));
  return (one) => text(one / clockHz);
}

/** Ticks as a time and as ticks: 176.8 µs (4 420 ticks). */
export function both(ticks: number, clockHz: number | null): string {
  return ticksAndTime(ticks, clockHz);
}

export function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 0.1) {
    return "< 0.1\u00a0%";
  }
  return `${value.toFixed(value > 0 && value < 10 ? 1 : 0)}\u00a0%`;
}

export function hex(value: number, digits = 8): string {
  return `0x${(value >>> 0).toString(16).toUpperCase().padStart(digits, "0")}`;
}

/** "1 event", "17 events". */
export function plural(number: number, word: string): string {
  return `${count(number)} ${number === 1 ? word : `${word}s`}`;
}
