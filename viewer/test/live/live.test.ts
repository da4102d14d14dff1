// SPDX-License-Identifier: Apache-2.0
// The loop that follows a running target, with answers in place of a server.
import { describe, expect, it } from "vitest";
import { type Answer, follow, type LivePage, statusText } from "../../src/live/live";

interface Call {
  readonly bytes: number;
  readonly follow: boolean;
}

function page(isAtEnd: () => boolean): LivePage & { calls: Call[]; status: string[] } {
  const calls: Call[] = [];
  const status: string[] = [];
  return {
    calls,
    status,
    isAtEnd,
    setStatus: (text) => status.push(text),
    openBytes: (bytes, _name, options) => {
      calls.push({ bytes: bytes.length, follow: options?.follow === true });
      return Promise.resolve(true);
    },
  };
}

function answer(phase: Answer["phase"], key: string, bytes: number | null): Answer {
  const image = bytes === null ? null : new Uint8Array(bytes);
  return { phase, key, events: 1234, lost: 5, image };
}

/** Plays answers one after the other; an error in place of one is a failure of the network. */
async function play(answers: readonly (Answer | Error)[], shown: LivePage): Promise<string[]> {
  const keys: string[] = [];
  const left = [...answers];
  const next = (key: string): Promise<Answer> => {
    keys.push(key);
    const first = left.shift() ?? new Error("over");
    return first instanceof Error ? Promise.reject(first) : Promise.resolve(first);
  };
  await follow(shown, next, () => Promise.resolve());
  return keys;
}

describe("follow", () => {
  it("shows what is new, says what it has seen, and ends with the target", async () => {
    const shown = page(() => true);
    const keys = await play(
      [
        answer("waiting", "w", null),
        answer("live", "a", 10),
        answer("live", "a", null),
        answer("live", "b", 20),
        answer("ended", "c", 30),
        answer("ended", "c", null),
      ],
      shown,
    );
    expect(keys).toEqual(["", "", "a", "a", "b", "c"]);
    expect(shown.calls.map(({ bytes }) => bytes)).toEqual([10, 20, 30]);
    expect(shown.status.at(0)).toBe("waiting for the program to record");
    expect(shown.status.at(-1)).toBe("ended, 1,234 events, 5 lost");
  });

  it("leaves the picture where the user has moved it", async () => {
    const shown = page(() => false);
    const answers = ["a", "b"].map((key) => answer("live", key, 1));
    await play([...answers, answer("ended", "c", 1), answer("ended", "c", null)], shown);
    expect(shown.calls.map((call) => call.follow)).toEqual([true, false, false]);
  });

  it("asks again after a failure, and gives up after several in a row", async () => {
    const shown = page(() => true);
    const broken = new Error("no network");
    const keys = await play([broken, answer("live", "a", 1), broken, broken, broken], shown);
    expect(keys).toHaveLength(6);
    expect(shown.status.at(-1)).toContain("the received events remain");
  });

  it("ends at once where the target had ended before it recorded", async () => {
    const shown = page(() => true);
    const keys = await play([answer("ended", "e", null), answer("ended", "e", null)], shown);
    expect(keys).toEqual(["", "e"]);
    expect(shown.calls).toEqual([]);
  });
});

describe("statusText", () => {
  it("counts", () => {
    expect(statusText(answer("live", "", null))).toBe("live, 1,234 events, 5 lost");
  });
});
