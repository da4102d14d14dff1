// SPDX-License-Identifier: Apache-2.0
// A histogram of times. Clicking a bar or dragging over several selects jobs, which the table
// lists. On the keyboard, the arrows move between bars, Shift extends the range and Enter lists it.
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { Analysis } from "../model";
import { lowerBound } from "../render/binary-search";
import type { Window } from "./align";
import { count, duration, plural } from "./format";
import { histogram } from "./statistics-tree";
import type { Bins, Histogram as Counts, Metric } from "./statistics-tree";
import { laneColour } from "./adapters";
import { lowerBound as firstOf, upperBound } from "./ranges";
import { isDark } from "./state";
import type { Pane } from "./state";
import { brush, listBrushed } from "./table-state";

const BINS = 32;
const HEIGHT = 56;
const WIDTH = 320;
/** A time that the trace does not show. */
const UNKNOWN = -1;

interface Bars {
  /** The bar where the drag or the extension with Shift began, and the current bar. */
  readonly from: number;
  readonly to: number;
}

export interface HistogramProps {
  readonly pane: Pane;
  readonly lane: number;
  readonly metric: Metric;
  readonly bars: Counts;
  /** The clock rate in hertz; null: times are ticks. */
  readonly unit: number | null;
}

/** The times of a lane's jobs that end in a window; null: in the trace. */
export function timesOf(
  jobs: Analysis["jobs"],
  metric: Metric,
  lane: number,
  window: Window | null,
): Float64Array {
  // Jobs are sorted by lane, and then by their end.
  const from = firstOf(jobs.lane, lane, jobs.count);
  const behind = upperBound(jobs.lane, lane, jobs.count);
  const first = lowerBound(jobs.endAt, window?.first ?? 0, from, behind);
  const last = lowerBound(jobs.endAt, window?.last ?? Infinity, first, behind);
  const times = jobs[metric].subarray(first, last);
  return times.includes(UNKNOWN) ? times.filter((time) => time !== UNKNOWN) : times;
}

/** The bars of the times of a lane's jobs, counted when the window changes. */
export function useBars(pane: Pane, lane: number, metric: Metric, window: Window | null): Counts {
  const { jobs } = pane.opened.value.analysis;
  return useMemo(
    () => histogram(timesOf(jobs, metric, lane, window), BINS),
    [jobs, metric, lane, window?.first, window?.last],
  );
}

export function Histogram({ pane, lane, metric, bars: counts, unit }: HistogramProps): VNode {
  const chosen = useSignal<Bars | null>(null);
  const now = chosen.value ?? brushed(pane, lane, metric, counts);
  const text = labelOf(counts, unit);
  const list = (bars: Bars): void => {
    const [first, last] = ordered(bars);
    chosen.value = null;
    listBrushed({ pane, lane, metric, bins: counts, first, last });
  };
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="slider"
        tabindex={0}
        data-keys
        data-testid={`bars-${metric}`}
        aria-label={`${text}. Choose bars to list their jobs`}
        aria-valuemin={0}
        aria-valuemax={counts.counts.length - 1}
        aria-valuenow={now?.to ?? 0}
        aria-valuetext={now === null ? "none chosen" : rangeText(now, counts, unit)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const bar = barAt(event, counts);
          chosen.value = { from: bar, to: bar };
        }}
        onPointerMove={(event) => {
          if (chosen.value !== null && event.currentTarget.hasPointerCapture(event.pointerId)) {
            chosen.value = { ...chosen.value, to: barAt(event, counts) };
          }
        }}
        onPointerUp={() => chosen.value !== null && list(chosen.value)}
        onPointerCancel={() => (chosen.value = null)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && now !== null) {
            list(now);
          } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
            event.preventDefault();
            chosen.value = moved(now, event.key === "ArrowLeft" ? -1 : 1, event.shiftKey, counts);
          }
        }}
      >
        {now !== null && <Chosen bars={now} counts={counts} />}
        {counts.counts.map((_, bar) => (
          <Bar key={bar} counts={counts} bar={bar} lane={lane} unit={unit} />
        ))}
      </svg>
      <div class="axis">
        <span>{duration(counts.least, unit)}</span>
        <span>{duration(endOf(counts), unit)}</span>
      </div>
    </>
  );
}

/** The bars of this histogram whose jobs the table lists. */
function brushed(pane: Pane, lane: number, metric: Metric, now: Bins): Bars | null {
  const one = brush.value;
  const isOwn = one?.pane === pane && one.lane === lane && one.metric === metric;
  return isOwn && one.bins.least === now.least && one.bins.width === now.width
    ? { from: one.first, to: one.last }
    : null;
}

function ordered({ from, to }: Bars): readonly [number, number] {
  return [Math.min(from, to), Math.max(from, to)];
}

function barAt(event: PointerEvent & { readonly currentTarget: Element }, counts: Counts): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const last = counts.counts.length - 1;
  const bar = Math.floor(((event.clientX - left) / width) * counts.counts.length);
  return Math.min(Math.max(bar, 0), last);
}

/** Moves to the next bar, initially to the first one. With Shift, extends the range. */
function moved(now: Bars | null, by: number, isExtended: boolean, counts: Counts): Bars {
  const last = counts.counts.length - 1;
  const to = now === null ? 0 : Math.min(Math.max(now.to + by, 0), last);
  return { from: isExtended && now !== null ? now.from : to, to };
}

function endOf({ least, width, counts }: Counts): number {
  return least + width * counts.length;
}

function labelOf(counts: Counts, unit: number | null): string {
  return `${plural(counts.values, "job")}, from ${duration(counts.least, unit)} to ${duration(endOf(counts), unit)}`;
}

function rangeText(bars: Bars, counts: Counts, unit: number | null): string {
  const [first, last] = ordered(bars);
  const jobs = counts.counts.slice(first, last + 1).reduce((sum, one) => sum + one, 0);
  return `${plural(jobs, "job")} ${spanText(counts, first, last, unit)}`;
}

/** The limits of some bars as text: "from 1 ms to 2 ms". */
export function spanText(bins: Bins, first: number, last: number, unit: number | null): string {
  const from = duration(bins.least + bins.width * first, unit);
  return `from ${from} to ${duration(bins.least + bins.width * (last + 1), unit)}`;
}

function Chosen({ bars, counts }: { readonly bars: Bars; readonly counts: Counts }): VNode {
  const [first, last] = ordered(bars);
  const step = WIDTH / counts.counts.length;
  return (
    <rect class="chosen" x={first * step} width={(last - first + 1) * step} y={0} height={HEIGHT} />
  );
}

interface BarProps {
  readonly counts: Counts;
  readonly bar: number;
  readonly lane: number;
  readonly unit: number | null;
}

function Bar({ counts, bar, lane, unit }: BarProps): VNode {
  const number = counts.counts[bar] ?? 0;
  const most = Math.max(...counts.counts, 1);
  const height = number > 0 ? Math.max((number / most) * (HEIGHT - 2), 2) : 0;
  const step = WIDTH / counts.counts.length;
  return (
    <rect
      x={bar * step + 0.5}
      width={Math.max(step - 1, 1)}
      y={HEIGHT - height}
      height={height}
      fill={laneColour(lane, isDark.value)}
    >
      <title>{`${count(number)} ${spanText(counts, bar, bar, unit)}`}</title>
    </rect>
  );
}
