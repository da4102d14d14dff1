// SPDX-License-Identifier: Apache-2.0
// The list of findings. Each one is a sentence, and a click shows its place.
import type { VNode } from "preact";
import type { Finding } from "../model";
import { hasRemedy, tryRemedy } from "../play/remedy";
import { system } from "../play/state";
import { openTab } from "./actions";
import { showFinding } from "./finding-steps";
import { both, plural } from "./format";
import { Icon } from "./Icon";
import { Notes } from "./Notes";
import type { Pane } from "./state";

export function Findings({ pane }: { readonly pane: Pane }): VNode {
  const { trace, isSketch } = pane.opened.value;
  const findings = trace.queries.findings();
  const hasRemedies = system.value === null && !isSketch; // the system is read from the analysis
  return (
    <>
      <ol class="findings" data-testid="findings">
        {findings.map((finding, place) => (
          <li key={place}>
            <One pane={pane} finding={finding} place={place} />
            {hasRemedies && hasRemedy(finding) && <Remedy pane={pane} />}
            {finding.no_remedy !== null && (
              <p class="quiet remedy">There is no remedy to try: {finding.no_remedy}.</p>
            )}
          </li>
        ))}
      </ol>
      <p class="quiet">
        <kbd>X</kbd> goes to the next one, <kbd>⇧ X</kbd> to the previous one.
      </p>
      <Notes pane={pane} />
    </>
  );
}

/** The number of findings in the top bar, which leads to them. */
export function FindingsButton({ pane }: { readonly pane: Pane }): VNode | null {
  const { trace, isSketch } = pane.opened.value;
  const findings = trace.queries.findings();
  if (isSketch && findings.length === 0) {
    return null; // they are not known yet
  }
  const worst = findings[0]?.severity ?? "note";
  const count = findings.filter(({ severity }) => severity === worst).length;
  const text = worst === "note" ? "no error" : plural(count, worst);
  return (
    <button
      type="button"
      class={`finding-count is-${worst}`}
      title={`${findings[0]?.sentence ?? ""} (6)`}
      aria-label={`Findings: ${text}`}
      onClick={() => openTab("findings")}
    >
      <Icon name={worst === "note" ? "check" : "warning"} />
      <span>{text}</span>
    </button>
  );
}

/** Links a finding to the page where the system can be changed. */
function Remedy({ pane }: { readonly pane: Pane }): VNode {
  return (
    <button
      type="button"
      class="remedy"
      title="The threads of this trace, run again by the kernel, with changes that the analysis proves"
      onClick={() => void tryRemedy(pane)}
    >
      Try a remedy
    </button>
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
        <Icon name={iconOf(finding)} />
        <span class="heard">{SEVERITIES[severity]}: </span>
      </span>
      <span>{sentence}</span>
    </button>
  );
}

function iconOf({ kind, severity }: Finding): "check" | "note" | "warning" {
  return kind === "summary" ? "check" : severity === "note" ? "note" : "warning";
}
