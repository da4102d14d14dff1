// SPDX-License-Identifier: Apache-2.0
// The notes of the user, below the findings.
import type { VNode } from "preact";
import { instant } from "../model";
import { both, duration } from "./format";
import { addNote, placeOfNote, removeNote, showNote } from "./notes";
import { notes } from "./state";
import type { Pane } from "./state";
import type { Note } from "./url-state";

export function Notes({ pane }: { readonly pane: Pane }): VNode {
  const { what } = placeOfNote(pane);
  return (
    <section class="notes" aria-label="Notes">
      {notes.value.length > 0 && (
        <ol data-testid="notes">
          {notes.value.map((note, place) => (
            <One key={place} pane={pane} note={note} />
          ))}
        </ol>
      )}
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault();
          const field = submitted.currentTarget.elements.namedItem("note") as HTMLInputElement;
          if (field.value.trim() !== "") {
            addNote(pane, field.value.trim());
            field.value = "";
          }
        }}
      >
        <input
          name="note"
          data-testid="note"
          maxLength={200}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              event.currentTarget.blur();
            }
          }}
          placeholder={`A note at ${what}`}
          aria-label={`A note at ${what}`}
        />
        <button type="submit">Add</button>
      </form>
    </section>
  );
}

function One({ pane, note }: { readonly pane: Pane; readonly note: Note }): VNode {
  const { trace } = pane.opened.value;
  const length = note.end - note.begin;
  return (
    <li>
      <button type="button" onClick={() => showNote(pane, note)}>
        <span class="quiet">
          {both(instant(trace, note.begin), trace.clockHz)}
          {length > 0 && `, ${duration(length, trace.clockHz)}`}
        </span>{" "}
        {note.text}
      </button>
      <button
        type="button"
        aria-label={`Remove the note ${note.text}`}
        title="Remove"
        onClick={() => removeNote(note)}
      >
        ×
      </button>
    </li>
  );
}
