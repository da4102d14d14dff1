/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a queue copies messages of every length, at every address, and no bytes beside them.
 *
 * Method: each length up to several blocks of the copy, with each alignment of the queue, of the
 * message that is sent and of the one that is received. Three messages use the end of the storage
 * and its beginning again.
 */
#include "check.h"
#include "threads.h"
#include <stdio.h>
#include <string.h>

enum { BYTES_MAX = 140, CAPACITY = 2, SHIFTS = 4, MESSAGES = 3, EDGE = 0xEE };

static struct lm_queue queue;
static _Alignas(8) unsigned char storage[SHIFTS + CAPACITY * BYTES_MAX + 1];
static _Alignas(8) unsigned char in[SHIFTS + BYTES_MAX], out[SHIFTS + BYTES_MAX + 1];
static unsigned bytes, shifts[3]; /* of storage, in, out */

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "%u bytes, shifts %u %u %u\n", bytes, shifts[0], shifts[1], shifts[2]);
}

static void fill(unsigned char *message, unsigned number)
{
    for (unsigned i = 0; i < bytes; i++) {
        message[i] = (unsigned char)(i * 7 + number * 31 + 1);
    }
}

static void pass_messages(void)
{
    unsigned char *sent = in + shifts[1], *received = out + shifts[2];

    memset(storage, EDGE, sizeof storage);
    THREADS_BEGIN(5);
    CHECK_STATUS(lm_queue_create(&queue, "q", storage + shifts[0], CAPACITY, bytes, LM_FIFO),
                 LM_OK);
    for (unsigned number = 0; number < MESSAGES; number++) {
        fill(sent, number);
        memset(out, EDGE, sizeof out);
        CHECK_STATUS(lm_queue_send(&queue, sent, LM_NO_WAIT), LM_OK);
        CHECK_STATUS(lm_queue_receive(&queue, received, LM_NO_WAIT), LM_OK);
        CHECK_EQUAL(memcmp(received, sent, bytes), 0);
        CHECK_EQUAL(received[bytes], EDGE);
        CHECK(shifts[2] == 0 || received[-1] == EDGE);
    }
    CHECK_EQUAL(storage[shifts[0] + CAPACITY * bytes], EDGE);
    CHECK(shifts[0] == 0 || storage[shifts[0] - 1] == EDGE);
}

int main(void)
{
    check_explain(explain, NULL);
    for (bytes = 1; bytes <= BYTES_MAX; bytes++) {
        for (unsigned shift = 0; shift < SHIFTS * SHIFTS * SHIFTS; shift++) {
            shifts[0] = shift % SHIFTS;
            shifts[1] = shift / SHIFTS % SHIFTS;
            shifts[2] = shift / SHIFTS / SHIFTS;
            pass_messages();
        }
    }
    return 0;
}
