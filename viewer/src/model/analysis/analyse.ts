// SPDX-License-Identifier: Apache-2.0
// All that follows from a trace (spec/trace-analysis.md), worked out once.
import type { Buckets } from "../columns";
import { bucket } from "../columns";
import type { Analysis, LaneAnalysis, Switches, Trace, Waits, WakeUps } from "../types";
import { findFills } from "./fills";
import { findInterrupts } from "./interrupts";
import { findOwners } from "./owners";
import { findInversions } from "./inversions";
import { findInstants } from "./instants";
import { findJobs } from "./jobs";
import { walkLimen } from "./limen";
import { walkThreadx } from "./threadx";
import type { Machine } from "./machine";
import { HeldColumn, SwitchColumn, WaitColumn, WakeColumn } from "./rows";
import { byLane, inOrder, stepsOf, trackOf } from "./tracks";

/** O(n log n) time and O(n) memory for n events. */
export function analyse(trace: Trace): Analysis {
  const machine = trace.origin === "limen" ? walkLimen(trace) : walkThreadx(trace);
  const interrupts = findInterrupts(trace);
  const lanes = lanesOf(trace, machine);
  const aboutObjects = bucket(trace.object, trace.count, trace.objects.length);
  return {
    warnings: warningsOf(machine),
    lanes,
    interrupts: interrupts.tracks,
    interruptNumber: interrupts.numbers,
    switches: switchesOf(machine),
    waits: waitsOf(machine),
    inversions: findInversions(trace),
    jobs: findJobs(trace, lanes),
    wakeUps: wakeUpsOf(machine),
    fills: findFills(trace, aboutObjects),
    owners: findOwners(trace, aboutObjects),
    objectEvents: lists(aboutObjects),
  };
}

function warningsOf({ held }: Machine): string[] {
  return held.skipped === 0
    ? []
    : [`${held.skipped} more intervals in which threads are held off are not shown.`];
}

function lanesOf(trace: Trace, machine: Machine): LaneAnalysis[] {
  const lanes = trace.lanes.length;
  const { slices, ready, held, priorities, levels, waits } = machine;
  const running = inOrder(slices, byLane(slices, lanes), trace.cores);
  const beingReady = byLane(ready, lanes);
  const heldOff = byLane(held.rows, lanes);
  const waiting = byLane(waits, lanes);
  const priority = byLane(priorities, lanes);
  const level = byLane(levels, lanes);
  const instants = findInstants(trace);
  const events = lists(bucket(ownLanes(trace), trace.count, lanes));
  return trace.lanes.map((_, lane) => ({
    running: trackOf(trace, slices, running, lane, (core) => machine.newest[core]!),
    ready: trackOf(trace, ready, beingReady, lane),
    waiting: trackOf(trace, waits, waiting, lane),
    waitPlace: waiting.rows.slice(waiting.start[lane]!, waiting.start[lane + 1]!),
    heldOff: trackOf(trace, held.rows, heldOff, lane),
    heldBy: Int16Array.from(part(heldOff, lane), (row) => held.rows.get(row, HeldColumn.By)),
    heldLevel: Int32Array.from(part(heldOff, lane), (row) => held.rows.get(row, HeldColumn.Level)),
    priority: stepsOf(trace, priorities, priority, lane),
    level: stepsOf(trace, levels, level, lane),
    events: events[lane]!,
    releases: instants.releases[lane]!,
    misses: instants.misses[lane]!,
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
    priority: switches.int32(SwitchColumn.Priority),
    level: switches.int32(SwitchColumn.Level),
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
    call: waits.int32(WaitColumn.Call),
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
