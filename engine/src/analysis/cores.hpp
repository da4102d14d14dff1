// SPDX-License-Identifier: Apache-2.0
// A system of several cores, as one system for each core, whose jobs are longer by the time that
// they spin and wait for other cores.
//
// Spin (MSRP: Gai, Lipari, Di Natale 2001). Locks are FIFO, and a core asks for one at a time. So a
// section begins after at most one section of each other core, which only interrupts of that core
// lengthen:
//
//     spin(k, lock) = sum over the other cores m of h,    h = work of its longest section + I_m(h)
//
// Wait (FMLP+ and MPCP: Brandenburg 2011; Rajkumar 1990). A mutex of all cores is FIFO, and each other
// thread asks for it once at a time:
//
//     wait(i, mutex) = sum over the other users j of X_j
//
// X_j is the time from the instant at which j gets the mutex to its unlock. j then has level 0, so
// that on its core at most these run before the unlock: its section; interrupts; of each thread z of
// priority 0 the rest of one job, since it goes behind j when that ends; one stretch of level 0 of a
// thread that began before; and of each other thread that can wait for another mutex the one that
// begins when it gets that:
//
//     X_j = section + max of stretches + sum of stretches + I(X_j) + sum over the others z of C_z
//
// I(t) is the time that interrupts need in t.
#pragma once

#include "analysis/system_tasks.hpp"

namespace limen::analysis
{

// A delay by which a job is longer, because it spins or waits for other users of a resource.
struct Delay {
    std::size_t thread; // of the system
    std::size_t resource;
    bool spins;
    std::size_t behind; // a thread that it waits for; or a core for which it spins
    Time ticks;         // -1: without bound
};

struct CoreSystem {
    System system;                   // the threads and interrupts of the core; jobs contain spins
    std::vector<std::size_t> origin; // the places of its threads in the whole system
    std::vector<std::size_t> interrupt_origin;
    std::vector<Time> waits; // of its threads and interrupts; -1: without bound
};

struct Cores {
    std::vector<CoreSystem> cores;
    std::vector<Delay> delays;

    explicit Cores(const System &system);
};

// Whether all threads of all cores meet their deadlines. With resources of all cores, the model is
// safe.
bool is_schedulable_on_cores(const System &system, Model model);

} // namespace limen::analysis
