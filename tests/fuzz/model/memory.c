/* SPDX-License-Identifier: Apache-2.0 */
/* Pools of blocks and of bytes: who gets memory, and that nobody gets what is another one's. */
#include "inside.h"
#include "oracle.h"
#include <string.h>

static enum status allocate_block(struct model *model, int number, uint32_t timeout,
                                  uint32_t *value)
{
    struct block_pool *pool = &model->blocks[number];

    if (timeout != NO_WAIT && !model_may_wait(model)) {
        return BAD_CONTEXT;
    }
    if (pool->available == 0) {
        return wait_in_line(model, FOR_BLOCK, number, timeout);
    }
    pool->available--;
    *value = ANY_VALUE;
    return OK;
}

static enum status release_block(struct model *model, struct block_pool *pool, uint32_t block)
{
    if (block >= pool->blocks) {
        return BAD_ARGUMENT;
    }
    if (pool->line.count > 0) {
        end_wait(model, pool->line.thread[0], OK, block + 1);
    } else {
        pool->taken &= ~(1U << block);
        pool->available++;
    }
    return OK;
}

struct answer perform_blocks(struct model *model, const struct operation *o)
{
    struct block_pool *pool = o->a < BLOCK_POOLS ? &model->blocks[o->a] : NULL;
    struct answer answer = {.status = OK};

    if (o->kind == DO_BLOCKS_CREATE) {
        if (pool == NULL || o->b == 0 || o->c > 1) {
            return plain(BAD_ARGUMENT);
        }
        *pool = (struct block_pool){
            .exists = true, .blocks = o->b, .available = o->b, .line = {.by_priority = o->c == 1}};
        return answer;
    }
    if (pool == NULL || !pool->exists) {
        return plain(BAD_OBJECT);
    }
    switch (o->kind) {
    case DO_BLOCKS_ALLOCATE:
        answer.status = allocate_block(model, (int)o->a, o->d, &answer.value);
        break;
    case DO_BLOCKS_RELEASE:
        answer.status = release_block(model, pool, o->b);
        break;
    case DO_BLOCKS_PRIORITIZE:
        line_prioritize(model, &pool->line);
        break;
    default:
        delete_object(model, OF_BLOCKS, (int)o->a);
        break;
    }
    return answer;
}

bool model_accept(struct model *model, const struct operation *operation, uint32_t value)
{
    struct block_pool *pool = &model->blocks[operation->a];
    uint32_t block = value - 1;

    if (operation->kind != DO_BLOCKS_ALLOCATE || block >= pool->blocks ||
        (pool->taken & 1U << block) != 0) {
        return false;
    }
    pool->taken |= 1U << block;
    return true;
}

/* Note a piece that the oracle has chosen. Returns: its offset, plus 1; 0: it may not be there. */
static uint32_t note_piece(struct byte_pool *pool, uint32_t offset, uint32_t bytes)
{
    struct piece *place = NULL;

    if (offset % PIECE_ALIGN != 0 || offset + bytes > AREA_BYTES) {
        return 0;
    }
    for (int i = 0; i < PIECES_MAX; i++) {
        struct piece *piece = &pool->piece[i];

        if (piece->taken && piece->offset < offset + bytes &&
            offset < piece->offset + piece->bytes) {
            return 0;
        }
        if (!piece->taken && (place == NULL || piece->offset == offset)) {
            place = piece;
        }
    }
    if (place == NULL) {
        return 0;
    }
    *place = (struct piece){.taken = true, .offset = offset, .bytes = bytes};
    return offset + 1;
}

/* Returns: 0 if nobody was served, else the offset plus 1. */
static uint32_t take(struct model *model, int number, uint32_t bytes)
{
    uint32_t found = model->imagined ? 0 : oracle_take(number, bytes);

    return found != 0 ? note_piece(&model->bytes[number], found - 1, bytes) : 0;
}

static struct piece *piece_at(struct byte_pool *pool, uint32_t offset)
{
    for (int i = 0; i < PIECES_MAX; i++) {
        if (pool->piece[i].taken && pool->piece[i].offset == offset) {
            return &pool->piece[i];
        }
    }
    return NULL;
}

static struct answer allocate_bytes(struct model *model, int number, const struct operation *o)
{
    struct byte_pool *pool = &model->bytes[number];
    uint32_t found = 0;

    if (!oracle_is_possible(number, o->b)) {
        return plain(BAD_ARGUMENT);
    }
    if (o->d != NO_WAIT && !model_may_wait(model)) {
        return plain(BAD_CONTEXT);
    }
    if (pool->line.count == 0) { /* nobody is overtaken */
        found = take(model, number, o->b);
    }
    if (found != 0) {
        return (struct answer){.status = OK, .value = found};
    }
    if (o->d != NO_WAIT) {
        model->thread[model->running].wanted = o->b;
    }
    return plain(wait_in_line(model, FOR_BYTES, number, o->d));
}

/* Serve the first who waits, if there is enough. */
bool serve_bytes(struct model *model, int number)
{
    struct byte_pool *pool = &model->bytes[number];

    if (pool->line.count == 0) {
        return false;
    }
    int waiter = pool->line.thread[0];
    uint32_t found = take(model, number, model->thread[waiter].wanted);

    if (found == 0) {
        return false;
    }
    end_wait(model, waiter, OK, found);
    return true;
}

static enum status release_bytes(struct model *model, int number, uint32_t offset)
{
    struct piece *piece = piece_at(&model->bytes[number], offset);
    struct activity *activity = current(model);

    if (piece == NULL) {
        return BAD_ARGUMENT;
    }
    piece->taken = false;
    if (!model->imagined) {
        oracle_give(number, offset);
    }
    if (serve_bytes(model, number)) {
        activity->step = SERVES;
        activity->object = number;
    }
    return OK;
}

struct answer perform_bytes(struct model *model, const struct operation *o)
{
    struct byte_pool *pool = o->a < BYTE_POOLS ? &model->bytes[o->a] : NULL;

    if (o->kind == DO_BYTES_CREATE) {
        if (pool == NULL || o->c > 1) {
            return plain(BAD_ARGUMENT);
        }
        *pool = (struct byte_pool){.exists = true, .line = {.by_priority = o->c == 1}};
        if (!model->imagined) {
            oracle_create((int)o->a);
        }
        return plain(OK);
    }
    if (pool == NULL || !pool->exists) {
        return plain(BAD_OBJECT);
    }
    switch (o->kind) {
    case DO_BYTES_ALLOCATE:
        return allocate_bytes(model, (int)o->a, o);
    case DO_BYTES_RELEASE:
        return plain(release_bytes(model, (int)o->a, o->b));
    case DO_BYTES_PRIORITIZE:
        line_prioritize(model, &pool->line);
        return plain(OK);
    default:
        delete_object(model, OF_BYTES, (int)o->a);
        return plain(OK);
    }
}
