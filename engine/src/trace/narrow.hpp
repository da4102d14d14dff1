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

// Numbers are kept as their distances from a base, while all of these have 32 bits; with the first
// other one they are kept as they are. Number: whole, or a double that holds whole numbers.
template <class Number> class Narrow
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
        return wide_.empty() ? base_ + static_cast<Number>(low_[place]) : wide_[place];
    }
    std::size_t size() const
    {
        return low_.size() + wide_.size(); // one of them is empty
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

    // count numbers that all are base.
    void assign(std::size_t count, Number base)
    {
        base_ = base;
        wide_.clear();
        low_.assign(count, 0);
    }
    void reserve(std::size_t count)
    {
        low_.reserve(count);
    }
    void set(std::size_t place, Number number)
    {
        if (wide_.empty() && is_near(number)) {
            low_[place] = static_cast<std::uint32_t>(number - base_);
        } else {
            widen();
            wide_[place] = number;
        }
    }
    void push_back(Number number)
    {
        if (wide_.empty() && is_near(number)) {
            low_.push_back(static_cast<std::uint32_t>(number - base_));
        } else {
            widen();
            wide_.push_back(number);
        }
    }

    // How they are kept: distances from the base, or, if there are any, the numbers.
    Number base() const
    {
        return base_;
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
    bool is_near(Number number) const
    {
        constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
        if constexpr (std::is_integral_v<Number>) { // no difference overflows
            const auto distance =
                static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(base_);
            return number >= base_ && distance <= most;
        } else {
            return number >= base_ && number - base_ <= static_cast<Number>(most);
        }
    }

    void widen()
    {
        if (wide_.empty() && !low_.empty()) {
            wide_.reserve(low_.capacity());
            for (const std::uint32_t distance : low_) {
                wide_.push_back(base_ + static_cast<Number>(distance));
            }
            low_ = {};
        }
    }

    Number base_ = 0;
    std::vector<std::uint32_t> low_;
    std::vector<Number> wide_;
};

} // namespace limen::trace
