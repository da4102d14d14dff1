// SPDX-License-Identifier: Apache-2.0
// Traces: read, analyse, columns as arrays of numpy without copies. A trace that is being read holds
// nothing of Python, so other threads go on.
#include "trace/findings.hpp"
#include "trace/statistics.hpp"
#include "trace/tables.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

namespace nb = nanobind;
namespace tr = limen::trace;

namespace
{

// A trace and all that follows from it. The analysis is made at its first use.
class Opened
{
  public:
    Opened(const nb::bytes &image, const std::string &name, std::uint64_t wrap)
    {
        std::optional<tr::Error> error;
        {
            const nb::gil_scoped_release unlocked;
            error = tr::read(static_cast<const std::uint8_t *>(image.data()), image.size(), name,
                             wrap, trace);
        }
        refuse(error);
    }

    const tr::Analysis &analysis()
    {
        if (!analysis_) {
            auto made = std::make_unique<tr::Analysis>();
            std::optional<tr::Error> error;
            {
                const nb::gil_scoped_release unlocked;
                error = tr::analyse(trace, *made);
            }
            refuse(error);
            analysis_ = std::move(made);
        }
        return *analysis_;
    }

    tr::Trace trace;
    tr::Definitions definitions;

  private:
    // Python's TraceError has the same three parts.
    static void refuse(const std::optional<tr::Error> &error)
    {
        if (error) {
            const nb::object raised = nb::make_tuple(error->place, error->problem, error->remedy);
            PyErr_SetObject(PyExc_ValueError, raised.ptr());
            throw nb::python_error();
        }
    }

    std::unique_ptr<tr::Analysis> analysis_;
};

template <class Element> nb::object view(const tr::Column &column, const nb::handle &owner)
{
    return nb::cast(nb::ndarray<nb::numpy, const Element, nb::ndim<1>>(
        static_cast<const Element *>(column.data), {column.count}, owner));
}

nb::object array(const tr::Column &column, const nb::handle &owner)
{
    switch (column.type) {
    case tr::Type::u8:
        return view<std::uint8_t>(column, owner);
    case tr::Type::i16:
        return view<std::int16_t>(column, owner);
    case tr::Type::u16:
        return view<std::uint16_t>(column, owner);
    case tr::Type::i32:
        return view<std::int32_t>(column, owner);
    case tr::Type::u32:
        return view<std::uint32_t>(column, owner);
    case tr::Type::i64:
        return view<std::int64_t>(column, owner);
    case tr::Type::u64:
        return view<std::uint64_t>(column, owner);
    case tr::Type::f64:
        return view<double>(column, owner);
    }
    return nb::none();
}

// {table: {column: array}}
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

// [(object, kind, name, at, value)]
nb::list fills(const std::vector<tr::Fill> &fills, const nb::handle &owner)
{
    nb::list result;
    for (const tr::Fill &fill : fills) {
        const tr::Column at{"", "", tr::Type::i32, fill.at.data(), fill.at.size()};
        const tr::Column value{"", "", tr::Type::i64, fill.value.data(), fill.value.size()};
        result.append(nb::make_tuple(fill.object, fill.kind, fill.name, array(at, owner),
                                     array(value, owner)));
    }
    return result;
}

} // namespace

void bind_trace(nb::module_ &module)
{
    nb::class_<Opened>(module, "Trace")
        .def(nb::init<const nb::bytes &, const std::string &, std::uint64_t>(), nb::arg("image"),
             nb::arg("name"), nb::arg("wrap") = 0)
        .def("events",
             [](nb::handle_t<Opened> self) {
                 return tables(tr::columns_of(nb::cast<Opened &>(self).trace), self);
             })
        .def("tables",
             [](nb::handle_t<Opened> self) {
                 return tables(tr::columns_of(nb::cast<Opened &>(self).analysis()), self);
             })
        .def("fills", [](nb::handle_t<Opened> self) {
            return fills(nb::cast<Opened &>(self).analysis().moves.fills, self);
        });
}
