# SPDX-License-Identifier: Apache-2.0
"""The settings of Sphinx for the site. Pages load nothing from other servers."""

project = "Limen"
author = "the authors of Limen"
copyright = "Apache-2.0"  # noqa: A001 - the name that Sphinx has for it
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
html_theme = "furo"
html_title = "Limen"
html_static_path = ["static"]
html_css_files = ["site.css"]
# The page of limen play, which scripts/site puts there.
html_extra_path = ["../../build/site/extra"]
html_copy_source = False
html_show_sphinx = False
templates_path: list[str] = []
# Do not report words in code blocks that show output or a language of their own.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]
