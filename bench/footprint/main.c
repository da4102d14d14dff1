/* SPDX-License-Identifier: Apache-2.0 */
/* A program with threads alone; see footprint.h. */
#include <limen/limen.h>

enum { STACK = 256 };

LM_STACK(stack, STACK);
static struct lm_thread thread;

static void entry(void *argument)
{
    (void)argument;
    lm_thread_yield();
}

int main(void)
{
    lm_kernel_init();
    lm_thread_create(&thread,
                     &(struct lm_thread_config){
                         .name = "", .entry = entry, LM_PREEMPTIVE(5), LM_USE_STACK(stack)});
    lm_kernel_start();
    return 1;
}
