// SPDX-License-Identifier: Apache-2.0
// The exports that the page calls to read a trace: open it, access its columns in place, and get
// texts. Numbers are doubles, which hold all of them. A text that a call returns is at text_data();
// its text arguments are at addresses from allocate().
#include "signals/vcd.hpp"
#include "trace/changes.hpp"
#include "trace/findings.hpp"
#include "trace/json.hpp"
#include "trace/meanwhile.hpp"
#include "trace/observed.hpp"
#include "trace/statistics.hpp"
#include "view/about.hpp"
#include "view/forget.hpp"
#include "wipe.hpp"

#include <algorithm>
#include <cstdlib>

#define EXPORT(name) __attribute__((export_name(#name)))

using namespace limen::trace;

namespace
{

// Memory for calls, so that the memory need not grow while the page reads it.
constexpr std::size_t spare_bytes = std::size_t{1} << 20;
constexpr std::size_t spare_bytes_per_event = 4;

// The final memory for each byte of a file of Limen or ThreadX. It is allocated at once, because
// each growth takes time. An event of another kernel takes 5 to 200 bytes of a file.
constexpr std::size_t bytes_for_each = 5;

// It is never destroyed, because the page just releases the whole memory.
Trace &trace = *new Trace;
Analysis &analysis = *new Analysis;
View &view = *new View;
Definitions &definitions = *new Definitions;
std::vector<std::string> &needles = *new std::vector<std::string>;
std::string &text = *new std::string;
limen::signals::Recording &recording = *new limen::signals::Recording;
std::string &found = *new std::string; // all findings; empty: not looked for
std::string &whole = *new std::string; // the statistics of all events; empty: not counted
unsigned edition = 0;                  // of the words in them

Place place_of(double number)
{
    return static_cast<Place>(number);
}

void answer(std::string said)
{
    text = std::move(said);
}

// Stores the error for the page. Returns: true if there is none.
bool refuse(const std::optional<Error> &error)
{
    if (error) {
        Json json;
        json.open('{').put("place", error->place).put("problem", error->problem);
        text = json.put("remedy", error->remedy).close('}').take();
    }
    return !error;
}

// The findings with the names of the definitions.
void find_all()
{
    if (found.empty()) {
        found = findings_json(trace, analysis, definitions);
    }
}

// The words in all texts have changed.
void forget_words()
{
    found.clear();
    whole.clear();
    edition++;
}

// The page has its own times (View::time) instead of those with a base for each block.
void add_columns(Json &json, const std::vector<Column> &columns)
{
    for (const Column &column : columns) {
        if (column.bases != nullptr) {
            continue;
        }
        json.open('[').add(column.table).add(column.name);
        json.add(static_cast<unsigned>(column.type));
        json.add(reinterpret_cast<std::uintptr_t>(column.data)).add(column.count);
        json.add(concat(column.base)).close(']');
    }
}

void add_link(Json &json, const char *name, std::int32_t number)
{
    if (number >= 0) {
        json.key(name).add(number);
    }
}

// An object that is in no table of the file has its place after those, which the words do not know.
Place object_of(const Field &field, Place event)
{
    const auto at = static_cast<std::size_t>(event);
    const Place object = view.short_object.empty() ? view.object[at] : view.short_object[at];
    const auto place = static_cast<std::size_t>(object) - trace.objects.size();
    const bool is_implied = object >= 0 && field.lane < 0 && place < view.implied.size() &&
                            view.implied[place].name == field.value;
    return field.object >= 0 || !is_implied ? field.object : object;
}

// The context of an event in an interrupt leads to the interrupted thread.
Lane lane_of(const Field &field, Place event)
{
    return field.is_context ? view.lane[static_cast<std::size_t>(event)] : field.lane;
}

std::string lower(std::string words)
{
    std::transform(words.begin(), words.end(), words.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return words;
}

} // namespace

// The statistics of a range that are being counted.
struct Counting {
    bool is_whole;
    unsigned begun = edition;
    Json json;
    Work work;

