/* SPDX-License-Identifier: Apache-2.0 */
/* Timers, notifications, event groups and stream buffers, also from the tick hook. */
#include "together.h"

/* Timers of different periods are called as often as their periods say; the tick hook starts one
 * that is called once. */
static TimerHandle_t timers[4];
static volatile unsigned calls[4];

static void expire(TimerHandle_t timer)
{
    calls[(uintptr_t)pvTimerGetTimerID(timer)]++;
}

static void start_in_tick(void)
{
    static unsigned tick;

    if (timers[3] == NULL) {
        return;
    }
    switch (tick++ % 40) {
    case 0:
        calls[3] = 0;
        EXPECT(deadlines, xTimerStartFromISR(timers[3], NULL) == pdPASS);
        break;
    case 10:
        EXPECT(deadlines, calls[3] == 0);
        break;
    case 13:
        EXPECT(deadlines, calls[3] == 1 && xTimerIsTimerActive(timers[3]) == pdFALSE);
        break;
    default:
        break;
    }
}

static void check_timers(void *parameter)
{
    (void)parameter;
    for (;;) {
        for (int i = 0; i < 3; i++) {
            calls[i] = 0;
            EXPECT(deadlines, xTimerReset(timers[i], 10) == pdPASS);
            EXPECT(deadlines, xTimerIsTimerActive(timers[i]));
        }
        vTaskDelay(100);
        for (int i = 0; i < 3; i++) {
            unsigned due = (unsigned)(100 / xTimerGetPeriod(timers[i]));

            EXPECT(deadlines, calls[i] + 1 >= due && calls[i] <= due + 1);
            EXPECT(deadlines, xTimerStop(timers[i], 10) == pdPASS);
            EXPECT(deadlines, xTimerIsTimerActive(timers[i]) == pdFALSE);
        }
        deadlines.rounds++;
    }
}

static void begin_deadlines(void)
{
    for (uintptr_t i = 0; i < 4; i++) {
        timers[i] = xTimerCreate("timer", 10 * ((TickType_t)i + 1), pdTRUE, (void *)i, expire);
    }
    vTimerSetReloadMode(timers[3], pdFALSE);
    (void)xTimerChangePeriod(timers[3], 10, 0);
    (void)xTimerStop(timers[3], 0);
    (void)start(check_timers, "timers", 6, NULL);
}

struct group deadlines = {"deadlines", begin_deadlines, start_in_tick, 0};

/* The tick hook notifies a task; none is lost. */
static TaskHandle_t notified;
static volatile uint32_t given;

static void notify_in_tick(void)
{
    static unsigned tick;

    if (notified != NULL && tick++ % 5 == 0) {
        for (unsigned i = 0; i < 1 + tick % 3; i++) {
            vTaskNotifyGiveFromISR(notified, NULL);
            given++;
        }
        EXPECT(notices, xTaskNotifyIndexedFromISR(notified, 1, tick, eSetValueWithOverwrite,
                                                  NULL) == pdPASS);
    }
}

static void take_notices(void *parameter)
{
    uint32_t taken = 0, value = 0, last = 0;

    (void)parameter;
    for (;;) {
        taken += ulTaskNotifyTake(pdTRUE, 20);
        taskENTER_CRITICAL();
        uint32_t left = given - taken;
        uint32_t pending = ulTaskNotifyValueClear(NULL, 0);

        taskEXIT_CRITICAL();
        EXPECT(notices, left == pending);
        EXPECT(notices, xTaskNotifyWaitIndexed(1, 0, 0, &value, 20) == pdTRUE && value >= last);
        last = value;
        notices.rounds++;
    }
}

static void begin_notices(void)
{
    notified = start(take_notices, "notices", 2, NULL);
}

struct group notices = {"notices", begin_notices, notify_in_tick, 0};

/* Three tasks meet again and again, with bits that the tick hook sets besides. */
static EventGroupHandle_t group;
static volatile unsigned arrivals[3];

