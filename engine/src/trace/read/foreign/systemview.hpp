// SPDX-License-Identifier: Apache-2.0
// The packets of SEGGER SystemView.
#pragma once

#include "trace/read/foreign/file_set.hpp"

namespace limen::trace
{

namespace sv
{
constexpr std::uint16_t NOP = 0, OVERFLOW_ = 1, ISR_ENTER = 2, ISR_EXIT = 3, START_EXEC = 4,
                        STOP_EXEC = 5, START_READY = 6, STOP_READY = 7, CREATE = 8, INFO = 9,
                        SYSDESC = 14, IDLE = 17, ISR_TO_SCHEDULER = 18, STACK_INFO = 21,
                        MODULEDESC = 22, INIT = 24, NAME = 25, PRINT = 26, END_CALL = 28,
                        TERMINATE = 29, EX = 31, FIRST_CALL = 32, FIRST_OF_MODULES = 512;
constexpr std::uint16_t DAMAGE = 0xFFFF; // of the reader: bytes that are no packets
} // namespace sv

struct SvPacket {
    Tick time = 0;
    std::uint64_t words[4] = {};
    std::string_view text;
    std::uint16_t id = 0;
    std::uint8_t core = 0;
    std::uint8_t count = 0;  // words
    bool is_wake_up = false; // of START_READY, found later
};

struct SvStreams {
    std::vector<SvPacket> packets; // by time
    std::string header, system;    // texts that say which kernel it is
    std::uint64_t hz = 0, base = 0;
    unsigned shift = 0;
    unsigned cores = 0;

    // An address as most packets have it.
    std::uint64_t small(std::uint64_t address) const
    {
        return (address - base) >> shift;
    }
};

// Cost: O(bytes): each of them is tried at most a few times.
std::optional<Error> read_sv_streams(InputFiles files, SvStreams &streams);

// The numbers of the calls of a kernel, by what they do.
enum class SvDoes : std::uint8_t {
    nothing,
    remove,
    delay,
    set_priority,
    suspend,
    inherit,
    disinherit,
    notify_wait,
    give,
    take,
    send,
    receive,
    lock,
    unlock,
    give_in_interrupt,
    flags_wait,
    stream_wait,
};

struct SvCall {
    std::uint16_t id;
    SvDoes does;
};

struct SvCalls {
    const SvCall *begin = nullptr, *end = nullptr;

    SvDoes operator[](std::uint16_t id) const
    {
        for (const SvCall *one = begin; one != end; one++) {
            if (one->id == id) {
                return one->does;
            }
        }
        return SvDoes::nothing;
    }
};

} // namespace limen::trace
