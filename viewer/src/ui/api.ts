// SPDX-License-Identifier: Apache-2.0
// Loads traces that the user did not open: those embedded in a report, and those that a server
// streams.
import type { LivePage } from "../live/live";
import { unpack } from "../model";
import { openTrace } from "./open-trace";
import { hold, isAtEnd, isLive, problem, status } from "./state";

/** The functions of the page that live updates call. */
export const api: LivePage = {
  openBytes: openTrace,
  isAtEnd: () => isAtEnd.value,
  hold: () => hold.value,
  setHold: (why) => {
    hold.value = why;
  },
  setStatus: (text) => {
    status.value = text;
  },
  setLive: (is) => {
    isLive.value = is;
  },
};

/** An entry of the element #limen-traces. Contents and signals are gzip data in base64. */
interface Embedded {
  readonly name: string;
  readonly gzip: string;
  readonly definitions?: string;
  readonly vcd?: string;
  readonly hz?: number;
}

/** Opens the traces that are embedded in a report. */
export async function openEmbedded(): Promise<void> {
  const text = document.getElementById("limen-traces")?.textContent ?? "";
  if (text.trim() === "") {
    return;
  }
  try {
    const entries = JSON.parse(text) as readonly Embedded[];
    for (const [place, entry] of entries.entries()) {
      await openOne(entry, place > 0);
    }
  } catch (error) {
    problem.value = {
      title: `The traces in this report cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      remedy: "Make the report again with limen report.",
    };
  }
}

async function openOne(entry: Embedded, asSecond: boolean): Promise<void> {
  const { name, definitions, vcd, hz } = entry;
  const signals = vcd === undefined ? undefined : new TextDecoder().decode(await unpack(vcd));
  await openTrace(await unpack(entry.gzip), name, {
    asSecond,
    ...(definitions === undefined ? {} : { definitions }),
    ...(signals === undefined ? {} : { vcd: signals }),
    ...(hz === undefined ? {} : { clockHz: hz }),
  });
}

/** The address from which a server streams a trace to this page; null: none. */
export function liveAddress(): string | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="limen-live"]');
  return new URLSearchParams(location.search).get("live") ?? meta?.content ?? null;
}
