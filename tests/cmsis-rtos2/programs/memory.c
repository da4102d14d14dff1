/* SPDX-License-Identifier: Apache-2.0 */
/* A creation that does not get all of its memory releases the memory that it got, and a deletion
 * releases all. Each kind of object is created while the heap has too little memory, and again with
 * eight bytes more, until the creation succeeds. So each of its allocations fails once. One
 * creation is called by its address.
 */
#include "judge.h"
#include <limen_layer.h>

enum { STEP = 8 };

static void never(void *argument)
{
    (void)argument;
}

static void *make_thread(void)
{
    return osThreadNew(never, NULL,
                       &(osThreadAttr_t){.stack_size = 512, .priority = osPriorityLow});
}

static void *make_timer(void)
{
    return osTimerNew(never, osTimerOnce, NULL, NULL);
}

static void *make_flags(void)
{
    osEventFlagsId_t (*volatile create)(const osEventFlagsAttr_t *) = osEventFlagsNew;

    return create(NULL);
}

static void *make_mutex(void)
{
    return osMutexNew(NULL);
}

static void *make_semaphore(void)
{
    return osSemaphoreNew(4, 0, NULL);
}

static void *make_pool(void)
{
    return osMemoryPoolNew(4, 12, NULL);
}

static void *make_queue(void)
{
    return osMessageQueueNew(4, 12, NULL);
}

static const struct {
    void *(*make)(void);
    osStatus_t (*end)(void *made);
} kinds[] = {
    {make_thread, osThreadTerminate},    {make_timer, osTimerDelete},
    {make_flags, osEventFlagsDelete},    {make_mutex, osMutexDelete},
    {make_semaphore, osSemaphoreDelete}, {make_pool, osMemoryPoolDelete},
    {make_queue, osMessageQueueDelete},
};

/* Allocate the heap except about this number of bytes. Returns: NULL if that is not possible. */
static void *fill(size_t left)
{
    size_t available = lm_layer_heap_left();

    return available > left ? lm_layer_allocate(available - left) : NULL;
}

/* Returns: whether a creation has failed, and none has kept memory. */
static bool gives_back(unsigned number)
{
    unsigned failures = 0;
    void *made = NULL;

    for (size_t left = 0; made == NULL; left += STEP) {
        void *filled = fill(left);

        if (filled != NULL) {
            size_t before = lm_layer_heap_left();

            made = kinds[number].make();
            failures += made == NULL;
            if (made != NULL && kinds[number].end(made) != osOK) {
                return false;
            }
            if (lm_layer_heap_left() != before) {
                return false;
            }
            lm_layer_free(filled);
        }
    }
    return failures != 0;
}

static void lead(void *argument)
{
    (void)argument;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        judge(gives_back(i), true, "gives_back", (int)i);
    }
    judge_end();
}

int main(void)
{
    return judge_run(lead);
}
