# SPDX-License-Identifier: Apache-2.0
"""Elements of pictures in SVG."""

from __future__ import annotations

from html import escape
from typing import Final

__all__ = ["FONT", "element", "opening", "step_of", "text_width", "time_label"]

FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"

_UNITS: Final = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_LEAST_OF_A_UNIT: Final = 0.4999  # from half of a unit on, the larger unit reads better
_WIDE: Final = frozenset("mwMW%@")
_NARROW: Final = frozenset("iljtfr.,:;'|!()[] ")


def opening(title: str, size: tuple[int, int], style: str, kind: str) -> str:
    """The start of a picture with a style that applies only to it, wherever it is inserted.

    Args:
        title: for readers who cannot see the picture.
        size: width and height.
        style: rules of CSS, for elements below one of class kind.
        kind: a class.
    """
    width, height = size
    place = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" {place} role="img">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>"
    )


def element(name: str, text: str | None = None, **attributes: object) -> str:
    """An element; numbers are rounded, and an underscore becomes a dash.

    >>> element("rect", x=1.23456, y=2, fill="#fff"), element("text", "a < b", text_anchor="end")
    ('<rect x="1.235" y="2" fill="#fff"/>', '<text text-anchor="end">a &lt; b</text>')
    """
    attributes_text = [
        f'{key.strip("_").replace("_", "-")}="{_show(value)}"' for key, value in attributes.items()
    ]
    head = " ".join([name, *attributes_text])
    return f"<{head}/>" if text is None else f"<{head}>{escape(text, quote=False)}</{name}>"


def _show(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    return escape(str(value))


def text_width(text: str, size: float) -> float:
    """The approximate width of a text in a font of this size.

    >>> 20 < text_width("abcd", 10) < 28
    True
    """
    return size * sum(
        0.9 if letter in _WIDE else 0.36 if letter in _NARROW else 0.6 for letter in text
    )


def step_of(span: float, most: int) -> float:
    """A round number, of which at most so many make up a span.

    >>> step_of(24.0, 14), step_of(0.016, 14), step_of(3.0, 6)
    (2.0, 0.002, 0.5)
    """
    step = 1.0
    while step * most >= span:
        step /= 10
    while True:
        for factor in (1, 2, 5):
            if span <= step * factor * most:
                return float(f"{step * factor:.3g}")
        step *= 10


def time_label(seconds: float, step: float) -> str:
    """A time with the unit that suits the steps of its axis.

    >>> time_label(0.004, 0.002), time_label(5e-7, 5e-7), time_label(0.0, 1.0)
    ('4 ms', '0.5 µs', '0')
    """
    if not seconds:
        return "0"
    fits = ((scale, unit) for scale, unit in _UNITS if step >= scale * _LEAST_OF_A_UNIT)
    scale, unit = next(fits, _UNITS[-1])
    return f"{seconds / scale:,.6g} {unit}".replace("-", "\N{MINUS SIGN}")
