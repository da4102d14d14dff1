// SPDX-License-Identifier: Apache-2.0
// The row of a wire: a wave if it is 0 and 1, else its values as steps.
import type { Frame } from "../frame";
import { across, greatest, signalEnvelope } from "../frame";
import type { Placed } from "../layout";
import { memo } from "../memo";
import type { Signal } from "../types";
import { area, stepLine } from "./chart";

/** Least and greatest value; a wave has its line at the bottom and at the top. */
export function signalSpan(signal: Signal): readonly [number, number] {
  const least = memo(signal, "least", "", () =>
    signal.value.reduce((low, next) => Math.min(low, next), 0),
  );
  return [least, Math.max(greatest(signal.value), least + 1)];
}

export function signalGround(frame: Frame, placed: Placed): void {
  const signal = frame.scene.signals[placed.row.place];
  if (signal === undefined || signal.time.length === 0) {
    return;
  }
  const box = across(frame, placed.top + 5, placed.height - 10);
  const envelope = signalEnvelope(frame, signal.time, signal.value);
  const span = signalSpan(signal);
  area(frame, box, envelope, span, frame.theme.accent, 0.12);
  stepLine(frame, box, envelope, span, frame.theme.accent, 1.5);
}
