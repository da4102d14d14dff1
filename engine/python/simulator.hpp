// SPDX-License-Identifier: Apache-2.0
// A system of threads as Python passes it to the engine. The caller has checked it
// (limen.system.native).
#pragma once

#include "simulate/system.hpp"

#include <nanobind/nanobind.h>

#include <string>
#include <tuple>
#include <vector>

namespace nb = nanobind;
using std::uint32_t;
using std::uint64_t;

using ChunkRow = std::tuple<uint64_t, uint32_t, uint32_t>;   // work, threshold, stack
using SectionRow = std::tuple<uint32_t, uint64_t, uint64_t>; // resource, start, work
// name, times (period, deadline, offset, jitter, work, work_min), numbers (priority, threshold,
// stack, stack between chunks, core), chunks, sections
using ThreadRow = std::tuple<std::string, std::vector<uint64_t>, std::vector<uint32_t>,
                             std::vector<ChunkRow>, std::vector<SectionRow>>;

using InterruptRow = std::tuple<uint64_t, uint64_t, uint64_t, uint32_t>;

struct Simulator {
    limen::System system;

    Simulator() = default;

    // interrupts: period, work, jitter, core. resources: name, and 0 inheritance, 1 ceiling, 2 no
    // protocol, 3 a mutex of all cores, 4 a core lock.
    Simulator(const std::vector<ThreadRow> &threads, const std::vector<InterruptRow> &interrupts,
              const std::vector<std::tuple<std::string, uint32_t>> &resources,
              const std::vector<uint64_t> &overheads, uint32_t clock_hz, uint32_t cores);
};

void bind_system_analysis(nb::class_<Simulator> &simulator); // analysis_system.cpp
