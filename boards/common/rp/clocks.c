/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks of the RP2040 and RP2350, from a crystal of 12 MHz:
 *
 *   clk_sys             PLL_SYS: 12 MHz * 125 / PLL_SYS_DIVIDE_1 / 2
 *   clk_peri   48 MHz   PLL_USB: 12 MHz * 100 / 5 / 5
 *   clk_ref    12 MHz   the crystal itself
 *   tick        1 MHz   clk_ref / 12: counts in the timer
 *
 * It works from any state in which a boot loader or a debugger leaves the clocks.
 *
 * Source: RP2040 datasheet, 2.15.3 (switching), 2.16.3 (crystal), 2.18.3 (PLL), 4.7.2 (tick);
 * RP2350 datasheet, 8.1, 8.2, 8.6 and 8.5.
 */
#include "board.h"
#include "registers.h"

enum {
    XOSC_1_TO_15_MHZ = 0xAA0,
    XOSC_ENABLE = 0xFAB << 12,
    XOSC_STARTUP_1_MS = 47, /* * 256 periods of the crystal */
    REF_FROM_XOSC = 2,
    SYS_FROM_AUX = 1, /* PLL_SYS, if AUXSRC is 0 */
    PERI_ENABLE = 1 << 11,
    PERI_FROM_PLL_USB = 2 << 5,
    PLL_POWER_DOWN = 1 << 0,
    PLL_POST_DIVIDERS_DOWN = 1 << 3,
    PLL_VCO_DOWN = 1 << 5
};

static const uint32_t xosc_stable = 1U << 31;
static const uint32_t pll_locked = 1U << 31;

void board_release(uint32_t peripherals)
{
    CLEAR_BITS(RESETS_RESET) = peripherals;
    while ((REGISTER(RESETS_DONE) & peripherals) != peripherals) {
    }
}

void board_reset(uint32_t peripherals)
{
    SET_BITS(RESETS_RESET) = peripherals;
    board_release(peripherals);
}

static void start_crystal(void)
{
    REGISTER(XOSC_STARTUP) = XOSC_STARTUP_1_MS;
    REGISTER(XOSC_CTRL) = XOSC_ENABLE | XOSC_1_TO_15_MHZ;
    while ((REGISTER(XOSC_STATUS) & xosc_stable) == 0) {
    }
}

/* SELECTED has one bit for each source of a clock that switches without glitches. */
static void wait_for_source(uint32_t selected, uint32_t source)
{
    while (REGISTER(selected) != 1U << source) {
    }
}

static void start_pll(uint32_t pll, uint32_t feedback, uint32_t divide_1, uint32_t divide_2)
{
    REGISTER(pll + PLL_CS) = 1; /* the reference clock is not divided */
    REGISTER(pll + PLL_FBDIV_INT) = feedback;
    CLEAR_BITS(pll + PLL_PWR) = PLL_POWER_DOWN | PLL_VCO_DOWN;
    while ((REGISTER(pll + PLL_CS) & pll_locked) == 0) {
    }
    REGISTER(pll + PLL_PRIM) = divide_1 << 16 | divide_2 << 12;
    CLEAR_BITS(pll + PLL_PWR) = PLL_POST_DIVIDERS_DOWN;
}

void board_clocks_start(void)
{
    start_crystal();

    /* Switch away from the PLLs, which may run. */
    CLEAR_BITS(CLK_SYS_CTRL) = SYS_FROM_AUX;
    wait_for_source(CLK_SYS_SELECTED, 0);
    REGISTER(CLK_REF_DIV) = DIVIDE_BY_1;
    REGISTER(CLK_REF_CTRL) = REF_FROM_XOSC;
    wait_for_source(CLK_REF_SELECTED, REF_FROM_XOSC);

    board_reset(RESET_PLL_SYS | RESET_PLL_USB);
    start_pll(PLL_SYS, 125, PLL_SYS_DIVIDE_1, 2);
    start_pll(PLL_USB, 100, 5, 5);

    REGISTER(CLK_SYS_DIV) = DIVIDE_BY_1;
    REGISTER(CLK_SYS_CTRL) = 0; /* the auxiliary source first, while it is not in use */
    SET_BITS(CLK_SYS_CTRL) = SYS_FROM_AUX;
    wait_for_source(CLK_SYS_SELECTED, SYS_FROM_AUX);

    REGISTER(CLK_PERI_CTRL) = PERI_FROM_PLL_USB;
    SET_BITS(CLK_PERI_CTRL) = PERI_ENABLE;
    board_tick_start();
}
