/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: where ThreadX departs from its own rule, Limen keeps the rule, as in the second table of
 * spec/semantics.md, here for ThreadX applications. The comments give the order of ThreadX 6.
 */
#include "scenario.h"
#include "suite.h"

static const struct scenario quirks[] = {
    /* T1a T1b H3 S7 X10 T1c: S7 passes T1's threshold, because T1 is behind X10. */
    {"Q1 a thread that raises itself is the head of its level",
     {"T1 20/5  resume:X10 T1a priority:T1=10 threshold:T1=5 T1b resume:H3 T1c", "X10 10  X10",
      "H3 3  H3 resume:S7", "S7 7  S7"},
     "T1a T1b H3 T1c S7 X10"},
    /* T1a T2@11 T2end M12 T1b: T2 continues at 11, and M12 passes the threshold of T1. */
    {"Q2 a threshold is not forgotten when the displacing thread lowers itself",
     {"T1 20/10  T1a resume:T2 T1b", "T2 9  resume:M12 priority:T2=11 T2", "M12 12  M12"},
     "T1a T1b T2 M12"},
    /* Da Oready O Db W: O, which never ran since it woke, displaces D because of its threshold. */
    {"Q3 the loss of an inherited priority causes no preemption",
     {"O 20/12  lock:m sleep:3 O", "W 16  sleep:1 lock-deleted:m W",
      "D 15  sleep:2 work:2 is:O=16/12 Da delete:m is:O=20/12 Db"},
     "Da Db W O"},
    /* T1a T2a T3 T2b T1b: ThreadX examines only the mark of T2. */
    {"Q4 each displaced threshold counts",
     {"T1 20/15  T1a resume:T2 T1b", "T2 9/8  T2a resume:T3 T2b", "T3 5  threshold:T1=7 T3"},
     "T1a T2a T3 T1b T2b"},
    /* C5 B M12 T30: B protects itself though it never ran. */
    {"Q5 woken in the order B, C: a thread that was next but never ran is not protected",
     {"T30 30  resume:B resume:C set T30", "B 20/10  wait B", "C 5  wait C5 resume:M12",
      "M12 12  M12"},
     "C5 M12 B T30"},
    /* Oa W Ob S8: O keeps the priority of a waiter whose wait has ended. */
    {"Q6 an inherited priority is given back when the waiter times out",
     {"O 20  lock:m resume:W is:O=5/5 resume:S8 Oa work:4 is:O=20/20 Ob unlock:m",
      "W 5  lock-timeout:m=3 at:3 W", "S8 8  at:3 S8"},
     "Oa W S8 Ob"},
    /* S8 preempts A, which does not inherit the priority of C, which waits for B. */
    {"Q7 inheritance is transitive",
     {"A 20  lock:m resume:B is:A=15/15 resume:C is:B=5/5 is:A=5/5 resume:S8 Aa unlock:m Ab",
      "B 15  lock:n lock:m B unlock:m unlock:n is:B=15/15", "C 5  lock:n C unlock:n", "S8 8  S8"},
     "Aa B C S8 Ab"},
    {"Q9 two threads of one priority are both protected",
     {"A 20/15  Aa resume:B Ab", "B 9  Ba resume:K Bb",
      "K 5  priority:B=20 threshold:B=10 resume:M12 K", "M12 12  M12"},
     "Aa Ba K Bb M12 Ab"},
};

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
}

void program_main(void)
{
    scenarios(quirks, sizeof quirks / sizeof quirks[0]);
}
