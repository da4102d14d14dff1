// SPDX-License-Identifier: Apache-2.0
// Columns of whole numbers that would need eight bytes each, and need four in nearly every trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <vector>

namespace limen::trace
{

// Numbers are stored as their distances from a base, while all of these have 32 bits; from the
// first larger distance on they are stored unchanged. Number: whole, or a double that holds whole
// numbers.
//
// block_bits: 0, or every 2^block_bits rows may have a base of their own, for numbers that rise and
// are pushed: a block begins with a new base once three quarters of the distances are used up.
template <class Number, unsigned block_bits = 0> class Narrow
{
  public:
    using value_type = Number;

    class const_iterator
    {
      public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = Number;
        using difference_type = std::ptrdiff_t;
        using pointer = const Number *;
        using reference = Number;

        const_iterator() = default;
        const_iterator(const Narrow &column, difference_type place)
            : column_{&column}, place_{place}
        {
        }

        Number operator*() const
        {
            return (*column_)[static_cast<std::size_t>(place_)];
        }
        Number operator[](difference_type by) const
        {
            return *(*this + by);
        }
        const_iterator &operator++()
        {
            return *this += 1;
        }
        const_iterator operator++(int)
        {
            const const_iterator before = *this;
            ++*this;
            return before;
        }
        const_iterator &operator--()
        {
            return *this += -1;
        }
        const_iterator &operator+=(difference_type by)
        {
            place_ += by;
            return *this;
        }
        friend const_iterator operator+(const_iterator one, difference_type by)
        {
            return one += by;
        }
        friend const_iterator operator-(const_iterator one, difference_type by)
        {
            return one += -by;
        }
        friend difference_type operator-(const_iterator one, const_iterator other)
        {
            return one.place_ - other.place_;
        }
        friend bool operator==(const_iterator one, const_iterator other)
        {
            return one.place_ == other.place_;
        }
        friend auto operator<=>(const_iterator one, const_iterator other)
        {
            return one.place_ <=> other.place_;
        }

      private:
        const Narrow *column_ = nullptr;
        difference_type place_ = 0;
    };

    Number operator[](std::size_t place) const
    {
        if (!low_.empty()) {
            return base(place) + static_cast<Number>(low_[place]);
        }
        return shared_ == nullptr ? wide_[place] : base_ + static_cast<Number>(shared_[place]);
    }
    std::size_t size() const
    {
        return low_.size() + wide_.size() + shared_size_; // two of them are 0
    }
    bool empty() const
    {
        return size() == 0;
    }
    Number front() const
    {
        return (*this)[0];
    }
    Number back() const
    {
        return (*this)[size() - 1];
    }
    const_iterator begin() const
    {
        return {*this, 0};
    }
    const_iterator end() const
    {
        return {*this, static_cast<std::ptrdiff_t>(size())};
    }

    // Makes `count` numbers that all are `base`.
    void assign(std::size_t count, Number base) requires(block_bits == 0)
    {
        base_ = base;
        wide_.clear();
        low_.assign(count, 0);
    }
    void reserve(std::size_t count)
    {
        low_.reserve(count);
    }
    void set(std::size_t place, Number number) requires(block_bits == 0)
    {
        if (wide_.empty() && is_near(number, most)) {
            low_[place] = static_cast<std::uint32_t>(number - base_);
        } else {
            widen();
            wide_[place] = number;
        }
    }
    void push_back(Number number)
    {
        if constexpr (block_bits > 0) {
            if (low_.size() % block_rows == 0 && wide_.empty()) {
                begin_block(number);
            }
        }
        if (wide_.empty() && is_near(number, most)) {
            low_.push_back(static_cast<std::uint32_t>(number - base_));
        } else {
            widen();
            wide_.push_back(number);
        }
    }

    // Uses the distances from the first number in another column, which do not change any more. The
    // own numbers are freed, unless a double cannot represent the greatest distance.
    void share(const double *distances) requires(block_bits > 0)
    {
        const std::size_t count = size();
        constexpr double exact_most = 9007199254740992.0; // 2^53
        if (count > 0 && distances[count - 1] < exact_most) {
            base_ = front();
            shared_ = distances;
            shared_size_ = count;
            low_ = std::vector<std::uint32_t>(); // {} would keep the memory
            wide_ = std::vector<Number>();
            bases_ = std::vector<Number>();
        }
    }

    // The stored form: distances from the base of the row, or, if there are any, wide numbers.
    Number base(std::size_t place) const
    {
        if constexpr (block_bits > 0) {
            return bases_[place >> block_bits];
        } else {
            return base_;
        }
    }
    // The base of each block, in a column of rising numbers; nullptr if all rows have one base.
    const Number *bases() const
    {
        const bool is_one = bases_.empty() || bases_.front() == bases_.back();
        return is_one ? nullptr : bases_.data();
    }
    const std::vector<std::uint32_t> &low() const
    {
        return low_;
    }
    const std::vector<Number> &wide() const
    {
        return wide_;
    }

  private:
    static constexpr std::size_t block_rows = std::size_t{1} << block_bits;
    static constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();

    void begin_block(Number number)
    {
        if (bases_.empty() || !is_near(number, most / 4 * 3)) {
            base_ = number;
        }
        bases_.push_back(base_);
    }

    bool is_near(Number number, std::uint32_t limit) const
    {
        if constexpr (std::is_integral_v<Number>) { // no difference overflows
            const auto distance =
                static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(base_);
            return number >= base_ && distance <= limit;
        } else {
            return number >= base_ && number - base_ <= static_cast<Number>(limit);
        }
    }

    void widen()
    {
        if (wide_.empty() && !low_.empty()) {
            wide_.reserve(low_.capacity());
            for (std::size_t place = 0; place < low_.size(); place++) {
                wide_.push_back(base(place) + static_cast<Number>(low_[place]));
            }
            low_ = std::vector<std::uint32_t>();
            bases_ = std::vector<Number>();
        }
    }

    Number base_ = 0;           // of the newest block
    std::vector<Number> bases_; // of each, if block_bits > 0
    std::vector<std::uint32_t> low_;
    std::vector<Number> wide_;
    const double *shared_ = nullptr;
    std::size_t shared_size_ = 0;
};

} // namespace limen::trace
