/* SPDX-License-Identifier: Apache-2.0 */
/* The driver: a sample is ready every ten milliseconds. The converter is simulated. */
#include "logger.h"

#define PERIOD 10

static ULONG calls;
static ULONG lost;

/* A slow triangle from 0 to 500, and some noise. */
static ULONG convert(VOID)
{
    static ULONG noise = 1;
    static ULONG phase;

    noise = noise * 1103515245U + 12345U;
    phase = (phase + 7) % 1000;
    return (phase < 500 ? phase : 1000 - phase) + (noise >> 16) % 50;
}

VOID sensor_interrupt(VOID)
{
    if (++calls % PERIOD == 0) {
        ULONG sample = convert();

        if (tx_queue_send(&samples, &sample, TX_NO_WAIT) != TX_SUCCESS) {
            lost++;
        }
    }
}

ULONG sensor_lost(VOID)
{
    return lost;
}
