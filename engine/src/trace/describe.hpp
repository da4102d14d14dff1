// SPDX-License-Identifier: Apache-2.0
// The common part of the lines and the fields of events.
#pragma once

#include "trace/labels.hpp"

namespace limen::trace
{

// The numbers of an event, with their labels: four words of ThreadX, or those of an event of
// middleware in Limen, of which the trace may have the second only.
struct Word {
    std::string_view label;
    Meaning meaning = Meaning::number;
    std::uint64_t value = 0;
    Place object = no_place; // at this address
    std::string text() const;
    std::string_view name; // of that object; empty: it has none
};

// The thread of an event of ThreadX; nobody in an interrupt and in the initialisation.
Lane lane_of_context(const Trace &trace, std::size_t place);

// The words with a meaning, of an event of ThreadX.
std::vector<Word> threadx_words_of(const Trace &trace, std::size_t place,
                                   const Definitions &definitions);

// The words of an event of middleware in a trace of Limen; nothing: it is another event.
std::optional<std::vector<Word>> middleware_words_of(const Trace &trace, std::size_t place);

// The first, third and fourth number of such an event; the second is b. nullptr: they are lost.
const std::uint32_t *values_of(const Trace &trace, std::size_t place);

// The details of another event of Limen.
std::string describe_limen(const Trace &trace, std::size_t place, const Definitions &definitions);

// "0x20000004 (secret)": an address, and its place in the program.
std::string location_text(std::uint32_t address, const Definitions &definitions);

// The cause of a wait, for the middle of a sentence: "queue", "bits of"; empty: not known.
std::string_view waits_for(std::uint32_t what);

// Name of a thread in ThreadX's registry, which other threads may share.
std::string registered_name(const Trace &trace, Lane lane);

// Name of a thread of Limen; number 0 is idle.
std::string limen_thread_name(const Trace &trace, std::uint32_t number);

} // namespace limen::trace
