// SPDX-License-Identifier: Apache-2.0
#include "convert/perfetto_packets.hpp"

namespace limen::convert
{

namespace
{

constexpr unsigned packet_field = 1; // of a trace
constexpr std::uint64_t sequence = 1;
// Fields of a packet.
constexpr unsigned timestamp = 8, sequence_id = 10, track_event = 11, interned_data = 12,
                   sequence_flags = 13;
constexpr std::uint64_t tables_begin = 1, needs_tables = 2; // flags of a sequence
// Fields of a track event, and of its annotations.
constexpr unsigned categories = 3, annotations = 4, type = 9, name_number = 10, track_uuid = 11,
                   name_text = 23;
constexpr unsigned annotation_name = 1, annotation_int = 4, annotation_text = 6,
                   annotation_text_number = 17;
// A reader keeps the tables in memory, and most traces have few texts.
constexpr std::size_t texts_max = std::size_t{1} << 16;

} // namespace

std::optional<std::uint64_t> Packets::number_of(Texts which, std::string_view text)
{
    Table &table = which == Texts::categories ? categories_
                   : which == Texts::names    ? names_
                   : which == Texts::notes    ? notes_
                                              : values_;
    const auto found = table.find(text);
    if (found != table.end()) {
        return found->second;
    }
    if (table.size() >= texts_max) {
        return std::nullopt;
    }
    const std::uint64_t number = table.size() + 1;
    table.emplace(text, number);
    part_.clear();
    part_.number(1, number).block(2, text);
    new_texts_.block(static_cast<unsigned>(which), part_);
    return number;
}

bool Packets::put(unsigned field, const Message &content)
{
    packet_.clear();
    packet_.block(field, content);
    return finish(packet_);
}

Message &Packets::event(Kind kind, std::uint64_t track)
{
    event_.clear();
    return event_.number(type, static_cast<std::uint64_t>(kind)).number(track_uuid, track);
}

void Packets::name(std::string_view category, std::string_view name)
{
    event_.number(categories, number_of(Texts::categories, category).value_or(0));
    if (const auto number = number_of(Texts::names, name)) {
        event_.number(name_number, *number);
    } else {
        event_.block(name_text, name);
    }
}

void Packets::note(std::string_view name, std::int64_t number)
{
    const std::uint64_t of_name = number_of(Texts::notes, name).value_or(0);
    part_.clear();
    part_.number(annotation_name, of_name)
        .number(annotation_int, static_cast<std::uint64_t>(number));
    event_.block(annotations, part_);
}

void Packets::note(std::string_view name, std::string_view text)
{
    const std::uint64_t of_name = number_of(Texts::notes, name).value_or(0);
    const auto of_text = number_of(Texts::values, text);
    part_.clear();
    part_.number(annotation_name, of_name);
    if (of_text) {
        part_.number(annotation_text_number, *of_text);
    } else {
        part_.block(annotation_text, text);
    }
    event_.block(annotations, part_);
}

bool Packets::put_event(std::int64_t time)
{
    packet_.clear();
    packet_.number(timestamp, static_cast<std::uint64_t>(time)).block(track_event, event_);
    if (!new_texts_.is_empty()) {
        packet_.block(interned_data, new_texts_);
        new_texts_.clear();
    }
    return finish(packet_);
}

bool Packets::finish(Message &packet)
{
    packet.number(sequence_id, sequence);
    packet.number(sequence_flags, is_first_ ? tables_begin : needs_tables);
    is_first_ = false;
    part_.clear();
    part_.block(packet_field, packet);
    part_.append_to(output_.text());
    return output_.pause();
}

} // namespace limen::convert
