// SPDX-License-Identifier: Apache-2.0
// Traces in the forms of other programs, for Python.
#pragma once

#include "convert/convert.hpp"

#include <nanobind/nanobind.h>

// Write a trace in a form: "perfetto", "chrome", "ctf".
// receive: is called with the name of a file ("" where there is only one) and a chunk of bytes. An
// exception that it raises ends the conversion, and is raised again.
void converted(const limen::convert::Subject &subject, const std::string &form,
               const nanobind::callable &receive);
