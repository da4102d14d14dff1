# SPDX-License-Identifier: Apache-2.0
"""Goal: the report of labs has every number and reports each unexpected one.

Method: the lab "demo" with artificial rows, and the command with a script as the program and a
substitute for the page that shows traces.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.cli import main
from limen.errors import LabError, PageError
from limen.lab import Row, load_lab
from limen.lab.html_report import Facts, Sheet, document
from limen.lab.html_report.markup import inline, paragraph_of
from support.labs import LAB_TOML, two_cycles, write_program, write_repository
from support.reports import pictures, read_report

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from limen.run import Target

FOUND = "It yields {slow.yields} times on the host, {slow.yields@rp2040} elsewhere. That is all."
LAB = f'finding = "{FOUND}"\n' + LAB_TOML
FACTS = Facts((("made", "now & <here>"),))
PAGE = "<html><head></head><body><p>the page</p></body></html>"
ROWS = (
    Row("demo", "host", "slow", "yields", "per cycle", 2, 2, ok=True),
    Row("demo", "host", "slow", "size", "bytes", None, 1110, ok=False, note="should be <= 100"),
    Row("demo", "host", "slow", "part_0", "1: yes", 1, 1, ok=True),
    Row("demo", "host", "slow", "part_1", "1: yes", 1, 1, ok=True),
    Row("demo", "host", "slow", "part_2", "1: yes", 1, 0, ok=False, note="should be 1"),
    Row("demo", "mps2-an385", "slow", "yields", "per cycle", 2, 3, ok=True),
    Row("demo", "host", "fast", "size", "bytes", None, None, ok=False, note="there is none"),
    Row("demo", "host", "fast", "counters_equal_trace", "differences", None, 0, ok=True),
    Row("demo", "host", "slow", "counters_equal_trace", "differences", None, 0, ok=True),
)


@pytest.fixture(autouse=True)
def page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("limen.lab.html_report.viewer.built_page", lambda: PAGE)


def sheet_of(root: Path, rows: Sequence[Row] = ROWS, lab: str = LAB) -> Sheet:
    trace = root / "demo-slow-host.limen"
    repository = write_repository(root / "repository", lab)
    trace.write_bytes(two_cycles())
    readme = "**Claim.** It *is* `a < b`.\n\n**How to read it.** Slowly."
    traces = {("slow", "host"): trace}
    return Sheet(load_lab(repository, "demo"), tuple(rows), readme, traces)


def test_all_numbers_are_there(tmp_path: Path) -> None:
    report = read_report(document([sheet_of(tmp_path)], FACTS))
    found = {(cell.place, name): cell.value for cell in report.cells for name in cell.names}
    assert found == {
        (f"demo/{row.target}", f"{row.case}.{row.metric}"): ""
        if row.measured is None
        else str(row.measured)
        for row in ROWS
    }
    assert [row["measured"] for row in report.results] == [row.measured for row in ROWS]
    assert {"lab-demo", "summary", "facts", "results"} <= set(report.ids)


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    text = " ".join(read_report(document([sheet_of(tmp_path)], FACTS)).texts)
    assert "✗ 3 of 9 numbers are not as expected" in text
    for words in ("should be <= 100", "should be 1", "there is none", "nothing", "1,110"):
        assert words in text
    good = [row for row in ROWS if row.ok]
    again = " ".join(read_report(document([sheet_of(tmp_path / "x", good)], FACTS)).texts)
    assert "✓ all 6 numbers as expected" in again
    assert "✗" not in again


def test_neighbours_that_differ_in_a_number_are_one_line(tmp_path: Path) -> None:
    report = read_report(document([sheet_of(tmp_path)], FACTS))
    names = [cell.names for cell in report.cells if cell.names[0].startswith("slow.part")]
    assert names == [["slow.part_0", "slow.part_1"], ["slow.part_2"]]


def test_the_words_of_a_lab(tmp_path: Path) -> None:
    report = read_report(document([sheet_of(tmp_path)], FACTS))
    text = "".join(report.texts)
    for words in ("A title", "A paper", "Figure 1", "What is shown.", "It is a < b.", "Slowly."):
        assert words in text
    assert "now & <here>" in text
    assert "It yields 3 times on the host, (not run) elsewhere. That is all." in text
    headings = ("claim", "Appendix A: ", "Found: ", "Figure 1.1", "Appendix B")
    places = [text.index(heading) for heading in headings]
    assert places == sorted(places)


def summary_of(text: str) -> str:
    return text[text.index('id="summary"') : text.index('id="experiments"')]


def test_the_first_page_has_a_row_for_each_lab(tmp_path: Path) -> None:
    lab = LAB.replace("finding =", 'headline = ["slow.yields", "slow.size"]\nfinding =', 1)
    summary = summary_of(document([sheet_of(tmp_path, lab=lab)], FACTS))
    assert summary.count("<tr>") == 2
    assert ">It <em>is</em> <code>a &lt; b</code>.</td>" in summary
    assert '<td data-head="published">2</td><td data-head="measured">2</td>' in summary
    assert "✗ 3 of 9 are not" in summary
    assert "1,110" not in summary
    assert summary.count("<figure") == 1


def test_the_row_of_a_lab_has_its_own_words(tmp_path: Path) -> None:
    words = 'claim = "It is <b>."\npublished = "two"\nmeasured = "{slow.yields} times"\n'
    lab = LAB.replace("[[", f"[summary]\n{words}\n[[", 1)
    summary = summary_of(document([sheet_of(tmp_path, lab=lab)], FACTS))
    for text in ("It is &lt;b&gt;.", ">two<", ">3 times<"):
        assert text in summary


def test_a_case_without_a_picture_of_its_own_gets_one(tmp_path: Path) -> None:
    small, svg = pictures(document([sheet_of(tmp_path)], FACTS))
    assert "".join(small.itertext()) == "".join(svg.itertext())
    assert "slow: the slow way" in "".join(svg.itertext())


def test_a_picture_that_the_lab_describes(tmp_path: Path) -> None:
    timeline = (
        '[[timeline]]\ncases = ["slow"]\ncycle = 0\nticks = [0, 20]\ntitle = "Yields"\n'
        'see = "Look at `T`."\n\n'
    )
    lab = LAB.replace("[[case]]", f"{timeline}[[case]]", 1)
    text = document([sheet_of(tmp_path, lab=lab)], FACTS)
    _, svg = pictures(text)
    assert svg.findtext("{http://www.w3.org/2000/svg}title") == "Yields"
    assert "Look at <code>T</code>." in text


def test_pictures_of_signals_say_what_to_see(tmp_path: Path) -> None:
    see = 'pictures = ["overview"]\nsee.overview = "Up for {slow.yields} `ms`."\nmetric = ['
    sheet = sheet_of(tmp_path, lab=LAB.replace("metric = [", see, 1))
    svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    text = document([replace(sheet, pictures={("slow", "overview"): svg})], FACTS)
    figure = next(part for part in text.split("<figure") if "overview.</b>" in part)
    assert "overview.</b> Up for 3 <code>ms</code>.<" in figure


def test_a_comparison_of_kernels(tmp_path: Path) -> None:
    table = (
        '[comparison]\ntitle = "Two ways"\nsee = "One yields {slow.yields} times."\n'
        'published = "paper"\nkernels = ["one", "another"]\n'
        'line = [{ name = "yields & more", cells = ["slow.yields", "slow.size"] }]\n\n'
    )
    lab = LAB.replace("[[case]]", f"{table}[[case]]", 1)
    text = document([sheet_of(tmp_path, lab=lab)], FACTS)
    words = " ".join(read_report(text).texts)
    assert "Two ways" in words
    assert "One yields 3 times." in words
    assert '<tr><th></th><th class="n">paper</th><th class="n">one</th>' in text
    cells = "".join(f'<td class="n">{number}</td>' for number in ("2", "2", "1,110"))
    assert f'<td class="">yields &amp; more</td>{cells}' in text
    empty = document([sheet_of(tmp_path / "empty", (), lab)], FACTS)
    assert "Two ways" not in empty


def test_traces_are_opened_by_a_click(tmp_path: Path) -> None:
    report = read_report(document([sheet_of(tmp_path)], FACTS))
    (button,) = report.buttons
    traces = json.loads(report.scripts["traces"])
    packed = traces[button["data-traces"] or ""]["gzip"]
    assert gzip.decompress(b64decode(packed)) == two_cycles()
    before, after = (
        gzip.decompress(b64decode(part)).decode() for part in json.loads(report.scripts["viewer"])
    )
    assert before.startswith("<html><head></head><body><p>the page</p><script ")
    assert after == "</script>\n</body></html>"
    assert (button["data-place"] or "").startswith("file=demo-slow-host.limen&view=")


def test_without_the_viewer(tmp_path: Path) -> None:
    report = read_report(document([sheet_of(tmp_path)], FACTS, with_viewer=False))
    assert report.buttons == []
    assert list(report.scripts) == ["results"]


def test_nothing_is_loaded(tmp_path: Path) -> None:
    report = read_report(document([sheet_of(tmp_path)], FACTS))
    assert [link for link in report.links if not link.startswith("#")] == []


def test_two_runs_give_the_same_bytes(tmp_path: Path) -> None:
    one, other = (document([sheet_of(tmp_path / name)], FACTS) for name in "ab")
    assert one == other


def test_markdown_of_labs() -> None:
    assert inline("*a* **b** [c](d) `*e*` <f>") == (
        "<em>a</em> <strong>b</strong> c <code>*e*</code> &lt;f&gt;"
    )
    assert paragraph_of("**A.** b\n\n**C.** d\ne", "C") == "d e"
    assert paragraph_of("**A.** b", "C") == ""


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return a function that makes a repository with the lab "demo", and changes to its folder."""

    def make(size: int) -> None:
        root = write_repository(tmp_path / "repository", LAB)
        lines = {"slow": [f"result size {size}"], "fast": ["result size 40"]}
        program = write_program(tmp_path, "lab-demo", lines, two_cycles())

        def build(
            _root: Path, _target: Target, programs: Sequence[str], _on_line: object
        ) -> dict[str, Path]:
            return dict.fromkeys(programs, program)

        monkeypatch.setattr("limen.lab.runner.build", build)
        monkeypatch.chdir(root)

    return make


