// SPDX-License-Identifier: Apache-2.0
// Observes the jobs of each thread, and the mutexes that they owned.
#include "trace/observed.hpp"

#include "trace/meter.hpp"
#include "trace/numbers.hpp"
#include "trace/owners.hpp"
#include "trace/threadx.hpp"

#include <map>

namespace limen::trace
{

namespace
{

constexpr Tick rounding = 2;               // ticks between two times that are rounded down
constexpr std::uint16_t threshold_set = 1; // the reason in an event LEVEL

// A stretch of a lane that counts as one job. execution_at_*: of the lane, since the trace began.
struct ObservedJob {
    Tick release = 0, end = 0;
    Place end_at = no_place;
    bool is_job = false, is_missed = false;
};

// The places at which waits for mutexes begin, rising.
std::vector<Place> mutex_waits(const Waits &waits)
{
    std::vector<Place> begins;
    for (std::size_t row = 0; row < waits.lane.size(); row++) {
        if (waits.what[row] == wait::MUTEX) {
            begins.push_back(waits.begin[row]);
        }
    }
    std::sort(begins.begin(), begins.end());
    return begins;
}

// The jobs of a lane: rows of Jobs. Those that end with a wait for a mutex continue.
std::vector<ObservedJob> jobs_of(const Jobs &jobs, Lane lane, const std::vector<Place> &waits)
{
    std::vector<ObservedJob> found;
    bool goes_on = false;
    const auto [first, last] = std::equal_range(jobs.lane.begin(), jobs.lane.end(), lane);
    for (auto place = first - jobs.lane.begin(); place < last - jobs.lane.begin(); place++) {
        const auto row = static_cast<std::size_t>(place);
        const bool is_job = jobs.is_job[row] != 0;
        if (!goes_on) {
            found.push_back({jobs.release[row], 0, no_place, is_job, false});
        }
        ObservedJob &job = found.back();
        job.end = jobs.end[row];
        job.end_at = jobs.end_at[row];
        job.is_missed = job.is_missed || jobs.missed[row] != 0;
        goes_on = !is_job && std::binary_search(waits.begin(), waits.end(), job.end_at);
    }
    return found;
}

// An ownership of a mutex, in time.
struct Ownership {
    std::uint64_t object = 0;
    Tick begin = 0, end = 0;
    Place end_at = no_place; // none: until the end of the trace
};

// The ownerships of each lane, in the order of their beginnings.
class Ownerships
{
  public:
    Ownerships(const Trace &trace, const Waits &waits)
        : trace_{trace}, waits_{waits}, found(trace.lanes.size())
    {
        const std::vector<Tick> ends = ends_of_waits();
        auto end = ends.begin();
        for (std::size_t at = 0; at < trace.count(); at++) {
            for (; end != ends.end() && *end >> row_bits == static_cast<Tick>(at); ++end) {
                end_wait(at, static_cast<std::size_t>(*end & row_mask));
            }
            if (const std::optional<Lane> owner = owner_behind(trace, at)) {
                const bool is_limen = trace.origin == Origin::limen;
                pass(at, is_limen ? trace.object[at] : trace.info[0][at], *owner);
            }
        }
    }

  private:
    static constexpr unsigned row_bits = 32;
    static constexpr Tick row_mask = (Tick{1} << row_bits) - 1;

    // The waits for mutexes in the order of their ends: the event at the end, and in the lower bits
    // the row.
    std::vector<Tick> ends_of_waits() const
    {
        std::vector<Tick> ends;
        for (std::size_t row = 0; row < waits_.end.size(); row++) {
            if (waits_.what[row] == wait::MUTEX && waits_.end[row] != no_place &&
                waits_.outcome[row] == status::OK) {
                ends.push_back(Tick{waits_.end[row]} << row_bits | static_cast<Tick>(row));
            }
        }
        std::sort(ends.begin(), ends.end());
        return ends;
    }

    // The call that unlocks a mutex need not record its next owner.
    void end_wait(std::size_t at, std::size_t row)
    {
        const auto owner = owners_.find(waits_.object[row]);
        if (owner != owners_.end() && owner->second.first == nobody) {
            pass(at, waits_.object[row], waits_.lane[row]);
        }
    }

    void pass(std::size_t at, std::uint64_t object, Lane lane)
    {
        auto &[owner, row] = owners_.try_emplace(object, nobody, 0).first->second;
        if (owner == lane) {
            return; // locked once more
        }
        if (owner > idle) {
            found[index_of(owner)][row].end = trace_.time[at];
            found[index_of(owner)][row].end_at = static_cast<Place>(at);
        }
        owner = lane;
        if (lane > idle) {
            row = found[index_of(lane)].size();
            found[index_of(lane)].push_back(
                {object, trace_.time[at], trace_.time.back(), no_place});
        }
    }

    const Trace &trace_;
    const Waits &waits_;
    std::map<std::uint64_t, std::pair<Lane, std::size_t>> owners_; // and the newest row in `found`

