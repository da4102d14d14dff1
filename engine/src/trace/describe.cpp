// SPDX-License-Identifier: Apache-2.0
// The contexts of events, and the words of events of ThreadX and of its middleware.
#include "trace/describe.hpp"

#include "trace/concat.hpp"
#include "trace/threadx.hpp"

#include <algorithm>
#include <map>

namespace limen::trace
{

namespace
{

constexpr std::uint64_t short_max = 0xFFFF; // above, rather an address or a set of bits

std::string joined(const std::vector<Word> &words, const char *between)
{
    std::string text;
    for (const Word &word : words) {
        append(text, text.empty() ? "" : ", ");
        append(text, concat(word.label, between, word.text()));
    }
    return text;
}

// The object with a name at an address.
void look_up(const Trace &trace, const std::map<std::uint64_t, Place> &known, Word &word)
{
    const auto found = known.find(word.value);
    if (found != known.end()) {
        word.object = found->second;
        word.name = trace.objects[static_cast<std::size_t>(found->second)].name;
    }
}

} // namespace

std::string Word::text() const
{
    if (meaning == Meaning::state || meaning == Meaning::socket_state) {
        return state_name(value);
    }
    if (meaning == Meaning::wait_option) {
        return value == wait_forever ? "forever" : concat(value);
    }
    if (meaning == Meaning::get_option && value < std::size(flags_options_names)) {
        return flags_options_names[value];
    }
    const bool is_in_hex = value > short_max || is_address(meaning);
    if (!name.empty() && (is_in_hex || meaning == Meaning::thread_or_none)) {
        return std::string(name);
    }
    return is_in_hex ? hex(value) : concat(value);
}

std::vector<Word> threadx_words_of(const Trace &trace, std::size_t place,
                                   const Definitions &definitions)
{
    const Labels labels = labels_of(trace, trace.event[place], definitions);
    std::vector<Word> words;
    for (std::size_t column = 0; column < labels.words.size(); column++) {
        if (!labels.words[column].empty()) {
            Word word{labels.words[column],
                      labels.meanings[column],
                      trace.info[column][place],
                      no_place,
                      {}};
            look_up(trace, trace.object_at, word);
            words.push_back(word);
        }
    }
    return words;
}

const std::uint32_t *values_of(const Trace &trace, std::size_t place)
{
    const auto at = static_cast<Place>(place);
    const auto found = std::lower_bound(trace.values_at.begin(), trace.values_at.end(), at);
    const bool has_all = found != trace.values_at.end() && *found == at;
    return has_all ? &trace.values[static_cast<std::size_t>(found - trace.values_at.begin()) * 3]
                   : nullptr;
}

std::optional<std::vector<Word>> middleware_words_of(const Trace &trace, std::size_t place)
{
    const EventRow *const row =
        trace.event[place] == event::SERVICE ? middleware_event(trace.a[place]) : nullptr;
    if (row == nullptr) {
        return std::nullopt;
    }
    const std::uint32_t *const others = values_of(trace, place);
    std::uint64_t values[4] = {0, trace.b[place], 0, 0};
    if (others != nullptr) {
        values[0] = others[0];
        values[2] = others[1];
        values[3] = others[2];
    }
    std::vector<Word> words;
    for (std::size_t which = 0; which < 4; which++) {
        // Without the other three, even a second number without a meaning has an empty label.
        if ((others != nullptr || which == 1) && row->labels[which][0] != '\0') {
            Word word{row->labels[which], row->meanings[which], values[which], no_place, {}};
            look_up(trace, trace.middleware_at, word);
            words.push_back(word);
        }
    }
    return words;
}

std::string_view waits_for(std::uint32_t what)
{
    switch (what) {
    case wait::END:
        return "its end";
    case wait::RESUME:
        return "a resume";
    case wait::TIME:
        return "a time";
    case wait::QUEUE:
        return "queue";
    case wait::SEMAPHORE:
        return "semaphore";
    case wait::FLAGS:
        return "bits of";
    case wait::BLOCK:
        return "a block of";
    case wait::BYTES:
        return "bytes of";
    case wait::MIDDLEWARE:
        return "middleware";
    case wait::MUTEX:
        return "mutex";
    case wait::RELEASE:
        return "its release";
    case wait::BUDGET:
        return "its next budget";
    default: {
        const Named *const row = row_of(wait_names, what);
        return row == nullptr ? std::string_view{} : row->name;
    }
    }
}

std::string limen_thread_name(const Trace &trace, std::uint32_t number)
{
    if (number == no_thread && trace.kernel.is_foreign()) {
        return "unknown";
    }
    return number == 0 ? "idle" : trace.name_of(number);
}

std::string registered_name(const Trace &trace, Lane lane)
{
    const LaneInfo &info = trace.lanes[static_cast<std::size_t>(lane)];
    const Object *const object = lane == idle ? nullptr : trace.find(info.id);
    if (lane == idle) {
        return info.name;
    }
    return object != nullptr && object->kind == threadx_type::THREAD ? object->name
                                                                     : "Un-named Thread";
}

std::string thread_name(const Trace &trace, Place place)
{
    const auto at = static_cast<std::size_t>(place);
    return trace.origin == Origin::limen ? limen_thread_name(trace, trace.thread[at])
                                         : context_name(trace, place);
}

Lane lane_of_context(const Trace &trace, std::size_t at)
{
    const std::uint64_t context = trace.context[at];
    return is_thread_context(context) ? trace.lane_of(context) : nobody;
}

std::string context_name(const Trace &trace, Place place)
{
    const auto at = static_cast<std::size_t>(place);
    if (trace.origin == Origin::limen) {
        return trace.depth[at] > 0 ? "interrupt" : limen_thread_name(trace, trace.thread[at]);
    }
    const Lane lane = lane_of_context(trace, at);
    if (lane < 0) {
        return trace.context[at] == threadx_context::INTERRUPT ? "interrupt" : "initialisation";
    }
    return registered_name(trace, lane);
}

std::string location_text(std::uint32_t address, const Definitions &definitions)
{
    const Location *const location = definitions.at(address);
    return location == nullptr ? hex(address) : concat(hex(address), " (", location->place, ')');
}

std::string urgency_text(const Trace &trace, Place place)
{
    const auto at = static_cast<std::size_t>(place);
    if (trace.origin == Origin::limen || lane_of_context(trace, at) < 0) {
        return "";
    }
    const std::uint64_t word = trace.priority[at];
    const std::uint64_t priority = word & priority_bits;
    const std::uint64_t threshold = word >> threshold_shift & priority_bits;
    return !trace.threadx.is_modern || priority == threshold
               ? concat(priority)
               : concat(priority, '(', threshold, ')');
}

std::string describe(const Trace &trace, Place place, const Definitions &definitions)
{
    const auto at = static_cast<std::size_t>(place);
    if (trace.origin == Origin::threadx) {
        return joined(threadx_words_of(trace, at, definitions), " ");
    }
    const auto words = middleware_words_of(trace, at);
    return words ? joined(*words, "=") : describe_limen(trace, at, definitions);
}

} // namespace limen::trace
