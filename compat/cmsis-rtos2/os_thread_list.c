/* SPDX-License-Identifier: Apache-2.0 */
/* The threads that exist. */
#include "os.h"

/* Put up to this number of threads into the array, or only count them. Interrupts are off for a
 * time that grows with the number of threads. */
static uint32_t list(osThreadId_t *array, uint32_t items)
{
    uint32_t count = 0;
    uint32_t key = lm_layer_section_begin();

    for (osRtxThread_t *each = lm_layer_threads(); each != NULL && count < items;
         each = each->next) {
        if (array != NULL) {
            array[count] = each;
        }
        count++;
    }
    lm_layer_section_end(key);
    return count;
}

uint32_t osThreadGetCount(void)
{
    return os_in_interrupt() ? 0 : list(NULL, UINT32_MAX);
}

uint32_t osThreadEnumerate(osThreadId_t *thread_array, uint32_t array_items)
{
    return thread_array == NULL || os_in_interrupt() ? 0 : list(thread_array, array_items);
}
