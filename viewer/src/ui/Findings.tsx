// SPDX-License-Identifier: Apache-2.0
// The list of findings. Each one is a sentence, and a click shows its place.
import type { VNode } from "preact";
import type { Finding } from "../model";
import { showFinding } from "./finding-steps";
import { both } from "./format";
import { Icon } from "./Icon";
import type { Pane } from "./state";

export function Findings({ pane }: { readonly pane: Pane }): VNode {
  const { trace } = pane.opened.value;
  const findings = trace.queries.findings();
  if (findings.length === 0) {
    return <p class="empty">Nothing stands out in this trace.</p>;
  }
  return (
    <>
      <p class="quiet">
        <kbd>X</kbd> goes to the next one, <kbd>⇧ X</kbd> to the previous one.
      </p>
      <ol class="findings" data-testid="findings">
        {findings.map((finding, place) => (
          <li key={place}>
            <One pane={pane} finding={finding} place={place} />
          </li>
        ))}
      </ol>
    </>
  );
}

interface OneProps {
  readonly pane: Pane;
  readonly finding: Finding;
  readonly place: number;
}

const SEVERITIES: Readonly<Record<Finding["severity"], string>> = {
  error: "Error",
  warning: "Warning",
  note: "Note",
};

function One({ pane, finding, place }: OneProps): VNode {
  const { trace } = pane.opened.value;
  const { severity, sentence, begin } = finding;
  return (
    <button
      type="button"
      class={`finding is-${severity}`}
      aria-current={pane.finding.value === place ? "true" : undefined}
      title={`Show it, at ${both(begin, trace.clockHz)}`}
      onClick={() => showFinding(pane, place)}
    >
      <span class="severity" title={SEVERITIES[severity]}>
        {severity === "note" ? <Icon name="note" /> : <Icon name="warning" />}
        <span class="heard">{SEVERITIES[severity]}: </span>
      </span>
      <span>{sentence}</span>
    </button>
  );
}
