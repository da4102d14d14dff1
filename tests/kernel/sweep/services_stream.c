/* SPDX-License-Identifier: Apache-2.0 */
/* Services on a stream of bytes and on one of messages. */
#include "world.h"

static uint32_t put(size_t bytes)
{
    static const unsigned char data[] = {3, 4, 5, 6, 7, 8};

    return (uint32_t)lm_stream_put(&world.stream, data, bytes);
}

static uint32_t take(void)
{
    unsigned char data[6] = {0};
    size_t bytes = lm_stream_take(&world.stream, data, sizeof data);

    return (uint32_t)bytes << 16 | (uint32_t)data[0] << 8 | data[bytes > 0 ? bytes - 1 : 0];
}

static uint32_t put_message(void)
{
    static const unsigned char data[] = {7, 8, 9};

    return lm_stream_put_message(&world.messages, data, sizeof data);
}

static uint32_t take_message(void)
{
    unsigned char data[4] = {0};
    size_t bytes = sizeof data;
    enum lm_status status = lm_stream_take_message(&world.messages, data, &bytes);

    return (uint32_t)status << 16 | (uint32_t)data[1] << 8 | (uint32_t)bytes;
}

static unsigned char storage[ROLES][4];

STEP(stream_create, lm_stream_create(&world.spare_stream[role], "spare", storage[role], 4, 1))
STEP(stream_put, put(3))
STEP(stream_put_all, put(6))
STEP(stream_wait_for_space, lm_stream_wait_for_space(&world.stream, 3, LM_FOREVER))
STEP(stream_wait_for_all_space, lm_stream_wait_for_space(&world.stream, 8, SOON))
STEP(stream_wait_for_data, lm_stream_wait_for_data(&world.stream, LM_FOREVER))
STEP(stream_wait_soon, lm_stream_wait_for_data(&world.stream, SOON))
STEP(stream_wait_for_message, lm_stream_wait_for_data(&world.messages, LM_FOREVER))
STEP(stream_next_message, lm_stream_next_message(&world.messages))
STEP(stream_used, lm_stream_used(&world.stream))
STEP(stream_space, lm_stream_space(&world.stream))
STEP(stream_set_level, lm_stream_set_level(&world.stream, 2))
STEP(stream_clear, lm_stream_clear(&world.stream))
STEP(stream_delete, lm_stream_delete(&world.stream))

static const struct service table[] = {
    {"stream_create", {stream_create}, ANY},
    {"stream_put", {stream_put}, ANY | SENDER | COPIES},
    {"stream_send", {stream_put_all, stream_wait_for_space}, THREADS | SENDER | COPIES},
    {"stream_wait_for_space", {stream_wait_for_all_space}, THREADS | SENDER},
    {"stream_take", {take}, ANY | RECEIVER | COPIES},
    {"stream_receive", {stream_wait_soon, take}, THREADS | RECEIVER | COPIES},
    {"stream_wait_for_data", {stream_wait_for_data}, THREADS | RECEIVER},
    {"stream_put_message", {put_message}, ANY | SENDER | COPIES},
    {"stream_take_message", {take_message}, ANY | RECEIVER | COPIES},
    {"stream_next_message", {stream_next_message}, ANY | RECEIVER | COPIES},
    {"stream_wait_for_message", {stream_wait_for_message}, THREADS | RECEIVER},
    {"stream_used", {stream_used}, ANY},
    {"stream_space", {stream_space}, ANY},
    {"stream_set_level", {stream_set_level}, ANY},
    {"stream_clear", {stream_clear}, ANY | EMPTIES},
    {"stream_delete", {stream_delete}, ANY | EMPTIES},
};

const struct services stream_services = {table, sizeof table / sizeof *table};
