/* SPDX-License-Identifier: Apache-2.0 */
/* The contexts and the objects of calls, and the results of waits. */
#include "os.h"

bool os_in_interrupt_called(void)
{
    return lm_layer_in_interrupt();
}

osStatus_t os_check(bool is_object)
{
    OS_REQUIRE_NO_ISR(osErrorISR);
    return is_object ? osOK : osErrorParameter;
}

osStatus_t os_check_timeout(uint32_t timeout)
{
    if (timeout == 0) {
        return osOK;
    }
    return os_in_interrupt() ? osErrorParameter : osOK;
}

void os_begin_deletion(void)
{
    if (lm_layer_has_started()) {
        (void)lm_preempt_disable();
    }
}

void os_end_deletion(void)
{
    if (lm_layer_has_started()) {
        (void)lm_preempt_enable();
    }
}

osStatus_t os_status(enum lm_status status, uint32_t timeout)
{
    switch (status) {
    case LM_OK:
    case LM_OWNER_DIED:
        return osOK;
    case LM_TIMEOUT:
    case LM_ABORTED:
        return osErrorTimeout;
    case LM_UNAVAILABLE:
        if (timeout == 0) {
            return osErrorResource;
        }
        return lm_layer_has_started() ? osErrorTimeout : osError;
    default:
        return osErrorResource;
    }
}

const char *os_name(const struct lm_object *object)
{
    const char *name = lm_object_get_name(object);

    return name != NULL && name[0] != '\0' ? name : NULL;
}
