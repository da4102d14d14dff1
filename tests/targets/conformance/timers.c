/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: timers call their functions at their instants, in an interrupt, once or periodically, until
 * they are stopped. The function itself may stop its timer.
 */
#include "conformance.h"

static struct lm_timer once, often, itself;
static unsigned rounds;

static void tell(void *letter)
{
    CHECK(lm_in_interrupt());
    mark(*(const char *)letter);
}

static void stop_itself(void *argument)
{
    (void)argument;
    mark('i');
    rounds++;
    if (rounds == 3) {
        CHECK(lm_timer_stop(&itself) == LM_OK);
    }
}

static void story(void *argument)
{
    (void)argument;
    CHECK(!lm_in_interrupt());
    CHECK(lm_timer_start(&once, LM_FOREVER, 0) == LM_BAD_ARGUMENT);
    CHECK(lm_timer_start(&once, LM_MS(5), 0) == LM_OK);
    CHECK(lm_timer_start(&often, LM_MS(2), LM_MS(2)) == LM_OK);
    CHECK(lm_thread_sleep(LM_MS(7)) == LM_OK);
    told("oo1o");
    CHECK(lm_timer_start(&often, LM_MS(3), LM_MS(2)) == LM_OK); /* again: at 10, 12 ... */
    CHECK(lm_timer_start(&once, LM_US(3500), 0) == LM_OK);
    lm_work(LM_MS(4)); /* now they interrupt the work */
    told("o1");
    CHECK(lm_timer_stop(&often) == LM_OK);
    CHECK(lm_timer_stop(&often) == LM_OK); /* harmless */
    CHECK(lm_timer_start(&itself, LM_MS(1), LM_MS(1)) == LM_OK);
    CHECK(lm_thread_sleep(LM_MS(6)) == LM_OK);
    told("iii");
    CHECK(lm_timer_start(&once, LM_MS(1), 0) == LM_OK);
    CHECK(lm_timer_delete(&once) == LM_OK);
    CHECK(lm_timer_start(&once, LM_MS(1), 0) == LM_BAD_OBJECT);
    CHECK(lm_thread_sleep(LM_MS(2)) == LM_OK);
    told("");
    conformance_end();
}

static void set_up(void)
{
    lm_timer_create(&once, "once", tell, "1");
    lm_timer_create(&often, "often", tell, "o");
    lm_timer_create(&itself, "itself", stop_itself, NULL);
    lab_thread((struct lm_thread_config){.name = "story", LM_PREEMPTIVE(5), .entry = story});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
