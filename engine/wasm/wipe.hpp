// SPDX-License-Identifier: Apache-2.0
// The memory of the module, which the page copies, without what is zero, when all is worked out.
#pragma once

#include <cstddef>

// Lets the memory grow at once, because each growth takes time.
void reserve_room(std::size_t bytes);

// Fills what has been freed with zeros.
void wipe_free_memory();
