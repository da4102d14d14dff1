// SPDX-License-Identifier: Apache-2.0
// Why a switch happened, in a sentence of one to three parts: spec/trace-analysis.md has its words.
import { Event } from "./limen/format";
import { lowerBound } from "./lookup";
import { NONE } from "./analysis/rows";
import { isReadyMove, whoDid } from "./moves";
import type { Part } from "./parts";
import { Sentence } from "./parts";
import type { Analysis, Trace } from "./types";
import { HELD, ReadyKind, REASONS } from "./types";

export interface Why {
  readonly text: string;
  readonly parts: readonly Part[];
}

/** A switch, and what it is looked up in. */
interface Switch {
  readonly trace: Trace;
  readonly analysis: Analysis;
  readonly place: number;
  readonly at: number;
  readonly leaves: number;
  readonly comes: number;
  readonly reason: string;
  readonly cause: number;
  readonly since: number;
  /** ReadyKind of the interval that ends here; NONE. */
  readonly kind: number;
}

const INTERRUPT = -2;

/** The sentence for a switch, 0 <= place < analysis.switches.count. */
export function whyOf(trace: Trace, analysis: Analysis, place: number): Why {
  const { switches } = analysis;
  const comes = switches.comes[place]!;
  const since = switches.since[place]!;
  const at = switches.at[place]!;
  const one: Switch = {
    trace,
    analysis,
    place,
    at,
    leaves: switches.leaves[place]!,
    comes,
    reason: REASONS[switches.reason[place]!]!,
    cause: switches.cause[place]!,
    since,
    kind: since === NONE ? NONE : kindOf(analysis, comes, since, at),
  };
  const sentence = new Sentence(trace);
  first(one, sentence);
  second(one, sentence);
  third(one, sentence);
  sentence.say(".");
  return { text: sentence.parts.map((part) => part.text).join(""), parts: sentence.parts };
}

function kindOf(analysis: Analysis, lane: number, since: number, at: number): number {
  const { ready } = analysis.lanes[lane]!;
  let place = lowerBound(ready.first, since, ready.count);
  while (place < ready.count && ready.first[place] === since && ready.last[place] !== at) {
    place++;
  }
  return ready.kind[place] ?? NONE;
}

/** What made the one that leaves leave. */
function first(one: Switch, sentence: Sentence): void {
  const { leaves } = one;
  switch (one.reason) {
    case "blocked":
      sentence.lane(leaves).say(" ");
      waitsFor(one, sentence);
      break;
    case "terminated":
      sentence.lane(leaves).say(" ").event("has ended", one.cause);
      break;
    case "yielded":
      sentence.lane(leaves).say(" ").event("yields", one.cause);
      break;
    case "slice_ended":
      sentence
        .say("the ")
        .event("time slice", one.cause)
        .say(" of ")
        .lane(leaves)
        .say(" has ended");
      break;
    case "idle_ended":
      sentence.say("the processor was idle");
      break;
    default:
      preempts(one, sentence);
      madeReady(one, sentence);
  }
}

function preempts(
  { trace, analysis, place, comes, leaves, cause }: Switch,
  sentence: Sentence,
): void {
  const priority = Math.max(analysis.switches.priority[place]!, 0);
  const level = Math.max(analysis.switches.level[place]!, 0);
  sentence.lane(comes).say(` (priority ${priority}) `);
  if (trace.origin === "limen" && cause !== NONE && trace.event[cause] === Event.PreemptPoint) {
    sentence.say("preempts ").lane(leaves).say(" at a ").event("preempt point", cause);
  } else if (priority < level) {
    sentence.say("is more urgent than ").lane(leaves).say("'s ").event(`level ${level}`, cause);
  } else {
    sentence.event("preempts", cause).say(" ").lane(leaves);
  }
}

/** Behind a preemption: who made the one that comes ready, if that was the cause. */
function madeReady(one: Switch, sentence: Sentence): void {
  const { trace, cause, since, kind } = one;
  if (cause === NONE || kind !== ReadyKind.Woken || cause !== since) {
    return;
  }
  const by = whoDid(trace, cause);
  if (by === INTERRUPT) {
    sentence.say(", and ").event(interruptName(one, cause), cause).say(" made it ready");
  } else if (by > 0) {
    sentence.say(", and ").event("a call", cause).say(" of ").lane(by).say(" made it ready");
  }
}

/** Number of the interrupt in which an event happened; NONE if it is not known. */
export function interruptAt(trace: Trace, analysis: Analysis, event: number): number {
  const core = trace.core[event]!;
  const track = analysis.interrupts[core]!;
  for (let place = lowerBound(track.first, event + 1, track.count) - 1; place >= 0; place--) {
    if (track.last[place] === NONE || track.last[place]! >= event) {
      return analysis.interruptNumber[core]![place]!;
    }
    if (track.kind[place]! <= 1) {
      break;
    }
  }
  return NONE;
}

function interruptName({ trace, analysis }: Switch, event: number): string {
  const number = interruptAt(trace, analysis, event);
  return number === NONE ? "an interrupt" : `interrupt ${number}`;
}

