/* SPDX-License-Identifier: Apache-2.0 */
/* All services, as one table. */
#include "sweep.h"
#include <string.h>

static const struct services *const all[] = {
    &thread_services, &object_services,         &memory_services, &model_services,
    &notice_services, &priority_queue_services, &stream_services};

enum { TABLES = sizeof all / sizeof *all };

unsigned service_count(void)
{
    unsigned count = 0;

    for (unsigned i = 0; i < TABLES; i++) {
        count += all[i]->count;
    }
    return count;
}

const struct service *service_at(unsigned index)
{
    for (unsigned i = 0; i < TABLES; i++) {
        if (index < all[i]->count) {
            return &all[i]->table[index];
        }
        index -= all[i]->count;
    }
    return NULL;
}

const struct service *service_named(const char *name)
{
    unsigned count = service_count();

    for (unsigned i = 0; i < count; i++) {
        if (strcmp(service_at(i)->name, name) == 0) {
            return service_at(i);
        }
    }
    return NULL;
}

enum users service_users(const struct service *service)
{
    return (enum users)(service->users & USERS);
}

bool service_may_interrupt(const struct service *b, const struct service *a)
{
    bool same_side = (a->users & b->users & (SENDER | RECEIVER)) != 0;
    bool empties_amid_a_copy = ((a->users | b->users) & (COPIES | EMPTIES)) == (COPIES | EMPTIES);

    return service_users(b) != THREADS && !same_side && !empties_amid_a_copy;
}
