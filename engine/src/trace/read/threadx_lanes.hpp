// SPDX-License-Identifier: Apache-2.0
// The threads in a trace of ThreadX, by their addresses.
#pragma once

#include "trace/trace.hpp"

#include <array>

namespace limen::trace
{

// A value for each of the addresses that were asked for lately, as most events are about the same
// few threads.
class Cache
{
  public:
    // The place of an address, and whether it was there already.
    struct Found {
        Lane &lane;
        bool is_new;
    };

    Found find(std::uint64_t address)
    {
        Entry &entry = entries_[(address >> 2 ^ address >> 12) % entries_.size()];
        const bool is_new = entry.address != address;
        entry.address = address;
        return {entry.lane, is_new};
    }

  private:
    struct Entry {
        std::uint64_t address = 0;
        Lane lane = nobody;
    };
    std::array<Entry, 512> entries_;
};

// Fills `lanes` and `lane`, when all other columns are there.
// contexts: those of events in threads, each at least once.
void find_threads(std::vector<std::uint64_t> &contexts, Trace &trace);

} // namespace limen::trace
