/* SPDX-License-Identifier: Apache-2.0 */
/* Two cores: the memory of each instance of the kernel (instances.h). */
#include "board.h"
#include <string.h>

extern unsigned char board_instances[], board_instances_end[]; /* from instances.ld */
extern const unsigned char board_instance_image[], board_instance_image_end[];

void board_prepare_cores(void)
{
    size_t bytes = (size_t)(board_instances_end - board_instances) / LM_CORES;
    size_t image_bytes = (size_t)(board_instance_image_end - board_instance_image);

    memset(board_instances, 0, (size_t)(board_instances_end - board_instances));
    for (unsigned core = 0; core < LM_CORES; core++) {
        memcpy(board_instances + core * bytes, board_instance_image, image_bytes);
    }
    board_choose_first_instance();
}
