# SPDX-License-Identifier: Apache-2.0
"""Goal: the page that simulates a system gives the same results in Firefox as the command.

Method: Firefox opens the page and saves the trace, before and after a move of a slider; the command
simulates the system that the page saves. Both traces are compared byte for byte.
tests/viewer/play.spec.ts does more, in Chromium.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from limen.cli import main
from support.firefox import Page, open_page

SYSTEM = Path(__file__).resolve().parents[3] / "examples/analysis/thresholds.toml"

# The file that a button saves, as base64.
SAVED = """new Promise((resolve) => {
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    URL.createObjectURL = make;
    blob.arrayBuffer().then((buffer) => {
      const bytes = Array.from(new Uint8Array(buffer));
      resolve(btoa(bytes.map((byte) => String.fromCharCode(byte)).join("")));
    });
    return "data:,";
  };
  [...document.querySelectorAll('[data-testid="play"] button')]
    .find((button) => button.textContent === NAME).click();
})"""

READY = """new Promise((resolve) => {
  const look = () => {
    const summary = document.querySelector('[data-testid="summary"]');
    summary?.textContent.includes("jobs in") ? resolve("") : setTimeout(look, 50);
  };
  look();
})"""

# React listens to the event of the browser, and knows a value that it has set itself.
MOVE = """{
  const slider = document.querySelector('[aria-label="LABEL"]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(slider, "VALUE");
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def saved(page: Page, button: str) -> bytes:
    return base64.b64decode(page.evaluate(SAVED.replace("NAME", f'"{button}"')))


def simulated(page: Page, folder: Path) -> bytes:
    """Return the trace of the command for the system of the page."""
    system, trace = folder / "system.toml", folder / "trace.limen"
    system.write_bytes(saved(page, "Save system.toml"))
    summary = page.evaluate("document.querySelector('[data-testid=\"summary\"]').textContent")
    found = re.search(r"in ([\d,]+) ticks", summary)
    assert found is not None
    end = found[1].replace(",", "")
    with pytest.raises(SystemExit) as ended:
        main(["simulate", str(system), "--for", end, "--trace", str(trace)])
    assert ended.value.code in {0, 1}
    return trace.read_bytes()


@pytest.mark.long("one more browser")
@pytest.mark.filterwarnings("ignore")  # of asyncio, when Firefox has been ended
def test_firefox_runs_the_same_kernel(tmp_path: Path) -> None:
    html, profile = tmp_path / "play.html", tmp_path / "profile"
    profile.mkdir()
    with pytest.raises(SystemExit) as ended:
        main(["play", str(SYSTEM), "-o", str(html)])
    assert ended.value.code == 0
    with open_page(html.as_uri(), profile) as page:
        page.evaluate(READY)
        before = saved(page, "Save trace")
        assert before == simulated(page, tmp_path)
        page.evaluate(MOVE.replace("LABEL", "work of t3").replace("VALUE", "30"))
        page.evaluate(READY)
        after = saved(page, "Save trace")
        assert after == simulated(page, tmp_path)
    assert before != after
