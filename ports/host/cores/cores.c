/* SPDX-License-Identifier: Apache-2.0 */
/* Simulated cores; see ports/host/cores.h. */
#include "cores.h"
#include "clock.h"
#include "host.h"
#include "state.h"
#include <limen_host.h>
#include <stdlib.h>
#include <string.h>

enum { STACK_BYTES = 256 * 1024 };

static struct simulated_core {
    uint64_t next;           /* when it continues; LM_NEVER: if it is called, or not at all */
    uint64_t call;           /* when another core has called it; LM_NEVER: none has */
    uint64_t begin;          /* its clock was initialised with this time */
    bool open;               /* a call ends its wait */
    void *context;           /* where its stack pointer is, while another core runs */
    unsigned char *instance; /* its variables, while another core runs */
    struct lm_host_costs costs;
    uint64_t limit;
} cores[LM_CORES];

unsigned lm_host_core;
static bool are_over;

/* The bounds of the section, from the linker. */
extern unsigned char __start_lm_instance[], __stop_lm_instance[];

static size_t instance_bytes(void)
{
    return (size_t)(__stop_lm_instance - __start_lm_instance);
}

/* Each core begins with the variables as the program has initialised them. */
__attribute__((constructor)) static void copy_instances(void)
{
    for (unsigned core = 0; core < LM_CORES; core++) {
        cores[core].next = core == 0 ? 0 : LM_NEVER;
        cores[core].call = LM_NEVER;
        cores[core].instance = malloc(instance_bytes());
        if (cores[core].instance == NULL) {
            abort();
        }
        memcpy(cores[core].instance, __start_lm_instance, instance_bytes());
    }
}

static unsigned earliest(void)
{
    unsigned best = 0;

    for (unsigned core = 1; core < LM_CORES; core++) {
        if (cores[core].next < cores[best].next) {
            best = core;
        }
    }
    return best;
}

/* Returns when it is the turn of the caller again. */
static void run(unsigned core)
{
    struct simulated_core *from = &cores[lm_host_core];
    struct simulated_core *to = &cores[core];

    if (from == to) {
        return;
    }
    memcpy(from->instance, __start_lm_instance, instance_bytes());
    memcpy(__start_lm_instance, to->instance, instance_bytes());
    lm_host_core = core;
    (void)lm_host_swap(&from->context, &to->context, LM_OK);
}

uint64_t lm_host_cores_wait(uint64_t until, bool interruptible)
{
    struct simulated_core *own = &cores[lm_host_core];

    own->open = interruptible;
    own->next = interruptible && own->call < until ? own->call : until;
    if (own->next < lm_host.now) {
        own->next = lm_host.now;
    }
    run(earliest());
    own->open = false;
    are_over = own->next == LM_NEVER;
    if (interruptible && own->call <= own->next && !are_over) {
        own->call = LM_NEVER;
        lm_host.pending |= 1U << LM_HOST_CORES_LINE;
        lm_host_attend();
    }
    return own->next;
}

uint64_t lm_host_core_begin(void)
{
    return cores[lm_host_core].begin;
}

bool lm_host_cores_are_over(void)
{
    return are_over;
}

enum lm_status lm_port_interrupt_core(unsigned core, lm_lock_key key)
{
    struct simulated_core *called = &cores[core];

    if (lm_host.now < called->call) {
        called->call = lm_host.now;
    }
    if (called->open && called->call < called->next) {
        called->next = called->call;
    }
    lm_port_unlock(key);
    return LM_OK;
}

static void serve(void *argument)
{
    (void)argument;
    lm_cores_serve();
}

void lm_port_attach_core(void)
{
    lm_host.lines[LM_HOST_CORES_LINE].handler = serve;
    lm_host.lines[LM_HOST_CORES_LINE].urgency = LM_HOST_ALARM_URGENCY;
}

static void begin(void *argument)
{
    (void)argument;
    lm_host.costs = cores[lm_host_core].costs;
    lm_host.limit = cores[lm_host_core].limit;
    lm_core_main();
}

void lm_port_start_core(unsigned core)
{
    unsigned char *stack = lm_host_stack_map(STACK_BYTES);

    if (lm_host.real) {
        lm_host_clock_refuse("several cores run only in virtual time");
    }
    if (stack == NULL) {
        abort();
    }
    cores[core].costs = lm_host.costs;
    cores[core].limit = lm_host.limit;
    cores[core].begin = lm_host.now;
    cores[core].next = lm_host.now;
    cores[core].context = lm_host_first_context(stack + STACK_BYTES, begin, NULL);
}
