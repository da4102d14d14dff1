/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: rules of ThreadX that are easily missed. initialisation.c tests thresholds during
 * initialisation, and time/slices.c tests slices that are full again after a wait.
 */
#include "scenario.h"
#include "suite.h"

static const struct scenario overlooked[] = {
    {"the threshold while inheriting: the more urgent of base threshold and priority",
     {"O 20/12  lock:m sleep:2 is:O=16/12 resume:M14 Oa resume:W5 is:O=5/5 Ob unlock:m is:O=20/12 "
      "Oc",
      "W16 16  sleep:1 lock:m W16 unlock:m", "W5 5  lock:m W5 unlock:m", "M14 14  M14"},
     "Oa Ob W5 Oc M14 W16"},
    {"the owner's threshold is in force again at the put",
     {"O 20/10  lock:m resume:W5 is:O=5/5 resume:S12 Oa unlock:m is:O=20/10 Ob",
      "W5 5  lock:m W5 unlock:m", "S12 12  S12"},
     "Oa W5 Ob S12"},
    {"a thread that lowers itself is the head of its new level",
     {"T1 15  resume:P20 T1a priority:T1=20 T1b relinquish T1c", "P20 20  P20"},
     "T1a T1b P20 T1c"},
    {"... but lets in who is more urgent now",
     {"T1 15  resume:M18 T1a priority:T1=20 T1b", "M18 18  M18"},
     "T1a M18 T1b"},
    {"a ready thread that is set to the priority it has goes to the tail",
     {"T1 10  resume:A resume:B priority:A=20 T1", "A 20  A", "B 20  B"},
     "T1 B A"},
    {"... at the most urgent priority, too",
     {"T1 5/0  resume:A resume:B priority:A=0 T1", "A 0  A", "B 0  B"},
     "T1 B A"},
    {"another thread that is raised preempts by the threshold",
     {"T1 20/10  resume:M30 priority:M30=12 T1a priority:M30=9 T1b", "M30 30  M30"},
     "T1a M30 T1b"},
    {"a threshold made more urgent never switches",
     {"T1 20/18  T1a resume:M18 threshold:T1=5 T1b resume:M17 T1c", "M18 18  M18", "M17 17  M17"},
     "T1a T1b T1c M17 M18"},
    {"the boost is dropped when the mutex is deleted",
     {"O 20  lock:m resume:W is:O=5/5 resume:S10 Oa delete:m Ob",
      "W 5  lock-deleted:m is:O=20/20 W", "S10 10  S10"},
     "Oa W S10 Ob"},
    {"... and the threshold in force again",
     {"O 20/10  lock:m resume:W is:O=5/5 resume:S10 Oa delete:m is:O=20/10 Ob",
      "W 5  lock-deleted:m W", "S10 10  S10"},
     "Oa W Ob S10"},
    {"a change of priority does not end a boost",
     {"O 20  lock:m resume:W priority:O=12 is:O=5/5 base:O=12/12 Oa unlock:m is:O=12/12 Ob",
      "W 5  lock:m W unlock:m"},
     "Oa W Ob"},
    {"a place in a wait list is not changed by a change of priority",
     {"A 12  get:a A", "B 10  sleep:1 get:a B", "T 20  sleep:2 priority:B=5 put:a T put:a"},
     "A T B"},
    {"a mutex without inheritance changes no priority",
     {"O 20/15  lock:o resume:W is:O=20/15 Oa unlock:o Ob", "W 5  lock:o W unlock:o"},
     "Oa W Ob"},
    {"many that are woken at once run by urgency, whatever their places in the wait list",
     {"T30 30  resume:A resume:B resume:C set T30", "A 20  wait A", "B 12  wait B", "C 25  wait C"},
     "B A C T30"},
};

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
}

void program_main(void)
{
    scenarios(overlooked, sizeof overlooked / sizeof overlooked[0]);
}
