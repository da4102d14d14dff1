// SPDX-License-Identifier: Apache-2.0
// The description of another kernel, behind the ring of a part of its trace: spec/trace-format.md,
// version 2.
#include "trace/numbers.hpp"
#include "trace/read/foreign/file_set.hpp"
#include "trace/read/limen_file.hpp"
#include "trace/read/text.hpp"

#include <algorithm>

namespace limen::trace::limen_file
{

namespace
{

constexpr const char *cut_again = "cut the part out of the whole trace again";

// Texts: their number, their lengths, and then their bytes.
std::vector<std::string> take_texts(Reader &reader)
{
    const std::uint32_t count = reader.u32();
    Reader lengths = reader;
    reader.skip(std::uint64_t{count} * sizeof(std::uint32_t));
    std::vector<std::string> texts;
    for (std::uint32_t row = 0; row < count && !reader.is_over; row++) {
        texts.push_back(printable(reader.text(lengths.u32())));
    }
    return texts;
}

// Whether priorities can be shown with the numbers of a description.
bool take_numbers(Reader &reader, Kernel &kernel)
{
    const std::uint32_t facts = reader.u32(), urgency = reader.u32(), zero = reader.u32();
    kernel.facts = static_cast<std::uint16_t>(facts & all_facts);
    kernel.urgency = static_cast<Urgency>(urgency);
    kernel.zero = static_cast<std::int32_t>(zero);
    return urgency <= static_cast<std::uint32_t>(Urgency::linux) &&
           zero <= std::uint32_t{unknown_priority};
}

void put_events(Reader &reader, Trace &trace)
{
    Kernel &kernel = trace.kernel;
    for (const std::string &name : take_texts(reader)) {
        kernel.raw.push_back(raw_event(name));
    }
    for (const std::string &text : take_texts(reader)) {
        kernel.text_at.resize(std::max<std::size_t>(kernel.text_at.size(), 1)); // begins with a 0
        kernel.texts += text;
        kernel.text_at.push_back(static_cast<std::uint32_t>(kernel.texts.size()));
    }
    for (std::size_t i = 0; i < trace.count(); i++) {
        if (trace.event[i] == other_event) {
            trace.event[i] = static_cast<std::uint16_t>(first_raw_event | trace.a[i]);
            trace.a[i] = 0;
        }
        trace.core.push_back(reader.u8());
    }
}

} // namespace

std::optional<Error> read_kernel(const File &file, Trace &trace)
{
    if (file.is_cut()) {
        return at_byte(file.size, "the file ends before the description of its kernel", cut_again);
    }
    const auto begin = static_cast<std::size_t>(file.total);
    Reader reader(file.bytes + begin, file.size - begin, file.is_big);
    const bool is_valid = take_numbers(reader, trace.kernel);
    std::vector<std::string> words = take_texts(reader);
    if (!is_valid || words.size() < 2 || words[1].empty()) {
        return at_byte(begin, "this is not a description of a kernel", cut_again);
    }
    trace.kernel.name = std::move(words[0]);
    trace.kernel.format = std::move(words[1]);
    trace.kernel.warnings.assign(std::next(words.begin(), 2), words.end());
    std::vector<std::string> names = take_texts(reader);
    for (Object &object : trace.objects) {
        const auto row = static_cast<std::size_t>(object.id - 1);
        object.name = row < names.size() ? std::move(names[row]) : std::string{};
        object.address = reader.u64();
    }
    put_events(reader, trace);
    trace.limen.record_capacity = static_cast<std::uint32_t>(trace.count());
    if (reader.is_over) {
        return at_byte(file.size, "the file ends within the description of its kernel", cut_again);
    }
    return std::nullopt;
}

} // namespace limen::trace::limen_file
