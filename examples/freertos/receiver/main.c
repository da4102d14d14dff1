/* SPDX-License-Identifier: Apache-2.0 */
/* A FreeRTOS application with an interrupt. A line is received byte by byte: the handler puts each
 * byte into a stream buffer, and lets the timer task count the lines.
 *
 *   task      priority  what it does
 *   --------  --------  --------------------------------------------------------------
 *   device           1  plays the device: it raises the interrupt for each byte
 *   lines            3  receives bytes, at least four at a time, and prints lines
 *   Tmr Svc          7  calls the function that the handler has left for it
 */
#include "FreeRTOS.h"
#include "stream_buffer.h"
#include "task.h"
#include "timers.h"
#include <limen/board.h>
#include <stdio.h>

enum { STACK_WORDS = 256, LINE = 0, URGENCY = 2, ROOM = 32, AT_ONCE = 4 };

static const char text[] = "hello world\nfrom an interrupt\n";
static StreamBufferHandle_t bytes;
static volatile char data_register;
static unsigned line_ends;

static void count_line(void *unused, uint32_t length)
{
    (void)unused;
    line_ends++;
    printf("%u ms: line %u has %u bytes\n", (unsigned)xTaskGetTickCount(), line_ends,
           (unsigned)length);
}

static void handle_byte(void *argument)
{
    static uint32_t length;
    BaseType_t woken = pdFALSE;
    char byte = data_register;

    (void)argument;
    (void)xStreamBufferSendFromISR(bytes, &byte, 1, &woken);
    length++;
    if (byte == '\n') {
        (void)xTimerPendFunctionCallFromISR(count_line, NULL, length, &woken);
        length = 0;
    }
    portYIELD_FROM_ISR(woken);
}

static void receive_lines(void *parameter)
{
    char line[ROOM];
    unsigned used = 0;

    (void)parameter;
    for (;;) {
        used += (unsigned)xStreamBufferReceive(bytes, &line[used], ROOM - used, pdMS_TO_TICKS(5));
        for (unsigned i = 0; i < used; i++) {
            if (line[i] == '\n') {
                line[i] = '\0';
                printf("%u ms: %s\n", (unsigned)xTaskGetTickCount(), line);
                used = 0;
            }
        }
    }
}

static void play_device(void *parameter)
{
    (void)parameter;
    for (unsigned i = 0; i + 1 < sizeof text; i++) {
        vTaskDelay(pdMS_TO_TICKS(1));
        data_register = text[i];
        lm_board_interrupt_raise(LINE);
    }
    vTaskDelay(pdMS_TO_TICKS(20));
    printf("%u ms: the end\n", (unsigned)xTaskGetTickCount());
    vTaskEndScheduler();
}

int main(void)
{
    bytes = xStreamBufferCreate(ROOM, AT_ONCE);
    (void)xTaskCreate(receive_lines, "lines", STACK_WORDS, NULL, 3, NULL);
    (void)xTaskCreate(play_device, "device", STACK_WORDS, NULL, 1, NULL);
    lm_board_interrupt_attach(LINE, URGENCY, handle_byte, NULL);
    vTaskStartScheduler();
    return 1;
}
