/* SPDX-License-Identifier: Apache-2.0 */
/* The states of the audit: the kernel and one object of each kind, also with damaged numbers. Links
 * are not damaged: the audit compares them as numbers before it follows them, and Eva draws no
 * conclusion from that. */
#include "choices.h"
#include "objects/audit.h"
#include "world.h"
#include <limen/limen.h>
#include <limen/spinlock.h>

enum audited_kind { THREADS, SEMAPHORE, MUTEX, QUEUE, FLAGS, NOTICE, BLOCKS, BYTES, STREAM, TIMER };

static struct lm_object *audited_object(unsigned kind)
{
    switch (kind) {
    case SEMAPHORE:
        return &any_semaphore(2)->object;
    case MUTEX:
        return &any_mutex(6)->object;
    case QUEUE:
        return &any_queue(5)->object;
    case FLAGS:
        return &any_event_flags(1)->object;
    case NOTICE:
        return &any_notice(1)->object;
    case BLOCKS:
        return &any_block_pool(1)->object;
    case BYTES:
        return &any_byte_pool(1)->object;
    case STREAM:
        return &any_stream(1)->object;
    case TIMER:
        return &any_timer(2)->object;
    default:
        return &third.object;
    }
}

enum { PARTS = 4 };

static struct lm_audit audit;
static struct lm_audited parts[PARTS];

/* Any numbers, where damage changed them. */
void damage(void)
{
    first.place = (uint16_t)any_u32;
    first.level = (uint16_t)any_u32;
    first.priority = (uint16_t)any_u32;
    first.threshold = (uint16_t)any_u32;
    first.raised = (uint8_t)any_u32;
    first.base_threshold = (uint16_t)any_u32;
    first.state = (uint8_t)any_u32;
    first.waits_for = (uint8_t)any_u32;
    first.timeout.expiry = any_u64;
    lm_cpu()->ready.occupied[0] = any_u32;
    lm_cpu()->timeouts.occupied = any_u32;
    lm_cpu()->timeouts.unequal = any_u32;
    lm_cpu()->timeouts.unsorted = any_u32;
    lm_cpu()->timeouts.base = any_u64;
    lm_cpu()->timeouts.earliest = any_u64;
    lm_cpu()->alarm = any_u64;
}

/* A part of each kind; then each step about the kernel, and about the threads. */
void begin_audit(unsigned shape)
{
    bool is_kind = shape < AUDITED_KINDS;

    parts[0].object = audited_object(is_kind ? shape : THREADS);
    parts[1].object = &caller.thread.object;
    parts[2].object = &first.object;
    parts[3].object = &second.object;
    lm_audit_init(&audit, parts, PARTS);
    audit.step = (uint16_t)(is_kind                                ? LM_AUDIT_KERNEL_PARTS
                            : shape < AUDITED_KINDS + KERNEL_PARTS ? shape - AUDITED_KINDS
                                                                   : shape - AUDITED_KINDS + 1);
}

struct lm_audit *any_audit(void)
{
    return &audit;
}

struct lm_audited *any_parts(void)
{
    return parts;
}

const struct lm_object *any_part(void)
{
    return parts[0].object;
}
