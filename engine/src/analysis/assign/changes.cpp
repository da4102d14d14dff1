// SPDX-License-Identifier: Apache-2.0
// Describes in words what an assignment has changed, and why.
#include "analysis/assign/assignment.hpp"
#include "trace/json.hpp"

#include <algorithm>

namespace limen::analysis
{

namespace
{

using trace::concat;

constexpr const char *protocol_names[] = {"inheritance", "ceiling", "none"};
constexpr const char *protocol = "protocol";

std::uint32_t protocol_of(const Resource &mutex)
{
    return mutex.plain ? 2 : mutex.ceiling ? 1 : 0;
}

std::string why_priority(const Thread &thread, const Wish &wish)
{
    switch (wish.priorities) {
    case Priorities::dm:
        return concat("its deadline less its jitter is ",
                      static_cast<Time>(thread.deadline) - static_cast<Time>(thread.jitter));
    case Priorities::opa:
        return "it meets its deadline at this level below all that are above it";
    case Priorities::keep:
    case Priorities::search:
        break;
    }
    return "with this order, there are thresholds that meet all deadlines";
}

// The names of the threads that a level keeps from preempting.
std::string covered_by(const System &system, const Thread &thread, std::uint32_t level)
{
    std::string names;
    for (const Thread &other : system.threads) {
        if (level <= other.priority && other.priority < thread.priority) {
            trace::append(names, concat(names.empty() ? "" : ", ", other.name));
        }
    }
    return names;
}

std::string why_threshold(const System &system, const Thread &thread, std::uint32_t level,
                          const Wish &wish)
{
    const std::string names = covered_by(system, thread, level);
    if (wish.thresholds == Thresholds::minimal) {
        return names.empty()
                   ? "it meets its deadline with every preemption"
                   : concat("it meets its deadline only if ", names, " cannot preempt it");
    }
    const Thread *least = nullptr; // of those that can preempt it
    for (const Thread &other : system.threads) {
        if (other.priority < level && (least == nullptr || other.priority > least->priority)) {
            least = &other;
        }
    }
    const char *const wish_text = wish.is_for_margin ? " with the scaled works" : "";
    if (names.empty()) {
        return least == nullptr
                   ? "no thread is more urgent"
                   : concat(least->name, " has to preempt it to meet its deadline", wish_text);
    }
    return least == nullptr
               ? concat(names, " can wait for it", wish_text)
               : concat(names, " can wait for it, and ", least->name, " cannot", wish_text);
}

class ChangeList
{
  public:
    ChangeList(const System &after, const Wish &wish) : after_{after}, wish_{wish}
    {
    }

    void compare(const Thread &old, const Thread &now)
    {
        add(now.name, "priority", old.priority, now.priority, why_priority(now, wish_));
        if (now.chunks.empty()) {
            add(now.name, "threshold", old.threshold, now.threshold,
                why_threshold(after_, now, now.threshold, wish_));
        }
        for (std::size_t i = 0; i < now.chunks.size(); i++) {
            add(now.name, concat("threshold of chunk ", i + 1), old.chunks[i].threshold,
                now.chunks[i].threshold,
                why_threshold(after_, now, now.chunks[i].threshold, wish_));
        }
    }

    void compare(const Resource &old, const Resource &now)
    {
        add(now.name, protocol, protocol_of(old), protocol_of(now),
            now.ceiling ? "no thread that uses it can preempt its owner"
                        : "its owner gets the priority of the threads that wait for it");
    }

    std::vector<Change> changes;

  private:
    void add(const std::string &about, const std::string &what, std::uint32_t before,
             std::uint32_t after, const std::string &why)
    {
        if (before != after) {
            changes.push_back({about, what, before, after, why});
        }
    }

    const System &after_;
    const Wish &wish_;
};

void add_changes(trace::Json &json, const std::vector<Change> &changes)
{
    json.open('[');
    for (const Change &change : changes) {
        json.open('{').put("thread", change.about).put("what", change.what);
        if (change.what == protocol) {
            json.put("before", protocol_names[change.before]);
            json.put("after", protocol_names[change.after]);
        } else {
            json.put("before", change.before).put("after", change.after);
        }
        json.put("why", change.why).close('}');
    }
    json.close(']');
}

} // namespace

std::vector<Change> changes_between(const System &before, const System &after, const Wish &wish)
{
    ChangeList list(after, wish);
    for (std::size_t i = 0; i < after.threads.size(); i++) {
        list.compare(before.threads[i], after.threads[i]);
    }
    for (std::size_t i = 0; i < after.resources.size(); i++) {
        list.compare(before.resources[i], after.resources[i]);
    }
    return std::move(list.changes);
}

std::string changes_json(const std::vector<Change> &changes)
{
    trace::Json json;
    add_changes(json, changes);
    return json.take();
}

std::string assignment_json(const Assignment &assignment)
{
    trace::Json json;
    json.open('{').put("feasible", assignment.is_met).key("changes");
    add_changes(json, assignment.changes);
    json.key("notes").open('[');
    for (const std::string &note : assignment.notes) {
        json.add(note);
    }
    json.close(']').key("threads").open('[');
    for (const Thread &thread : assignment.system.threads) {
        json.open('{').put("priority", thread.priority).put("threshold", thread.threshold);
        json.key("chunks").open('[');
        for (const Chunk &chunk : thread.chunks) {
            json.add(chunk.threshold);
        }
        json.close(']').close('}');
    }
    json.close(']').key("resources").open('[');
    for (const Resource &mutex : assignment.system.resources) {
        json.add(protocol_of(mutex));
    }
    return json.close(']').close('}').take();
}

} // namespace limen::analysis