function waitsFor({ trace, analysis, leaves, cause }: Switch, sentence: Sentence): void {
  const { waits } = analysis;
  const wait = cause === NONE ? waits.count : lowerBound(waits.begin, cause, waits.count);
  if (wait >= waits.count || waits.begin[wait] !== cause || waits.lane[wait] !== leaves) {
    sentence.say("waits");
    return;
  }
  const what = waits.what[wait]!;
  const object = waits.object[wait]!;
  const call = waits.call[wait]!;
  const owner = waits.owner[wait]!;
  const alone = ALONE[what];
  if (alone !== undefined) {
    sentence.say(alone[0]).event(alone[1], cause).say(alone[2]);
    return;
  }
  sentence.event("waits", cause);
  forWhat(trace, sentence, { what, object, call, owner });
}

/** The object of a wait. */
interface Wanted {
  readonly what: number;
  readonly object: number;
  readonly call: number;
  readonly owner: number;
}

function forWhat(trace: Trace, sentence: Sentence, { what, object, call, owner }: Wanted): void {
  switch (what) {
    case 5:
      sentence.say(" for ").called("queue", object);
      sentence.say(call === NONE ? "" : `, which is ${isSend(trace, call) ? "full" : "empty"}`);
      break;
    case 6:
      sentence.say(" for ").called("semaphore", object).say(", which is 0");
      break;
    case 7:
      sentence.say(` for bits${bitsOf(trace, call)} of `).object(object);
      break;
    case 8:
    case 9:
      sentence.say(what === 8 ? " for a block of " : " for bytes of ").object(object);
      break;
    case 12:
      sentence.say(" for ").called("middleware", object);
      break;
    case 13:
      sentence.say(" for ").called("mutex", object);
      sentence.say(owner > 0 ? ", held by " : "");
      if (owner > 0) {
        sentence.lane(owner);
      }
      break;
    default:
      sentence.say(` (state ${what})`);
  }
}

/** Waits that are for no object: what they do, of which the middle leads to the event. */
const ALONE: Readonly<Record<number, readonly [string, string, string]>> = {
  3: ["is ", "suspended", ""],
  4: ["", "sleeps", ""],
  14: ["", "waits", " for its next release"],
};

const SENDS: Readonly<Record<string, readonly number[]>> = { limen: [49, 52], threadx: [63, 69] };

function isSend(trace: Trace, call: number): boolean {
  return SENDS[trace.origin]!.includes(trace.event[call]!);
}

function bitsOf(trace: Trace, call: number): string {
  return call === NONE ? "" : ` 0x${trace.words[2]![call]!.toString(16)}`;
}

/** Why it is the turn of the one that comes. */
function second(one: Switch, sentence: Sentence): void {
  const { trace, comes, since, at, reason, kind } = one;
  if (comes === 0) {
    sentence.say("; no thread is ready");
    return;
  }
  if (reason === "preempted_by_call" || reason === "preempted_by_interrupt") {
    return;
  }
  sentence.say("; ");
  if (since === NONE) {
    sentence.lane(comes).say(" continues");
    return;
  }
  const ticks = trace.time[at]! - trace.time[since]!;
  if (kind === ReadyKind.Woken) {
    const isNew = reason === "idle_ended" || ticks === 0;
    sentence
      .lane(comes)
      .say(isNew ? " has just become " : " has been ")
      .event("ready", since);
    sentence.say(isNew ? "" : ` for ${tickWords(ticks)}`);
    by(one, sentence);
  } else if (kind === ReadyKind.Preempted) {
    sentence
      .lane(comes)
      .say(` continues, ${tickWords(ticks)} after it was `)
      .event("preempted", since);
  } else {
    sentence.say("it is ").lane(comes).say("'s turn");
  }
}

/** In brackets, who made a thread ready; nothing if no thread and no interrupt did. */
function by(one: Switch, sentence: Sentence): void {
  const { trace, comes, since } = one;
  if (!isReadyMove(trace, since, comes)) {
    return;
  }
  const who = whoDid(trace, since);
  if (who === INTERRUPT) {
    sentence.say(" (made ready by ").event(interruptName(one, since), since).say(")");
  } else if (who > 0) {
    sentence.say(" (made ready by ").lane(who).say(")");
  }
}

/** Who held the one that comes off. */
function third({ analysis, comes, since, at }: Switch, sentence: Sentence): void {
  if (comes <= 0 || since === NONE) {
    return;
  }
  const { heldOff, heldBy, heldLevel } = analysis.lanes[comes]!;
  const from = lowerBound(heldOff.first, since, heldOff.count);
  const behind = lowerBound(heldOff.first, at, heldOff.count);
  if (from >= behind) {
    return;
  }
  const last = behind - 1;
  const ticks = heldOff.sum[last]! - (from === 0 ? 0 : heldOff.sum[from - 1]!);
  let isOne = true;
  for (let place = from; place < last; place++) {
    isOne &&= heldBy[place] === heldBy[last] && heldLevel[place] === heldLevel[last];
    isOne &&= heldOff.kind[place] === heldOff.kind[last];
  }
  const long = ticks === 0 ? "" : ` for ${tickWords(ticks)}`;
  sentence
    .say("; ")
    .lane(comes)
    .say(` was held off${long}${isOne ? "" : ", last"} by `);
  sentence.event(`level ${heldLevel[last]!}`, heldOff.first[last]!).say(" of ").lane(heldBy[last]!);
  sentence.say(` (${HELD[heldOff.kind[last]!]!})`);
}

function tickWords(ticks: number): string {
  return `${ticks.toLocaleString("en-US")} tick${ticks === 1 ? "" : "s"}`;
}
