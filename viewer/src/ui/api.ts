// SPDX-License-Identifier: Apache-2.0
// How others feed the page: a report that carries its traces, and a server that streams one.
import type { LivePage } from "../live/live";
import { unpack } from "../model";
import { openTrace } from "./opening";
import { hold, isAtEnd, isLive, problem, status } from "./state";

/** What the live side may do to the page. */
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

/** An entry of the element #limen-traces; contents and signals are gzip in base64. */
interface Embedded {
  readonly name: string;
  readonly gzip: string;
  readonly definitions?: string;
  readonly vcd?: string;
}

/** Opens the traces that a report carries. */
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
      remedy: "Make the report anew with limen report.",
    };
  }
}

async function openOne(entry: Embedded, asSecond: boolean): Promise<void> {
  const { name, definitions, vcd } = entry;
  const signals = vcd === undefined ? undefined : new TextDecoder().decode(await unpack(vcd));
  await openTrace(await unpack(entry.gzip), name, {
    asSecond,
    ...(definitions === undefined ? {} : { definitions }),
    ...(signals === undefined ? {} : { vcd: signals }),
  });
}

/** Where a server streams a trace to this page; null: nowhere. */
export function liveAddress(): string | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="limen-live"]');
  return new URLSearchParams(location.search).get("live") ?? meta?.content ?? null;
}
