/* SPDX-License-Identifier: Apache-2.0 */
/* The results of services that a program has seen; see record.h. */
#include "record.h"
#include <limen/board.h>
#include <stddef.h>
#include <string.h>

enum { RESULTS_MAX = 200, ORDERS_MAX = 100, NAME_BYTES = 48 };

static const char letters[] = "ITCR";

static struct result {
    char service[NAME_BYTES];
    unsigned code;
    unsigned contexts; /* bit n: letters[n] */
    struct error error;
} results[RESULTS_MAX];

static struct order {
    char service[NAME_BYTES];
    unsigned first, second;
} orders[ORDERS_MAX];

static size_t result_count, order_count;

static void full(const char *what)
{
    lm_board_printf("support/record.c has no room for more %s\n", what);
    lm_board_exit(1);
}

static int is_name(char character)
{
    return character == '_' || (character >= 'a' && character <= 'z') ||
           (character >= '0' && character <= '9');
}

static void service_name(char *name, const char *call)
{
    const char *end = call;

    while (*end != '\0' && *end != '(') {
        end++;
    }
    const char *start = end;

    while (start > call && is_name(start[-1])) {
        start--;
    }
    while (start < end && *start == '_') {
        start++;
    }
    if (strncmp(start, "txe_", 4) == 0) {
        start += 4;
    } else if (strncmp(start, "tx_", 3) == 0) {
        start += 3;
    }
    size_t bytes = (size_t)(end - start);

    if (bytes > NAME_BYTES - 4) {
        bytes = NAME_BYTES - 4;
    }
    memcpy(name, "tx_", 3);
    memcpy(name + 3, start, bytes);
    name[3 + bytes] = '\0';
}

static int is_same(const struct error *one, const struct error *other)
{
    return one->count == other->count && one->interface == other->interface &&
           one->number == other->number && one->status == other->status;
}

void record(const char *call, unsigned code, char context, struct error error)
{
    char service[NAME_BYTES];
    struct result *result = results;
    unsigned bit = 1U << (strchr(letters, context) - letters);

    service_name(service, call);
    while (result < results + result_count &&
           (result->code != code || strcmp(result->service, service) != 0 ||
            !is_same(&result->error, &error))) {
        result++;
    }
    if (result == results + result_count) {
        if (result_count == RESULTS_MAX) {
            full("results");
        }
        result_count++;
        memcpy(result->service, service, sizeof service);
        result->code = code;
        result->error = error;
    }
    result->contexts |= bit;
}

void record_order(const char *call, unsigned first, unsigned second)
{
    struct order wanted = {.first = first, .second = second};

    service_name(wanted.service, call);
    for (size_t i = 0; i < order_count; i++) {
        if (orders[i].first == first && orders[i].second == second &&
            strcmp(orders[i].service, wanted.service) == 0) {
            return;
        }
    }
    if (order_count == ORDERS_MAX) {
        full("orders");
    }
    orders[order_count++] = wanted;
}

static void print_result(const struct result *result)
{
    char contexts[sizeof letters];
    size_t count = 0;

    for (size_t i = 0; letters[i] != '\0'; i++) {
        if ((result->contexts >> i & 1) != 0) {
            contexts[count++] = letters[i];
        }
    }
    contexts[count] = '\0';
    if (result->code == RECORD_DONE) {
        lm_board_printf("reached %s done %s", result->service, contexts);
    } else {
        lm_board_printf("reached %s %02x %s", result->service, result->code, contexts);
    }
    if (result->error.count != 0) {
        lm_board_printf(" error %u %u %u %u", result->error.count, result->error.interface,
                        result->error.number, result->error.status);
    }
    lm_board_print("\n");
}

void record_print(void)
{
    for (size_t i = 0; i < result_count; i++) {
        print_result(&results[i]);
    }
    for (size_t i = 0; i < order_count; i++) {
        lm_board_printf("order %s %02x %02x\n", orders[i].service, orders[i].first,
                        orders[i].second);
    }
}
