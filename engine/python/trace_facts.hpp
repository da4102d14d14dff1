// SPDX-License-Identifier: Apache-2.0
// What a file says besides its events: the header, the threads and the objects.
#pragma once

#include "trace/trace.hpp"

#include <nanobind/nanobind.h>

// The properties of limen.trace.model.Recording, or of limen.trace.trx.model.TrxRecording.
nanobind::dict facts_of(const limen::trace::Trace &trace);

// [(id, name, priority, threshold, stack_size, stack_start)], idle first; None: not known.
nanobind::list lanes_of(const limen::trace::Trace &trace);

// [TraceObject], or [TrxObject], as tuples.
nanobind::list objects_of(const limen::trace::Trace &trace);
