// SPDX-License-Identifier: Apache-2.0
// Text of which pieces speak of threads, objects and events, so that a page can lead there.
import type { Trace } from "./types";

/** A piece of text, with at most one thing that it speaks of. */
export interface Part {
  readonly text: string;
  readonly lane?: number;
  /** Place in Trace.objects. */
  readonly object?: number;
  readonly event?: number;
}

export class Sentence {
  readonly parts: Part[] = [];

  constructor(private readonly trace: Trace) {}

  say(text: string): this {
    const last = this.parts[this.parts.length - 1];
    if (last !== undefined && Object.keys(last).length === 1) {
      this.parts[this.parts.length - 1] = { text: last.text + text };
    } else if (text !== "") {
      this.parts.push({ text });
    }
    return this;
  }

  lane(lane: number): this {
    const known = this.trace.lanes[lane];
    this.parts.push(
      known === undefined ? { text: "an unknown thread" } : { text: known.name, lane },
    );
    return this;
  }

  object(place: number): this {
    const known = this.trace.objects[place];
    const nameless = this.trace.origin === "limen" ? "#0" : "0x0";
    this.parts.push(known === undefined ? { text: nameless } : { text: known.name, object: place });
    return this;
  }

  /** An object by its kind and name; names that begin with the kind say it themselves. */
  called(kind: string, place: number): this {
    const name = this.trace.objects[place]?.name ?? "";
    return name.toLowerCase().startsWith(kind)
      ? this.object(place)
      : this.say(`${kind} `).object(place);
  }

  event(text: string, event: number): this {
    if (event < 0) {
      return this.say(text);
    }
    this.parts.push({ text, event });
    return this;
  }
}
