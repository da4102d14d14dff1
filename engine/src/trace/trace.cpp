// SPDX-License-Identifier: Apache-2.0
// The common part of all readers: the choice of a reader, and lookups of objects.
#include "trace/trace.hpp"

#include "trace/concat.hpp"
#include "trace/read/foreign/file_set.hpp"
#include "trace/read/text.hpp"

#include <algorithm>
#include <cstring>

namespace limen::trace
{

namespace
{

bool starts_with(const std::uint8_t *bytes, std::size_t size, const char *mark)
{
    return size >= std::strlen(mark) && std::memcmp(bytes, mark, std::strlen(mark)) == 0;
}

bool is_named_trx(std::string_view name)
{
    static constexpr std::string_view suffix = ".trx";
    return name.size() >= suffix.size() &&
           std::equal(suffix.begin(), suffix.end(), name.end() - suffix.size(), [](char a, char b) {
               return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b);
           });
}

// What a text is that is no trace in the form of text; nullptr: it is no text, or is named as such
// a trace and not JSON.
const char *kind_of_text(const std::uint8_t *bytes, std::size_t size, bool is_named)
{
    constexpr std::size_t looked_at = 256;
    const std::string_view start(reinterpret_cast<const char *>(bytes), std::min(size, looked_at));
    const auto is_text = [](char letter) {
        return letter < 0 || letter >= ' ' || (letter >= '\t' && letter <= '\r');
    };
    if (start.empty() || !std::all_of(start.begin(), start.end(), is_text)) {
        return nullptr;
    }
    const std::size_t first = start.find_first_not_of(" \t\r\n");
    const bool is_json =
        first != std::string_view::npos && (start[first] == '{' || start[first] == '[');
    return is_json ? "JSON" : is_named ? nullptr : "a text";
}

} // namespace

Lane Trace::lane_of(std::uint64_t address) const
{
    // The lanes of ThreadX are in the order of their addresses.
    const auto end = lanes.end();
    const auto found =
        std::lower_bound(lanes.begin() + (lanes.empty() ? 0 : 1), end, address,
                         [](const LaneInfo &one, std::uint64_t wanted) { return one.id < wanted; });
    const bool is_known = found != end && found->id == address && address != 0;
    const auto place = is_known ? found - lanes.begin() : nobody;
    return place <= lane_max ? static_cast<Lane>(place) : nobody;
}

std::string Trace::name_of(std::uint64_t id) const
{
    const Object *const entry = find(id);
    if (entry != nullptr && !entry->name.empty()) {
        return entry->name;
    }
    return origin == Origin::limen ? std::string("#").append(std::to_string(id)) : hex(id);
}

bool is_own(const std::uint8_t *bytes, std::size_t size)
{
    return starts_with(bytes, size, "LIMN") || starts_with(bytes, size, "NMIL") ||
           looks_like_trx(bytes, size);
}

namespace
{

bool is_of_limen_or_threadx(const InputFile &file)
{
    return is_own(file.bytes, file.size) || is_named_trx(file.name);
}

// Several files that are not one recording of another kernel: one of them may be a trace.
std::optional<Error> choose_one(InputFiles files, InputFile &chosen)
{
    const auto count = std::count_if(files.begin(), files.end(), is_of_limen_or_threadx);
    const auto found = std::find_if(files.begin(), files.end(), is_of_limen_or_threadx);
    if (count == 1) {
        chosen = *found;
        return std::nullopt;
    }
    if (count > 1) {
        return Error{"", concat("these are ", std::to_string(count), " traces"),
                     concat("name one of them, for example ", printable(found->name))};
    }
    return Error{"",
                 concat("none of these ", std::to_string(files.size()),
                        " files is a trace; the first one is ", printable(files.front().name)),
                 "name a trace, or a folder with the files of one trace: docs/other-kernels.md"};
}

std::optional<Error> read_unpacked(InputFiles files, std::uint64_t wrap, Trace &trace)
{
    InputFile file = files.front();
    if (files.size() > 1 || !is_of_limen_or_threadx(file)) {
        if (const ForeignReader *const reader = foreign_reader(files)) {
            return reader->read(files, trace);
        }
    }
    if (files.size() > 1) {
        if (std::optional<Error> error = choose_one(files, file)) {
            return error;
        }
    }
    const auto [name, bytes, size] = file;
    const bool is_threadx = looks_like_trx(bytes, size);
    const bool is_ours = !is_threadx && is_own(bytes, size);
    const char *const text =
        is_ours || is_threadx ? nullptr : kind_of_text(bytes, size, is_named_trx(name));
    if (text != nullptr) {
        return Error{"", concat("this is ", text, " and not a trace"),
                     "give a trace of Limen (.limen), of ThreadX (.trx), or of "
                     "another kernel: docs/other-kernels.md"};
    }
    if (!is_ours && (is_threadx || is_named_trx(name))) {
        return read_threadx(bytes, size, wrap, trace);
    }
    return read_limen(bytes, size, trace);
}

} // namespace

std::optional<Error> read(InputFiles files, std::uint64_t wrap, Trace &trace)
{
    if (files.empty()) {
        return Error{"", "there is no file", "name a trace file"};
    }
    Unpacked unpacked;
    unpack_archives(files, unpacked);
    if (unpacked.files.empty()) {
        return Error{"", "there is no file in this archive",
                     unpacked.missing.empty() ? "name a trace file" : unpacked.missing.front()};
    }
    std::optional<Error> error = read_unpacked(unpacked.files, wrap, trace);
    std::vector<std::string> &warnings = trace.kernel.warnings;
    warnings.insert(warnings.end(), unpacked.missing.begin(), unpacked.missing.end());
    return error;
}

std::optional<Error> read(const std::uint8_t *bytes, std::size_t size, std::string_view name,
                          std::uint64_t wrap, Trace &trace)
{
    const InputFile file{name, bytes, size};
    return read(InputFiles(&file, 1), wrap, trace);
}

} // namespace limen::trace
