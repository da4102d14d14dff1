// SPDX-License-Identifier: Apache-2.0
// The formats of other kernels, in the order in which they are tried.
#include "trace/read/foreign/file_set.hpp"

#include <algorithm>
#include <iterator>

namespace limen::trace
{

namespace
{

constexpr ForeignReader foreign_readers[] = {
    {Takes::all_files, looks_like_ctf, read_ctf},
    {Takes::one_file, looks_like_psf, read_psf},
    {Takes::one_file, looks_like_trace_dat, read_trace_dat},
    {Takes::a_file_per_core, looks_like_sv, read_sv},
    {Takes::one_file, looks_like_btf, read_btf},
    {Takes::one_file, looks_like_linux_text, read_linux_text},
    {Takes::one_file, looks_like_perfetto, read_perfetto},
};

} // namespace

const ForeignReader *foreign_reader(InputFiles files)
{
    const auto found =
        std::find_if(std::begin(foreign_readers), std::end(foreign_readers),
                     [files](const ForeignReader &reader) { return reader.looks_like(files); });
    return found == std::end(foreign_readers) ? nullptr : &*found;
}

} // namespace limen::trace
