// SPDX-License-Identifier: Apache-2.0
// An analysis as rows, with the names of the command's tables.
import type { Analysis, LaneAnalysis, Trace } from "../../src/model";
import { HELD, REASONS, STATUSES, waitName } from "../../src/model";
import { lowerBound } from "../../src/ui/ranges";

type Row = Record<string, unknown>;

const READY = ["woken", "preempted", "yielded", "slice_ended"];

function rows(count: number, row: (place: number) => Row): Row[] {
  return Array.from({ length: count }, (_, place) => row(place));
}

function thread(trace: Trace, lane: number): string | null {
  return lane === -2 ? "interrupt" : (trace.lanes[lane]?.name ?? null);
}

function known(number: number): number | null {
  return number === -1 ? null : number;
}

function time(trace: Trace, tick: number): number {
  return Number(trace.zero) + tick;
}

function idOf(trace: Trace, place: number): number | null {
  return trace.objects[place]?.id ?? null;
}

/** How long a thread was held off between two events, and by which. */
function heldColumns(trace: Trace, lane: LaneAnalysis | undefined, since: number, at: number): Row {
  if (lane === undefined) {
    return { held_off: 0, held_by: null, held_level: null, held_how: null };
  }
  const held = lane.heldOff;
  const from = lowerBound(held.first, since);
  const behind = lowerBound(held.first, at);
  const last = behind - 1;
  const isHeld = from < behind;
  return {
    held_off: [...held.end.slice(from, behind)].reduce(
      (sum, end, k) => sum + end - held.begin[from + k]!,
      0,
    ),
    held_by: isHeld ? thread(trace, lane.heldBy[last]!) : null,
    held_level: isHeld ? lane.heldLevel[last] : null,
    held_how: isHeld ? HELD[held.kind[last]!] : null,
  };
}

export function switchRows(trace: Trace, analysis: Analysis): Row[] {
  const { switches, waits, lanes } = analysis;
  return rows(switches.count, (place) => {
    const at = switches.at[place]!;
    const cause = switches.cause[place]!;
    const since = switches.since[place]!;
    const reason = REASONS[switches.reason[place]!]!;
    const found = Array.from(waits.begin).findIndex(
      (begin, wait) => begin === cause && waits.lane[wait] === switches.leaves[place],
    );
    const wait = reason === "blocked" ? found : -1;
    const comes = lanes[switches.comes[place]!];
    const ready =
      comes === undefined || since < 0 ? -1 : Array.from(comes.ready.last).lastIndexOf(at);
    return {
      event: at,
      time: time(trace, trace.time[at]!),
      core: trace.core[at],
      leaves: thread(trace, switches.leaves[place]!),
      comes: thread(trace, switches.comes[place]!),
      reason,
      cause: known(cause),
      what: wait < 0 ? null : waitName(waits.what[wait]!),
      object: wait < 0 ? null : idOf(trace, waits.object[wait]!),
      owner: wait < 0 ? null : thread(trace, waits.owner[wait]!),
      since: known(since),
      ready_as: ready < 0 ? null : READY[comes!.ready.kind[ready]!],
      ...heldColumns(trace, since < 0 ? undefined : comes, since, at),
      why: trace.queries
        .why(place)
        .map((part) => part.text)
        .join(""),
    };
  });
}

export function waitRows(trace: Trace, { waits }: Analysis): Row[] {
  return rows(waits.count, (place) => ({
    thread: thread(trace, waits.lane[place]!),
    what: waitName(waits.what[place]!),
    object: idOf(trace, waits.object[place]!),
    owner: thread(trace, waits.owner[place]!),
    begin: waits.begin[place],
    end: known(waits.end[place]!),
    outcome: waits.outcome[place] === -1 ? null : STATUSES[waits.outcome[place]!],
    waker: thread(trace, waits.waker[place]!),
  }));
}

export function heldOffRows(trace: Trace, { lanes }: Analysis): Row[] {
  return lanes.flatMap(({ heldOff, heldBy, heldLevel }, lane) =>
    rows(heldOff.count, (place) => ({
      thread: thread(trace, lane),
      begin: heldOff.first[place],
      end: heldOff.last[place],
      by: thread(trace, heldBy[place]!),
      level: heldLevel[place],
      how: HELD[heldOff.kind[place]!],
    })),
  );
}

export function jobRows(trace: Trace, { jobs }: Analysis): Row[] {
  return rows(jobs.count, (place) => ({
    thread: thread(trace, jobs.lane[place]!),
    kind: jobs.isJob[place] === 1 ? "job" : "activation",
    release: time(trace, jobs.release[place]!),
    end: time(trace, jobs.end[place]!),
    response: jobs.response[place],
    start_latency: jobs.startLatency[place],
    execution: jobs.execution[place],
    ready: jobs.ready[place],
    waiting: jobs.waiting[place],
    interrupted: jobs.interrupted[place],
    interval: known(jobs.interval[place]!),
    missed: jobs.missed[place] === 1,
  }));
}
