// SPDX-License-Identifier: Apache-2.0
// Every table of the engine as a list of named columns, so that each binding (Python, WebAssembly)
// is written once, for all tables.
#pragma once

#include "trace/analysis.hpp"

#include <type_traits>

namespace limen::trace
{

enum class Type : std::uint8_t { u8, i16, u16, i32, u32, i64, u64, f64 };

template <class Element> constexpr Type type_of()
{
    if constexpr (std::is_enum_v<Element>) {
        return type_of<std::underlying_type_t<Element>>();
    } else if constexpr (std::is_same_v<Element, std::uint8_t>) {
        return Type::u8;
    } else if constexpr (std::is_same_v<Element, std::int16_t>) {
        return Type::i16;
    } else if constexpr (std::is_same_v<Element, std::uint16_t>) {
        return Type::u16;
    } else if constexpr (std::is_same_v<Element, std::int32_t>) {
        return Type::i32;
    } else if constexpr (std::is_same_v<Element, std::uint32_t>) {
        return Type::u32;
    } else if constexpr (std::is_same_v<Element, std::int64_t>) {
        return Type::i64;
    } else if constexpr (std::is_same_v<Element, double>) {
        return Type::f64;
    } else {
        static_assert(std::is_same_v<Element, std::uint64_t>);
        return Type::u64;
    }
}

// A column of one of the structures; it lives as long as that.
struct Column {
    const char *table;
    const char *name;
    Type type;
    const void *data;
    std::size_t count;
    // For a narrow column: the type of its numbers after the base has been added.
    Type whole;
    std::int64_t base;
    const std::int64_t *bases; // of each block of rows, if they differ
    unsigned block_bits;       // a block has 2 to the power of these rows
    std::size_t room;          // rows that have memory
};

// Adds the columns of one table.
class Table
{
  public:
    Table(std::vector<Column> &columns, const char *name) : columns_{columns}, name_{name}
    {
    }

    template <class Element> Table &add(const char *name, const std::vector<Element> &column)
    {
        const Type type = type_of<Element>();
        columns_.push_back({name_, name, type, column.data(), column.size(), type, 0, nullptr, 0,
                            column.capacity()});
        return *this;
    }

    template <class Number, unsigned block_bits>
    Table &add(const char *name, const Narrow<Number, block_bits> &column)
    {
        if (!column.wide().empty()) {
            return add(name, column.wide());
        }
        const std::int64_t *bases = nullptr;
        if constexpr (block_bits > 0) {
            bases = column.bases();
        }
        const std::vector<std::uint32_t> &low = column.low(); // empty if shared
        const Number base = low.empty() ? 0 : column.base(0);
        columns_.push_back({name_, name, Type::u32, low.data(), low.size(), type_of<Number>(),
                            static_cast<std::int64_t>(base), bases, block_bits, low.capacity()});
        return *this;
    }

    // values: the name of the column of different words, if it is packed.
    Table &add(const char *name, const char *high, const char *values, const Words &column)
    {
        if (!column.byte_code.empty()) {
            add(name, column.byte_code);
        } else if (!column.code.empty()) {
            add(name, column.code);
        } else {
            add(name, column.low);
        }
        return add(high, column.high).add(values, column.values);
    }

  private:
    std::vector<Column> &columns_;
    const char *name_;
};

// All columns of a trace and its analysis, table by table: "events", "slices", "waits" ...
std::vector<Column> columns_of(const Trace &trace);
std::vector<Column> columns_of(const Analysis &analysis);

// The columns of a result that the caller keeps.
std::vector<Column> columns_of(const Blocking &blocking);

} // namespace limen::trace