  public:
    std::vector<std::vector<Ownership>> found; // by lane
};

// Finds the execution time of a lane until instants that are known in advance.
class Executions
{
  public:
    Executions(Meter meter, std::vector<Tick> instants) : instants_{std::move(instants)}
    {
        std::sort(instants_.begin(), instants_.end());
        for (const Tick instant : instants_) {
            const Spent spent = meter.until(instant);
            run_.push_back(spent.running - spent.interrupted);
        }
    }

    Tick until(Tick instant) const
    {
        const auto at = std::lower_bound(instants_.begin(), instants_.end(), instant);
        return run_[static_cast<std::size_t>(at - instants_.begin())];
    }

  private:
    std::vector<Tick> instants_, run_;
};

// Makes sections nest: one that overlaps another one is extended to its end, which is safe, and two
// of one mutex become one.
void nest(std::vector<ObservedSection> &sections)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < sections.size(); i++) {
            for (std::size_t j = i + 1; j < sections.size(); j++) {
                ObservedSection &outer = sections[i];
                const ObservedSection inner = sections[j];
                if (inner.start >= outer.end) {
                    continue;
                }
                changed = changed || inner.end > outer.end;
                outer.end = std::max(outer.end, inner.end);
                if (inner.object == outer.object) {
                    sections.erase(sections.begin() + static_cast<std::ptrdiff_t>(j--));
                }
            }
        }
    }
}

class ThreadObserver
{
  public:
    ThreadObserver(const Trace &trace, const Analysis &analysis)
        : trace_{trace}, analysis_{analysis}, waits_{mutex_waits(analysis.waits)},
          ownerships_{trace, analysis.waits}, late_(trace.lanes.size()), levels_(trace.lanes.size())
    {
        if (trace.origin == Origin::limen) {
            find_in_limen();
        } else {
            find_in_threadx();
        }
    }

    std::optional<ObservedThread> observe(Lane lane) const
    {
        const std::vector<ObservedJob> jobs = jobs_of(analysis_.jobs, lane, waits_);
        const LaneInfo &info = trace_.lanes[index_of(lane)];
        if (jobs.empty() || info.priority < 0) {
            return std::nullopt;
        }
        ObservedThread thread;
        thread.lane = lane;
        thread.priority = info.priority;
        thread.threshold =
            info.threshold < 0 ? info.priority : std::min(info.threshold, info.priority);
        thread.jobs = jobs.size();
        thread.first = jobs.front().release;
        observe_intervals(jobs, thread);
        const Executions executions(Meter(trace_, analysis_, lane), instants_of(jobs, lane));
        observe_jobs(jobs, executions, thread);
        observe_sections(jobs, executions, thread);
        observe_deadline(jobs, thread);
        thread.levels = levels_[index_of(lane)];
        thread.levels.push_back(thread.threshold);
        std::sort(thread.levels.begin(), thread.levels.end());
        thread.levels.erase(std::unique(thread.levels.begin(), thread.levels.end()),
                            thread.levels.end());
        return thread;
    }

  private:
    void find_in_limen()
    {
        for (std::size_t at = 0; at < trace_.count(); at++) {
            const Lane lane = trace_.lane_of_number[trace_.object[at]];
            if (lane > idle && trace_.event[at] == event::DEADLINE_MISS) {
                late_[index_of(lane)].push_back(static_cast<Place>(at));
            } else if (lane > idle && trace_.event[at] == event::LEVEL &&
                       trace_.high(at) == threshold_set) {
                levels_[index_of(lane)].push_back(trace_.a[at]);
            }
        }
    }

    void find_in_threadx()
    {
        for (std::size_t at = 0; at < trace_.count(); at++) {
            if (trace_.event[at] == threadx_event::THREAD_PREEMPTION_CHANGE) {
                if (const Lane lane = trace_.lane_of(trace_.info[0][at]); lane > idle) {
                    levels_[index_of(lane)].push_back(
                        static_cast<std::int32_t>(trace_.info[1].low[at] & priority_bits));
                }
            }
        }
    }

    std::vector<Tick> instants_of(const std::vector<ObservedJob> &jobs, Lane lane) const
    {
        std::vector<Tick> instants;
        for (const ObservedJob &job : jobs) {
            instants.insert(instants.end(), {job.release, job.end});
        }
        for (const Ownership &one : ownerships_.found[index_of(lane)]) {
            instants.insert(instants.end(), {one.begin, one.end});
        }
        return instants;
    }

    static void observe_intervals(const std::vector<ObservedJob> &jobs, ObservedThread &thread)
    {
        if (jobs.size() < 2) {
            return;
        }
        Tick least = std::numeric_limits<Tick>::max(), greatest = 0;
        for (std::size_t i = 1; i < jobs.size(); i++) {
            least = std::min(least, jobs[i].release - jobs[i - 1].release);
            greatest = std::max(greatest, jobs[i].release - jobs[i - 1].release);
        }
        const auto count = static_cast<Tick>(jobs.size() - 1);
        thread.interval_least = least;
        thread.interval_greatest = greatest;
        thread.interval_mean = (jobs.back().release - jobs.front().release + count / 2) / count;
    }

