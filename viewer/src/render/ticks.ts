// SPDX-License-Identifier: Apache-2.0
// Round numbers for the ruler, and formatted times.

export interface Unit {
  readonly name: string;
  readonly seconds: number;
}

const UNITS: readonly Unit[] = [
  { name: "ns", seconds: 1e-9 },
  { name: "µs", seconds: 1e-6 },
  { name: "ms", seconds: 1e-3 },
  { name: "s", seconds: 1 },
];

/** The least of 1, 2, 5, 10, 20 ... that is not less than `least`. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  for (const factor of [1, 2, 5, 10]) {
    // The comparison tolerates rounding errors.
    if (factor * power >= least * (1 - 1e-9)) {
      return factor * power;
    }
  }
  return 10 * power;
}

/** Formats a number with its digits in groups. */
export function grouped(value: number, decimals = 0): string {
  const [integer, part] = Math.abs(value).toFixed(Math.min(decimals, 20)).split(".");
  const groups = (integer ?? "").replace(/\B(?=(\d{3})+$)/g, ",");
  const sign = value < 0 && Number(value.toFixed(Math.min(decimals, 20))) !== 0 ? "-" : "";
  return part === undefined ? `${sign}${groups}` : `${sign}${groups}.${part}`;
}

/** The largest unit of which a duration contains at least one; ns for shorter durations. */
export function unitOf(seconds: number): Unit {
  const fitting = UNITS.filter((unit) => Math.abs(seconds) >= unit.seconds * (1 - 1e-9));
  return fitting[fitting.length - 1] ?? { name: "ns", seconds: 1e-9 };
}

/**
 * Formats a duration with four significant digits: 12.34 ms; 12 ms is exact, 12.00 ms is rounded.
 */
export function duration(seconds: number): string {
  if (seconds === 0) {
    return "0 s";
  }
  // Rounds first: 999.96 µs becomes 1.000 ms.
  const rounded = Math.abs(seconds) < 1000 ? Number(seconds.toPrecision(4)) : seconds;
  const unit = unitOf(rounded);
  const value = rounded / unit.seconds;
  const digits = Math.max(Math.floor(Math.log10(Math.abs(value)) + 1e-9), 0);
  const text = grouped(value, Math.max(3 - digits, 0));
  const isExact = Math.abs(rounded / seconds - 1) < 1e-12;
  return `${isExact && text.includes(".") ? text.replace(/\.?0+$/, "") : text} ${unit.name}`;
}

/** Decimals that the least duration of a column can need. */
const DECIMALS_MOST = 6;

/**
 * Formats the durations of a column with one unit and one number of decimals: that of the greatest
 * with four significant digits, or more for the first digit of the least that is not 0.
 */
export function durationsOf(seconds: readonly number[]): (one: number) => string {
  const lengths = seconds.filter((one) => one > 0);
  const greatest = lengths.reduce((one, other) => Math.max(one, other), 0);
  const least = lengths.reduce((one, other) => Math.min(one, other), greatest);
  const unit = unitOf(Number(greatest.toPrecision(4)));
  const places = (value: number): number => -Math.floor(Math.log10(value / unit.seconds) + 1e-9);
  const most = Math.min(Math.max(places(greatest) + 3, places(least), 0), DECIMALS_MOST);
  const fits = (decimals: number): boolean =>
    lengths.every((one) => {
      const value = (one / unit.seconds) * 10 ** decimals;
      return Math.abs(value - Math.round(value)) <= 1e-9 * value;
    });
  let decimals = 0;
  while (decimals < most && !fits(decimals)) {
    decimals++;
  }
  return (one) => `${grouped(one / unit.seconds, decimals)} ${unit.name}`;
}

/** Ticks and, if the clock rate is known, the time. */
export function ticksAndTime(ticks: number, clockHz: number | null): string {
  const counted = `${grouped(Math.round(ticks))} ${Math.round(ticks) === 1 ? "tick" : "ticks"}`;
  return clockHz === null ? counted : `${duration(ticks / clockHz)} (${counted})`;
}

/** An instant on a ruler, both in seconds. The step determines its unit. */
export function moment(seconds: number, step: number): string {
  const unit = unitOf(step);
  const decimals = Math.max(Math.ceil(-Math.log10(step / unit.seconds) - 1e-9), 0);
  return `${grouped(seconds / unit.seconds, decimals)} ${unit.name}`;
}

/** A tick as a time with so many decimals that adjacent ticks differ. */
export function exactTime(tick: number, clockHz: number): string {
  const least = UNITS[1] as Unit;
  const unit = [...UNITS].reverse().find(({ seconds }) => tick / clockHz >= seconds) ?? least;
  const decimals = Math.ceil(Math.log10(clockHz * unit.seconds) - 1e-9);
  return `${grouped(tick / clockHz / unit.seconds, Math.min(Math.max(decimals, 0), 9))} ${unit.name}`;
}
