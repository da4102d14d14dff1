// SPDX-License-Identifier: Apache-2.0
// The search field with the count "7 of 123" and buttons for the previous and next result.
import type { VNode } from "preact";
import { stepTo } from "./actions";
import { count } from "./format";
import { Icon } from "./Icon";
import { FIELDS } from "./search-query";
import { placeAmongFound, runSearch } from "./search-run";
import { active, searchProblem, searchText } from "./state";

const HELP = [
  "The search looks for words in names and details.",
  `Fields: ${FIELDS.join(", ")}.`,
  'Examples: mutex -idle · thread:"worker 1" · event:SWITCH time>=1000 · info1=0x200025A8',
].join(" ");

export function SearchBox(): VNode {
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Enter") {
      stepTo(event.shiftKey ? -1 : 1, "found");
    } else if (event.key === "Escape") {
      searchText.value = "";
      runSearch();
      document.querySelector<HTMLElement>("canvas[role=application]")?.focus();
    }
  };
  const problem = searchProblem.value;
  return (
    <div class={`search ${problem === null ? "" : "is-wrong"}`} role="search">
      <Icon name="search" />
      <input
        id="search"
        data-testid="search"
        type="text"
        placeholder="Search events   /"
        title={problem ?? HELP}
        aria-label="Search events"
        aria-invalid={problem !== null}
        aria-describedby="search-count"
        autocomplete="off"
        spellcheck={false}
        value={searchText.value}
        onInput={(event) => {
          searchText.value = event.currentTarget.value;
          runSearch();
        }}
        onKeyDown={onKeyDown}
      />
      <SearchCount />
      <button
        type="button"
        title="Previous result (Shift+Enter)"
        aria-label="Previous result"
        onClick={() => stepTo(-1, "found")}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        title="Next result (Enter)"
        aria-label="Next result"
        onClick={() => stepTo(1, "found")}
      >
        <Icon name="down" />
      </button>
      {problem !== null && (
        <div class="search-problem" role="alert">
          {problem}
        </div>
      )}
    </div>
  );
}

function SearchCount(): VNode {
  const pane = active.value;
  const found = pane?.found.value ?? null;
  let text = "";
  if (pane !== null && found !== null) {
    const isDone = pane.mask.value !== null;
    const place = isDone ? placeAmongFound(found.mask, pane.event.value) : 0;
    text = `${place > 0 ? `${count(place)} of ` : ""}${count(found.count)}${isDone ? "" : " …"}`;
  }
  return (
    <span id="search-count" class="search-count" role="status" data-testid="search-count">
      {text}
    </span>
  );
}