    static void observe_jobs(const std::vector<ObservedJob> &jobs, const Executions &executions,
                             ObservedThread &thread)
    {
        thread.execution_least = std::numeric_limits<Tick>::max();
        for (const ObservedJob &job : jobs) {
            const Tick execution = executions.until(job.end) - executions.until(job.release);
            thread.execution_least = std::min(thread.execution_least, execution);
            thread.execution_greatest = std::max(thread.execution_greatest, execution);
            thread.response_greatest = std::max(thread.response_greatest, job.end - job.release);
            thread.misses += job.is_missed ? 1 : 0;
            thread.is_periodic = thread.is_periodic || job.is_job;
        }
    }

    // An ownership belongs to the job in which it begins, and is cut at the end of that job.
    void observe_sections(const std::vector<ObservedJob> &jobs, const Executions &executions,
                          ObservedThread &thread) const
    {
        Tick longest = -1;
        auto own = ownerships_.found[index_of(thread.lane)].begin();
        const auto behind = ownerships_.found[index_of(thread.lane)].end();
        for (const ObservedJob &job : jobs) {
            std::vector<ObservedSection> sections;
            Tick total = 0;
            own = std::find_if(own, behind,
                               [&](const Ownership &one) { return one.begin >= job.release; });
            for (; own != behind && own->begin <= job.end; ++own) {
                const Tick begin = executions.until(own->begin);
                const Tick end = executions.until(std::min(own->end, job.end));
                const Tick start = begin - executions.until(job.release);
                thread.has_open_sections = thread.has_open_sections || own->end > job.end;
                sections.push_back({own->object, start, start + std::max<Tick>(1, end - begin)});
                total += end - begin;
            }
            if (!sections.empty() && total > longest) {
                longest = total;
                thread.sections = std::move(sections);
            }
        }
        nest(thread.sections);
    }

    // A miss shows the lateness of the newest job before it.
    void observe_deadline(const std::vector<ObservedJob> &jobs, ObservedThread &thread) const
    {
        for (const Place event : late_[index_of(thread.lane)]) {
            const auto behind =
                std::find_if(jobs.begin(), jobs.end(),
                             [event](const ObservedJob &job) { return job.end_at > event; });
            if (behind == jobs.begin() || !std::prev(behind)->is_missed) {
                continue;
            }
            const ObservedJob &job = *std::prev(behind);
            const Tick deadline = job.end - job.release - Tick{trace_.b[index_of(event)]};
            if (deadline > 0 && (!thread.deadline || deadline < *thread.deadline)) {
                thread.deadline = deadline;
            }
        }
    }

    const Trace &trace_;
    const Analysis &analysis_;
    std::vector<Place> waits_;
    Ownerships ownerships_;
    std::vector<std::vector<Place>> late_;          // by lane: missed deadlines
    std::vector<std::vector<std::int32_t>> levels_; // by lane: thresholds that were set
};

std::vector<ObservedInterrupt> observe_interrupts(const Trace &trace, const Interrupts &known)
{
    std::map<std::int64_t, std::pair<ObservedInterrupt, Tick>> found; // with the newest begin
    for (std::size_t row = 0; row < known.begin.size(); row++) {
        if (known.end[row] == no_place || known.number[row] < 0) {
            continue;
        }
        const Tick begin = trace.time[index_of(known.begin[row])];
        auto &[one, before] = found[known.number[row]];
        one.number = known.number[row];
        if (one.requests++ > 0) {
            one.interval_least = std::min(one.interval_least.value_or(begin), begin - before);
        }
        one.execution_greatest =
            std::max(one.execution_greatest, trace.time[index_of(known.end[row])] - begin);
        before = begin;
    }
    std::vector<ObservedInterrupt> interrupts;
    for (const auto &[number, one] : found) {
        interrupts.push_back(one.first);
    }
    return interrupts;
}

} // namespace

bool ObservedThread::is_regular() const
{
    return is_periodic && interval_least &&
           *interval_greatest - *interval_least <= *interval_greatest / 1000 + rounding;
}

std::optional<Tick> ObservedThread::period() const
{
    return is_regular() ? interval_mean : interval_least;
}

Observed observe(const Trace &trace, const Analysis &analysis)
{
    Observed observed;
    if (trace.count() == 0) {
        return observed;
    }
    observed.begin = trace.time.front();
    observed.end = trace.time.back();
    const ThreadObserver observer(trace, analysis);
    for (std::size_t lane = 1; lane < trace.lanes.size(); lane++) {
        if (const auto thread = observer.observe(static_cast<Lane>(lane))) {
            observed.threads.push_back(*thread);
        }
    }
    observed.interrupts = observe_interrupts(trace, analysis.moves.interrupts);
    return observed;
}

} // namespace limen::trace
