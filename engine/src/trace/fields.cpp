// SPDX-License-Identifier: Apache-2.0
// Every number of an event, decoded: its label, its value in words, and the thread or the object
// that it is.
#include "trace/concat.hpp"
#include "trace/describe.hpp"
#include "trace/errors.hpp"

#include <iterator>

namespace limen::trace
{

namespace
{

Lane lane_of_number(const Trace &trace, std::uint32_t number)
{
    return number < trace.lane_of_number.size() ? trace.lane_of_number[number] : nobody;
}

Place place_of(const Trace &trace, std::uint64_t id)
{
    const auto found = trace.object_at.find(id);
    return found == trace.object_at.end() ? no_place : found->second;
}

Field thread_field(const Trace &trace, std::string_view label, std::uint32_t number)
{
    return {std::string(label), limen_thread_name(trace, number), lane_of_number(trace, number)};
}

Field object_field(const Trace &trace, std::string_view label, std::uint32_t number)
{
    if (number == 0) {
        return {std::string(label), "none"};
    }
    return {std::string(label), trace.name_of(number), nobody, place_of(trace, number)};
}

// An entry of a table; `none` if it is empty.
template <std::size_t count>
std::string entry(const char *const (&table)[count], std::uint32_t number, const char *none)
{
    const std::string text = word_of(table, number);
    return text.empty() ? none : text;
}

std::string model_text(std::uint32_t number)
{
    std::string text = word_of(model_names, number);
    for (char &letter : text) {
        const bool is_small = letter >= 'a' && letter <= 'z' && number < std::size(model_names);
        letter = is_small ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    return text;
}

std::string lock_text(std::uint32_t number)
{
    switch (number) {
    case spin_lock::LEVEL:
        return "level 0";
    case spin_lock::MUTEX:
        return "mutex";
    case spin_lock::ALONE:
        return "no other thread could run";
    default:
        return concat("number ", number);
    }
}

std::string awaited(std::uint32_t what)
{
    std::string_view text = waits_for(what);
    text.remove_suffix(text.ends_with(" of") ? 3 : 0);
    return text.empty() ? concat("number ", what) : std::string(text);
}

// The value of a field that is neither a thread nor an object.
std::string limen_value(Meaning meaning, std::uint32_t number, const Definitions &definitions)
{
    switch (meaning) {
    case Meaning::switch_reason:
        return switch_reason_text(number);
    case Meaning::wait:
        return awaited(number);
    case Meaning::byte_units:
        return concat(number, " (", number * byte_unit, " bytes)");
    case Meaning::bits:
        return hex(number);
    case Meaning::status:
        return word_of(statuses_names, number);
    case Meaning::outcome:
        return word_of(outcomes_names, number);
    case Meaning::protocol:
        return word_of(protocols_names, number);
    case Meaning::change:
        return entry(changes_names, number, "none");
    case Meaning::release:
        return entry(releases_names, number, "none of these");
    case Meaning::model:
        return model_text(number);
    case Meaning::spin_lock:
        return lock_text(number);
    case Meaning::urgency_choice:
        return entry(urgency_choices_names, number, "both");
    case Meaning::call:
        return call_name(number);
    case Meaning::fault:
        return entry(faults_names, number, "unknown");
    case Meaning::address:
        return location_text(number, definitions);
    case Meaning::yes_or_no:
        return number == 0 ? "no" : "yes";
    default:
        return grouped(number);
    }
}

// Number 0 of the four is the object of the record.
Field limen_field(const Trace &trace, const Labels &labels, std::size_t column,
                  std::uint32_t number, const Definitions &definitions)
{
    const std::string_view label = labels.words[column];
    const Meaning meaning = labels.meanings[column];
    if (meaning == Meaning::thread_or_idle) {
        return thread_field(trace, label, number);
    }
    if (meaning == Meaning::thread) {
        return number == 0 ? Field{std::string(label), "none"} : thread_field(trace, label, number);
    }
    if (column == 0 || meaning == Meaning::object || meaning == Meaning::timer) {
        return object_field(trace, label, number);
    }
    return {std::string(label), limen_value(meaning, number, definitions)};
}

std::vector<Field> error_fields(const Trace &trace, std::size_t place)
{
    const ErrorWords words = error_words(trace, place);
    return {object_field(trace, "object", trace.object[place]),
            {"call", words.call},
            {"answer", words.answer}};
}

std::vector<Field> limen_fields(const Trace &trace, std::size_t place,
                                const Definitions &definitions)
{
    if (trace.kernel.is_raw(trace.event[place])) {
        return {{"fields", std::string(trace.kernel.text(trace.b[place]))}};
    }
    if (trace.event[place] == event::ERROR) {
        return error_fields(trace, place);
    }
    const Labels labels = labels_of(trace, trace.event[place], definitions);
    const std::uint32_t values[] = {trace.object[place], trace.a[place],
                                    labels.has_four ? trace.low(place) : trace.b[place],
                                    trace.high(place)};
    std::vector<Field> fields;
    for (std::size_t column = 0; column < (labels.has_four ? 4U : 3U); column++) {
        if (!labels.words[column].empty()) {
            fields.push_back(limen_field(trace, labels, column, values[column], definitions));
        }
    }
    return fields;
}

// A word of ThreadX; an address is of a thread, or else of another object.
Field word_field(const Trace &trace, const Word &word)
{
    Field field{std::string(word.label), word.text()};
    const bool has_place = is_address(word.meaning) || word.meaning == Meaning::thread_or_none;
    if (has_place && word.value != 0) {
        const Lane lane = trace.lane_of(word.value);
        field.lane = lane > 0 ? lane : nobody;
        field.object = lane > 0 ? no_place : word.object;
    }
    return field;
}

std::vector<Field> threadx_fields(const Trace &trace, std::size_t place,
                                  const Definitions &definitions)
{
    const auto at = static_cast<Place>(place);
    const Lane lane = lane_of_context(trace, place);
    const std::string context =
        lane < 0 ? context_name(trace, at) : trace.lanes[static_cast<std::size_t>(lane)].name;
    std::vector<Field> fields{{"context", context, lane, no_place, true}};
    const std::string urgency = urgency_text(trace, at);
    if (!urgency.empty()) {
        fields.push_back({"priority", urgency});
    }
    for (const Word &word : threadx_words_of(trace, place, definitions)) {
        fields.push_back(word_field(trace, word));
    }
    return fields;
}

} // namespace

std::vector<Field> fields_of(const Trace &trace, Place place, const Definitions &definitions)
{
    const auto at = static_cast<std::size_t>(place);
    if (trace.origin == Origin::threadx) {
        return threadx_fields(trace, at, definitions);
    }
    const auto words = middleware_words_of(trace, at);
    if (!words) {
        return limen_fields(trace, at, definitions);
    }
    std::vector<Field> fields;
    for (const Word &word : *words) {
        fields.push_back({std::string(word.label), word.text(), nobody, word.object});
    }
    return fields;
}

} // namespace limen::trace
