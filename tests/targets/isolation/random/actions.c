/* SPDX-License-Identifier: Apache-2.0 */
/* Random actions of a user thread, which runs without privileges, and in memory that it may have
 * overwritten. */
#include "place.h"
#include "random.h"

extern char code_start[], code_end[], data_start[], bss_end[];

/* A linear congruence, whose upper bits are mixed into the lower ones. */
static uint32_t random_word(unsigned number)
{
    uint32_t word = random_area.state[number] * 747796405U + 2891336453U;

    random_area.state[number] = word;
    return word ^ word >> 15;
}

static uint32_t below(unsigned number, uint32_t limit)
{
    return random_word(number) % limit;
}

/* An address at or near a critical place: the region and its ends, data, code, or any address. */
static uint32_t random_address(unsigned number)
{
    uint32_t near = below(number, 64) - 32;

    switch (below(number, 8)) {
    case 0:
        return (uint32_t)(uintptr_t)&random_area + near;
    case 1:
        return (uint32_t)(uintptr_t)(&random_area + 1) + near;
    case 2:
        return (uint32_t)(uintptr_t)data_start +
               below(number, (uint32_t)(uintptr_t)bss_end - (uint32_t)(uintptr_t)data_start);
    case 3:
        return (uint32_t)(uintptr_t)code_start + below(number, 1 << 15);
    case 4:
        return near;
    case 5:
        return random_word(number);
    default:
        return (uint32_t)(uintptr_t)random_area.data + 4 * below(number, 200);
    }
}

static uint32_t random_value(unsigned number)
{
    switch (below(number, 4)) {
    case 0:
        return below(number, RANDOM_HANDLES + 2);
    case 1:
        return 0;
    default:
        return random_address(number);
    }
}

/* The first one is the handle, and the last one the number of the call. */
static void choose_registers(unsigned number, uint32_t *registers)
{
    for (unsigned i = 0; i < RANDOM_REGISTERS; i++) {
        registers[i] = random_value(number);
    }
    if (below(number, 4) != 0) {
        registers[0] = below(number, RANDOM_HANDLES);
        registers[2] = below(number, 8) == 0 ? below(number, 500) : 0; /* a timeout */
        registers[3] = 0;
    }
    registers[12] = below(number, 8) == 0   ? random_word(number)
                    : below(number, 4) == 0 ? 65 + below(number, 5)
                                            : 1 + below(number, 14);
}

static void act(unsigned number)
{
    uint32_t *registers = random_area.registers[number];

    random_area.actions[number]++;
    choose_registers(number, registers);
    switch (below(number, 8)) {
    case 0:
        *(volatile uint32_t *)(uintptr_t)random_address(number) = random_word(number);
        break;
    case 1:
        (void)*(volatile uint32_t *)(uintptr_t)random_address(number);
        break;
    case 2:
        registers[13] = (uint32_t)(uintptr_t)code_start + below(number, RANDOM_CODE_BYTES);
        random_jump(registers, number);
    case 3:
        registers[13] = random_address(number);
        random_call_on(registers, number);
    default:
        random_call(registers, number);
    }
}

void random_begin(void *argument)
{
    for (;;) {
        act((uintptr_t)argument % 2);
    }
}
