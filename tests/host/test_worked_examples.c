/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the worked examples of spec/semantics.md are true.
 *
 * Method: each of them is staged as a story (support/story.h) on real stacks, in the words of the
 * page; what it tells is compared with the order that the page prints.
 */
#include "support/story.h"

static const struct story examples[] = {
    {"1 nested",
     {"T1 20/10  T1a start:M12 T1b start:T2 T1c", "T2 9/5  T2a start:S7 T2b start:T3 T2c",
      "T3 3  T3", "S7 7  S7", "M12 12  M12"},
     "T1a T1b T2a T2b T3 T2c S7 T1c M12"},
    {"2 blocked holder",
     {"S7 7  sleep:1 S7", "T1 20/5  T1a start:M12 T1b sleep:2 T1c", "M12 12  M12"},
     "T1a T1b M12 S7 T1c"},
    {"3 wake-up, preemptive", {"T 20/5  sleep:1 T", "L 25/25  L1 work:2 L2"}, "L1 T L2"},
    {"3 wake-up, held off", {"T 20/5  sleep:1 T", "L 25/8  L1 work:2 L2"}, "L1 L2 T"},
    {"4 suspended holder",
     {"T1 20/10  T1a start:T2 T1b", "T2 5  T2a start:M12 suspend:T1 resume:T1 T2b", "M12 12  M12"},
     "T1a T2a T2b M12 T1b"},
    {"5 yield",
     {"T1 20/10  T1a start:P20 start:M12 yield T1b", "P20 20  P20", "M12 12  M12 start:N15",
      "N15 15  N15"},
     "T1a M12 N15 P20 T1b"},
    {"6 priority set",
     {"T1 20/10  T1a start:M12 set:T1=20/20 T1b", "M12 12  is:T1=20/20 M12"},
     "T1a M12 T1b"},
    {"7 tightened",
     {"T1 20/10  T1a start:T2 T1b", "T2 5  start:X5 threshold:T1=0 T2", "X5 5  X5"},
     "T1a T2 T1b X5"},
    {"8 cleared",
     {"T1 20/10  T1a start:T2 T1b", "T2 5  start:M12 threshold:T1=20 T2", "M12 12  M12"},
     "T1a T2 M12 T1b"},
    {"9 partly released",
     {"T1 20/10  T1a start:M12 threshold:T1=15 T1b start:N17 T1c", "M12 12  M12", "N17 17  N17"},
     "T1a M12 T1b T1c N17"},
    {"10 wake order, B first",
     {"B 20/10  wait:b B", "C 5  wait:c C5 start:M12", "M12 12  M12", "T30 30  raise:bc T30"},
     "C5 M12 B T30"},
    {"10 wake order, C first",
     {"B 20/10  wait:b B", "C 5  wait:c C5 start:M12", "M12 12  M12", "T30 30  raise:cb T30"},
     "C5 M12 B T30"},
    {"10 wake order, B first, preemption disabled",
     {"B 20/10  wait:b B", "C 5  wait:c C5 start:M12", "M12 12  M12",
      "T30 30  disable post:b post:c enable T30"},
     "C5 M12 B T30"},
    {"11 inheritance",
     {"O 20/15  lock:m start:W is:O=5/5 Oa start:S10 Ob unlock:m is:O=20/15 Oc",
      "W 5  Wtry lock:m W unlock:m", "S10 10  S10"},
     "Wtry Oa Ob W S10 Oc"},
    {"12 threshold again in force",
     {"O 20/10  lock:m start:W5 is:O=5/5 Oa start:S8 start:M12 unlock:m is:O=20/10 Ob",
      "W5 5  lock:m W5 unlock:m", "S8 8  S8", "M12 12  M12"},
     "Oa W5 S8 Ob M12"},
};

int main(void)
{
    story_check_all(examples, sizeof examples / sizeof examples[0]);
    return 0;
}
