/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations for all parts of the lab: the memory of user threads, and their creation. */
#ifndef ISOLATION_H
#define ISOLATION_H

#include "lab.h"
#include <limen/user.h>

enum { STACK = 512, TEXT_BYTES = 7 };

struct input {
    uint8_t length; /* of the text */
    char text[TEXT_BYTES];
};

/* All memory of a user thread. The text is at the end. */
struct memory {
    unsigned char stack[STACK];
    unsigned char unused[512 - sizeof(struct input) - TEXT_BYTES - 1 - 4];
    uint32_t message;
    struct input input;
    char text[TEXT_BYTES + 1];
};

/* A user thread of the lab. */
struct user_part {
    unsigned number; /* 0, or 1: a more urgent one */
    void (*entry)(void *memory);
    const struct lm_user_grant *grants;
    unsigned grant_count;
    struct lm_period *period; /* or NULL */
};

void create_user(const struct user_part *part);

/* The thread that ends the program when all others have ended or wait. */
void create_end(void);

/* Cases: each.c. */
void each_call(void);
void each_user_call(void);

#endif
