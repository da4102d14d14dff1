// SPDX-License-Identifier: Apache-2.0
// Sentences and fields with links to threads, objects and events.
import type { VNode } from "preact";
import { selectEvent, selectRow } from "./actions";
import type { Part } from "../model";
import type { Pane } from "./state";
import { laneName, objectName } from "./names";

export function Sentence({
  pane,
  parts,
}: {
  readonly pane: Pane;
  readonly parts: readonly Part[];
}): VNode {
  return (
    <>
      {parts.map((part, place) => (
        <Link key={place} pane={pane} part={part} />
      ))}
    </>
  );
}

export function Link({ pane, part }: { readonly pane: Pane; readonly part: Part }): VNode {
  const { event, lane, object, text } = part;
  if (event !== undefined && event >= 0) {
    return (
      <Button text={text} title={`Go to event #${event}`} run={() => selectEvent(pane, event)} />
    );
  }
  if (lane !== undefined && lane >= 0) {
    return (
      <Button text={text} title="Select this thread" run={() => selectRow(pane, "lane", lane)} />
    );
  }
  if (object !== undefined && object >= 0) {
    return (
      <Button
        text={text}
        title="Select this object"
        run={() => selectRow(pane, "object", object)}
      />
    );
  }
  return <>{text}</>;
}

function Button({
  text,
  title,
  run,
}: {
  readonly text: string;
  readonly title: string;
  readonly run: () => void;
}): VNode {
  return (
    <button type="button" class="link" title={title} onClick={run}>
      {text}
    </button>
  );
}

export function LaneLink({ pane, lane }: { readonly pane: Pane; readonly lane: number }): VNode {
  return <Link pane={pane} part={{ text: laneName(pane.opened.value.trace, lane), lane }} />;
}

export function ObjectLink({
  pane,
  object,
}: {
  readonly pane: Pane;
  readonly object: number;
}): VNode {
  return <Link pane={pane} part={{ text: objectName(pane.opened.value.trace, object), object }} />;
}

export function EventLink({
  pane,
  event,
  text,
}: {
  readonly pane: Pane;
  readonly event: number;
  readonly text?: string;
}): VNode {
  return <Link pane={pane} part={{ text: text ?? `#${event}`, event }} />;
}
