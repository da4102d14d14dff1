/* SPDX-License-Identifier: Apache-2.0 */
/* Ticks of 16 or 64 bits. The library, which is compiled before the application, has ticks of 32
 * bits. These macros convert what its functions take and return; the other headers have macros for
 * theirs. A wait or a period of more ticks than 32 bits have is cut to them. */
#ifndef LM_FREERTOS_TICKS_H
#define LM_FREERTOS_TICKS_H

#define lmFREERTOS_FIRST_TICK_ ((TickType_t)(configINITIAL_TICK_COUNT))

/* Ticks, without the largest number, which has no end. */
static inline uint32_t lm_freertos_clip(TickType_t ticks)
{
    uint64_t most = UINT32_MAX - 1;

    return (uint32_t)(ticks < most ? ticks : most);
}

/* A timeout. */
static inline uint32_t lm_freertos_limit(TickType_t ticks)
{
    return ticks == portMAX_DELAY ? UINT32_MAX : lm_freertos_clip(ticks);
}

/* Bits of an event group: there are 32 at most. */
static inline uint32_t lm_freertos_bits(TickType_t bits)
{
    configASSERT(bits == (TickType_t)(uint32_t)bits);
    return (uint32_t)bits;
}

static inline TickType_t lm_freertos_count(void)
{
    return (TickType_t)(lm_layer_ticks() + lmFREERTOS_FIRST_TICK_);
}

/* An earlier count, as the library has it. */
static inline uint32_t lm_freertos_count_32(TickType_t count)
{
    TickType_t now = lm_freertos_count();

    return xTaskGetTickCount() - lm_freertos_clip((TickType_t)(now - count));
}

/* The count that the library has, within 31 bits of the present one. */
static inline TickType_t lm_freertos_count_near(uint32_t count)
{
    TickType_t now = lm_freertos_count();

    return (TickType_t)(now + (TickType_t)(int32_t)(count - xTaskGetTickCount()));
}

static inline BaseType_t lm_freertos_delay_until(TickType_t *last, TickType_t increment)
{
    uint32_t last_32 = lm_freertos_count_32(*last);

    *last = (TickType_t)(*last + increment);
    return xTaskDelayUntil(&last_32, lm_freertos_clip(increment));
}

static inline BaseType_t lm_freertos_check_timeout(TimeOut_t *timeout, TickType_t *ticks)
{
    uint32_t before = lm_freertos_limit(*ticks), left = before;
    BaseType_t is_over = xTaskCheckForTimeOut(timeout, &left);

    *ticks = (TickType_t)(*ticks - (before - left));
    return is_over;
}

#define vTaskDelay(ticks) vTaskDelay(lm_freertos_clip(ticks))
#define xTaskDelayUntil(last, increment) lm_freertos_delay_until(last, increment)
#define xTaskGetTickCount() lm_freertos_count()
#define xTaskCheckForTimeOut(timeout, ticks) lm_freertos_check_timeout(timeout, ticks)
#define vTaskStepTick(ticks) vTaskStepTick(lm_freertos_clip(ticks))
#define xTaskCatchUpTicks(ticks) xTaskCatchUpTicks(lm_freertos_clip(ticks))
#define xTaskGenericNotifyWait(index, clear_on_entry, clear_on_exit, value, ticks)                 \
    xTaskGenericNotifyWait(index, clear_on_entry, clear_on_exit, value, lm_freertos_limit(ticks))
#define ulTaskGenericNotifyTake(index, clear, ticks)                                               \
    ulTaskGenericNotifyTake(index, clear, lm_freertos_limit(ticks))

#endif
