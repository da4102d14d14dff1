// SPDX-License-Identifier: Apache-2.0
// Goal: a search finds exactly the events that match its terms.
// Method: the expected events come from plain filters over the columns.
import { describe, expect, test } from "vitest";
import { matcher, parse } from "../../src/ui/search-query";
import { actorName, eventName, eventText, laneName, objectName } from "../../src/ui/names";
import { made } from "./small-trace";

const { trace } = made();
const EVENTS = Array.from({ length: trace.count }, (_, event) => event);

function find(text: string): number[] {
  const query = parse(text);
  if ("problem" in query) {
    throw new Error(query.problem);
  }
  return EVENTS.filter(matcher(trace, query.terms));
}

describe("the parser", () => {
  test("separates words, quoted words, fields and minus", () => {
    expect(parse('switch -idle thread:"worker 1" time>=1,000 a=0x10')).toMatchObject({
      terms: [
        { field: "text", value: "switch", isNegated: false },
        { field: "text", value: "idle", isNegated: true },
        { field: "thread", value: "worker 1", comparison: "=" },
        { field: "time", number: 1000, comparison: ">=" },
        { field: "a", number: 16, comparison: "=" },
      ],
    });
  });

  test("returns no terms for an empty text", () => {
    expect(parse("   ")).toEqual({ terms: [] });
  });

  test.each(["colour:red", "time>=soon", "thread<3x"])("reports the problem of %s", (text) => {
    expect(parse(text)).toHaveProperty("problem");
  });
});

describe("the search", () => {
  test.each([2, 3, 4])("by event number %d", (kind) => {
    const wanted = EVENTS.filter((event) => trace.event[event] === kind);
    expect(wanted.length).toBeGreaterThan(0);
    expect(find(`id=${kind}`)).toEqual(wanted);
    expect(find(`event:${eventName(trace, wanted[0] ?? 0)}`)).toEqual(wanted);
    expect(find(`-id=${kind}`)).toEqual(EVENTS.filter((event) => trace.event[event] !== kind));
  });

  test("by thread and by object", () => {
    const lane = trace.lane[trace.count - 1] ?? 0;
    const byLane = EVENTS.filter((event) => trace.lane[event] === lane);
    expect(find(`thread:"${laneName(trace, lane)}"`)).toEqual(byLane);
    const object =
      EVENTS.map((event) => trace.object[event] ?? -1).find((place) => place >= 0) ?? -1;
    const name = objectName(trace, object);
    const byObject = EVENTS.filter(
      (event) => objectName(trace, trace.object[event] ?? -1) === name,
    );
    expect(find(`object:"${name}"`)).toEqual(byObject);
  });

  test("by time as the command counts it, between two instants", () => {
    const [from, to] = [trace.time[100] ?? 0, trace.time[200] ?? 0];
    const wanted = EVENTS.filter(
      (event) => (trace.time[event] ?? 0) >= from && (trace.time[event] ?? 0) < to,
    );
    const zero = Number(trace.zero);
    expect(zero).toBeGreaterThan(0);
    expect(find(`time>=${zero + from} time<${zero + to}`)).toEqual(wanted);
  });

  test("by text anywhere", () => {
    const texts = EVENTS.map((event) => {
      const object = objectName(trace, trace.object[event] ?? -1);
      const lane = laneName(trace, trace.lane[event] ?? -1);
      const findings = trace.queries.findings().filter((finding) => finding.event === event);
      const found = findings.map(({ sentence }) => sentence);
      return [eventName(trace, event), lane, object, eventText(trace, event), ...found]
        .join("\n")
        .toLowerCase();
    });
    expect(trace.queries.findings()).not.toEqual([]);
    for (const word of [
      "mutex",
      "idle",
      "blocked",
      "held off",
      actorName(trace, trace.count - 1),
    ]) {
      const wanted = EVENTS.filter((event) => texts[event]?.includes(word.toLowerCase()));
      expect(find(`"${word}"`)).toEqual(wanted);
    }
  });

  test("finds nothing for fields that the trace does not have", () => {
    expect(find("info1=0")).toEqual([]);
  });
});
