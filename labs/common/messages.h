/* SPDX-License-Identifier: Apache-2.0 */
/* The example of the two white papers: D sends three messages to each of three queues; A, B and C
 * receive from one queue each. One cycle is nine messages. Alternatively D sends to one queue after
 * the other until it waits because a queue is full; then a cycle is the messages from one wait to
 * the next.
 */
#ifndef LAB_MESSAGES_H
#define LAB_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

enum { LAB_CONSUMERS = 3, LAB_CAPACITY = 8 };

struct lab_messages {
    uint16_t consumers[LAB_CONSUMERS]; /* priorities of A, B, C */
    uint16_t priority;                 /* of D */
    uint16_t threshold;
    bool gives_way;    /* D yields at the end of its cycle */
    uint32_t capacity; /* of each queue, at most LAB_CAPACITY; 0: LAB_CAPACITY, and D does not fill
                        * the queue */
};

/* Create the threads and queues. The code is the same for all priorities. */
void lab_messages(const struct lab_messages *settings);

#endif
