/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the owner of a mutex with a ceiling has the ceiling as its priority at once. The users of
 * the mutex do not preempt it, and threads that are more urgent than the ceiling do. Locks nest. A
 * plain mutex changes no priority.
 */
#include "conformance.h"

static struct lm_mutex ceiling, plain;
static struct lm_thread *user, *urgent;

static void use(void *argument)
{
    (void)argument;
    CHECK(lm_mutex_lock(&ceiling, LM_FOREVER) == LM_OK);
    mark('u');
    CHECK(lm_mutex_unlock(&ceiling) == LM_OK);
}

static void hurry(void *argument)
{
    (void)argument;
    mark('!');
    CHECK(lm_mutex_lock(&ceiling, LM_FOREVER) == LM_BAD_STATE); /* above its ceiling */
}

static void own_ceiling(void)
{
    struct lm_thread_info info;

    CHECK(lm_mutex_lock(&ceiling, LM_FOREVER) == LM_OK);
    CHECK(lm_mutex_lock(&ceiling, LM_NO_WAIT) == LM_OK); /* for the second time */
    CHECK(lm_thread_get_info(lm_thread_self(), &info) == LM_OK);
    CHECK(info.priority == 5 && info.base_priority == 20 && info.level == 5);
    CHECK(lm_thread_start(user) == LM_OK); /* priority 5: held off */
    mark('o');
    CHECK(lm_thread_start(urgent) == LM_OK); /* priority 4: preempts */
    CHECK(lm_mutex_unlock(&ceiling) == LM_OK);
    mark('o');
    CHECK(lm_mutex_unlock(&ceiling) == LM_OK);
    told("o!ou");
}

static void own_plain(void)
{
    struct lm_thread_info info;

    CHECK(lm_mutex_lock(&plain, LM_FOREVER) == LM_OK);
    CHECK(lm_thread_restart(user) == LM_OK); /* it takes the plain mutex, and is not held off */
    told("u");
    CHECK(lm_thread_get_info(lm_thread_self(), &info) == LM_OK);
    CHECK(info.priority == 20 && info.level == 20);
    CHECK(lm_mutex_unlock(&plain) == LM_OK);
}

static void story(void *argument)
{
    (void)argument;
    own_ceiling();
    own_plain();
    CHECK(lm_mutex_lock(&ceiling, LM_FOREVER) == LM_OK);
    CHECK(lm_thread_restart(user) == LM_OK);
    CHECK(lm_mutex_delete(&plain) == LM_OK);
    CHECK(lm_mutex_lock(&plain, LM_FOREVER) == LM_BAD_OBJECT);
    told("");
    CHECK(lm_mutex_unlock(&ceiling) == LM_OK);
    told("u");
    conformance_end();
}

static void set_up(void)
{
    lm_mutex_create(&ceiling, "ceiling", LM_CEILING, 5, LM_FIFO);
    lm_mutex_create(&plain, "plain", LM_PLAIN, 0, LM_FIFO);
    user = lab_thread((struct lm_thread_config){
        .name = "user", LM_PREEMPTIVE(5), .entry = use, .suspended = true});
    urgent = lab_thread((struct lm_thread_config){
        .name = "urgent", LM_PREEMPTIVE(4), .entry = hurry, .suspended = true});
    lab_thread((struct lm_thread_config){.name = "story", LM_PREEMPTIVE(20), .entry = story});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
