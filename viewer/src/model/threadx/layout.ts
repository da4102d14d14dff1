// SPDX-License-Identifier: Apache-2.0
// Numbers of ThreadX's trace that the model decides by.

/** For a context: an interrupt, or before the scheduler started. */
export const INTERRUPT = 0xffffffff;
export const INITIALIZE = 0xf0f0f0f0;
/** A thread's state while its priority changes: it continues. */
export const PRIORITY_CHANGE = 14;
export const TYPE_THREAD = 1;
export const PRIORITY_BITS = 0x3ff;
export const MODERN = 2 ** 31;

export const enum Id {
  Resume = 1,
  Suspend = 2,
  IsrEnter = 3,
  IsrExit = 4,
  TimeSlice = 5,
  Running = 6,
  BlockAllocate = 10,
  BlockRelease = 17,
  ByteAllocate = 20,
  ByteRelease = 27,
  FlagsGet = 32,
  MutexCreate = 50,
  MutexGet = 52,
  MutexPut = 57,
  QueueCreate = 60,
  QueueFlush = 62,
  QueueFrontSend = 63,
  QueueReceive = 68,
  QueueSend = 69,
  SemaphoreCeilingPut = 80,
  SemaphoreCreate = 81,
  SemaphoreGet = 83,
  SemaphorePut = 88,
  ThreadCreate = 100,
  PreemptionChange = 107,
  PriorityChange = 108,
  Relinquish = 109,
}

/** Words of an event, as places in Trace.words. */
export const enum Word {
  Priority = 0,
  Info1 = 1,
  Info2 = 2,
  Info3 = 3,
  Info4 = 4,
}
