/* SPDX-License-Identifier: Apache-2.0 */
/* The attacks of a user thread, with the memory and handles that they may use. */
#ifndef ISOLATION_ATTACKS_H
#define ISOLATION_ATTACKS_H

#include <limen/limen.h>
#include <limen/user.h>

enum { ATTACK_DATA = 64 };

/* All memory of a user thread. data gets the answers of its calls. */
enum { ATTACK_BELOW = 128 };
struct area {
    unsigned char below[ATTACK_BELOW]; /* the stack, within the region */
    unsigned char stack[768 - ATTACK_BELOW];
    uint32_t data[ATTACK_DATA];
};
#define AREA(name) struct area name __attribute__((aligned(1024)))

/* The handles of an attacker. */
enum { QUEUE, FORBIDDEN, FLAGS, MUTEX, ATTACKER_HANDLES };

/* The ways in which an attack can end, besides the cause of a fault. */
enum { ENDS = LM_USER_NO_FAULT, SPINS = 100 };
enum { ANSWERS = 0xFF, WITHOUT_FLOATS = 0x100 };

struct attack {
    const char *name;
    void (*run)(void *area);
    int end;               /* enum lm_user_cause, or one of the above */
    enum lm_status answer; /* of each call that the attack notes in data */
    unsigned answers;      /* and WITHOUT_FLOATS, for a thread that has no access to the FPU */
};

extern const struct attack common_attacks[];
extern const unsigned common_attack_count;
extern const struct attack port_attacks[];
extern const unsigned port_attack_count;

extern volatile uint32_t attack_secret;
extern struct area consumer_area, attack_area;
extern struct lm_user_thread attacker;
extern struct lm_semaphore forbidden;
extern const struct lm_user_grant attacker_grants[ATTACKER_HANDLES];

/* The objects of attacker_grants. */
void create_attacked_objects(void);

/* The areas of a user thread in these programs: the code, and the memory that has its stack. */
#define AREAS_OF(memory)                                                                           \
    {                                                                                              \
        {ATTACK_CODE, ATTACK_CODE_BYTES, LM_USER_EXECUTE},                                         \
        {                                                                                          \
            (uintptr_t)(memory), sizeof *(memory), LM_USER_WRITE                                   \
        }                                                                                          \
    }
#define IN_MEMORY(memory)                                                                          \
    .argument = (memory), .stack = (memory)->stack, .stack_bytes = sizeof(memory)->stack

/* Create a user thread whose memory is an area; config has the rest. If it is refused, the program
 * ends. */
void create_in_area(struct lm_user_thread *user, struct area *area, struct lm_user_config config);

/* Record the answer of a call. */
static inline void note(struct area *area, enum lm_status answer)
{
    area->data[area->data[ATTACK_DATA - 1]++] = answer;
}

/* Overwrite the memory of an address that the compiler does not know. */
static inline void write_to(uintptr_t address)
{
    *(volatile uint32_t *)address = 1;
}

static inline uint32_t read_from(uintptr_t address)
{
    return *(volatile uint32_t *)address;
}

static inline void jump_to(uintptr_t address)
{
    ((void (*)(void))address)();
}

#endif
