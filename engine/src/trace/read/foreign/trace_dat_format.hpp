// SPDX-License-Identifier: Apache-2.0
// The formats of the kernel's events, which are text in trace.dat. Private to trace_dat.cpp.
#pragma once

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <string_view>

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

inline std::size_t dat_number(std::string_view text, std::string_view key)
{
    std::size_t value = 0;
    const std::size_t at = text.find(key);
    if (at != std::string_view::npos) {
        const std::string_view rest = text.substr(at + key.size());
        std::from_chars(rest.data(), rest.data() + rest.size(), value);
    }
    return value;
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
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        const std::string_view line = text.substr(0, end);
        if (const std::size_t at = line.find("field:"); at != std::string_view::npos) {
            add_field(line.substr(at + 6), format);
        } else if (line.starts_with("name: ")) {
            format.name = line.substr(6);
        }
        text.remove_prefix(end + 1);
    }
    return format;
}

} // namespace limen::trace
