// SPDX-License-Identifier: Apache-2.0
// Numbers of Limen's trace file that the model decides by: spec/trace-format.md, version 1.
import { isMiddlewareType, typeName } from "../threadx/names";

export const MAGIC = 0x4e4d494c;
export const VERSION = 1;
export const HEADER_BYTES = 64;
export const OBJECT_BYTES = 32;
export const RECORD_BYTES = 16;
export const NAME_BYTES = 20;

export const enum Event {
  Time = 1,
  Switch = 2,
  Ready = 3,
  Suspend = 4,
  Yield = 5,
  Slice = 6,
  Level = 7,
  Priority = 8,
  IrqEnter = 9,
  IrqExit = 10,
  ThreadCreate = 16,
  ThreadTerminate = 20,
  ThreadSleep = 23,
  ThreadPriority = 24,
  Release = 26,
  Complete = 27,
  DeadlineMiss = 28,
  Overrun = 29,
  ThreadAbortWait = 30,
  SemaphoreCreate = 32,
  SemaphorePost = 33,
  SemaphoreWait = 34,
  SemaphorePostBelow = 36,
  MutexCreate = 40,
  MutexLock = 41,
  MutexUnlock = 42,
  MutexDelete = 43,
  QueueCreate = 48,
  QueueSend = 49,
  QueueReceive = 50,
  QueueSendFront = 52,
  QueueFlush = 53,
  User = 64,
  FlagsWait = 75,
  BlockPoolCreate = 80,
  BlockAllocate = 81,
  BlockRelease = 82,
  BytePoolCreate = 88,
  ByteAllocate = 89,
  ByteRelease = 90,
  Prioritize = 96,
  Notify = 97,
  Info = 98,
  Service = 103,
  Stack = 107,
  Values = 108,
  SectionEnter = 113,
  SectionLeave = 114,
  PreemptPoint = 115,
  SpinLock = 116,
  SpinUnlock = 117,
  IrqOff = 118,
  IrqOn = 119,
  Error = 120,
}

export const enum Outcome {
  Done = 0,
  Waits = 1,
  Unavailable = 2,
}

export const KINDS: readonly string[] = [
  "",
  "thread",
  "semaphore",
  "mutex",
  "queue",
  "timer",
  "event flags",
  "block pool",
  "byte pool",
  "spinlock",
  "device",
];

/** Kinds from here on are those of middleware: this and ThreadX's type. */
export const KIND_OF_MIDDLEWARE = 64;

export function kindName(number: number): string {
  if (isMiddlewareType(number - KIND_OF_MIDDLEWARE)) {
    return typeName(number - KIND_OF_MIDDLEWARE);
  }
  return KINDS[number] || `kind ${number}`;
}
