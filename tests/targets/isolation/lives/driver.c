/* SPDX-License-Identifier: Apache-2.0 */
/* A driver that is a user thread: the registers of UART0 are one of its regions. */
#include "driver.h"
#include "attacks.h"
#include "place.h"
#include "scenes.h"

enum { UART_BYTES = LM_USER_REGION_MIN, CODE_AND_MEMORY = 2, WITH_UART };

static AREA(driver_area);
static struct lm_user_thread driver;

static void send(void *argument)
{
    volatile struct area *area = argument;

    for (const char *next = "sent by a user thread\n"; *next != '\0'; next++) {
        while (!place_uart_put((unsigned char)*next)) {
        }
        area->data[0]++;
    }
    write_to(PLACE_UART + UART_BYTES);
}

/* The thread sends this number of bytes, and then accesses memory outside of its regions. */
static void drive(unsigned areas, unsigned sent, uintptr_t address)
{
    const struct lm_user_area given[] = {
        {ATTACK_CODE, ATTACK_CODE_BYTES, LM_USER_EXECUTE},
        {(uintptr_t)&driver_area, sizeof driver_area, LM_USER_WRITE},
        {PLACE_UART, UART_BYTES, LM_USER_WRITE | LM_USER_DEVICE},
    };

    driver_area.data[0] = 0;
    CHECK(
        lm_user_thread_create(&driver, &(struct lm_user_config){.thread = {.name = "driver",
                                                                           LM_PREEMPTIVE(10),
                                                                           .entry = send,
                                                                           IN_MEMORY(&driver_area)},
                                                                .areas = given,
                                                                .area_count = areas}) == LM_OK);
    lm_thread_sleep(20000);
    CHECK(driver_area.data[0] == sent && driver.faults == 1);
    CHECK(driver.fault.cause == LM_USER_BAD_ACCESS);
    CHECK(driver.fault.address - address < sizeof(uint32_t) * 2);
    CHECK(lm_user_thread_delete(&driver) == LM_OK);
}

void drive_device(void)
{
    place_uart_open();
    drive(CODE_AND_MEMORY, 0, PLACE_UART);
    drive(WITH_UART, sizeof "sent by a user thread\n" - 1, PLACE_UART + UART_BYTES);
}
