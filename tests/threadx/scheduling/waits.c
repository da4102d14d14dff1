/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: further causes of a switch: ends of threads, terminated owners, suspended waiters, mutexes
 * that pass from thread to thread, and threads that interrupts suspend.
 */
#include "scenario.h"
#include "suite.h"

static const struct scenario waits[] = {
    {"a thread that completes gives its mutexes to the waiters, the most urgent runs",
     {"O 20/10  lock:m lock:n resume:W15 resume:W8 Oa", "W15 15  lock:m W15", "W8 8  lock:n W8",
      "M18 18  sleep:1 M18"},
     "Oa W8 W15 M18"},
    {"the waiter of a terminated owner runs",
     {"T1 12  resume:O T1a", "O 10  lock:m resume:W5 sleep:3 never", "W5 5  lock:m W5",
      "K 14  terminate:O K"},
     "T1a W5 K"},
    {"a boosted thread is held off by none that its waiter would preempt",
     {"O 20  lock:m resume:W5 Oa resume:M10 Ob unlock:m Oc", "W5 5  lock:m W5 unlock:m",
      "M10 10  M10"},
     "Oa Ob W5 M10 Oc"},
    {"of three waiters the most urgent gets the mutex next",
     {"O 20  lock:m sleep:4 unlock:m O", "A 12  sleep:1 lock:m A unlock:m",
      "B 8  sleep:2 lock:m B unlock:m", "C 10  sleep:3 lock:m C unlock:m"},
     "B C A O"},
    {"without inheritance the first in line",
     {"O 20  lock:o sleep:4 unlock:o O", "A 12  sleep:1 lock:o A unlock:o",
      "B 8  sleep:2 lock:o B unlock:o", "C 10  sleep:3 lock:o C unlock:o"},
     "A B C O"},
    {"a thread that waited for a deleted mutex runs at once if it is more urgent",
     {"T1 20  resume:W T1a resume:M15", "W 10  lock-deleted:n W", "M15 15  delete:n M15",
      "O 5  lock:n sleep:2 O"},
     "T1a W M15 O"},
    {"a suspended peer loses its turn",
     {"A 20  A1 suspend:B relinquish A2 again:B", "B 20  B1", "C 20  C1"},
     "A1 C1 A2 B1"},
    {"the next thread runs after a self-suspension, until a resume",
     {"A 10  A1 suspend:A A2", "B 20  resume:A B1 again:A B2"},
     "A1 B1 A2 B2"},
};

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
}

void program_main(void)
{
    scenarios(waits, sizeof waits / sizeof waits[0]);
}