static void set_in_tick(void)
{
    static unsigned tick;

    if (group != NULL && tick++ % 100 == 50) {
        EXPECT(rendezvous, xEventGroupSetBitsFromISR(group, 0x100, NULL) == pdPASS);
    }
}

static void meet(void *parameter)
{
    unsigned own = (unsigned)(uintptr_t)parameter;

    for (;;) {
        vTaskDelay(own);
        arrivals[own]++;
        EventBits_t bits = xEventGroupSync(group, 1U << own, 7, 1000);

        EXPECT(rendezvous, (bits & 7) == 7);
        for (int i = 0; i < 3; i++) {
            EXPECT(rendezvous,
                   arrivals[i] + 1 >= arrivals[own] && arrivals[i] <= arrivals[own] + 1);
        }
        rendezvous.rounds++;
    }
}

static void wait_for_tick(void *parameter)
{
    (void)parameter;
    for (;;) {
        EventBits_t bits = xEventGroupWaitBits(group, 0x100, pdTRUE, pdTRUE, 1000);

        EXPECT(rendezvous, (bits & 0x100) != 0);
        EXPECT(rendezvous, (xEventGroupGetBits(group) & 0x100) == 0);
    }
}

static void begin_rendezvous(void)
{
    group = xEventGroupCreate();
    for (uintptr_t i = 0; i < 3; i++) {
        (void)start(meet, "meet", 1 + i, (void *)i);
    }
    (void)start(wait_for_tick, "wait", 4, NULL);
}

struct group rendezvous = {"rendezvous", begin_rendezvous, set_in_tick, 0};

/* The tick hook sends bytes, a task receives them; two tasks exchange messages. */
static StreamBufferHandle_t stream;
static MessageBufferHandle_t messages;

static void send_in_tick(void)
{
    static uint8_t next;

    if (stream != NULL && xStreamBufferSpacesAvailable(stream) >= 3) {
        uint8_t data[3] = {next, (uint8_t)(next + 1), (uint8_t)(next + 2)};

        EXPECT(bytes, xStreamBufferSendFromISR(stream, data, 3, NULL) == 3);
        next = (uint8_t)(next + 3);
    }
}

static void receive_bytes(void *parameter)
{
    uint8_t data[8], next = 0;

    (void)parameter;
    for (;;) {
        size_t count = xStreamBufferReceive(stream, data, sizeof data, 100);

        EXPECT(bytes, count != 0);
        for (size_t i = 0; i < count; i++, next++) {
            EXPECT(bytes, data[i] == next);
        }
        bytes.rounds++;
    }
}

static void send_messages(void *parameter)
{
    uint8_t data[16];

    (void)parameter;
    for (uint8_t length = 1;; length = (uint8_t)(length % 15 + 1)) {
        for (uint8_t i = 0; i < length; i++) {
            data[i] = (uint8_t)(length + i);
        }
        EXPECT(bytes, xMessageBufferSend(messages, data, length, 1000) == length);
    }
}

static void receive_messages(void *parameter)
{
    uint8_t data[16];

    (void)parameter;
    for (uint8_t length = 1;; length = (uint8_t)(length % 15 + 1)) {
        EXPECT(bytes, xMessageBufferReceive(messages, data, sizeof data, 1000) == length);
        EXPECT(bytes, data[length - 1] == (uint8_t)(2 * length - 1));
        if (length == 15) {
            vTaskDelay(20);
        }
    }
}

static void begin_bytes(void)
{
    stream = xStreamBufferCreate(20, 5);
    messages = xMessageBufferCreate(40);
    (void)start(receive_bytes, "bytes", 3, NULL);
    (void)start(send_messages, "sends", 1, NULL);
    (void)start(receive_messages, "gets", 2, NULL);
}

struct group bytes = {"bytes", begin_bytes, send_in_tick, 0};
