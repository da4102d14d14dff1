// SPDX-License-Identifier: Apache-2.0
// Numbers and times as people read them.

const UNITS: readonly (readonly [number, string])[] = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
  [1e-9, "ns"],
];

/** 1234567 as 1,234,567; what is no whole number with at most `digits` behind the point. */
export function count(value: number, digits = 0): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

/** Seconds in the unit that suits them, with four digits: 12.35 µs. */
export function seconds(value: number): string {
  if (value === 0) {
    return "0 s";
  }
  const size = Math.abs(value);
  const [unit, name] = UNITS.find(([least]) => size >= least * 0.9995) ?? [1e-9, "ns"];
  return `${Number((value / unit).toPrecision(4))} ${name}`;
}

/** Ticks as a time, or as ticks where the clock is not known. */
export function duration(ticks: number, clockHz: number | null): string {
  return clockHz === null ? `${count(ticks, 1)} ticks` : seconds(ticks / clockHz);
}

/** Ticks and, in brackets, what they are in time: 4,420 ticks (176.8 µs). */
export function both(ticks: number, clockHz: number | null): string {
  const plain = `${count(ticks, 1)} ${Math.abs(ticks) === 1 ? "tick" : "ticks"}`;
  return clockHz === null ? plain : `${plain} (${seconds(ticks / clockHz)})`;
}

export function percent(share: number): string {
  const value = share * 100;
  const digits = value !== 0 && Math.abs(value) < 10 ? 1 : 0;
  return `${value.toFixed(digits)} %`;
}

export function hex(value: number, digits = 8): string {
  return `0x${(value >>> 0).toString(16).toUpperCase().padStart(digits, "0")}`;
}

/** "1 event", "17 events". */
export function plural(number: number, word: string): string {
  return `${count(number)} ${number === 1 ? word : `${word}s`}`;
}
