// SPDX-License-Identifier: Apache-2.0
// A system of threads for the simulator, with the properties of the tools' model, and its scripts.
#pragma once

#include "simulate/machine.h"

#include <cstdint>
#include <string>
#include <vector>

namespace limen
{

struct Chunk {
    std::uint64_t work;
    std::uint32_t threshold, stack;
};

struct Section {
    std::uint32_t resource; // its index
    std::uint64_t start;
    std::uint64_t work;
};

struct Thread {
    std::string name;
    std::uint64_t period, deadline, offset, jitter;
    std::uint64_t work, work_min;
    std::uint32_t priority, threshold;
    std::uint32_t stack, stack_between; // bytes; between two chunks
    std::vector<Chunk> chunks;          // none: one, with the threshold
    std::vector<Section> sections;      // each within the work; they may nest
    // The operations of the thread instead of chunks and sections. They end with END, or with
    // REPEAT if the period is 0; none: its chunks and sections.
    std::vector<lm_operation> script;
    std::uint32_t slice = 0; // ticks among equal priorities; 0: none
    std::uint32_t core = 0;
};

struct Interrupt {
    std::uint64_t period, work, jitter;
    std::uint32_t core = 0;
};

struct Resource {
    std::string name;
    bool ceiling;       // of a mutex; else inheritance ...
    bool plain = false; // ... or neither
    // A shared mutex boosts its owner above all threads of its core (ceiling 0).
    lm_machine_object_kind kind = LM_MACHINE_MUTEX;
    std::uint32_t value = 0; // of a semaphore: its count; of a queue: its capacity
};

// Whether threads of several cores can use it.
inline bool serves_all_cores(const Resource &resource)
{
    return resource.kind == LM_MACHINE_SHARED_MUTEX || resource.kind == LM_MACHINE_CORE_LOCK;
}

struct System {
    std::vector<Thread> threads;
    std::vector<Interrupt> interrupts;
    std::vector<Resource> resources;
    std::uint64_t dispatch = 0, exit = 0, preemption = 0; // overheads
    std::uint32_t clock_hz = 1000000;
    std::uint32_t cores = 1;
};

// A mutex or lock with a protocol: 0 inheritance, 1 ceiling, 2 neither; of all cores: 3 a mutex, 4 a
// core lock.
Resource mutex_of(std::string name, std::uint32_t protocol);

// Whether only the kernel for several cores runs it.
bool is_on_cores(const System &system);

// The description of a system for a machine. It refers to the names of the system, which must exist
// longer, and to itself, so it is not copied.
class Machine
{
  public:
    explicit Machine(const System &system);
    Machine(const Machine &) = delete;
    Machine &operator=(const Machine &) = delete;

    // Run the system once. traced: with the kernel that writes the trace of the options.
    lm_machine_result run(const lm_machine_options &options, bool traced,
                          std::vector<lm_machine_thread_result> &threads);

    // To simulate other offsets.
    std::vector<lm_machine_thread> &threads()
    {
        return threads_;
    }

  private:
    std::vector<std::vector<lm_operation>> scripts_;
    std::vector<lm_machine_thread> threads_;
    std::vector<lm_machine_object> objects_;
    std::vector<lm_machine_interrupt> interrupts_;
    struct alignas(16) Block {
        unsigned char bytes[16];
    };
    std::vector<Block> memory_;
    lm_machine_system system_{};
    bool wide_ = false;
    bool on_cores_ = false;
};

} // namespace limen
