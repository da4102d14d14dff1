// SPDX-License-Identifier: Apache-2.0
// All systems of a class, each once.
#pragma once

#include "sporadic.hpp"

#include <vector>

namespace theorem
{

struct Stretch {
    int begin, length, level;
};

struct Described {
    int work, period, jitter, priority;
    std::vector<Stretch> chunks; // of all its work: one or two
    Stretch section;             // of the only mutex, which has a ceiling; length 0: none
};

// whole: each job has one threshold. chunks: each task has one or two chunks with one each.
// sections: each task has no section or one of a mutex with a ceiling, and two at least have one.
enum class Shape : std::uint8_t { whole, chunks, sections, both };

// Systems of this number of tasks, with each period and jitter up to these limits, each work up to
// the period, each threshold up to the priority, and a load of at most 1.
struct Class {
    const char *name;
    int tasks, period_max, jitter_max;
    Shape shape;
    bool has_equal; // some priorities are equal; else all are different
};

inline bool has_chunks(const Class &kind)
{
    return kind.shape == Shape::chunks || kind.shape == Shape::both;
}

inline bool has_sections(const Class &kind)
{
    return kind.shape == Shape::sections || kind.shape == Shape::both;
}

// Describes the systems of a class, for docs/proofs.md.
const char *words_of(const Class &kind);

class Systems
{
  public:
    explicit Systems(const Class &of);

    std::size_t count() const
    {
        return rows.size();
    }

    std::vector<Described> at(std::size_t number) const;

  private:
    struct Choice {
        int priority;
        std::size_t number;
    };
    using Row = std::array<Choice, sporadic::tasks_max>;

    void add_task(const Row &row, const std::vector<Described> &tasks);
    bool is_member(const std::vector<Described> &tasks) const;

    const Class kind;
    std::vector<std::vector<Described>> choices; // of each priority
    std::vector<Row> rows;
};

// Returns a system in the form of the judge.
sporadic::System system_of(const std::vector<Described> &tasks);

// Can the task and its peers use all time and be delayed? Only then may the task have no bound.
bool may_be_unbounded(const std::vector<Described> &tasks, std::size_t task);

} // namespace theorem
