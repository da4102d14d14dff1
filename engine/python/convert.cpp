// SPDX-License-Identifier: Apache-2.0
#include "convert.hpp"

#include <exception>

namespace nb = nanobind;
namespace cv = limen::convert;

namespace
{

// Hands chunks to a function of Python. The engine knows no exceptions: one is kept until it has
// ended.
class Receiver
{
  public:
    explicit Receiver(const nb::callable &receive) : receive_(receive)
    {
    }

    cv::Output to(const std::string &file)
    {
        return cv::Output([this, file](std::string_view chunk) { return take(file, chunk); });
    }

    void raise_again() const
    {
        if (raised_) {
            std::rethrow_exception(raised_);
        }
    }

  private:
    bool take(const std::string &file, std::string_view chunk)
    {
        const nb::gil_scoped_acquire locked;
        try {
            receive_(file.c_str(), nb::bytes(chunk.data(), chunk.size()));
            return true;
        } catch (...) {
            raised_ = std::current_exception();
            return false;
        }
    }

    const nb::callable &receive_;
    std::exception_ptr raised_;
};

void write(const cv::Subject &subject, const std::string &form, Receiver &receiver)
{
    const nb::gil_scoped_release unlocked;
    if (form == "ctf") {
        cv::Output metadata = receiver.to("metadata");
        bool goes_on = cv::ctf_metadata(subject, metadata);
        for (const unsigned core : cv::cores_of(subject.trace)) {
            cv::Output output = receiver.to("core" + std::to_string(core));
            goes_on = goes_on && cv::ctf_core(subject, core, output);
        }
        return;
    }
    cv::Output output = receiver.to("");
    form == "chrome" ? cv::chrome(subject, output)
    : form == "btf"  ? cv::btf(subject, output)
                     : cv::perfetto(subject, output);
}

} // namespace

void converted(const cv::Subject &subject, const std::string &form, const nb::callable &receive)
{
    if (form != "perfetto" && form != "chrome" && form != "btf" && form != "ctf") {
        throw nb::value_error("unknown form");
    }
    Receiver receiver(receive);
    write(subject, form, receiver);
    receiver.raise_again();
}
