/* SPDX-License-Identifier: Apache-2.0 */
/* The ways out of wrong calls in the libraries with trace, where each error is an event; see
 * door.h. They are out of line, because the calls of a correct program do not come here. */
#include "core/door.h"

/* The parts of LM_ERROR. */
static uint32_t call_of(uint32_t error)
{
    return error >> 16;
}

static enum lm_status status_of(uint32_t error)
{
    return (enum lm_status)(error >> 8 & 0xFFU);
}

static const struct lm_object *object_of(uint32_t error, const void *about)
{
    const char *bytes = about;

    return bytes != NULL ? (const void *)(bytes + (error & 0xFFU)) : NULL;
}

void lm_record_error(uint32_t error, const void *about)
{
    unsigned number = lm_object_number(object_of(error, about));

    lm_observe_event(LM_EVENT_ERROR, number, call_of(error), status_of(error));
}

enum lm_status lm_record_refusal(lm_lock_key key, uint32_t error, const void *about)
{
    lm_record_error(error, about);
    return lm_leave(key, status_of(error));
}

enum lm_status lm_refuse_to_wait(lm_lock_key key, uint32_t call, const void *about,
                                 const void *place)
{
    (void)lm_record_refusal(key, call | LM_ERROR_STATUS(LM_BAD_CONTEXT), about);
    lm_refuse_wait(place);
    return LM_BAD_CONTEXT;
}
