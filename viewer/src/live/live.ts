// SPDX-License-Identifier: Apache-2.0
// Shows a running target: requests the newest events from the server repeatedly, and finally all of
// them. The server and the meaning of its answers: tools/src/limen/live/page.py.

/**
 * Why newer events are held back: the user paused, or showing them would replace what the user
 * sees.
 */
export type Hold = "user" | "run" | "old";

export interface OpenHow {
  readonly keepRange?: boolean;
  readonly follow?: boolean;
  /** The target has restarted, so that this trace shares no event with the one that is shown. */
  readonly isNewRun?: boolean;
}

/** The functions of the page that this module calls: ui/api.ts. */
export interface LivePage {
  readonly openBytes: (bytes: Uint8Array, name: string, options?: OpenHow) => Promise<boolean>;
  /** Whether the newest event is visible, that is, the user has not moved to another place. */
  readonly isAtEnd: () => boolean;
  /** null: newer events are shown. */
  readonly hold: () => Hold | null;
  readonly setHold: (hold: Hold | null) => void;
  readonly setStatus: (text: string) => void;
  /** Whether the page offers to pause and to follow. */
  readonly setLive: (isLive: boolean) => void;
}

export type Phase = "waiting" | "live" | "ended";

/** An answer of the server. */
export interface Answer {
  readonly phase: Phase;
  /** Identifies the state of the target in this answer. */
  readonly key: string;
  /**
   * events: number recorded so far; lost: number of events that were overwritten before they were
   * read.
   */
  readonly events: number;
  readonly lost: number;
  /** How many traces the target has started. */
  readonly run: number;
  /** A trace; null: it has not changed, does not exist yet, or was not requested. */
  readonly image: Uint8Array | null;
}

/** Requests the state after `key`, or only its number of events. */
export type Ask = (key: string, wantsImage: boolean) => Promise<Answer>;

const PERIOD_MS = 250;
const FAILURES_MAX = 4;
const NAME = "live";

const HOLDS: Readonly<Record<Hold, string>> = {
  user: "",
  run: ": the target has started again",
  old: ": what is seen is older than the newest events",
};

function counted(number: number): string {
  return number.toLocaleString("en");
}

export function statusText({ phase, events, lost, run }: Answer): string {
  if (phase === "waiting") {
    return "waiting for the program to record";
  }
  const again = run > 1 ? `, started ${run} times` : "";
  return `${phase}, ${counted(events)} events, ${counted(lost)} lost${again}`;
}

/** The status while newer events are held back. */
export function pausedText(hold: Hold, answer: Answer, shown: Answer | null): string {
  const isSame = shown !== null && shown.run === answer.run;
  const waiting = answer.events - (isSame ? shown.events : 0);
  return `paused, ${counted(waiting)} events wait${HOLDS[hold]}`;
}

/** Requests answers until the target has ended or the server no longer responds. */
export async function startLive(page: LivePage, address: string): Promise<void> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin || !url.protocol.startsWith("http")) {
    page.setStatus("a live trace comes from the server of this page only");
    return;
  }
  page.setLive(true);
  await follow(page, (key, wantsImage) => ask(url, key, wantsImage), pause);
  page.setLive(false);
  page.setHold(null);
}

/** The loop without network and clock, which tests replace. */
export async function follow(page: LivePage, next: Ask, rest: () => Promise<void>): Promise<void> {
  const shower = new Shower(page);
  let failures = 0;
  while (failures < FAILURES_MAX) {
    try {
      const answer = await next(shower.key, page.hold() === null);
      failures = 0;
      if (await shower.take(answer)) {
        await shower.finish(rest);
        return;
      }
    } catch {
      failures += 1;
    }
    await rest();
  }
  await shower.finish(rest);
  page.setStatus("the target does not respond; the received events remain");
}

/** Stores the answer that is shown and the one that is held back. */
class Shower {
  /** The key of the answer that is shown or held back. */
  key = "";
  private shown: Answer | null = null;
  /** The last answer, which the server sends only once. */
  private end: Answer | null = null;

  constructor(private readonly page: LivePage) {}

  /** Shows an answer or counts its events. Returns whether it was the last one. */
  async take(answer: Answer): Promise<boolean> {
    const { page } = this;
    const isLast = answer.phase === "ended" && answer.key === this.key;
    if (answer.image !== null) {
      page.setHold(page.hold() ?? this.danger(answer));
    }
    const hold = page.hold();
    if (hold === null) {
      await this.show(answer);
      if (page.hold() === null && (answer.image !== null || answer.phase === "ended")) {
        this.key = answer.key;
      }
    } else if (answer.phase === "ended") {
      this.end = answer.image === null ? this.end : answer;
      this.key = answer.key;
    }
    this.say(answer);
    return isLast;
  }

  /** Waits until the user has seen the last answer. */
  async finish(rest: () => Promise<void>): Promise<void> {
    const { end, page } = this;
    while (end !== null && this.shown !== end) {
      this.say(end);
      await rest();
      if (page.hold() === null) {
        await this.show(end);
        this.say(end);
      }
    }
  }

  /** Returns why showing an answer would remove what the user is looking at; null: it would not. */
  private danger(answer: Answer): Hold | null {
    const { shown, page } = this;
    if (shown === null || page.isAtEnd()) {
      return null;
    }
    return answer.run === shown.run ? null : "run";
  }

  private async show(answer: Answer): Promise<void> {
    const { shown, page } = this;
    if (answer.image === null) {
      return;
    }
    const isFollowed = shown === null || page.isAtEnd();
    const isNewRun = shown !== null && answer.run !== shown.run;
    const follows = isFollowed && (answer.phase !== "ended" || isNewRun);
    await page.openBytes(answer.image, NAME, {
      ...(follows ? { follow: true } : { keepRange: true }),
      isNewRun,
    });
    if (page.hold() === null) {
      this.shown = answer;
    }
  }

  private say(answer: Answer): void {
    const hold = this.page.hold();
    this.page.setStatus(hold === null ? statusText(answer) : pausedText(hold, answer, this.shown));
  }
}

async function ask(url: URL, key: string, wantsImage: boolean): Promise<Answer> {
  const query = new URL(url);
  query.searchParams.set("seen", key);
  if (!wantsImage) {
    query.searchParams.set("only", "count");
  }
  const response = await fetch(query, { cache: "no-store" });
  if (!response.ok) {
    throw new Error(`status ${response.status}`);
  }
  const header = (name: string): string => response.headers.get(`X-Limen-${name}`) ?? "";
  const bytes = response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null;
  return {
    phase: phaseOf(header("Phase")),
    key: header("Key"),
    events: Number(header("Events")),
    lost: Number(header("Lost")),
    run: Number(header("Run")),
    image: bytes,
  };
}

function phaseOf(text: string): Phase {
  if (text === "waiting" || text === "live" || text === "ended") {
    return text;
  }
  throw new Error("this is not a server of limen run --live");
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
}
