// SPDX-License-Identifier: Apache-2.0
// Caches lookups by address, because millions of events refer to the same few objects.
#pragma once

#include "trace/trace.hpp"

#include <array>

namespace limen::trace
{

// The values of the addresses that were looked up last.
template <class Value> class Cache
{
  public:
    // The value of an address, to be set if it is new.
    struct Found {
        Value &value;
        bool is_new;
    };

    Found find(std::uint64_t address)
    {
        const std::uint64_t mixed = address >> 2 ^ address >> 12;
        Entry &entry = entries_[static_cast<std::size_t>(mixed % entries_.size())];
        const bool is_new = !entry.is_used || entry.address != address;
        entry.address = address;
        entry.is_used = true;
        return {entry.value, is_new};
    }

  private:
    struct Entry {
        std::uint64_t address = 0;
        Value value{};
        bool is_used = false;
    };
    std::array<Entry, 512> entries_;
};

// Lanes of the threads of a trace of ThreadX.
class LaneFinder
{
  public:
    explicit LaneFinder(const Trace &trace) : trace_{trace}
    {
    }

    // The lane of the thread at an address; nobody, for any other address.
    Lane operator()(std::uint64_t address)
    {
        const auto [lane, is_new] = cache_.find(address);
        if (is_new) {
            lane = trace_.lane_of(address);
        }
        return lane;
    }

  private:
    const Trace &trace_;
    Cache<Lane> cache_;
};

} // namespace limen::trace
