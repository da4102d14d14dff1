/* SPDX-License-Identifier: Apache-2.0 */
/* A pool of blocks. Packets travel by address and are not copied; the receiver gives each block
 * back. When all are in use, the sender waits for one: memory that cannot run out needs no code for
 * that case. (Pools of bytes, limen/byte_pool.h, have pieces of any size.) */
#include <limen/board.h>
#include <limen/limen.h>

struct packet {
    uintptr_t number;
    char text[24];
};

enum { BLOCKS = 2, PACKETS = 4 };

static struct lm_thread sender, receiver;
static struct lm_block_pool pool;
static struct lm_queue queue;
static struct packet area[BLOCKS];
static struct packet *storage[BLOCKS];

LM_STACK(sender_stack, 512);
LM_STACK(receiver_stack, 512);

static void send(void *argument)
{
    (void)argument;
    for (unsigned number = 1; number <= PACKETS; number++) {
        void *block;

        lm_board_printf("packet %u: %u free\n", number, (unsigned)lm_block_pool_available(&pool));
        lm_block_allocate(&pool, &block, LM_FOREVER);
        ((struct packet *)block)->number = number;
        lm_queue_send(&queue, &block, LM_FOREVER);
    }
}

static void receive(void *argument)
{
    struct packet *packet;

    (void)argument;
    do {
        lm_thread_sleep(LM_MS(5)); /* the sender is faster */
        lm_queue_receive(&queue, &packet, LM_FOREVER);
        lm_board_printf("received %u\n", (unsigned)packet->number);
        lm_block_release(&pool, packet);
    } while (packet->number < PACKETS);
    lm_board_exit(0);
}

int main(void)
{
    static const struct lm_thread_config configs[] = {
        {.name = "sender", LM_PREEMPTIVE(10), .entry = send, LM_USE_STACK(sender_stack)},
        {.name = "receiver", LM_PREEMPTIVE(5), .entry = receive, LM_USE_STACK(receiver_stack)},
    };

    lm_kernel_init();
    lm_block_pool_create(&pool, "pool", area, sizeof area, sizeof area[0], LM_FIFO);
    lm_queue_create(&queue, "queue", storage, BLOCKS, sizeof storage[0], LM_FIFO);
    lm_thread_create(&sender, &configs[0]);
    lm_thread_create(&receiver, &configs[1]);
    lm_kernel_start();
    return 1;
}
