// SPDX-License-Identifier: Apache-2.0
// Columns of the engine as arrays of numpy.
#pragma once

#include "trace/tables.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

// A column that its owner keeps.
template <class Element>
nanobind::object vector_view(const std::vector<Element> &column, const nanobind::handle &owner)
{
    return nanobind::cast(nanobind::ndarray<nanobind::numpy, const Element, nanobind::ndim<1>>(
        column.data(), {column.size()}, owner));
}

// {table: {column: array}}; without copies, except of narrow columns.
nanobind::dict tables(const std::vector<limen::trace::Column> &columns,
                      const nanobind::handle &owner);
