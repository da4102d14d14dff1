// SPDX-License-Identifier: Apache-2.0
// The memory of the module. The page copies its bytes that are not zero after the analysis.
#pragma once

#include <cstddef>

// Lets the memory grow at once, because each growth takes time.
void reserve_room(std::size_t bytes);

// Fills freed memory with zeros.
void wipe_free_memory();
