// SPDX-License-Identifier: Apache-2.0
// Sends queries about a trace to the engine when the page needs the answer.
import type { Engine } from "./engine";
import type {
  Counting,
  EventWords,
  Field,
  Finding,
  Part,
  Share,
  TraceQueries,
  Tree,
} from "./types";

/**
 * Maximum number of event names in the cache. Redrawing the picture asks for the same names again.
 */
const NAMES_KEPT = 4096;
const ASCII = /^[ -~]*$/u;

export class EngineQueries implements TraceQueries {
  private found: readonly Finding[] | null = null;
  private readonly names = new Map<number, EventWords>();

  constructor(private readonly engine: Engine) {}

  words(event: number): EventWords {
    let words = this.names.get(event);
    if (words === undefined) {
      const [name = "", code = ""] = this.engine.ask("words", event).split("\n");
      words = { name, code };
      if (this.names.size >= NAMES_KEPT) {
        this.names.clear();
      }
      this.names.set(event, words);
    }
    return words;
  }

  details(event: number): string {
    return this.engine.ask("details", event);
  }

  fields(event: number): readonly Field[] {
    return JSON.parse(this.engine.ask("fields", event)) as Field[];
  }

  rawWords(event: number): string {
    return this.engine.ask("raw_words", event);
  }

  finder(text: string): (event: number) => boolean {
    // The engine lower-cases ASCII only; other texts are lower-cased here.
    return ASCII.test(text)
      ? this.engine.finder(text)
      : (event) => this.details(event).toLowerCase().includes(text);
  }

  why(place: number): readonly Part[] {
    return JSON.parse(this.engine.ask("why", place)) as Part[];
  }

  statistics(first: number, last: number): Tree {
    const counting = this.counting(first, last);
    let step = counting.next();
    while (step.done !== true) {
      step = counting.next();
    }
    return step.value;
  }

  *counting(first: number, last: number): Counting {
    return JSON.parse(yield* this.engine.counting(first, last)) as Tree;
  }

  findings(): readonly Finding[] {
    this.found ??= JSON.parse(this.engine.ask("findings")) as Finding[];
    return this.found;
  }

  observed(): string {
    return this.engine.ask("observed");
  }

  digest(): string {
    return this.engine.ask("digest");
  }

  changes(before: TraceQueries): readonly string[] {
    return JSON.parse(this.engine.changes(before.digest())) as string[];
  }

  meanwhile(begin: number, end: number): readonly Share[] {
    return JSON.parse(this.engine.ask("meanwhile", begin, end)) as Share[];
  }
}
