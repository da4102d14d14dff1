// SPDX-License-Identifier: Apache-2.0
// Numbers and times as people read them.

import { duration as seconds, grouped, ticksAndTime } from "../render";

/** 1234567 with its thousands apart; what is no whole number with at most `digits` behind the point. */
export function count(value: number, digits = 0): string {
  return grouped(value, Number.isInteger(value) ? 0 : digits);
}

/** Ticks as a time, or as ticks where the clock is not known. */
export function duration(ticks: number, clockHz: number | null): string {
  return clockHz === null ? `${count(Math.round(ticks))} ticks` : seconds(ticks / clockHz);
}

/** Ticks in both ways: 176.8 µs (4 420 ticks). */
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
