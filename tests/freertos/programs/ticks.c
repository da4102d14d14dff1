/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: numbers of ticks are right when they wrap, and when a wait is longer than they reach.
 * Method: the program prints distances from its begin, so the text is the same for each width of
 * ticks. The numbers of 16 and of 32 bits wrap 31 ticks after the begin. */
#include "list.h"
#include "now.h"
#include "queue.h"
#include "timers.h"
#include <limen/limen.h>

_Static_assert(sizeof(TickType_t) == 2U << configTICK_TYPE_WIDTH_IN_BITS, "TickType_t");
_Static_assert(sizeof(((ListItem_t *)0)->xItemValue) == sizeof(TickType_t), "xItemValue");

enum { WORDS = 256, LONG = 60000 };

static QueueHandle_t queue;
static TimerHandle_t timer;

static long since_begin(TickType_t count)
{
    return (long)(TickType_t)(count - configINITIAL_TICK_COUNT);
}

/* Not limited by the width. */
static long elapsed(void)
{
    return (long)(lm_now() / (LM_CLOCK_HZ / configTICK_RATE_HZ));
}

static void fire(TimerHandle_t expired)
{
    now("fired", since_begin(xTimerGetExpiryTime(expired)));
}

static void check_timeout(void *parameter)
{
    TickType_t left = 39, forever = portMAX_DELAY;
    TimeOut_t timeout;

    (void)parameter;
    vTaskSetTimeOutState(&timeout);
    vTaskDelay(10);
    now("over", (long)xTaskCheckForTimeOut(&timeout, &left));
    now("left", (long)left);
    now("over", (long)xTaskCheckForTimeOut(&timeout, &forever));
    now("forever", forever == portMAX_DELAY);
    vTaskDelay(29);
    now("over", (long)xTaskCheckForTimeOut(&timeout, &left));
    now("left", (long)left);
    vTaskDelete(NULL);
}

static void wait_by_period(void)
{
    TickType_t last = xTaskGetTickCount();

    for (int i = 0; i < 4; i++) {
        now("waited", (long)xTaskDelayUntil(&last, 9));
    }
    vTaskDelay(20);
    now("late", (long)xTaskDelayUntil(&last, 9));
    now("last", since_begin(last));
}

static void change_timer(void)
{
    (void)xTimerChangePeriod(timer, 3, 0);
    vTaskDelay(4);
    (void)xTimerReset(timer, 0);
    now("expiry", since_begin(xTimerGetExpiryTime(timer)));
    now("period", (long)xTimerGetPeriod(timer));
    (void)xTimerDelete(timer, 0);
}

static void order(void)
{
    static const TickType_t values[] = {portMAX_DELAY, 0, portMAX_DELAY - 1, 0x8000};
    static ListItem_t items[4];
    static List_t list;

    vListInitialise(&list);
    for (int i = 0; i < 4; i++) {
        vListInitialiseItem(&items[i]);
        listSET_LIST_ITEM_VALUE(&items[i], values[i]);
        vListInsert(&list, &items[i]);
    }
    for (ListItem_t *each = listGET_HEAD_ENTRY(&list); each != listGET_END_MARKER(&list);
         each = listGET_NEXT(each)) {
        now("item", (long)(each - items));
    }
}

static void send_late(void *parameter)
{
    int item = 5;

    (void)parameter;
    vTaskDelay(LONG);
    vTaskDelay(LONG);
    (void)xQueueSend(queue, &item, 0);
    vTaskDelete(NULL);
}

static void wait_long(void)
{
    long begin = elapsed();
    int item = 0;

    (void)xTaskCreate(send_late, "late", WORDS, NULL, 2, NULL);
    printf("timeout %ld", (long)xQueueReceive(queue, &item, LONG - 1));
    printf(" after %ld\n", elapsed() - begin);
    printf("receive %ld", (long)xQueueReceive(queue, &item, portMAX_DELAY));
    printf(" after %ld: %d\n", elapsed() - begin, item);
}

static void lead(void *parameter)
{
    (void)parameter;
    wait_by_period();
    change_timer();
    order();
    wait_long();
    vTaskEndScheduler();
}

int main(void)
{
    queue = xQueueCreate(1, sizeof(int));
    timer = xTimerCreate("timer", 20, pdTRUE, NULL, fire);
    (void)xTimerStart(timer, portMAX_DELAY);
    (void)xTaskCreate(check_timeout, "timeout", WORDS, NULL, 2, NULL);
    (void)xTaskCreate(lead, "lead", WORDS, NULL, 1, NULL);
    vTaskStartScheduler();
}
