/* SPDX-License-Identifier: Apache-2.0 */
/* kernel-v1 on top of cyclic threads: the functions that need more than one call; see
 * kernel_v1.h. */
#include "kernel_v1.h"

struct v1_kernel v1_kernels[LM_CORES];

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[LM_CORES][V1_STACKS_BYTES];

static unsigned core(void)
{
    return LM_CORES_OR(lm_port_core(), 0U);
}

enum v1_result v1_install_as(uint32_t ms_per_tick, enum lm_tick_style style)
{
    static struct {
        _Alignas(LM_PORT_STACK_ALIGN) unsigned char bytes[LM_PORT_STACK_BYTES(256)];
    } loops[LM_CORES] LM_IN_STACKS;
    struct v1_kernel *kernel = v1_own();

    kernel->count = 0;
    kernel->stack_bytes = 0;
    if (core() == 0) {
        lm_kernel_init();
    }
    enum lm_status status = lm_tick_create(
        &kernel->tick, &(struct lm_tick_config){.name = "loop",
                                                .length = LM_MS(ms_per_tick),
                                                .style = style,
                                                .stack = loops[core()].bytes,
                                                .stack_bytes = sizeof loops[0].bytes});

    return status == LM_OK ? V1_OK : V1_FAILED;
}

enum v1_result v1_install(uint32_t ms_per_tick)
{
    return v1_install_as(ms_per_tick, LM_TICK_DEFERRED);
}

static void run_procedure(void *argument)
{
    struct v1_thread *thread = argument;

    thread->procedure();
}

/* A part of the memory for stacks, or NULL. */
static void *take_stack(uint32_t bytes)
{
    struct v1_kernel *kernel = v1_own();
    unsigned char *stack = &stacks[core()][kernel->stack_bytes];

    if (bytes > V1_STACKS_BYTES - kernel->stack_bytes) {
        return NULL;
    }
    kernel->stack_bytes += bytes;
    return stack;
}

enum v1_result v1_allocate(struct v1_thread **thread, void (*procedure)(void), uint32_t stack_bytes)
{
    static const char *const names[V1_THREADS] = {"t0",  "t1",  "t2",  "t3", "t4",  "t5",
                                                  "t6",  "t7",  "t8",  "t9", "t10", "t11",
                                                  "t12", "t13", "t14", "t15"};
    struct v1_kernel *kernel = v1_own();
    unsigned tid = kernel->count;
    struct lm_thread_config config = {.entry = run_procedure,
                                      LM_COOPERATIVE(V1_PRIO),
                                      .stack_bytes = LM_PORT_STACK_BYTES(stack_bytes),
                                      .suspended = true};

    *thread = NULL;
    if (tid == V1_THREADS || (config.stack = take_stack(config.stack_bytes)) == NULL) {
        return V1_FAILED;
    }
    struct v1_thread *taken = &kernel->threads[tid];

    config.name = names[tid];
    config.argument = taken;
    taken->procedure = procedure;
    taken->tid = tid;
    if (lm_thread_create(&taken->thread, &config) != LM_OK ||
        lm_tick_attach(&kernel->tick, &taken->cyclic, &taken->thread) != LM_OK) {
        return V1_FAILED;
    }
    kernel->count++;
    *thread = taken;
    return V1_OK;
}

enum v1_result v1_reallocate(struct v1_thread *thread, void (*procedure)(void))
{
    if (thread->cyclic.enabled) {
        return V1_FAILED;
    }
    thread->procedure = procedure;
    (void)lm_thread_terminate(&thread->thread);
    v1_set_prio(thread, V1_PRIO);
    return lm_thread_restart(&thread->thread) == LM_OK ? V1_OK : V1_FAILED;
}

void v1_run(void)
{
    (void)lm_tick_start(&v1_own()->tick);
    if (core() == 0) {
        lm_kernel_start();
    }
}

void v1_signal_await(struct v1_signal *signal)
{
    struct v1_thread *thread = v1_current();

    thread->next = NULL;
    if (signal->first == NULL) {
        signal->first = thread;
    } else {
        signal->last->next = thread;
    }
    signal->last = thread;
    v1_suspend_me();
}

void v1_signal_send(struct v1_signal *signal)
{
    struct v1_thread *thread = signal->first;

    if (thread != NULL) {
        signal->first = thread->next;
        v1_enable(thread);
    }
}

void v1_semaphore_claim(struct v1_semaphore *semaphore)
{
    if (semaphore->claimed) {
        v1_signal_await(&semaphore->released);
    }
    semaphore->claimed = true;
}

void v1_semaphore_release(struct v1_semaphore *semaphore)
{
    if (v1_signal_awaited(&semaphore->released)) {
        v1_signal_send(&semaphore->released);
    } else {
        semaphore->claimed = false;
    }
}
