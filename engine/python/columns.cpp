// SPDX-License-Identifier: Apache-2.0
// Converts columns of each type.
#include "columns.hpp"

#include <memory>

namespace nb = nanobind;
namespace tr = limen::trace;

namespace
{

template <class Element> nb::object column_view(const tr::Column &column, const nb::handle &owner)
{
    return nb::cast(nb::ndarray<nb::numpy, const Element, nb::ndim<1>>(
        static_cast<const Element *>(column.data), {column.count}, owner));
}

// Narrow numbers, as they are.
template <class Element> nb::object widened(const tr::Column &column)
{
    auto numbers = std::make_unique<std::vector<Element>>(column.count);
    const auto *const low = static_cast<const std::uint32_t *>(column.data);
    for (std::size_t row = 0; row < column.count; row++) {
        const std::int64_t base =
            column.bases == nullptr ? column.base : column.bases[row >> column.block_bits];
        (*numbers)[row] = static_cast<Element>(base) + static_cast<Element>(low[row]);
    }
    std::vector<Element> *const all = numbers.release();
    const nb::capsule owner(
        all, [](void *kept) noexcept { delete static_cast<std::vector<Element> *>(kept); });
    return nb::cast(
        nb::ndarray<nb::numpy, const Element, nb::ndim<1>>(all->data(), {all->size()}, owner));
}

nb::object array(const tr::Column &column, const nb::handle &owner)
{
    if (column.whole != column.type) {
        return column.whole == tr::Type::u64 ? widened<std::uint64_t>(column)
                                             : widened<std::int64_t>(column);
    }
    switch (column.type) {
    case tr::Type::u8:
        return column_view<std::uint8_t>(column, owner);
    case tr::Type::i16:
        return column_view<std::int16_t>(column, owner);
    case tr::Type::u16:
        return column_view<std::uint16_t>(column, owner);
    case tr::Type::i32:
        return column_view<std::int32_t>(column, owner);
    case tr::Type::u32:
        return column_view<std::uint32_t>(column, owner);
    case tr::Type::i64:
        return column_view<std::int64_t>(column, owner);
    case tr::Type::u64:
        return column_view<std::uint64_t>(column, owner);
    case tr::Type::f64:
        return column_view<double>(column, owner);
    }
    return nb::none();
}

} // namespace

nb::dict tables(const std::vector<tr::Column> &columns, const nb::handle &owner)
{
    nb::dict result;
    for (const tr::Column &column : columns) {
        if (!result.contains(column.table)) {
            result[column.table] = nb::dict();
        }
        nb::cast<nb::dict>(result[column.table])[column.name] = array(column, owner);
    }
    return result;
}
