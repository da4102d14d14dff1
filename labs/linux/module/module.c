// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
/* Creates the two devices of the lab. The licence below is "GPL" because the kernel has no name
 * for this pair of licences, and preempt_disable() and similar functions are reserved for GPL
 * modules. */
#include <linux/module.h>

#include "lab.h"

static int __init begin(void)
{
    int status = limen_section_begin();
    if (status != 0) {
        return status;
    }
    status = limen_interrupt_begin();
    if (status != 0) {
        limen_section_end();
    }
    return status;
}

static void __exit end(void)
{
    limen_interrupt_end();
    limen_section_end();
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Keeps a CPU inside the kernel, to see which threads can preempt it");