    Counting(Place first, Place last)
        : is_whole{first == 0 && last == static_cast<Place>(trace.count())},
          work{count_statistics(trace, analysis, definitions, first, last, json)}
    {
    }
};

EXPORT(allocate) void *allocate(double bytes)
{
    return std::malloc(static_cast<std::size_t>(bytes));
}

EXPORT(release) void release(void *memory)
{
    std::free(memory);
}

EXPORT(text_data) const char *text_data()
{
    return text.data();
}

EXPORT(text_size) double text_size()
{
    return static_cast<double>(text.size());
}

// Reads a trace; the memory of its file is released. wrap: see read(). 0: the text is the error.
EXPORT(open)
int open(std::uint8_t *bytes, double size, const char *name, double name_size, double wrap)
{
    const std::string_view file(name, static_cast<std::size_t>(name_size));
    if (is_own(bytes, static_cast<std::size_t>(size))) {
        reserve_room(bytes_for_each * static_cast<std::size_t>(size));
    }
    const std::optional<Error> error =
        read(bytes, static_cast<std::size_t>(size), file, static_cast<std::uint64_t>(wrap), trace);
    std::free(bytes);
    return refuse(error) ? 1 : 0;
}

EXPORT(event_count) double event_count()
{
    return static_cast<double>(trace.count());
}

// The first stage: which thread ran when, for a first picture. 0: the text is the error.
EXPORT(begin) int begin()
{
    if (!refuse(begin_analysis(trace, analysis))) {
        return 0;
    }
    begin_view(trace, analysis, view);
    return 1;
}

// The second stage, after begin(): the findings, and what they need.
EXPORT(analyse) void analyse()
{
    continue_analysis(trace, analysis);
    find_all();
}

// The third stage: all other results for the page. Slow results are computed here, where the page
// does not wait for them.
EXPORT(complete) void complete()
{
    complete_analysis(trace, analysis);
    complete_view(trace, analysis, view);
    whole = statistics_json(trace, analysis, definitions, 0, static_cast<Place>(trace.count()));
    forget(trace, analysis, view);
    reserve_room(spare_bytes + spare_bytes_per_event * trace.count());
    wipe_free_memory();
}

// The names of the events of a ThreadX program (.trxc). 0: the text is the error.
EXPORT(define) int define(const char *words, double size)
{
    Definitions own;
    const std::string_view all(words, static_cast<std::size_t>(size));
    if (!refuse(parse_definitions(all, own))) {
        return 0;
    }
    definitions = std::move(own);
    forget_words();
    return 1;
}

// The rate of the clock of a ThreadX trace, which its file does not have; 0: not known.
EXPORT(set_clock) void set_clock(double hz)
{
    if (trace.origin == Origin::threadx) {
        trace.limen.clock_hz = static_cast<std::uint32_t>(hz);
        forget_words();
    }
}

// A recording of signals (.vcd), which is there until the next one. Text: {unit: femtoseconds,
// wires: [[name, address of the times, address of the values, count], ...]}. 0: it is the error.
EXPORT(signals) int signals(const char *words, double size)
{
    recording = {};
    const std::string_view all(words, static_cast<std::size_t>(size));
    if (!refuse(limen::signals::read_vcd(all, recording))) {
        return 0;
    }
    Json json;
    json.open('{').put("unit", recording.unit).key("wires").open('[');
    for (const limen::signals::Wire &wire : recording.wires) {
        const limen::signals::Changes &changes = recording.changes[wire.changes];
        json.open('[').add(wire.name).add(reinterpret_cast<std::uintptr_t>(changes.time.data()));
        json.add(reinterpret_cast<std::uintptr_t>(changes.value.data()));
        json.add(changes.time.size()).close(']');
    }
    answer(json.close(']').close('}').take());
    return 1;
}

// Text: [[table, column, type, address, count, base], ...]; type: see Type in tables.hpp; base: to
// be added to each number.
EXPORT(columns) void columns()
{
    Json json;
    json.open('[');
    add_columns(json, columns_of(trace));
    add_columns(json, columns_of(analysis));
    add_columns(json, columns_of(trace, view));
    answer(json.close(']').take());
}

EXPORT(about) void about_trace()
{
    answer(about(trace, analysis, view));
}

// Text: the name of an event; after a line end its code.
EXPORT(words) void words(double event)
{
    const Place place = place_of(event);
    answer(event_name(trace, place, definitions) + '\n' + event_code(trace, place, definitions));
}

EXPORT(details) void details(double event)
{
    answer(describe(trace, place_of(event), definitions));
}

// Text: [{"name": ..., "text": ..., "lane": ..., "object": ...}, ...]; a link only if there is one.
EXPORT(fields) void fields(double event)
{
    const Place place = place_of(event);
    Json json;
    json.open('[');
    for (const Field &field : fields_of(trace, place, definitions)) {
        json.open('{').put("name", field.label).put("text", field.value);
        add_link(json, "lane", lane_of(field, place));
        add_link(json, "object", object_of(field, place));
        json.close('}');
    }
    answer(json.close(']').take());
}

// Text: all numbers of an event, as they are in the file.
EXPORT(raw_words) void raw_words(double event)
{
    const auto i = static_cast<std::size_t>(event);
    std::string said;
    const auto add = [&said](std::uint64_t number) {
        append(said, concat(said.empty() ? "0x" : " 0x", address_text(number)));
    };
    if (trace.origin == Origin::limen) {
        add(trace.object[i]);
        add(trace.a[i]);
        add(trace.b[i]);
        const auto at =
            std::lower_bound(trace.values_at.begin(), trace.values_at.end(), place_of(event));
        if (at != trace.values_at.end() && *at == place_of(event)) {
            const auto row = 3 * (at - trace.values_at.begin());
            std::for_each_n(trace.values.begin() + row, 3, add);
        }
    } else {
        add(trace.priority[i]);
        for (const Words &info : trace.info) {
            add(info[i]);
        }
    }
    answer(std::move(said));
}

// The explanation of a switch, by its place. Text: [{"text": ..., "event": ...}, ...].
EXPORT(why) void why_switch(double place)
{
    Json json;
    json.open('[');
    for (const Part &part : why_parts(trace, analysis, place_of(place))) {
        json.open('{').put("text", part.text);
        add_link(json, "lane", part.lane);
        add_link(json, "object", part.object);
        add_link(json, "event", part.event);
        json.close('}');
    }
    answer(json.close(']').take());
}

// The number of a piece of ASCII, in small letters, to look for in the details of events.
EXPORT(needle) double needle(const char *words, double size)
{
    const std::string wanted(words, static_cast<std::size_t>(size));
    const auto known = std::find(needles.begin(), needles.end(), wanted);
    const double place = static_cast<double>(known - needles.begin());
    if (known == needles.end()) {
        needles.push_back(wanted);
    }
    return place;
}

EXPORT(says) int says(double event, double which)
{
    const std::string &wanted = needles[static_cast<std::size_t>(which)];
    const std::string said = lower(describe(trace, place_of(event), definitions));
    return said.find(wanted) != std::string::npos ? 1 : 0;
}

// Begins to count the statistics of the events first <= i < last. Several can be counted in turns.
EXPORT(begin_count) Counting *begin_count(double first, double last)
{
    return new Counting(place_of(first), place_of(last));
}

// Counts for a short time. 0: the text is the statistics, as JSON.
EXPORT(count_on) int count_on(Counting *counting)
{
    if (counting->is_whole && !whole.empty()) {
        answer(whole);
        return 0;
    }
    if (counting->work.step()) {
        return 1;
    }
    answer(counting->json.take());
    if (counting->is_whole && counting->begun == edition) {
        whole = text;
    }
    return 0;
}

// Call it for each count, also for one that is not done.
EXPORT(end_count) void end_count(Counting *counting)
{
    delete counting;
}

EXPORT(findings) void findings()
{
    find_all();
    answer(found);
}

// The system that was observed, as JSON: observed_json.cpp describes it.
EXPORT(observed) void observed()
{
    answer(observed_json(trace, analysis));
}

EXPORT(digest) void digest_trace()
{
    answer(digest(trace, analysis));
}

// Returns the changes since the trace of a digest. Text: [sentence, ...].
EXPORT(changes) int changes_since(const char *before, double size)
{
    Json json;
    json.open('[');
    const std::string_view digest_before(before, static_cast<std::size_t>(size));
    for (const std::string &sentence : changes(digest_before, digest(trace, analysis))) {
        json.add(sentence);
    }
    answer(json.close(']').take());
    return 1;
}

// The threads that ran in the interval from one event to another (-1: to the newest), of its core.
// Text: [[lane, ticks], ...].
EXPORT(meanwhile) void meanwhile(double begin, double end)
{
    Json json;
    json.open('[');
    for (const Share &share :
         ran_beside(trace, analysis.moves, static_cast<Place>(begin), place_of(end))) {
        json.open('[').add(share.lane).add(share.ticks).close(']');
    }
    answer(json.close(']').take());
}
