// SPDX-License-Identifier: Apache-2.0
// Facts and warnings about the file.
import type { VNode } from "preact";
import { Line } from "./Details";
import { both, count } from "./format";
import { Icon } from "./Icon";
import { setClock } from "./show-trace";
import type { Pane } from "./state";

/** Facts that the list already shows in another form: clock rate, lost events, length. */
const SAID_ABOVE = ["clock hz", "lost", "begin", "end", "ticks", "raw events", "object count"];
const TRUTHS: Readonly<Record<string, string>> = { True: "yes", False: "no", None: "none" };

export function Information({ pane }: { readonly pane: Pane }): VNode {
  const { trace, name } = pane.opened.value;
  const length = trace.time[trace.count - 1] ?? 0;
  const facts: (readonly [string, string])[] = [
    ["file", name],
    ["origin", trace.origin === "limen" ? "Limen" : "ThreadX"],
    ["events", count(trace.count)],
    ["lost events", trace.lost === null ? "some; their number is not known" : count(trace.lost)],
    ["length", both(length, trace.clockHz)],
    [
      "clock",
      trace.clockHz === null ? "not known: times are in ticks" : `${count(trace.clockHz)} Hz`,
    ],
    ["cores", count(trace.cores)],
    ["threads", count(trace.lanes.length - 1)],
  ];
  const known = new Set([...facts.map(([fact]) => fact), ...SAID_ABOVE]);
  const more = trace.facts
    .map(([fact, value]) => [fact.toLowerCase().replaceAll("_", " "), value] as const)
    .filter(([fact]) => !known.has(fact));
  return (
    <div data-testid="information">
      {trace.warnings.length > 0 && (
        <ul class="warnings">
          {trace.warnings.map((warning) => (
            <li key={warning}>
              <Icon name="warning" /> {warning}
            </li>
          ))}
        </ul>
      )}
      {trace.origin === "threadx" && <Clock pane={pane} />}
      <dl class="fields">
        {[...facts, ...more].map(([fact, value]) => (
          <Line key={fact} name={fact}>
            {TRUTHS[value] ?? value}
          </Line>
        ))}
      </dl>
    </div>
  );
}

/** A trace of ThreadX does not have its clock rate. */
function Clock({ pane }: { readonly pane: Pane }): VNode {
  const set = (text: string): void => {
    const rate = Math.floor(Number(text));
    setClock(pane, rate >= 1 && rate < 2 ** 32 ? rate : null);
  };
  return (
    <label class="line">
      clock rate in Hz
      <input
        type="number"
        min={1}
        data-testid="clock-rate"
        value={pane.opened.value.trace.clockHz ?? ""}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
}
