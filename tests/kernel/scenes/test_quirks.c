/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: Limen keeps the rule where ThreadX departs from it, as the second table of
 * spec/semantics.md says.
 *
 * Method: scenarios (support/scenario.h), as for the worked examples. The comments give the order
 * of ThreadX 6.
 */
#include "support/scenario.h"

static const struct scenario quirks[] = {
    /* T1a H3 S7 X10 T1b: S7 runs despite T1's threshold, because T1 is behind X10. */
    {"Q1 a thread that raises itself is the head of its level",
     {"T1 20/5  start:X10 T1a set:T1=10/10 threshold:T1=5 start:H3 T1b", "X10 10  X10",
      "H3 3  H3 start:S7", "S7 7  S7"},
     "T1a H3 T1b S7 X10"},
    {"Q1 ... without a threshold, too",
     {"T1 20/5  start:X10 T1a set:T1=10/10 start:H3 T1b", "X10 10  X10", "H3 3  H3"},
     "T1a H3 T1b X10"},
    /* T1a T2 M12 T1b: T2 continues at 11, and M12 runs despite the threshold of T1. */
    {"Q2 a threshold is not forgotten when the displacing thread lowers itself",
     {"T1 20/10  T1a start:T2 T1b", "T2 9  start:M12 set:T2=11/11 T2", "M12 12  M12"},
     "T1a T1b T2 M12"},
    /* D1 O D2 W: O has not run since it became ready, and preempts D by its threshold 12. */
    {"Q3 the loss of an inherited priority causes no preemption",
     {"O 20/12  lock:m sleep:3 O", "W 16  sleep:1 lock-deleted:m W",
      "D 15  sleep:2 work:2 is:O=16/12 D1 delete:m is:O=20/12 D2"},
     "D1 D2 W O"},
    {"Q4 each thread has its own level",
     {"T1 20/15  T1a start:T2 T1b", "T2 9/8  T2a start:T3 T2b", "T3 5  threshold:T1=7 T3"},
     "T1a T2a T3 T1b T2b"},
    {"Q5 a thread that was next but never ran is not protected", /* example 10 */
     {"B 20/10  wait:b B", "C 5  wait:c start:M12 C5", "M12 12  M12", "T30 30  raise:bc T30"},
     "C5 M12 B T30"},
    /* Oa W Ob S8: O keeps the priority of a thread that does not wait any more. */
    {"Q6 an inherited priority is given back when the waiter times out",
     {"O 20  lock:m start:W is:O=5/5 start:S8 Oa work:4 is:O=20/20 Ob unlock:m",
      "W 5  lock-timeout:m=3 at:3 W", "S8 8  at:3 S8"},
     "Oa W S8 Ob"},
    /* S8 preempts A, which does not inherit through the wait of C for B. */
    {"Q7 inheritance is transitive",
     {"A 20  lock:m start:B is:A=15/15 start:C is:B=5/5 is:A=5/5 start:S8 Aa unlock:m Ab",
      "B 15  lock:n lock:m B unlock:m unlock:n is:B=15/15", "C 5  lock:n C unlock:n", "S8 8  S8"},
     "Aa B C S8 Ab"},
    /* The second sleeper would wake at 19. */
    {"Q8 no tick is lost while a thread with threshold 0 runs",
     {"P 1  sleep:2 at:9 P", "Q 1  sleep:12 at:12 Q", "T 20/0  work:9 T"},
     "T P Q"},
    {"Q9 two threads of one priority are both protected",
     {"A 20/15  Aa start:B Ab", "B 9  set:B=20/10 Ba start:H3 Bb", "H3 3  start:M12 H3",
      "M12 12  M12"},
     "Aa Ba H3 Bb M12 Ab"},
    {"Q11 before the start no level is raised",
     {"T20 20/0  T20", "A10 10  A10", "B10 10  B10"},
     "A10 B10 T20"},
};

int main(void)
{
    scenario_check_all(quirks, sizeof quirks / sizeof quirks[0]);
    return 0;
}
