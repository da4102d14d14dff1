// SPDX-License-Identifier: Apache-2.0
// Makes proposals with which all deadlines are met: the choices of `limen assign`.
import type { Core } from "./core";
import { closestOf } from "./sentence";
import { ResourceKind } from "./system";
import type { Assignment, System, Wish } from "./system";

export interface Proposal {
  readonly title: string;
  readonly wish: Wish;
  readonly assignment: Assignment;
  /** The thread with the least room, by the bounds. */
  readonly closest: string;
}

interface Idea {
  readonly title: string;
  readonly wish: Wish;
  /** Only for systems with mutexes that have no protocol. */
  readonly isAboutProtocols: boolean;
}

const IDEAS: readonly Idea[] = [
  { title: "Inheritance", wish: { protocols: "inheritance" }, isAboutProtocols: true },
  { title: "A ceiling", wish: { protocols: "ceiling" }, isAboutProtocols: true },
  { title: "The fewest thresholds", wish: { thresholds: "minimal" }, isAboutProtocols: false },
  {
    title: "The most protective thresholds",
    wish: { thresholds: "maximal" },
    isAboutProtocols: false,
  },
  {
    title: "A ceiling and thresholds",
    wish: { protocols: "ceiling", thresholds: "maximal" },
    isAboutProtocols: true,
  },
  {
    title: "Priorities and thresholds",
    wish: { priorities: "search", thresholds: "maximal", protocols: "ceiling" },
    isAboutProtocols: false,
  },
];

/** Tries the ideas one after the other. If two of them change the same values, one is shown. */
export function proposalsOf(core: Core, system: System): readonly Proposal[] {
  const isPlain = system.resources.some(
    ({ kind, value }) => kind === ResourceKind.Mutex && value === 2,
  );
  const known = new Set<string>();
  return IDEAS.filter(({ isAboutProtocols }) => isPlain || !isAboutProtocols)
    .map(({ title, wish }) => {
      const assignment = core.assign(system, wish);
      const bounds = core.analyze(assignment.system);
      const closest = closestOf(assignment.system, bounds) ?? "";
      return { title, wish, assignment, closest };
    })
    .filter(({ assignment: { feasible, changes } }) => {
      const key = JSON.stringify(changes.map(({ thread, what, after }) => [thread, what, after]));
      const isNew = feasible && changes.length > 0 && !known.has(key);
      known.add(key);
      return isNew;
    });
}

/** The arguments of the command that makes the same choices. */
export function commandOf({ priorities, thresholds = "keep", protocols }: Wish): string {
  const words = ["limen assign system.toml", `--thresholds ${thresholds}`];
  if (priorities !== undefined) {
    words.push(`--priorities ${priorities}`);
  }
  if (protocols !== undefined) {
    words.push(`--protocols ${protocols}`);
  }
  return words.join(" ");
}
