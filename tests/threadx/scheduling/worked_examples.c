/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: preemption thresholds as ThreadX applications know them: nested, blocked, suspended,
 * relinquished, changed, in interrupts, under inheritance.
 */
#include "scenario.h"
#include "suite.h"

static const struct scenario examples[] = {
    {"nested thresholds",
     {"T1 20/10  T1a resume:M12 T1b resume:T2 T1c", "M12 12  M12",
      "T2 9/5  T2a resume:S7 T2b resume:T3 T2c", "S7 7  S7", "T3 3  T3"},
     "T1a T1b T2a T2b T3 T2c S7 T1c M12"},
    {"a blocked thread protects nothing",
     {"T1 20/5  T1a resume:M12 T1b sleep:4 T1c", "M12 12  M12", "S7 7  sleep:2 S7"},
     "T1a T1b M12 S7 T1c"},
    {"wake-up: the priority counts, the own threshold does not",
     {"L 25  Lstart work:10 Lend", "T 20/5  sleep:2 T-wake resume:M12 T-still sleep:2 T-end",
      "M12 12  M12"},
     "Lstart T-wake T-still M12 T-end Lend"},
    {"wake-up: the threshold of the running thread counts",
     {"L 25/8  Lstart work:5 Lend", "T 20/5  sleep:2 T-wake"},
     "Lstart Lend T-wake"},
    {"a displaced holder that is suspended loses its protection",
     {"T1 20/10  T1a resume:T2 T1b", "T2 5  T2a resume:M12 suspend:T1 again:T1 T2b", "M12 12  M12"},
     "T1a T2a T2b M12 T1b"},
    {"relinquish forfeits the threshold",
     {"T1 20/10  T1a resume:P20 resume:M12 relinquish T1b", "P20 20  P20", "M12 12  M12 resume:N15",
      "N15 15  N15"},
     "T1a M12 N15 P20 T1b"},
    {"a change of priority discards the threshold",
     {"T1 20/10  T1a resume:M12 priority:T1=20 is:T1=20/20 base:T1=20/20 T1b", "M12 12  M12"},
     "T1a M12 T1b"},
    {"the threshold of a displaced thread made more urgent",
     {"T1 20/10  T1a resume:T2 T1b", "T2 5  resume:X5 threshold:T1=0 T2", "X5 5  X5"},
     "T1a T2 T1b X5"},
    {"the threshold of a displaced thread taken away",
     {"T1 20/10  T1a resume:T2 T1b", "T2 5  resume:M12 threshold:T1=20 T2", "M12 12  M12"},
     "T1a T2 M12 T1b"},
    {"a part of the threshold given up",
     {"T1 20/10  T1a resume:M12 threshold:T1=15 T1b resume:N17 T1c", "M12 12  M12", "N17 17  N17"},
     "T1a M12 T1b T1c N17"},
    {"woken in the order C, B",
     {"T30 30  resume:C resume:B set T30", "B 20/10  wait B", "C 5  wait C5 resume:M12",
      "M12 12  M12"},
     "C5 M12 B T30"},
    {"inheritance over a threshold",
     {"O 20/15  lock:m resume:W is:O=5/5 base:O=20/15 Oa resume:S10 Ob unlock:m is:O=20/15 Oc",
      "W 5  Wtry lock:m Wgot unlock:m", "S10 10  S10"},
     "Wtry Oa Ob Wgot S10 Oc"},
    {"the threshold is in force again at the put",
     {"O 20/10  lock:m resume:W5 is:O=5/5 Oa resume:S8 resume:M12 unlock:m is:O=20/10 Oend",
      "W5 5  lock:m W5 unlock:m", "S8 8  S8", "M12 12  M12"},
     "Oa W5 S8 Oend M12"},
};

static const struct scenario questions[] = {
    {"a thread waits at its priority, whatever its threshold", {"A 20/5  A", "B 12  B"}, "B A"},
    {"a holder runs next when the thread that displaced it blocks",
     {"T1 20/10  T1a resume:T2 T1b", "T2 5  resume:M12 T2a sleep:2 T2b", "M12 12  M12"},
     "T1a T2a T1b M12 T2b"},
    {"peers of a displaced holder wait behind it",
     {"T1 20/10  T1a resume:P20 resume:H3 T1b", "P20 20  P20", "H3 3  H3"},
     "T1a H3 T1b P20"},
    {"a displaced holder that is terminated protects nothing",
     {"T1 20/10  T1a resume:T2 T1b", "T2 5  resume:M12 terminate:T1 T2", "M12 12  M12"},
     "T1a T2 M12"},
    {"resumed it is behind its peers",
     {"T1 20/10  T1a resume:T2 T1b", "T2 5  resume:P20 suspend:T1 again:T1 T2", "P20 20  P20"},
     "T1a T2 P20 T1b"},
    {"displaced without a threshold it is the head of its level",
     {"T1 20  T1a resume:P20 resume:M12 T1b", "P20 20  P20", "M12 12  M12 resume:N15",
      "N15 15  N15"},
     "T1a M12 N15 T1b P20"},
    {"after a relinquish the threshold is in force again",
     {"T1 20/10  T1a resume:M12 relinquish T1b resume:N15 T1c", "M12 12  M12", "N15 15  N15"},
     "T1a M12 T1b T1c N15"},
    {"a threshold equal to the competitor's priority keeps it off",
     {"T1 20/10  T1a resume:E10 T1b", "E10 10  E10"},
     "T1a T1b E10"},
    {"relinquish to peers, one after the other",
     {"A 20  A1 relinquish A2", "B 20  B1 relinquish B2", "C 20  C1"},
     "A1 B1 C1 A2 B2"},
    {"relinquish without another thread", {"A 20/5  A1 relinquish A2"}, "A1 A2"},
    {"an interrupt readies several threads: the most urgent one runs when it ends",
     {"T30 30  resume:B resume:C interrupt:ab T30", "B 20/10  get:a B", "C 5  get:b C resume:M12",
      "M12 12  M12"},
     "C M12 B T30"},
    {"an interrupt does not pass a threshold either",
     {"T30 30/8  interrupt:ab T30", "B 20  get:a B", "C 5  get:b C"},
     "C T30 B"},
};

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
}

void program_main(void)
{
    scenarios(examples, sizeof examples / sizeof examples[0]);
    scenarios(questions, sizeof questions / sizeof questions[0]);
}
