// SPDX-License-Identifier: Apache-2.0
// Shows the proposals of the analysis. Each proposal is proven before it is shown.
import type { VNode } from "preact";
import { commandOf } from "./proposals";
import type { Proposal } from "./proposals";
import { bounds, change, proposals } from "./state";
import type { System } from "./system";

export function Proposals({ system }: { readonly system: System }): VNode | null {
  const list = proposals.value;
  if (list === null) {
    return null;
  }
  return (
    <div class="play-proposals" data-testid="proposals">
      {list.length === 0 ? (
        <p>{nothing(system)}</p>
      ) : (
        <ul>
          {list.map((proposal) => (
            <One key={proposal.title} proposal={proposal} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Says why the list of proposals is empty. */
function nothing({ threads, interrupts }: System): string {
  const proven = bounds.value;
  const load = [...threads, ...interrupts].reduce(
    (sum, { work, period }) => sum + work / period,
    0,
  );
  const isMet = threads.every(
    ({ deadline }, place) => (proven?.safe[place] ?? Infinity) <= deadline,
  );
  if (isMet) {
    return "Nothing has to change: with these numbers, all deadlines are met, which is proven.";
  }
  if (load > 1) {
    const need = `the threads need ${Math.ceil(load * 100)} % of the processor`;
    const remedy =
      "A trace gives the longest executions and the least intervals: set the usual ones";
    return `Nothing can be proposed: ${need}. ${remedy} in the table.`;
  }
  return proven?.problem !== null && proven !== null
    ? `Nothing can be proposed: ${proven.problem}.`
    : "No priorities, thresholds or protocols were found with which all deadlines are met: shorten a job.";
}

function One({ proposal }: { readonly proposal: Proposal }): VNode {
  const { title, wish, assignment, closest } = proposal;
  return (
    <li>
      <button
        type="button"
        class="primary"
        aria-label={`Use: ${title}`}
        onClick={() => change(assignment.system, "")}
      >
        Use
      </button>
      <span title={commandOf(wish)}>
        <strong>{title}</strong>, proven:{" "}
        {assignment.changes.map(({ thread, what, before, after, why }, place) => (
          <span key={`${thread} ${what}`} title={why}>
            {place > 0 && "; "}
            {what} of {thread} {before} → {after}
          </span>
        ))}
        . <span class="quiet">{closest}.</span>
      </span>
    </li>
  );
}
