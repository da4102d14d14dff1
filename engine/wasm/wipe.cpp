// SPDX-License-Identifier: Apache-2.0
// The allocator does not report free memory. So this file allocates all of it in blocks, and frees
// it; then the lengths of the runs of free memory are known. It allocates each run once more as a
// whole, because the allocator writes its own data at the beginning of every allocation.
#include "wipe.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace
{

// The size of the blocks in which the page looks for zeros (viewer/src/ui/load.worker.ts).
constexpr std::size_t block_bytes = std::size_t{1} << 14;
constexpr std::size_t between_blocks_max = 64; // the allocator's own data there

// Memory that has been taken; each piece begins with the address of the one before it.
class Taken
{
  public:
    void *take(std::size_t bytes)
    {
        void *const memory = std::malloc(bytes);
        if (memory != nullptr) {
            std::memset(memory, 0, bytes);
            std::memcpy(memory, &newest_, sizeof newest_);
            newest_ = memory;
        }
        return memory;
    }
    ~Taken()
    {
        while (newest_ != nullptr) {
            void *const memory = newest_;
            std::memcpy(&newest_, memory, sizeof newest_);
            std::memset(memory, 0, sizeof newest_);
            std::free(memory);
        }
    }

  private:
    void *newest_ = nullptr;
};

// The lengths of runs of free memory, rising.
std::vector<std::size_t> free_runs()
{
    std::vector<std::size_t> runs;
    Taken taken;
    const std::size_t pages = __builtin_wasm_memory_size(0);
    std::uintptr_t behind = 0;
    while (__builtin_wasm_memory_size(0) == pages) {
        const auto block = reinterpret_cast<std::uintptr_t>(taken.take(block_bytes));
        if (block == 0) {
            break;
        }
        if (block >= behind && block - behind <= between_blocks_max) {
            runs.back() += block + block_bytes - behind;
        } else {
            runs.push_back(block_bytes);
        }
        behind = block + block_bytes;
    }
    std::sort(runs.begin(), runs.end());
    return runs;
}

} // namespace

void reserve_room(std::size_t bytes)
{
    // A compiler removes an allocation whose memory is not used.
    void *volatile room = std::malloc(bytes);
    std::free(room);
}

void wipe_free_memory()
{
    std::vector<std::size_t> runs = free_runs();
    Taken taken;
    for (; !runs.empty(); runs.pop_back()) {
        taken.take(runs.back());
    }
}
