/* SPDX-License-Identifier: Apache-2.0 */
/* Pools of blocks and of bytes: which thread gets memory, and that no memory has two owners. */
#include "inside.h"

static enum status allocate_block(struct model *model, int number, uint32_t timeout,
                                  uint32_t *value)
{
    struct block_pool *pool = &model->blocks[number];

    if (timeout != NO_WAIT && !model_may_wait(model)) {
        return BAD_CONTEXT;
    }
    if (pool->available == 0) {
        return wait_for(model, FOR_BLOCK, number, timeout);
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
    if (pool->object.waiters.count > 0) {
        end_wait(model, pool->object.waiters.thread[0], OK, block + 1);
    } else {
        pool->taken &= ~(1U << block);
        pool->available++;
    }
    return OK;
}

enum status create_blocks(struct model *model, const struct operation *o)
{
    if (o->b == 0) {
        return BAD_ARGUMENT;
    }
    model->blocks[o->a] =
        (struct block_pool){.object = new_object(o), .blocks = o->b, .available = o->b};
    return OK;
}

struct answer perform_blocks(struct model *model, const struct operation *o)
{
    struct answer answer = {.status = OK};

    if (o->kind == DO_BLOCKS_ALLOCATE) {
        answer.status = allocate_block(model, (int)o->a, o->d, &answer.value);
    } else {
        answer.status = release_block(model, &model->blocks[o->a], o->b);
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

/* Note a piece that the oracle has chosen. Returns: its offset plus 1; 0: it must not be there. */
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

/* Returns: 0 if no thread was served, else the offset plus 1. */
static uint32_t take(struct model *model, int number, uint32_t bytes)
{
    uint32_t found = model->imagined ? 0 : model->rules.oracle->take(number, bytes);

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

    if (!model->rules.oracle->is_possible(number, o->b)) {
        return plain(BAD_ARGUMENT);
    }
    if (o->d != NO_WAIT && !model_may_wait(model)) {
        return plain(BAD_CONTEXT);
    }
    if (pool->object.waiters.count == 0) { /* no thread is overtaken */
        found = take(model, number, o->b);
    }
    if (found != 0) {
        return (struct answer){.status = OK, .value = found};
    }
    if (o->d != NO_WAIT) {
        model->thread[model->running].wanted = o->b;
    }
    return plain(wait_for(model, FOR_BYTES, number, o->d));
}

/* Serve the first thread that waits, if there is enough. */
bool serve_bytes(struct model *model, int number)
{
    struct byte_pool *pool = &model->bytes[number];

    if (pool->object.waiters.count == 0) {
        return false;
    }
    int waiter = pool->object.waiters.thread[0];
    uint32_t found = take(model, number, model->thread[waiter].wanted);

    if (found == 0) {
        return false;
    }
    end_wait(model, waiter, OK, found);
    return true;
}

static enum status give(struct model *model, int number, uint32_t offset)
{
    struct piece *piece = piece_at(&model->bytes[number], offset);

    if (piece == NULL) {
        return BAD_ARGUMENT;
    }
    piece->taken = false;
    if (!model->imagined) {
        model->rules.oracle->give(number, offset);
    }
    return OK;
}

void give_bytes(struct model *model, struct activity *activity)
{
    enum status status = BAD_OBJECT;

    if (!activity->gone) {
        status = give(model, activity->object, activity->offset);
    }
    activity->answer = plain(status);
    activity->step = status == OK ? SERVES : ANSWERS;
    if (status != OK) {
        end_long_call(model, activity);
    }
}

static enum status release_bytes(struct model *model, int number, uint32_t offset)
{
    struct activity *activity = current(model);

    if (model->bytes[number].object.waiters.count == 0) {
        return give(model, number, offset);
    }
    if (model->imagined) {
        return piece_at(&model->bytes[number], offset) != NULL ? OK : BAD_ARGUMENT;
    }
    begin_long_call(model, activity);
    activity->step = GIVES;
    activity->gone = false;
    activity->object = number;
    activity->offset = offset;
    return OK;
}

enum status create_bytes(struct model *model, const struct operation *o)
{
    model->bytes[o->a] = (struct byte_pool){.object = new_object(o)};
    if (!model->imagined) {
        model->rules.oracle->create((int)o->a);
    }
    return OK;
}

struct answer perform_bytes(struct model *model, const struct operation *o)
{
    return o->kind == DO_BYTES_ALLOCATE ? allocate_bytes(model, (int)o->a, o)
                                        : plain(release_bytes(model, (int)o->a, o->b));
}