def limen(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as end:
        main(["lab", "report", *arguments])
    return end.value.code


def test_the_command(demo: Callable[[int], None], capsys: pytest.CaptureFixture[str]) -> None:
    demo(80)
    assert limen("-o", "r.html", "--target", "host") == 0
    out, err = capsys.readouterr()
    assert out == (
        "demo  ok  It yields 2 times on the host, (not run) elsewhere.\n"
        f"report: {Path('r.html').absolute()}\n"
    )
    assert err == "limen: labs on host\nlimen: writing the report\n"
    report = read_report(Path("r.html").read_text(encoding="utf-8"))
    assert {row["target"] for row in report.results} == {"host"}
    assert "./limen" in "".join(report.texts)


def test_a_number_out_of_class_is_status_1(
    demo: Callable[[int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    demo(101)
    assert limen("demo", "-o", "r.html", "--target", "host") == 1
    out, err = capsys.readouterr()
    assert out.startswith("demo  NO  ")
    assert out.endswith("r.html\n")
    assert "limen: demo, slow, host: size: should be at most 100\n" in err
    assert "✗" in Path("r.html").read_text(encoding="utf-8")


def test_a_viewer_that_cannot_be_built_is_said(
    demo: Callable[[int], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails() -> str:
        raise PageError("viewer", "it is not there", "run scripts/setup")

    demo(80)
    monkeypatch.setattr("limen.lab.html_report.viewer.built_page", fails)
    assert limen("-o", "r.html", "--target", "host") == 0
    _, err = capsys.readouterr()
    assert err == (
        "limen: labs on host\nlimen: writing the report\n"
        "limen: traces cannot be opened from the report: viewer: it is not there; "
        "run scripts/setup\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "nowhere/r.html"], "nowhere/r.html: its folder does not exist, or cannot be"),
        (["-o", "labs"], "labs: this is a folder; name a file in it"),
        (["moon", "-o", "r.html"], "unknown lab moon; take one of demo"),
        (["-o", "r.html", "--target", "moon"], "unknown target moon; take one of host"),
        (["-o", "r.html", "--target", "rp2040"], "--target: nothing of demo is measured there"),
        ([], "name one lab, or give -o FILE"),
        (["demo", "demo"], "name one lab, or give -o FILE"),
        (["demo", "--target", "host"], "name one lab, or give -o FILE"),
        (["demo"], "docs/labs/demo.md: the file does not exist; write it"),
        (["-o"], "Option '-o' requires an argument"),
    ],
)
def test_bad_input_ends_with_status_2_and_one_line(
    demo: Callable[[int], None],
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    demo(80)
    assert limen(*arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err
    assert not Path("r.html").exists()


def test_a_finding_about_nothing_is_named(tmp_path: Path) -> None:
    root = write_repository(tmp_path, 'finding = "It is {slow.nothing}."\n' + LAB_TOML)
    with pytest.raises(LabError, match=r"finding: no metric slow\.nothing; take one of"):
        load_lab(root, "demo")
