// SPDX-License-Identifier: Apache-2.0
// Generates traces of any size: a toy kernel of threads, queues, mutexes and interrupts makes
// random decisions and records them as Limen would.
import type { ImageObject } from "./image";
import { Image } from "./image";

export interface SyntheticOptions {
  readonly events: number;
  readonly seed?: number;
  readonly threads?: number;
  readonly queues?: number;
  readonly mutexes?: number;
  readonly isLittle?: boolean;
  /** The tick of the first event. */
  readonly start?: number;
  /** Number of records in the ring, if it is smaller than the number of events. */
  readonly capacity?: number;
}

/** Pseudo-random numbers 0 <= x < 1 from a seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const QUEUE_CAPACITY = 4;
const NOBODY = 0;
const SUSPEND_TIME = 4;
const SUSPEND_QUEUE = 5;
const SUSPEND_MUTEX = 13;
const SUSPEND_RELEASE = 14;

class Toy {
  private readonly image: Image;
  private readonly next: () => number;
  private time: number;
  private current = NOBODY;
  private readonly threads: number;
  private readonly firstQueue: number;
  private readonly firstMutex: number;
  private readonly base: number[] = [99];
  private readonly priority: number[] = [99];
  private readonly threshold: number[] = [99];
  private readonly level: number[] = [99];
  private readonly isReady: boolean[] = [false];
  /** The reason of each thread's wait, and its object. */
  private readonly what: number[] = [0];
  private readonly about: number[] = [0];
  private readonly holds: number[] = [0];
  private readonly jobs: number[] = [0];
  private readonly released: number[] = [0];
  private readonly fill: number[] = [];
  private readonly owner: number[] = [];

  constructor(private readonly options: SyntheticOptions) {
    const { threads = 8, queues = 3, mutexes = 2 } = options;
    this.next = random(options.seed ?? 1);
    this.time = options.start ?? 1000;
    this.threads = threads;
    this.firstQueue = threads + 1;
    this.firstMutex = this.firstQueue + queues;
    const objects: ImageObject[] = [];
    for (let thread = 1; thread <= threads; thread++) {
      objects.push(this.newThread(thread));
    }
    for (let queue = 0; queue < queues; queue++) {
      objects.push({ kind: 4, name: `queue ${queue}`, size: QUEUE_CAPACITY });
      this.fill.push(0);
    }
    for (let mutex = 0; mutex < mutexes; mutex++) {
      objects.push({ kind: 3, name: `mutex ${mutex}`, threshold: 1 });
      this.owner.push(NOBODY);
    }
    const { capacity = options.events, isLittle = true } = options;
    this.image = new Image({ capacity, objects, isLittle, clockHz: 25_000_000 });
  }

  private newThread(thread: number): ImageObject {
    const priority = 1 + Math.floor((thread * 28) / this.threads);
    const threshold = thread % 3 === 0 ? Math.max(1, priority - 6) : priority;
    this.base.push(priority);
    this.priority.push(priority);
    this.threshold.push(threshold);
    this.level.push(threshold);
    this.isReady.push(false);
    this.what.push(SUSPEND_TIME);
    this.about.push(0);
    this.holds.push(0);
    this.jobs.push(0);
    this.released.push(this.time);
    return { kind: 1, name: `thread ${thread}`, priority, threshold, size: 1024 };
  }

  run(): Uint8Array {
    const { events } = this.options;
    while (this.image.written < events) {
      this.time += 5 + Math.floor(this.next() * 60);
      if (this.current === NOBODY || this.next() < 0.12) {
        this.interrupt();
      } else {
        this.act();
      }
    }
    return this.image.bytes;
  }

  private log(event: number, object = 0, a = 0, b = 0, depth = 0): void {
    if (this.image.written < this.options.events) {
      this.image.write(this.time, event, depth, this.current, object, a, b);
      this.time += 1 + (this.image.written % 7);
    }
  }

  private pick(count: number): number {
    return Math.floor(this.next() * count);
  }

  private interrupt(): void {
    const number = 15 + this.pick(3);
    const depth = 1;
    this.log(9, 0, number, 0, depth);
    const thread = 1 + this.pick(this.threads);
    if (!this.isReady[thread]) {
      this.wake(
        thread,
        this.what[thread] === SUSPEND_QUEUE || this.what[thread] === SUSPEND_MUTEX ? 1 : 0,
        depth,
      );
    }
    this.log(10, 0, number, 0, depth);
    this.preempt(this.current === NOBODY ? 7 : 3);
  }

  private wake(thread: number, status: number, depth: number): void {
    if (this.what[thread] === SUSPEND_RELEASE) {
      this.released[thread] = this.time;
      this.log(26, thread, 1, this.jobs[thread]!, depth);
    }
    this.isReady[thread] = true;
    this.what[thread] = 0;
    this.log(3, thread, this.priority[thread]!, status, depth);
  }

  private mostUrgent(): number {
    let found = NOBODY;
    for (let thread = 1; thread <= this.threads; thread++) {
      if (this.isReady[thread] && this.priority[thread]! < this.priority[found]!) {
        found = thread;
      }
    }
    return found;
  }

  /** Switches if a ready thread has a higher priority than the level of the running one. */
  private preempt(reason: number): void {
    const thread = this.mostUrgent();
    if (thread !== this.current && thread !== NOBODY) {
      const level = this.current === NOBODY ? 99 : this.level[this.current]!;
      if (this.priority[thread]! < level) {
        this.switchTo(thread, reason);
      }
    }
  }

  private switchTo(thread: number, reason: number): void {
    if (thread !== NOBODY && reason !== 2 && reason !== 3) {
      this.level[thread] = Math.min(this.threshold[thread]!, this.priority[thread]!);
    }
    this.log(2, thread, thread === NOBODY ? 0 : this.level[thread]!, reason);
    this.current = thread;
  }

  private block(what: number, about: number): void {
    const thread = this.current;
    this.isReady[thread] = false;
    this.what[thread] = what;
    this.about[thread] = about;
    this.log(4, about, what, thread);
    this.switchTo(this.mostUrgent(), 1);
  }

  private waiting(what: number, about: number): number {
    let found = NOBODY;
    for (let thread = 1; thread <= this.threads; thread++) {
      const isIt =
        !this.isReady[thread] && this.what[thread] === what && this.about[thread] === about;
      if (isIt && this.priority[thread]! < this.priority[found]!) {
        found = thread;
      }
    }
    return found;
  }

  private act(): void {
    const choice = this.next();
    const thread = this.current;
    if (choice < 0.3 && this.fill.length > 0) {
      this.useQueue(this.pick(this.fill.length));
    } else if (choice < 0.5 && this.owner.length > 0) {
      this.useMutex(this.pick(this.owner.length));
    } else if (choice < 0.6) {
      this.log(23, thread, 0, 100);
      this.block(SUSPEND_TIME, 0);
    } else if (choice < 0.75) {
      this.complete(thread);
    } else if (choice < 0.8) {
      this.log(5);
    } else {
      this.log(64, 0, 2, this.pick(1000));
    }
  }

  private complete(thread: number): void {
    if (this.jobs[thread]! > 0) {
      this.log(27, thread, 0, this.time - this.released[thread]!);
    }
    this.jobs[thread]!++;
    this.block(SUSPEND_RELEASE, 0);
  }

  private useQueue(queue: number): void {
    const id = this.firstQueue + queue;
    const isSend = this.next() < 0.5;
    const partner = this.waiting(SUSPEND_QUEUE, id);
    const limit = isSend ? QUEUE_CAPACITY : 0;
    const event = isSend ? 49 : 50;
    if (this.fill[queue] === limit) {
      this.log(event, id, limit, 1);
      this.block(SUSPEND_QUEUE, id);
    } else if (partner !== NOBODY) {
      this.log(event, id, this.fill[queue]!, partner * 65536);
      this.wake(partner, 0, 0);
      this.preempt(2);
    } else {
      this.fill[queue]! += isSend ? 1 : -1;
      this.log(event, id, this.fill[queue]!, 0);
    }
  }

  private useMutex(mutex: number): void {
    const id = this.firstMutex + mutex;
    const holder = this.owner[mutex]!;
    if (holder === this.current) {
      this.unlock(mutex, id);
    } else if (holder === NOBODY) {
      this.owner[mutex] = this.current;
      this.holds[this.current]!++;
      this.log(41, id, 1, 0);
    } else {
      this.log(41, id, 1, 1 + holder * 65536);
      this.inherit(holder);
      this.block(SUSPEND_MUTEX, id);
    }
  }

  private inherit(holder: number): void {
    const mine = this.priority[this.current]!;
    if (mine < this.priority[holder]!) {
      this.priority[holder] = mine;
      this.level[holder] = Math.min(this.level[holder]!, mine);
      this.log(8, holder, mine, this.level[holder]! + 3 * 65536);
    }
  }

  private unlock(mutex: number, id: number): void {
    const thread = this.current;
    const heir = this.waiting(SUSPEND_MUTEX, id);
    this.owner[mutex] = heir;
    this.holds[thread]!--;
    this.log(42, id, 0, heir * 65536);
    if (this.priority[thread] !== this.base[thread] && this.holds[thread] === 0) {
      const level = Math.min(this.threshold[thread]!, this.base[thread]!);
      this.priority[thread] = this.base[thread]!;
      this.log(8, thread, this.base[thread]!, this.threshold[thread]! + 3 * 65536);
      this.log(7, thread, level, this.level[thread]! + 3 * 65536);
      this.level[thread] = level;
    }
    if (heir !== NOBODY) {
      this.holds[heir]!++;
      this.wake(heir, 0, 0);
    }
    this.preempt(2);
  }
}

/** The image of a Limen trace with a number of events. */
export function synthetic(options: SyntheticOptions): Uint8Array {
  return new Toy(options).run();
}
