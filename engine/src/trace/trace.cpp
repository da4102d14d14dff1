// SPDX-License-Identifier: Apache-2.0
// The common part of all readers: the choice of a reader, and lookups of objects.
#include "trace/trace.hpp"

#include "trace/concat.hpp"

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

std::optional<Error> read(const std::uint8_t *bytes, std::size_t size, std::string_view name,
                          std::uint64_t wrap, Trace &trace)
{
    const bool is_ours = starts_with(bytes, size, "LIMN") || starts_with(bytes, size, "NMIL");
    if (!is_ours && (looks_like_trx(bytes, size) || is_named_trx(name))) {
        return read_threadx(bytes, size, wrap, trace);
    }
    return read_limen(bytes, size, trace);
}

} // namespace limen::trace
