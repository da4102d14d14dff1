// SPDX-License-Identifier: Apache-2.0
// All that follows from a trace (spec/trace-analysis.md), worked out once.
import type { Buckets } from "../columns";
import { bucket } from "../columns";
import type {
  Analysis,
  Inversions,
  Jobs,
  LaneAnalysis,
  Switches,
  Trace,
  Waits,
  WakeUps,
} from "../types";
import { HeldColumn } from "./held";
import { findInterrupts } from "./interrupts";
import { walkLimen } from "./limen";
import type { Machine } from "./machine";
import { SwitchColumn, WaitColumn, WakeColumn } from "./machine";
import { byLane, NO_STEPS, stepsOf, trackOf } from "./tracks";

/** O(n) time and memory for n events; and for each held-off interval. */
export function analyse(trace: Trace): Analysis {
  const machine = walkLimen(trace);
  const interrupts = findInterrupts(trace);
  return {
    lanes: lanesOf(trace, machine),
    interrupts: interrupts.tracks,
    interruptNumber: interrupts.numbers,
    switches: switchesOf(machine),
    waits: waitsOf(machine),
    inversions: NO_INVERSIONS,
    jobs: NO_JOBS,
    wakeUps: wakeUpsOf(machine),
    fills: trace.objects.map(() => null),
    objectEvents: lists(bucket(trace.object, trace.count, trace.objects.length)),
  };
}

function lanesOf(trace: Trace, machine: Machine): LaneAnalysis[] {
  const lanes = trace.lanes.length;
  const { slices, ready, held, priorities, levels, waits } = machine;
  const running = byLane(slices, lanes);
  const beingReady = byLane(ready, lanes);
  const heldOff = byLane(held.rows, lanes);
  const waiting = byLane(waits, lanes);
  const priority = byLane(priorities, lanes);
  const level = byLane(levels, lanes);
  const events = lists(bucket(ownLanes(trace), trace.count, lanes));
  return trace.lanes.map((_, lane) => ({
    running: trackOf(trace, slices, running, lane),
    ready: trackOf(trace, ready, beingReady, lane),
    waiting: trackOf(trace, waits, waiting, lane),
    waitPlace: waiting.rows.slice(waiting.start[lane]!, waiting.start[lane + 1]!),
    heldOff: trackOf(trace, held.rows, heldOff, lane),
    heldBy: Int16Array.from(part(heldOff, lane), (row) => held.rows.get(row, HeldColumn.By)),
    priority: lane === 0 ? NO_STEPS : stepsOf(trace, priorities, priority, lane),
    level: lane === 0 ? NO_STEPS : stepsOf(trace, levels, level, lane),
    events: events[lane]!,
    releases: new Float64Array(0),
    misses: new Float64Array(0),
  }));
}

/** Lane of each event that a thread did; -1 for those of interrupts. */
function ownLanes(trace: Trace): Int16Array {
  const own = trace.lane.slice();
  for (let i = 0; i < trace.count; i++) {
    if (trace.depth[i]! > 0) {
      own[i] = -1;
    }
  }
  return own;
}

function part({ start, rows }: Buckets, number: number): Int32Array {
  return rows.subarray(start[number]!, start[number + 1]!);
}

function lists(buckets: Buckets): Int32Array[] {
  return Array.from({ length: buckets.start.length - 1 }, (_, number) => part(buckets, number));
}

function switchesOf({ switches }: Machine): Switches {
  return {
    count: switches.count,
    at: switches.int32(SwitchColumn.At),
    leaves: switches.int16(SwitchColumn.Leaves),
    comes: switches.int16(SwitchColumn.Comes),
    reason: switches.uint8(SwitchColumn.Reason),
    cause: switches.int32(SwitchColumn.Cause),
    since: switches.int32(SwitchColumn.Since),
  };
}

function waitsOf({ waits }: Machine): Waits {
  return {
    count: waits.count,
    lane: waits.int16(WaitColumn.Lane),
    what: waits.uint8(WaitColumn.What),
    object: waits.int32(WaitColumn.Object),
    owner: waits.int16(WaitColumn.Owner),
    begin: waits.int32(WaitColumn.Begin),
    end: waits.int32(WaitColumn.End),
    outcome: waits.uint8(WaitColumn.Outcome),
    waker: waits.int16(WaitColumn.Waker),
  };
}

function wakeUpsOf({ wakeUps }: Machine): WakeUps {
  return {
    count: wakeUps.count,
    at: wakeUps.int32(WakeColumn.At),
    from: wakeUps.int16(WakeColumn.From),
    to: wakeUps.int16(WakeColumn.To),
    runs: wakeUps.int32(WakeColumn.Runs),
  };
}

const NO_INVERSIONS: Inversions = {
  count: 0,
  begin: new Int32Array(0),
  end: new Int32Array(0),
  waiter: new Int16Array(0),
  owner: new Int16Array(0),
  object: new Int32Array(0),
  unboundedAt: new Int32Array(0),
};
const NO_JOBS: Jobs = {
  count: 0,
  lane: new Int16Array(0),
  release: new Float64Array(0),
  end: new Float64Array(0),
  response: new Float64Array(0),
  startLatency: new Float64Array(0),
  execution: new Float64Array(0),
  ready: new Float64Array(0),
  waiting: new Float64Array(0),
  interrupted: new Float64Array(0),
  interval: new Float64Array(0),
  missed: new Uint8Array(0),
};
