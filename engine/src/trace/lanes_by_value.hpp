// SPDX-License-Identifier: Apache-2.0
// A set of threads by a value that changes with time, such as their priorities: those between two
// values are found without a search of the others, because thousands may be ready for millions of
// events, and few of them are relevant for the running one.
#pragma once

#include "trace/cursors.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace limen::trace
{

class LanesByValue
{
  public:
    LanesByValue(const Steps &steps, std::size_t lanes) : reader_{steps}, members_(lanes)
    {
        heads_.assign(values_max, nobody);
    }

    bool contains(Lane lane) const
    {
        return member(lane).is_in;
    }

    // The value of a member.
    std::int32_t value(Lane lane) const
    {
        return member(lane).value;
    }

    // Adds a lane that is not in the set, with its value after an event. Events rise.
    void insert(Place i, Lane lane)
    {
        member(lane).is_in = true;
        link(lane, reader_.after(i, lane));
        watch(lane);
    }

    void remove(Lane lane)
    {
        unlink(lane);
        member(lane).is_in = false;
    }

    // The next event at which the value of a member may change; no_more.
    Place next_change() const
    {
        return changes_.empty() ? no_more : changes_.front().at;
    }

    // Follows the values of the members to an event. Call it for each event with a change;
    // before(lane) is called before each change.
    template <class Before> void advance(Place i, Before before)
    {
        while (!changes_.empty() && changes_.front().at <= i) {
            const Lane lane = changes_.front().lane;
            std::pop_heap(changes_.begin(), changes_.end());
            changes_.pop_back();
            member(lane).is_watched = false;
            if (member(lane).is_in) {
                before(lane);
                unlink(lane);
                link(lane, reader_.after(i, lane));
                watch(lane);
            }
        }
    }

    // Visits each member with low <= value < high. They must stay members during the visit.
    template <class Use> void each(std::int32_t low, std::int32_t high, Use use) const
    {
        if (low >= high) {
            return;
        }
        const std::size_t last = bucket_of(high - 1);
        for (std::size_t bucket = next_bucket(bucket_of(low)); bucket <= last;
             bucket = next_bucket(bucket + 1)) {
            for (Lane lane = heads_[bucket]; lane != nobody; lane = member(lane).next) {
                if (low <= value(lane) && value(lane) < high) {
                    use(lane);
                }
            }
        }
    }

  private:
    // Priorities have 16 bits; others, which no trace has, share the outermost buckets.
    static constexpr std::size_t values_max = std::size_t{1} << 16;
    static constexpr std::size_t word_bits = 64;
    static constexpr std::size_t words = values_max / word_bits;

    struct Member {
        Lane previous = nobody, next = nobody; // in the bucket
        bool is_in = false;
        bool is_watched = false; // has its next change in `changes_`
        std::int32_t value = 0;
    };
    struct Change {
        Place at;
        Lane lane;

        bool operator<(const Change &other) const // so that the first one is on top of the heap
        {
            return at > other.at;
        }
    };

    Member &member(Lane lane)
    {
        return members_[index_of(lane)];
    }
    const Member &member(Lane lane) const
    {
        return members_[index_of(lane)];
    }

    static std::size_t bucket_of(std::int32_t value)
    {
        return static_cast<std::size_t>(
            std::clamp(value, 0, static_cast<std::int32_t>(values_max) - 1));
    }

    static std::uint64_t bit_of(std::size_t place)
    {
        return std::uint64_t{1} << place % word_bits;
    }

    void link(Lane lane, std::int32_t value)
    {
        const std::size_t bucket = bucket_of(value);
        Member &one = member(lane);
        one.value = value;
        one.previous = nobody;
        one.next = heads_[bucket];
        if (one.next != nobody) {
            member(one.next).previous = lane;
        }
        heads_[bucket] = lane;
        used_[bucket / word_bits] |= bit_of(bucket);
        used_words_[bucket / word_bits / word_bits] |= bit_of(bucket / word_bits);
    }

    void unlink(Lane lane)
    {
        const Member &one = member(lane);
        const std::size_t bucket = bucket_of(one.value);
        if (one.next != nobody) {
            member(one.next).previous = one.previous;
        }
        if (one.previous != nobody) {
            member(one.previous).next = one.next;
            return;
        }
        heads_[bucket] = one.next;
        if (one.next != nobody) {
            return;
        }
        const std::size_t word = bucket / word_bits;
        used_[word] &= ~bit_of(bucket);
        if (used_[word] == 0) {
            used_words_[word / word_bits] &= ~bit_of(word);
        }
    }

    // The first bucket at or behind a bucket that is not empty; values_max.
    std::size_t next_bucket(std::size_t from) const
    {
        if (from >= values_max) {
            return values_max;
        }
        std::size_t word = from / word_bits;
        std::uint64_t bits = used_[word] & ~(bit_of(from) - 1);
        if (bits == 0) {
            word = next_word(word + 1);
            if (word == words) {
                return values_max;
            }
            bits = used_[word];
        }
        return word * word_bits + static_cast<std::size_t>(std::countr_zero(bits));
    }

    std::size_t next_word(std::size_t from) const
    {
        std::uint64_t mask = ~std::uint64_t{0} << from % word_bits;
        for (std::size_t group = from / word_bits; group < used_words_.size(); group++) {
            const std::uint64_t bits = used_words_[group] & mask;
            if (bits != 0) {
                return group * word_bits + static_cast<std::size_t>(std::countr_zero(bits));
            }
            mask = ~std::uint64_t{0};
        }
        return words;
    }

    void watch(Lane lane)
    {
        const Place at = reader_.change(lane);
        if (!member(lane).is_watched && at != no_more) {
            member(lane).is_watched = true;
            changes_.push_back({at, lane});
            std::push_heap(changes_.begin(), changes_.end());
        }
    }

    StepReader reader_;
    std::vector<Member> members_;             // by lane
    std::vector<Lane> heads_;                 // by bucket: its first lane
    std::array<std::uint64_t, words> used_{}; // a bit for each bucket that is not empty
    std::array<std::uint64_t, words / word_bits> used_words_{}; // and for each of these words
    std::vector<Change> changes_;                               // a heap: at most one for each lane
};

} // namespace limen::trace
