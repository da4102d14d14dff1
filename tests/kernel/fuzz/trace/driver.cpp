// SPDX-License-Identifier: Apache-2.0
// A fuzzer for machines without libFuzzer: it damages files, and continues with the files that
// reach new branches of the engine. A file that fails is written to wrong.bin. Usage: fuzz-trace
// SECONDS SEED FILE ...
#include <sanitizer/common_interface_defs.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>
#include <unistd.h>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size);

namespace
{

using File = std::vector<std::uint8_t>;

constexpr std::size_t bytes_max = 1 << 16;
constexpr std::size_t places = 1 << 16;
constexpr unsigned seconds_max = 20; // for one file

// Texts that a recording of signals, or a file of definitions, may contain anywhere.
constexpr std::string_view words[] = {"\n",
                                      " $end ",
                                      " $scope module a $end ",
                                      " $upscope $end ",
                                      " $var wire 1 ! a $end ",
                                      "\n#1\n",
                                      "\n0!\n",
                                      "\nb1x !\n",
                                      "\nr-1e999 !\n",
                                      "\n#9007199254740992\n",
                                      " 999999999",
                                      " $comment",
                                      " $timescale 999 s $end ",
                                      "\nStart\n",
                                      "\nEnd\n"};

std::array<std::uint8_t, places> hits; // count of each branch in the case, modulo 256
std::array<std::uint8_t, places> seen; // in all cases: a bit for each power of two
std::size_t newest_branch;
File current;

void save_current()
{
    if (std::FILE *const file = std::fopen("wrong.bin", "wb")) {
        std::fwrite(current.data(), 1, current.size(), file);
        std::fclose(file);
    }
}

// Did the case take a branch, or a number of times, that no earlier case did?
bool is_new()
{
    bool found = false;
    for (std::size_t place = 0; place < places; place++) {
        if (hits[place] > 0) {
            const auto bit = static_cast<std::uint8_t>(1U << (31 - __builtin_clz(hits[place])));
            found = found || (seen[place] & bit) == 0;
            seen[place] |= bit;
        }
    }
    return found;
}

bool run(const File &file)
{
    current = file; // of exactly its size, so that a read beyond its end is found
    current.shrink_to_fit();
    hits.fill(0);
    newest_branch = 0;
    alarm(seconds_max);
    LLVMFuzzerTestOneInput(current.data(), current.size());
    return is_new();
}

class Mutator
{
  public:
    Mutator(std::uint32_t seed, const std::vector<File> &files) : chance_{seed}, files_{files}
    {
    }

    std::size_t below(std::size_t limit)
    {
        return chance_() % limit;
    }

    File damaged(File file)
    {
        for (std::size_t count = 1 + below(6); count > 0; count--) {
            damage(file);
        }
        file.resize(std::min(file.size(), bytes_max));
        return file;
    }

  private:
    void damage(File &file)
    {
        file.resize(std::max<std::size_t>(file.size(), 64));
        const std::size_t place = below(file.size() - 8);
        switch (below(9)) {
        case 0:
            file[place] = static_cast<std::uint8_t>(chance_());
            break;
        case 1:
            file[place] ^= static_cast<std::uint8_t>(1U << below(8));
            break;
        case 2:
            write(file, place & ~std::size_t{3}, extreme(), 4);
            break;
        case 3:
            write(file, below(56) & ~std::size_t{1}, extreme(), 2 << below(2));
            break;
        case 4:
            file.erase(file.begin() + at(place),
                       file.begin() + at(std::min(file.size(), place + length())));
            break;
        case 5: {
            const File part = part_of(file);
            file.insert(file.begin() + at(place), part.begin(), part.end());
            break;
        }
        case 6: {
            const File part = part_of(files_[below(files_.size())]);
            const std::size_t aligned = place & ~std::size_t{15};
            std::copy_n(part.begin(), std::min(part.size(), file.size() - aligned),
                        file.begin() + at(aligned));
            break;
        }
        case 7: { // of a text
            const std::string_view word = words[below(std::size(words))];
            for (std::size_t times = below(8) == 0 ? below(2000) : 1; times > 0; times--) {
                file.insert(file.begin() + at(place), word.begin(), word.end());
            }
            break;
        }
        default:
            std::copy_n(file.begin() + at(place & ~std::size_t{15}),
                        std::min(length(), file.size() - place),
                        file.begin() + at(below(place + 1) & ~std::size_t{15}));
        }
    }

    std::uint32_t extreme()
    {
        static constexpr std::uint32_t extremes[] = {
            0, 1, 2, 0x7F, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
        const std::size_t which = below(std::size(extremes) + 2);
        return which < std::size(extremes) ? extremes[which] : chance_() >> below(32);
    }

    std::size_t length()
    {
        static constexpr std::size_t lengths[] = {1, 2, 4, 16, 32, 64, 256};
        return lengths[below(std::size(lengths))];
    }

    File part_of(const File &file)
    {
        if (file.empty()) {
            return {};
        }
        const std::size_t begin = below(file.size()) & ~std::size_t{15};
        const std::size_t end = std::min(file.size(), begin + length());
        return {file.begin() + at(begin), file.begin() + at(end)};
    }

    static void write(File &file, std::size_t place, std::uint32_t value, unsigned bytes)
    {
        for (unsigned i = 0; i < bytes; i++) {
            file[place + i] = static_cast<std::uint8_t>(value >> 8 * i);
        }
    }

    static std::ptrdiff_t at(std::size_t place)
    {
        return static_cast<std::ptrdiff_t>(place);
    }

    std::mt19937 chance_;
    const std::vector<File> &files_;
};

File contents(const char *path)
{
    File file(bytes_max);
    std::FILE *const opened = std::fopen(path, "rb");
    if (opened == nullptr) {
        std::perror(path);
        std::exit(2);
    }
    file.resize(std::fread(file.data(), 1, file.size(), opened));
    std::fclose(opened);
    return file;
}

} // namespace

// Instrumented code calls this at each branch.
extern "C" void __sanitizer_cov_trace_pc()
{
    const auto branch = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    hits[(branch ^ newest_branch) % places]++;
    newest_branch = branch << 1;
}

extern "C" const char *__asan_default_options()
{
    return "handle_abort=1:handle_sigill=1:max_allocation_size_mb=256";
}

int main(int count, char **arguments)
{
    if (count < 4) {
        std::fprintf(stderr, "usage: fuzz-trace SECONDS SEED FILE ...\n");
        return 2;
    }
    const double seconds = std::atof(arguments[1]);
    __sanitizer_set_death_callback(save_current);
    std::signal(SIGALRM, [](int) { std::abort(); });
    std::vector<File> files;
    for (int i = 3; i < count; i++) {
        files.push_back(contents(arguments[i]));
        run(files.back());
    }
    const std::size_t given = files.size();
    Mutator mutator(static_cast<std::uint32_t>(std::atoll(arguments[2])), files);
    const auto begin = std::chrono::steady_clock::now();
    unsigned long cases = 0;
    while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() <
           seconds) {
        // Half of the cases begin with one of the newest files that reached new branches.
        const std::size_t newest = std::max<std::size_t>(1, files.size() / 8);
        const std::size_t which = mutator.below(2) != 0 ? files.size() - 1 - mutator.below(newest)
                                                        : mutator.below(files.size());
        File file = mutator.damaged(files[which]);
        if (run(file)) {
            files.push_back(std::move(file));
        }
        cases++;
    }
    std::printf("%lu cases, %zu of them new\n", cases, files.size() - given);
    return 0;
}
