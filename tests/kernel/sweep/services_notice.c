/* SPDX-License-Identifier: Apache-2.0 */
/* Services on notices. */
#include "world.h"

static uint32_t wait_for(struct lm_notice_request request, lm_timeout timeout)
{
    enum lm_status status = lm_notice_wait(&world.notice, &request, timeout);

    return (uint32_t)status << 8 | request.found;
}

/* The results of a call that changes the value and tells what is left. */
static uint32_t in_one(enum lm_status status, uint32_t after)
{
    return (uint32_t)status << 8 | after;
}

static uint32_t set(uint32_t bits)
{
    uint32_t after = 0;
    enum lm_status status = lm_notice_set(&world.notice, bits, &after);

    return in_one(status, after);
}

static uint32_t increase(void)
{
    uint32_t after = 0;
    enum lm_status status = lm_notice_increase(&world.notice, 1, &after);

    return in_one(status, after);
}

static uint32_t write_value(void)
{
    uint32_t after = 0;
    enum lm_status status = lm_notice_write(&world.notice, 2, &after);

    return in_one(status, after);
}

static uint32_t clear(void)
{
    uint32_t before = 0;
    enum lm_status status = lm_notice_clear(&world.notice, 1, &before);

    return in_one(status, before);
}

#define REQUEST(of_mode, bits, cleared)                                                            \
    (struct lm_notice_request)                                                                     \
    {                                                                                              \
        .wanted = (bits), .clear = (cleared), .mode = (of_mode)                                    \
    }

STEP(notice_create, lm_notice_create(&world.spare_notice[role], "spare"))
STEP(notice_wait_any, wait_for(REQUEST(LM_NOTICE_ANY, 3, 1), LM_FOREVER))
STEP(notice_wait_all, wait_for(REQUEST(LM_NOTICE_ALL, 3, 3), LM_FOREVER))
STEP(notice_wait_given, wait_for(REQUEST(LM_NOTICE_GIVEN, 0, 0), LM_FOREVER))
STEP(notice_wait_soon, wait_for(REQUEST(LM_NOTICE_ANY, 2, 2), SOON))
STEP(notice_try, wait_for(REQUEST(LM_NOTICE_ANY, 1, 1), LM_NO_WAIT))
STEP(notice_take, lm_notice_take(&world.notice, 2, 2, LM_NOTICE_ALL))
STEP(notice_set_1, set(1))
STEP(notice_set_both, set(3))
STEP(notice_signal_2, lm_notice_signal(&world.notice, 2))
STEP(notice_offer, lm_notice_offer(&world.notice, 3))
STEP(notice_withdraw, lm_notice_withdraw(&world.notice))
STEP(notice_value, lm_notice_value(&world.notice))
STEP(notice_delete, lm_notice_delete(&world.notice))

static const struct service table[] = {
    {"notice_create", {notice_create}, ANY},
    {"notice_wait_any", {notice_wait_any}, THREADS},
    {"notice_wait_all", {notice_wait_all}, THREADS},
    {"notice_wait_given", {notice_wait_given}, THREADS},
    {"notice_wait_soon", {notice_wait_soon}, THREADS},
    {"notice_try", {notice_try}, ANY},
    {"notice_take", {notice_take}, ANY},
    {"notice_set_1", {notice_set_1}, ANY},
    {"notice_set_both", {notice_set_both}, ANY},
    {"notice_signal_2", {notice_signal_2}, ANY},
    {"notice_increase", {increase}, ANY},
    {"notice_write", {write_value}, ANY},
    {"notice_offer", {notice_offer}, ANY},
    {"notice_clear", {clear}, ANY},
    {"notice_withdraw", {notice_withdraw}, ANY},
    {"notice_value", {notice_value}, ANY},
    {"notice_delete", {notice_delete}, ANY},
};

const struct services notice_services = {table, sizeof table / sizeof *table};
