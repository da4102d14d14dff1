// SPDX-License-Identifier: Apache-2.0
// The common part of the bindings of readers: the bytes of a file, and its errors.
#pragma once

#include "trace/error.hpp"

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>

// Raises an error as Python's TraceError, which has the same three parts.
inline void refuse(const std::optional<limen::trace::Error> &error)
{
    if (error) {
        const nanobind::object raised =
            nanobind::make_tuple(error->place, error->problem, error->remedy);
        PyErr_SetObject(PyExc_ValueError, raised.ptr());
        throw nanobind::python_error();
    }
}

// The bytes of an object of Python that has some: bytes, or a file in memory.
class Bytes
{
  public:
    explicit Bytes(const nanobind::object &owner)
    {
        if (PyObject_GetBuffer(owner.ptr(), &view_, PyBUF_SIMPLE) != 0) {
            throw nanobind::python_error();
        }
    }
    Bytes(const Bytes &) = delete;
    Bytes &operator=(const Bytes &) = delete;
    ~Bytes()
    {
        PyBuffer_Release(&view_);
    }

    const std::uint8_t *data() const
    {
        return static_cast<const std::uint8_t *>(view_.buf);
    }
    std::size_t size() const
    {
        return static_cast<std::size_t>(view_.len);
    }

  private:
    Py_buffer view_;
};
