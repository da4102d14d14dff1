/* SPDX-License-Identifier: Apache-2.0 */
/* The states from which Frama-C Eva analyses the calls of the kernel. Their shapes are enumerated:
 * CHOOSE gives each of its results to a state of its own. A number in a state is a complete range:
 * Eva examines all its values at once. */
#ifndef EVA_WORLD_H
#define EVA_WORLD_H

#include <limen/thread.h>
#include <limen/user.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A builtin of Eva. */
int Frama_C_interval_split(int least, int most);

/* Each of the numbers from 0 to most. */
#define CHOOSE(most) ((unsigned)Frama_C_interval_split(0, (most)))
#define ANY_BOOL ((any_u32 & 1U) != 0)

extern volatile uint32_t any_u32;
extern volatile uint64_t any_u64;

/* At most one argument of a call is unusual. The choice for an argument whose unusual choices have
 * the numbers after this one; 0, the usual choice, if another argument is unusual. */
#define ONLY(choice, before, choices)                                                              \
    ((choice) > (before) && (choice) < (before) + (choices) ? (choice) - (before) : 0)

/* Any number of a range. */
uint64_t any_between(uint64_t least, uint64_t most);

struct lm_wait_list;
struct lm_timeout_node;

/* The thread that runs, and three others. In the program with user threads it is a user thread, and
 * else a plain one. */
struct eva_plain_thread {
    struct lm_thread thread;
};
extern struct EVA_CALLER caller;
extern struct lm_thread first, second, third;

/* One of three: priorities, orders of lists, timeouts, and what the other threads do differ. */
extern unsigned pattern;

/* Memory that programs give to the kernel. */
extern uint64_t area[64];
extern unsigned char messages[4][48];

/* The time is any number up to this one, and differs at each call of the port. Timeouts begin at
 * EARLY. */
extern uint64_t latest;

enum { EARLY = 64 };

/* In calls of layers the time is up to this one: no slice ends, and ticks have one next instant. */
enum { SOON = 4 };

/* The time is the latest, and the instants of timeouts are numbers, and not ranges: for the alarm,
 * which serves them. */
extern bool time_is_exact;

/* Some times before, at and after these instants. */
uint64_t any_time(unsigned choice);

/* The object of each kind in one of its shapes, and arguments: 0 is the usual one. */
struct lm_semaphore *any_semaphore(unsigned shape);
struct lm_mutex *any_mutex(unsigned shape);
struct lm_queue *any_queue(unsigned shape);
struct lm_priority_queue *any_priority_queue(unsigned shape);
struct lm_event_flags *any_event_flags(unsigned shape);
struct lm_notice *any_notice(unsigned shape);
struct lm_block_pool *any_block_pool(unsigned shape);
struct lm_byte_pool *any_byte_pool(unsigned shape);
struct lm_stream *any_stream(unsigned shape);
struct lm_timer *any_timer(unsigned shape);
uint64_t any_timeout(unsigned choice);
uint64_t any_wait(unsigned choice);
uint32_t any_bits(unsigned choice);

/* The last bytes of the area, so that no byte behind them can be accessed. */
void *last_bytes(size_t bytes);

/* What threads that wait for queues, event flags and block pools have said: their message, their
 * bits, and where they want the block. */
void *data_of(unsigned number);
void *wish_of(unsigned number);
void *place_of_block(unsigned number);

/* The order in which threads wait. */
enum lm_order order(void);

/* Begin with the four threads, of which the first runs and the others have not begun. number: of
 * the pattern. */
void world_begin(unsigned number);

/* Let this many of the others, or this one, wait in the list. */
void world_wait(struct lm_wait_list *list, unsigned count);
void world_wait_one(struct lm_thread *thread, struct lm_wait_list *list, bool timed);

/* Start a timeout that expires in the range that has this number, 0 to 2. */
void world_start(struct lm_timeout_node *timeout, unsigned range);

/* Give work to the threads that do not wait. by: the caller. */
void world_end(unsigned by);

/* The actions of threads and timers. */
void do_nothing(void *argument);

/* waits.c: what threads of layers call in the first pass of their loop, their stack, and such a
 * pass. */
void do_once(void *argument);
extern uint64_t own_stack[8];
void run(struct lm_thread *thread);

/* Stop the analysis of a state that the world does not have. */
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            for (;;) {                                                                             \
            }                                                                                      \
        }                                                                                          \
    } while (0)

/* Not an object, or one of another kind. */
#define IS_NO(block, expected)                                                                     \
    do {                                                                                           \
        (block)->object.kind = (uint8_t)any_u32;                                                   \
        REQUIRE((block)->object.kind != (expected));                                               \
    } while (0)

#endif
