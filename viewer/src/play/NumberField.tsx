// SPDX-License-Identifier: Apache-2.0
// A field for a whole number within limits. It ignores a number outside of them.
import type { VNode } from "preact";

interface Props {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly isFixed?: boolean;
  readonly set: (value: number) => void;
}

export function NumberField({ label, value, min, max, isFixed = false, set }: Props): VNode {
  return (
    <input
      type="number"
      class="play-number"
      aria-label={label}
      value={value}
      min={min}
      max={max}
      step={1}
      disabled={isFixed}
      onChange={(event) => {
        const typed = Number(event.currentTarget.value);
        const isTaken = Number.isInteger(typed) && typed >= min && typed <= max;
        if (isTaken && event.currentTarget.value !== "") {
          set(typed);
        }
        event.currentTarget.value = String(isTaken ? typed : value);
      }}
    />
  );
}
