// SPDX-License-Identifier: Apache-2.0
// Horizontal bars: the execution profile, frequent services, stack usage.
import type { ComponentChildren, VNode } from "preact";

export interface Bar {
  readonly key: string;
  readonly name: ComponentChildren;
  /** A fraction of the available width, 0 .. 1. */
  readonly length: number;
  readonly colour: string;
  readonly text: string;
  readonly title: string;
}

export function Bars({ bars }: { readonly bars: readonly Bar[] }): VNode {
  return (
    <div class="bars">
      {bars.map(({ key, name, length, colour, text, title }) => (
        <div class="bar-line" key={key} title={title}>
          <span class="bar-name">{name}</span>
          <span class="bar-room">
            <span class="bar-fill" style={{ width: `${length * 100}%`, background: colour }} />
          </span>
          <span class="bar-value">{text}</span>
        </div>
      ))}
    </div>
  );
}
