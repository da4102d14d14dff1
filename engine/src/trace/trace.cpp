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

// Names the kind of a text file that cannot be a trace. nullptr: the file is not text, or it is not
// JSON and has the name of a trace in text form.
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

std::optional<Error> read_one(const InputFile &file, std::uint64_t wrap, Trace &trace)
{
    if (!is_of_limen_or_threadx(file)) {
        if (const ForeignReader *const reader = foreign_reader({&file, 1})) {
            return reader->read({&file, 1}, trace);
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
    return read_limen({&file, 1}, trace);
}

// "a, b and 3 more"
std::string names_of(InputFiles files)
{
    std::string names;
    for (std::size_t which = 0; which < files.size() && which < 4; which++) {
        names += which == 0 ? "" : ", ";
        names += printable(files[which].name);
    }
    return files.size() <= 4 ? names
                             : concat(names, " and ", std::to_string(files.size() - 4), " more");
}

// Returns the traces among several files; a folder may also contain other files.
std::vector<InputFile> traces_among(InputFiles files)
{
    std::vector<InputFile> traces;
    std::copy_if(files.begin(), files.end(), std::back_inserter(traces), [](const InputFile &file) {
        return is_of_limen_or_threadx(file) || foreign_reader({&file, 1}) != nullptr;
    });
    return traces;
}

// Several files have to be one recording, or one of them is a trace.
std::optional<Error> read_several(InputFiles files, bool are_packed, std::uint64_t wrap,
                                  Trace &trace)
{
    const ForeignReader *const together = foreign_reader(files);
    if (together != nullptr && together->takes == Takes::all_files) {
        return together->read(files, trace);
    }
    const std::vector<InputFile> traces = traces_among(files);
    if (traces.empty()) {
        return Error{
            "",
            concat("none of these ", std::to_string(files.size()),
                   " files is a trace; the first one is ", printable(files.front().name)),
            "name a trace, or a folder with the files of one trace: docs/other-kernels.md"};
    }
    if (traces.size() == 1) {
        return read_one(traces.front(), wrap, trace);
    }
    if (are_of_cores(traces)) {
        return read_limen(traces, trace);
    }
    const ForeignReader *const first = foreign_reader({traces.data(), 1});
    const bool is_one = std::all_of(traces.begin(), traces.end(), [first](const InputFile &file) {
        return !is_of_limen_or_threadx(file) && foreign_reader({&file, 1}) == first &&
               first->takes == Takes::a_file_per_core;
    });
    if (is_one) {
        return first->read(traces, trace);
    }
    return Error{"",
                 concat("these are ", std::to_string(traces.size()), " traces: ", names_of(traces)),
                 concat(are_packed ? "unpack the archive and " : "",
                        "name one of them, for example ", printable(traces.front().name))};
}

} // namespace

std::optional<Error> read(InputFiles files, std::uint64_t wrap, Trace &trace)
{
    if (files.empty()) {
        return Error{"", "no file is named", "name a trace file"};
    }
    Unpacked unpacked;
    unpack_archives(files, unpacked);
    if (unpacked.files.empty()) {
        return Error{"", "the archive contains no trace",
                     unpacked.missing.empty() ? "name a trace file" : unpacked.missing.front()};
    }
    const bool are_packed = unpacked.files.size() != files.size();
    std::optional<Error> error = unpacked.files.size() == 1
                                     ? read_one(unpacked.files.front(), wrap, trace)
                                     : read_several(unpacked.files, are_packed, wrap, trace);
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
