// SPDX-License-Identifier: Apache-2.0
// The formats of the kernel's events, which are text in trace.dat. Private to trace_dat.cpp.
#pragma once

#include "trace/read/foreign/file_set.hpp"
#include "trace/read/foreign/linux.hpp"

namespace limen::trace
{

struct DatField {
    std::size_t offset = 0, size = 0;
    bool is_signed = false;
};

struct DatFormat {
    std::string name;
    std::map<std::string, DatField, std::less<>> fields;
    bool has_old_states = false;
};

// The number behind a word; 0: the text does not have it.
inline std::size_t dat_number(std::string_view text, std::string_view word)
{
    const std::size_t at = text.find(word);
    return at == std::string_view::npos
               ? 0
               : static_cast<std::size_t>(number_of(text.substr(at + word.size())));
}

// "field:TYPE name[16]; offset:8; size:16; signed:1;"
inline void add_field(std::string_view line, DatFormat &format)
{
    const std::size_t end = line.find(';');
    std::string_view name = line.substr(0, end);
    name = name.substr(0, name.find('['));
    name = name.substr(name.find_last_of(" *") + 1);
    format.fields[std::string(name)] = {dat_number(line, "offset:"), dat_number(line, "size:"),
                                        dat_number(line, "signed:") == 1};
}

inline DatFormat dat_format(std::string_view text)
{
    DatFormat format;
    format.has_old_states = text.find("\"I\"") == std::string_view::npos;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (const std::size_t at = line.find("field:"); at != std::string_view::npos) {
            add_field(line.substr(at + 6), format);
        } else if (line.starts_with("name: ")) {
            format.name = line.substr(6);
        }
    }
    return format;
}

class DatFields final : public LinuxFields
{
  public:
    DatFields(const DatFormat &format, Reader data) : format_{format}, data_{data}
    {
    }

    std::string_view text(std::string_view name) override
    {
        const DatField *const field = at(name);
        return field == nullptr ? std::string_view{}
                                : data_.name(std::min(field->size, data_.left()));
    }
    std::int64_t number(std::string_view name, std::int64_t missing) override
    {
        const DatField *const field = at(name);
        return field == nullptr ? missing : data_.wide(field->size, field->is_signed);
    }
    char state() override
    {
        return linux_state(number("prev_state", 0), format_.has_old_states);
    }

  private:
    // A field, at which the data is then.
    const DatField *at(std::string_view name)
    {
        const auto found = format_.fields.find(name);
        if (found == format_.fields.end()) {
            return nullptr;
        }
        data_.place = 0;
        data_.is_over = false;
        data_.skip(found->second.offset);
        return &found->second;
    }

    const DatFormat &format_;
    Reader data_;
};

} // namespace limen::trace
