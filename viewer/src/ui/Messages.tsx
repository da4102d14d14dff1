// SPDX-License-Identifier: Apache-2.0
// Errors, and the progress of long operations.
import type { VNode } from "preact";
import { Icon } from "./Icon";
import { loading, problem } from "./state";

export function ProblemLine(): VNode | null {
  const now = problem.value;
  if (now === null) {
    return null;
  }
  return (
    <div class="problem" role="alert" data-testid="problem">
      <Icon name="warning" />
      <span>
        <strong>{now.title}</strong> {now.remedy}
      </span>
      <button type="button" aria-label="Close this message" onClick={() => (problem.value = null)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

export function ProgressCard(): VNode | null {
  const now = loading.value;
  if (now === null) {
    return null;
  }
  return (
    <div class="progress" role="status" data-testid="progress">
      <div>
        {now.step} <span class="quiet">{now.name}</span>
      </div>
      <progress {...(now.share === null ? {} : { value: now.share })} max={1} />
    </div>
  );
}
