// SPDX-License-Identifier: Apache-2.0
// Shares as bars: execution profile, popular services, use of stacks.
import type { ComponentChildren, VNode } from "preact";

export interface Bar {
  readonly key: string;
  readonly name: ComponentChildren;
  /** 0 .. 1 of the room. */
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
